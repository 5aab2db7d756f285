// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs that a step from a given state can tell apart, where there are too
/// many to try: one of each class of those that take the same path, hit the
/// same goals and lead to the same state.
///
/// The paths are found as by Godefroid, Klarlund, Sen, "DART: Directed
/// Automated Random Testing", PLDI 2005 (doi:10.1145/1065010.1065036); what is
/// remembered is whether conditions over inputs can be met, which most states
/// ask alike.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "engine/concolic/letters.h"
#include "engine/concolic/path_tree.h"
#include "engine/concolic/replacement.h"
#include "logic/smt/solver.h"
#include "model/follower.h"
#include "model/step_system.h"

namespace catenary::engine::concolic {

class InputClasses {
 public:
  /// What is given must outlive it. Requires: can_be_used().
  InputClasses(const model::StepSystem& system, const base::Budget& budget);

  /// Why classes are not those of what runs natively after this
  /// initialisation, which led to `after`, or ended where that is null; ""
  /// where its formula says the same.
  [[nodiscard]] std::string start(const Bytes& initial, const std::byte* after);

  /// From here on these slots are inputs, too, of any value, as if states did
  /// not have them: then what is said of a state is said of all that differ
  /// from it in them only. What was known of states is forgotten. Requires:
  /// they hold neither addresses nor floats.
  void set_free(std::vector<bool> slots);
  /// How many paths have a condition on each slot.
  [[nodiscard]] std::vector<std::uint64_t> reads();
  [[nodiscard]] const std::vector<model::StateSlot>& slots() const {
    return follower_->state();
  }

  /// Classes of inputs that take the same path.
  struct Group {
    /// The state after it, over the inputs; empty where it never runs on.
    /// Nothing for free slots.
    std::vector<logic::Term> next;
    /// What of it, and of goals and ends, depends on the inputs.
    std::vector<logic::Term> open;
    struct Classes {
      /// One of each class; behind it the values of the free slots, in order.
      std::vector<Bytes> letters;
      std::vector<std::vector<logic::Value>> values;  ///< of `open` there
      bool complete = true;
    };
    const Classes* classes = nullptr;  ///< valid as long as the object
    logic::Term running;
    const StepPath* path = nullptr;
    std::vector<std::pair<std::uint32_t, logic::Term>> hits;  ///< of the path
  };
  /// Of the inputs of a step one of each class.
  struct Inputs {
    std::vector<const Bytes*> letters;  ///< valid as long as the object
    std::string gap;        ///< why some may be missing; "" where none is
    bool too_many = false;  ///< there are more classes than are told apart
    bool fresh = true;      ///< groups() are those of this state
  };
  /// Those of a step from this state. States are told apart only by what some
  /// path from there depends on.
  ///
  /// Cost: for a state like one before a look into some tables; else linear in
  /// the conditions of all its paths, and a question to a solver for each that
  /// no state had before.
  [[nodiscard]] const Inputs& of(const std::byte* state);
  /// Of the last state that was not like one before; their letters, in order,
  /// are those of Inputs.
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }

  /// Whether a step with the letter `index` of the group, which hit these goals
  /// (see Stepper::hits()) and ran on to `after`, or ended where that is null,
  /// does what the formulas say.
  [[nodiscard]] bool agrees(const Group& group,
                            std::size_t index,
                            const std::uint64_t* hits,
                            const std::byte* after) const;
  /// Formulas know one NaN; steps may read the bits of others.
  [[nodiscard]] bool holds_nan(const std::byte* state) const;

  [[nodiscard]] std::uint64_t questions() const { return questions_; }
  [[nodiscard]] std::size_t paths() const { return tree_.size(); }
  /// Free slots that the path of a step with this letter reads, conditions on
  /// other paths left aside; those in what is asked of inputs that `groups()`
  /// tell apart.
  [[nodiscard]] std::vector<std::uint32_t> free_reads(const std::byte* state,
                                                      const Bytes& letter);
  [[nodiscard]] std::vector<std::uint32_t> free_in_groups();
  /// Gives free slots of a state the values that the letter has for them.
  void fill_free(const Bytes& letter, std::byte* state) const;

 private:
  using Key = std::vector<std::uint32_t>;
  /// Slots, ascending, that inputs depended on in some states, and what was
  /// found there.
  struct Support {
    std::vector<std::uint32_t> slots;
    std::unordered_map<std::string, Inputs> known;
  };
  [[nodiscard]] static std::string values_of(
      const std::vector<model::StateSlot>& slots,
      const std::vector<std::uint32_t>& which,
      const std::byte* state);
  [[nodiscard]] Inputs* known_of(const std::byte* state);
  Inputs& keep(const std::byte* state, Inputs inputs);
  void index();
  const std::vector<std::uint32_t>& slots_in(logic::Term t);
  void depend_on(logic::Term t);
  void visit(std::size_t node, Replacement& by);
  std::size_t labelled(const PathTree::Node& node,
                       Replacement& by,
                       bool& known);
  void end(const StepPath& path, Replacement& by);
  const StepPath& follow(const Bytes& letter);
  const Group::Classes& classes(const std::vector<logic::Term>& conditions,
                                const std::vector<logic::Term>& open);
  void solve(const std::vector<logic::Term>& conditions,
             const std::vector<logic::Term>& open,
             Group::Classes& out);
  void note_gap(const std::string& why);
  /// "" where there is none.
  [[nodiscard]] std::string address() const;
  logic::smt::Solver& solver();
  [[nodiscard]] Bytes letter(logic::smt::Solver& solver);
  /// Variables that are no part of a state.
  void find_inputs();

  const model::StepSystem& system_;
  const base::Budget& budget_;
  logic::TermManager terms_;
  logic::Simplifier simplifier_;
  std::unique_ptr<model::Follower> follower_;
  PathTree tree_;
  std::map<Key, Group::Classes> known_;
  std::unique_ptr<logic::smt::Solver> solver_;
  std::uint64_t asked_ = 0;  ///< of this solver
  std::uint64_t questions_ = 0;
  std::vector<Support> supports_;
  std::vector<std::uint32_t> common_;  ///< slots that all supports have
  /// Supports by the values of these.
  std::unordered_map<std::string, std::vector<std::size_t>> by_common_;
  std::unordered_map<std::uint32_t, std::uint32_t> slot_of_;  ///< by variable
  std::unordered_set<std::uint32_t> inputs_;                  ///< variables
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> slots_in_;
  std::unordered_map<std::uint32_t, bool> reads_input_;

  std::vector<bool> free_;               ///< slots that are inputs
  std::vector<bool> used_;               ///< slots, by the state
  const std::byte* state_ = nullptr;     ///< that is looked at
  std::size_t packed_bytes_ = 0;         ///< of a state
  std::vector<logic::Term> conditions_;  ///< on the way to a node
  std::vector<Group> groups_;
  std::string gap_;
  bool too_many_ = false;
};

}  // namespace catenary::engine::concolic
