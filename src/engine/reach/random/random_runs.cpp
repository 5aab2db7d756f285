// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parent's side of random testing: it forks the child, watches it and
/// reads its records back. If the child dies with several workers, the runs are
/// repeated with one worker, whose log names the run that killed it.

#include "engine/reach/random/random_runs.h"

#include <algorithm>
#include <bit>
#include <csignal>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "engine/reach/random/random_search.h"

namespace catenary::engine::reach {

using model::GoalStatus;
using model::StepOutcome;
using std::chrono::milliseconds;

namespace {

using Clock = std::chrono::steady_clock;

constexpr milliseconds kPollEvery{50};
constexpr milliseconds kProgressEvery{200};
constexpr milliseconds kGrace{500};        // to finish after a stop request
constexpr milliseconds kWatchSlack{1000};  // as the machine may be busy

/// How the child was left.
struct Watched {
  Stop asked = Stop::none;   ///< what the budget said, if anything
  bool hung = false;         ///< a step did not return; killed
  std::uint32_t worker = 0;  ///< whose step
};

/// A run of letters as a run of values.
model::Trace trace_of(const model::StepSystem& system,
                      const std::byte* run,
                      std::uint64_t steps) {
  model::Trace trace;
  trace.initial = model::values_in(system.initial, run);
  const std::byte* letter = run + system.initial_letter_bytes();
  for (std::uint64_t k = 0; k < steps; ++k, letter += system.letter_bytes()) {
    trace.steps.push_back(model::values_in(system.inputs, letter));
  }
  return trace;
}

/// One search with its options.
class RandomTesting {
 public:
  RandomTesting(const model::StepSystem& system,
                const RandomOptions& options,
                const base::Budget& budget,
                const ProgressCallback& progress)
      : system_(system), options_(options), budget_(budget), tell_(progress) {
    options_.jobs = system.portable_states ? std::max(options.jobs, 1U) : 1;
    if (options_.memory_bytes == 0) {
      options_.memory_bytes = budget.memory_bytes();
    }
  }

  RandomResult run() {
    const auto begin = Clock::now();
    RandomResult out;
    if (!attempt(out)) {
      // The child died: a single worker tells which step killed it.
      options_.jobs = 1;
      const bool done = attempt(out);
      CATENARY_CHECK(done, "one worker always gives a result");
    }
    out.result.seconds =
        std::chrono::duration<double>(Clock::now() - begin).count();
    return out;
  }

 private:
  bool attempt(RandomResult& out);
  Watched watch(ChildProcess& child, RandomMemory& memory);
  void tell(const RandomHeader& header, Clock::time_point begin) const;
  void read(const RandomMemory& memory, RandomResult& out) const;
  std::optional<Finding> last_step(const RandomMemory& memory,
                                   const Watched& watched,
                                   const std::string& text) const;
  void judge(RandomResult& out) const;

