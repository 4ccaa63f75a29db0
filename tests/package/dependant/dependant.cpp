#include <dependant/dependant.hpp>

int last(lanewise::tensor_view<const int> view) {
    return view.data()[view.size() - 1];
}
