// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interface of the system that a suite tests: signals that are set and
/// read at every step, values chosen once, and channels that carry messages.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logic/value/value.h"
#include "suite/json.h"

namespace catenary::suite {

/// An input, output, initial choice or parameter of a channel.
struct Signal {
  /// Unique among its kind, e.g. "i.signal".
  std::string name;
  /// "bool", "int8" … "uint64", "int" and "real" (unbounded), "float32",
  /// "float64", "enum", or "bv" and a width, e.g. "bv12".
  std::string type = "int32";
  /// For "enum" only.
  std::shared_ptr<const logic::Enumeration> enumeration;
  /// For people, e.g. "km/h".
  std::string unit;
  /// Names of single values, for people, e.g. button = 1.
  std::vector<std::pair<std::string, logic::Value>> names;
  /// Inclusive range; absent = the whole type.
  std::optional<logic::Value> lo, hi;
  /// Computed by Catenary, e.g. "p1.holds": a SUT need not provide it.
  bool derived = false;

  /// The sort of its values. Throws InputError (without location) if `type` is
  /// none of the above, or an "enum" has no enumeration.
  [[nodiscard]] logic::Sort sort() const;
  /// Whether a value of sort() is one of the machine type; for example 300 is
  /// not one of "uint8". The range does not matter.
  [[nodiscard]] bool fits(const logic::Value& value) const;
  bool operator==(const Signal& other) const;
};

/// From the point of view of the system.
enum class Direction : std::uint8_t { input, output };
/// "input" or "output".
[[nodiscard]] const char* to_string(Direction direction);

/// A channel of a state machine or timed system.
struct Channel {
  /// Unique among channels.
  std::string name;
  Direction direction = Direction::input;
  /// False for an input that the tester can only observe, not send.
  bool controllable = true;
  /// The values that a message carries, in order.
  std::vector<Signal> parameters;
  bool operator==(const Channel&) const = default;
};

/// All signals and channels of a system.
struct Signature {
  /// Set before every step.
  std::vector<Signal> inputs;
  /// Read after every step.
  std::vector<Signal> outputs;
  /// Chosen once, before the first step.
  std::vector<Signal> initial;
  std::vector<Channel> channels;
  /// The unit of Step::dt, e.g. "ms".
  std::string time_unit = "step";

  bool operator==(const Signature&) const = default;
};

/// The index of the signal of that name, or nothing. Cost: linear.
[[nodiscard]] std::optional<std::uint32_t> find_signal(
    const std::vector<Signal>& signals, std::string_view name);

/// A value as suites contain it: true/false; integers as numbers up to 2^53 in
/// magnitude and as strings beyond; rationals as "p/q"; floats as their
/// shortest decimal, "NaN", "Infinity" or "-Infinity"; enumerators by name;
/// bit-vectors as "#x…". Requires: not an array.
[[nodiscard]] Json to_json(const logic::Value& value);

/// Reads such a value. Throws InputError at the position of `json` in `file` if
/// it is not a value of the signal's type.
[[nodiscard]] logic::Value value_from_json(const Json& json,
                                           const Signal& signal,
                                           const std::string& file);

/// A rational number, e.g. a duration: a number if it is integral, else "p/q".
[[nodiscard]] Json to_json(const mpq_class& number);

/// The value of an input that does not matter: 0, false or the first
/// enumerator, moved into the range of the signal.
[[nodiscard]] logic::Value default_value(const Signal& signal);

}  // namespace catenary::suite