  const model::StepSystem& system_;
  RandomOptions options_;
  const base::Budget& budget_;
  const ProgressCallback& tell_;
};

void RandomTesting::tell(const RandomHeader& header,
                         Clock::time_point begin) const {
  const std::chrono::duration<double> taken = Clock::now() - begin;
  Progress p;
  p.transitions = header.steps.load();
  p.goals_hit = header.goals_hit.load();
  p.goals = static_cast<std::uint32_t>(system_.goals.size());
  p.transitions_per_second = static_cast<double>(p.transitions) / taken.count();
  tell_(p);
}

Watched RandomTesting::watch(ChildProcess& child, RandomMemory& memory) {
  RandomHeader& header = memory.header[0];
  const auto begin = Clock::now();
  std::vector<std::pair<std::uint64_t, Clock::time_point>> seen(options_.jobs,
                                                                {0, begin});
  auto next = begin + kProgressEvery;
  auto give_up = begin;
  Watched watched;
  while (!child.wait(watched.asked == Stop::none
                         ? std::min(kPollEvery, budget_.time_left())
                         : kPollEvery)) {
    const auto now = Clock::now();
    if (tell_ && now >= next) {
      tell(header, begin);
      next = now + kProgressEvery;
    }
    if (watched.asked == Stop::none) {
      watched.asked = stop_of(budget_.poll());
      if (watched.asked != Stop::none) {
        header.stop_request.store(static_cast<std::uint32_t>(watched.asked));
        give_up = now + kGrace;
      }
    } else if (now >= give_up) {
      child.kill();
      return watched;
    }
    const milliseconds limit = options_.step_time_limit;
    // A worker without a current run has nothing that could hang.
    for (std::uint32_t w = 0; limit.count() > 0 && w < options_.jobs; ++w) {
      const RandomSlot& slot = memory.slots[w];
      const std::uint64_t beat = slot.beat.load();
      if (beat != seen[w].first || slot.begun.load() == 0) {
        seen[w] = {beat, now};
      } else if (now - seen[w].second > 2 * limit + kWatchSlack) {
        child.kill();
        watched.hung = true;
        watched.worker = w;
        return watched;
      }
    }
  }
  return watched;
}

/// The step that a worker was executing, as a finding: the prefix of its log
/// that was begun. `begun` is 1 + the number of steps.
std::optional<Finding> RandomTesting::last_step(const RandomMemory& memory,
                                                const Watched& watched,
                                                const std::string& text) const {
  const std::uint64_t begun = memory.slots[watched.worker].begun.load();
  if (begun == 0) return std::nullopt;
  Finding finding;
  finding.outcome = watched.hung ? StepOutcome::hung : StepOutcome::crashed;
  finding.event.text = text;
  finding.trace =
      trace_of(system_,
               memory.logs.data() + watched.worker * memory.log_bytes,
               begun - 1);
  return finding;
}

// One attempt. Returns false if it must be repeated with one worker.
bool RandomTesting::attempt(RandomResult& out) {
  RandomMemory memory(system_, options_);
  RandomHeader& header = memory.header[0];
  system_.factory->prepare();
  ChildProcess child(header.error, [&] {
    Stop stop = Stop::memory;
    try {
      stop = RandomSearch(system_, options_, budget_, memory).run();
    } catch (const std::bad_alloc&) {
      header.stop_request.store(static_cast<std::uint32_t>(Stop::memory));
    }
    header.finished.store(1 + static_cast<std::uint32_t>(stop));
  });
  const Watched watched = watch(child, memory);
  header.error.rethrow_if_any();
  Stop stop = Stop::died;
  std::string text;
  std::optional<Finding> last;
  if (const std::uint32_t finished = header.finished.load(); finished != 0) {
    stop = static_cast<Stop>(finished - 1);
  } else if (watched.hung) {
    if (options_.jobs > 1) return false;
    text = "a step did not return";
    last = last_step(memory, watched, text);
  } else if (watched.asked != Stop::none) {
    stop = watched.asked;
  } else {
    const base::WorkerEnd& ending = child.ending();
    text = "the running process was " + ending.to_string();
    if (ending.signal != SIGKILL) {
      if (options_.jobs > 1) return false;
      last = last_step(memory, watched, ending.to_string());
    }
  }
  out = {};
  out.result.stop = stop;
  out.result.stop_text = text;
  out.runs = header.runs.load();
  out.result.transitions = header.steps.load();
  read(memory, out);
  if (last) out.result.findings.push_back(std::move(*last));
  judge(out);
  return true;
}

/// What the records say of goals, tests and findings. Later records replace
/// earlier ones, as they did for the child.
void RandomTesting::read(const RandomMemory& memory, RandomResult& out) const {
  struct Kept {
    const std::byte* run = nullptr;
    std::uint64_t steps = 0;
  };
  std::vector<Kept> tests;
  std::map<std::uint32_t, Kept> hits;
  BestTests best;
  base::WireReader reader(
      {reinterpret_cast<const char*>(memory.records.data()),
       memory.header[0].written.load(std::memory_order_acquire)});
  while (!reader.at_end()) {
    auto record = reader.get<RandomRecord>();
    const std::string_view letters = reader.get_bytes(
        system_.initial_letter_bytes() + record.steps * system_.letter_bytes());
    const Kept kept{reinterpret_cast<const std::byte*>(letters.data()),
                    record.steps};
    switch (record.kind) {
      // The child wrote only candidates that its own front accepted; the same
      // offers in the same order give the same front.
      case RecordKind::test:
        CATENARY_CHECK(record.goals.size() == system_.hit_words(),
                       "a test has a bit for each goal");
        CATENARY_CHECK(best.offer(record.goals, record.steps, tests.size()),
                       "what was worth writing is worth reading");
        tests.push_back(kept);
        break;
      case RecordKind::hit:
        CATENARY_CHECK(record.goal < system_.goals.size(),
                       "a hit is of a goal of the system");
        hits[record.goal] = kept;
        break;
      case RecordKind::finding: {
        Finding finding;
        finding.outcome = record.outcome;
        finding.event = std::move(record.event);
        finding.trace = trace_of(system_, kept.run, kept.steps);
        std::erase_if(out.result.findings, [&finding](const Finding& f) {
          return f.outcome == finding.outcome &&
                 f.event.text == finding.event.text &&
                 f.event.where == finding.event.where;
        });
        out.result.findings.push_back(std::move(finding));
        break;
      }
    }
  }
  for (const BestTests::Entry& e : best.entries()) {
    RandomTest& test = out.tests.emplace_back();
    test.trace = trace_of(system_, tests[e.id].run, e.steps);
    for (std::uint32_t g = 0; g < system_.goals.size(); ++g) {
      if ((e.goals[g / 64] >> (g % 64) & 1) != 0) test.goals.push_back(g);
    }
  }
  out.result.goals.resize(system_.goals.size());
  for (const auto& [goal, kept] : hits) {
    out.result.goals[goal].trace = trace_of(system_, kept.run, kept.steps);
  }
}

/// Statuses and reasons. Nothing is proved: goals without a run are undecided.
void RandomTesting::judge(RandomResult& out) const {
  const std::string effort = std::to_string(out.runs) + " random runs of " +
                             std::to_string(out.result.transitions) +
                             " steps in all";
  const bool early =
      out.result.stop != Stop::none && out.result.stop != Stop::goals;
  for (GoalReport& goal : out.result.goals) {
    model::GoalResult& r = goal.result;
    if (!goal.trace) {
      const auto g = static_cast<std::size_t>(&goal - out.result.goals.data());
      const bool known = g < options_.known.size() && options_.known[g];
      r.reason =
          (known ? "not hit by a shorter run among " : "not hit by ") + effort;
      if (early) {
        r.reason += std::string("; stopped by ") + to_string(out.result.stop);
      }
      continue;
    }
    const std::size_t steps = goal.trace->steps.size();
    r.status = GoalStatus::covered;
    r.reason = steps == 0 ? "hit by the initialisation"
                          : "hit by a random run of " + std::to_string(steps) +
                                (steps == 1 ? " step" : " steps");
    // The length of a random run is no claim; only 0 steps are shortest.
    goal.shortest = steps == 0;
    if (goal.shortest) r.depth = 0;
  }
}

}  // namespace

RandomResult run_randomly(const model::StepSystem& system,
                          const RandomOptions& options,
                          const base::Budget& budget,
                          const ProgressCallback& progress) {
  CATENARY_CHECK(system.factory != nullptr, "the system cannot be run");
  return RandomTesting(system, options, budget, progress).run();
}

}  // namespace catenary::engine::reach
