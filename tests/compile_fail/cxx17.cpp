// expect: lanewise needs C++20: -std=c++20
// The compiler stops there.
// expect: the_error_above
// flags: -std=c++17
#include <lanewise/lanewise.hpp>

lanewise::dtype call(lanewise::tensor_view<const float>) {
    return lanewise::dtype::float32;
}
