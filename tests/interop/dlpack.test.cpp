// DLPack tensors as views: every field that counts, and every refusal.

#include "support/refusal.hpp"

#include <lanewise/float16.hpp>
#include <lanewise/interop/dlpack.hpp>
#include <lanewise/subtract.hpp>

#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#endif

#include <limits>
#include <utility>
#include <vector>

namespace lanewise_test {
namespace {

using lanewise::any_from_dlpack;
using lanewise::any_tensor_view;
using lanewise::const_any_from_dlpack;
using lanewise::const_any_view;
using lanewise::dtype;
using lanewise::extents;
using lanewise::from_dlpack;
using lanewise::index_t;
using lanewise::status;
using lanewise::status_code;
using lanewise::strides;
using lanewise::tensor_view;
using lanewise::try_from_dlpack;

// The structs of dlpack.h 1.x, written down here so that the tests need no package.
namespace dl {

enum device_code : std::int32_t { cpu = 1, cuda = 2, cuda_host = 3 };
struct device {
    device_code device_type;
    std::int32_t device_id;
};
struct data_type {
    std::uint8_t code;
    std::uint8_t bits;
    std::uint16_t lanes;
};
struct tensor {
    void* data;
    dl::device device;
    std::int32_t ndim;
    data_type dtype;
    std::int64_t* shape;
    std::int64_t* strides;
    std::uint64_t byte_offset;
};
struct managed {
    tensor dl_tensor;
    void* manager_ctx;
    void (*deleter)(managed*);
};
struct versioned {
    struct {
        std::uint32_t major;
        std::uint32_t minor;
    } version;
    void* manager_ctx;
    void (*deleter)(versioned*);
    std::uint64_t flags;
    tensor dl_tensor;
};

} // namespace dl

static_assert(sizeof(dl::tensor) == 48 && offsetof(dl::tensor, strides) == 32 &&
              offsetof(dl::tensor, byte_offset) == 40);
static_assert(lanewise::dlpack_tensor<dl::tensor> && !lanewise::dlpack_managed<dl::tensor>);
static_assert(lanewise::dlpack_managed<dl::managed> && !lanewise::dlpack_versioned<dl::managed>);
static_assert(lanewise::dlpack_versioned<dl::versioned>);
static_assert(!lanewise::dlpack_object<tensor_view<float>> && !lanewise::dlpack_object<any_tensor_view> &&
              !lanewise::dlpack_object<int>);
static_assert(lanewise::any_viewable<const dl::tensor&> && lanewise::any_viewable<dl::versioned, any_tensor_view>);

/// float32 on the CPU, shape (2, 3), row-major, over a buffer of 12 elements 0, 1, 2, ...
struct example {
    example() {
        for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i);
        tensor = {data.data(), {dl::cpu, 0}, 2, {2, 32, 1}, shape, nullptr, 0};
    }

    dl::managed managed() const { return {tensor, nullptr, nullptr}; }
    dl::versioned versioned(std::uint64_t flags, std::uint32_t major = 1) const {
        return {{major, 1}, nullptr, nullptr, flags, tensor};
    }

