#pragma once

/// One case: made, called, and compared with what must become of it.

#include "expectation.hpp"
#include "memory.hpp"

#include "../support/executors.hpp"

namespace lanewise_test {

class case_checker {
public:
    /// What is wrong with the call; empty if nothing is.
    std::string check(const call_case& given) {
        return check(given, [](const call_case& c, const addresses& data) {
            if (c.through == api::typed) return call_typed(c, data);
            const auto view = [&](std::size_t k) {
                const operand_case& v = c.operand[k];
                return lanewise::any_tensor_view{v.type, data[k], lanewise::extents(v.shape),
                                                 lanewise::strides(v.strides)};
            };
            const auto quiet = [&] { return call_dynamic(c, view(at_a), view(at_b), view(at_out)); };
            if (c.how == form::quiet) return outcome(quiet());
            return caught([&] { call_dynamic_throwing(c, view(at_a), view(at_b), view(at_out)); }, quiet);
        });
    }

    /// The same of a call that is made in another way: call(c, addresses) gives its outcome.
    template <class Call>
    std::string check(const call_case& given, Call call) {
        call_case c = given;
        shuffled in_any_order;
        const four_threads threads;
        if (c.by == runner::shuffled) c.executor = in_any_order;
        if (c.by == runner::threads) c.executor = threads;
        c.scratch = {c.scratch_at_end ? lent_.end() - c.scratch_bytes : lent_.first(),
                     static_cast<std::size_t>(c.scratch_bytes)};
        const addresses data = place(c);
        const expectation want = expect(given, {block_[0].before(), block_[1].before(), block_[2].before()}, after_);
        forbid_what_is_no_element(c, want, data);
        const outcome got = [&] {
            const lowered_limits lowered(c.limits);
            return outcome(call(c, data));
        }();
        for (memory_block& block : block_) block.allow();
        return got.dissent.empty() ? difference(c, want, got.said) : got.dissent;
    }

    /// Fills the case's memory, and says where its operands are.
    addresses place(const call_case& c) {
        for (std::size_t k = 0; k < operands; ++k) block_[k].fill(c.block[k]);
        addresses result{};
        for (std::size_t k = 0; k < operands; ++k)
            result[k] = c.operand[k].null ? nullptr : block_[c.operand[k].block].first() + c.operand[k].offset;
        return result;
    }

private:
    void forbid_what_is_no_element(const call_case& c, const expectation& want, const addresses& data) {
#if defined(LANEWISE_TEST_POISON)
        for (memory_block& block : block_) block.forbid();
        for (std::size_t k = 0; k < operands; ++k) {
            const operand_case& v = c.operand[k];
            if (v.plain) memory_block::allow(block_[k].first() + v.offset, size_of(v.type));
        }
        if (want.over.stride[at_out].size() != want.over.shape.size() || c.operand[at_out].is_empty()) return;
        std::vector<index_t> index;
        for_each_element(want.over, index, [&](index_t a, index_t b, index_t out) {
            memory_block::allow(data[at_a] + a, size_of(c.operand[at_a].type));
            memory_block::allow(data[at_b] + b, size_of(c.operand[at_b].type));
            memory_block::allow(data[at_out] + out, size_of(c.operand[at_out].type));
            return true;
        });
#else
        static_cast<void>(c);
        static_cast<void>(want);
        static_cast<void>(data);
#endif
    }

    std::string difference(const call_case& c, const expectation& want, const status& s) {
        if (!want.dissent.empty()) return want.dissent;
        if (s.code() != want.code) {
            return "code " + std::to_string(static_cast<int>(s.code())) + " (" + s.message() + "), not " +
                   std::to_string(static_cast<int>(want.code));
        }
        if (s.code() == status_code::integer_overflow || s.code() == status_code::negative_exponent) {
            std::string index = show(want.index);
            index.front() = '[';
            index.back() = ']';
            if (s.message().find(index) == std::string::npos)
                return "the first element at fault is " + index + ", not as in: " + s.message();
        }
        for (std::size_t k = 0; k < operands; ++k) {
            const memory_block& block = block_[k];
            const bool is_out = k == c.operand[at_out].block;
            const std::byte* const wanted = is_out ? after_.data() : block.before();
            if (block.size() == 0 || std::memcmp(block.first(), wanted, block.size()) == 0) continue;
            if (!is_out) return "an input has changed";
            std::string why = elements_that_differ(c, want);
            if (!why.empty()) return why;
            if (std::memcmp(block.first(), wanted, block.size()) != 0) return "written outside out's elements";
        }
        return {};
    }

    /// Says which elements are wrong; NaNs of other bits are not, and are made the same.
    std::string elements_that_differ(const call_case& c, const expectation& want) {
        if (want.code != status_code::ok) return "written by a refused call";
        index_t wrong = 0;
        std::string first;
        const operand_case& out = c.operand[at_out];
        with_element(out.type, [&]<class T>(T) {
            std::vector<index_t> index;
            std::byte* const got = block_[out.block].first() + out.offset;
            std::byte* const wanted = after_.data() + out.offset;
            index_t number = 0;
            for_each_element(want.over, index, [&](index_t, index_t, index_t at) {
                ++number;
                if (std::memcmp(got + at, wanted + at, sizeof(T)) == 0) return true;
                T value;
                T right;
                std::memcpy(static_cast<void*>(&value), got + at, sizeof(T));
                std::memcpy(static_cast<void*>(&right), wanted + at, sizeof(T));
                std::memcpy(wanted + at, got + at, sizeof(T));
                if (same(value, right)) return true;
                if (wrong++ == 0)
                    first = "element " + std::to_string(number - 1) + " is " + show_value(value) + ", alone it is " +
                            show_value(right);
                return true;
            });
        });
        return wrong == 0 ? "" : std::to_string(wrong) + " elements are wrong; " + first;
    }

    std::array<memory_block, operands> block_;
    guarded_memory lent_{static_cast<std::size_t>(most_scratch)};
    std::vector<std::byte> after_;
};

} // namespace lanewise_test
