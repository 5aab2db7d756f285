// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems as terms: one initialisation and one step, merged over all
/// their paths, as functions of the state before and the inputs.
///
/// After Clarke, Kroening, Lerda, "A Tool for Checking ANSI-C Programs", TACAS
/// 2004 (doi:10.1007/978-3-540-24730-2_15): guarded assignments, loops unwound,
/// with the paths merged where they meet.
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

/// Bytes of the packed state (see Stepper::save) that one variable holds, as a
/// bit-vector of 8 * size bits, the first byte lowest.
struct StateSlot {
  std::string name;        ///< for people, e.g. "s.mode"
  std::size_t offset = 0;  ///< in the packed state
  std::size_t size = 0;    ///< bytes
  logic::Term variable;
  /// Its value is an address: no packed state can be compared with it.
  bool address = false;
  /// Addresses: all values that it has after the initialisation or a step,
  /// where these are known, proved by induction over steps; else empty.
  std::vector<logic::Value> values;
  /// The bits of a float or double: NaNs of different bits are one value.
  bool floating = false;
};

/// One initialisation or one step, as terms over the variables before it.
struct EncodedPart {
  /// The state after it, one for each slot; means something where `running`.
  std::vector<logic::Term> next;
  /// How it comes out. Under every assignment exactly one of the five holds.
  logic::Term running, ended, discarded, crashed;
  /// The encoding does not say what happens: a construct that has no encoding,
  /// or a loop or recursion beyond the bound, is reached. The other terms then
  /// mean nothing. A proof has to show that this cannot happen either.
  logic::Term unfaithful;
  /// One Boolean for each goal of the system: what Stepper::hits() says.
  std::vector<logic::Term> hits;
  /// One bit-vector for each output, in machine representation (a Boolean is
  /// 0 or 1); means something where `running` or `ended`.
  std::vector<logic::Term> outputs;
  /// Boolean: a chain may end in the state after it.
  logic::Term final;
  /// What stops it, in program order: the first whose condition holds is what
  /// Stepper::event() tells.
  struct Stop {
    logic::Term when;  ///< reached, with nothing before it having stopped
    StepOutcome outcome = StepOutcome::ended;  ///< unsupported = unfaithful
    Stepper::Event event;
  };
  std::vector<Stop> stops;
};

/// Sizes, for `--stats`.
struct EncodingStats {
  std::uint64_t instructions = 0;  ///< executed symbolically
  std::uint64_t terms = 0;         ///< distinct, of both parts
  std::uint64_t merges = 0;        ///< of values where paths meet
  std::uint32_t deepest_loop = 0;  ///< iterations unwound of one loop
  double seconds = 0;
};

/// A step system as terms of one manager.
struct Encoding {
  std::vector<StateSlot> state;
  /// One bit-vector variable for each StepSystem::inputs and ::initial, of the
  /// machine representation. Any value of the type; ranges are not in here.
  std::vector<logic::Term> inputs;
  std::vector<logic::Term> initial;
  EncodedPart init;  ///< over `initial`
  EncodedPart step;  ///< over `state` and `inputs`
  EncodingStats stats;
};

struct EncodeOptions {
  /// Iterations of a loop whose end is not known, and depth of a recursion;
  /// 0 = what the model says.
  std::uint32_t unroll = 0;
  /// Basic blocks executed for one step, loops and recursion unwound; the rest
  /// is unfaithful.
  std::uint64_t max_blocks = 1'000'000;
  /// Gives up (base::ToolError) beyond this many terms; 0 = no limit.
  std::uint64_t max_terms = 20'000'000;
};

/// A branch that a concrete run took.
struct PathBranch {
  logic::Term condition;  ///< true on the run; over the variables before it
  base::SourceLocation where;
};

/// One concrete initialisation or step with its path, for concolic search.
struct FollowedPart {
  std::vector<PathBranch> branches;  ///< in the order taken; no constants
  EncodedPart
      part;  ///< along this path: its terms hold where the path is taken
};

/// Makes encodings of a step system. Thread-compatible: const calls may run in
/// parallel where they use different managers.
class Encoder {
 public:
  virtual ~Encoder() = default;

  /// Encodes both parts. Variables are named "state:K", "input:K", "initial:K".
  /// Throws base::ToolError where a limit of `options` or `budget` is hit.
  /// Cost: linear in the unwound program for most programs.
  [[nodiscard]] virtual Encoding encode(logic::TermManager& terms,
                                        const EncodeOptions& options,
                                        const base::Budget& budget) const = 0;

  /// Follows one concrete initialisation (no values of the state given) or
  /// step: where a condition is not constant, the branch that the values take.
  /// `state` and `inputs` are values of the variables of an encoding made by
  /// the same manager.
  [[nodiscard]] virtual FollowedPart follow(
      logic::TermManager& terms,
      const std::vector<logic::Value>* state,
      const std::vector<logic::Value>& inputs,
      const EncodeOptions& options,
      const base::Budget& budget) const = 0;
};

/// The value of a slot in a packed state, and back.
[[nodiscard]] logic::Value slot_value(const StateSlot& slot,
                                      const std::byte* packed);
void set_slot(const StateSlot& slot,
              const logic::Value& value,
              std::byte* packed);

/// An input's value as the bit-vector an encoding has for it, and back.
[[nodiscard]] logic::Value machine_bits(ScalarType type,
                                        const logic::Value& value);
[[nodiscard]] logic::Value from_machine_bits(ScalarType type,
                                             const logic::Value& bits);

}  // namespace catenary::model
