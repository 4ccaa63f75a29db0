#include "contrast.hpp"

#include <lanewise/tensor.hpp>

#include <cstdint>
#include <cstdio>

int main() {
    lanewise::tensor<float> image({40, 1001});
    float next = 0;
    for (float& value : image) value = next += 0x1p-16F;

    lanewise::dispatch(contrast{}, image, image); // contrast.cpp, as compiled for this processor

    std::uint64_t checksum = 0;
    for (float value : image) checksum = checksum * 31 + __builtin_bit_cast(std::uint32_t, value);
    std::printf("%s %016llx\n", lanewise::dispatched_arch().data(), static_cast<unsigned long long>(checksum));
}