    std::vector<float> data = std::vector<float>(12);
    std::int64_t shape[9] = {2, 3, 1, 1, 1, 1, 1, 1, 1};
    std::int64_t steps[9] = {3, 1, 1, 1, 1, 1, 1, 1, 1};
    dl::tensor tensor = {};
};

TEST(Dlpack, NullStridesAreRowMajor) {
    example e;
    const tensor_view<float> v = from_dlpack<float>(e.tensor);
    EXPECT_EQ(v.data(), e.data.data());
    EXPECT_EQ(v.extents(), (extents{2, 3}));
    EXPECT_EQ(v.strides(), (strides{3, 1}));
    EXPECT_EQ(v(1, 2), 5.0f);
    v(1, 2) = 7;
    EXPECT_EQ(e.data[5], 7.0f);
}

TEST(Dlpack, StridesCountElementsAndHaveAnySign) {
    example e;
    std::int64_t backwards[2] = {-4, -1};
    e.tensor.strides = backwards;
    e.tensor.byte_offset = 7 * sizeof(float);
    const auto v = from_dlpack<const float>(e.tensor);
    EXPECT_EQ(v.strides(), (strides{-4, -1}));
    EXPECT_EQ(v(0, 0), 7.0f);
    EXPECT_EQ(v(1, 2), 1.0f);
}

TEST(Dlpack, ByteOffsetIsAlwaysAdded) {
    example e;
    e.tensor.byte_offset = 4;
    EXPECT_EQ(from_dlpack<float>(e.tensor)(0, 0), 1.0f);
    EXPECT_EQ(any_from_dlpack(e.managed()).data, &e.data[1]);
    EXPECT_EQ(const_any_from_dlpack(e.versioned(1)).data, &e.data[1]);
}

TEST(Dlpack, StridesOfAxesOfExtentOneMeanNothing) {
    example e;
    std::int64_t shape[3] = {1, 3, 1};
    std::int64_t steps[3] = {std::numeric_limits<std::int64_t>::min(), 1, std::numeric_limits<std::int64_t>::max()};
    e.tensor.ndim = 3;
    e.tensor.shape = shape;
    e.tensor.strides = steps;
    const auto v = from_dlpack<float>(e.tensor);
    std::vector<float> result(3);
    lanewise::subtract(v, 1.0f, tensor_view<float>(result, {1, 3, 1}));
    EXPECT_EQ(result, (std::vector<float>{-1, 0, 1}));
}

TEST(Dlpack, RankZeroIsOneElementAndNeedsNoShape) {
    example e;
    e.tensor.ndim = 0;
    e.tensor.shape = nullptr;
    const auto v = any_from_dlpack(e.tensor);
    EXPECT_EQ(v.extents.rank(), 0);
    EXPECT_EQ(v.extents.size(), 1);
}

TEST(Dlpack, EightAxesAreTheMost) {
    example e;
    e.tensor.ndim = 8;
    e.tensor.strides = e.steps;
    EXPECT_EQ(any_from_dlpack(e.tensor).extents, (extents{2, 3, 1, 1, 1, 1, 1, 1}));
    e.tensor.ndim = 9;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::rank_out_of_range, "dlpack: ndim is 9, more than 8");
    e.tensor.ndim = -1;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::rank_out_of_range, "dlpack: ndim is -1, less than 0");
}

TEST(Dlpack, EveryCodeAndWidthIsADtypeOrRefused) {
    example e;
    int accepted = 0;
    for (int code = 0; code < 256; ++code) {
        for (int bits = 0; bits < 256; ++bits) {
            e.tensor.dtype = {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1};
            const_any_view v;
            const status s = try_from_dlpack(e.tensor, v);
            accepted += static_cast<bool>(s);
            if (!s) {
                ASSERT_EQ(s.code(), status_code::unsupported_dtype) << code << " " << bits;
                continue;
            }
            ASSERT_EQ(lanewise::size_bytes(v.type) * 8, bits);
            const int kind = v.type == dtype::bfloat16          ? 4
                             : lanewise::is_floating(v.type)    ? 2
                             : lanewise::name(v.type)[0] == 'u' ? 1
                                                                : 0;
            ASSERT_EQ(kind, code);
        }
    }
    EXPECT_EQ(accepted, 12);
    e.tensor.dtype = {5, 64, 1};
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::unsupported_dtype,
                   "dlpack: dtype.bits is 64, which makes none of the twelve dtypes with dtype.code 5");
    e.tensor.dtype = {2, 32, 4};
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::unsupported_dtype, "dlpack: dtype.lanes is 4, not 1");
    e.tensor.dtype.lanes = 0;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::unsupported_dtype, "dlpack: dtype.lanes is 0, not 1");
}

