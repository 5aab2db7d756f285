// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an InputError says, as one line of text.
#pragma once

#include <string>

#include "base/error.h"

namespace catenary::frontend::c::test {

/// "file:line:col: message [code]" of the first fault that `body` throws; ""
/// where it throws none.
template <typename Body>
std::string fault_of(const Body& body) {
  try {
    body();
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics().front();
    return d.where.to_string() + ": " + d.message + " [" + d.code + "]";
  }
  return "";
}

}  // namespace catenary::frontend::c::test
