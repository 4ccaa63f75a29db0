#include "generate.hpp"

#include "expectation.hpp"
#include "generate_layouts.hpp"
#include "generate_limits.hpp"
#include "generate_places.hpp"
#include "generate_values.hpp"

#include <algorithm>

namespace lanewise_test {
namespace {

class generator {
public:
    generator(choice_source& source, bool may_be_large) : source_(source), may_be_large_(may_be_large) {}

    call_case draw() {
        draw_operation();
        draw_room();
        result_ = draw_shape(source_, room_.elements, is_large_);
        draw_inputs();
        draw_out();
        draw_options();
        spoil();
        place(source_, case_, in_place_);
        if (misaligned_ != nullptr && size_of(misaligned_->type) > 1) misaligned_->offset += 1;
        draw_values();
        return case_;
    }

private:
    operand_case& out() { return case_.operand[at_out]; }
    operand_case& a() { return case_.operand[at_a]; }
    operand_case& b() { return case_.operand[at_b]; }
    dtype any_dtype() { return static_cast<dtype>(source_.between(0, lanewise::dtype_count - 1)); }

    /// A dtype that widens to `type`. A few tries: of used up bytes all choices are the same.
    dtype narrower(dtype type) {
        for (int i = 0; i < 4; ++i) {
            const dtype from = any_dtype();
            if (widens(from, type)) return from;
        }
        return type;
    }

    void draw_operation() {
        case_.op = source_.any_of({operation::subtract, operation::subtract, operation::difference_square,
                                   operation::pow, operation::pow, operation::transform});
        case_.through = case_.op == operation::transform || source_.one_in(2) ? api::typed : api::dynamic;
        draw_types();
        if (case_.op == operation::pow && source_.one_in(3)) b().type = any_dtype();
        // The typed calls are few: go where they are.
        const auto tries = case_.through == api::dynamic || source_.one_in(4) ? 0 : 12;
        for (auto i = 0; i < tries && !has_typed_call(case_); ++i) draw_types();
        if (source_.one_in(2)) case_.how = source_.one_in(2) ? form::throwing : form::returning;
        keep_to_what_there_is();
    }

    void draw_types() {
        out().type = any_dtype();
        a().type = source_.one_in(4) ? narrower(out().type) : out().type;
        b().type = source_.one_in(4) ? narrower(out().type) : out().type;
    }

    /// A call with types that are not compiled is one with dtypes.
    void keep_to_what_there_is() {
        if (case_.through == api::typed && !has_typed_call(case_)) use_dynamic();
        if (case_.through == api::dynamic) use_dynamic();
    }

    void use_dynamic() {
        case_.through = api::dynamic;
        if (case_.op == operation::transform) case_.op = operation::subtract;
        if (case_.how == form::returning) case_.how = form::throwing;
    }

    void draw_room() {
        // Drawn even where it counts for nothing: what follows is then the same with and without a sanitizer.
        is_large_ = source_.one_in(2000) && may_be_large_;
        if (is_large_) {
            // Past the limit of 20 MiB with two packed operands, or just below.
            room_.elements = (source_.between(9, 16) << 20) / size_of(out().type);
            room_.span_bytes = index_t{20} << 20;
            return;
        }
        const index_t roll = source_.between(0, 399);
        room_.elements = roll < 200 ? 300 : roll < 330 ? 4096 : roll < 395 ? 40000 : 300000;
        room_.span_bytes = roll < 330 ? index_t{1} << 18 : index_t{8} << 20;
    }

    /// Shapes of the inputs under the rule: each repeats along some axes of the result, or has fewer.
    void draw_inputs() {
        const auto rule = source_.between(0, 9);
        case_.rule = rule < 8 ? broadcast_rule::numpy() : rule == 8 ? broadcast_rule::none() : broadcast_rule::pdpd();
        a().shape = result_;
        b().shape = result_;
        const bool both = case_.rule.rule == broadcast_rule::kind::numpy;
        if (both) repeat(a());
        if (case_.rule.rule != broadcast_rule::kind::none) repeat(b());
        // What both repeat, the result does not have.
        for (std::size_t i = 0; i < result_.size(); ++i) {
            if (a().shape[i] == 1 && b().shape[i] == 1) (source_.one_in(2) && both ? a() : b()).shape[i] = result_[i];
        }
        if (case_.rule.rule == broadcast_rule::kind::pdpd) {
            cut_for_pdpd();
        } else if (both) {
            operand_case& shorter = source_.one_in(2) ? a() : b();
            while (!shorter.shape.empty() && shorter.shape.front() == 1 && result_.size() > 0 && !source_.one_in(3))
                shorter.shape.erase(shorter.shape.begin());
        }
        for (operand_case* v : {&a(), &b()}) {
            v->strides = draw_input_strides(source_, v->shape, size_of(v->type), room_.span_bytes);
        }
    }

