// SPDX-License-Identifier: Apache-2.0
/// \file
/// The byte format of messages between processes that were forked from one
/// another: writer, reader, and frames for streams.
///
/// Both ends are the same program on the same machine, so the format has no
/// version and no field names, and numbers have the byte order of the machine.
/// A field is written by `write(WireWriter&, value)` and read by
/// `read(WireReader&, value&)`. The overloads for numbers, strings, vectors and
/// diagnostics are here, those of other types beside the types
/// (logic/value/wire.h, model/step/wire.h).
///
/// A reader never trusts a message: user code runs in some of the writers, and
/// a killed writer leaves half a message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/check.h"
#include "base/error.h"

namespace catenary::base {

/// A message that no WireWriter made: it is too short, or a field has a value
/// that its type does not have. A defect of Catenary unless user code may write
/// to the channel; only readers of such channels catch it.
class WireError : public InternalError {
 public:
  using InternalError::InternalError;
};

/// Whether a vector of T is copied as one block of bytes. Specialise it for a
/// structure of numbers only: no pointers, and no padding that matters.
template <typename T>
inline constexpr bool is_wire_block =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

/// Builds a message field by field.
class WireWriter {
 public:
  /// Appends the fields in this order.
  template <typename... Fields>
  void put(const Fields&... fields) {
    (write(*this, fields), ...);
  }
  /// Appends bytes as they are, without their number. `at` may be null if
  /// `size` is 0.
  void put_bytes(const void* at, std::size_t size) {
    if (size != 0) bytes_.append(static_cast<const char*>(at), size);
  }
  /// Everything appended so far. Valid until the next call.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// The message with its length in front, for WireFrames.
  [[nodiscard]] std::string frame() const;

 private:
  std::string bytes_;
};

/// Reads a message in the order in which it was written. Every function throws
/// WireError at the first field that is incomplete or has no valid value.
class WireReader {
 public:
  /// Reads from the start. The bytes must outlive the reader.
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  /// Reads the fields in this order.
  template <typename... Fields>
  void get(Fields&... fields) {
    (read(*this, fields), ...);
  }
  /// Reads one field.
  template <typename T>
  [[nodiscard]] T get() {
    T value{};
    read(*this, value);
    return value;
  }
  /// Reads an enumerator. `last` is the greatest of the type, whose enumerators
  /// count from 0.
  template <typename E>
  [[nodiscard]] E get_enum(E last) {
    static_assert(std::is_unsigned_v<std::underlying_type_t<E>>);
    const auto number = get<std::underlying_type_t<E>>();
    if (number > static_cast<std::underlying_type_t<E>>(last)) fail();
    return static_cast<E>(number);
  }
  /// Reads the number (64 bits) of the items that follow, each of which takes
  /// `item_bytes` or more. More items than the message can hold are an error,
  /// so that a torn message cannot ask for much memory.
  [[nodiscard]] std::size_t get_count(std::size_t item_bytes = 1);
  /// The next `size` bytes, in place.
  [[nodiscard]] std::string_view get_bytes(std::size_t size) {
    if (size > rest_.size()) fail();
    const std::string_view part = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return part;
  }
  /// Whether everything was read.
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  /// Throws WireError; for the overloads of read().
  [[noreturn]] static void fail();

 private:
  /// What was not read yet.
  std::string_view rest_;
};

/// Cuts a stream into messages. Bytes come in pieces of any size; a message
/// counts once all of its bytes have arrived.
class WireFrames {
 public:
  /// Messages of more than `most` bytes are an error.
  explicit WireFrames(std::uint64_t most = ~std::uint64_t{0}) : most_(most) {}

  /// Appends bytes of the stream. Cost: linear, whatever the pieces are.
  void add(std::string_view bytes);
  /// The next whole message, valid until the next add(); nothing if it is not
  /// complete. Throws WireError if its length is more than `most`.
  [[nodiscard]] std::optional<std::string_view> next();

 private:
  std::uint64_t most_;
  /// Bytes of the stream; those before `at_` were handed out.
  std::string pending_;
  std::size_t at_ = 0;
};

/// Numbers and enumerators: sizeof(T) bytes.
template <typename T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
void write(WireWriter& to, T value) {
  to.put_bytes(&value, sizeof value);
}
template <typename T>
  requires std::is_arithmetic_v<T>
void read(WireReader& from, T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    const auto byte = from.get<std::uint8_t>();
    if (byte > 1) WireReader::fail();
    value = byte != 0;
  } else {
    const std::string_view bytes = from.get_bytes(sizeof value);
    std::memcpy(&value, bytes.data(), bytes.size());
  }
}

/// Strings: the number of bytes (64 bits), then the bytes.
void write(WireWriter& to, std::string_view text);
void read(WireReader& from, std::string& text);

/// Places and diagnostics, with their notes.
void write(WireWriter& to, const SourceLocation& where);
void read(WireReader& from, SourceLocation& where);
void write(WireWriter& to, const Diagnostic& diagnostic);
void read(WireReader& from, Diagnostic& diagnostic);

/// Vectors: the number of items (64 bits), then the items.
template <typename T>
void write(WireWriter& to, const std::vector<T>& list) {
  write(to, std::uint64_t{list.size()});
  if constexpr (is_wire_block<T>) {
    static_assert(std::is_trivially_copyable_v<T>);
    to.put_bytes(list.data(), list.size() * sizeof(T));
  } else {
    for (const T& item : list) write(to, item);
  }
}
template <typename T>
void read(WireReader& from, std::vector<T>& list) {
  list.clear();
  if constexpr (is_wire_block<T>) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t count = from.get_count(sizeof(T));
    const std::string_view block = from.get_bytes(count * sizeof(T));
    list.resize(count);
    if (count != 0) std::memcpy(list.data(), block.data(), block.size());
  } else {
    for (std::size_t left = from.get_count(); left > 0; --left) {
      list.push_back(from.get<T>());
    }
  }
}

}  // namespace catenary::base
