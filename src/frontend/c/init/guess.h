// SPDX-License-Identifier: Apache-2.0
/// \file
/// A description to start from: what a C file without a description may need in
/// one, with what else each guess could be. Other than guess_wiring(), which
/// refuses whatever is not certain, this takes the most likely choice, since a
/// person reads the result.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "frontend/c/description.h"
#include "frontend/c/init/candidates.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// A row of [inputs] or [outputs].
struct GuessedRow {
  std::string lvalue;
  /// Of the variable, e.g. "uint8"; empty = not known.
  std::string type;
  /// What speaks for another choice, e.g. "static"; may be empty.
  std::string remark;
  /// False: only a candidate, for a comment.
  bool taken = true;
  /// TOML, e.g. "[0, 8]"; empty: the whole type.
  std::string range = {};
};

/// A function that may be called between steps.
struct GuessedEvent {
  Candidate function;
  /// With its arguments, e.g. "received(&port, byte)".
  std::string call;
};

/// What a description of a file is guessed to have.
struct Guess {
  /// Paths, sources, flags, declare, init, step, rename_main. Its inputs and
  /// outputs are those of `inputs` and `outputs` that are taken.
  Description description;
  /// main() runs in an endless loop that reads inputs: without a step, the file
  /// is a program of its own. Everything below is an alternative then.
  bool whole_program = false;
  /// Candidates, whether taken or not; the most likely first.
  std::vector<Candidate> steps, inits, handlers;
  /// Functions that may be called between steps; never taken.
  std::vector<GuessedEvent> events;
  /// Name of the step that was taken; empty where it is none of `steps`.
  std::string step;
  /// How many of `steps` were as likely as the one that was taken, and nobody
  /// chose; 0 where there was a choice, or nothing to choose.
  std::size_t equally_likely = 0;
  /// Run as [tasks]; empty: none.
  std::vector<PeriodicFunction> tasks;
  /// Their periods are made up: all that is known is the order of their rates.
  bool tasks_are_rates = false;
  std::vector<GuessedRow> inputs, outputs;
  /// See Siblings.
  std::vector<std::string> left_out;
  /// Functions that no source defines, for which stubs are asked.
  std::vector<std::string> stubbed;
  /// Variables that no source defines: it cannot be loaded without them.
  std::vector<std::string> undefined;
  /// What a person should know of the arguments of the step, and of the
  /// initialisation: a clause each.
  std::vector<std::string> step_remarks, init_remarks;
  /// Parameters of the step that are outputs, and that it reads before it
  /// writes them.
  std::vector<std::string> read_outputs;
  /// Some function decides something, so there are branches to cover.
  bool has_branches = false;
  /// Why guess_wiring() refused to take a step; empty where it took one, or
  /// there was none.
  std::string doubt;

  /// Whether the handler is a row of [interrupts]: not of a fault, and there is
  /// a step before which it can be called.
  [[nodiscard]] bool is_interrupt(const Candidate& handler) const {
    return (description.step || !tasks.empty()) &&
           !is_fault_handler(handler.name);
  }
};

/// Asks a person which of several functions, at least two, is the step. The
/// answer is an index.
using ChooseStep = std::function<std::size_t(const std::vector<Candidate>&)>;

/// Guesses. `bare` has a path, sources and flags; `main_runs` says whether the
/// file is a whole program that can be loaded. `choose` may be empty: then the
/// first of equally likely steps is taken.
[[nodiscard]] Guess guess_description(const Description& bare,
                                      const program::Inventory& all,
                                      bool main_runs,
                                      const ChooseStep& choose);

/// The same for a file; `bare` as above. Throws what take_inventory() throws.
/// Cost: one compilation; where there is a main(), one load() more.
[[nodiscard]] Guess guess_description(Description bare,
                                      const ChooseStep& choose,
                                      const base::Budget& budget);

/// The text of a description file with comments on every guess. It can be
/// loaded as it is, as far as the guesses allow that. Deterministic.
[[nodiscard]] std::string description_text(const Guess& guess);

}  // namespace catenary::frontend::c
