#pragma once

/// Hostile DLPack tensors and DirectML descriptions: each is refused for the reason that the headers promise, or viewed as
/// it says; and what can be viewed and lies in memory is computed with.

#include "check.hpp"
#include "hostile_calls.hpp"
#include "hostile_structs.hpp"

#include <lanewise/interop/directml.hpp>
#include <lanewise/interop/dlpack.hpp>

#include <sstream>

namespace lanewise_test {

class hostile_checker {
public:
    /// What is wrong with the case that `source` makes; empty if nothing is.
    std::string check(choice_source source) {
        source_ = source;
        case_ = {};
        case_.op = source_.any_of({operation::subtract, operation::difference_square, operation::pow});
        const bool directml = source_.one_in(2);
        shape_.clear();
        for (auto rank = source_.between(0, 5); rank > 0; --rank) shape_.push_back(source_.between(1, 6));
        if (directml && shape_.empty()) shape_.push_back(source_.between(1, 70));
        type_ = static_cast<dtype>(source_.between(0, lanewise::dtype_count - 1));
        for (std::size_t k = 0; k < operands; ++k) draw(k, directml);
        // The blocks are the same in all cases, and filling them takes longer than all else.
        if (places_[at_out] == nullptr) places_ = checker_.place(case_);
        if (source_.one_in(8)) case_.operand[at_a].block = at_out;
        addresses data = places_;
        data[at_a] = places_[case_.operand[at_a].block];
        return directml ? check_directml(data) : check_dlpack(data);
    }

    /// The last case, for a person.
    std::string description() const {
        std::ostringstream text;
        for (std::size_t k = 0; k < operands; ++k) {
            const fields& f = fields_[k];
            text << "// "
                 << (k == at_out ? "out"
                     : k == at_a ? "a"
                                 : "b")
                 << ": type " << f.code << ", bits " << f.bits << ", lanes " << f.lanes << ", device " << f.device
                 << ", version " << f.version << ", flags " << f.flags << ", rank " << f.rank << ", sizes "
                 << (f.has_shape ? show(f.shape) : "null") << ", strides " << (f.has_strides ? show(f.strides) : "null")
                 << ", byte_offset " << f.byte_offset << ", TotalTensorSizeInBytes " << f.total << ", alignment "
                 << f.alignment << ", tensor type " << f.tensor_type << (f.has_data ? "" : ", data null")
                 << (f.has_desc ? "" : ", no description") << "\n";
        }
        return text.str();
    }

private:
    /// What a description of either kind says.
    struct fields {
        index_t code = 0;
        index_t bits = 0;
        index_t lanes = 1;
        index_t device = 1;
        index_t version = 1;
        std::uint64_t flags = 0;
        index_t rank = 0;
        std::vector<index_t> shape; // eight numbers at least
        std::vector<index_t> strides;
        bool has_shape = true;
        bool has_strides = true;
        bool has_data = true;
        bool has_desc = true;
        std::uint64_t byte_offset = 0;
        std::uint64_t total = 0;
        std::uint64_t alignment = 0;
        int tensor_type = 1;
    };

    /// A description in order, then in most cases with one or two of its fields spoiled.
    void draw(std::size_t k, bool directml) {
        fields& f = fields_[k];
        f = {};
        dtype type = source_.one_in(6) ? static_cast<dtype>(source_.between(0, lanewise::dtype_count - 1)) : type_;
        if (directml && type == dtype::bfloat16) type = dtype::float16;
        set_type(f, type, directml);
        f.rank = std::ssize(shape_);
        f.shape = shape_;
        f.strides = packed_strides(shape_);
        for (std::size_t i = 0; i < shape_.size(); ++i) {
            if (k != at_out && source_.one_in(6)) f.strides[i] = source_.between(directml ? 0 : -3, 3);
        }
        f.has_strides = !source_.one_in(4);
        f.total = 4096;
        for (auto spoiled = source_.one_in(2) ? 0 : source_.between(1, 2); spoiled > 0; --spoiled) spoil(f, directml);
        f.shape.resize(16, 1);
        f.strides.resize(16, 1);
        operand_case& v = case_.operand[k];
        v.block = k;
        case_.block[k].bytes = 1 << 16;
        case_.block[k].type = type;
        case_.block[k].values.clear();
        with_element(type, [&]<class T>(T) {
            for (const int value : {3, 1, 2, 0, 5, 4}) case_.block[k].values.push_back(bits_of(static_cast<T>(value)));
        });
        case_.block[k].salt = k; // the operands differ where they are laid out alike
        v.offset = 1 << 15;
    }

