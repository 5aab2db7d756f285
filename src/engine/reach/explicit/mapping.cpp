// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reservation of address space by mmap() with MAP_NORESERVE: the kernel
/// provides zeroed pages on first touch, so a reservation may be larger than
/// the memory.

#include "engine/reach/explicit/mapping.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"

namespace catenary::engine::reach {

namespace {

constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

// The address sanitizer leaves less of the address space.
#if defined(__SANITIZE_ADDRESS__)
// The sanitizer leaves less of the address space.
constexpr std::uint64_t kMostReserved = std::uint64_t{1} << 40;
#else
constexpr std::uint64_t kMostReserved = std::uint64_t{1} << 46;
#endif

// Reserves address space without memory; null if the kernel refuses. Calls the
// kernel directly: for memory from mmap(), the address sanitizer would clear
// its shadow memory, which takes longer than the search and more memory than
// there is.
std::byte* reserve(std::uint64_t size, int kind) {
  const long at = syscall(SYS_mmap,
                          nullptr,
                          size,
                          PROT_READ | PROT_WRITE,
                          kind | MAP_ANONYMOUS | MAP_NORESERVE,
                          -1,
                          0);
  return at == -1 ? nullptr : std::bit_cast<std::byte*>(at);
}

}  // namespace

Mapping::Mapping(std::uint64_t bytes, std::uint64_t least, Sharing sharing) {
  const int kind = sharing == Sharing::with_children ? MAP_SHARED : MAP_PRIVATE;
  const std::uint64_t wanted = std::min(bytes, kMostReserved);
  // Halves the size until the kernel agrees: limits of address space differ,
  // and so does what other processes hold.
  for (std::uint64_t size = std::max(wanted, least);; size /= 2) {
    size = std::max(size, least);
    data_ = reserve(size, kind);
    if (data_ != nullptr) {
      size_ = size;
      break;
    }
    if (size == least) {
      throw base::ToolError("cannot reserve " + std::to_string(least) +
                            " bytes of memory");
    }
  }
  if (sharing == Sharing::own && size_ >= kHugePage) {
    // Only advice: without huge pages there are more TLB misses.
    (void)madvise(data_, size_, MADV_HUGEPAGE);
  }
}

Mapping::Mapping(Mapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

Mapping::~Mapping() {
  if (data_ != nullptr) (void)syscall(SYS_munmap, data_, size_);
}

void advise(void* data, std::uint64_t bytes, Use use) {
  int advice = MADV_HUGEPAGE;
#if defined(MADV_POPULATE_WRITE) && defined(MADV_POPULATE_READ)
  if (use == Use::write) advice = MADV_POPULATE_WRITE;
  if (use == Use::read) advice = MADV_POPULATE_READ;
#else
  if (use != Use::fill_once) return;
#endif
  constexpr std::uint64_t kPage = 4096;
  // The kernel accepts whole pages only. Parts of pages at both ends are left
  // to ordinary faults.
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uint64_t skipped = (kPage - address % kPage) % kPage;
  if (bytes < skipped + kPage) return;
  const std::uint64_t whole = (bytes - skipped) / kPage * kPage;
  (void)madvise(static_cast<std::byte*>(data) + skipped, whole, advice);
}

std::uint64_t usable_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  std::uint64_t bytes = std::uint64_t{4} << 30;
  if (pages > 0 && page > 0) {
    bytes =
        static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  }
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    // Several arrays reserve address space in proportion to this value.
    bytes = std::min<std::uint64_t>(bytes, space.rlim_cur / 8);
  }
  return bytes;
}

}  // namespace catenary::engine::reach
