#pragma once

/// The two tables of float64 pow, 16 bytes a row, 2 KiB together.
///
///   log2_rows[i] = {hi, lo}      hi + lo = log2 c to 2^-96, for the doubles c whose bits are those of 45/64 plus i * 2^46:
///                                90/128 ... 127/128, 64/64 ... 90/64. hi is a multiple of 2^-41: k + hi is exact for
///                                every exponent k.
///   exp2_rows[j] = {tail, v}     v * (1 + tail) = 2^(j/64) to 2^-106. v is stored with j * 2^46 taken from its bits, so
///                                that adding (64 n + j) * 2^46 gives v * 2^n.
///
/// Source  tests/tables/pow_float64.sollya prints both.

#include "../../config.hpp"

#include <bit>
#include <cstdint>

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr std::uint64_t log2_first_bits = 0x3fe6800000000000; // 45/64

struct row {
    double first;
    double second;
};

// clang-format off
alignas(64) inline constexpr row log2_rows[65] = {
    {-0x1.042bd4b9a8p-1, 0x1.b3b3864c60011p-44}, {-0x1.f804ae8d0cp-2, -0x1.a0331af2e6feap-43},
    {-0x1.e7df5fe538p-2, -0x1.5669df6a2b592p-43}, {-0x1.d7e6c0abc4p-2, 0x1.50e785694a8c6p-43},
    {-0x1.c819dc2d46p-2, 0x1.bc76a2753b99bp-50}, {-0x1.b877c57b1cp-2, 0x1.f20203b3186a6p-43},
    {-0x1.a8ff97181p-2, -0x1.4bc302ffa76fbp-43}, {-0x1.99b072a96cp-2, -0x1.ac9bca36fd02ep-44},
    {-0x1.8a8980abfcp-2, 0x1.66cccab240e9p-45}, {-0x1.7b89f02cf2p-2, -0x1.55a63e278bad5p-43},
    {-0x1.6cb0f6865cp-2, -0x1.1d406db502403p-43}, {-0x1.5dfdcf1eeap-2, -0x1.c1c885adb21d3p-43},
    {-0x1.4f6fbb2cecp-2, -0x1.661e393a16b95p-44}, {-0x1.4106017c3ep-2, -0x1.9451cd394fe8dp-43},
    {-0x1.32bfee370ep-2, -0x1.cd0cb4492f1bcp-43}, {-0x1.249cd2b13cp-2, -0x1.ad89a083e072ap-43},
    {-0x1.169c05364p-2, 0x1.d4f1b95e0ff45p-43}, {-0x1.08bce0d96p-2, 0x1.7204f55bbf90dp-44},
    {-0x1.f5fd8a9064p-3, 0x1.cb6f70109b0f1p-47}, {-0x1.dac22d3e44p-3, -0x1.d2fe4574e09b9p-47},
    {-0x1.bfc67a8p-3, 0x1.667f21fa8423fp-44}, {-0x1.a5094b54d4p-3, 0x1.7d7bfb12454c5p-43},
    {-0x1.8a8980abfcp-3, 0x1.66cccab240e9p-46}, {-0x1.7046031c78p-3, -0x1.f84be19cb9578p-43},
    {-0x1.563dc29ffcp-3, 0x1.34df378df21adp-43}, {-0x1.3c6fb650ccp-3, -0x1.e50a1644ac794p-43},
    {-0x1.22dadc2ab4p-3, 0x1.6d25a5b8a19b2p-44}, {-0x1.097e38ce6p-3, -0x1.924ae921f7ecap-45},
    {-0x1.e0b1ae8f3p-4, 0x1.54cda62d3926ep-47}, {-0x1.aed391ab68p-4, 0x1.8b1aff71c8605p-44},
    {-0x1.7d60496cf8p-4, -0x1.da6339da288fcp-43}, {-0x1.4c560fe688p-4, -0x1.7c407050799bfp-43},
    {-0x1.1bb32a6008p-4, 0x1.5b1799ceaeb51p-43}, {-0x1.d6ebd1f2p-5, 0x1.401fbaaa67e3cp-45},
    {-0x1.77394c9d9p-5, -0x1.635577970e04p-43}, {-0x1.184b8e4c5p-5, -0x1.abe0a48f83604p-43},
    {-0x1.743ee862p-6, 0x1.95539356f93dcp-43}, {-0x1.72c7ba21p-7, 0x1.19b14945cf6bap-44},
    {0, 0}, {0x1.6e79685c2p-6, 0x1.a45314dc4fc42p-43},
    {0x1.6bad3758fp-5, -0x1.3c6764fc87b4ap-48}, {0x1.0eb389fa28p-4, 0x1.f9ab3cf74babap-44},
    {0x1.663f6fac9p-4, 0x1.3167ccc538261p-44}, {0x1.bc84240ad8p-4, 0x1.5dd31d962d373p-43},
    {0x1.08c588cda8p-3, -0x1.871a7610e40bdp-45}, {0x1.32ae9e278cp-3, -0x1.1e5e0ae0d3f8ap-43},
    {0x1.5c01a39fbcp-3, 0x1.6879fa00b120ap-43}, {0x1.84c2bd02fp-3, 0x1.d97ee9124773bp-46},
    {0x1.acf5e2db5p-3, -0x1.36c101ee1344p-43}, {0x1.d49ee4c324p-3, 0x1.96fc8f4b56502p-43},
    {0x1.fbc16b9028p-3, -0x1.7f5dc57266758p-43}, {0x1.11307dad3p-2, 0x1.6eb9612e0b4f3p-43},
    {0x1.24407ab0ep-2, 0x1.ce60916e52e91p-44}, {0x1.37124cea4cp-2, 0x1.bd9b32266d92cp-43},
    {0x1.49a784bcd2p-2, -0x1.1d406db502403p-44}, {0x1.5c01a39fbep-2, -0x1.2f0c0bfe9dbecp-43},
    {0x1.6e221cd9dp-2, 0x1.9bcaf1aa4168ap-43}, {0x1.800a563162p-2, -0x1.d5e6a8a4fb059p-45},
    {0x1.91bba891f2p-2, -0x1.1ee969a95f529p-43}, {0x1.a33760a7f6p-2, 0x1.4275f1035e5e8p-48},
    {0x1.b47ebf7388p-2, 0x1.50520a377c7ecp-45}, {0x1.c592fad296p-2, -0x1.2a606046ad444p-44},
    {0x1.d6753e032ep-2, 0x1.41dfc7d7c3321p-43}, {0x1.e726aa1e76p-2, -0x1.65be75cc3da17p-43},
    {0x1.f7a8568cbp-2, 0x1.b3b3864c60011p-44},
};

