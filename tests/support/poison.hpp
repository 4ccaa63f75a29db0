#pragma once

/// Memory that nobody may read, byte by byte, where AddressSanitizer watches.

#if defined(__has_include) && __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h> // its macros do nothing without AddressSanitizer
#else
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#endif

namespace lanewise_test {

/// Whether AddressSanitizer watches.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_watched = true;
#elif defined(__has_feature)
inline constexpr bool is_watched = __has_feature(address_sanitizer);
#else
inline constexpr bool is_watched = false;
#endif

} // namespace lanewise_test
