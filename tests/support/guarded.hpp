#pragma once

/// Memory with a forbidden page on either side.

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

namespace lanewise_test {

/// Room for some elements between two pages that nobody may touch: first() follows the one, end() precedes the other.
class guarded_memory {
public:
    explicit guarded_memory(std::size_t bytes) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        size_ = (bytes + page - 1) / page * page;
        mapped_ = size_ + 2 * page;
        void* const all = mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED) std::abort();
        map_ = static_cast<std::byte*>(all);
        first_ = map_ + page;
        if (mprotect(first_, size_, PROT_READ | PROT_WRITE) != 0) std::abort();
    }
    guarded_memory(const guarded_memory&) = delete;
    guarded_memory& operator=(const guarded_memory&) = delete;
    ~guarded_memory() { munmap(map_, mapped_); }

    std::byte* first() const { return first_; }
    std::byte* end() const { return first_ + size_; }
    std::size_t size() const { return size_; }
    void fill(int byte) { std::memset(first_, byte, size_); }

    /// From here on nothing may be written.
    void forbid_writing() {
        if (mprotect(first_, size_, PROT_READ) != 0) std::abort();
    }

private:
    std::byte* map_;
    std::byte* first_;
    std::size_t size_;
    std::size_t mapped_;
};

} // namespace lanewise_test
