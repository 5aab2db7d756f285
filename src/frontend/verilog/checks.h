// SPDX-License-Identifier: Apache-2.0
/// \file
/// The statements of a design. Only for this folder.
#pragma once

#include <map>
#include <string>

#include "base/error.h"

namespace catenary::frontend::verilog {

/// A statement that checks, assumes or covers.
struct Check {
  std::string kind;  ///< "assert", "assume" or "cover"
  /// Its label with the instances before it; else made of its place.
  std::string name;
  base::SourceLocation where;
};

/// The statements by the names of their cells, from the JSON that Yosys writes;
/// `path` is the design. Throws base::InputError at statements about runs
/// without end.
[[nodiscard]] std::map<std::string, Check> read_checks(const std::string& json,
                                                       const std::string& path);

}  // namespace catenary::frontend::verilog
