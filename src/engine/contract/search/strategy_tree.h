// SPDX-License-Identifier: Apache-2.0
/// \file
/// A strategy that forces a target, as a tree of inputs and of questions about
/// the outputs.
///
/// The tester knows which executions fit what was seen (the construction of
/// Reif, "The complexity of two-player games of incomplete information", JCSS
/// 1984, doi:10.1016/0022-0000(84)90034-5); the ranks of the game in which all
/// is seen say which inputs to try: the nearest that suit all that is possible.
/// So a strategy may be missed that must lead some of it away first.
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

class StrategyTree {
 public:
  /// Both must outlive it.
  StrategyTree(FiniteSearch& search, const Target& target);

  /// Throws logic::bdd::LimitReached.
  [[nodiscard]] Strategy make(std::optional<std::uint32_t> max_steps);

 private:
  using Inputs = std::vector<std::optional<logic::Value>>;
  /// Executions that fit what was seen: as sets of current values that matter
  /// later; null before the first step.
  struct Known {
    const Bdd* open = nullptr;  ///< those that have not met the target
    const Bdd* all = nullptr;
  };
  struct Choice {
    Inputs inputs;
    std::size_t rank = 0;  ///< steps to go for one who sees all, with this one
  };
  /// Where a step may lead: over current outputs and values that matter later.
  struct Answers {
    Bdd open, all;
  };
  /// An answer that leads on, and what is to be done then.
  struct Group {
    Bdd outputs;
    Choice choice;
  };

  /// Inputs that suit all of the executions, of the lowest rank.
  [[nodiscard]] std::optional<Choice> choose(const Known& known,
                                             std::size_t most);
  /// Adds the step and those after it, `left` in a row at most; whether all
  /// executions meet the target. What was added is taken back where not.
  bool add(const Known& known,
           const Choice& choice,
           std::size_t left,
           std::vector<Bdd>& path);
  bool add_branches(std::uint32_t step,
                    const Answers& answers,
                    const std::vector<Group>& groups,
                    std::size_t left,
                    std::vector<Bdd>& path);
  [[nodiscard]] Answers answers(const Known& known, const Bdd& inputs);
  /// Answers after which the same inputs are right, together; none where some
  /// answer leaves no inputs that suit all executions. `alone`: each answer by
  /// itself.
  [[nodiscard]] std::optional<std::vector<Group>> groups_of(
      const Answers& answers, std::size_t left, bool alone);
  [[nodiscard]] Bdd outputs_of_set(const Bdd& set);
  [[nodiscard]] Bdd state_of_set(const Bdd& set);
  /// Previous values and inputs after which it is forced, of a rank at most
  /// this; cached.
  [[nodiscard]] Bdd forcing(std::size_t rank, bool first);
  /// Gives up, with the first reason that there was.
  bool fail(const std::string& why);
  [[nodiscard]] Bdd cube(const Inputs& inputs);

  FiniteSearch& search_;
  Finite& finite_;
  const Target& target_;
  DiagramText text_;
  OutputSets sets_;
  Indices output_bits_;
  std::vector<Bdd> won_;
  std::map<std::pair<std::size_t, bool>, Bdd> forcing_;
  std::vector<std::uint32_t> way_;  ///< steps to where it is being made
  logic::Term known_;               ///< of the next step
  std::size_t tried_ = 0;
  std::string why_not_;
  Strategy out_;
};

}  // namespace catenary::engine::contract
