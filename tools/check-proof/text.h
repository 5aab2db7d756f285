// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of a text, the ways in which a check fails, and its limit of work.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace check_proof {

/// The certificate, or the suite, says something that does not hold.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// A file cannot be read, it is not what it should be, or it needs more work
/// than is allowed.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The work of the whole check: a visit of a gate, a clause or a step, some
/// nanoseconds each. A small file can ask for a great deal of it.
class Work {
 public:
  static void allow(std::uint64_t units) { left_ = units; }
  static void spend(std::uint64_t units) {
    if (units > left_) {
      throw Unreadable("the check needs more work than --work allows");
    }
    left_ -= units;
  }

 private:
  static inline std::uint64_t left_ = 0;
};

/// The number that is the whole text; nothing if it is another text.
template <class Number>
[[nodiscard]] std::optional<Number> parse(std::string_view text,
                                          auto... format) {
  Number n{};
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [at, error] = std::from_chars(begin, end, n, format...);
  if (error != std::errc() || at != end) return std::nullopt;
  return n;
}

/// The first word of a text, which is removed with the space behind it.
inline std::string_view word(std::string_view& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view out = line.substr(0, space);
  line.remove_prefix(std::min(space + 1, line.size()));
  return out;
}

/// A text that is read from its begin to its end. `what` names it in messages
/// and must outlive it. Everything throws Unreadable.
class Text {
 public:
  Text(std::string_view text, const char* what) : rest_(text), what_(what) {}

  [[noreturn]] void fail(const std::string& why) const {
    throw Unreadable(std::string(what_) + ", line " + std::to_string(number_) +
                     ": " + why);
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  /// The next line, without its end.
  std::string_view line() {
    ++number_;
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) fail("it ends in the middle");
    return take(end + 1).substr(0, end);
  }
  /// So many bytes.
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) fail("it ends in the middle of a section");
    const std::string_view out = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return out;
  }
  /// `least` to `most` numbers, one space between two: a line, or a part of the
  /// line that was read last.
  std::vector<std::uint32_t> numbers(std::size_t least, std::size_t most) {
    return numbers_in(line(), least, most);
  }
  [[nodiscard]] std::vector<std::uint32_t> numbers_in(std::string_view part,
                                                      std::size_t least,
                                                      std::size_t most) const {
    std::vector<std::uint32_t> out;
    while (!part.empty() && out.size() < most) {
      const bool last = part.find(' ') == std::string_view::npos;
      const auto n = parse<std::uint32_t>(word(part));
      if (!n || (part.empty() && !last)) fail("expected a number");
      out.push_back(*n);
    }
    if (!part.empty() || out.size() < least) {
      fail("expected " + std::to_string(least) + " numbers");
    }
    return out;
  }
  [[nodiscard]] std::uint32_t number(std::string_view part) const {
    return numbers_in(part, 1, 1)[0];
  }

 private:
  std::string_view rest_;
  const char* what_;
  std::size_t number_ = 0;
};

}  // namespace check_proof