TEST(Dlpack, ATypedViewHasExactlyThatDtype) {
    example e;
    EXPECT_REFUSED(from_dlpack<double>(e.tensor), status_code::unsupported_dtype,
                   "dlpack: the tensor has dtype float32, not the view's float64");
    e.tensor.dtype = {0, 64, 1};
    EXPECT_EQ(from_dlpack<long>(e.tensor).extents(), (extents{2, 3}));
    EXPECT_EQ(from_dlpack<const long long>(e.tensor).extents(), (extents{2, 3}));
    e.tensor.dtype = {4, 16, 1};
    EXPECT_EQ(from_dlpack<lanewise::bfloat16>(e.tensor).extents(), (extents{2, 3}));
    EXPECT_EQ(refusal([&] { from_dlpack<lanewise::float16>(e.tensor); }).code(), status_code::unsupported_dtype);
}

TEST(Dlpack, OnlyTheCpusMemoryIsViewed) {
    example e;
    e.tensor.device.device_type = dl::cuda;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::unsupported_tensor,
                   "dlpack: device_type is 2, not the CPU's 1");
    e.tensor.device.device_type = dl::cuda_host;
    EXPECT_REFUSED(from_dlpack<const float>(e.tensor), status_code::unsupported_tensor,
                   "dlpack: device_type is 3, not the CPU's 1");
}

TEST(Dlpack, AReadOnlyTensorIsOnlyRead) {
    example e;
    const dl::versioned read_only = e.versioned(3);
    EXPECT_EQ(from_dlpack<const float>(read_only).data(), e.data.data());
    EXPECT_EQ(const_any_from_dlpack(read_only).data, e.data.data());
    EXPECT_REFUSED(from_dlpack<float>(read_only), status_code::unsupported_tensor,
                   "dlpack: flags is 3, which includes READ_ONLY: it can only be viewed as const");
    EXPECT_REFUSED(any_from_dlpack(read_only), status_code::unsupported_tensor,
                   "dlpack: flags is 3, which includes READ_ONLY: it can only be viewed as const");
    const dl::versioned copied = e.versioned(2);
    EXPECT_EQ(from_dlpack<float>(copied).data(), e.data.data());
    EXPECT_EQ(any_from_dlpack(copied).data, e.data.data());
}

TEST(Dlpack, AnotherMajorVersionIsNotLookedInto) {
    example e;
    e.tensor.shape = nullptr;
    EXPECT_REFUSED(const_any_from_dlpack(e.versioned(0, 2)), status_code::unsupported_tensor,
                   "dlpack: version.major is 2, not 1");
    EXPECT_REFUSED(const_any_from_dlpack(e.versioned(0, 0)), status_code::unsupported_tensor,
                   "dlpack: version.major is 0, not 1");
}

TEST(Dlpack, NullDataIsForEmptyTensorsOnly) {
    example e;
    e.tensor.data = nullptr;
    e.tensor.byte_offset = 64;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::null_data,
                   "dlpack: the tensor has 6 elements, but its data is null");
    e.shape[0] = 0;
    EXPECT_EQ(from_dlpack<float>(e.tensor).size(), 0);
    EXPECT_EQ(any_from_dlpack(e.tensor).data, nullptr);
    e.shape[0] = 2;
    e.tensor.shape = nullptr;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::null_data, "dlpack: shape is null, but ndim is 2");
    e.tensor.ndim = 0;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::null_data,
                   "dlpack: the tensor has 1 element, but its data is null");
}

