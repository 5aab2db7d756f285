// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests for goals, made view by view: inputs are looked for in as few views as
/// suffice, and checked against all of them.
///
/// Method: incremental test generation (Aichernig et al., "Require, test, and
/// trace IT", STTT 2017, doi:10.1007/s10009-016-0444-z, section 4). Differing
/// from the paper, where inputs of one view may not reach the goal on the whole
/// interface: such inputs are dropped, and the search is repeated with one view
/// more.
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

/// Settings of a Planner.
struct PlanSettings {
  /// Which steps a test may have.
  Triggering triggering = Triggering::any;
  /// Limit on the steps of a test. 0: no limit, and 64 for interfaces that are
  /// not finite.
  std::uint32_t max_steps = 0;
  /// Give every input a value, instead of leaving out those that do not matter.
  bool keep_all_inputs = false;
  /// Look for tests whose goals every conforming system meets, where the first
  /// test found is not one.
  bool guarantees = true;
};

/// What is known of a goal.
enum class PlanStatus : std::uint8_t {
  /// There is a test; Plan has it.
  found,
  /// Proved: no execution reaches the goal, whatever its steps ask for.
  unreachable,
  /// Proved for executions of at most Plan::depth steps.
  not_within,
  /// Proved: only executions that PlanSettings::triggering rules out reach it,
  /// since some step of them asks nothing of the system; within the bound if
  /// there is one.
  not_asked,
  /// A limit was met; Plan::reason says which.
  undecided
};

/// A test for a goal, or why there is none.
struct Plan {
  /// Decides which of the members below are valid.
  PlanStatus status = PlanStatus::undecided;
  /// For people; never empty.
  std::string reason;
  /// found: steps of the shortest execution that was found, which `run` may
  /// exceed where a guaranteed test is longer. not_within: the bound.
  /// not_asked: steps of the execution that was found without triggering.
  /// Otherwise -1.
  std::int64_t depth = -1;
  /// Proved: no execution of the interface that reaches the goal is shorter
  /// than `run`.
  bool shortest = false;
  /// Every conforming system meets the goal at some step. Such a test is
  /// preferred to a shorter one that is not.
  bool guaranteed = false;
  /// An adaptive test, if it has inputs; then `inputs` and `run` are those of
  /// its shortest path. Otherwise its outcome and reason tell why there is
  /// none.
  Strategy strategy;
  /// The cooperative plan that an adaptive one replaces; at most one.
  std::vector<Plan> otherwise;
  /// By step and variable of the whole interface.
  InputSequence inputs;
  /// An execution of the whole interface with these inputs, where default
  /// values replace those left out.
  std::vector<Snapshot> run;
  /// Views whose contracts chose the inputs, ascending.
  std::vector<std::uint32_t> views;
  /// Those of them that were added because the inputs of the first ones do not
  /// reach the goal on the whole interface, in this order.
  std::vector<std::uint32_t> added;
};

/// Makes plans for the goals of one interface. Keeps a search for each set of
/// views and triggering that it needed. Deterministic.
class Planner {
 public:
  /// `goals` are all that will be asked for. Both must outlive the planner.
  Planner(const model::Interface& interface,
          const std::vector<TestGoal>& goals,
          const PlanSettings& settings,
          base::Budget budget);
  ~Planner();

  /// The plan for a goal. Limits and unsupported sorts become
  /// PlanStatus::undecided. Cost: see FiniteSearch; several searches a goal.
  [[nodiscard]] Plan plan(const TestGoal& goal);

 private:
  /// Indices of views, ascending.
  using Views = std::vector<std::uint32_t>;
  struct Part;

  /// plan() without the texts; throws at limits.
  [[nodiscard]] Plan look(const TestGoal& goal);
  /// The limit on steps for a goal: the lower of its own and that of the
  /// settings; no value if there is none.
  [[nodiscard]] std::optional<std::uint32_t> bound_of(
      const TestGoal& goal) const;
  /// The plan for a goal that these views do not reach; distinguishes
  /// unreachable goals from those that only triggering excludes.
  [[nodiscard]] Plan in_vain(const TestGoal& goal,
                             Reached reached,
                             const Views& views);
  /// The projection of the interface to some views, with its search; cached.
  [[nodiscard]] Part& part_of(const Views& views, Triggering triggering);
  /// All views.
  [[nodiscard]] Views all_views() const;
  /// Where to begin: the goal's view, those of its requirements and of the
  /// hidden variables that it reads; otherwise the first view that mentions a
  /// variable of it.
  [[nodiscard]] Views first_views(const TestGoal& goal) const;
  /// The views not among `views`, those that mention variables of the goal
  /// first.
  [[nodiscard]] Views others(const TestGoal& goal, const Views& views) const;
  /// `views` and one more: the first that makes the inputs of `run` impossible,
  /// or that reading order puts first.
  [[nodiscard]] Views next_views(const TestGoal& goal,
                                 const Views& views,
                                 const std::vector<Snapshot>& run);
  /// The inputs of a run of one projection, for another one.
  [[nodiscard]] InputSequence inputs_for(
      const Part& to, const Part& from, const std::vector<Snapshot>& run) const;
  /// Names of views, for messages.
  [[nodiscard]] std::string names(const Views& views) const;
  /// Which views chose the inputs, for people; empty if all did at once.
  [[nodiscard]] std::string chosen_by(const Plan& plan) const;
  /// Whether no execution of these views that reaches the goal has fewer than
  /// `steps` steps, whatever its steps ask for.
  [[nodiscard]] bool is_shortest(const TestGoal& goal,
                                 const Views& views,
                                 std::size_t steps);
  /// Completes a plan with a run: inputs that matter, guarantee, and the run
  /// with default values. Requires: the run is one of the whole interface.
  void finish(const TestGoal& goal, Plan& plan);
  /// Looks for a guaranteed test; after a limit, the plan is as before.
  void guarantee(const TestGoal& goal, Plan& plan);
  /// By fixed inputs.
  void make_sure(const TestGoal& goal, Plan& plan);
  /// Makes a plan of fixed inputs if they guarantee the goal; drops trailing
  /// steps that are not needed.
  [[nodiscard]] bool take(const TestGoal& goal,
                          InputSequence inputs,
                          Plan& plan);
  /// Sets the reason of a plan that was found.
  void explain(Plan& plan) const;
  /// By a tree of inputs.
  void make_adaptive(const TestGoal& goal, Plan& plan);
  /// Whether every conforming system meets the goal, for people.
  [[nodiscard]] static std::string promise_of(const Plan& plan);

  const model::Interface& interface_;
  const std::vector<TestGoal>& goals_;
  PlanSettings settings_;
  base::Budget budget_;
  /// The projections used so far.
  std::map<std::pair<Views, Triggering>, std::unique_ptr<Part>> parts_;
};

}  // namespace catenary::engine::contract
