// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parent's side of explicit-state search: it forks the exploring child,
/// watches it, and reads back what was found.
///
/// A child may die. With several workers it is then not known which step killed
/// it, so the search is repeated with one worker, whose slot names the step.

#include "engine/reach/explicit/explicit.h"

#include <algorithm>
#include <csignal>
#include <new>
#include <optional>

#include "base/check.h"
#include "engine/reach/explicit/search.h"
#include "engine/reach/process/child_process.h"
#include "engine/reach/process/read_back.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr const char* kName = "explicit";
constexpr milliseconds kPollEvery{50};
constexpr milliseconds kProgressEvery{200};
// How long a child that was asked to stop may take to finish its step.
constexpr milliseconds kGrace{500};
// How much longer than the step limit a step may seem to take, because the
// machine is busy, before the child is given up.
constexpr milliseconds kWatchSlack{1000};

/// The smaller of two limits, where 0 means no limit.
std::uint64_t least_limit(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return std::max(a, b);
  return std::min(a, b);
}

// Watches one child from the parent: progress, the budget, and steps that hang.
class Watch {
 public:
  Watch(const SearchContext& context,
        const base::Budget& budget,
        const ProgressCallback& progress,
        Clock::time_point begin)
      : context_(context),
        budget_(budget),
        progress_(progress),
        begin_(begin),
        next_progress_(begin + kProgressEvery),
        seen_(context.options.jobs, {WorkerSlot::kIdle, begin}) {}

  /// Returns when the child has ended, by itself or killed by this object.
  void until_end(ChildProcess& child) {
    while (!child.wait(pause())) {
      tell();
      const auto now = Clock::now();
      // First the child is asked to stop, so that it can finish its step and
      // publish. If it does not, it is killed: what it published is valid.
      if (asked_ == Stop::none) {
        asked_ = stop_of(budget_.poll());
        if (asked_ != Stop::none) {
          context_.memory.header().stop_request.store(
              static_cast<std::uint32_t>(asked_));
          give_up_ = now + kGrace;
        }
      } else if (now >= give_up_) {
        cut_off_ = true;
        child.kill();
        return;
      }
      // A step that hangs does not react to requests.
      if (watch_steps(now)) {
        child.kill();
        return;
      }
    }
  }

  /// The reason that the budget gave; Stop::none if it gave none.
  [[nodiscard]] Stop asked() const { return asked_; }
  /// Whether the child had to be killed because it did not stop.
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  /// The worker whose step did not return; -1 = none.
  [[nodiscard]] std::int64_t hung() const { return hung_; }

 private:
  [[nodiscard]] milliseconds pause() const {
    return asked_ == Stop::none ? std::min(kPollEvery, budget_.time_left())
                                : kPollEvery;
  }

  // Reports progress, at most every 200 ms.
  void tell() {
    const auto now = Clock::now();
    if (!progress_ || now < next_progress_) return;
    next_progress_ = now + kProgressEvery;
    const RunHeader& header = context_.memory.header();
    const std::chrono::duration<double> taken = now - begin_;
    Progress p;
    p.states = header.states.load();
    p.transitions = header.transitions.load();
    p.goals_hit = header.goals_hit.load();
    p.goals = static_cast<std::uint32_t>(context_.system.goals.size());
    p.depth = std::max(header.levels.load(), 1U) - 1;
    p.transitions_per_second =
        static_cast<double>(p.transitions) / taken.count();
    progress_(p);
  }

  // Whether some worker has executed the same step for too long. A slot that
  // does not change between two looks means one step, because the search
  // executes each step once.
  bool watch_steps(Clock::time_point now) {
    const milliseconds limit = context_.options.step_time_limit;
    if (limit.count() <= 0) return false;
    for (std::uint32_t w = 0; w < context_.options.jobs; ++w) {
      const std::uint64_t step =
          context_.memory.workers[w].step.load(std::memory_order_relaxed);
      if (step != seen_[w].step) seen_[w] = {step, now};
      if (step != WorkerSlot::kIdle &&
          now - seen_[w].since > 2 * limit + kWatchSlack) {
        hung_ = w;
        return true;
      }
    }
    return false;
  }

  // What a worker was doing when its slot was last seen to change.
  struct Seen {
    std::uint64_t step;
    Clock::time_point since;
  };

  const SearchContext& context_;
  const base::Budget& budget_;
  const ProgressCallback& progress_;
  Clock::time_point begin_;
  Clock::time_point next_progress_;
  std::vector<Seen> seen_;
  Stop asked_ = Stop::none;
  Clock::time_point give_up_;
  bool cut_off_ = false;
  std::int64_t hung_ = -1;
};