TEST(Dlpack, NumbersThatDoNotFitAreRefused) {
    example e;
    e.shape[1] = -3;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::negative_extent, "dlpack: axis 1: extent -3 is negative");
    e.shape[1] = std::numeric_limits<std::int64_t>::max();
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::size_overflow,
                   "dlpack: the number of elements does not fit in 63 bits");
    e.shape[0] = 0;
    EXPECT_EQ(any_from_dlpack(e.tensor).extents.size(), 0);
    e.shape[0] = 2;
    e.shape[1] = 3;
    e.tensor.byte_offset = std::uint64_t{1} << 63;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::size_overflow,
                   "dlpack: byte_offset does not fit in 63 bits");
    void* const data = std::exchange(e.tensor.data, nullptr);
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::size_overflow,
                   "dlpack: byte_offset does not fit in 63 bits");
    e.tensor.data = data;
    e.tensor.byte_offset = 2;
    EXPECT_REFUSED(any_from_dlpack(e.tensor), status_code::misaligned_data,
                   "dlpack: data lies 2 bytes past a multiple of 4, the alignment of float32");
    e.shape[0] = 0;
    EXPECT_TRUE(any_from_dlpack(e.tensor).data != nullptr); // an empty tensor may point anywhere
}

TEST(Dlpack, ARefusedResultIsLeftAlone) {
    example e;
    float other = 0;
    tensor_view<float> result(&other, extents{});
    e.tensor.dtype.lanes = 2;
    EXPECT_EQ(try_from_dlpack(e.tensor, result).code(), status_code::unsupported_dtype);
    EXPECT_EQ(result.data(), &other);
    any_tensor_view any{dtype::float32, &other, {}, {}};
    EXPECT_FALSE(try_from_dlpack(e.tensor, any));
    EXPECT_EQ(any.data, &other);
    e.tensor.dtype.lanes = 1;
    EXPECT_TRUE(try_from_dlpack(e.tensor, result));
    EXPECT_EQ(result.data(), e.data.data());
}

TEST(Dlpack, TheAdapterSaysTheSame) {
    example e;
    const_any_view read;
    any_tensor_view written;
    const dl::versioned read_only = e.versioned(1);
    using adapter = lanewise::any_view_adapter<dl::versioned>;
    EXPECT_TRUE(adapter::try_view(read_only, read));
    EXPECT_EQ(read.data, e.data.data());
    EXPECT_EQ(adapter::try_view(read_only, written).code(), status_code::unsupported_tensor);
}

#if __has_include(<dlpack/dlpack.h>)

TEST(DlpackHeader, ItsStructsAreViewed) {
    std::int32_t data[6] = {0, 1, 2, 3, 4, 5};
    std::int64_t shape[2] = {3, 2};
    std::int64_t steps[2] = {1, 3};
    DLManagedTensor managed = {};
    managed.dl_tensor.data = data;
    managed.dl_tensor.device = {kDLCPU, 0};
    managed.dl_tensor.ndim = 2;
    managed.dl_tensor.dtype = {kDLInt, 32, 1};
    managed.dl_tensor.shape = shape;
    managed.dl_tensor.strides = steps;
    EXPECT_EQ(from_dlpack<std::int32_t>(managed)(2, 1), 5);
    EXPECT_EQ(from_dlpack<const std::int32_t>(managed.dl_tensor)(1, 1), 4);
    EXPECT_EQ(any_from_dlpack(managed).type, dtype::int32);
    managed.dl_tensor.device.device_type = kDLCUDA;
    EXPECT_EQ(refusal([&] { any_from_dlpack(managed); }).code(), status_code::unsupported_tensor);
}

#if defined(DLPACK_FLAG_BITMASK_READ_ONLY)

TEST(DlpackHeader, ItsVersionedStructIsViewed) {
    float value = 1;
    DLManagedTensorVersioned managed = {};
    managed.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
    managed.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
    managed.dl_tensor.data = &value;
    managed.dl_tensor.device = {kDLCPU, 0};
    managed.dl_tensor.dtype = {kDLFloat, 32, 1};
    EXPECT_EQ(from_dlpack<const float>(managed)(), 1.0f);
    EXPECT_EQ(refusal([&] { from_dlpack<float>(managed); }).code(), status_code::unsupported_tensor);
}

#endif
#endif

} // namespace
} // namespace lanewise_test
