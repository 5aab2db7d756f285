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
  /// What is given must outlive it.
  InputClasses(StepPaths& paths, const base::Budget& budget);

  /// Why classes are not those of what runs natively after this
  /// initialisation, which led to `after`, or ended where that is null; ""
  /// where its formula says the same.
  [[nodiscard]] std::string start(const Bytes& initial, const std::byte* after);

  /// From here on these slots are inputs, too, of any value, as if states did
  /// not have them: then what is said of a state is said of all that differ
  /// from it in them only. What was known of states is forgotten. Requires:
  /// they hold neither addresses nor floats.
  void set_free(std::vector<bool> slots);
  /// Which part of what was found until now depends on each slot; what is found
  /// of one choice of inputs, see of(), counts the same for each of them.
  [[nodiscard]] std::vector<double> reads() const;
  [[nodiscard]] const std::vector<model::StateSlot>& slots() const {
    return follower_.state();
  }

  /// Classes of inputs that take the same path.
  struct Group {
    /// The state after it, over the inputs; empty where it never runs on.
    /// Nothing for free slots.
    std::vector<logic::Term> next;
    /// What of it, and of goals and ends, depends on the inputs.
    std::vector<logic::Term> open;
    const LetterClasses::Classes* classes = nullptr;
    logic::Term running;
    const StepPath* path = nullptr;
    std::vector<std::pair<std::uint32_t, logic::Term>> hits;  ///< of the path
  };
  /// One of a class of inputs.
  struct Input {
    const Bytes* letter = nullptr;  ///< valid until set_free()
    /// Where it was found for this state, and not for one like it before;
    /// valid until the next call.
    const Group* group = nullptr;
    std::size_t index = 0;  ///< in the group
  };
  /// Of the inputs of a step one of each class.
  struct Inputs {
    std::vector<Input> all;
    std::string gap;        ///< why some may be missing; "" where none is
    bool too_many = false;  ///< there are more classes than are told apart
  };
  /// Those of a step from this state. States are told apart only by what some
  /// path from there depends on, for each choice of inputs that no state
  /// matters to by itself: messages.
  ///
  /// Cost: for a state like one before a look into some tables for each of
  /// these choices; else linear in the conditions of its paths, and a question
  /// to a solver for each that no state had before.
  [[nodiscard]] const Inputs& of(const std::byte* state);

  /// Whether a step with the input, which hit these goals (see
  /// Stepper::hits()) and ended so, in the state `after` where it runs on, does
  /// what the formulas say. True where that was asked of a state like it.
  [[nodiscard]] bool agrees(const Input& input,
                            model::StepOutcome outcome,
                            const std::uint64_t* hits,
                            const std::byte* after) const;
  /// Formulas know one NaN; steps may read the bits of others.
  [[nodiscard]] bool holds_nan(const std::byte* state) const;

  [[nodiscard]] std::uint64_t questions() const { return letters_.questions(); }
  /// Free slots that the path of a step with this letter reads, conditions on
  /// other paths left aside; those in what tells the inputs apart that of()
  /// found new.
  [[nodiscard]] std::vector<std::uint32_t> free_reads(const std::byte* state,
                                                      const Bytes& letter);
  [[nodiscard]] std::vector<std::uint32_t> free_in_groups();
  /// Gives free slots of a state the values that the letter has for them.
  void fill_free(const Bytes& letter, std::byte* state) const;

 private:
  /// What follows a node under conditions that no state matters to.
  struct Part {
    std::size_t node = 0;
    std::vector<logic::Term> conditions;
    SupportMemo memo;  ///< numbers of Found
  };
  struct Found {
    std::vector<const Bytes*> letters;
    std::vector<std::size_t> parts;  ///< and what they have
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
  /// "" where there is none.
  [[nodiscard]] std::string address() const;
  /// Variables that are no part of a state.
  void find_inputs();

  StepPaths& paths_;
  const model::StepSystem& system_;
  const base::Budget& budget_;
  logic::TermManager& terms_;
  logic::Simplifier& simplifier_;
  model::Follower& follower_;
  LetterClasses letters_;
  std::unordered_map<std::uint32_t, std::uint32_t> slot_of_;  ///< by variable
  std::unordered_set<std::uint32_t> inputs_;                  ///< variables
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> slots_in_;
  std::unordered_map<std::uint32_t, bool> reads_input_;

  std::vector<bool> free_;        ///< slots that are inputs
  std::size_t packed_bytes_ = 0;  ///< of a state
  std::deque<Part> parts_;        ///< the first is the whole step
  std::map<std::vector<std::uint32_t>, std::size_t> part_numbers_;
  std::vector<Found> found_;
  Inputs all_;                ///< of the last state
  std::deque<Group> groups_;  ///< of its inputs that are new
  std::vector<std::size_t> to_look_at_;

  // While a part is looked at:
  const std::byte* state_ = nullptr;
  std::optional<Replacement> values_;    ///< of the state
  std::vector<bool> used_;               ///< slots, by the state
  bool split_ = false;                   ///< conditions so far: of inputs only
  std::vector<logic::Term> conditions_;  ///< on the way to a node
  Found here_;
};

}  // namespace catenary::engine::classes
