// DirectML's buffer tensors as views, and its support tables.

#include "interop/directml_structs.hpp"
#include "support/refusal.hpp"

#include <lanewise/float16.hpp>
#include <lanewise/interop/directml.hpp>
#include <lanewise/subtract.hpp>

#include <algorithm>
#include <sstream>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::any_from_directml;
using lanewise::any_tensor_view;
using lanewise::const_any_from_directml;
using lanewise::const_any_view;
using lanewise::dtype;
using lanewise::extents;
using lanewise::from_directml;
using lanewise::index_t;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;
using lanewise::try_from_directml;
using lanewise::directml::feature_level;
using lanewise::directml::operator_type;
using lanewise::directml::supports;

static_assert(lanewise::directml::buffer_desc<DML_BUFFER_TENSOR_DESC> &&
              lanewise::directml::buffer_desc<lanewise::directml::buffer_tensor_desc>);
static_assert(sizeof(DML_BUFFER_TENSOR_DESC) == sizeof(lanewise::directml::buffer_tensor_desc));
static_assert(offsetof(DML_BUFFER_TENSOR_DESC, Sizes) == offsetof(lanewise::directml::buffer_tensor_desc, Sizes));
static_assert(offsetof(DML_BUFFER_TENSOR_DESC, GuaranteedBaseOffsetAlignment) ==
              offsetof(lanewise::directml::buffer_tensor_desc, GuaranteedBaseOffsetAlignment));
static_assert(lanewise::directml::difference_desc<DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC>);
static_assert(lanewise::directml::pow_desc<DML_ELEMENT_WISE_POW_OPERATOR_DESC> &&
              !lanewise::directml::constant_pow_desc<DML_ELEMENT_WISE_POW_OPERATOR_DESC>);
static_assert(lanewise::directml::constant_pow_desc<DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC> &&
              !lanewise::directml::pow_desc<DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC>);
static_assert(!lanewise::directml::difference_desc<const_any_view> &&
              !lanewise::directml::any_pow_desc<any_tensor_view>);

/// float32 (2, 3), packed, over 12 elements 0, 1, 2, ...
struct example {
    example() {
        for (int i = 0; i < 12; ++i) data[i] = static_cast<float>(i);
        desc = {DML_TENSOR_DATA_TYPE_FLOAT32, DML_TENSOR_FLAG_NONE, 2, sizes, nullptr, 24, 0};
    }

    alignas(64) float data[12];
    UINT sizes[9] = {2, 3, 1, 1, 1, 1, 1, 1, 1};
    UINT strides[9] = {3, 1, 0, 0, 0, 0, 0, 0, 0};
    DML_BUFFER_TENSOR_DESC desc = {};
};

TEST(DirectmlView, NullStridesArePacked) {
    example e;
    const tensor_view<float> v = from_directml<float>(e.desc, e.data);
    EXPECT_EQ(v.data(), e.data);
    EXPECT_EQ(v.extents(), (extents{2, 3}));
    EXPECT_EQ(v.strides(), (strides{3, 1}));
    EXPECT_EQ(v(1, 2), 5.0f);
    const void* const fixed = e.data;
    EXPECT_EQ(from_directml<const float>(e.desc, fixed)(1, 0), 3.0f);
    EXPECT_EQ(const_any_from_directml(e.desc, fixed).type, dtype::float32);
    EXPECT_EQ(any_from_directml(e.desc, e.data).data, e.data);
}

TEST(DirectmlView, StridesCountElementsAndZeroBroadcasts) {
    example e;
    e.desc.Strides = e.strides;
    e.strides[0] = 0;
    e.strides[1] = 5;
    e.desc.TotalTensorSizeInBytes = 44;
    const auto v = from_directml<float>(e.desc, e.data);
    EXPECT_EQ(v.strides(), (strides{0, 5}));
    EXPECT_EQ(v(1, 2), 10.0f);
}

