// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems as terms: one initialisation and one step, merged over all
/// paths, as functions of the state before and the inputs.
///
/// After Clarke, Kroening, Lerda, "A Tool for Checking ANSI-C Programs", TACAS
/// 2004 (doi:10.1007/978-3-540-24730-2_15): guarded assignments, loops unwound,
/// paths merged where they meet. The interface of engines to a symbolic step;
/// program/encode implements it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "logic/term/term.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// The bytes of the packed state (see Stepper::save()) that one variable holds,
/// as a bit-vector of 8 * size bits, the first byte lowest.
struct StateSlot {
  /// For people, e.g. "s.mode".
  std::string name;
  /// In bytes from the begin of the packed state.
  std::size_t offset = 0;
  /// In bytes.
  std::size_t size = 0;
  /// Stands for the value before the step.
  logic::Term variable;
  /// The value is an address, which no packed state can be compared with.
  bool address = false;
  /// For addresses: all values that the slot has after the initialisation or a
  /// step, if these are known, proved by induction over steps; else empty.
  std::vector<logic::Value> values;
  /// The slot holds a float or double: NaNs of different bits are one value.
  bool floating = false;
};

/// One initialisation or one step, as terms over the variables before it.
struct EncodedPart {
  /// The state after it, one term for each slot; meaningful where `running`.
  std::vector<logic::Term> next;
  /// The outcome. Under every assignment exactly one of these and `unfaithful`
  /// holds.
  logic::Term running, ended, discarded, crashed;
  /// The encoding does not describe what happens: the run reaches a construct
  /// that has no encoding, or a loop or recursion beyond the bound. The other
  /// terms are meaningless then. A proof must show that this cannot happen
  /// either.
  logic::Term unfaithful;
  /// One Boolean for each goal of the system: whether it is hit, as
  /// Stepper::hits().
  std::vector<logic::Term> hits;
  /// One bit-vector for each output, in machine representation (a Boolean is 0
  /// or 1); meaningful where `running` or `ended`.
  std::vector<logic::Term> outputs;
  /// Boolean: whether a chain may end in the state after it.
  logic::Term final;
  /// A place at which the run may stop.
  struct Stop {
    /// The stop is reached and no earlier one has stopped the run.
    logic::Term when;
    /// `unsupported` corresponds to `unfaithful`.
    StepOutcome outcome = StepOutcome::ended;
    Stepper::Event event;
    /// With `unsupported`: only the encoding ends here. A Stepper may go on.
    bool limit = false;
  };
  /// The stops of the step, in program order. The first stop whose condition
  /// holds is the one that Stepper::event() reports.
  std::vector<Stop> stops;
};

/// A part that runs on, may end a chain, and has neither hits nor stops.
[[nodiscard]] EncodedPart idle_part(logic::TermManager& terms);

/// Sizes of an encoding, for `--stats`.
struct EncodingStats {
  /// Instructions that were executed symbolically.
  std::uint64_t instructions = 0;
  /// Distinct terms of both parts.
  std::uint64_t terms = 0;
  /// Values merged where paths meet.
  std::uint64_t merges = 0;
  /// The largest number of unwound iterations of one loop.
  std::uint32_t deepest_loop = 0;
  double seconds = 0;
};

/// A step system as terms of one manager. Valid as long as the manager.
struct Encoding {
  /// The state, in the order of EncodedPart::next.
  std::vector<StateSlot> state;
  /// One bit-vector variable, of the machine representation, for each element
  /// of StepSystem::inputs and ::initial. Any value of the type is allowed:
  /// ranges and assumptions are not part of it.
  std::vector<logic::Term> inputs;
  std::vector<logic::Term> initial;
  /// The initialisation, over `initial`.
  EncodedPart init;
  /// The step, over `state` and `inputs`.
  EncodedPart step;
  EncodingStats stats;
};

/// Limits of an encoding.
struct EncodeOptions {
  /// Iterations of a loop whose end is not known, and depth of a recursion; 0 =
  /// the model's own setting.
  std::uint32_t unroll = 0;
  /// Basic blocks executed for one step, with loops and recursion unwound;
  /// everything beyond is unfaithful.
  std::uint64_t max_blocks = 1'000'000;
  /// Fails with base::ToolError beyond this many terms; 0 = no limit.
  std::uint64_t max_terms = 20'000'000;
};

/// A branch that a concrete run took.
struct PathBranch {
  /// True on the run; over the variables before the step.
  logic::Term condition;
  base::SourceLocation where;
};

/// One concrete initialisation or step with its path, for concolic execution.
struct FollowedPart {
  /// In the order in which they were taken; without constant conditions.
  std::vector<PathBranch> branches;
  /// The part along this path: its terms hold where the path is taken.
  EncodedPart part;
};

/// Makes encodings of a step system. Thread-compatible: const calls may run in
/// parallel if they use different managers.
class Encoder {
 public:
  virtual ~Encoder() = default;

  /// Encodes both parts. Variables are named "state:K", "input:K", "initial:K".
  /// Throws base::ToolError if a limit of `options` or `budget` is reached.
  /// Cost: linear in the unwound program for most programs.
  [[nodiscard]] virtual Encoding encode(logic::TermManager& terms,
                                        const EncodeOptions& options,
                                        const base::Budget& budget) const = 0;

  /// Follows one concrete initialisation (`state` is null) or step: where a
  /// condition is not constant, it takes the branch that the values take.
  /// `state` and `inputs` are values of the variables of an encoding made by
  /// the same manager.
  [[nodiscard]] virtual FollowedPart follow(
      logic::TermManager& terms,
      const std::vector<logic::Value>* state,
      const std::vector<logic::Value>& inputs,
      const EncodeOptions& options,
      const base::Budget& budget) const = 0;
};

/// The value of a slot in a packed state, and the inverse.
[[nodiscard]] logic::Value slot_value(const StateSlot& slot,
                                      const std::byte* packed);
void set_slot(const StateSlot& slot,
              const logic::Value& value,
              std::byte* packed);

/// The value of an input as the bit-vector that an encoding has for it, and the
/// inverse.
[[nodiscard]] logic::Value machine_bits(ScalarType type,
                                        const logic::Value& value);
[[nodiscard]] logic::Value from_machine_bits(ScalarType type,
                                             const logic::Value& bits);

/// The condition that a variable has a value between `lo` and `hi`; true if
/// every bit pattern is one. Floats: with a range given by the user, the value
/// is not a NaN, since no range contains it. Without one it may be any value of
/// the type, including infinities and NaNs of any bits.
[[nodiscard]] logic::Term in_range(logic::TermManager& terms,
                                   const Variable& variable,
                                   logic::Term bits);

/// Whether two stops report the same: their texts and places are equal.
[[nodiscard]] bool same_event(const Stepper::Event& a, const Stepper::Event& b);

}  // namespace catenary::model
