// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests for goals, made view by view: inputs are looked for in as few views
/// as will do, and checked against all of them.
///
/// Method: incremental generation of Aichernig et al., STTT 2017, section 4,
/// which may lose its purpose, since inputs of one view need not reach it in
/// all; here what was lost is looked for again with more views.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/search/target_search.h"
#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

struct PlanSettings {
  Triggering triggering = Triggering::any;
  /// Steps of a test at most; 0 = no limit, and 64 for interfaces that are
  /// not finite.
  std::uint32_t max_steps = 0;
  bool keep_all_inputs = false;  ///< do not look for what does not matter
  /// Look for tests whose goals every conforming system meets.
  bool guarantees = true;
};

enum class PlanStatus : std::uint8_t {
  found,
  unreachable,  ///< proved
  not_within,   ///< proved for so many steps as `depth` says
  /// Proved: only executions reach it, within the bound if there is one, some
  /// step of which asks nothing of the system, which PlanSettings::triggering
  /// rules out.
  not_asked,
  undecided
};

struct Plan {
  PlanStatus status = PlanStatus::undecided;
  std::string reason;  ///< for people; never empty
  /// found: steps of the shortest execution that was found, which those of
  /// `run` may exceed; not_within: the bound; not_asked: steps without the
  /// rule.
  std::int64_t depth = -1;
  bool shortest = false;  ///< proved: no execution is shorter
  /// Every conforming system meets the goal at some step. Such a test is
  /// preferred to a shorter one.
  bool guaranteed = false;
  /// The test looks at the outputs: what it does; `inputs` and `run` are those
  /// of its shortest way. Else without inputs.
  Strategy strategy;
  /// The cooperative plan, if any, in place of which that is.
  std::vector<Plan> otherwise;
  InputSequence inputs;  ///< by variable of the whole interface
  /// Of the whole interface; inputs that do not matter have default values.
  std::vector<Snapshot> run;
  std::vector<std::uint32_t> views;  ///< whose contracts chose the inputs
  /// Views whose own inputs do not reach it in all: added afterwards.
  std::vector<std::uint32_t> added;
};

class Planner {
 public:
  /// `goals` are all that will be asked for. Both must outlive the planner.
  Planner(const model::Interface& interface,
          const std::vector<TestGoal>& goals,
          const PlanSettings& settings,
          base::Budget budget);
  ~Planner();

  [[nodiscard]] Plan plan(const TestGoal& goal);

 private:
  using Views = std::vector<std::uint32_t>;
  struct Part;

  [[nodiscard]] Plan look(const TestGoal& goal);
  [[nodiscard]] std::optional<std::uint32_t> bound_of(
      const TestGoal& goal) const;
  /// What to say of a goal that was looked for in vain.
  [[nodiscard]] Plan in_vain(const TestGoal& goal,
                             Reached reached,
                             const Views& views);
  [[nodiscard]] Part& part_of(const Views& views, Triggering triggering);
  [[nodiscard]] Views all_views() const;
  [[nodiscard]] Views first_views(const TestGoal& goal) const;
  /// The views not among `views`: those that mention what the goal does first.
  [[nodiscard]] Views others(const TestGoal& goal, const Views& views) const;
  [[nodiscard]] Views next_views(const TestGoal& goal,
                                 const Views& views,
                                 const std::vector<Snapshot>& run);
  [[nodiscard]] InputSequence inputs_for(
      const Part& to, const Part& from, const std::vector<Snapshot>& run) const;
  [[nodiscard]] std::string names(const Views& views) const;
  /// Which views chose the inputs, for people; empty for all of them at once.
  [[nodiscard]] std::string chosen_by(const Plan& plan) const;
  /// Whether every execution of these views that reaches it has so many steps.
  [[nodiscard]] bool is_shortest(const TestGoal& goal,
                                 const Views& views,
                                 std::size_t steps);
  void finish(const TestGoal& goal, Plan& plan);
  /// Looks for another test than a cooperative one.
  void guarantee(const TestGoal& goal, Plan& plan);
  /// Another test, whose goal every conforming system meets, if it is found.
  void make_sure(const TestGoal& goal, Plan& plan);
  /// Takes these inputs where they do that.
  [[nodiscard]] bool take(const TestGoal& goal,
                          InputSequence inputs,
                          Plan& plan);
  /// Says in the plan's reason what it is.
  void explain(Plan& plan) const;
  /// The same, by one that looks at the outputs.
  void make_adaptive(const TestGoal& goal, Plan& plan);
  /// Whether every conforming system meets the goal, for people.
  [[nodiscard]] static std::string promise_of(const Plan& plan);

  const model::Interface& interface_;
  const std::vector<TestGoal>& goals_;
  PlanSettings settings_;
  base::Budget budget_;
  std::map<std::pair<Views, Triggering>, std::unique_ptr<Part>> parts_;
};

}  // namespace catenary::engine::contract