TEST(DirectmlView, OneToEightDimensions) {
    example e;
    for (UINT count : {1u, 8u}) {
        e.desc.DimensionCount = count;
        EXPECT_EQ(any_from_directml(e.desc, e.data).extents.rank(), static_cast<int>(count));
    }
    e.desc.DimensionCount = 0;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::rank_out_of_range,
                   "directml: DimensionCount is 0, less than 1");
    e.desc.DimensionCount = 9;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::rank_out_of_range,
                   "directml: DimensionCount is 9, more than 8");
    e.desc.DimensionCount = 0xffffffff;
    EXPECT_EQ(refusal([&] { any_from_directml(e.desc, e.data); }).code(), status_code::rank_out_of_range);
}

TEST(DirectmlView, EveryDataTypeIsADtypeOrRefused) {
    constexpr dtype expected[] = {dtype::float32, dtype::float16, dtype::uint32, dtype::uint16,
                                  dtype::uint8,   dtype::int32,   dtype::int16,  dtype::int8,
                                  dtype::float64, dtype::uint64,  dtype::int64};
    example e;
    e.desc.DimensionCount = 1;
    for (int type = 0; type <= 15; ++type) {
        e.desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(type);
        const_any_view v;
        const status s = try_from_directml(e.desc, e.data, v);
        if (type >= 1 && type <= 11) {
            EXPECT_TRUE(s) << s.message();
            EXPECT_EQ(v.type, expected[type - 1]);
        } else {
            EXPECT_EQ(s.code(), status_code::unsupported_dtype) << type;
        }
    }
    e.desc.DataType = DML_TENSOR_DATA_TYPE_UINT4;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::unsupported_dtype,
                   "directml: DataType is 12, none of DML_TENSOR_DATA_TYPE_FLOAT32 = 1 to ..._INT64 = 11");
    e.desc.DataType = DML_TENSOR_DATA_TYPE_INT32;
    EXPECT_REFUSED(from_directml<float>(e.desc, e.data), status_code::unsupported_dtype,
                   "directml: the tensor has dtype int32, not the view's float32");
}

TEST(DirectmlView, ASizeOfZeroIsInvalid) {
    example e;
    e.sizes[1] = 0;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::unsupported_tensor,
                   "directml: axis 1: Sizes is 0, less than 1");
    e.desc.Sizes = nullptr;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::null_data,
                   "directml: Sizes is null, but DimensionCount is 2");
}

/// DMLCalcBufferTensorSize by its formula, in 128 bits: the index of the last element by brute arithmetic.
UINT64 smallest_size(index_t element_bytes, UINT count, const UINT* sizes, const UINT* steps) {
    unsigned __int128 last = 0;
    if (steps == nullptr) {
        last = 1;
        for (UINT i = 0; i < count; ++i) last *= sizes[i];
        last -= 1;
    } else {
        for (UINT i = 0; i < count; ++i) last += static_cast<unsigned __int128>(sizes[i] - 1) * steps[i];
    }
    return static_cast<UINT64>(((last + 1) * static_cast<unsigned __int128>(element_bytes) + 3) &
                               ~static_cast<unsigned __int128>(3));
}

TEST(DirectmlView, TheTotalSizeIsAtLeastWhatIsImplied) {
    example e;
    e.desc.TotalTensorSizeInBytes = 23;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::buffer_too_small,
                   "directml: TotalTensorSizeInBytes is 23, less than the needed 24");
    // Three elements of two bytes: rounded up to a multiple of four.
    e.desc.DataType = DML_TENSOR_DATA_TYPE_FLOAT16;
    e.sizes[0] = 1;
    e.desc.TotalTensorSizeInBytes = 6;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::buffer_too_small,
                   "directml: TotalTensorSizeInBytes is 6, less than the needed 8");
    e.desc.TotalTensorSizeInBytes = 8;
    EXPECT_EQ(from_directml<lanewise::float16>(e.desc, e.data).size(), 3);
    e.desc.TotalTensorSizeInBytes = ~UINT64{0};
    EXPECT_EQ(any_from_directml(e.desc, e.data).extents.size(), 3);
}

