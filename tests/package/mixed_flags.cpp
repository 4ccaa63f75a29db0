// One program from two units that are built for different instruction sets and pass views to each other. mixed_flags.sh
// compiles this file as `plain`, which has main, and as `wide`, with the instruction set that main's argument names,
// or as small code.

#include <lanewise/interop/dlpack.hpp>
#include <lanewise/lanewise.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

template <class T>
using view = lanewise::tensor_view<T>;

/// A DLTensor of dlpack.h.
struct dl_tensor {
    void* data;
    struct {
        std::int32_t device_type, device_id;
    } device;
    std::int32_t ndim;
    struct {
        std::uint8_t code, bits;
        std::uint16_t lanes;
    } dtype;
    std::int64_t* shape;
    std::int64_t* strides;
    std::uint64_t byte_offset;
};

namespace UNIT {

template <class T>
void compute(view<const T> a, view<const T> b, view<T> out) {
    using namespace lanewise;
    subtract(a, flip(b, 0), out);
    subtract(out, broadcast_to(slice(b, 0, 0, 1, 1), out.extents()), out);
    pow(tensor<T>(subtract(a, out)), b, out);
}

/// What the library does, and what it says.
std::string run(view<const float> a, view<const float> b, view<float> out, view<const std::int16_t> c,
                view<std::int16_t> power) {
    compute(a, b, out);
    compute(c, c, power);
    lanewise::tensor<double> d({5, 7}), of_d({5, 7});
    compute<double>(d, d, of_d);
    std::int64_t shape[] = {5, 7};
    const dl_tensor dl{out.data(), {1, 0}, 2, {2, 32, 1}, shape, nullptr, 0};
    if (lanewise::any_from_dlpack(dl).extents != out.extents()) return "another shape";
    try {
        lanewise::subtract(a, b, lanewise::transpose(out));
    } catch (const lanewise::error& refused) {
        return refused.what();
    }
    return "accepted";
}

} // namespace UNIT

#if defined(LANEWISE_TEST_MAIN)
namespace wide {
std::string run(view<const float>, view<const float>, view<float>, view<const std::int16_t>, view<std::int16_t>);
}

bool processor_has(const std::string& name) {
    if (name == "small") return true;
    const bool common = __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    if (name == "avx2") return common && __builtin_cpu_supports("avx2");
    return common && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

int main(int, char** arguments) {
    lanewise::tensor<float> a({5, 7}), b({5, 7}), here({5, 7}), there({5, 7});
    lanewise::tensor<std::int16_t> c({5, 7}), power_here({5, 7}), power_there({5, 7});
    for (int i = 0; i < 35; ++i) {
        a.data()[i] = 3 + 0.37F * static_cast<float>(i);
        b.data()[i] = 1.25F - 0.11F * static_cast<float>(i);
        c.data()[i] = static_cast<std::int16_t>(i % 5);
    }
    const std::string words = UNIT::run(a, b, here, c, power_here);
    if (!processor_has(arguments[1])) {
        std::puts("only the plain unit ran: this processor has not what the wide one needs");
        return 0;
    }
    const bool same_words = words == wide::run(a, b, there, c, power_there);
    const bool same_bits = std::memcmp(here.data(), there.data(), 35 * sizeof(float)) == 0 &&
                           std::memcmp(power_here.data(), power_there.data(), 35 * sizeof(std::int16_t)) == 0;
    std::printf("same words: %d, same bits: %d\n", same_words, same_bits);
    return same_words && same_bits ? 0 : 1;
}
#endif
