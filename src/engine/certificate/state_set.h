// SPDX-License-Identifier: Apache-2.0
/// \file
/// Certificates by enumeration: the reachable states of a circuit, breadth
/// first, with the number of steps to each.
///
/// Method: three-valued simulation (Bryant, "Boolean Analysis of MOS Circuits",
/// IEEE TCAD 6(4), 1987, doi:10.1109/TCAD.1987.1270310) of 64 states at once.
/// Inputs are unknown at first, but for what input_cases() chooses; one that
/// matters is tried with both values, so that inputs that have the same effect
/// are one case. Latches that are hidden are treated as inputs: localisation
/// abstraction (Kurshan, "Computer-Aided Verification of Coordinating
/// Processes", Princeton, 1994). The program catenary-check-proof checks the
/// set in the same way by its own code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/certificate/and_circuit.h"
#include "engine/certificate/input_cases.h"
#include "engine/certificate/step_graph.h"

namespace catenary::engine::certificate {

/// The states that runs of a circuit are in, as far as they matter for some of
/// its goals and constraints.
class StateSet {
 public:
  /// `goals` are indices of AndCircuit::bad. The latch of index `stop` ends
  /// runs: no constraint allows a step where it is 1. The circuit must outlive
  /// the set. `hidden` has an element for each latch: whether it may have any
  /// value in any state. Then steps exist that no run has, so that what
  /// first_hit() says is only a lower bound. Empty: none is hidden.
  /// `suite_goals`: if there are some, steps() has the steps with those of
  /// these goals that they hit; a test may end where `final` is true.
  StateSet(const AndCircuit& circuit,
           const std::vector<std::uint32_t>& goals,
           std::uint32_t stop,
           std::vector<bool> hidden = {},
           std::vector<std::uint32_t> suite_goals = {},
           AigerSignal final = 1);

  /// Goes on with the exploration until it is closed, until it has `most`
  /// states, until too many cases of inputs matter, or until the budget ends
  /// it. Only depths that were explored as a whole are kept. Charges its work.
  void explore(std::size_t most, const base::Budget& budget);

  /// Whether every step from a state of the set leads into it.
  [[nodiscard]] bool closed() const { return closed_; }
  /// The number of depths of which all steps are known.
  [[nodiscard]] std::uint32_t depths() const { return explored_; }
  /// Bytes that a state takes in memory, about.
  [[nodiscard]] std::size_t bytes_per_state() const {
    constexpr std::size_t kNode = 120;
    return latches_.size() / 8 + kNode;
  }
  /// The first step that hits a goal, where step 0 is the first step of the
  /// circuit; kNever if none of the known steps does.
  [[nodiscard]] std::uint32_t first_hit(std::uint32_t goal) const {
    return first_hit_.at(goal);
  }
  static constexpr std::uint32_t kNever = UINT32_MAX;
  /// Too many cases of inputs matter in some state. explore() would end there
  /// again.
  [[nodiscard]] bool has_many_cases() const { return cases_ > kMostCases; }
  /// The steps from all states at less than depths() steps.
  [[nodiscard]] const StepGraph& steps() const { return steps_; }
  /// The number of states.
  [[nodiscard]] std::size_t size() const { return depth_of_.size(); }
  /// The latches that depended on inputs in some state that was explored.
  [[nodiscard]] const std::vector<bool>& depends_on_inputs() const {
    return depends_on_inputs_;
  }

  /// The section of a certificate: the whole set, or its first `depths` depths.
  /// Requires: closed(), or depths <= depths().
  [[nodiscard]] std::string to_bytes(std::uint32_t depths, bool whole) const;

 private:
  using Word = std::uint64_t;
  struct Place {
    std::uint32_t depth = 0;
    /// In the order in which states were found.
    std::uint32_t number = 0;
  };
  using Entry = std::pair<const std::string, Place>;
  using States = std::vector<const Entry*>;

  void find_latches(const std::vector<std::uint32_t>& goals);
  [[nodiscard]] Word is_one(AigerSignal s) const {
    return (s & 1U) != 0 ? zero_[s >> 1U] : one_[s >> 1U];
  }
  [[nodiscard]] Word is_unknown(AigerSignal s) const {
    return ~(one_[s >> 1U] | zero_[s >> 1U]);
  }
  void put(std::size_t variable, Word one, Word zero) {
    one_[variable] = one;
    zero_[variable] = zero;
  }
  /// All steps from the states of one depth. Returns whether the budget allowed
  /// it.
  [[nodiscard]] bool expand(const States& from, const base::Budget& budget);
  void load(const States& from, std::size_t at, std::size_t count);
  /// Evaluates gates, in order. Returns those that are unknown in the lanes.
  std::vector<std::uint32_t> evaluate(const std::vector<std::uint32_t>& gates,
                                      Word lanes);
  /// All cases of inputs in these lanes. Sets stopped_ as split() does.
  void cases(Word lanes, const base::Budget& budget);
  /// The cases of inputs in these lanes. Only these gates and roots are
  /// unknown. `allowed`: the constraints are known to be true. Sets stopped_ at
  /// the end of the budget.
  void split(const std::vector<std::uint32_t>& gates,
             const std::vector<AigerSignal>& roots,
             std::size_t first_next,
             Word lanes,
             bool allowed,
             const base::Budget& budget);
  void note_dependences(Word lanes);
  void finish(Word lanes);
  /// Adds the step in this lane to steps(), but for the state it leads to.
  [[nodiscard]] FoundStep suite_step(int lane) const;
  /// An unknown input or hidden latch near the unknown signal, in the lane.
  [[nodiscard]] std::size_t unknown_input(AigerSignal root, Word lane);

  static constexpr std::uint64_t kMostCases = 100'000;

  const AndCircuit& circuit_;
  std::uint32_t stop_;
  std::vector<bool> hidden_, depends_on_inputs_;
  /// Latches of a state; gates that anything depends on, in order; those of
  /// them that depend on inputs in the states at hand.
  std::vector<std::uint32_t> latches_, gates_, open_gates_;
  std::vector<InputCase> input_cases_;
  /// No constraint depends on this gate or a later one.
  std::uint32_t end_first_ = 0;
  std::vector<AigerSignal> roots_;
  /// Roots before this one matter also where a run stops.
  std::size_t first_next_ = 0;
  /// By goal.
  std::unordered_map<std::uint32_t, std::uint32_t> first_hit_;
  /// By depth; keys of depth_of_. The last one is not explored yet.
  std::vector<States> levels_;
  std::unordered_map<std::string, Place> depth_of_;
  /// States that the depth at hand leads to.
  States found_;
  std::uint32_t explored_ = 0;
  bool closed_ = false;
  /// The exploration must end because of its limits.
  bool stopped_ = false;
  std::size_t most_ = 0;
  std::vector<std::uint32_t> suite_goals_;
  AigerSignal final_;
  StepGraph steps_;
  /// Of the states at hand.
  std::uint64_t cases_ = 0;
  const States* from_ = nullptr;
  std::size_t from_at_ = 0;

  /// By variable, the lanes in which it is known to be 1, or 0.
  std::vector<Word> one_, zero_;
  /// By variable, the last search that visited it.
  std::vector<std::uint64_t> seen_;
  std::uint64_t search_ = 0;
};

}  // namespace catenary::engine::certificate
