// SPDX-License-Identifier: Apache-2.0
/// \file
/// Large arrays that never move. Address space is reserved at once, and the
/// kernel provides memory page by page when it is first touched. Memory that
/// was not written reads as zero.
///
/// Since an array never moves, other threads and processes may read its
/// elements while new ones are added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace catenary::engine::reach {

/// An anonymous mapping of memory, released by the destructor. Pages that were
/// never touched cost no memory.
class Mapping {
 public:
  /// Who sees the memory.
  enum class Sharing : std::uint8_t {
    /// Processes forked later share the memory: it is the channel between a
    /// child and its parent.
    with_children,
    /// A fork copies it. It uses huge pages if the machine has them.
    own
  };

  /// Empty: data() is null and size() is 0.
  Mapping() = default;
  /// Reserves up to `bytes` bytes: as much as the machine allows, but at least
  /// `least`. Throws base::ToolError if it allows less than that.
  Mapping(std::uint64_t bytes, std::uint64_t least, Sharing sharing);
  /// Not copied: it owns its memory.
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  /// The other one is empty afterwards.
  Mapping(Mapping&& other) noexcept;
  /// The two mappings are exchanged.
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  /// Start of the memory, aligned to a page; null if empty.
  [[nodiscard]] std::byte* data() const { return data_; }
  /// Size in bytes. May be less than what was asked for.
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
};

/// An array of plain data in a mapping. Elements are zero until they are
/// written; no constructor or destructor of T is called.
template <typename T>
class MappedArray {
 public:
  static_assert(std::is_trivially_destructible_v<T>);
  /// No elements.
  MappedArray() = default;
  /// Room for `capacity` elements or, if the machine refuses, for as many as it
  /// allows, but at least `least`. Requires: capacity >= least >= 1. Throws
  /// base::ToolError if there is no room for `least`.
  MappedArray(std::uint64_t capacity,
              Mapping::Sharing sharing,
              std::uint64_t least = 1)
      : mapping_(capacity * sizeof(T), least * sizeof(T), sharing) {}

  /// Elements that fit. May be less than what was asked for.
  [[nodiscard]] std::uint64_t capacity() const {
    return mapping_.size() / sizeof(T);
  }
  /// The first element; null if the array has no room.
  [[nodiscard]] T* data() const {
    return reinterpret_cast<T*>(mapping_.data());
  }
  /// Unchecked. Requires: i < capacity(). Constness is that of the array, not
  /// of its elements.
  T& operator[](std::uint64_t i) const { return data()[i]; }

 private:
  Mapping mapping_;
};

/// What the caller is about to do with a piece of memory, all of it.
enum class Use : std::uint8_t {
  /// Write to it: provide its pages now.
  write,
  /// Read it as another process left it: map its pages now.
  read,
  /// Fill it once: use huge pages if the machine has them.
  fill_once
};
/// Advises the kernel, which avoids page faults one by one. Without the advice,
/// or with a kernel that does not know it, everything works the same, but
/// slower. Only whole pages within the piece are concerned.
void advise(void* data, std::uint64_t bytes, Use use);

/// Bytes of main memory that this process may use: the memory of the machine,
/// or less if the address space of the process is limited. 4 GiB if the machine
/// does not say.
[[nodiscard]] std::uint64_t usable_memory();

}  // namespace catenary::engine::reach
