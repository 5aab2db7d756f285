// SPDX-License-Identifier: Apache-2.0
/// \file
/// Symbolic transition systems: variables of any sort, and initial values, next
/// values, constraints, goals and outputs as terms.
///
/// A system takes steps for ever. At each step the inputs are chosen; if a
/// constraint is false, the step does not exist. Then goals, properties and
/// outputs are evaluated over the inputs and the state before the step, and the
/// state variables get their next values, all at once (Biere, Cimatti, Clarke,
/// Zhu, "Symbolic Model Checking without BDDs", TACAS 1999,
/// doi:10.1007/3-540-49059-0_14, in the functional form of hardware models).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/term/term.h"

namespace catenary::model {

/// A transition system, with the terms it is made of.
struct TransitionSystem {
  /// Chosen anew at each step.
  struct Input {
    std::string name;
    base::SourceLocation where;
    logic::Term variable;
  };
  /// A variable of the state.
  struct State {
    std::string name;
    base::SourceLocation where;
    logic::Term variable;
    /// Over variables of `states` that come before it; invalid: any value.
    logic::Term init;
    /// Over state variables and inputs.
    logic::Term next;
  };
  /// A term over state variables and inputs that has a name: of any sort for
  /// outputs, Boolean for constraints, goals and properties.
  struct Named {
    std::string name;
    base::SourceLocation where;
    logic::Term term;
    /// For people; may be empty.
    std::string text = {};
  };

  /// For people, e.g. "counter".
  std::string name;
  /// The file that the user named.
  std::string path;
  /// The SHA-256 of the text it was read from, hexadecimal.
  std::string sha256;
  /// Owns all terms.
  std::shared_ptr<logic::TermManager> terms;
  std::vector<Input> inputs;
  std::vector<State> states;
  std::vector<Named> outputs;
  std::vector<Named> constraints;
  /// What tests are to make true.
  std::vector<Named> goals;
  /// What must hold at each step; a goal is that it does not.
  std::vector<Named> properties;
};

/// Checks sorts, and that terms mention what the comments above say. Throws
/// base::InternalError. Cost: linear in the terms.
void check(const TransitionSystem& system);

}  // namespace catenary::model
