// SPDX-License-Identifier: Apache-2.0
/// \file
/// Equivalence classes of the inputs of a step from a given state, for systems
/// with too many inputs to enumerate. Inputs are equivalent if the step takes
/// the same path, hits the same goals and leads to the same state.
///
/// The paths are found as by Godefroid, Klarlund, Sen, "DART: Directed
/// Automated Random Testing", PLDI 2005 (doi:10.1145/1065010.1065036). Whether
/// conditions over inputs are satisfiable is remembered, since most states lead
/// to the same queries.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/budget.h"
#include "engine/classes/letter_classes.h"
#include "engine/classes/letters.h"
#include "engine/classes/path_tree.h"
#include "engine/classes/replacement.h"
#include "engine/classes/step_paths.h"
#include "engine/classes/support_memo.h"
#include "model/step/follower.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

class InputClasses {
 public:
  /// Both must outlive the object.
  InputClasses(StepPaths& paths, const base::Budget& budget);

  /// Compares a native initialisation with its formula. `after` is the state
  /// that it led to, null if the run did not go on. Returns why the formulas
  /// cannot be relied on: they differ from the native result, there are none,
  /// or the state holds an address. Returns "" if they can.
  [[nodiscard]] std::string start(const Bytes& initial, const std::byte* after);

  /// Makes these slots free: from now on they count as inputs with arbitrary
  /// values, as if they were not part of the state. Results for a state then
  /// hold for all states that differ from it in free slots only. Earlier
  /// results are forgotten. Requires: the slots hold neither addresses nor
  /// floats.
  void set_free(std::vector<bool> slots);
  /// For each slot, the fraction of the results so far that depend on it: the
  /// mean over all parts of the step (see of()), which count equally.
  [[nodiscard]] std::vector<double> reads() const;
  [[nodiscard]] const std::vector<model::StateSlot>& slots() const {
    return follower_.state();
  }

  /// Classes of inputs that take the same path.
  struct Group {
    /// The state after the path, over the inputs; empty if it never runs on.
    /// The terms of free slots mean nothing.
    std::vector<logic::Term> next;
    /// The terms of `next`, `running`, `hits` and the ends of the path that
    /// depend on the inputs. Their values distinguish the classes.
    std::vector<logic::Term> open;
    /// The classes, by the values of `open`.
    const LetterClasses::Classes* classes = nullptr;
    /// Whether the step runs on, over the inputs.
    logic::Term running;
    /// The path.
    const StepPath* path = nullptr;
    /// StepPath::hits of the path, over the inputs.
    std::vector<std::pair<std::uint32_t, logic::Term>> hits;
  };
  /// The representative of one class.
  struct Input {
    const Bytes* letter = nullptr;  ///< valid until set_free()
    /// The group of the class; null if the class is remembered from an
    /// equivalent state. Valid until the next call of of().
    const Group* group = nullptr;
    std::size_t index = 0;  ///< in the group
  };
  /// One input of each class.
  struct Inputs {
    std::vector<Input> all;
    /// Why classes may be missing; "" if none are.
    std::string gap;
    /// There are more classes than LetterClasses::kMost.
    bool too_many = false;
  };
  /// The classes of inputs of a step from this state. The step is divided into
  /// parts by conditions over inputs alone, such as which message arrives. For
  /// each part, results are remembered for all states that agree in the slots
  /// on which the paths of the part depend.
  ///
  /// Cost: for each part some table look-ups if its result is remembered; else
  /// linear in the conditions of its paths, with a solver query for each set of
  /// conditions that is new.
  [[nodiscard]] const Inputs& of(const std::byte* state);