TEST(DirectmlView, TheSmallestTotalSizeIsDirectmls) {
    std::uint64_t state = 7;
    const auto random = [&state](UINT below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<UINT>((state >> 33) % below);
    };
    for (int round = 0; round < 5000; ++round) {
        example e;
        e.desc.DataType = static_cast<DML_TENSOR_DATA_TYPE>(1 + random(11));
        e.desc.DimensionCount = 1 + random(8);
        for (UINT i = 0; i < e.desc.DimensionCount; ++i) {
            e.sizes[i] = 1 + random(round % 3 == 0 ? 70 : 5);
            e.strides[i] = random(round % 5 == 0 ? 0xffffffff : 9);
        }
        if (random(2) == 0) e.desc.Strides = e.strides;
        const_any_view v;
        e.desc.TotalTensorSizeInBytes = ~UINT64{0};
        ASSERT_TRUE(try_from_directml(e.desc, e.data, v));
        const UINT64 smallest =
            smallest_size(lanewise::size_bytes(v.type), e.desc.DimensionCount, e.sizes, e.desc.Strides);
        e.desc.TotalTensorSizeInBytes = smallest;
        ASSERT_TRUE(try_from_directml(e.desc, e.data, v));
        e.desc.TotalTensorSizeInBytes = smallest - 1;
        const status s = try_from_directml(e.desc, e.data, v);
        ASSERT_EQ(s.code(), status_code::buffer_too_small);
        ASSERT_EQ(static_cast<UINT64>(s.second()), smallest);
    }
}

TEST(DirectmlView, SizesBeyond63BitsAreRefused) {
    example e;
    e.desc.TotalTensorSizeInBytes = ~UINT64{0};
    e.sizes[0] = e.sizes[1] = 0xffffffff;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::size_overflow,
                   "directml: the number of elements does not fit in 63 bits");
    e.sizes[0] = 0x7fffffff;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::size_overflow,
                   "directml: the number of bytes does not fit in 63 bits");
    e.sizes[0] = e.sizes[1] = 0x80000000; // 2^64 bytes, which are 0 in 64 bits
    EXPECT_EQ(refusal([&] { any_from_directml(e.desc, e.data); }).code(), status_code::size_overflow);
    e.desc.Strides = e.strides;
    e.strides[0] = e.strides[1] = 0xffffffff;
    EXPECT_EQ(refusal([&] { any_from_directml(e.desc, e.data); }).code(), status_code::size_overflow);
}

// DirectML counts in unsigned integers; descriptions of one's own might not.
TEST(DirectmlView, NothingLiesBeforeTheFirstElement) {
    struct {
        int DataType = DML_TENSOR_DATA_TYPE_FLOAT32;
        int Flags = 0;
        unsigned DimensionCount = 2;
        const std::int32_t* Sizes = nullptr;
        const std::int32_t* Strides = nullptr;
        std::uint64_t TotalTensorSizeInBytes = 1000;
        unsigned GuaranteedBaseOffsetAlignment = 0;
    } desc;
    float data[6] = {};
    std::int32_t sizes[] = {2, 3};
    std::int32_t strides[] = {3, -1};
    desc.Sizes = sizes;
    desc.Strides = strides;
    EXPECT_REFUSED(any_from_directml(desc, data), status_code::unsupported_tensor,
                   "directml: axis 1: Strides is -1, less than 0");
    strides[1] = 1;
    EXPECT_EQ(any_from_directml(desc, data).strides, (lanewise::strides{3, 1}));
    sizes[0] = -4;
    EXPECT_REFUSED(any_from_directml(desc, data), status_code::unsupported_tensor,
                   "directml: axis 0: Sizes is -4, less than 1");
}

