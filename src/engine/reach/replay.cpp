// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replay of runs in a forked child process. The child writes results to shared
/// memory and counts the complete ones; after its death the parent goes on
/// behind the run that killed it.

#include "engine/reach/replay.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <utility>

#include "engine/reach/explicit/mapping.h"
#include "engine/reach/process/child_process.h"
#include "model/step/wire.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;
using model::GoalStatus;
using model::StepOutcome;
using model::Trust;
using std::chrono::milliseconds;

constexpr milliseconds kPollEvery{50};
/// Beyond twice the limit of a step: the machine may be busy.
constexpr milliseconds kWatchSlack{1000};
/// Address space for results; only pages in use take memory.
constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30;

// Shared with the child; zero at the start.
struct ReplayHeader {
  /// Runs whose simulation is complete.
  std::atomic<std::uint64_t> done;
  /// Bytes of their simulations, or more.
  std::atomic<std::uint64_t> bytes;
  /// Steps begun in the current run.
  std::atomic<std::uint64_t> begun;
  /// Changes with every step, so that the parent can detect one that hangs.
  std::atomic<std::uint64_t> beat;
  SharedError error;
};

// A stepper that counts the steps that are begun, for the parent to watch.
// Everything else is left to the stepper inside.
class WatchedStepper final : public model::Stepper {
 public:
  WatchedStepper(std::unique_ptr<Stepper> inner, ReplayHeader& header)
      : inner_(std::move(inner)), header_(header) {}

  std::size_t state_bytes() const override { return inner_->state_bytes(); }
  StepOutcome reset(const std::byte* letter) override {
    header_.begun.store(0);
    ++header_.beat;
    return inner_->reset(letter);
  }
  StepOutcome step(const std::byte* letter) override {
    ++header_.begun;
    ++header_.beat;
    return inner_->step(letter);
  }
  void save(std::byte* packed) const override { inner_->save(packed); }
  void load(const std::byte* packed) override { inner_->load(packed); }
  const std::uint64_t* hits() const override { return inner_->hits(); }
  bool at_final() override { return inner_->at_final(); }
  logic::Value output(std::size_t index) override {
    return inner_->output(index);
  }
  Event event() const override { return inner_->event(); }
  std::vector<std::uint32_t> called() const override {
    return inner_->called();
  }

 private:
  std::unique_ptr<Stepper> inner_;
  ReplayHeader& header_;
};

/// Why the parent killed the child.
enum class Cut : std::uint8_t { none, budget, hung };

// Waits for the end of the child. Kills it if the budget is used up or a step
// hangs.
Cut watch(ChildProcess& child,
          const ReplayHeader& header,
          const ReplayOptions& options,
          const base::Budget& budget) {
  std::uint64_t beat = 0;
  Clock::time_point since = Clock::now();
  const milliseconds limit = options.step_time_limit;
  while (!child.wait(std::min(kPollEvery, budget.time_left()))) {
    if (budget.poll() != base::StopReason::none) {
      child.kill();
      return Cut::budget;
    }
    const auto now = Clock::now();
    if (const std::uint64_t b = header.beat.load(); b != beat) {
      beat = b;
      since = now;
      // Before the first step there is no progress to measure: the child links
      // the program.
    } else if (beat != 0 && limit.count() > 0 &&
               now - since > 2 * limit + kWatchSlack) {
      child.kill();
      return Cut::hung;
    }
  }
  return Cut::none;
}

// Replays traces from `first` on, until the end or a run that kills the child.
// Returns the index of the first trace that was not tried.
std::size_t replay_some(const model::StepSystem& system,
                        std::span<const model::Trace> traces,
                        const ReplayOptions& options,
                        const base::Budget& budget,
                        std::size_t first,
                        std::vector<Replayed>& results) {
  const MappedArray<ReplayHeader> shared(1, Mapping::Sharing::with_children);
  const MappedArray<std::byte> buffer(kMostBytes,
                                      Mapping::Sharing::with_children);
  ReplayHeader& header = shared[0];
  // Before the fork, so that all children share what it makes.
  system.factory->prepare();
  ChildProcess child(header.error, [&] {
    WatchedStepper stepper(system.factory->make(), header);
    std::uint64_t end = 0;
    for (std::size_t i = first; i < traces.size(); ++i) {
      base::WireWriter writer;
      write(writer, system, model::simulate(system, stepper, traces[i]));
      const std::string& bytes = writer.bytes();
      if (bytes.size() > buffer.capacity() - end) {
        throw base::ToolError("the replayed runs are too large to keep");
      }
      std::memcpy(buffer.data() + end, bytes.data(), bytes.size());
      end += bytes.size();
      header.bytes.store(end);
      header.done.store(i - first + 1, std::memory_order_release);
    }
  });
  const Cut cut = watch(child, header, options, budget);
  header.error.rethrow_if_any();

  // Everything before the counter is complete, however the child ended.
  const std::size_t done = first + header.done.load(std::memory_order_acquire);
  base::WireReader reader({reinterpret_cast<const char*>(buffer.data()),
                           std::min(header.bytes.load(), buffer.capacity())});
  for (std::size_t i = first; i < done; ++i) {
    results[i].complete = true;
    read(reader, system, results[i].simulation);
  }
  if (done == traces.size()) return done;
  // The rest would be cut off as well.
  if (cut == Cut::budget) {
    for (std::size_t i = done; i < traces.size(); ++i) {
      results[i].reason =
          std::string("stopped before its replay: ") +
          (budget.interrupted() ? "an interrupt" : "the time limit");
    }
    return traces.size();
  }
  // The run that was under way killed its child: the next child begins behind
  // it.
  const std::uint64_t begun = header.begun.load();
  results[done].died_at_end = begun == traces[done].steps.size();
  results[done].reason =
      (cut == Cut::hung ? std::string("the run hung")
                        : "the run's process " + child.ending().to_string()) +
      " in step " + std::to_string(begun);
  return done + 1;
}

