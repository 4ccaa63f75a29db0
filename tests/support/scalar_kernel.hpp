#pragma once

/// A kernel in plain loops over single elements, for tests of the loops over axes: what it is handed is checked, and which
/// ways were taken is counted.

#include <lanewise/detail/plan/row_kernel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace lanewise_test {

using namespace lanewise::detail;
using lanewise::index_t;

class scalar_kernel {
public:
    /// What it takes beside packed rows and splats.
    struct abilities {
        bool backwards = false;
        bool skipping = false;
        bool transposes = false;
        bool shuffles = false;
        bool shuffles_streamed = true;            // what it shuffles at all
        index_t most_shuffled = index_t{1} << 40; // rows
        index_t repeated = 0;
        index_t held_elements = 0;
        int held_registers = 0;
        bool one_by_one = false;
    };

    /// How often each way was taken.
    struct taken {
        int rows = 0;
        int streamed = 0;
        int large = 0; // rows of a large call
        int rearranged = 0;
        int splats = 0;
        int packed = 0;
        int zigzag = 0; // packed rows that lead against their elements
        int shuffled = 0;
        int transposed = 0;
        int both_transposed = 0;
        int unpack = 0;
        int one_by_one = 0;
        int finished = 0;
        int within_lines = 0; // streamed rows that begin within a cache line
        index_t longest = 0;  // row
    };

    /// Rows of unsigned integers of `bytes` bytes; inputs in memory may have fewer.
    scalar_kernel(index_t bytes, index_t bytes_of_a, index_t bytes_of_b, const abilities& can)
        : bytes_(bytes), in_memory_{bytes, bytes_of_a, bytes_of_b}, can_(can) {
        current() = this;
    }
    scalar_kernel(const scalar_kernel&) = delete;
    scalar_kernel& operator=(const scalar_kernel&) = delete;
    ~scalar_kernel() { current() = nullptr; }

    row_kernel kernel() {
        row_kernel k{};
        k.run = [](const void*, const rows& r) { return current()->run(r); };
        if (can_.shuffles) {
            k.run_shuffling = [](const void*, const rows& r, int input, const strided_rows& from) {
                return current()->run_shuffling(r, input, from);
            };
        }
        if (can_.transposes) {
            k.run_transposing = [](const void*, const rows& r, strided_inputs from) {
                current()->run_transposing(r, from);
            };
        }
        if (can_.one_by_one) {
            k.run_elements = [](const void*, std::byte* const(&first)[operand_count], const loop_axis& inner,
                                const loop_axis& outer) { current()->run_elements(first, inner, outer); };
        }
        k.unpack = [](const strided_rows& to, const std::byte* packed, index_t pitch) {
            current()->unpack(to, packed, pitch);
        };
        for (const int input : {a_position, b_position}) {
            k.context[input] = &in_memory_[input];
            k.pack[input] = [](const void* context, std::byte* packed, index_t pitch, const strided_rows& from) {
                current()->pack(*static_cast<const index_t*>(context), packed, pitch, from);
            };
            k.converts[input] = in_memory_[input] != bytes_;
        }
        for (index_t& size : k.row_element_bytes) size = bytes_;
        k.forms = {can_.backwards, can_.skipping, can_.repeated};
        k.forms.held_elements = can_.held_elements;
        k.forms.held_registers = can_.held_registers;
        k.finish = [] { ++current()->seen.finished; };
        return k;
    }

    static std::uint64_t load(const std::byte* p, index_t bytes) {
        std::uint64_t value = 0;
        std::memcpy(&value, p, static_cast<std::size_t>(bytes));
        return value;
    }

    static void store(std::byte* p, std::uint64_t value, index_t bytes) {
        std::memcpy(p, &value, static_cast<std::size_t>(bytes));
    }

    static std::uint64_t operation(std::uint64_t x, std::uint64_t y) { return 3 * x + 5 * y + 1; }

    taken seen;
    std::unordered_map<const std::byte*, int> writes; // of out's elements, also in packed rows

private:
    static scalar_kernel*& current() {
        static scalar_kernel* kernel = nullptr;
        return kernel;
    }

    void write(std::byte* out, std::uint64_t x, std::uint64_t y) {
        store(out, operation(x, y), bytes_);
        ++writes[out];
    }

    const std::byte* element(const rows& r, int k, index_t j, index_t i) const {
        return r.data[k] + r.start[k][j] + i * elements_apart(r.form[k]) * bytes_;
    }

    bool run(const rows& r) {
        ++seen.rows;
        seen.longest = std::max(seen.longest, r.n);
        seen.streamed += r.streaming;
        seen.large += r.is_large;
        for (const int k : {a_position, b_position}) {
            const index_t apart = elements_apart(r.form[k]) * bytes_;
            EXPECT_TRUE((row_forms{can_.backwards, can_.skipping}.include(apart, bytes_))) << apart;
            seen.splats += r.form[k] == row_form::splat;
            seen.rearranged += is_rearranged(r.form[k]);
        }
        for (index_t j = 0; j < r.count; ++j) {
            const auto out = reinterpret_cast<std::uintptr_t>(r.data[out_position] + r.start[out_position][j]);
            seen.within_lines += r.streaming && out % 64 != 0;
            for (index_t i = 0; i < r.n; ++i) {
                write(r.data[out_position] + r.start[out_position][j] + i * bytes_,
                      load(element(r, a_position, j, i), bytes_), load(element(r, b_position, j, i), bytes_));
            }
        }
        return true;
    }