TEST(DirectmlView, TheGuaranteedAlignmentIsAPowerOfTwoThatHolds) {
    example e;
    for (UINT alignment : {0u, 4u, 8u, 64u}) {
        e.desc.GuaranteedBaseOffsetAlignment = alignment;
        EXPECT_EQ(from_directml<float>(e.desc, e.data).data(), e.data) << alignment;
    }
    for (UINT alignment : {1u, 2u, 3u, 12u, 0x80000001u}) {
        e.desc.GuaranteedBaseOffsetAlignment = alignment;
        EXPECT_EQ(refusal([&] { any_from_directml(e.desc, e.data); }).code(), status_code::unsupported_tensor)
            << alignment;
    }
    e.desc.GuaranteedBaseOffsetAlignment = 12;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data), status_code::unsupported_tensor,
                   "directml: GuaranteedBaseOffsetAlignment is 12, neither 0 nor a power of two of at least 4");
    e.desc.GuaranteedBaseOffsetAlignment = 16;
    EXPECT_REFUSED(any_from_directml(e.desc, e.data + 1), status_code::misaligned_data,
                   "directml: data lies 4 bytes past a multiple of 16, the guaranteed alignment");
    e.desc.GuaranteedBaseOffsetAlignment = 0;
    EXPECT_EQ(from_directml<float>(e.desc, e.data + 1)(0, 0), 1.0f);
    EXPECT_EQ(refusal([&] { any_from_directml(e.desc, reinterpret_cast<char*>(e.data) + 2); }).code(),
              status_code::misaligned_data);
    EXPECT_REFUSED(any_from_directml(e.desc, nullptr), status_code::null_data,
                   "directml: the tensor has 6 elements, but its data is null");
}

TEST(DirectmlView, ARefusedResultIsLeftAlone) {
    example e;
    e.desc.TotalTensorSizeInBytes = 4;
    tensor_view<float> result(e.data + 3, extents{});
    EXPECT_FALSE(try_from_directml(e.desc, e.data, result));
    EXPECT_EQ(result.data(), e.data + 3);
    e.desc.TotalTensorSizeInBytes = 24;
    EXPECT_TRUE(try_from_directml(e.desc, e.data, result));
    lanewise::subtract(result, 1, result);
    EXPECT_EQ(e.data[5], 4.0f);
}

// The documents' rows: operator, feature level and above, supported dimension counts, supported data types of each of
// the three tensors. DIFFERENCE_SQUARE has one table, and was introduced in 3.1.
constexpr const char* documented = R"(
SUBTRACT 5_1 1 8 FLOAT32 FLOAT16 INT64 INT32 INT16 INT8 UINT64 UINT32 UINT16 UINT8
SUBTRACT 4_1 1 8 FLOAT32 FLOAT16 INT64 INT32 UINT64 UINT32
SUBTRACT 3_0 1 8 FLOAT32 FLOAT16 INT32 UINT32
SUBTRACT 2_1 4 4 FLOAT32 FLOAT16 INT32 UINT32
SUBTRACT 1_0 4 4 FLOAT32 FLOAT16
POW 3_0 1 8 FLOAT32 FLOAT16 INT32 INT16 INT8 UINT32 UINT16 UINT8
POW 1_0 4 4 FLOAT32 FLOAT16
DIFFERENCE_SQUARE 3_1 1 8 FLOAT32 FLOAT16 INT32 UINT32
)";

struct documented_row {
    std::string op;
    int level = 0;
    index_t fewest = 0;
    index_t most = 0;
    std::vector<std::string> types;
};

std::vector<documented_row> documented_rows() {
    std::vector<documented_row> rows;
    std::istringstream lines(documented);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        documented_row row;
        std::string level;
        if (!(words >> row.op >> level >> row.fewest >> row.most)) continue;
        row.level = (level[0] - '0') * 0x1000 + (level[2] - '0') * 0x100;
        for (std::string type; words >> type;) row.types.push_back(type);
        rows.push_back(row);
    }
    return rows;
}

/// "FLOAT32" for float32.
std::string capitals(dtype type) {
    std::string result = lanewise::name(type);
    for (char& c : result) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return result;
}

