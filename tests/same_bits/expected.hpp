#pragma once

/// What same_bits prints, everywhere. To write it anew, once every difference is understood:
///     same_bits | sed -nE '/^total/d; s/^/    {"/; s/ +([0-9a-f]{16}).*/", 0x\1},/p'

#include <cstdint>

namespace same_bits {

struct expectation {
    const char* group = "nothing";
    std::uint64_t hash = 0;
};

// clang-format off
inline constexpr expectation expected[] = {
    {"subtract float16", 0xe9ccd1b25ac1c61e},
    {"difference_square float16", 0xa8da1fa5fec51241},
    {"pow float16", 0x031d568295635c35},
    {"subtract bfloat16", 0x1b89a58a9fe80251},
    {"difference_square bfloat16", 0x71a87f4b5507f9ae},
    {"pow bfloat16", 0xd149cb1fef7d48a4},
    {"subtract float32", 0x2656d2d89ce87304},
    {"difference_square float32", 0x3b45f548321cfcbc},
    {"pow float32", 0x715d5e4781f37e23},
    {"subtract float64", 0x1e8f6a4f16831026},
    {"difference_square float64", 0xad9c03df0548ae52},
    {"pow float64", 0x2425c858af1eadc5},
    {"subtract int8", 0xe0001f38b5704b47},
    {"difference_square int8", 0x503696f1534020bf},
    {"pow int8", 0x145d77a6dba36dfa},
    {"pow by fractions int8", 0xfcfe3a867c9d5dca},
    {"subtract int16", 0x7533793dc6dcb4a6},
    {"difference_square int16", 0x1c3c1f032ce90726},
    {"pow int16", 0x9416b81f8ff24b0c},
    {"pow by fractions int16", 0x9e006ef274596c0d},
    {"subtract int32", 0x5c0a124b0e57ea92},
    {"difference_square int32", 0x86374ed5cab7f669},
    {"pow int32", 0xe197439414c1a20d},
    {"pow by fractions int32", 0xf552fcea95ed0e19},
    {"subtract int64", 0xa24d4cf8db9d734a},
    {"difference_square int64", 0x8a42969b306a8f8f},
    {"pow int64", 0x5760805670decab0},
    {"pow by fractions int64", 0xfe2879c09da5a7ab},
    {"subtract uint8", 0x43027446a2bc399d},
    {"difference_square uint8", 0xeb67f887797c3761},
    {"pow uint8", 0xf8278d683fc98727},
    {"pow by fractions uint8", 0xb2b9a9fd720609a3},
    {"subtract uint16", 0x04fc175db49e7446},
    {"difference_square uint16", 0x2e38b015dda763ba},
    {"pow uint16", 0xdcd1d2e436272463},
    {"pow by fractions uint16", 0xfe807a53bc0bc44b},
    {"subtract uint32", 0xebb7fadd3bb705ec},
    {"difference_square uint32", 0x868c1e9f5c00957c},
    {"pow uint32", 0x170d393f77093b46},
    {"pow by fractions uint32", 0x0c6bcb223e5eee32},
    {"subtract uint64", 0x40d748abf9b5dbbc},
    {"difference_square uint64", 0x12d7ba92137361a2},
    {"pow uint64", 0xb1c4f9073730f520},
    {"pow by fractions uint64", 0x3dd05986edf43e18},
};
// clang-format on

} // namespace same_bits