    static void set_type(fields& f, dtype type, bool directml) {
        constexpr int numbers[] = {2, 0, 1, 9, 8, 7, 6, 11, 5, 4, 3, 10};
        f.bits = 8 * size_of(type);
        f.code = directml                  ? numbers[static_cast<int>(type)]
                 : type == dtype::bfloat16 ? 4
                 : is_floating(type)       ? 2
                 : type < dtype::uint8     ? 0
                                           : 1;
    }

    index_t wild() {
        constexpr index_t most = std::numeric_limits<index_t>::max();
        const auto power = index_t{1} << source_.between(0, 62);
        return source_.any_of<index_t>({0, 1, -1, 9, power, power - 1, -power, most, most / 8 + 1, -most - 1,
                                        index_t{1} << 31, index_t{0xFFFFFFFF}, static_cast<index_t>(source_.bits(8))});
    }

    void spoil(fields& f, bool directml) {
        const auto axis = static_cast<std::size_t>(source_.between(0, f.rank > 0 && f.rank < 8 ? f.rank - 1 : 7));
        switch (source_.between(0, 12)) {
        case 0:
            f.code = source_.between(0, directml ? 20 : 8);
            break;
        case 1:
            f.bits = source_.any_of<index_t>({0, 1, 4, 8, 16, 32, 64, 128, 255});
            break;
        case 2:
            f.lanes = source_.any_of<index_t>({0, 2, 4, 65535});
            break;
        case 3:
            f.device = source_.any_of<index_t>({0, 2, 3, 13, -1});
            break;
        case 4:
            f.version = source_.any_of<index_t>({0, 2, 0xFFFFFFFF});
            break;
        case 5:
            f.flags = source_.bits(1);
            break;
        case 6:
            f.rank = source_.any_of<index_t>({0, 1, 7, 8, 9, -1, 64, 0x7FFFFFFF, -0x7FFFFFFF});
            break;
        case 7:
            f.shape.resize(8, 1), f.shape[axis] = wild();
            break;
        case 8:
            f.strides.resize(8, 1), f.strides[axis] = wild();
            if (source_.one_in(2)) f.shape.resize(8, 1), f.shape[axis] = wild(); // and so their product
            break;
        case 9:
            f.byte_offset = static_cast<std::uint64_t>(wild());
            break;
        case 10:
            f.total = static_cast<std::uint64_t>(source_.one_in(2) ? wild() : source_.between(0, 300));
            break;
        case 11:
            f.alignment = static_cast<std::uint64_t>(wild()) & 0xFFFFFFFF;
            break;
        default:
            f.tensor_type = static_cast<int>(source_.between(0, 2));
            f.has_desc = !source_.one_in(2);
            break;
        }
        if (source_.one_in(8)) f.has_data = false;
        if (source_.one_in(8)) f.has_shape = false;
    }

    dl_versioned dlpack_of(std::size_t k, std::byte* data) {
        fields& f = fields_[k];
        dl_versioned t{};
        t.version = {static_cast<std::uint32_t>(f.version), 0};
        t.flags = f.flags;
        t.dl_tensor.data = f.has_data ? data : nullptr;
        t.dl_tensor.device = {static_cast<std::int32_t>(f.device), 0};
        t.dl_tensor.ndim = static_cast<std::int32_t>(f.rank);
        t.dl_tensor.dtype = {static_cast<std::uint8_t>(f.code), static_cast<std::uint8_t>(f.bits),
                             static_cast<std::uint16_t>(f.lanes)};
        t.dl_tensor.shape = f.has_shape ? reinterpret_cast<std::int64_t*>(f.shape.data()) : nullptr;
        t.dl_tensor.strides = f.has_strides ? reinterpret_cast<std::int64_t*>(f.strides.data()) : nullptr;
        t.dl_tensor.byte_offset = f.byte_offset;
        return t;
    }

