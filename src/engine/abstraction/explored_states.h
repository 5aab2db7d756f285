// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exploration of the states of a system, in which some variables may be left
/// out. These may have any value before every step.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/classes/input_classes.h"
#include "engine/classes/step_paths.h"
#include "engine/reach/process/board.h"
#include "model/step/step_system.h"

namespace catenary::engine::abstraction {

/// What explorations of one system share. Everything must outlive them.
struct Exploring {
  classes::StepPaths& paths;
  const base::Budget& budget;
  std::uint64_t memory_bytes = 0;  ///< 0 = no limit
  reach::Board& board;

  [[nodiscard]] const model::StepSystem& system() const {
    return paths.system();
  }
  /// Whether the board has neither a run of the goal nor a proof.
  [[nodiscard]] bool wanted(std::uint32_t goal) const {
    return board.goal(goal).state == reach::GoalKnowledge::State::open;
  }
};

class ExploredStates {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// The step by which a state was found, or a goal is hit.
  struct Origin {
    std::uint32_t source = kNone;
    const classes::Bytes* letter = nullptr;
    /// If `source` is kNone: the index of the initial letter.
    std::uint32_t initial = 0;
  };
  struct Hit {
    std::uint32_t goal = 0;
    Origin step;
  };
  /// How an exploration ended.
  enum class End : std::uint8_t {
    /// Everything that was asked for was explored.
    done,
    /// A step could not be explored with all inputs, or disagrees with its
    /// formulas.
    gap,
    /// There are more states than allowed.
    limit,
    /// The budget or the memory is used up.
    over
  };

  explicit ExploredStates(const Exploring& exploring);

  /// Leaves out these slots from now on, and forgets all states. Requires: see
  /// classes::InputClasses::set_free().
  void leave_out(std::vector<bool> slots);
  /// Explores breadth first until more than `most` states are known. Returns
  /// End::done if every state was expanded.
  [[nodiscard]] End explore(std::size_t most);
  /// Takes all steps from a state, unless it was expanded before. If nothing is
  /// left out, goals that are hit and errors are reported to the board.
  [[nodiscard]] End expand(std::uint32_t state);

  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] const std::byte* state(std::uint32_t s) const {
    return reinterpret_cast<const std::byte*>(order_[s]->data());
  }
  /// The state that equals this one except for slots that are left out; kNone
  /// if there is none.
  [[nodiscard]] std::uint32_t find(const std::byte* state) const;
  [[nodiscard]] bool is_expanded(std::uint32_t s) const { return expanded_[s]; }
  [[nodiscard]] const Origin& origin(std::uint32_t s) const {
    return found_by_[s];
  }
  /// The run by which the state was found. Requires: nothing is left out.
  [[nodiscard]] model::Trace run_to(std::uint32_t s) const {
    return trace_to(found_by_[s]);
  }
  /// Numbers of the states that one step leads to, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& next(std::uint32_t s) const {
    return next_of_[s];
  }
  /// Steps that hit goals for which Exploring::wanted() was true.
  [[nodiscard]] const std::vector<Hit>& hits() const { return hits_; }
  /// Whether some step hit the goal.
  [[nodiscard]] bool hit(std::uint32_t goal) const {
    return ((seen_[goal / 64] >> (goal % 64)) & 1U) != 0;
  }
  /// With slots left out: whether some step ends with an error for which the
  /// board has no finding.
  [[nodiscard]] bool strange() const { return strange_; }
  /// Slots that are left out and on which the classes of inputs depended when
  /// the last expansion failed.
  [[nodiscard]] const std::vector<std::uint32_t>& too_many() const {
    return too_many_;
  }

  [[nodiscard]] classes::InputClasses& classes() { return classes_; }
  [[nodiscard]] const classes::InputClasses& classes() const {
    return classes_;
  }
  [[nodiscard]] const std::vector<bool>& left_out() const { return free_; }
  [[nodiscard]] std::size_t left_out_count() const { return left_out_count_; }
  /// Sets the slots that are left out to zero, in place.
  void mask(std::byte* state) const;
  [[nodiscard]] const model::Alphabet& initial() const { return initial_; }

  /// Adds the steps that were executed since the last call to the position of
  /// the board. The exploration does so from time to time by itself.
  void tell();

 private:
  [[nodiscard]] End initialise();
  [[nodiscard]] End note(model::StepOutcome outcome, Origin step);
  void note_hits(Origin step);
  void note_wrong(Origin step);
  void add_state(Origin step);
  void keep_run(std::uint32_t goal, Origin step);
  [[nodiscard]] model::Trace trace_to(Origin step) const;
  [[nodiscard]] bool is_known(const model::Stepper::Event& event) const;
  [[nodiscard]] bool over();

  Exploring on_;
  classes::InputClasses classes_;
  std::unique_ptr<model::Stepper> stepper_;
  model::Alphabet initial_;
  std::vector<std::byte> next_;
  std::vector<bool> free_;  ///< slots that are left out
  std::size_t left_out_count_ = 0;

  std::unordered_map<std::string, std::uint32_t> states_;
  std::vector<const std::string*> order_;
  std::vector<bool> expanded_;
  std::vector<Origin> found_by_;
  std::vector<std::vector<std::uint32_t>> next_of_;
  std::vector<std::uint64_t> seen_;  ///< goals, as Stepper::hits()
  std::vector<Hit> hits_;
  /// Targets of the steps from the state that is expanded.
  std::vector<std::uint32_t> targets_;
  std::vector<std::uint32_t> too_many_;
  bool breadth_first_ = false;
  bool strange_ = false;
  std::uint64_t steps_ = 0, told_steps_ = 0;
  std::uint64_t bytes_ = 0;
  mutable std::string key_;
  std::chrono::steady_clock::time_point next_tell_ =
      std::chrono::steady_clock::now();
};

}  // namespace catenary::engine::abstraction
