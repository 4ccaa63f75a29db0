// The loop over lanes on floats; for an operation that only looks, and for one whose inputs are of two types.

#include "support/row_suite.hpp"

namespace lanewise_test {

using row_floats = testing::Types<float, double>;
INSTANTIATE_TYPED_TEST_SUITE_P(Floats, Row, row_floats, named_by_dtype);

namespace {

/// Looks for an element of a that is less than b's.
struct looks_for_less {
    using first = float;
    using second = float;
    using result = float;
    static constexpr int step = 2 * batch_size<float>;
    static constexpr int least_step = batch_size<float>;

    template <int N>
    bool operator()(const lanes<float, N>& a, const lanes<float, N>& b) const noexcept {
        for (int i = 0; i < lanes<float, N>::count; ++i) {
            if (xsimd::any(a.reg[i] < b.reg[i])) return true;
        }
        return false;
    }
};

TEST(RowThatLooks, EndsTheWalkWhereverTheElementIs) {
    const looks_for_less op{};
    for (index_t n = 1; n <= 3 * looks_for_less::step; ++n) {
        std::vector<float> a(static_cast<std::size_t>(3 * n), 5);
        const std::vector<float> b(static_cast<std::size_t>(3 * n), 2);
        const auto ended = [&] {
            rows r{};
            r.n = n;
            r.count = 3;
            const index_t pitch = n * static_cast<index_t>(sizeof(float));
            r.data[a_position] = reinterpret_cast<std::byte*>(a.data());
            r.data[b_position] = reinterpret_cast<std::byte*>(const_cast<float*>(b.data()));
            for (const int k : {a_position, b_position}) r.start[k] = {3, pitch, nullptr};
            return !run_rows<looks_for_less>(&op, r);
        };
        ASSERT_FALSE(ended()) << n;
        for (float& element : a) {
            element = 1;
            ASSERT_TRUE(ended()) << n;
            element = 5;
        }
    }
}

/// a - b, as if it were much to compute: Most registers a step.
template <int Most>
struct costly_minus {
    using first = float;
    using second = float;
    using result = float;
    static constexpr int least_step = batch_size<float>;
    static constexpr int step = Most * least_step;

    template <int N>
    lanes<float, N> operator()(const lanes<float, N>& a, const lanes<float, N>& b) const noexcept {
        return lane_function<float, minus>{}(a, b);
    }
};

template <int Most>
void expect_costly_rows() {
    using op = costly_minus<Most>;
    const auto run = [](const rows& r) {
        const op operation{};
        return run_rows<op>(&operation, r);
    };
    for (index_t n = 1; n <= 2 * op::step + 1; ++n) {
        for (const row_form form : {row_form::packed, row_form::splat}) {
            for (const int in_place : {out_position, a_position, b_position}) {
                const row_form a = in_place == a_position ? row_form::packed : form;
                const row_form b = in_place == b_position ? row_form::packed : form;
                ASSERT_TRUE(runs<float>(n, evenly(2, n + 1), evenly(2, n + 1, a), evenly(2, n + 1, b),
                                        {.in_place = in_place}, run))
                    << n << " elements, " << in_place;
            }
        }
    }
}

TEST(RowOfACostlyOperation, OfEveryLengthIsRunAlsoInPlace) {
    expect_costly_rows<1>();
    expect_costly_rows<4>();
}

/// Inputs of a type that widens to out's.
TEST(RowOfTwoTypes, WidensInTheLoad) {
    using op = lane_function<float, minus, std::uint8_t, float>;
    const op operation{};
    for (index_t n = 1; n <= 2 * op::step + 1; ++n) {
        for (const row_form form : {row_form::packed, row_form::splat}) {
            for (const bool streaming : {false, true}) {
                row_operand<float> out(evenly(1, 0), n, edge::end, n % 16, 1);
                row_operand<std::uint8_t> a(evenly(1, 0, form), n, edge::end, 0, 2);
                row_operand<float> b(evenly(1, 0), n, edge::end, 0, 3);
                a.is_read();
                b.is_read();
                run_row<op>(
                    operation,
                    {n, {out.data(), a.data(), b.data()}, {row_form::packed, form, row_form::packed}, streaming});
                fence_streams();
                ASSERT_TRUE(out.are([&](index_t, index_t i) {
                    return static_cast<float>(a.before(0, i)) - b.before(0, i);
                })) << n;
            }
        }
    }
}

} // namespace
} // namespace lanewise_test
