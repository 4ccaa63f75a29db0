#pragma once

/// The structs of DLPack, as dlpack.h has laid them out since 0.6 and 1.0.

#include <cstdint>

namespace lanewise_python {

struct dl_tensor {
    void* data;
    struct {
        std::int32_t device_type;
        std::int32_t device_id;
    } device;
    std::int32_t ndim;
    struct {
        std::uint8_t code;
        std::uint8_t bits;
        std::uint16_t lanes;
    } dtype;
    std::int64_t* shape;
    std::int64_t* strides;
    std::uint64_t byte_offset;
};

struct dl_managed {
    static constexpr const char* capsule = "dltensor";

    lanewise_python::dl_tensor dl_tensor;
    void* manager_ctx;
    void (*deleter)(dl_managed*);
};

struct dl_managed_versioned {
    static constexpr const char* capsule = "dltensor_versioned";
    static constexpr std::uint64_t is_copied = 2; // of the flags

    struct {
        std::uint32_t major;
        std::uint32_t minor;
    } version;
    void* manager_ctx;
    void (*deleter)(dl_managed_versioned*);
    std::uint64_t flags;
    lanewise_python::dl_tensor dl_tensor;
};

} // namespace lanewise_python
