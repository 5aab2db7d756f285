// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the tests of XMI files ask of the reader.
#pragma once

#include <string>

#include "base/error.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {

/// The first error of a file with that text; empty where there is none.
inline std::string fault(const std::string& text) {
  try {
    (void)parse_xmi(text, "f.uml");
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics()[0];
    return d.where.to_string() + ": " + d.message;
  }
  return "";
}

/// What the reader says it does not support.
inline std::string missing(const std::string& text) {
  std::string out;
  for (const model::Unsupported& u : parse_xmi(text, "f.uml").unsupported) {
    out += u.qualified + ": " + u.what + "\n";
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
