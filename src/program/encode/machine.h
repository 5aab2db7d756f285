// SPDX-License-Identifier: Apache-2.0
/// \file
/// The state of symbolic execution: the path, its memory, where paths ended,
/// and the budget.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "model/step/encoding.h"
#include "program/encode/guard.h"
#include "program/encode/memory.h"
#include "program/encode/term/address.h"
#include "program/encode/term/builder.h"

namespace catenary::program {

/// A path, or several that were merged: its condition and its memory. Copies
/// share the contents of objects.
struct PathState {
  /// The path condition; never null for a path.
  const Guard* guard = nullptr;
  Memory memory;
};

/// An end of paths: a stop, crash or refused assumption.
struct PathEnd {
  const Guard* guard = nullptr;
  /// How the paths end.
  model::StepOutcome outcome = model::StepOutcome::ended;
  /// What is reported about the end: its text and place.
  model::Stepper::Event event;
  /// See model::EncodedPart::Stop::limit.
  bool limit = false;
  /// The memory that is read after a stop: all of it where the program ended by
  /// itself, else only the hits and counters.
  Memory memory;
};

/// The value of a register: a term (Booleans for i1, floats, bit-vectors), or
/// the elements of a structure, array or vector. Neither is set for a value
/// that is not defined. A value type; copying it is cheap for scalars.
struct RegisterValue {
  /// Invalid for aggregates and for values that are not defined.
  logic::Term term;
  /// In the order of LLVM's elements; empty for scalars.
  std::vector<RegisterValue> parts;
  /// The integer is an address, so most arithmetic with it is refused.
  bool address = false;
};

/// Carries the current path; Executor and Access work on it. Not copyable:
/// guards and terms refer to it.
class Machine {
 public:
  /// Concrete value of a condition or a selector on the path that is followed
  /// (concolic execution); nothing where it is not known, then all ways are
  /// taken.
  using Decide = std::function<std::optional<logic::Value>(logic::Term)>;

  /// Term manager and budget must outlive it.
  Machine(logic::TermManager& terms,
          const model::EncodeOptions& options,
          const base::Budget& budget);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // The parts of the machine. Each may refer to those before it.
  TermBuilder b;
  Guards guards;
  Observations seen;
  Addresses addresses;
  /// Counters for reports; they do not affect the encoding.
  model::EncodingStats stats;

  /// The current path. Meaningless where `alive` is false.
  PathState now;
  /// False: no path goes on here; others may wait elsewhere.
  bool alive = true;
  /// Ends of paths so far, in program order.
  std::vector<PathEnd> ends;
  /// Objects whose contents matter where a path stops (hits, counters), as
  /// indices of Memory.
  std::vector<std::size_t> kept_at_stops;
  /// Place of the current instruction, for messages; set by Executor.
  std::function<base::SourceLocation()> where;
  /// Follows one path where set; see split().
  Decide decide;
  /// Literals that were taken where more than one way was possible, with their
  /// places: the path condition of a followed path.
  std::vector<model::PathBranch> branches;

  /// The limits and choices of this encoding.
  [[nodiscard]] const model::EncodeOptions& options() const { return options_; }
  /// Makes a path the current one.
  void set_path(PathState path);
  /// Splits the current path by literals, exactly one of which holds: returns a
  /// guard for each, null where the literal cannot hold. A single survivor
  /// keeps the current guard, so that conditions do not grow. Does not change
  /// the current path.
  [[nodiscard]] std::vector<const Guard*> split(
      const std::vector<logic::Term>& literals);
  /// Merges paths into the current one, memories included. Requires: at least
  /// one; `plan` is of their guards.
  void merge(std::vector<PathState>& paths, const MergePlan& plan);

  /// Ends the current path where the condition holds. The rest goes on; where
  /// there is none, `alive` becomes false. `place` may be unknown.
  void stop_if(logic::Term condition,
               model::StepOutcome outcome,
               const std::string& text,
               const base::SourceLocation& place);
  void stop_if(logic::Term condition,
               model::StepOutcome outcome,
               const std::string& text) {
    stop_if(condition, outcome, text, {});
  }
  /// Ends paths for which no encoding describes the program on this machine.
  /// They become part of `unfaithful`.
  void unsupported(logic::Term condition, const std::string& text);
  void unsupported(const std::string& text) { unsupported(b.yes(), text); }
  /// Ends paths that a signal would end, e.g. SIGSEGV.
  void crash(logic::Term condition, int signal);

  /// Counts one instruction, and calls check_limits() every 256th time.
  void spend();
  /// Throws StoppedError where the budget is spent, and ToolError where there
  /// are too many terms.
  void check_limits();

 private:
  model::EncodeOptions options_;
  const base::Budget& budget_;
};

}  // namespace catenary::program
