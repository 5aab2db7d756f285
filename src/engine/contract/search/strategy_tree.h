// SPDX-License-Identifier: Apache-2.0
/// \file
/// An adaptive test that forces a target, as a tree of inputs and of conditions
/// on outputs.
///
/// Method: a game of incomplete information is played on knowledge, the set of
/// executions that fit what was seen (Reif, "The complexity of two-player games
/// of incomplete information", JCSS 1984, doi:10.1016/0022-0000(84)90034-5).
/// Differing from it, the knowledge game is not solved; the ranks of the game
/// of complete information (finite_strategy.cpp) guide a depth-first search for
/// a tree: in each step, the inputs of the lowest rank that suit every
/// execution that is possible. The search is incomplete: it misses strategies
/// that must first move away from the target to find out what is hidden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/search/finite_search.h"
#include "engine/contract/testing/diagram_text.h"
#include "engine/contract/testing/output_sets.h"

namespace catenary::engine::contract {

/// One search for a tree. Used once.
class StrategyTree {
 public:
  /// Both must outlive this. Uses diagrams and reachable sets of `search`.
  StrategyTree(FiniteSearch& search, const Target& target);

  /// The strategy, with Forced::yes, or no strategy with the outcome of the
  /// game of complete information, or `open` with the reason. Throws
  /// logic::bdd::LimitReached. Cost: at most 1024 steps tried for each of three
  /// allowances of extra steps.
  [[nodiscard]] Strategy make(std::optional<std::uint32_t> max_steps);

 private:
  /// Inputs of one step, by index of the variable.
  using Inputs = std::vector<std::optional<logic::Value>>;
  /// The knowledge of a tester before a step: the executions that fit what was
  /// seen, as sets of states (FiniteSearch::kept_). Null pointers before the
  /// first step.
  struct Known {
    /// States of executions that have not met the target.
    const Bdd* open = nullptr;
    /// States of all executions: those that have met the target go on, and
    /// inputs must keep the promises for them as well.
    const Bdd* all = nullptr;
  };
  /// Inputs for a step.
  struct Choice {
    Inputs inputs;
    /// So many steps are left for one who sees everything, this one included.
    std::size_t rank = 0;
  };
  /// Where a step leads: over current outputs and kept_, with `open` and `all`
  /// as in Known.
  struct Answers {
    Bdd open, all;
  };
  /// Outputs after which the same inputs are right, and these inputs.
  struct Group {
    Bdd outputs;
    Choice choice;
  };

  /// Inputs that suit every execution in `known`, of the lowest rank up to
  /// `most`; no value if there are none.
  [[nodiscard]] std::optional<Choice> choose(const Known& known,
                                             std::size_t most);
  /// Adds a step and the tree below it, at most `left` steps deep, and returns
  /// whether all executions meet the target there. Otherwise the tree is as
  /// before. `path`: the sets of current values that lead here, by step.
  bool add(const Known& known,
           const Choice& choice,
           std::size_t left,
           std::vector<Bdd>& path);
  /// Adds the branches of a step, and what follows them.
  bool add_branches(std::uint32_t step,
                    const Answers& answers,
                    const std::vector<Group>& groups,
                    std::size_t left,
                    std::vector<Bdd>& path);
  /// The answers of the system to inputs.
  [[nodiscard]] Answers answers(const Known& known, const Bdd& inputs);
  /// Divides the answers that have not met the target into groups; no value if
  /// after some answer no inputs suit all executions that are possible then.
  /// `alone`: each answer is a group of its own.
  [[nodiscard]] std::optional<std::vector<Group>> groups_of(
      const Answers& answers, std::size_t left, bool alone);
  /// The projection of a set to current outputs.
  [[nodiscard]] Bdd outputs_of_set(const Bdd& set);
  /// The projection of a set to kept_.
  [[nodiscard]] Bdd state_of_set(const Bdd& set);
  /// FiniteSearch::forces() into the states of a rank; cached.
  [[nodiscard]] Bdd forcing(std::size_t rank, bool first);
  /// Notes a reason to give up, if it is the first one. Returns false.
  bool fail(const std::string& why);
  /// The inputs as a condition.
  [[nodiscard]] Bdd cube(const Inputs& inputs);

  FiniteSearch& search_;
  Finite& finite_;
  const Target& target_;
  DiagramText text_;
  OutputSets sets_;
  Indices output_bits_;
  /// The iterates of the attractor; see FiniteSearch::attract().
  std::vector<Bdd> won_;
  /// Cache of forcing(), by rank and `first`.
  std::map<std::pair<std::size_t, bool>, Bdd> forcing_;
  /// Steps of the tree from the root to the one at work.
  std::vector<std::uint32_t> way_;
  /// Strategy::known of the next step to be added.
  logic::Term known_;
  /// Calls of add() in this attempt.
  std::size_t tried_ = 0;
  /// Set by fail(); ends the attempt.
  std::string why_not_;
  Strategy out_;
};

}  // namespace catenary::engine::contract
