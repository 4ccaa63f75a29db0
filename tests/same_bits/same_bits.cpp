// The same bits everywhere: a hash for each operator and dtype, over inputs and layouts that never change, which has to be
// the one in expected.hpp on every instruction set, compiler and standard library. Prints a line for each, and a total; fails
// where one differs. Needs nothing but lanewise, so that it builds for any target.
//
// What a NaN holds is nobody's promise: each counts as the same one.

#include "arrangements.hpp"
#include "expected.hpp"
#include "inputs.hpp"

#include "../support/executors.hpp"

#include <lanewise/dynamic.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace same_bits {
namespace {

using lanewise::any_tensor_view;
using lanewise::executor_ref;
using lanewise::integer_overflow;
using lanewise::status;
using lanewise::status_code;
using lanewise_test::four_threads;

class hasher { // FNV-1a
public:
    void add(std::uint64_t value) noexcept {
        for (int i = 0; i != 8; ++i) {
            state_ = (state_ ^ (value >> (8 * i) & 0xff)) * 0x100000001b3;
        }
    }
    std::uint64_t value() const noexcept { return state_; }

private:
    std::uint64_t state_ = 0xcbf29ce484222325;
};

template <class T>
void store_as(std::byte* p, std::uint64_t bits) noexcept {
    const auto value = static_cast<T>(bits);
    std::memcpy(p, &value, sizeof value);
}
template <class T>
std::uint64_t load_as(const std::byte* p) noexcept {
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

/// The elements of one operand, and a few more on either side.
class memory {
public:
    memory(dtype type, const std::vector<index_t>& shape, const std::vector<index_t>& strides, index_t offset)
        : type_(type), first_(offset) {
        index_t last = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            const index_t length = strides[i] * (shape[i] == 0 ? 0 : shape[i] - 1);
            if (length < 0) first_ -= length;
            if (length > 0) last += length;
        }
        count_ = static_cast<std::size_t>(first_ + last + 3);
        bytes_.resize(count_ * width());
    }

    void fill(const std::vector<std::uint64_t>& pool) noexcept {
        for (std::size_t i = 0; i < count_; ++i) {
            std::byte* p = bytes_.data() + i * width();
            const std::uint64_t bits = pool[i % pool.size()];
            width() == 1   ? store_as<std::uint8_t>(p, bits)
            : width() == 2 ? store_as<std::uint16_t>(p, bits)
            : width() == 4 ? store_as<std::uint32_t>(p, bits)
                           : store_as<std::uint64_t>(p, bits);
        }
    }

    any_tensor_view view(const std::vector<index_t>& shape, const std::vector<index_t>& strides) noexcept {
        return {type_, bytes_.data() + static_cast<std::size_t>(first_) * width(), lanewise::extents(shape),
                lanewise::strides(strides)};
    }

    /// Every element, those between and beside the view's too.
    void add_to(hasher& hash) const noexcept {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::byte* p = bytes_.data() + i * width();
            const std::uint64_t bits = width() == 1   ? load_as<std::uint8_t>(p)
                                       : width() == 2 ? load_as<std::uint16_t>(p)
                                       : width() == 4 ? load_as<std::uint32_t>(p)
                                                      : load_as<std::uint64_t>(p);
            hash.add(is_nan(type_, bits) ? low_bits(64) : bits);
        }
    }

private:
    std::size_t width() const noexcept { return static_cast<std::size_t>(format_of(type_).bytes); }

    dtype type_;
    index_t first_;
    std::size_t count_ = 0;
    std::vector<std::byte> bytes_;
};

enum class operation { subtract, difference_square, pow };

/// What a call is told beside its operands.
struct choices {
    integer_overflow overflow = integer_overflow::wrap;
    std::optional<lanewise::scale_bias> scale_bias = {};
};

struct inputs {
    dtype a, b;
    values of_a = values::any, of_b = values::any;
};

/// Adds one call's out to the hash, and whether it was refused for a value; of anything else that is wrong the program dies.
void add_call(hasher& hash, operation op, const inputs& in, dtype type, const choices& chosen,
              const arrangement& where) {
    memory a(in.a, where.shape, where.strides[0], 1);
    memory b(in.b, where.shape, where.strides[1], where.start_of_b);
    memory out(type, where.shape, where.strides[2], 1);
    a.fill(pool(in.a, in.of_a, 0));
    b.fill(pool(in.b, in.of_b, 1));
    memory& written = where.in_place ? a : out;
    const any_tensor_view view_a = a.view(where.shape, where.strides[0]);
    const any_tensor_view view_b = b.view(where.shape, where.strides[1]);
    const any_tensor_view view_out = written.view(where.shape, where.strides[2]);
    four_threads threads;
    const executor_ref executor = where.threads ? executor_ref(threads) : executor_ref();
    status said;
    if (op == operation::pow) {
        said = lanewise::try_pow(view_a, view_b, view_out,
                                 {.overflow = chosen.overflow, .scale_bias = chosen.scale_bias, .executor = executor});
    } else {
        const lanewise::options options{.overflow = chosen.overflow, .executor = executor};
        said = op == operation::subtract ? lanewise::try_subtract(view_a, view_b, view_out, options)
                                         : lanewise::try_difference_square(view_a, view_b, view_out, options);
    }
    const status_code code = said.code();
    const bool refused_values = code == status_code::integer_overflow || code == status_code::negative_exponent;
    if (code != status_code::ok && !(refused_values && chosen.overflow == integer_overflow::error)) {
        std::printf("%s\n", said.message().c_str());
        std::exit(2);
    }
    hash.add(code == status_code::ok ? 0 : code == status_code::integer_overflow ? 1 : 2);
    written.add_to(hash);
}

