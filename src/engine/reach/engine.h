// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interface of all reachability engines. An engine takes a step system and
/// reports, for each goal, a shortest run that covers it or why there is none.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/reach/graph.h"
#include "engine/reach/ranges.h"
#include "model/goal.h"
#include "model/step/shared_trace.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Settings of one search. Times are wall-clock; work is limited by the budget
/// (see base/work_clock.h). The defaults set no bound on
/// the length of runs, use one thread and keep no graph.
struct Options {
  /// Bound on the length of runs, in steps; 0 = none.
  std::uint32_t max_steps = 0;
  /// Worker threads. The result does not depend on their number.
  std::uint32_t jobs = 1;
  /// Limit of the time of one step; 0 = none. Steppers detect most steps that
  /// hang. If a stepper fails to, the search ends its process after twice this
  /// time.
  std::chrono::milliseconds step_time_limit{2000};
  /// The search stops after this many steps that hang, because each of them
  /// costs the step time limit; 0 = no limit.
  std::uint32_t max_hung = 10;
  /// Limit of the memory for states and edges, in bytes; 0 = that of the
  /// budget.
  std::uint64_t memory_bytes = 0;
  /// Largest input alphabet, and largest alphabet of initial choices, that is
  /// enumerated. With more letters the engine returns undecided goals and
  /// Stop::letters.
  std::uint64_t max_letters = 1'000'000;
  /// Whether to fill Result::graph.
  bool keep_edges = false;
  /// With keep_edges: reduce the graph to shortest runs if that loses nothing.
  /// It loses nothing if every state is final and every goal but violations is
  /// hit only by steps that end their run. The graph then has one shortest run
  /// to each set of goals that a last step hits; no suite needs more. Its
  /// states are some of those found, in the same order. If a goal is also hit
  /// by a step that runs on, the search is repeated with all edges.
  bool shortest_ends = false;
  /// Whether to fill Result::state_ranges and Result::output_ranges. Cost: some
  /// ns for each state and number, and about 15 ns for each step and output.
  bool ranges = false;
  /// Once every goal was hit, the search goes on only while it has at most this
  /// many states: a small system is then known completely, while a large or
  /// infinite one costs no more than its goals do. 0 = never stop for this
  /// reason.
  std::uint64_t settled_states = 0;
};

/// Why a search ended.
enum class Stop : std::uint8_t {
  /// Everything reachable was explored.
  none,
  /// Options::max_steps was reached.
  steps,
  /// Every goal was hit, and there are more than Options::settled_states.
  goals,
  /// The deadline of the budget passed.
  time,
  /// The limit of work of the budget was reached.
  work,
  /// The memory limit was reached, or the machine refused memory.
  memory,
  /// The user asked to stop.
  interrupt,
  /// The alphabet has more letters than Options::max_letters.
  letters,
  /// Options::max_hung steps hung.
  hangs,
  /// The exploring process died, or hung in a step.
  died,
  /// Nothing new was found for a long time.
  patience,
  /// All runs, up to Options::max_steps, were explored but for steps that
  /// cannot be encoded, which were left out.
  encoding,
  /// A solver gave no answer, or a wrong one. Result::stop_text says which.
  solver
};
/// The reason as a noun phrase for messages, e.g. "the memory limit". The
/// string is static.
[[nodiscard]] const char* to_string(Stop stop);

/// Whether a search stopped because its share of the time or of the work was
/// used up: a larger share might tell more.
[[nodiscard]] inline bool ran_out(Stop stop) {
  return stop == Stop::time || stop == Stop::work;
}

/// The Stop for a budget that is used up. StopReason::none gives Stop::none.
[[nodiscard]] Stop stop_of(base::StopReason reason);
/// The reason of a covered goal, e.g. "hit by a run of 7 steps". If `shortest`
/// is false, it says that a shorter run may exist.
[[nodiscard]] std::string hit_text(std::uint64_t steps, bool shortest);
/// Whether a reason says that the depth of a covered goal is an upper bound
/// only: it ends with kPerhapsNotShortest.
[[nodiscard]] bool may_be_shorter(const model::GoalResult& result);
inline constexpr const char* kPerhapsNotShortest =
    ", perhaps not a shortest one";
