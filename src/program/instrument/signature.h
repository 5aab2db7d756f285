// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the symbol of a function says of it. Internal to program/.
#pragma once

#include <string>
#include <vector>

namespace catenary::program {

struct Signature {
  std::string name;  ///< "GPIO::set"
  bool cpp = false;
  std::vector<std::string> parameters;  ///< types; C++ only
};

/// Demangles a symbol of C or C++ (Itanium C++ ABI).
[[nodiscard]] Signature signature_of(const std::string& symbol);

}  // namespace catenary::program
