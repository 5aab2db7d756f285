// SPDX-License-Identifier: Apache-2.0
/// \file
/// What symbolic execution carries along: the path, its memory, where it
/// stopped, and what it may still spend.
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

/// A path, or several that were merged.
struct PathState {
  const Guard* guard = nullptr;
  Memory memory;
};

/// Where some paths ended.
struct PathEnd {
  const Guard* guard = nullptr;
  model::StepOutcome outcome = model::StepOutcome::ended;
  model::Stepper::Event event;
  /// Of what is looked at after a stop.
  Memory memory;
};

/// A register: a term (Booleans for i1, floats, bit-vectors), or the elements
/// of a structure, array or vector. Neither: not defined.
struct RegisterValue {
  logic::Term term;
  std::vector<RegisterValue> parts;
  /// An integer that is an address.
  bool address = false;
};

class Machine {
 public:
  /// The value that a condition or a selector has on the path that is followed;
  /// nothing where all ways are to be taken.
  using Decide = std::function<std::optional<logic::Value>(logic::Term)>;

  Machine(logic::TermManager& terms,
          const model::EncodeOptions& options,
          const base::Budget& budget);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  TermBuilder b;
  Guards guards;
  Observations seen;
  Addresses addresses;
  model::EncodingStats stats;

  PathState now;
  /// False: no path goes on.
  bool alive = true;
  std::vector<PathEnd> ends;
  /// Objects whose contents matter where a path stops (indices of Memory).
  std::vector<std::size_t> kept_at_stops;
  /// Tells where execution is.
  std::function<base::SourceLocation()> where;
  /// Follows one path where set; see decide().
  Decide decide;
  std::vector<model::PathBranch> branches;

  [[nodiscard]] const model::EncodeOptions& options() const { return options_; }
  void set_path(PathState path);
  /// Splits the current path: its condition where each literal holds (one of
  /// them does); null where that cannot be. A single survivor keeps the
  /// current condition.
  [[nodiscard]] std::vector<const Guard*> split(
      const std::vector<logic::Term>& literals);
  /// Merges paths into the current one. Requires: at least one.
  void merge(std::vector<PathState>& paths, const MergePlan& plan);

  /// Ends the current paths where the condition holds.
  void stop_if(logic::Term condition,
               model::StepOutcome outcome,
               const std::string& text,
               const base::SourceLocation& place);
  void stop_if(logic::Term condition,
               model::StepOutcome outcome,
               const std::string& text) {
    stop_if(condition, outcome, text, {});
  }
  /// Ends them because there is no encoding, or it is not the machine's.
  void unsupported(logic::Term condition, const std::string& text);
  void unsupported(const std::string& text) { unsupported(b.yes(), text); }
  void crash(logic::Term condition, int signal);

  /// Counts one instruction; throws ToolError where a limit is hit.
  void spend();

 private:
  model::EncodeOptions options_;
  const base::Budget& budget_;
};

}  // namespace catenary::program