struct exp2_table {
    row rows[64];

    /// v as stored: see above.
    constexpr exp2_table(const row (&exact)[64]) noexcept : rows{}
    {
        for (std::uint64_t j = 0; j != 64; ++j)
            rows[j] = {exact[j].first, std::bit_cast<double>(std::bit_cast<std::uint64_t>(exact[j].second) - (j << 46))};
    }
};

alignas(64) inline constexpr exp2_table exp2_rows = {{
    {0, 0x1p0}, {-0x1.160139cd8dc5dp-56, 0x1.02c9a3e778061p0},
    {0x1.cd2523567f613p-55, 0x1.059b0d3158574p0}, {0x1.0f74e61e6c861p-57, 0x1.0874518759bc8p0},
    {0x1.79aa65d837b6dp-54, 0x1.0b5586cf9890fp0}, {0x1.ebe3d702f9cd1p-60, 0x1.0e3ec32d3d1a2p0},
    {-0x1.556522a2fbd0ep-54, 0x1.11301d0125b51p0}, {-0x1.1c923b9d5f416p-54, 0x1.1429aaea92dep0},
    {-0x1.01b15eaa59348p-55, 0x1.172b83c7d517bp0}, {0x1.b898c3f1353bfp-55, 0x1.1a35beb6fcb75p0},
    {0x1.aecf73e3a2f6p-54, 0x1.1d4873168b9aap0}, {0x1.a6f4144a6c38dp-55, 0x1.2063b88628cd6p0},
    {0x1.68efde3a8a894p-54, 0x1.2387a6e756238p0}, {0x1.0472b981fe7f2p-55, 0x1.26b4565e27cddp0},
    {0x1.2f7e16d09ab31p-55, 0x1.29e9df51fdee1p0}, {0x1.b3782720c0ab4p-55, 0x1.2d285a6e4030bp0},
    {0x1.34d754db0abb6p-55, 0x1.306fe0a31b715p0}, {0x1.fdd395dd3f84ap-55, 0x1.33c08b26416ffp0},
    {-0x1.24aedcc4b5068p-54, 0x1.371a7373aa9cbp0}, {-0x1.1d1e83e9436d2p-56, 0x1.3a7db34e59ff7p0},
    {0x1.59f48a72a4c6dp-55, 0x1.3dea64c123422p0}, {-0x1.8a78f4817895bp-58, 0x1.4160a21f72e2ap0},
    {0x1.363ed60c2ac11p-59, 0x1.44e086061892dp0}, {0x1.ecce1daa10379p-57, 0x1.486a2b5c13cdp0},
    {0x1.690cebb7aafbp-56, 0x1.4bfdad5362a27p0}, {-0x1.f94340071a38ep-55, 0x1.4f9b2769d2ca7p0},
    {-0x1.8dec6bd0f385fp-56, 0x1.5342b569d4f82p0}, {0x1.3350518fdd78ep-54, 0x1.56f4736b527dap0},
    {0x1.063e1e21c5409p-54, 0x1.5ab07dd485429p0}, {0x1.432e62b64c035p-54, 0x1.5e76f15ad2148p0},
    {-0x1.c33c53bef4da8p-55, 0x1.6247eb03a5585p0}, {-0x1.3cedd78565858p-54, 0x1.6623882552225p0},
    {-0x1.3b3efbf5e2228p-54, 0x1.6a09e667f3bcdp0}, {-0x1.367efb86da9eep-57, 0x1.6dfb23c651a2fp0},
    {-0x1.81f647e5a3ecfp-56, 0x1.71f75e8ec5f74p0}, {-0x1.619321e55e68ap-55, 0x1.75feb564267c9p0},
    {-0x1.b32dcb94da51dp-56, 0x1.7a11473eb0187p0}, {0x1.5ebe1abd66c55p-57, 0x1.7e2f336cf4e62p0},
    {-0x1.369b6f13b3734p-54, 0x1.82589994cce13p0}, {-0x1.4d450d872576ep-54, 0x1.868d99b4492edp0},
    {0x1.db72fc1f0eab4p-55, 0x1.8ace5422aa0dbp0}, {0x1.bf68359f35f44p-56, 0x1.8f1ae99157736p0},
    {-0x1.da9b88b6c1e29p-58, 0x1.93737b0cdc5e5p0}, {-0x1.2434322f4f9aap-54, 0x1.97d829fde4e5p0},
    {0x1.1affc2b91ce27p-56, 0x1.9c49182a3f09p0}, {-0x1.7c50422622263p-55, 0x1.a0c667b5de565p0},
    {-0x1.1bbd1d3bcbb15p-54, 0x1.a5503b23e255dp0}, {0x1.469846e735ab3p-55, 0x1.a9e6b5579fdbfp0},
    {0x1.c1a7792cb3387p-55, 0x1.ae89f995ad3adp0}, {-0x1.5c3d956dcaebap-58, 0x1.b33a2b84f15fbp0},
    {-0x1.8d6f438ad9334p-57, 0x1.b7f76f2fb5e47p0}, {0x1.4ffd70a5fddcdp-56, 0x1.bcc1e904bc1d2p0},
    {0x1.36eae30af0cb3p-56, 0x1.c199bdd85529cp0}, {0x1.4e08fd10959acp-55, 0x1.c67f12e57d14bp0},
    {0x1.76b2c6c921968p-57, 0x1.cb720dcef9069p0}, {-0x1.fad5d3ffffa6fp-55, 0x1.d072d4a07897cp0},
    {0x1.4a385a63d07a7p-56, 0x1.d5818dcfba487p0}, {0x1.e5a50d5c192acp-55, 0x1.da9e603db3285p0},
    {-0x1.2d52107b43e1fp-55, 0x1.dfc97337b9b5fp0}, {0x1.4b604603a88d3p-56, 0x1.e502ee78b3ff6p0},
    {-0x1.ff7128fd391fp-55, 0x1.ea4afa2a490dap0}, {0x1.ec3bc41aa2008p-55, 0x1.efa1bee615a27p0},
    {0x1.a64a931d185eep-55, 0x1.f50765b6e454p0}, {0x1.7893b4d91cd9dp-56, 0x1.fa7c1819e90d8p0},
}};
// clang-format on

} // namespace lanewise::detail::inline LANEWISE_ISA
