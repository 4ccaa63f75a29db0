// The compiled operators from a file with -m flags of its own: prints the architecture that was picked, and a checksum
// over every dtype.

#include <lanewise/c.h>
#include <lanewise/dynamic.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

using namespace lanewise;

std::uint64_t sum = 14695981039346656037U; // FNV-1a

void add(const unsigned char* bytes, index_t count) {
    for (index_t i = 0; i < count; ++i) sum = (sum ^ bytes[i]) * 1099511628211U;
}

/// Adds the n elements of a result, or says why there are none.
void add(const status& done, dtype type, const unsigned char* result, index_t n) {
    if (!done) std::printf("%s\n", done.message().c_str());
    // The bits of a NaN are not promised.
    if (is_integral(type)) return add(result, n * size_bytes(type));
    for (index_t i = 0; i < n; ++i) {
        double value = 0;
        const any_tensor_view widened{dtype::float64, &value, {}, {}};
        const double zero = 0;
        subtract(const_any_view{type, result + i * size_bytes(type), {}, {}},
                 const_any_view{dtype::float64, &zero, {}, {}}, widened);
        if (value != value) value = 0;
        add(reinterpret_cast<const unsigned char*>(&value), 8);
    }
}

/// n elements from bytes of any value; floats are made of the same bits.
void run(dtype type, const unsigned char* bytes, index_t n) {
    alignas(8) unsigned char result[8 * 1000];
    const strides along{1};
    const const_any_view a{type, bytes, {n}, along};
    const const_any_view b{type, bytes + 8, {n}, along};
    const any_tensor_view out{type, result, {n}, along};
    add(try_subtract(a, b, out), type, result, n);
    add(try_difference_square(b, a, out), type, result, n);
    add(try_pow(a, b, out), type, result, n);
}

} // namespace

int main() {
    alignas(8) static unsigned char bytes[8 * 1001];
    std::uint32_t state = 1;
    for (unsigned char& byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<unsigned char>(state >> 24);
    }
    for (int type = 0; type < dtype_count; ++type) run(static_cast<dtype>(type), bytes, 1000);
    std::printf("%s %llx\n", lanewise_arch(), static_cast<unsigned long long>(sum));
}
