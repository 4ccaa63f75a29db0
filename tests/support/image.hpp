#pragma once

/// The image files of the examples: reads binary PPM, writes PNG (stored, not compressed) and NumPy's .npy.

#include <lanewise/tensor.hpp>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

namespace image {

/// An 8-bit RGB picture: extents {height, width, 3}.
using picture = lanewise::tensor<std::uint8_t>;

/// Reads a binary 8-bit PPM ("P6") without comments. Throws std::runtime_error.
inline picture read_ppm(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string magic;
    lanewise::index_t width = 0;
    lanewise::index_t height = 0;
    int highest = 0;
    if (!(in >> magic >> width >> height >> highest) || magic != "P6" || width < 1 || height < 1 || highest != 255 ||
        in.get() == EOF) {
        throw std::runtime_error(path + " is not an 8-bit binary PPM");
    }
    picture result({height, width, 3});
    in.read(reinterpret_cast<char*>(result.data()), result.size());
    if (!in) throw std::runtime_error(path + " is cut short");
    return result;
}

inline void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream out(path, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) throw std::runtime_error(path + " cannot be written");
}

namespace detail {

inline std::string big_endian(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

/// Length, type, data and check sum: what a PNG file is made of.
inline std::string png_chunk(const std::string& type_and_data) {
    std::uint32_t crc = 0xffffffff;
    for (const char byte : type_and_data) {
        crc ^= static_cast<std::uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
    }
    return big_endian(static_cast<std::uint32_t>(type_and_data.size() - 4)) + type_and_data + big_endian(~crc);
}

/// A zlib stream of stored blocks.
inline std::string zlib_stored(const std::string& bytes) {
    std::string result = "\x78\x01";
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t size = std::min<std::size_t>(bytes.size() - at, 65535);
        const auto low = static_cast<std::uint8_t>(size & 255);
        const auto high = static_cast<std::uint8_t>(size >> 8);
        const std::uint8_t header[] = {at + size == bytes.size(), low, high, static_cast<std::uint8_t>(~low),
                                       static_cast<std::uint8_t>(~high)};
        result.append(reinterpret_cast<const char*>(header), sizeof header);
        result.append(bytes, at, size);
        at += size;
    }
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<std::uint8_t>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    return result + big_endian(b << 16 | a);
}

} // namespace detail

/// Writes a picture as PNG. Throws std::runtime_error.
inline void write_png(const std::string& path, const picture& p) {
    const auto row_bytes = static_cast<std::size_t>(3 * p.extent(1));
    std::string rows;
    for (lanewise::index_t y = 0; y < p.extent(0); ++y) {
        rows += '\0'; // no filter
        rows.append(reinterpret_cast<const char*>(&p(y, 0, 0)), row_bytes);
    }
    const std::string size = detail::big_endian(static_cast<std::uint32_t>(p.extent(1))) +
                             detail::big_endian(static_cast<std::uint32_t>(p.extent(0)));
    const std::string rgb_8_bit("\x08\x02\x00\x00\x00", 5);
    write_file(path, "\x89PNG\r\n\x1a\n" + detail::png_chunk("IHDR" + size + rgb_8_bit) +
                         detail::png_chunk("IDAT" + detail::zlib_stored(rows)) + detail::png_chunk("IEND"));
}

/// Writes a row-major float32 tensor so that numpy.load reads it. Throws std::runtime_error.
inline void write_npy(const std::string& path, const lanewise::tensor<float>& t) {
    std::string header = std::string("{'descr': '") + (std::endian::native == std::endian::little ? '<' : '>') +
                         "f4', 'fortran_order': False, 'shape': (";
    for (const lanewise::index_t extent : t.extents()) header += std::to_string(extent) + ',';
    header += "), }";
    header.resize(117, ' '); // 10 bytes before it and the line's end make 128, NumPy's alignment
    const std::string preamble("\x93NUMPY\x01\x00\x76\x00", 10);
    write_file(path, preamble + header + '\n' +
                         std::string(reinterpret_cast<const char*>(t.data()),
                                     static_cast<std::size_t>(t.size()) * sizeof(float)));
}

} // namespace image
