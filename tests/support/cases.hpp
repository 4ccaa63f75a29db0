#pragma once

/// Reads the cases of other systems in tests/data/cases; the format is described in the README there.
///
/// A file that cannot be understood to the last word ends the test program: a case that is skipped in silence is worse
/// than none.

#include <lanewise/tensor.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace cases {

struct operand {
    lanewise::dtype type = lanewise::dtype::float32;
    lanewise::extents shape;
    std::vector<std::uint64_t> bits; // row-major, one element each
};

struct record {
    std::string name;
    std::string op;             // sub, pow, sqdiff
    std::int64_t tolerance = 0; // in ULP; 0: exact
    operand a, b, expected;
};

/// For GoogleTest, which would print the bytes.
inline void PrintTo(const record& r, std::ostream* out) {
    *out << r.op << ' ' << lanewise::name(r.a.type) << ", " << lanewise::name(r.b.type) << " -> "
         << lanewise::name(r.expected.type);
}

/// A row of openvino_broadcast_shapes.txt.
struct shape_record {
    std::string name;
    std::string mode; // numpy, none, pdpd
    lanewise::index_t axis = 0;
    lanewise::extents a, b, expected;
    bool fails = false;
};

inline void PrintTo(const shape_record& r, std::ostream* out) {
    *out << r.name;
}

namespace detail {

[[noreturn]] inline void give_up(const std::string& file, int line, const std::string& what) {
    std::fprintf(stderr, "%s:%d: %s\n", file.c_str(), line, what.c_str());
    std::exit(EXIT_FAILURE);
}

/// Calls f(line, number) for every line of a file that is neither empty nor a comment.
template <class F>
void for_each_line(const std::string& file, F f) {
    const std::string path = std::string(LANEWISE_TEST_DATA "/cases/") + file;
    std::ifstream in(path);
    if (!in) give_up(path, 0, "cannot be opened");
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (!line.empty() && line[0] != '#') f(line, number);
    }
}

inline bool parse_dtype(const std::string& word, lanewise::dtype& type) {
    static constexpr const char* names[] = {"f16", "bf16", "f32", "f64", "i8",  "i16",
                                            "i32", "i64",  "u8",  "u16", "u32", "u64"};
    for (int i = 0; i < lanewise::dtype_count; ++i) {
        if (word == names[i]) {
            type = static_cast<lanewise::dtype>(i);
            return true;
        }
    }
    return false;
}

/// `DTYPE RANK D0 .. Dn : HEX HEX ...`
inline bool parse_operand(std::istream& in, operand& result) {
    std::string word;
    int rank = -1;
    if (!(in >> word >> rank) || !parse_dtype(word, result.type) || rank < 0 || rank > lanewise::max_rank) return false;
    std::vector<lanewise::index_t> shape(static_cast<std::size_t>(rank));
    for (auto& extent : shape) {
        if (!(in >> extent)) return false;
    }
    result.shape = lanewise::extents(shape);
    if (!(in >> word) || word != ":") return false;
    const auto digits = static_cast<std::size_t>(2 * lanewise::size_bytes(result.type));
    while (in >> word) {
        if (word.size() != digits || word.find_first_not_of("0123456789abcdef") != std::string::npos) return false;
        result.bits.push_back(std::stoull(word, nullptr, 16));
    }
    return result.bits.size() == static_cast<std::size_t>(result.shape.size());
}

inline bool parse_shape(const std::string& text, lanewise::extents& result) {
    std::istringstream in(text);
    std::vector<lanewise::index_t> shape;
    for (lanewise::index_t extent = 0; in >> extent;) shape.push_back(extent);
    if (!in.eof()) return false;
    result = lanewise::extents(shape);
    return true;
}

} // namespace detail

/// The records of a file.
inline std::vector<record> read(const std::string& file) {
    std::vector<record> result;
    record current;
    std::string missing; // the keys that the current record still lacks
    detail::for_each_line(file, [&](const std::string& line, int number) {
        std::istringstream in(line);
        std::string key;
        std::string word;
        in >> key;
        bool understood = true;
        if (key == "case") {
            understood = missing.empty() && static_cast<bool>(in >> word);
            current = {};
            current.name = word;
            missing = "op bcast tol a b o ";
        } else if (key == "end") {
            understood = missing.empty() && !current.name.empty();
            result.push_back(current);
            current = {};
        } else {
            const std::size_t at = missing.find(key + ' ');
            understood = at != std::string::npos;
            if (understood) missing.erase(at, key.size() + 1);
            if (key == "op")
                understood = understood && in >> current.op &&
                             (current.op == "sub" || current.op == "pow" || current.op == "sqdiff");
            if (key == "bcast") understood = understood && in >> word && word == "numpy";
            if (key == "tol")
                understood =
                    understood && in >> word && (word == "exact" || (word == "ulp" && in >> current.tolerance));
            if (key == "a") understood = understood && detail::parse_operand(in, current.a);
            if (key == "b") understood = understood && detail::parse_operand(in, current.b);
            if (key == "o") understood = understood && detail::parse_operand(in, current.expected);
        }
        if (!understood) detail::give_up(file, number, "not understood: " + line.substr(0, 80));
    });
    if (!missing.empty() || !current.name.empty()) detail::give_up(file, 0, "ends inside a case");
    return result;
}

/// Rows `x y expected` of float32 bits: each a case of two rank 0 tensors, named after x and y.
inline std::vector<record> read_coremath(const std::string& file) {
    std::vector<record> result;
    detail::for_each_line(file, [&](const std::string& line, int number) {
        std::istringstream in(line);
        std::string x, y, expected;
        record r;
        if (!(in >> x >> y >> expected)) detail::give_up(file, number, "not understood: " + line);
        r.name = "coremath_" + x + '_' + y;
        r.op = "pow";
        operand* const operands[] = {&r.a, &r.b, &r.expected};
        const std::string* const words[] = {&x, &y, &expected};
        for (int i = 0; i < 3; ++i) {
            std::istringstream text("f32 0 : " + *words[i]);
            if (!detail::parse_operand(text, *operands[i])) detail::give_up(file, number, "not understood: " + line);
        }
        result.push_back(r);
    });
    return result;
}

/// Rows `mode axis | A | B | result or FAIL`.
inline std::vector<shape_record> read_shapes(const std::string& file) {
    std::vector<shape_record> result;
    detail::for_each_line(file, [&](const std::string& line, int number) {
        std::vector<std::string> columns(1);
        for (const char c : line) {
            if (c == '|') {
                columns.emplace_back();
            } else {
                columns.back() += c;
            }
        }
        shape_record r;
        r.name = "line_" + std::to_string(number);
        bool understood = columns.size() == 4;
        if (understood) {
            std::istringstream rule(columns[0]);
            understood = rule >> r.mode >> r.axis && (r.mode == "numpy" || r.mode == "none" || r.mode == "pdpd");
            r.fails = columns[3].find("FAIL") != std::string::npos;
            understood = understood && detail::parse_shape(columns[1], r.a) && detail::parse_shape(columns[2], r.b);
            if (!r.fails) understood = understood && detail::parse_shape(columns[3], r.expected);
        }
        if (!understood) detail::give_up(file, number, "not understood: " + line);
        r.name += '_' + r.mode;
        result.push_back(r);
    });
    return result;
}

} // namespace cases
