// SPDX-License-Identifier: Apache-2.0
/// \file
/// A test-case tree prepared for execution: its transitions by state and kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logic/term/term.h"
#include "suite/suite.h"

namespace catenary::exec {

/// A transition with its terms.
struct ProgramTransition {
  /// The transition in the tree; never null.
  const suite::TreeTransition* source = nullptr;
  /// Index in Tree::transitions.
  std::uint32_t index = 0;
  /// Invalid if the tree binds none.
  logic::Term delay;
  /// Those that receive the values of the message.
  std::vector<logic::Term> variables;
  /// Over these variables and those that are known before.
  logic::Term guard;
  /// Invalid if there is none.
  logic::Term sure_guard;
};

/// A definition of a state: variable := value.
struct ProgramDefinition {
  /// The variable that gets the value.
  logic::Term variable;
  /// Over what is known when the state is entered.
  logic::Term value;
};

/// A state with its outgoing transitions by kind.
struct ProgramState {
  /// The state in the tree; never null.
  const suite::TreeState* source = nullptr;
  /// In the order in which they are computed.
  std::vector<ProgramDefinition> definitions;
  /// Messages that the tester may send.
  std::vector<ProgramTransition> stimulations;
  /// Messages that may arrive.
  std::vector<ProgramTransition> observations;
  /// Indices in `observations`: inputs of third parties that the purpose waits
  /// for.
  std::vector<std::size_t> awaited;
  /// The transitions for silence up to the time-out.
  std::vector<ProgramTransition> silences;
};

/// A copy of a tree, with a manager of the program's own.
class TreeProgram {
 public:
  /// Throws InputError, naming the transition at fault, if a name is unknown or
  /// a transition does not fit the channels of `signature`.
  TreeProgram(const suite::Tree& tree, const suite::Signature& signature);
  /// A copy would point into the tree of the other one.
  TreeProgram(const TreeProgram&) = delete;
  TreeProgram& operator=(const TreeProgram&) = delete;
  TreeProgram(TreeProgram&&) = default;
  TreeProgram& operator=(TreeProgram&&) = default;

  [[nodiscard]] logic::TermManager& terms() { return *tree_.terms; }
  /// By index of the tree's states.
  [[nodiscard]] const std::vector<ProgramState>& states() const {
    return states_;
  }
  [[nodiscard]] const suite::Tree& tree() const { return tree_; }

 private:
  /// Adds a transition to its state.
  void add(const suite::TreeTransition& t, const suite::Signature& signature);

  /// With its own terms. The states below point into it, which stays so if the
  /// program moves.
  suite::Tree tree_;
  /// By index of the tree's states.
  std::vector<ProgramState> states_;
};

/// For example "R9 of state ec3"; "transition 7 of state ec3" if it has no
/// rule.
[[nodiscard]] std::string describe(const suite::Tree& tree,
                                   const ProgramTransition& transition);

/// `value` as one of the variable's sort: integers become reals. Nothing if it
/// is of another sort.
[[nodiscard]] std::optional<logic::Value> fit(const logic::Value& value,
                                              logic::Term variable);

}  // namespace catenary::exec
