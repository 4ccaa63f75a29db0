#include <dependant/dependant.hpp>

int main() {
    const int values[]{1, 2, 3};
    return last({values, {3}}) - 3;
}
