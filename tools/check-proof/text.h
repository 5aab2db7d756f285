// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of a text: its lines, and the numbers in them.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace check_proof {

/// The number that is the whole text; nothing if it is another text.
template <class Number>
[[nodiscard]] std::optional<Number> parse(std::string_view text,
                                          auto... format) {
  Number n{};
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, n, format...);
  if (error != std::errc() || at != end) return std::nullopt;
  return n;
}

/// A text that is read from its begin to its end. `what` names it in messages
/// and must outlive it.
class Text {
 public:
  Text(std::string_view text, const char* what) : rest_(text), what_(what) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }
  /// The next line, without its end. All of this throws Unreadable.
  std::string_view line();
  /// So many bytes.
  std::string_view take(std::size_t bytes);
  /// `least` to `most` numbers, one space between two: a line, or a part of the
  /// line that was read last.
  std::vector<std::uint32_t> numbers(std::size_t least, std::size_t most) {
    return numbers_in(line(), least, most);
  }
  [[nodiscard]] std::vector<std::uint32_t> numbers_in(std::string_view part,
                                                      std::size_t least,
                                                      std::size_t most) const;
  /// A number that is all of the text.
  [[nodiscard]] std::uint32_t number(std::string_view text) const {
    return numbers_in(text, 1, 1)[0];
  }
  [[noreturn]] void fail(const std::string& why) const;

 private:
  std::string_view rest_;
  const char* what_;
  std::size_t number_ = 0;
};

/// The first word of a text, which is removed with the space behind it.
std::string_view word(std::string_view& line);

}  // namespace check_proof
