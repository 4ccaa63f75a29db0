#pragma once

/// Memory with a forbidden page on either side.

#include <cstddef>
#include <cstdlib>
#include <cstring>

#if defined(_WIN32)
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>
// These are good names.
#undef near
#undef far
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace lanewise_test {

/// Pages that nobody may touch, until they are given another access.
namespace pages {

enum class access { read, write };

#if defined(_WIN32)
inline std::size_t size() {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}
inline void* reserve(std::size_t bytes) {
    return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
}
inline bool give(void* first, std::size_t bytes, access a) {
    DWORD before;
    return VirtualProtect(first, bytes, a == access::write ? PAGE_READWRITE : PAGE_READONLY, &before) != 0;
}
inline void release(void* first, std::size_t) {
    VirtualFree(first, 0, MEM_RELEASE);
}
#else
inline std::size_t size() {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}
inline void* reserve(std::size_t bytes) {
    void* const all = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return all == MAP_FAILED ? nullptr : all;
}
inline bool give(void* first, std::size_t bytes, access a) {
    return mprotect(first, bytes, a == access::write ? PROT_READ | PROT_WRITE : PROT_READ) == 0;
}
inline void release(void* first, std::size_t bytes) {
    munmap(first, bytes);
}
#endif

} // namespace pages

/// Room for some elements between two pages that nobody may touch: first() follows the one, end() precedes the other.
class guarded_memory {
public:
    explicit guarded_memory(std::size_t bytes) {
        const std::size_t page = pages::size();
        size_ = (bytes + page - 1) / page * page;
        mapped_ = size_ + 2 * page;
        map_ = static_cast<std::byte*>(pages::reserve(mapped_));
        if (map_ == nullptr) std::abort();
        first_ = map_ + page;
        if (size_ != 0 && !pages::give(first_, size_, pages::access::write)) std::abort(); // qemu refuses to give none
    }
    guarded_memory(const guarded_memory&) = delete;
    guarded_memory& operator=(const guarded_memory&) = delete;
    ~guarded_memory() { pages::release(map_, mapped_); }

    std::byte* first() const { return first_; }
    std::byte* end() const { return first_ + size_; }
    std::size_t size() const { return size_; }
    void fill(int byte) { std::memset(first_, byte, size_); }

    /// From here on nothing may be written.
    void forbid_writing() {
        if (!pages::give(first_, size_, pages::access::read)) std::abort();
    }

private:
    std::byte* map_;
    std::byte* first_;
    std::size_t size_;
    std::size_t mapped_;
};

} // namespace lanewise_test
