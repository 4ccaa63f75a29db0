// An mdspan may have more axes than a view: not as an operand.

#include <lanewise/interop/mdspan.hpp>

template <std::size_t Rank>
struct span_like {
    using extents_type = int;
    using accessor_type = int;
    using element_type = float;
    using reference = float&;
    static constexpr std::size_t rank() { return Rank; }
    int extent(std::size_t) const { return 1; }
    int stride(std::size_t) const { return 1; }
    bool is_strided() const { return true; }
    float* data_handle() const { return nullptr; }
};

void call() {
#if defined(LANEWISE_COMPILE_OK)
    static_cast<void>(lanewise::from_mdspan(span_like<8>{}));
#else
    static_cast<void>(lanewise::from_mdspan(span_like<9>{})); // expect: lanewise: an mdspan operand has at most 8 axes
#endif
}