constexpr choices wrap{};
constexpr choices saturate{integer_overflow::saturate};
constexpr choices error{integer_overflow::error};

/// Every arrangement for inputs of out's dtype, every third one for the others.
void add_calls(hasher& hash, operation op, const inputs& in, dtype type, const choices& chosen) {
    static const std::vector<arrangement> all = arrangements();
    const bool plain = in.a == type && in.b == type;
    for (std::size_t i = 0; i < all.size(); i += plain ? 1 : 3) {
        if (!all[i].in_place || in.a == type) add_call(hash, op, in, type, chosen, all[i]);
    }
}

void add_difference(hasher& hash, operation op, dtype type) {
    add_call(hash, op, {type, type}, type, wrap, threaded);
    for (const format& f : formats) {
        if (!lanewise::widens(f.type, type)) continue;
        add_calls(hash, op, {f.type, type}, type, wrap);
        if (f.type == type) continue;
        add_calls(hash, op, {type, f.type}, type, wrap);
        add_calls(hash, op, {f.type, f.type}, type, saturate);
    }
    if (is_integer(type)) {
        add_calls(hash, op, {type, type}, type, saturate);
        add_calls(hash, op, {type, type}, type, error);
        add_calls(hash, op, {type, type, values::small, values::small}, type, error);
    }
}

/// Exponents of every dtype; on integers, those with a fraction apart.
void add_pow(hasher& hash, dtype type, values exponents) {
    const operation op = operation::pow;
    const bool integer = is_integer(type);
    for (const format& f : formats) {
        if (integer && exponents == values::any && is_integer(f.type)) continue;
        const inputs in{type, f.type, values::any, exponents};
        add_calls(hash, op, in, type, wrap);
        add_calls(hash, op, in, type, {integer_overflow::saturate, lanewise::scale_bias{-3, 2}});
        if (!integer) {
            add_calls(hash, op, in, type, {integer_overflow::wrap, lanewise::scale_bias{0.3, 0.7}});
        } else {
            add_calls(hash, op, in, type, saturate);
            add_calls(hash, op, in, type, error);
            add_calls(hash, op, {type, f.type, values::small, values::small}, type, error);
        }
    }
    const dtype y = integer && exponents == values::any ? dtype::float32 : type;
    for (const format& f : formats) {
        if (f.type != type && lanewise::widens(f.type, type))
            add_calls(hash, op, {f.type, y, values::any, exponents}, type, wrap);
    }
    add_call(hash, op, {type, y, values::any, exponents}, type, wrap, threaded);
}

/// Compares the groups with expected.hpp, in its order.
class report {
public:
    void add(const std::string& group, std::uint64_t hash) {
        std::printf("%-28s %016" PRIx64, group.c_str(), hash);
        const expectation wanted = count_ < std::size(expected) ? expected[count_] : expectation{};
        const bool right = group == wanted.group && hash == wanted.hash;
        if (!right) std::printf("  instead of %s %016" PRIx64, wanted.group, wanted.hash);
        std::printf("\n");
        total_.add(hash);
        ++count_;
        right_ += right ? 1 : 0;
    }
    int finish() const {
        std::printf("%-28s %016" PRIx64 "\n%zu of %zu as expected\n", "total", total_.value(), right_,
                    std::size(expected));
        return right_ == count_ && right_ == std::size(expected) ? 0 : 1;
    }

private:
    hasher total_;
    std::size_t count_ = 0;
    std::size_t right_ = 0;
};

int run() {
    report result;
    for (const format& f : formats) {
        const std::string type = lanewise::name(f.type);
        const auto group = [&](const std::string& name, const auto& add) {
            hasher hash;
            add(hash);
            result.add(name + " " + type, hash.value());
        };
        group("subtract", [&](hasher& hash) { add_difference(hash, operation::subtract, f.type); });
        group("difference_square", [&](hasher& hash) { add_difference(hash, operation::difference_square, f.type); });
        if (is_integer(f.type)) {
            group("pow", [&](hasher& hash) { add_pow(hash, f.type, values::integral); });
            group("pow by fractions", [&](hasher& hash) { add_pow(hash, f.type, values::any); });
        } else {
            group("pow", [&](hasher& hash) { add_pow(hash, f.type, values::any); });
        }
    }
    return result.finish();
}

} // namespace
} // namespace same_bits

int main() {
    return same_bits::run();
}
