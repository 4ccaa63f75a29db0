#pragma once

/// The loop over lanes on one dtype: rows of every length around its registers and steps, in every form, in place, and
/// around the cache.

#include "row_operands.hpp"

#include <lanewise/detail/kernel/row.hpp>

namespace lanewise_test {

using namespace lanewise::detail;

template <class T>
class Row : public testing::Test {
protected:
    using op = minus_on<T>;
    static constexpr index_t step = op::step;
    static constexpr index_t least = op::least_step;
    static constexpr auto line = static_cast<index_t>(cache_line / sizeof(T));

    /// A single row, in turn as a call's one row and as one of several.
    static void expect_row(index_t n, row_form a, row_form b, row_run how = {}) {
        index_t turn = n;
        ASSERT_TRUE(runs<T>(n, evenly(1, 0), evenly(1, 0, a), evenly(1, 0, b), how, [&](const rows& r) {
            if (++turn % 2 != 0) return run_all(r);
            run_row<op>(op{}, {r.n, {r.data[0], r.data[1], r.data[2]}, {r.form[0], r.form[1], r.form[2]}, r.streaming});
            fence_streams();
            return true;
        }));
    }

    static bool run_all(const rows& r) {
        const op operation{};
        const bool all = run_rows<op>(&operation, r);
        fence_streams();
        return all;
    }

    /// The forms that the loop takes.
    static std::vector<row_form> forms() {
        std::vector<row_form> all = {row_form::packed, row_form::splat};
        if (rearranges<op>) all.push_back(row_form::backwards);
        if (skips<op>) all.insert(all.end(), {row_form::every_second, row_form::every_third, row_form::every_fourth});
        return all;
    }
};
TYPED_TEST_SUITE_P(Row);

TYPED_TEST_P(Row, OfEveryLengthIsRun) {
    for (index_t n = 1; n <= 2 * this->step + 2; ++n) {
        for (const row_form a : {row_form::packed, row_form::splat}) {
            for (const row_form b : {row_form::packed, row_form::splat}) this->expect_row(n, a, b);
        }
    }
}

TYPED_TEST_P(Row, InPlaceOfEveryLengthIsRun) {
    for (index_t n = 1; n <= 2 * this->step + 2; ++n) {
        for (const row_form other : this->forms()) {
            if (is_skipping(other) && n % 3 != 0) continue;
            this->expect_row(n, row_form::packed, other, {.in_place = a_position});
            this->expect_row(n, other, row_form::packed, {.in_place = b_position});
        }
    }
}

TYPED_TEST_P(Row, RearrangedOfEveryLengthIsRun) {
    for (index_t n = 1; n <= 2 * this->step + 2; ++n) {
        int pair = 0;
        for (const row_form a : this->forms()) {
            for (const row_form b : this->forms()) {
                if (!is_rearranged(a) && !is_rearranged(b)) continue;
                if (++pair % 3 == n % 3) this->expect_row(n, a, b);
            }
        }
    }
}

TYPED_TEST_P(Row, AroundTheCacheBeginsAnywhereInALine) {
    const index_t many = TestFixture::step;
    for (index_t shift = 0; shift < this->line; ++shift) {
        int turn = 0;
        for (const index_t n : {index_t{1}, this->least - 1, this->least, this->line - 1, this->line + 1, many,
                                many + 1, many + this->line, 2 * many + 3, 3 * many + this->line - 1}) {
            if (n == 0) continue;
            for (const row_form a : this->forms()) {
                for (const row_form b : this->forms()) {
                    if (++turn % 5 == shift % 5) this->expect_row(n, a, b, {.streaming = true, .shift = shift});
                }
            }
        }
    }
}

TYPED_TEST_P(Row, ThatIsLongBeginsAnywhereInALine) {
    const index_t many = 8 * TestFixture::step;
    for (index_t shift = 0; shift < this->line; ++shift) {
        for (const index_t n : {many - 1, many, many + 1, many + this->step - 1, many + 3 * this->least}) {
            for (const row_form other : {row_form::packed, row_form::splat, row_form::backwards}) {
                if (other == row_form::backwards && !rearranges<typename TestFixture::op>) continue;
                const int in_place = static_cast<int>((n + shift) % 3); // out_position: in neither
                const row_form packed = row_form::packed;
                if (in_place != b_position) this->expect_row(n, packed, other, {.shift = shift, .in_place = in_place});
                if (in_place != a_position) this->expect_row(n, other, packed, {.shift = shift, .in_place = in_place});
            }
        }
    }
}

TYPED_TEST_P(Row, EachOfSeveralIsRun) {
    for (const index_t n : {index_t{3}, this->least, this->least + 1, this->step + 3}) {
        const row_layout tables[] = {in_table({9, 2 * n + 9, 400, 1500, 800}), evenly(5, n + 1), evenly(5, -n - 3),
                                     in_table({1500, 0, 1500, 3000, 3000})};
        const row_layout apart = in_table({0, 2 * n, 4 * n + 5, n, 6 * n + 5});
        for (const row_form form_a : this->forms()) {
            for (const row_form form_b : this->forms()) {
                for (row_layout a : tables) {
                    a.form = form_a;
                    row_layout b = tables[n % 4];
                    b.form = form_b;
                    for (const row_run how : {row_run{}, row_run{.streaming = true}, row_run{.prefetch = 2}}) {
                        ASSERT_TRUE(runs<TypeParam>(n, evenly(5, n), a, b, how, this->run_all));
                        ASSERT_TRUE(runs<TypeParam>(n, apart, a, b, how, this->run_all));
                    }
                }
            }
        }
    }
}

REGISTER_TYPED_TEST_SUITE_P(Row, OfEveryLengthIsRun, InPlaceOfEveryLengthIsRun, RearrangedOfEveryLengthIsRun,
                            AroundTheCacheBeginsAnywhereInALine, ThatIsLongBeginsAnywhereInALine, EachOfSeveralIsRun);

} // namespace lanewise_test