    /// f(i, element) for the elements of strided row j.
    template <class F>
    static void each_of_row(const strided_rows& g, index_t j, const F& f) {
        index_t i = 0;
        for (index_t m = 0; m < g.run.count; ++m) {
            for (index_t e = 0; e < g.n; ++e) f(i++, g.data + g.row[j] + g.run[m] + e * g.step);
        }
    }

    void run_strided(const rows& r, strided_inputs from) {
        for (index_t j = 0; j < r.count; ++j) {
            for (index_t i = 0; i < r.n; ++i) {
                const auto at = [&](int k) {
                    if (from[k] == nullptr) return load(element(r, k, j, i), bytes_);
                    const strided_rows& g = *from[k];
                    return load(g.data + g.row[j] + g.run[i / g.n] + i % g.n * g.step, bytes_);
                };
                write(r.data[out_position] + r.start[out_position][j] + i * bytes_, at(a_position), at(b_position));
            }
        }
    }

    /// Takes rows of even runs alone.
    bool run_shuffling(const rows& r, int k, const strided_rows& from) {
        if ((r.streaming && !can_.shuffles_streamed) || r.count > can_.most_shuffled) return false;
        if (from.run.table != nullptr) return false;
        EXPECT_TRUE(r.count == 0 || from.row.count == r.count);
        EXPECT_EQ(from.n * from.run.count, r.n);
        seen.shuffled += r.count != 0;
        const strided_rows* inputs[operand_count] = {};
        inputs[k] = &from;
        run_strided(r, inputs);
        return true;
    }

    /// Both inputs are strided where rows are written around the cache alone, and then of one run each.
    void run_transposing(const rows& r, strided_inputs from) {
        ++seen.transposed;
        const bool both = from[a_position] != nullptr && from[b_position] != nullptr;
        seen.both_transposed += both;
        for (const strided_rows* const g : from) {
            if (g == nullptr) continue;
            EXPECT_EQ(g->row.count, r.count);
            EXPECT_EQ(g->n * g->run.count, r.n);
            EXPECT_NE(g->step, 0);
            EXPECT_TRUE(!both || (r.streaming && g->run.count == 1));
        }
        run_strided(r, from);
    }

    void run_elements(std::byte* const (&first)[operand_count], const loop_axis& inner, const loop_axis& outer) {
        ++seen.one_by_one;
        for (index_t j = 0; j < outer.extent; ++j) {
            for (index_t i = 0; i < inner.extent; ++i) {
                const auto at = [&](int k) { return first[k] + j * outer.stride[k] + i * inner.stride[k]; };
                write(at(out_position), load(at(a_position), bytes_), load(at(b_position), bytes_));
            }
        }
    }

    void pack(index_t bytes, std::byte* packed, index_t pitch, const strided_rows& from) {
        ++seen.packed;
        const index_t step =
            from.run.count > 1 && magnitude(from.run[1]) < magnitude(from.step) ? from.run[1] : from.step;
        seen.zigzag += from.row.count > 1 && (from.row[1] < from.row[0]) != (step < 0);
        for (index_t j = 0; j < from.row.count; ++j) {
            std::byte* const row = packed + j * pitch;
            each_of_row(from, j,
                        [&](index_t i, const std::byte* e) { store(row + i * bytes_, load(e, bytes), bytes_); });
            std::memset(row + from.n * from.run.count * bytes_, 0x5a, 32); // as it may
        }
        const bool is_one_run = from.step == bytes && from.run.count == 1 && from.row.count == 1;
        if ((bytes == bytes_ && is_simple(from, bytes_)) || (is_one_run && from.order == nullptr)) return;
        expect_same_elements(bytes, packed, from);
        from.order->sort();
        expect_same_elements(bytes, packed, from);
    }

    /// The axes of strided rows lead from the same elements in memory to the same places.
    void expect_same_elements(index_t bytes, const std::byte* packed, const strided_rows& from) const {
        const reading_order& order = *from.order;
        index_t count = 1;
        for (int k = 0; k < order.rank(); ++k) count *= order[k].extent;
        ASSERT_EQ(count, from.n * from.run.count * from.row.count);
        index_t wrong = 0;
        for (index_t e = 0; e < count; ++e) {
            index_t rest = e;
            const std::byte* in = from.data;
            const std::byte* out = packed;
            for (int k = 0; k < order.rank(); ++k) {
                in += rest % order[k].extent * order[k].from;
                out += rest % order[k].extent * order[k].to;
                rest /= order[k].extent;
            }
            wrong += load(in, bytes) != load(out, bytes_);
        }
        EXPECT_EQ(wrong, 0);
    }

    void unpack(const strided_rows& to, const std::byte* packed, index_t pitch) {
        ++seen.unpack;
        for (index_t j = 0; j < to.row.count; ++j) {
            each_of_row(to, j, [&](index_t i, std::byte* e) {
                const std::byte* const from = packed + j * pitch + i * bytes_;
                std::memcpy(e, from, static_cast<std::size_t>(bytes_));
                writes[e] += writes[from];
                writes.erase(from);
            });
        }
        if (to.step == bytes_) return;
        strided_rows first = to;
        first.data += to.row[0];
        first.row = {1, 0, nullptr};
        expect_same_elements(bytes_, packed, first);
        to.order->sort();
        expect_same_elements(bytes_, packed, first);
    }

    index_t bytes_;
    index_t in_memory_[operand_count];
    abilities can_;
};

} // namespace lanewise_test