    void repeat(operand_case& v) {
        const std::size_t rank = v.shape.size();
        if (rank == 0) return;
        const auto form = source_.between(0, 11);
        for (std::size_t i = 0; i < rank; ++i) {
            const bool is_last = i + 1 == rank;
            const bool repeats = form == 0 || (form == 1 && is_last) || (form == 2 && !is_last) ||
                                 (form == 3 && source_.one_in(2)) || (form == 4 && i % 2 == 0);
            if (repeats) v.shape[i] = 1;
        }
    }

    /// b keeps the axes from some axis of a on, with 1s behind them or not.
    void cut_for_pdpd() {
        std::vector<index_t>& shape = b().shape;
        index_t first = 0;
        while (!shape.empty() && shape.front() == 1 && source_.one_in(2)) {
            shape.erase(shape.begin());
            ++first;
        }
        while (!shape.empty() && shape.back() == 1 && source_.one_in(2)) shape.pop_back();
        const bool is_default = first + std::ssize(shape) == std::ssize(result_) && source_.one_in(2);
        case_.rule = broadcast_rule::pdpd(is_default ? -1 : first);
    }

    void draw_out() {
        out().shape = result_;
        out().block = at_out;
        out().strides =
            draw_strides(source_, result_, size_of(out().type), room_.span_bytes, source_.between(0, 4) < 2);
        if (source_.one_in(2)) out().strides = draw_rows(source_, result_, size_of(out().type), room_.span_bytes);
        a().block = at_a;
        b().block = source_.one_in(12) ? at_a : at_b;
        if (case_.how == form::returning) {
            out().strides = packed_strides(result_);
            return;
        }
        switch (source_.between(0, 23)) {
        case 23:
            become_out(a());
            break;
        case 22:
            become_out(b());
            break;
        case 21:
            become_out(a());
            become_out(b());
            break;
        case 20: // beside out's elements, or on some of them
        case 19: {
            operand_case& v = source_.one_in(2) ? a() : b();
            if (v.shape == result_ && source_.between(0, 2) != 0) v.strides = out().strides;
            v.block = at_out;
            break;
        }
        case 18:
            if (!result_.empty())
                out().strides[static_cast<std::size_t>(source_.between(0, std::ssize(result_) - 1))] =
                    source_.between(-3, 8);
            break;
        default:
            break;
        }
    }

    /// The same view, perhaps told in another way.
    void become_out(operand_case& v) {
        in_place_[&v == &a() ? at_a : at_b] = true;
        v.type = out().type;
        v.block = at_out;
        v.shape = result_;
        v.strides = out().strides;
        for (std::size_t i = 0; i < result_.size(); ++i) {
            if (result_[i] == 1 && source_.one_in(2)) v.strides[i] = source_.between(-9, 9);
        }
        keep_to_what_there_is();
    }

    void draw_options() {
        if (is_integral(out().type) || source_.one_in(4)) // of floats it means nothing
            case_.overflow =
                source_.any_of({integer_overflow::wrap, integer_overflow::saturate, integer_overflow::error});
        if (case_.op == operation::pow && source_.one_in(5)) {
            const auto draw = [&] {
                return static_cast<double>(source_.between(-3, 4)) +
                       (is_floating(out().type) && source_.one_in(2) ? 0.3125 : 0);
            };
            case_.scale_bias = lanewise::scale_bias{draw(), draw()};
        }
        const auto by = source_.between(0, 11);
        const bool is_wide = room_.elements > 4096;
        if (by >= 9) case_.by = runner::shuffled;
        if (by == 11 && is_wide) case_.by = runner::threads;
        if (!source_.one_in(3)) case_.limits = draw_limits(source_);
        if (source_.one_in(4)) draw_scratch();
        // A plain number in place of an input, for the typed calls that have one.
        if (case_.through == api::typed && case_.rule.rule == broadcast_rule::kind::numpy && source_.one_in(2))
            draw_number();
    }

