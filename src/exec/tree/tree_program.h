// SPDX-License-Identifier: Apache-2.0
/// \file
/// A test-case tree made ready for execution: its formulas as terms.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "logic/term/term.h"
#include "suite/suite.h"

namespace catenary::exec {

struct ProgramTransition {
  const suite::TreeTransition* source = nullptr;
  std::uint32_t index = 0;  ///< in Tree::transitions
  logic::Term delay;        ///< none where the tree binds none
  std::vector<logic::Term> variables;
  logic::Term guard;
  logic::Term sure_guard;  ///< none where there is none
};

struct ProgramDefinition {
  logic::Term variable;
  logic::Term value;
};

struct ProgramState {
  const suite::TreeState* source = nullptr;
  std::vector<ProgramDefinition> definitions;
  std::vector<ProgramTransition> stimulations;
  std::vector<ProgramTransition> observations;
  /// Those of them that are inputs from elsewhere the purpose waits for.
  std::vector<std::size_t> awaited;
  std::vector<ProgramTransition> silences;
};

/// Terms live in a manager of the program's own. The tree must outlive it.
class TreeProgram {
 public:
  /// Parses everything once. InputError naming the transition or definition
  /// at fault where a formula is none, a name is unknown, or a transition does
  /// not fit the channels of `signature`.
  TreeProgram(const suite::Tree& tree,
              const suite::Signature& signature,
              const std::string& test);

  [[nodiscard]] logic::TermManager& terms() { return *terms_; }
  [[nodiscard]] const std::vector<ProgramState>& states() const {
    return states_;
  }
  [[nodiscard]] const suite::Tree& tree() const { return tree_; }

 private:
  const suite::Tree& tree_;
  std::unique_ptr<logic::TermManager> terms_;
  std::vector<ProgramState> states_;
};

/// E.g. "R9 of state ec3"; "transition 7 of state ec3" where it has no rule.
[[nodiscard]] std::string describe(const suite::Tree& tree,
                                   const ProgramTransition& transition);

/// `value` as one of the variable's sort: integers become reals. Nothing where
/// it is of another sort.
[[nodiscard]] std::optional<logic::Value> fit(const logic::Value& value,
                                              logic::Term variable);

}  // namespace catenary::exec
