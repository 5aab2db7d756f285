// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages between forked processes: counts, strings, diagnostics, frames.
#include "base/wire.h"

#include <utility>

namespace catenary::base {

std::string WireWriter::frame() const {
  WireWriter length;
  length.put(std::uint64_t{bytes_.size()});
  return length.bytes() + bytes_;
}

void WireReader::fail() {
  throw WireError("a message between processes is incomplete or damaged");
}

std::size_t WireReader::get_count(std::size_t item_bytes) {
  const auto count = get<std::uint64_t>();
  // Divided, since the product of a damaged count may overflow.
  if (count > rest_.size() / item_bytes) fail();
  return count;
}

void WireFrames::add(std::string_view bytes) {
  // Once for all messages that were handed out, so that the rest is not moved
  // for each of them.
  pending_.erase(0, std::exchange(at_, 0));
  pending_ += bytes;
}

std::optional<std::string_view> WireFrames::next() {
  const std::string_view rest = std::string_view(pending_).substr(at_);
  std::uint64_t size = 0;
  if (rest.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, rest.data(), sizeof size);
  if (size > most_) WireReader::fail();
  if (rest.size() - sizeof size < size) return std::nullopt;
  at_ += sizeof size + size;
  return rest.substr(sizeof size, size);
}

void write(WireWriter& to, std::string_view text) {
  to.put(std::uint64_t{text.size()});
  to.put_bytes(text.data(), text.size());
}

void read(WireReader& from, std::string& text) {
  text = from.get_bytes(from.get_count());
}

void write(WireWriter& to, const SourceLocation& where) {
  to.put(where.file, where.line, where.column);
}

void read(WireReader& from, SourceLocation& where) {
  from.get(where.file, where.line, where.column);
}

void write(WireWriter& to, const Diagnostic& diagnostic) {
  to.put(diagnostic.severity,
         diagnostic.where,
         diagnostic.message,
         diagnostic.code,
         diagnostic.notes);
}

void read(WireReader& from, Diagnostic& diagnostic) {
  diagnostic.severity = from.get_enum(Severity::note);
  from.get(
      diagnostic.where, diagnostic.message, diagnostic.code, diagnostic.notes);
}

}  // namespace catenary::base
