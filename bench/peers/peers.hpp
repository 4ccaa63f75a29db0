#pragma once

/// What is timed: calls on arrays (cases.cpp), and the libraries that offer them (a file each).
///
/// A peer is asked to `prepare` a call: it makes its own views of the arrays, once, and returns what is to be timed; or
/// nothing where it has no such operator, dtype or layout. main.cpp checks the values before it times anything.

#include <lanewise/dtype.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace peers {

using lanewise::dtype;
using lanewise::float16;

enum class operation { subtract, difference_square, pow };

inline std::int64_t bytes_of(dtype type) {
    return lanewise::detail::facts_table[static_cast<int>(type)].size_bytes;
}

/// Elements in memory. The shape is the array's own, before it is broadcast; steps count elements.
struct array {
    dtype type;
    void* data;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> steps;

    template <class T>
    T* as() const {
        return static_cast<T*>(data);
    }
    std::int64_t size() const {
        std::int64_t n = 1;
        for (const std::int64_t extent : shape) n *= extent;
        return n;
    }
};

inline std::vector<std::int64_t> row_major(const std::vector<std::int64_t>& shape) {
    std::vector<std::int64_t> steps(shape.size());
    std::int64_t step = 1;
    for (std::size_t i = shape.size(); i-- != 0; step *= shape[i]) steps[i] = step;
    return steps;
}

/// Whether the elements lie in row-major order without gaps; what an axis of one element steps by does not matter.
inline bool is_packed(const array& a) {
    const std::vector<std::int64_t> packed = row_major(a.shape);
    for (std::size_t i = 0; i != a.shape.size(); ++i) {
        if (a.shape[i] != 1 && a.steps[i] != packed[i]) return false;
    }
    return true;
}

/// out is packed, and has the shape that a and b broadcast to as in NumPy.
struct call {
    operation op;
    array a, b, out;
    int threads = 1;

    bool is_flat() const { return a.shape == out.shape && b.shape == out.shape && is_packed(a) && is_packed(b); }
    bool has_number() const { return b.shape.empty(); }
    bool is_all(dtype type) const { return a.type == type && b.type == type && out.type == type; }
    bool is_of_one_dtype() const { return is_all(out.type); }
};

/// a or b as out sees it: one step for each axis of out, 0 where it is broadcast.
inline std::vector<std::int64_t> broadcast_steps(const array& operand, const array& out) {
    std::vector<std::int64_t> steps(out.shape.size(), 0);
    const std::size_t missing = out.shape.size() - operand.shape.size();
    for (std::size_t i = 0; i != operand.shape.size(); ++i) {
        if (operand.shape[i] != 1) steps[missing + i] = operand.steps[i];
    }
    return steps;
}

/// Its extents with 1 for the axes that it lacks.
inline std::vector<std::int64_t> padded_shape(const array& operand, std::size_t rank) {
    std::vector<std::int64_t> shape(rank - operand.shape.size(), 1);
    shape.insert(shape.end(), operand.shape.begin(), operand.shape.end());
    return shape;
}

/// Makes a prepared call so many times; empty where a peer does not offer it.
using runs = std::function<void(std::int64_t times)>;

template <class F>
runs repeat(F f) {
    return [f = std::move(f)](std::int64_t times) mutable {
        for (; times != 0; --times) {
            f();
            asm volatile("" ::: "memory"); // what it has written counts as read
        }
    };
}

/// f(std::type_identity<T>()) for the T that has this dtype; nothing where none has.
template <class... T, class F>
runs for_type(dtype type, const F& f) {
    runs result;
    ((type == lanewise::dtype_of<T> ? void(result = f(std::type_identity<T>())) : void()), ...);
    return result;
}

struct peer {
    std::string name;
    std::string version;
    runs (*prepare)(const call&);
};

/// In the order in which they are linked, lanewise first.
inline std::vector<peer>& all_peers() {
    static std::vector<peer> peers;
    return peers;
}

/// A peer's file has one of these.
struct offer {
    offer(std::string name, std::string version, runs (*prepare)(const call&)) {
        all_peers().push_back({std::move(name), std::move(version), prepare});
    }
};

struct test_case {
    std::string group; ///< layouts, dtypes, calls, sizes, pow, threads
    std::string name;
    call made;
    call sample; ///< of pow: the arguments on which the error is measured
};

/// All cases whose "group/name" is wanted, with their data; those arrays live as long as the program.
std::vector<test_case> cases(const std::function<bool(const std::string& name)>& wanted);

/// How far a call's out is from the right values: in units in the last place, and the share of elements that differ.
/// The right values are computed anew in extended precision, and pow with MPFR.
class truth {
public:
    explicit truth(const call& made);

    struct errors {
        double ulp = 0;
        double different = 0;
    };
    errors of(const array& out) const;

private:
    std::vector<long double> exact_;
};

} // namespace peers
