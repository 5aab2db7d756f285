// SPDX-License-Identifier: Apache-2.0
/// \file
/// What words of C++ in a state machine name. Internal to frontend/umlrt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/text/symbols.h"
#include "frontend/umlrt/text/sm_scanner.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Finds what words of C++ name, and notes it in a table; words that name
/// nothing that is known are noted as such. Scopes of C++ itself are not known.
class CodeNames {
 public:
  /// `scopes`: symbols whose members are visible, the innermost first.
  /// `capsule`: whose ports have messages; may be null. All must outlive the
  /// object, and the table has all declarations.
  CodeNames(base::SymbolTable& table,
            std::vector<std::uint32_t> scopes,
            const model::MachineModel& model,
            const model::Capsule* capsule);

  /// Notes the words of a block of C++.
  void code(const model::ActionCode& code);
  /// Notes the words of C++ within a line, which begins at `where`.
  void piece(const std::string& text, base::Place where);

 private:
  void note(const CodeWord& word, base::Place where);
  /// The symbol of a name by itself; kNoSymbol for none.
  [[nodiscard]] std::uint32_t by_name(std::string_view word) const;
  /// The symbol of "PORT.MESSAGE", and of "ENUMERATION::VALUE".
  [[nodiscard]] std::uint32_t by_owner(const CodeWord& word) const;

  base::SymbolTable& table_;
  std::vector<std::uint32_t> scopes_;
  const model::MachineModel& model_;
  const model::Capsule* capsule_;
};

}  // namespace catenary::frontend::umlrt
