// Two units of one program, built with two patch versions of lanewise, share none of its functions: this file is both.

#include <lanewise/version.hpp>

#if defined(NEWER)
#undef LANEWISE_VERSION_PATCH
#define LANEWISE_VERSION_PATCH 99
#endif

#include <lanewise/extents.hpp>

using function = const char* (*)(lanewise::dtype) noexcept;
using member = lanewise::index_t (lanewise::extents::*)() const;

function newer_function();
member newer_member();

#if defined(NEWER)
function newer_function() {
    return lanewise::name;
}
member newer_member() {
    return &lanewise::extents::size;
}
#else
int main() {
    return newer_function() != lanewise::name && newer_member() != &lanewise::extents::size ? 0 : 1;
}
#endif
