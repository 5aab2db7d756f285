// SPDX-License-Identifier: Apache-2.0
/// \file
/// modelDescription.xml of FMI 2.0 and 3.0: the part that a master needs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::exec::fmu {

/// The types of both versions: Real of FMI 2 is float64, Integer is int32.
enum class Type : std::uint8_t {
  float32,
  float64,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  enumeration,
  /// Exist, but no signal of a suite can be one.
  string,
  binary,
  clock
};

/// Of the standard. `other` is local, independent and the rest: never set.
enum class Causality : std::uint8_t { parameter, input, output, local, other };

/// The named values of an enumeration.
struct Items {
  std::string name;
  std::vector<std::pair<std::string, std::int64_t>> values;
};

struct Variable {
  std::string name;
  std::uint32_t reference = 0;
  Type type = Type::float64;
  Causality causality = Causality::local;
  /// The initial value may be set before the initialisation.
  bool has_start = false;
  /// FMI 3: it has dimensions.
  bool is_array = false;
  /// Of an enumeration; null where the type is not declared.
  std::shared_ptr<const Items> items;
  base::SourceLocation where;
};

struct Description {
  /// 2 or 3.
  int version = 2;
  std::string model_name;
  /// guid or instantiationToken.
  std::string token;
  /// Of the co-simulation unit; a C identifier.
  std::string identifier;
  /// Of DefaultExperiment, in seconds; finite, and the size positive.
  std::optional<double> start_time, step_size;
  /// Steps may differ in size.
  bool variable_steps = false;
  /// It only drives a tool that must be installed.
  bool needs_tool = false;
  /// In the order of the document; names are unique.
  std::vector<Variable> variables;
};

/// As the document calls the type: "Real" or "Float64".
[[nodiscard]] std::string to_string(Type type, int version);
/// "parameter", "input", "output", "local" or "not settable".
[[nodiscard]] const char* to_string(Causality causality);

/// Reads the document; `file` is for messages. Throws InputError with line and
/// column where it is not well-formed, declares a document type, is of another
/// version, is not for co-simulation, or contradicts the standard. Cost:
/// linear.
[[nodiscard]] Description read_description(std::string_view text,
                                           const std::string& file);

}  // namespace catenary::exec::fmu