// The step that a worker was executing when the child ended, as a finding.
// Nothing if it executed none.
std::optional<Finding> last_step(const SearchContext& context,
                                 std::uint32_t worker,
                                 model::StepOutcome outcome,
                                 const std::string& text) {
  const std::uint64_t step = context.memory.workers[worker].step.load();
  // The child died between two steps: the fault is not the program's.
  if (step == WorkerSlot::kIdle) return std::nullopt;
  Finding finding;
  finding.outcome = outcome;
  finding.event.text = text;
  finding.trace = trace_to(
      {static_cast<StateId>(step >> 32), static_cast<std::uint32_t>(step)},
      context.memory,
      context.letters);
  return finding;
}

// Runs to states spread evenly over the search. Their steps in all are some
// tenths of a percent of those of the search, so that checking them costs
// little.
std::vector<model::Trace> sample_runs(const SearchContext& context,
                                      const Result& result) {
  constexpr std::uint64_t kMost = 32;
  constexpr std::uint64_t kFewestSteps = 256;
  constexpr std::uint64_t kOneOf = 1024;
  std::uint64_t left = kFewestSteps + result.transitions / kOneOf;
  std::vector<model::Trace> runs;
  const std::uint64_t count = std::min(kMost, result.states);
  for (std::uint64_t i = 1; i <= count && left > 0; ++i) {
    const auto last = static_cast<StateId>(i * result.states / count - 1);
    runs.push_back(
        trace_to({last, kNoLetter}, context.memory, context.letters));
    left -= std::min<std::uint64_t>(left, runs.back().steps.size() + 1);
  }
  return runs;
}

// What to do after an attempt.
enum class Next : std::uint8_t {
  done,
  one_worker,  ///< the child died: a single worker tells which step killed it
  all_edges    ///< Options::shortest_ends does not do for this system
};

/// What the child does: searches, and notes how the search ended. Results are
/// published while it runs.
void search_in_child(const SearchContext& context,
                     const NoveltyOptions* by_novelty,
                     const base::Budget& budget,
                     std::uint64_t limit) {
  RunHeader& header = context.memory.header();
  Stop stop = Stop::memory;
  try {
    if (by_novelty != nullptr) {
      stop = NoveltySearch(context, *by_novelty, budget, limit).run();
      header.finished.store(1 + static_cast<std::uint32_t>(stop));
      return;
    }
    Search search(context, budget, limit);
    stop = search.run();
    if (context.options.ranges) {
      // Before the ranges: if the child dies in there, the search counts as
      // finished. Its ranges are then incomplete, which another flag says.
      header.finished.store(1 + static_cast<std::uint32_t>(stop));
      search.find_ranges(stop);
    }
  } catch (const std::bad_alloc&) {
    // What is published stays valid.
    header.stop_request.store(static_cast<std::uint32_t>(Stop::memory));
  }
  header.finished.store(1 + static_cast<std::uint32_t>(stop));
}

/// How a search ended, and the step that ended it if the child died.
struct End {
  Stop stop = Stop::died;
  std::string text;
  std::optional<Finding> last;
};

/// Finds out how the search ended. Returns false if the child died and it is
/// not known which worker's step was the reason.
bool find_end(const SearchContext& context,
              const Watch& watch,
              const ChildProcess& child,
              End& end) {
  const std::uint32_t finished = context.memory.header().finished.load();
  if (finished != 0) {
    end.stop = static_cast<Stop>(finished - 1);
    return true;
  }
  if (watch.cut_off()) {
    end.stop = watch.asked();
    return true;
  }
  const bool several = context.options.jobs > 1;
  if (watch.hung() >= 0) {
    if (several) return false;
    end.text = "a step did not return";
    end.last = last_step(context,
                         static_cast<std::uint32_t>(watch.hung()),
                         model::StepOutcome::hung,
                         end.text);
    return true;
  }
  // Killed by the system for lack of memory (SIGKILL), left by exit() in a
  // step, or killed by a signal of the program itself.
  const base::WorkerEnd& ending = child.ending();
  end.text = "the exploring process was " + ending.to_string();
  if (ending.signal == 0) {
    end.text = "the exploring process " + ending.to_string();
  }
  if (ending.signal != SIGKILL) {
    if (several) return false;
    end.last =
        last_step(context, 0, model::StepOutcome::crashed, ending.to_string());
  }
  return true;
}

