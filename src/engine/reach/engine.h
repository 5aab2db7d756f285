// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every reachability engine offers: which goals of a step system some
/// run hits, a shortest such run for each, and what stands against it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/reach/graph.h"
#include "engine/reach/ranges.h"
#include "model/goal.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Settings of one search. Times are wall-clock.
struct Options {
  std::uint32_t max_steps = 0;  ///< length of the runs; 0 = no limit
  std::uint32_t jobs = 1;       ///< worker threads; results do not depend on it
  /// How long one step may take. Steppers detect a step that hangs; a stepper
  /// that fails to is ended after twice this time. 0 = no limit.
  std::chrono::milliseconds step_time_limit{2000};
  /// Steps that hang before the search gives up, since each costs the step
  /// time limit; 0 = no limit.
  std::uint32_t max_hung = 10;
  /// Bytes for states and steps; 0 = only what the budget says.
  std::uint64_t memory_bytes = 0;
  /// Letters of the input alphabet (and of the initial choices) that are
  /// enumerated; a larger alphabet gives an undecided result.
  std::uint64_t max_letters = 1'000'000;
  bool keep_edges = false;  ///< fill Result::graph
  /// With keep_edges: where any state is final and every goal but violations
  /// is hit only by steps that end their run, the graph has shortest runs
  /// alone, one to each set of goals that last steps hit: no suite needs more.
  /// Its states then are some of those found, in the same order. Cost: where a
  /// goal is also hit by a step that runs on, the search starts again.
  bool shortest_ends = false;
  /// Fill Result::state_ranges and output_ranges. Cost: some ns a state and
  /// number, and about 15 ns a step and output.
  bool ranges = false;
  /// Once every goal was hit, the search goes on only while it has at most
  /// this many states: a small system is then known completely, a large or
  /// endless one costs no more than its goals do. 0 = always to the end.
  std::uint64_t settled_states = 0;
};

/// Why a search ended.
enum class Stop : std::uint8_t {
  none,       ///< everything reachable was explored
  steps,      ///< Options::max_steps
  goals,      ///< every goal was hit, and Options::settled_states exceeded
  time,       ///< the budget's deadline
  memory,     ///< the memory limit
  interrupt,  ///< the user asked to stop
  letters,    ///< more letters than Options::max_letters
  hangs,      ///< Options::max_hung
  died,       ///< the exploring process died, or hung in a step
  patience,   ///< nothing new was found for long
  solver      ///< a solver gave no answer, or a wrong one: see stop_text
};
/// For people, e.g. "the memory limit".
[[nodiscard]] const char* to_string(Stop stop);

/// What a search stops by when its budget does.
[[nodiscard]] Stop stop_of(base::StopReason reason);
/// The reason of a covered goal: "hit by a run of 7 steps, …".
[[nodiscard]] std::string hit_text(std::uint64_t steps, bool shortest);
/// "1 step", "7 steps".
[[nodiscard]] std::string steps_text(std::uint64_t n);

/// A run that went wrong: not a goal, but a defect of the explored program
/// (or, for `unsupported`, of what we can execute).
struct Finding {
  model::StepOutcome outcome = model::StepOutcome::crashed;
  model::Stepper::Event event;
  /// A shortest run to it; its last step (or, without steps, the
  /// initialisation) is the one that went wrong.
  model::Trace trace;
  model::Trust trust = model::Trust::claimed;
  std::uint64_t occurrences = 1;  ///< steps explored that had this event
};

/// What a search knows of one goal.
struct GoalReport {
  model::GoalResult result;
  /// A run whose last step (or initialisation) hits the goal; only where the
  /// goal is covered.
  std::optional<model::Trace> trace;
  /// Covered: no shorter run of those that can be tried hits it. Where false,
  /// GoalResult::depth is an upper bound and the reason says so.
  bool shortest = true;
};

/// How large a step became as a formula; zeros where no solver was asked.
struct EncodedSize {
  std::uint64_t instructions = 0;  ///< executed symbolically
  std::uint64_t terms = 0;         ///< distinct
  std::uint64_t variables = 0;     ///< of the clauses of one step
  std::uint64_t clauses = 0;       ///< of one step
};

struct Result {
  std::vector<GoalReport> goals;  ///< one for each goal of the system
  std::vector<Finding> findings;  ///< distinct events, shortest runs first
  std::optional<Graph> graph;     ///< if Options::keep_edges
  /// How goals were proved unreachable where not by exhausting the states.
  std::string proof;
  /// If Options::ranges: one for each of scalars_of() the system, and one for
  /// each output after a step that ran on.
  std::vector<ValueRange> state_ranges, output_ranges;
  std::uint64_t states = 0;  ///< distinct states found
  /// Steps executed, without discarded ones; where the memory limit was hit,
  /// only those from states at less than complete_depth.
  std::uint64_t transitions = 0;
  /// Everything reachable was explored, so that "not hit" is a proof.
  bool closed = false;
  /// Every run of at most this many steps was examined; 0 where only some
  /// input values were tried or runs could not be followed to their end.
  std::uint32_t complete_depth = 0;
  Stop stop = Stop::none;
  std::string stop_text;       ///< details of some; may be empty
  bool initial_ended = false;  ///< some initialisation ended the run by itself
  /// Why nothing that was proved is believed any more; see distrust().
  std::string contradiction;
  /// A run that shows `contradiction`, where that is a defect of this tool; see
  /// engine/shadow.
  std::optional<model::Trace> refutation;
  /// Runs to some of the states found, spread over the search; may be empty.
  std::vector<model::Trace> samples;
  EncodedSize encoded;
  std::string engine;  ///< what was used: "explicit", "symbolic" or both
  double seconds = 0;  ///< wall-clock
};

/// Where a running search is.
struct Progress {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint32_t goals_hit = 0;
  std::uint32_t goals = 0;
  std::uint32_t depth = 0;  ///< steps of the runs now examined
  double transitions_per_second = 0;
};
/// Called about every 200 ms, in the caller's thread.
using ProgressCallback = std::function<void(const Progress&)>;

/// A search for all goals of a step system at once.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Explores until everything is known or something of `options` or `budget`
  /// is used up; then what was found so far is returned, and Result::stop and
  /// every goal's reason say so.
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