/// The number with its noun: "1 step", "7 steps".
[[nodiscard]] std::string steps_text(std::uint64_t n);

/// A run that ended with an error. It is a defect of the explored program or,
/// for the outcome `unsupported`, a construct that the tool cannot execute; it
/// is not a goal.
struct Finding {
  /// `crashed`, `hung` or `unsupported`.
  model::StepOutcome outcome = model::StepOutcome::crashed;
  /// Description and source position of the error. Two findings with the same
  /// outcome and event are one.
  model::Stepper::Event event;
  /// A shortest run to the error, as far as the engine guarantees shortest
  /// runs. Its last step fails, or its initialisation if it has no steps.
  model::Trace trace;
  /// Trust::replayed once confirm() has repeated the run.
  model::Trust trust = model::Trust::claimed;
  /// Steps explored that had this event. At least 1.
  std::uint64_t occurrences = 1;
};

/// What a search knows of one goal.
struct GoalReport {
  /// Status, trust, length of the run (`depth`) and the reason as text.
  model::GoalResult result;
  /// A run whose last step, or whose initialisation, hits the goal. Present
  /// only if the goal is covered.
  model::SharedTrace trace;
  /// For covered goals: no shorter run that can be tried hits it. If false,
  /// GoalResult::depth is an upper bound, and the reason says so.
  bool shortest = false;
};

/// Size of one step as a formula. All zero if no solver was asked.
struct EncodedSize {
  /// Instructions that were executed symbolically.
  std::uint64_t instructions = 0;
  /// Distinct terms of the formula.
  std::uint64_t terms = 0;
  /// Variables of the clauses of one step.
  std::uint64_t variables = 0;
  /// Clauses of one step.
  std::uint64_t clauses = 0;
};

/// One call of an engine by a search that calls several.
struct Share {
  /// Name of the engine, e.g. "explicit" or "random".
  std::string engine;
  /// Work that it was allowed (see base/work_clock.h); nothing = no limit.
  std::optional<std::chrono::milliseconds> allowed;
  /// Work that it did.
  std::chrono::milliseconds work{0};
  /// Wall-clock time that it took, in seconds.
  double seconds = 0;
  /// Why it ended.
  Stop stop = Stop::none;
  /// Goals that it covered, and goals that it proved unreachable, which no call
  /// of the same search before had decided.
  std::uint32_t covered = 0, unreachable = 0;
};

/// What a search found, and how much of it is proved.
struct Result {
  /// One report for each goal of the system, in its order.
  std::vector<GoalReport> goals;
  /// Distinct errors, those with the shortest runs first.
  std::vector<Finding> findings;
  /// Present if Options::keep_edges was set and the engine can build one.
  std::optional<Graph> graph;
  /// The method by which goals were proved unreachable, if it was not the
  /// exhaustion of all states; else empty.
  std::string proof;
  /// Filled if Options::ranges was set, else empty. `state_ranges` has one
  /// entry for each of scalars_of() the system, `output_ranges` one for each
  /// output, over all steps that ran on or ended their run by themselves.
  std::vector<ValueRange> state_ranges, output_ranges;
  /// Number of distinct states found.
  std::uint64_t states = 0;
  /// Steps executed, without discarded ones. If the memory limit was reached,
  /// only steps from states whose distance is less than complete_depth count,
  /// so that the number does not depend on the threads.
  std::uint64_t transitions = 0;
  /// A goal that was not hit is unreachable: everything reachable was explored,
  /// or lies within an inductive invariant. Nothing follows for the lengths
  /// of runs: see GoalReport::shortest.
  bool closed = false;
  /// Every run of at most this many steps was examined. 0 also if only some
  /// input values were tried, or if some runs could not be followed to their
  /// end.
  std::uint32_t complete_depth = 0;
  /// Stop::none if `closed`, and also if a search ended by itself that cannot
  /// prove anything.
  Stop stop = Stop::none;
  /// Details of the reason to stop; may be empty.
  std::string stop_text;
  /// Some initialisation ended the run by itself.
  bool initial_ended = false;
  /// Why nothing counts as proved any more: see distrust(). Empty if no two
  /// results contradict each other.
  std::string contradiction;
  /// The run that shows `contradiction`, if it is a defect of this tool: see
  /// engine/shadow.
  model::SharedTrace refutation;
  /// Runs to some of the states found, spread evenly over the search; may be
  /// empty. They serve to check the state for completeness.
  std::vector<model::Trace> samples;
  /// Filled by engines that use a solver.
  EncodedSize encoded;
  /// Name of the engine: "explicit", "symbolic" or both.
  std::string engine;
  /// The calls of other engines, in their order; empty if there were none.
  std::vector<Share> shares;
  /// Wall-clock time of the search, in seconds.
  double seconds = 0;
  /// Work of the search, where the caller of the engine measured it.
  std::chrono::milliseconds work{0};
};

