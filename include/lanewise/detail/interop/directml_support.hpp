#pragma once

/// DirectML's support tables, as its documents print them.

#include "directml_desc.hpp"

namespace lanewise::detail::inline LANEWISE_ISA {

constexpr unsigned directml_bit(dtype type) noexcept {
    return 1u << static_cast<int>(type);
}

inline constexpr unsigned directml_floats = directml_bit(dtype::float32) | directml_bit(dtype::float16);
inline constexpr unsigned directml_32 = directml_floats | directml_bit(dtype::int32) | directml_bit(dtype::uint32);
inline constexpr unsigned directml_64 = directml_32 | directml_bit(dtype::int64) | directml_bit(dtype::uint64);
inline constexpr unsigned directml_narrow =
    directml_bit(dtype::int16) | directml_bit(dtype::int8) | directml_bit(dtype::uint16) | directml_bit(dtype::uint8);

struct directml_row {
    directml::operator_type op;
    directml::feature_level level; // and above
    index_t fewest_dimensions;
    index_t most_dimensions;
    unsigned types; // of each of the three tensors
};

/// One table for each operator, its highest level first.
inline constexpr directml_row directml_rows[] = {
    {directml::operator_type::subtract, directml::feature_level::v5_1, 1, 8, directml_64 | directml_narrow},
    {directml::operator_type::subtract, directml::feature_level::v4_1, 1, 8, directml_64},
    {directml::operator_type::subtract, directml::feature_level::v3_0, 1, 8, directml_32},
    {directml::operator_type::subtract, directml::feature_level::v2_1, 4, 4, directml_32},
    {directml::operator_type::subtract, directml::feature_level::v1_0, 4, 4, directml_floats},
    {directml::operator_type::pow, directml::feature_level::v3_0, 1, 8, directml_32 | directml_narrow},
    {directml::operator_type::pow, directml::feature_level::v1_0, 4, 4, directml_floats},
    {directml::operator_type::constant_pow, directml::feature_level::v3_0, 1, 8, directml_floats},
    {directml::operator_type::constant_pow, directml::feature_level::v1_0, 4, 4, directml_floats},
    {directml::operator_type::difference_square, directml::feature_level::v3_1, 1, 8, directml_32},
};

constexpr bool directml_supports(directml::operator_type op, index_t level, dtype a, dtype b, dtype out,
                                 index_t dimension_count) noexcept {
    const bool exponent_is_free =
        op == directml::operator_type::pow && level >= number_of(directml::feature_level::v3_0);
    if (a != out || (b != out && !exponent_is_free)) return false;
    const unsigned types = directml_bit(b) | directml_bit(out);
    for (const directml_row& row : directml_rows) {
        if (row.op != op || level < number_of(row.level)) continue;
        return dimension_count >= row.fewest_dimensions && dimension_count <= row.most_dimensions &&
               (types & ~row.types) == 0;
    }
    return false;
}

} // namespace lanewise::detail::inline LANEWISE_ISA
