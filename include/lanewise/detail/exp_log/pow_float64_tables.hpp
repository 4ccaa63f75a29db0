#pragma once

/// The two tables of float64 pow, 16 bytes a row, 3 KiB together.
///
///   log_rows[i] = {hi, lo}       hi + lo = ln c to 2^-97, for the doubles c whose bits are those of 181/256 plus i * 2^45:
///                                181/256 ... 255/256, 128/128 ... 181/128. hi is a multiple of 2^-42.
///   exp_rows[j] = {tail, v}      v * (1 + tail) = 2^(j/64) to 2^-106, v in [1, 2).
///
/// Source  tests/tables/pow_float64.sollya prints both.

#include "../../config.hpp"

#include <cstdint>

namespace lanewise::detail::inline LANEWISE_ISA {

inline constexpr std::uint64_t log_first_bits = 0x3fe6a00000000000; // 181/256

struct row {
    double first;
    double second;
};

// clang-format off
alignas(64) inline constexpr row log_rows[129] = {
    {-0x1.630030b3abp-2, 0x1.db623e731aep-45}, {-0x1.5d5bddf596p-2, 0x1.a0b2a08a465dcp-47},
    {-0x1.57bf753c8dp-2, -0x1.fadedee5d40efp-46}, {-0x1.522ae0738ap-2, -0x1.ebe708164c759p-45},
    {-0x1.4c9e09e173p-2, 0x1.e20891b0ad8a4p-45}, {-0x1.4718dc271cp-2, -0x1.06c18fb4c14c5p-44},
    {-0x1.419b423d5fp-2, 0x1.ce379226de3ecp-44}, {-0x1.3c25277333p-2, -0x1.83b54b606bd5cp-46},
    {-0x1.36b6776be1p-2, -0x1.16ecdb0f177c8p-46}, {-0x1.314f1e1d36p-2, 0x1.8e27ad3213cb8p-45},
    {-0x1.2bef07cdc9p-2, -0x1.a9cfa4a5004f4p-45}, {-0x1.269621134ep-2, 0x1.1b61f10522625p-44},
    {-0x1.214456d0ecp-2, 0x1.caf0428b728a3p-44}, {-0x1.1bf99635a7p-2, 0x1.1ac89575c2125p-44},
    {-0x1.16b5ccbadp-2, 0x1.23299042d74bfp-44}, {-0x1.1178e8227ep-2, -0x1.1ef78ce2d07f2p-44},
    {-0x1.0c42d67616p-2, -0x1.7188b163ceae9p-45}, {-0x1.07138604d6p-2, 0x1.e76324e912b17p-44},
    {-0x1.01eae5626cp-2, -0x1.a43dcfade85aep-44}, {-0x1.f991c6cb3cp-3, 0x1.90d04cd7cc834p-44},
    {-0x1.ef5ade4ddp-3, 0x1.a211565bb8e11p-51}, {-0x1.e530effe72p-3, 0x1.fdbdbb13f7c18p-44},
    {-0x1.db13db0d48p-3, -0x1.2806a847527e6p-44}, {-0x1.d1037f2656p-3, 0x1.84a7e75b6f6e4p-47},
    {-0x1.c6ffbc6fp-3, -0x1.ee138d3a69d43p-44}, {-0x1.bd087383bep-3, 0x1.d4bc4595412b6p-45},
    {-0x1.b31d8575bcp-3, -0x1.c794e562a63cbp-44}, {-0x1.a93ed3c8aep-3, 0x1.8724350562169p-45},
    {-0x1.9f6c40708ap-3, 0x1.337d94bcd3f43p-44}, {-0x1.95a5adcf7p-3, -0x1.7f22858a0ff6fp-47},
    {-0x1.8beafeb39p-3, 0x1.73d54aae92cd1p-47}, {-0x1.823c16551ap-3, -0x1.e0ddb9a631e83p-46},
    {-0x1.7898d85444p-3, -0x1.8e67be3dbaf3fp-44}, {-0x1.6f0128b756p-3, -0x1.577390d31ef0fp-44},
    {-0x1.6574ebe8c2p-3, 0x1.98c1d34f0f462p-44}, {-0x1.5bf406b544p-3, 0x1.27023eb68981cp-46},
    {-0x1.527e5e4a1cp-3, 0x1.4e60b8d4b411dp-44}, {-0x1.4913d8333cp-3, 0x1.53e43558124c4p-44},
    {-0x1.3fb45a5992p-3, -0x1.19713c0cae559p-44}, {-0x1.365fcb015ap-3, 0x1.fd3a0afb9691bp-44},
    {-0x1.2d1610c868p-3, -0x1.39d6ccb81b4a1p-47}, {-0x1.23d712a49cp-3, -0x1.00d238fd3df5cp-46},
    {-0x1.1aa2b7e24p-3, 0x1.1ac38dde3b366p-44}, {-0x1.1178e8227ep-3, -0x1.1ef78ce2d07f2p-45},
    {-0x1.08598b59e4p-3, 0x1.7e5dd7009902cp-45}, {-0x1.fe89139dbcp-4, -0x1.56594d82f7a82p-44},
    {-0x1.ec739830ap-4, -0x1.11fcba80cdd1p-44}, {-0x1.da72763844p-4, -0x1.a89401fa71733p-46},
    {-0x1.c885801bc4p-4, -0x1.646d1c65aacd3p-45}, {-0x1.b6ac88dad4p-4, -0x1.b1bdff50225c7p-44},
    {-0x1.a4e7640b1cp-4, 0x1.e42b6b94407c8p-47}, {-0x1.9335e5d594p-4, -0x1.3115c3abd47dap-45},
    {-0x1.8197e2f41p-4, 0x1.c0fe460d20041p-44}, {-0x1.700d30aeacp-4, -0x1.c1e8da99ded32p-49},
    {-0x1.5e95a4d978p-4, -0x1.1cb7ce1d17171p-44}, {-0x1.4d3115d208p-4, 0x1.53a2582f4e1efp-48},
    {-0x1.3bdf5a7d2p-4, 0x1.19bd0ad125895p-44}, {-0x1.2aa04a447p-4, -0x1.7a48ba8b1cb41p-44},
    {-0x1.1973bd1464p-4, -0x1.566d154f930b3p-44}, {-0x1.08598b59e4p-4, 0x1.7e5dd7009902cp-46},
    {-0x1.eea31c0068p-5, -0x1.c3dd83606d891p-44}, {-0x1.ccb73cddd8p-5, -0x1.965c36e09f5fep-44},
    {-0x1.aaef2d0fbp-5, -0x1.0fc1a353bb42ep-45}, {-0x1.894aa149f8p-5, -0x1.9a19a8be97661p-44},
    {-0x1.67c94f2d48p-5, -0x1.dac20827cca0cp-44}, {-0x1.466aed42ep-5, 0x1.c167375bdfd28p-45},
    {-0x1.252f32f8dp-5, -0x1.83e9ae021b67bp-45}, {-0x1.0415d89e78p-5, 0x1.dddc7f461c516p-44},
    {-0x1.c63d2ec15p-6, 0x1.5439ce030a687p-44}, {-0x1.8492528c9p-6, 0x1.aa0ba325a0c34p-45},
    {-0x1.432a92598p-6, -0x1.98139928637fep-47}, {-0x1.020565893p-6, -0x1.611d27c8e8417p-44},
    {-0x1.82448a388p-7, -0x1.4554412c584ep-44}, {-0x1.010157588p-7, -0x1.bce251998b506p-44},
    {-0x1.008055958p-8, -0x1.166afcb31c67bp-45}, {0, 0}, {0x1.fe02a6b1p-8, 0x1.9e23f0dda40e4p-46},
    {0x1.fc0a8b0fcp-7, 0x1.f1e7cf6d3a69cp-50}, {0x1.7b91b07d6p-6, -0x1.3b955b602ace4p-44},
    {0x1.f829b0e78p-6, 0x1.980267c7e09e4p-45}, {0x1.39e87b9fe8p-5, 0x1.eafd480ad9015p-44},
    {0x1.77458f633p-5, -0x1.181dce586af09p-44}, {0x1.b42dd71198p-5, -0x1.c827ae5d6704cp-46},
    {0x1.f0a30c0118p-5, -0x1.d599e83368e91p-45}, {0x1.16536eea38p-4, -0x1.47c5e768fa309p-46},
    {0x1.341d7961bcp-4, 0x1.1d0929983761p-44}, {0x1.51b073f06p-4, 0x1.83f69278e686ap-44},
    {0x1.6f0d28ae58p-4, -0x1.4b4641b664613p-44}, {0x1.8c345d6318p-4, 0x1.b20f5acb42a66p-44},
    {0x1.a926d3a4acp-4, 0x1.563650bd22a9cp-44}, {0x1.c5e548f5bcp-4, 0x1.d0c57585fbe06p-46},
    {0x1.e27076e2bp-4, -0x1.a342c2af0003cp-45}, {0x1.fec9131dcp-4, -0x1.54555d1ae6607p-44},
    {0x1.0d77e7cd08p-3, 0x1.cb2cd2ee2f482p-44}, {0x1.1b72ad52f6p-3, 0x1.e80a41811a396p-45},
    {0x1.29552f82p-3, -0x1.5b967f4471dfcp-44}, {0x1.371fc201e8p-3, 0x1.ee8779b2d8abcp-44},
    {0x1.44d2b6ccb8p-3, -0x1.70cc16135783cp-46}, {0x1.526e5e3a1cp-3, -0x1.790ba37fc5238p-44},
    {0x1.5ff3070a7ap-3, -0x1.8586f183bebf2p-44}, {0x1.6d60fe719ep-3, -0x1.bc6e557134767p-44},
    {0x1.7ab890210ep-3, -0x1.bdb9072534a58p-45}, {0x1.87fa06520cp-3, 0x1.22120401202fcp-44},
    {0x1.9525a9cf46p-3, -0x1.297137d9f158fp-44}, {0x1.a23bc1fe2cp-3, -0x1.539cd91dc9f0bp-44},
    {0x1.af3c94e80cp-3, -0x1.a4e633fcd9066p-52}, {0x1.bc286742d8p-3, 0x1.9ac53f39d121cp-44},
    {0x1.c8ff7c79aap-3, -0x1.7794f689f8434p-45}, {0x1.d5c216b4fcp-3, -0x1.1ba91bbca681bp-45},
    {0x1.e27076e2bp-3, -0x1.a342c2af0003cp-44}, {0x1.ef0adcbdc6p-3, -0x1.b26b79c86af24p-45},
    {0x1.fb9186d5e4p-3, -0x1.d572aab993c87p-47}, {0x1.0402594b4dp-2, 0x1.036b89ef42d7fp-48},
    {0x1.0a324e2739p-2, 0x1.c6bee7ef4030ep-47}, {0x1.1058bf9ae5p-2, -0x1.4ab9d817d52cdp-44},
    {0x1.1675cababap-2, 0x1.8380e731f55c4p-44}, {0x1.1c898c169ap-2, -0x1.81410e5c62affp-44},
    {0x1.22941fbcf8p-2, -0x1.a6976f5eb0963p-44}, {0x1.2895a13de8p-2, 0x1.a8d7ad24c13fp-44},
    {0x1.2e8e2bae12p-2, -0x1.67b1e99b72bd8p-45}, {0x1.347dd9a988p-2, -0x1.5594dd4c58092p-45},
    {0x1.3a64c55694p-2, 0x1.7a71cbcd735dp-44}, {0x1.404308686ap-2, 0x1.f8ef43049f7d3p-44},
    {0x1.4618bc21c6p-2, -0x1.3d82f484c84ccp-46}, {0x1.4be5f95778p-2, -0x1.d7c92cd9ad824p-44},
    {0x1.51aad872ep-2, -0x1.f4bd8db0a7cc1p-44}, {0x1.5767717456p-2, -0x1.64ead9524d7cap-44},
    {0x1.5d1bdbf581p-2, -0x1.8d6bdc9c7c238p-44}, {0x1.62c82f2b9cp-2, 0x1.e54bdbd7c8a98p-44},
};

alignas(64) inline constexpr row exp_rows[64] = {
    {0, 0x1p0}, {-0x1.160139cd8dc5dp-56, 0x1.02c9a3e778061p0}, {0x1.cd2523567f613p-55, 0x1.059b0d3158574p0},
    {0x1.0f74e61e6c861p-57, 0x1.0874518759bc8p0}, {0x1.79aa65d837b6dp-54, 0x1.0b5586cf9890fp0},
    {0x1.ebe3d702f9cd1p-60, 0x1.0e3ec32d3d1a2p0}, {-0x1.556522a2fbd0ep-54, 0x1.11301d0125b51p0},
    {-0x1.1c923b9d5f416p-54, 0x1.1429aaea92dep0}, {-0x1.01b15eaa59348p-55, 0x1.172b83c7d517bp0},
    {0x1.b898c3f1353bfp-55, 0x1.1a35beb6fcb75p0}, {0x1.aecf73e3a2f6p-54, 0x1.1d4873168b9aap0},
    {0x1.a6f4144a6c38dp-55, 0x1.2063b88628cd6p0}, {0x1.68efde3a8a894p-54, 0x1.2387a6e756238p0},
    {0x1.0472b981fe7f2p-55, 0x1.26b4565e27cddp0}, {0x1.2f7e16d09ab31p-55, 0x1.29e9df51fdee1p0},
    {0x1.b3782720c0ab4p-55, 0x1.2d285a6e4030bp0}, {0x1.34d754db0abb6p-55, 0x1.306fe0a31b715p0},
    {0x1.fdd395dd3f84ap-55, 0x1.33c08b26416ffp0}, {-0x1.24aedcc4b5068p-54, 0x1.371a7373aa9cbp0},
    {-0x1.1d1e83e9436d2p-56, 0x1.3a7db34e59ff7p0}, {0x1.59f48a72a4c6dp-55, 0x1.3dea64c123422p0},
    {-0x1.8a78f4817895bp-58, 0x1.4160a21f72e2ap0}, {0x1.363ed60c2ac11p-59, 0x1.44e086061892dp0},
    {0x1.ecce1daa10379p-57, 0x1.486a2b5c13cdp0}, {0x1.690cebb7aafbp-56, 0x1.4bfdad5362a27p0},
    {-0x1.f94340071a38ep-55, 0x1.4f9b2769d2ca7p0}, {-0x1.8dec6bd0f385fp-56, 0x1.5342b569d4f82p0},
    {0x1.3350518fdd78ep-54, 0x1.56f4736b527dap0}, {0x1.063e1e21c5409p-54, 0x1.5ab07dd485429p0},
    {0x1.432e62b64c035p-54, 0x1.5e76f15ad2148p0}, {-0x1.c33c53bef4da8p-55, 0x1.6247eb03a5585p0},
    {-0x1.3cedd78565858p-54, 0x1.6623882552225p0}, {-0x1.3b3efbf5e2228p-54, 0x1.6a09e667f3bcdp0},
    {-0x1.367efb86da9eep-57, 0x1.6dfb23c651a2fp0}, {-0x1.81f647e5a3ecfp-56, 0x1.71f75e8ec5f74p0},
    {-0x1.619321e55e68ap-55, 0x1.75feb564267c9p0}, {-0x1.b32dcb94da51dp-56, 0x1.7a11473eb0187p0},
    {0x1.5ebe1abd66c55p-57, 0x1.7e2f336cf4e62p0}, {-0x1.369b6f13b3734p-54, 0x1.82589994cce13p0},
    {-0x1.4d450d872576ep-54, 0x1.868d99b4492edp0}, {0x1.db72fc1f0eab4p-55, 0x1.8ace5422aa0dbp0},
    {0x1.bf68359f35f44p-56, 0x1.8f1ae99157736p0}, {-0x1.da9b88b6c1e29p-58, 0x1.93737b0cdc5e5p0},
    {-0x1.2434322f4f9aap-54, 0x1.97d829fde4e5p0}, {0x1.1affc2b91ce27p-56, 0x1.9c49182a3f09p0},
    {-0x1.7c50422622263p-55, 0x1.a0c667b5de565p0}, {-0x1.1bbd1d3bcbb15p-54, 0x1.a5503b23e255dp0},
    {0x1.469846e735ab3p-55, 0x1.a9e6b5579fdbfp0}, {0x1.c1a7792cb3387p-55, 0x1.ae89f995ad3adp0},
    {-0x1.5c3d956dcaebap-58, 0x1.b33a2b84f15fbp0}, {-0x1.8d6f438ad9334p-57, 0x1.b7f76f2fb5e47p0},
    {0x1.4ffd70a5fddcdp-56, 0x1.bcc1e904bc1d2p0}, {0x1.36eae30af0cb3p-56, 0x1.c199bdd85529cp0},
    {0x1.4e08fd10959acp-55, 0x1.c67f12e57d14bp0}, {0x1.76b2c6c921968p-57, 0x1.cb720dcef9069p0},
    {-0x1.fad5d3ffffa6fp-55, 0x1.d072d4a07897cp0}, {0x1.4a385a63d07a7p-56, 0x1.d5818dcfba487p0},
    {0x1.e5a50d5c192acp-55, 0x1.da9e603db3285p0}, {-0x1.2d52107b43e1fp-55, 0x1.dfc97337b9b5fp0},
    {0x1.4b604603a88d3p-56, 0x1.e502ee78b3ff6p0}, {-0x1.ff7128fd391fp-55, 0x1.ea4afa2a490dap0},
    {0x1.ec3bc41aa2008p-55, 0x1.efa1bee615a27p0}, {0x1.a64a931d185eep-55, 0x1.f50765b6e454p0},
    {0x1.7893b4d91cd9dp-56, 0x1.fa7c1819e90d8p0},
};
// clang-format on

} // namespace lanewise::detail::inline LANEWISE_ISA