  /// Whether a native step with the input agrees with the formulas. `hits`: as
  /// Stepper::hits(); `after`: the state after it, if it runs on. Also true if
  /// the class is remembered from an equivalent state, and for steps that hang
  /// or are unsupported: nothing is compared then.
  [[nodiscard]] bool agrees(const Input& input,
                            model::StepOutcome outcome,
                            const std::uint64_t* hits,
                            const std::byte* after) const;
  /// Whether a floating-point slot of the state is a NaN. Formulas have a
  /// single NaN, whereas native steps may distinguish NaNs by their bits.
  [[nodiscard]] bool holds_nan(const std::byte* state) const;

  [[nodiscard]] std::uint64_t questions() const { return letters_.questions(); }
  /// The free slots on which the path of a step with this letter depends;
  /// ascending.
  [[nodiscard]] std::vector<std::uint32_t> free_reads(const std::byte* state,
                                                      const Bytes& letter);
  /// The free slots that occur in Group::open of the groups that the last of()
  /// found; ascending.
  [[nodiscard]] std::vector<std::uint32_t> free_in_groups();
  /// Copies the values of the free slots from the letter into a state.
  void fill_free(const Bytes& letter, std::byte* state) const;

 private:
  /// A part of the step: the subtree of a node of the path tree, under
  /// conditions over inputs alone.
  struct Part {
    std::size_t node = 0;
    std::vector<logic::Term> conditions;
    SupportMemo memo;  ///< indices into found_
  };
  /// The result for one part, for all states that agree in its support.
  struct Found {
    std::vector<const Bytes*> letters;
    std::vector<std::size_t> parts;  ///< further parts to be looked at
    std::string gap;
    bool too_many = false;
  };
  [[nodiscard]] std::size_t part(std::size_t node,
                                 const std::vector<logic::Term>& conditions);
  [[nodiscard]] bool splits(const PathTree::Child& way);
  void look(std::size_t part, const std::byte* state);
  std::uint32_t find(Part& part, const std::byte* state);
  Replacement& values(const std::byte* state);
  const std::vector<std::uint32_t>& slots_in(logic::Term t);
  void depend_on(logic::Term t);
  void visit(std::size_t node, Replacement& by);
  std::size_t labelled(const PathTree::Node& node,
                       Replacement& by,
                       bool& known);
  void end(const StepPath& path, Replacement& by);
  const StepPath& follow(const std::byte* state, const Bytes& letter);
  const LetterClasses::Classes& classes(
      const std::vector<logic::Term>& conditions,
      const std::vector<logic::Term>& open);
  void note_gap(const std::string& why);
  /// The message that the state holds an address; "" if it holds none.
  [[nodiscard]] std::string address() const;
  /// Fills inputs_.
  void find_inputs();

  StepPaths& paths_;
  const model::StepSystem& system_;
  const base::Budget& budget_;
  logic::TermManager& terms_;
  logic::Simplifier& simplifier_;
  model::Follower& follower_;
  LetterClasses letters_;
  /// By id of the variable: its slot.
  std::unordered_map<std::uint32_t, std::uint32_t> slot_of_;
  /// Ids of the variables of inputs and of free slots.
  std::unordered_set<std::uint32_t> inputs_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> slots_in_;
  std::unordered_map<std::uint32_t, bool> reads_input_;

  std::vector<bool> free_;        ///< by slot; see set_free()
  std::size_t packed_bytes_ = 0;  ///< of a state
  std::deque<Part> parts_;        ///< the first is the whole step
  std::map<std::vector<std::uint32_t>, std::size_t> part_numbers_;
  std::vector<Found> found_;
  Inputs all_;                ///< result of the last of()
  std::deque<Group> groups_;  ///< that the last of() found
  std::vector<std::size_t> to_look_at_;

  // While a part is looked at:
  const std::byte* state_ = nullptr;
  std::optional<Replacement> values_;  ///< of the state
  std::vector<bool> used_;             ///< slots that the result depends on
  bool split_ = false;  ///< the conditions so far are over inputs only
  std::vector<logic::Term> conditions_;  ///< on the way to a node
  Found here_;
};

}  // namespace catenary::engine::classes
