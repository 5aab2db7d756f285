// SPDX-License-Identifier: Apache-2.0
/// \file
/// One encoding being made: the program's memory, its initialisation, its
/// step, and what comes out of them.
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

[[nodiscard]] inline bool is_floating(model::ScalarType type) {
  return type == model::ScalarType::float32 ||
         type == model::ScalarType::float64;
}
[[nodiscard]] inline std::uint32_t bits_of(model::ScalarType type) {
  return static_cast<std::uint32_t>(8 * model::size_bytes(type));
}

class EncodeSession {
 public:
  EncodeSession(const EncoderInput& input,
                logic::TermManager& terms,
                const model::EncodeOptions& options,
                const base::Budget& budget);

  /// The initialisation, over `initial`. With `decide` along one path.
  [[nodiscard]] model::EncodedPart init(Machine::Decide decide = {});
  /// A step, over `slots` and `inputs`. Requires: init() was called.
  [[nodiscard]] model::EncodedPart step(Machine::Decide decide = {});

  /// A step along one path. Requires: step() was called, or no slot holds an
  /// address.
  [[nodiscard]] model::EncodedPart follow_step(Machine::Decide decide) {
    return one_step(std::move(decide));
  }
  /// All paths of a step from states of which some slots are known. Requires:
  /// as follow_step().
  [[nodiscard]] model::EncodedPart step_where(
      const std::vector<std::optional<logic::Value>>& state);
  [[nodiscard]] bool has_addresses() const { return !addresses_.empty(); }

  [[nodiscard]] Machine& machine() { return *m_; }
  [[nodiscard]] const std::vector<model::StateSlot>& slots() const {
    return slots_;
  }
  [[nodiscard]] const std::vector<logic::Term>& inputs() const {
    return inputs_;
  }
  [[nodiscard]] const std::vector<logic::Term>& initial() const {
    return initial_;
  }

 private:
  void place_globals();
  void make_slots();
  [[nodiscard]] std::vector<logic::Term> make_variables(
      const char* prefix, const std::vector<model::ScalarType>& types);
  [[nodiscard]] logic::Term make_letter(
      const std::vector<logic::Term>& variables,
      const std::vector<model::ScalarType>& types);
  void load_state();
  void put(std::size_t slot, logic::Term value);
  /// Adds what a part gives to slots of addresses to what is known; false
  /// where there was nothing to add.
  bool learn_addresses(const model::EncodedPart& part);
  void tell_addresses();
  [[nodiscard]] model::EncodedPart one_step(Machine::Decide decide);
  [[nodiscard]] model::EncodedPart run(const char* entry,
                                       logic::Term letter,
                                       Machine::Decide decide);
  void read_results(model::EncodedPart& part);
  void blame_description(std::size_t first_end);
  [[nodiscard]] std::vector<logic::Term> read_hits();
  void add_hits(model::EncodedPart& part,
                const std::vector<logic::Term>& while_running);
  /// Outputs where the program ended by itself; where it did so with these.
  [[nodiscard]] const Guard* read_ended(model::EncodedPart& part);
  void add_outcomes(model::EncodedPart& part,
                    const Guard* running,
                    const Guard* ended);
  void add_late(model::EncodedPart& part);
  void mask(model::EncodedPart& part, logic::Term when);
  void give_values(model::EncodedPart& part);
  [[nodiscard]] logic::Term output(std::size_t k);
  [[nodiscard]] logic::Term kept_bits(const StateSpot& spot, logic::Term value);

  const EncoderInput& input_;
  Workspace w_;
  std::unique_ptr<Machine> m_;
  std::unique_ptr<Executor> executor_;
  std::vector<StateSpot> spots_;
  std::vector<model::StateSlot> slots_;
  std::vector<logic::Term> inputs_, initial_;
  /// Slots of addresses: all their values, where these are constants, else
  /// the objects they point to.
  struct Pointees {
    bool are_constants = true;
    std::set<std::uint64_t> values;
    std::set<std::uint32_t> objects;
    bool operator==(const Pointees&) const = default;
  };
  std::map<std::size_t, Pointees> addresses_;
  /// Some operator may give a NaN; see make_slots().
  bool makes_nan_ = false;
  /// Before the initialisation.
  Memory static_memory_;
  Memory after_init_;
  /// With the variables of the state.
  std::optional<Memory> before_step_;
};

}  // namespace catenary::program
