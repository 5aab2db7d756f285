// SPDX-License-Identifier: Apache-2.0
/// \file
/// The base protocol of LSP 3.17: messages with a header "Content-Length: N",
/// found in a stream of bytes that may hold anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/json.h"

namespace catenary::lsp {

/// The largest message that is read, in bytes.
inline constexpr std::uint64_t kLargestMessage = std::uint64_t{64} << 20;

/// Cuts a stream into messages. What is no header is passed; a message that is
/// too large is refused, and its bytes are passed without being kept.
class Framing {
 public:
  /// What next() found.
  struct Found {
    /// The content of a message.
    std::string content;
    /// For people, if the stream was faulty here; then there is no content.
    std::string fault;
  };

  /// Adds what was received.
  void receive(std::string_view bytes);
  /// The next message or fault; nothing if more bytes are needed.
  [[nodiscard]] std::optional<Found> next();

 private:
  /// The header in front of an empty line. Sets `length_`.
  [[nodiscard]] std::optional<Found> header();

  std::string buffer_;
  /// Where the rest begins in `buffer_`.
  std::size_t at_ = 0;
  /// The bytes of the content that is being read.
  std::optional<std::uint64_t> length_;
  /// Bytes of a refused message that are still to be passed.
  std::uint64_t passing_ = 0;
};

/// The message with its header.
[[nodiscard]] std::string framed(const base::Json& message);

}  // namespace catenary::lsp
