// SPDX-License-Identifier: Apache-2.0
/// \file
/// The syntax of option values on the command line, in the config file and in
/// the help. Reading what print_text() wrote gives the same value.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace catenary::option {

/// An amount of memory, written "512M", "4G" (powers of 1024) or "0".
struct Bytes {
  /// In bytes.
  std::uint64_t count = 0;
  auto operator<=>(const Bytes&) const = default;
};

/// A time limit of an activity, or "off": the activity is left out.
struct TimeOrOff {
  /// 0 = off.
  std::chrono::milliseconds time{0};
  auto operator<=>(const TimeOrOff&) const = default;
};

/// Each function throws base::InputError without a location, stating what was
/// expected, for anything but the described form; the whole text must have that
/// form. This one: "true" or "false".
void parse_text(std::string_view text, bool& out);
/// A decimal number.
void parse_text(std::string_view text, std::uint32_t& out);
/// A decimal number.
void parse_text(std::string_view text, std::uint64_t& out);
/// A finite number, e.g. "2.5", "1e3".
void parse_text(std::string_view text, double& out);
/// As Bytes.
void parse_text(std::string_view text, Bytes& out);
/// Any text.
void parse_text(std::string_view text, std::string& out);
/// "250ms", "30s", "5m", "2h", "1m30s", "1.5s" or "0"; precise to the
/// millisecond.
void parse_text(std::string_view text, std::chrono::milliseconds& out);
/// A time or "off".
void parse_text(std::string_view text, TimeOrOff& out);

/// The inverse functions: canonical text of a value. There is one for each type
/// above, and the tables find it by the type of a member.
[[nodiscard]] std::string print_text(bool value);
[[nodiscard]] std::string print_text(std::uint32_t value);
[[nodiscard]] std::string print_text(std::uint64_t value);
[[nodiscard]] std::string print_text(double value);
[[nodiscard]] std::string print_text(Bytes value);
[[nodiscard]] std::string print_text(const std::string& value);
[[nodiscard]] std::string print_text(std::chrono::milliseconds value);
[[nodiscard]] std::string print_text(TimeOrOff value);

}  // namespace catenary::option