TEST(DirectmlSupport, IsWhatTheDocumentsSayRowByRow) {
    const std::vector<documented_row> rows = documented_rows();
    ASSERT_EQ(rows.size(), 8u);
    const std::pair<std::string, operator_type> operators[] = {{"SUBTRACT", operator_type::subtract},
                                                               {"POW", operator_type::pow},
                                                               {"DIFFERENCE_SQUARE", operator_type::difference_square}};
    int supported = 0;
    for (const auto& [name, op] : operators) {
        for (const int level : {0, 0x0fff, 0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000, 0x4100, 0x5000, 0x5100,
                                0x5200, 0x6000, 0x6400}) {
            // The row of the highest level that the given one reaches.
            const documented_row* row = nullptr;
            for (const documented_row& r : rows) {
                if (r.op == name && r.level <= level && (row == nullptr || r.level > row->level)) row = &r;
            }
            for (index_t count = -1; count <= 10; ++count) {
                for (int i = 0; i < 12 * 12 * 12; ++i) {
                    const auto a = static_cast<dtype>(i / 144);
                    const auto b = static_cast<dtype>(i / 12 % 12);
                    const auto out = static_cast<dtype>(i % 12);
                    bool expected = row != nullptr && count >= row->fewest && count <= row->most;
                    for (const dtype type : {a, b, out}) {
                        expected = expected &&
                                   std::find(row->types.begin(), row->types.end(), capitals(type)) != row->types.end();
                    }
                    // Tensor constraints: the same DataType; pow's ExponentTensor may differ from 3.0 on.
                    expected = expected && a == out && (b == out || (op == operator_type::pow && level >= 0x3000));
                    supported += expected;
                    ASSERT_EQ(supports(op, level, a, b, out, count), expected)
                        << name << " " << std::hex << level << " " << count << " " << capitals(a) << " " << capitals(b)
                        << " " << capitals(out);
                    if (a == b && b == out) {
                        ASSERT_EQ(supports(op, level, a, count), expected);
                    }
                }
            }
        }
    }
    EXPECT_GT(supported, 1000);
}

TEST(DirectmlSupport, TakesDirectmlsOwnValues) {
    static_assert(supports(operator_type::pow, DML_FEATURE_LEVEL_3_0, DML_TENSOR_DATA_TYPE_INT8, 5));
    static_assert(supports(operator_type::pow, DML_FEATURE_LEVEL_6_4, DML_TENSOR_DATA_TYPE_FLOAT32,
                           DML_TENSOR_DATA_TYPE_INT8, DML_TENSOR_DATA_TYPE_FLOAT32, 8));
    static_assert(!supports(operator_type::pow, DML_FEATURE_LEVEL_2_1, DML_TENSOR_DATA_TYPE_FLOAT32,
                            DML_TENSOR_DATA_TYPE_FLOAT16, DML_TENSOR_DATA_TYPE_FLOAT32, 4));
    static_assert(supports(operator_type::constant_pow, DML_FEATURE_LEVEL_3_0, DML_TENSOR_DATA_TYPE_FLOAT16, 5) &&
                  !supports(operator_type::constant_pow, DML_FEATURE_LEVEL_2_1, DML_TENSOR_DATA_TYPE_FLOAT16, 5) &&
                  supports(operator_type::constant_pow, DML_FEATURE_LEVEL_1_0, DML_TENSOR_DATA_TYPE_FLOAT32, 4) &&
                  !supports(operator_type::constant_pow, DML_FEATURE_LEVEL_6_4, DML_TENSOR_DATA_TYPE_INT32, 4));
    static_assert(supports(operator_type::subtract, feature_level::v4_1, dtype::int64, 1) &&
                  !supports(operator_type::subtract, feature_level::v3_1, dtype::int64, 1));
    static_assert(supports(operator_type::difference_square, 0x3100, 6, 4) &&
                  !supports(operator_type::difference_square, 0x3000, 6, 4));
    static_assert(!supports(operator_type::subtract, DML_FEATURE_LEVEL_6_4, DML_TENSOR_DATA_TYPE_UINT4, 4));
    static_assert(!supports(operator_type::subtract, DML_FEATURE_LEVEL_6_4, DML_TENSOR_DATA_TYPE_FLOAT64, 4));
    static_assert(!supports(operator_type::subtract, DML_FEATURE_LEVEL_6_4, DML_TENSOR_DATA_TYPE_UNKNOWN, 4));
    static_assert(!supports(operator_type::subtract, DML_FEATURE_LEVEL_6_4, dtype::bfloat16, 4) &&
                  !supports(operator_type::subtract, 0x6400, static_cast<dtype>(12), 4));
    SUCCEED();
}

} // namespace
} // namespace lanewise_test
