// SPDX-License-Identifier: Apache-2.0
#include "lsp/framing.h"

#include <algorithm>

#include "base/text/characters.h"
#include "base/text/letters.h"

namespace catenary::lsp {

namespace {

/// The longest header that is waited for.
constexpr std::size_t kLongestHeader = 8192;
constexpr std::string_view kLength = "content-length:";

/// The number behind "Content-Length:"; nothing if it is missing or no number.
/// A number of many digits is as large as can be.
std::optional<std::uint64_t> length_in(std::string_view header) {
  const std::string small = base::in_small_letters(std::string(header));
  std::size_t at = small.find(kLength);
  if (at == std::string::npos) return std::nullopt;
  at += kLength.size();
  while (at < small.size() && small[at] == ' ') ++at;
  std::size_t end = at;
  while (end < small.size() && base::is_digit(small[end])) ++end;
  constexpr std::size_t kMostDigits = 18;
  if (end == at) return std::nullopt;
  if (end - at > kMostDigits) return ~std::uint64_t{0};
  return std::stoull(small.substr(at, end - at));
}

}  // namespace

void Framing::receive(std::string_view bytes) {
  const auto passed =
      static_cast<std::size_t>(std::min<std::uint64_t>(passing_, bytes.size()));
  passing_ -= passed;
  buffer_ += bytes.substr(passed);
}

std::optional<Framing::Found> Framing::header() {
  std::size_t end = buffer_.find("\r\n\r\n", at_);
  std::size_t width = 4;
  // Some clients send plain line ends.
  const std::size_t plain = buffer_.find("\n\n", at_);
  if (plain < end) {
    end = plain;
    width = 2;
  }
  if (end == std::string::npos) {
    if (buffer_.size() - at_ <= kLongestHeader) return std::nullopt;
    // The beginning of a header may be among the last bytes.
    at_ = buffer_.size() - kLength.size();
    return Found{"", "expected a header 'Content-Length: N'"};
  }
  const std::string_view text(buffer_.data() + at_, end - at_);
  length_ = length_in(text);
  at_ = end + width;
  if (!length_) return Found{"", "a header without 'Content-Length: N'"};
  if (*length_ <= kLargestMessage) return std::nullopt;
  const std::uint64_t refused = *length_;
  length_.reset();
  // A length beyond all reason is a mistake: what follows is read as a header.
  constexpr std::uint64_t kBelievable = std::uint64_t{1} << 32;
  if (refused < kBelievable) {
    const auto here = static_cast<std::size_t>(
        std::min<std::uint64_t>(refused, buffer_.size() - at_));
    at_ += here;
    passing_ = refused - here;
  }
  return Found{"",
               "a message of more than " + std::to_string(kLargestMessage) +
                   " bytes is refused"};
}

std::optional<Framing::Found> Framing::next() {
  std::optional<Found> out;
  if (!length_) out = header();
  if (length_ && buffer_.size() - at_ >= *length_) {
    out = Found{buffer_.substr(at_, *length_), ""};
    at_ += *length_;
    length_.reset();
  }
  constexpr std::size_t kKept = 1 << 16;
  if (at_ > kKept || at_ == buffer_.size()) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  return out;
}

std::string framed(const base::Json& message) {
  const std::string content = message.compact();
  return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" +
         content;
}

}  // namespace catenary::lsp