// One attempt. Sets `result` if it returns Next::done.
Next attempt(const model::StepSystem& system,
             const Options& options,
             const Letters& letters,
             const NoveltyOptions* by_novelty,
             const base::Budget& budget,
             const ProgressCallback& progress,
             Result& result) {
  const auto begin = Clock::now();
  const std::uint64_t limit =
      least_limit(options.memory_bytes, budget.memory_bytes());
  // More address space than memory is harmless: pages are taken when they are
  // used.
  const std::uint64_t bytes = limit != 0 ? limit : 2 * usable_memory();
  RunMemory memory(system,
                   options,
                   letters.initial.size(),
                   state_limit(1, options.keep_edges, limit),
                   std::max<std::uint64_t>(1024, bytes / sizeof(Edge)));
  const SearchContext context{system, options, letters, memory};
  RunHeader& header = memory.header();

  system.factory->prepare();
  ChildProcess child(header.error, [&] {
    search_in_child(context, by_novelty, budget, limit);
  });
  Watch watch(context, budget, progress, begin);
  watch.until_end(child);
  // Errors of the search itself are no findings.
  header.error.rethrow_if_any();
  if (header.ran_on.load() != 0) return Next::all_edges;

  End end;
  if (!find_end(context, watch, child, end)) return Next::one_worker;
  result =
      read_back(context, end.stop, end.text, end.last ? &*end.last : nullptr);
  result.samples = sample_runs(context, result);
  return Next::done;
}

// The result if there are too many letters to enumerate.
Result too_many_letters(const model::StepSystem& system,
                        const char* what,
                        std::uint64_t count,
                        std::uint64_t limit) {
  Result result;
  result.engine = kName;
  result.stop = Stop::letters;
  result.stop_text = std::to_string(count) + " combinations of " + what +
                     " are more than the " + std::to_string(limit) +
                     " that are enumerated";
  result.goals.resize(system.goals.size());
  for (GoalReport& goal : result.goals) {
    goal.result = judge_not_hit(result, false, "");
  }
  return result;
}

// Makes upper bounds of all lengths: the order of this search was not breadth
// first.
void doubt_lengths(Result& result) {
  for (GoalReport& goal : result.goals) {
    model::GoalResult& r = goal.result;
    if (r.status != model::GoalStatus::covered || r.depth == 0) continue;
    goal.shortest = false;
    r.reason = hit_text(static_cast<std::uint64_t>(r.depth), false);
  }
}

}  // namespace

Result ExplicitEngine::explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) {
  CATENARY_CHECK(system.factory != nullptr, "the system cannot be run");
  const std::uint64_t letters_limit =
      std::min<std::uint64_t>(options.max_letters, kNoLetter);
  const std::uint64_t inputs = model::Alphabet::size_of(system.inputs);
  if (inputs > letters_limit) {
    return too_many_letters(system, "input values", inputs, letters_limit);
  }
  const std::uint64_t starts = model::Alphabet::size_of(system.initial);
  if (starts > letters_limit) {
    return too_many_letters(system, "initial values", starts, letters_limit);
  }
  const Letters letters(system);
  Options used = options;
  // States that hold addresses mean something only to one copy of the program,
  // so one worker must do.
  used.jobs = system.portable_states ? std::max(options.jobs, 1U) : 1;
  // The reduced graph is right only if a chain may end anywhere.
  used.shortest_ends =
      options.keep_edges && options.shortest_ends && system.any_state_final;
  used.keep_edges = options.keep_edges && !used.shortest_ends;

  const NoveltyOptions* novelty = by_novelty();
  if (novelty != nullptr) {
    used.jobs = 1;
    used.keep_edges = used.shortest_ends = used.ranges = false;
  }

  const auto begin = Clock::now();
  Result result;
  constexpr int kMostAttempts = 4;  // for each Next, and the one that is done
  // Each Next occurs at most once before the last attempt: with one worker and
  // all edges, neither reason is left.
  Next next = Next::all_edges;
  for (int i = 0; i < kMostAttempts && next != Next::done; ++i) {
    next = attempt(system, used, letters, novelty, budget, progress, result);
    if (next == Next::one_worker) used.jobs = 1;
    if (next == Next::all_edges) {
      used.shortest_ends = false;
      used.keep_edges = true;
    }
  }
  CATENARY_CHECK(next == Next::done, "one worker always gives a result");
  if (novelty != nullptr) doubt_lengths(result);
  result.engine = kName;
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

}  // namespace catenary::engine::reach