/// Intermediate figures of a running search. They are for display only: they
/// are read while other threads or processes change them.
struct Progress {
  /// Name of the engine that searches now, where several take turns; else
  /// empty. The string is static.
  const char* engine = "";
  /// Distinct states so far.
  std::uint64_t states = 0;
  /// Steps executed so far.
  std::uint64_t transitions = 0;
  /// Goals hit so far.
  std::uint32_t goals_hit = 0;
  /// Goals of the system.
  std::uint32_t goals = 0;
  /// Length of the runs that are examined now.
  std::uint32_t depth = 0;
  /// Mean over the search so far.
  double transitions_per_second = 0;
  /// Where several engines take turns: what they have decided of each goal, and
  /// the calls that have ended. Null elsewhere. Valid during the call.
  const std::vector<model::GoalStatus>* known = nullptr;
  const std::vector<Share>* shares = nullptr;
};
/// Called about every 200 ms, in the thread that called explore(). An empty
/// function is allowed.
using ProgressCallback = std::function<void(const Progress&)>;

/// A search that was begun, and goes on in slices of work, between which others
/// search. It keeps what it knows until it is destroyed.
class RunningSearch {
 public:
  virtual ~RunningSearch() = default;

  /// Begins the next slice, with what `slice` has left, a share of the budget
  /// of the search. It may return before that is done; the work is charged to
  /// this thread by wait() then. `news`: runs that others found since the last
  /// slice. Requires: no slice goes on, and the search has not ended.
  virtual void start(const base::Budget& slice,
                     const std::vector<model::Trace>& news) = 0;
  /// Takes what the slice has sent so far, so that it need not wait. For those
  /// who do something else meanwhile.
  virtual void look() = 0;
  /// Waits until the slice has ended. Throws what Engine::explore() throws.
  virtual void wait() = 0;
  /// Whether another slice would do nothing.
  [[nodiscard]] virtual bool ended() const = 0;
  /// The result up to now; Result::stop is the reason why the last slice ended.
  /// The result of a search that starts anew in each slice (see
  /// Engine::begin()) has the runs of the last slice and the steps of all.
  /// While the search goes on, it has neither graph nor ranges.
  [[nodiscard]] virtual Result result() const = 0;
  /// Ends the search. The result with a graph and ranges, where the engine
  /// makes some. Requires: no slice goes on.
  [[nodiscard]] virtual Result conclude() { return result(); }
};

/// A search for all goals of a step system at once. An engine keeps nothing
/// from one call of explore() to the next.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Begins a search that is done in slices; see explore(). Everything given,
  /// and this engine, must outlive it. Here: each slice is a call of explore(),
  /// which begins anew; its runs are not kept for the next one.
  [[nodiscard]] virtual std::unique_ptr<RunningSearch> begin(
      const model::StepSystem& system,
      const Options& options,
      const base::Budget& budget,
      const ProgressCallback& progress);

  /// Explores until everything is known or a limit of `options` or `budget` is
  /// reached. In the second case it returns what was found so far, and
  /// Result::stop and the reasons of the goals say why it stopped.
  ///
  /// Requires: the system was laid out (StepSystem::lay_out()).
  /// Ensures:  covered goals have a run, GoalReport::shortest or not, and
  ///           Trust::claimed (see replay.h); goals are unreachable only where
  ///           Result::closed, or by a proof that Result::proof names.
  /// Throws:   what making or running a Stepper throws; base::ToolError where
  ///           the machine refuses memory or processes.
  [[nodiscard]] virtual Result explore(const model::StepSystem& system,
                                       const Options& options,
                                       const base::Budget& budget,
                                       const ProgressCallback& progress) = 0;
};

}  // namespace catenary::engine::reach