/// Whether a replay confirms a finding: the same outcome in the same step. For
/// a run that killed its process, its end is the finding.
bool confirms(const Replayed& run, const Finding& finding) {
  if (!run.complete) return run.died_at_end;
  const model::SimulatedStep& last = run.simulation.steps.empty()
                                         ? run.simulation.initial
                                         : run.simulation.steps.back();
  return last.outcome == finding.outcome &&
         run.simulation.steps.size() == finding.trace.steps.size();
}

}  // namespace

void distrust(Result& result, const std::string& reason) {
  result.contradiction = reason;
  // Nothing counts as complete any more.
  result.closed = false;
  result.complete_depth = 0;
  result.proof.clear();
  for (auto* ranges : {&result.state_ranges, &result.output_ranges}) {
    for (ValueRange& range : *ranges) range.proved = false;
  }
  if (result.graph) {
    result.graph->closed = false;
    result.graph->complete_depth = 0;
  }
  for (GoalReport& goal : result.goals) {
    if (goal.result.status == GoalStatus::unreachable ||
        goal.result.status == GoalStatus::not_within_bound) {
      goal.result = {GoalStatus::undecided, Trust::claimed, reason, -1};
      // A run of 0 steps is shortest whatever else is wrong.
    } else if (goal.shortest && goal.result.depth > 0) {
      goal.shortest = false;
      goal.result.reason =
          hit_text(static_cast<std::uint64_t>(goal.result.depth), false);
    }
  }
}

bool Replayed::hits(std::uint32_t goal) const {
  const auto in = [goal](const model::SimulatedStep& step) {
    return std::binary_search(step.hits.begin(), step.hits.end(), goal);
  };
  return complete &&
         (in(simulation.initial) ||
          std::any_of(simulation.steps.begin(), simulation.steps.end(), in));
}

std::vector<Replayed> replay(const model::StepSystem& system,
                             std::span<const model::Trace> traces,
                             const ReplayOptions& options,
                             const base::Budget& budget) {
  std::vector<Replayed> results(traces.size());
  for (std::size_t next = 0; next < traces.size();) {
    next = replay_some(system, traces, options, budget, next, results);
  }
  return results;
}

/// The runs of goals come first, in their order, then those of findings: the
/// same order in both loops below.
void confirm(const model::StepSystem& system,
             Result& result,
             const ReplayOptions& options,
             const base::Budget& budget) {
  std::vector<model::Trace> traces;
  for (const GoalReport& goal : result.goals) {
    if (goal.trace) traces.push_back(*goal.trace);
  }
  for (const Finding& finding : result.findings) {
    traces.push_back(finding.trace);
  }
  const std::vector<Replayed> runs = replay(system, traces, options, budget);
  const bool out_of_time = budget.poll() != base::StopReason::none;

  auto run = runs.begin();
  std::string contradiction;
  for (std::uint32_t g = 0; g < result.goals.size(); ++g) {
    GoalReport& goal = result.goals[g];
    if (!goal.trace) continue;
    if (run->hits(g)) {
      goal.result.trust = Trust::replayed;
      // A run that was not tried for lack of time contradicts nothing.
    } else if (run->complete || !out_of_time) {
      contradiction = "the run found for goal " + system.goals[g].id +
                      " does not hit it when it is replayed";
      if (!run->complete) contradiction += " (" + run->reason + ")";
      goal.result = {GoalStatus::undecided, Trust::claimed, contradiction, -1};
      goal.trace.reset();
    }
    ++run;
  }
  for (Finding& finding : result.findings) {
    if (confirms(*run++, finding)) finding.trust = Trust::replayed;
  }
  // After both loops: every run has had its chance to be confirmed.
  if (!contradiction.empty()) distrust(result, contradiction);
}

}  // namespace catenary::engine::reach
