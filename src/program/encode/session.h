// SPDX-License-Identifier: Apache-2.0
/// \file
/// One encoding in progress: the program's memory, its initialisation, its
/// step, and their results as model::EncodedPart.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "program/encode/encode.h"
#include "program/encode/late.h"
#include "program/encode/run.h"
#include "program/encode/state.h"

namespace catenary::program {

// Properties of types that several files need.
/// Whether the type is a float of 32 or 64 bits.
[[nodiscard]] inline bool is_floating(model::ScalarType type) {
  return type == model::ScalarType::float32 ||
         type == model::ScalarType::float64;
}
/// The width of a scalar in memory; 8 for a Boolean.
[[nodiscard]] inline std::uint32_t bits_of(model::ScalarType type) {
  return static_cast<std::uint32_t>(8 * model::size_bytes(type));
}

/// One encoding. Order of use: constructor, init(), then steps. Input, term
/// manager and budget must outlive it. Throws ToolError where a limit is hit,
/// StoppedError where the budget is spent.
class EncodeSession {
 public:
  /// Parses the module and lays out its variables.
  EncodeSession(const EncoderInput& input,
                logic::TermManager& terms,
                const model::EncodeOptions& options,
                const base::Budget& budget);

  /// The initialisation, over the variables initial(). With `decide` along one
  /// path: then the result holds on that path only.
  [[nodiscard]] model::EncodedPart init(Machine::Decide decide = {});
  /// A step, over the variables of slots() and inputs(). Requires: init() was
  /// called.
  [[nodiscard]] model::EncodedPart step(Machine::Decide decide = {});

  /// A step along one path. Requires: step() was called, or no slot holds an
  /// address; else pointers in the state could be anything.
  [[nodiscard]] model::EncodedPart follow_step(Machine::Decide decide) {
    return one_step(std::move(decide));
  }
  /// All paths of a step from states of which some slots are known (index =
  /// slot). Requires: the same as follow_step().
  [[nodiscard]] model::EncodedPart step_where(
      const std::vector<std::optional<logic::Value>>& state);
  /// Whether a slot of the state holds an address. Known after init().
  [[nodiscard]] bool has_addresses() const { return !addresses_.empty(); }

  /// The machine of all parts; its statistics cover them together.
  [[nodiscard]] Machine& machine() { return *m_; }
  /// The scalars of the state, in the order of the packed state.
  [[nodiscard]] const std::vector<model::StateSlot>& slots() const {
    return slots_;
  }
  /// Variables for the inputs of a step, in the order of EncoderInput::inputs.
  [[nodiscard]] const std::vector<logic::Term>& inputs() const {
    return inputs_;
  }
  /// Variables for the inputs of the initialisation.
  [[nodiscard]] const std::vector<logic::Term>& initial() const {
    return initial_;
  }

 private:
  /// Makes an object of each variable and function, with its initial contents.
  void place_globals();
  /// Makes a variable for each scalar of the state.
  void make_slots();
  /// Variables of the types, as bit-vectors, named by prefix and index.
  [[nodiscard]] std::vector<logic::Term> make_variables(
      const char* prefix, const std::vector<model::ScalarType>& types);
  /// A memory object with the values of the letter; returns its address.
  [[nodiscard]] logic::Term make_letter(
      const std::vector<logic::Term>& variables,
      const std::vector<model::ScalarType>& types);
  /// Makes the memory before a step the current one.
  void load_state();
  /// Writes a value to the place of a slot.
  void put(std::size_t slot, logic::Term value);
  /// Adds the values that a part stores to slots of addresses to those that are
  /// known; false where there was nothing new.
  bool learn_addresses(const model::EncodedPart& part);
  /// Restricts the slots of addresses to the values that are known.
  void tell_addresses();
  /// One symbolic execution of the step.
  [[nodiscard]] model::EncodedPart one_step(Machine::Decide decide);
  /// Executes an entry and collects the results.
  [[nodiscard]] model::EncodedPart run(const char* entry,
                                       logic::Term letter,
                                       Machine::Decide decide);
  /// State after the part, outputs and whether the state is final.
  void read_results(model::EncodedPart& part);
  /// Turns ends since `first_end` into faults of the description.
  void blame_description(std::size_t first_end);
  /// A condition for each goal, from the bitmap in memory.
  [[nodiscard]] std::vector<logic::Term> read_hits();
  /// Adds the goals that were covered before a stop.
  void add_hits(model::EncodedPart& part,
                const std::vector<logic::Term>& while_running);
  /// Reads the outputs where the program ended by itself. Returns the guard
  /// under which that succeeded; null where it never did.
  [[nodiscard]] const Guard* read_ended(model::EncodedPart& part);
  /// The outcomes as conditions that exclude each other.
  void add_outcomes(model::EncodedPart& part,
                    const Guard* running,
                    const Guard* ended);
  /// Makes the part unfaithful where its results depend on values that are not
  /// fixed.
  void add_late(model::EncodedPart& part);
  /// Makes the part unfaithful where the condition holds.
  void mask(model::EncodedPart& part, logic::Term when);
  /// Replaces unknowns that no longer matter by constants.
  void give_values(model::EncodedPart& part);
  /// Value of an output, as bits.
  [[nodiscard]] logic::Term output(std::size_t k);
  /// The bits of a slot that a packed state keeps.
  [[nodiscard]] logic::Term kept_bits(const StateSpot& spot, logic::Term value);

  const EncoderInput& input_;
  /// The module, parsed anew for this encoding.
  Workspace w_;
  /// The machine refers to the module; the executor refers to both.
  std::unique_ptr<Machine> m_;
  std::unique_ptr<Executor> executor_;
  /// The place of each slot in memory; the same indices as `slots_`.
  std::vector<StateSpot> spots_;
  std::vector<model::StateSlot> slots_;
  /// Variables as bit-vectors, in the order of the input.
  std::vector<logic::Term> inputs_, initial_;
  /// What slots of addresses can hold: all their values, as long as these are
  /// constants, else the objects they point to.
  struct Pointees {
    /// False where some value is not a constant, or there are many of them:
    /// then `objects` counts.
    bool are_constants = true;
    std::set<std::uint64_t> values;
    std::set<std::uint32_t> objects;
    // Compared to find the fixpoint in step().
    bool operator==(const Pointees&) const = default;
  };
  /// By slot; only slots that hold addresses. See step(): it is a fixpoint.
  std::map<std::size_t, Pointees> addresses_;
  /// Some operator may produce a NaN; then one in the state may have bits of
  /// the machine. See may_make_nan().
  bool makes_nan_ = false;
  /// The memory before the initialisation.
  Memory static_memory_;
  /// The memory where initialisations end, merged.
  Memory after_init_;
  /// The memory before a step, with the variables of the state in it; a cache.
  std::optional<Memory> before_step_;
};

}  // namespace catenary::program