    std::string check_dlpack(const addresses& data) {
        std::array<reading, operands> read;
        for (const std::size_t k : {at_a, at_b, at_out}) {
            const dl_versioned t = dlpack_of(k, data[k]);
            std::string why = compare<lanewise::any_tensor_view>(t, read_by_promise(t, true));
            if (why.empty()) why = compare<lanewise::const_any_view>(t, read_by_promise(t, false));
            if (why.empty()) why = compare<lanewise::const_any_view>(t.dl_tensor, of_unversioned(t));
            if (!why.empty()) return why;
            read[k] = read_by_promise(t, k == at_out);
        }
        const auto call = [&](const call_case& c, const std::array<dl_versioned, operands>& of) {
            lanewise::const_any_view view[operands];
            lanewise::any_tensor_view out;
            for (const std::size_t k : {at_a, at_b}) {
                if (const status s = lanewise::try_from_dlpack(of[k], view[k]); !s) return s;
            }
            if (const status s = lanewise::try_from_dlpack(of[at_out], out); !s) return s;
            return call_dynamic(c, view[at_a], view[at_b], out);
        };
        const bool at_hand = takes(read, data);
        if (const status_code refusal = refusal_of_call(read); refusal != status_code::ok) {
            const status s = call(case_, {dlpack_of(0, data[0]), dlpack_of(1, data[1]), dlpack_of(2, data[2])});
            return s.code() == refusal ? "" : "the call: " + s.message();
        }
        if (!at_hand) return {};
        // A tensor whose first element, byte_offset bytes behind its data, is that of an operand.
        return checker_.check(case_, [&](const call_case& c, const addresses& first) {
            std::array<dl_versioned, operands> of;
            for (std::size_t k = 0; k < operands; ++k)
                of[k] = dlpack_of(k, first[k] - static_cast<index_t>(fields_[k].byte_offset));
            return call(c, of);
        });
    }

    /// Why a call on what was read is refused before anybody looks at where its elements are.
    status_code refusal_of_call(const std::array<reading, operands>& read) {
        call_case c = case_;
        for (const std::size_t k : {at_a, at_b, at_out}) {
            if (read[k].code != status_code::ok) return read[k].code;
            c.operand[k] = {.type = read[k].type, .shape = read[k].shape, .strides = read[k].strides};
            c.operand[k].null = read[k].data == 0;
        }
        expectation e;
        return refusal_of(c, e);
    }

    static reading of_unversioned(dl_versioned t) {
        t.version = {1, 0};
        t.flags = 0;
        return read_by_promise(t, false);
    }

    DML_BUFFER_TENSOR_DESC directml_of(std::size_t k) {
        const fields& f = fields_[k];
        sizes_[k].assign(f.shape.begin(), f.shape.end());
        strides_[k].assign(f.strides.begin(), f.strides.end());
        return {static_cast<DML_TENSOR_DATA_TYPE>(f.code & 15),
                static_cast<DML_TENSOR_FLAGS>(f.flags & 1),
                static_cast<UINT>(f.rank),
                f.has_shape ? sizes_[k].data() : nullptr,
                f.has_strides ? strides_[k].data() : nullptr,
                f.total,
                static_cast<UINT>(f.alignment)};
    }

