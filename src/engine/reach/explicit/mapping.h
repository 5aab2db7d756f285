// SPDX-License-Identifier: Apache-2.0
/// \file
/// Large arrays that never move: address space is reserved at once, memory is
/// taken page by page as it is touched, and reads as zero before that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace catenary::engine::reach {

/// A piece of reserved address space.
class Mapping {
 public:
  enum class Sharing : std::uint8_t {
    with_children,  ///< processes forked later see the same memory
    own             ///< huge pages where the machine has them
  };

  Mapping() = default;
  /// Reserves up to `bytes`, as much of it as the machine allows but at least
  /// `least`; throws base::ToolError where it does not allow that.
  Mapping(std::uint64_t bytes, std::uint64_t least, Sharing sharing);
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
};

/// An array of plain data in a mapping.
template <typename T>
class MappedArray {
 public:
  static_assert(std::is_trivially_destructible_v<T>);
  MappedArray() = default;
  /// Room for `capacity` elements; where the machine refuses that, for as many
  /// as it allows, but at least `least`. Requires: capacity >= least >= 1.
  MappedArray(std::uint64_t capacity,
              Mapping::Sharing sharing,
              std::uint64_t least = 1)
      : mapping_(capacity * sizeof(T), least * sizeof(T), sharing) {}

  [[nodiscard]] std::uint64_t capacity() const {
    return mapping_.size() / sizeof(T);
  }
  [[nodiscard]] T* data() const {
    return reinterpret_cast<T*>(mapping_.data());
  }
  T& operator[](std::uint64_t i) const { return data()[i]; }

 private:
  Mapping mapping_;
};

/// What is about to be done with a piece of memory, all of it.
enum class Use : std::uint8_t {
  write,     ///< have its pages ready
  read,      ///< have its pages ready, as another process left them
  fill_once  ///< take huge pages where the machine has them
};
/// Tells the kernel, which then needs fewer page faults. Only advice: without
/// it, or where the kernel does not know it, all works the same, slower.
void advise(void* data, std::uint64_t bytes, Use use);

/// Bytes of main memory that may be used: all of this machine, or less where
/// the address space of this process is limited.
[[nodiscard]] std::uint64_t usable_memory();

}  // namespace catenary::engine::reach
