// SPDX-License-Identifier: Apache-2.0
/// \file
/// How values of options are written: on the command line, in the config file
/// and in the help. Reading what print_text() wrote gives the same value.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace catenary::option {

/// An amount of memory, written "512M", "4G" (powers of 1024) or "0".
struct Bytes {
  std::uint64_t count = 0;
  auto operator<=>(const Bytes&) const = default;
};

/// A time after which something ends, or "off": then it does not begin.
struct TimeOrOff {
  std::chrono::milliseconds time{0};  ///< 0 = off
  auto operator<=>(const TimeOrOff&) const = default;
};

/// Each throws base::InputError without a location, saying what was expected,
/// for anything but the form described; the whole text must be of that form.
void parse_text(std::string_view text, bool& out);  ///< "true" or "false"
void parse_text(std::string_view text, std::uint32_t& out);  ///< decimal
void parse_text(std::string_view text, std::uint64_t& out);  ///< decimal
void parse_text(std::string_view text, double& out);  ///< finite, "2.5", "1e3"
void parse_text(std::string_view text, Bytes& out);
void parse_text(std::string_view text, std::string& out);  ///< anything
/// "250ms", "30s", "5m", "2h", "1m30s", "1.5s" or "0"; to the millisecond.
void parse_text(std::string_view text, std::chrono::milliseconds& out);
void parse_text(std::string_view text, TimeOrOff& out);  ///< a time or "off"

[[nodiscard]] std::string print_text(bool value);
[[nodiscard]] std::string print_text(std::uint32_t value);
[[nodiscard]] std::string print_text(std::uint64_t value);
[[nodiscard]] std::string print_text(double value);
[[nodiscard]] std::string print_text(Bytes value);
[[nodiscard]] std::string print_text(const std::string& value);
[[nodiscard]] std::string print_text(std::chrono::milliseconds value);
[[nodiscard]] std::string print_text(TimeOrOff value);

}  // namespace catenary::option