    std::string check_directml(const addresses& data) {
        std::array<reading, operands> read;
        status_code refusal = status_code::ok;
        std::array<DML_BUFFER_TENSOR_DESC, operands> buffer{};
        std::array<DML_TENSOR_DESC, operands> tensor{};
        directml_tensors of{};
        addresses given{};
        for (const std::size_t k : {at_a, at_b, at_out}) {
            const fields& f = fields_[k];
            given[k] = f.has_data ? data[k] : nullptr;
            buffer[k] = directml_of(k);
            tensor[k] = {static_cast<DML_TENSOR_TYPE>(f.tensor_type & 1), f.has_desc ? &buffer[k] : nullptr};
            of[k] = f.tensor_type == 2 ? nullptr : &tensor[k];
            read[k] = read_by_promise(buffer[k], given[k]);
            lanewise::any_tensor_view view;
            const status s = lanewise::try_from_directml(buffer[k], given[k], view);
            if (const std::string why = disagreement(s, view, read[k]); !why.empty()) return why;
            const bool described = of[k] != nullptr && (f.tensor_type & 1) == 1 && f.has_desc;
            if (refusal == status_code::ok) refusal = described ? read[k].code : status_code::unsupported_tensor;
        }
        const bool same_a = read[at_a].type == read[at_out].type;
        const bool same_b = read[at_b].type == read[at_out].type || case_.op == operation::pow;
        if (refusal == status_code::ok && !(same_a && same_b)) refusal = status_code::unsupported_dtype;
        DML_SCALE_BIAS twice{2, 1};
        const DML_SCALE_BIAS* const scale_bias = source_.one_in(3) ? &twice : nullptr;
        if (refusal != status_code::ok) {
            const status s = call_directml(case_, of, scale_bias, given);
            if (s.code() == refusal) return {};
            return "the call: code " + std::to_string(static_cast<int>(s.code())) + " (" + s.message() + "), not " +
                   std::to_string(static_cast<int>(refusal));
        }
        case_.rule = broadcast_rule::none();
        if (scale_bias != nullptr && case_.op == operation::pow) case_.scale_bias = lanewise::scale_bias{2, 1};
        if (!takes(read, data)) return {};
        return checker_.check(
            case_, [&](const call_case& c, const addresses& at) { return call_directml(c, of, scale_bias, at); });
    }

    /// The case with what was read, if all of it can be viewed and lies in the memory at hand.
    bool takes(const std::array<reading, operands>& read, const addresses& data) {
        for (std::size_t k = 0; k < operands; ++k) {
            const reading& r = read[k];
            if (r.code != status_code::ok) return false;
            operand_case& v = case_.operand[k];
            const int128 at =
                static_cast<int128>(v.offset) +
                (static_cast<int128>(r.data) - static_cast<int128>(reinterpret_cast<std::uintptr_t>(data[k])));
            int128 low = 0;
            int128 high = 0;
            if (!r.reaches(low, high) || at + low < 0 || at + high > case_.block[v.block].bytes) return false;
            v.type = r.type;
            v.shape = r.shape;
            v.strides = r.strides;
            v.offset = static_cast<index_t>(at);
        }
        return true;
    }

    template <class View, class Tensor>
    static std::string compare(const Tensor& t, const reading& want) {
        View view;
        const status s = lanewise::try_from_dlpack(t, view);
        return disagreement(s, view, want);
    }

    template <class View>
    static std::string disagreement(const status& s, const View& view, const reading& want) {
        if (s.code() != want.code) {
            return "code " + std::to_string(static_cast<int>(s.code())) + " (" + s.message() + "), not " +
                   std::to_string(static_cast<int>(want.code));
        }
        if (!s) return view.data == nullptr && view.extents.rank() == 0 ? "" : "a refused tensor has left a view";
        const bool same = view.type == want.type && reinterpret_cast<std::uintptr_t>(view.data) == want.data &&
                          to_vector(view.extents) == want.shape &&
                          (want.is_empty() || to_vector(view.strides) == want.strides);
        return same ? "" : "the view is not what the description says";
    }

    choice_source source_{0, 0};
    case_checker checker_;
    addresses places_{};
    call_case case_;
    std::vector<index_t> shape_;
    dtype type_ = dtype::float32;
    std::array<fields, operands> fields_;
    std::array<std::vector<UINT>, operands> sizes_;
    std::array<std::vector<UINT>, operands> strides_;
};

} // namespace lanewise_test