    /// Memory to lend: too little, just enough, or what makes a difference.
    void draw_scratch() {
        const index_t least = source_.any_of<index_t>({1, 36 * 1024, 37 * 1024, most_scratch - 1024});
        case_.scratch_bytes = source_.between(least, least + 1024);
        case_.scratch_at_end = source_.one_in(2);
    }

    void draw_number() {
        const std::size_t k = source_.one_in(2) ? at_a : at_b;
        const operand_case& other = k == at_a ? b() : a();
        if (other.shape != result_) return;
        const call_case without = case_;
        operand_case& v = case_.operand[k];
        v.plain = true;
        v.shape.clear();
        v.strides.clear();
        v.block = k;
        v.type = out().type;
        if (source_.between(0, 3) != 0) {
            for (int tries = 0; tries < 4 && (v.type == out().type || !has_typed_call(case_)); ++tries)
                v.type = any_dtype();
        }
        if (has_typed_call(case_)) {
            in_place_[k] = false;
        } else {
            case_ = without;
        }
    }

    /// Once in a while something that must be refused.
    void spoil() {
        if (!source_.one_in(16)) return;
        // A new tensor cannot be spoiled.
        const bool returns = case_.how == form::returning;
        operand_case& v = case_.operand[static_cast<std::size_t>(source_.between(returns ? 1 : 0, 2))];
        const auto axis = [&] { return static_cast<std::size_t>(source_.between(0, std::ssize(v.shape) - 1)); };
        switch (source_.between(0, 8)) {
        case 0:
            use_dynamic();
            v.type = any_dtype();
            break;
        case 1:
            use_dynamic();
            v.type = static_cast<dtype>(source_.between(12, 255));
            break;
        case 2:
            if (!v.shape.empty() && !v.plain) v.shape[axis()] += source_.any_of<index_t>({1, -1, 2});
            for (index_t& extent : v.shape) extent = std::max<index_t>(extent, 0);
            break;
        case 3:
            case_.rule = source_.one_in(2) ? broadcast_rule::none() : broadcast_rule::pdpd(source_.between(-3, 9));
            break;
        case 4:
            v.null = !v.plain;
            break;
        case 5:
            if (!v.plain) misaligned_ = &v;
            break;
        case 6:
            if (!v.shape.empty()) {
                v.strides[axis()] = source_.any_of<index_t>(
                    {std::numeric_limits<index_t>::max(), std::numeric_limits<index_t>::min(), -(index_t{1} << 62)});
                // Beyond 63 bits, not just where nobody has memory.
                if (!is_too_large(v)) v.strides.assign(v.shape.size(), 1);
            }
            break;
        case 7:
            use_dynamic();
            if (v.shape.size() < 8) v.strides.push_back(1);
            break;
        default:
            case_.scale_bias = lanewise::scale_bias{source_.any_of({0.5, 1.0, std::nan(""), HUGE_VAL}),
                                                    source_.any_of({0.0, -0.25, -HUGE_VAL})};
            break;
        }
        const broadcast_answer now = broadcast_by_definition(a().shape, b().shape, case_.rule);
        if (returns && now.says == verdict::fits && now.shape != out().shape) case_.how = form::throwing;
    }

    void draw_values() {
        // In place, out's block holds an input's values.
        const std::size_t in_out = in_place_[at_b] && !in_place_[at_a] ? at_b : at_a;
        fill_with_values(source_, case_, in_out);
    }

    choice_source& source_;
    bool may_be_large_;
    bool is_large_ = false;
    std::array<bool, operands> in_place_{};
    room room_{};
    std::vector<index_t> result_;
    operand_case* misaligned_ = nullptr;
    call_case case_;
};

} // namespace

call_case generate(choice_source& source, bool may_be_large) {
    return generator(source, may_be_large).draw();
}

} // namespace lanewise_test
