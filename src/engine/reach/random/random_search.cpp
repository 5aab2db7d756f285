// SPDX-License-Identifier: Apache-2.0
/// \file
/// The child's side of random testing. Runs are made in batches: in each round,
/// the workers take runs of the batch in any order, and thread 0 takes their
/// results in the order of the runs.

#include "engine/reach/random/random_search.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "model/step/wire.h"

namespace catenary::engine::reach {

using model::StepOutcome;

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostRecordBytes = std::uint64_t{64} << 30;
constexpr std::size_t kRunsAWorker = 16;
constexpr std::size_t kManyTests = 1000;

/// Whether `part` is a subset of `all`.
bool includes(const GoalBits& all, const GoalBits& part) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((part[i] & ~all[i]) != 0) return false;
  }
  return true;
}

/// The length of the longest run that may occur.
std::uint64_t longest_run(const model::StepSystem& system,
                          const RandomOptions& options) {
  std::uint64_t longest = options.run_steps;
  if (longest == 0) {
    constexpr std::uint64_t kMany = std::uint64_t{1} << 62;  // no overflow
    const std::uint64_t runs =
        std::clamp<std::uint64_t>(options.runs, 1, kMany);
    // In the sequence of Luby et al., element 2^k - 1 is a new maximum.
    const int k = std::bit_width(runs + 1) - 1;
    longest = std::min(random_run_steps((std::uint64_t{1} << k) - 2),
                       longest_kept_run(system));
  }
  if (options.max_steps != 0) {
    longest = std::min<std::uint64_t>(longest, options.max_steps);
  }
  return longest;
}

}  // namespace

void write(base::WireWriter& to, const RandomRecord& r) {
  to.put(r.kind, r.steps, r.goals, r.goal, r.outcome, r.event);
}

void read(base::WireReader& from, RandomRecord& r) {
  r.kind = from.get_enum(RecordKind::finding);
  from.get(r.steps, r.goals, r.goal);
  r.outcome = from.get_enum(StepOutcome::unsupported);
  from.get(r.event);
}

bool BestTests::offer(const GoalBits& goals,
                      std::uint64_t steps,
                      std::uint64_t id) {
  // Dominated by an entry: no longer, and hits at least the same goals.
  for (const Entry& e : entries_) {
    if (e.steps <= steps && includes(e.goals, goals)) return false;
  }
  // The new candidate dominates these.
  std::erase_if(entries_, [&](const Entry& e) {
    return steps <= e.steps && includes(goals, e.goals);
  });
  entries_.push_back({goals, steps, id});
  return true;
}

RandomMemory::RandomMemory(const model::StepSystem& system,
                           const RandomOptions& options) {
  constexpr auto kShared = Mapping::Sharing::with_children;
  log_bytes = system.initial_letter_bytes() +
              (longest_run(system, options) + 1) * system.letter_bytes() + 1;
  header = {1, kShared};
  slots = {options.jobs, kShared, options.jobs};
  logs = {options.jobs * log_bytes, kShared, options.jobs * log_bytes};
  records = {kMostRecordBytes, kShared};
}

RandomSearch::RandomSearch(const model::StepSystem& system,
                           const RandomOptions& options,
                           const base::Budget& budget,
                           RandomMemory& memory)
    : system_(system),
      options_(options),
      budget_(budget),
      memory_(memory),
      memory_limit_(
          options.memory_bytes != 0
              ? std::min(options.memory_bytes, memory.records.capacity())
              : memory.records.capacity()),
      workers_(options.jobs),
      batch_(options.jobs > 1 ? options.jobs * kRunsAWorker : 1),
      covered_(system.hit_words(), 0),
      wanted_(system.hit_words(), 0),
      hit_steps_(system.goals.size(), kNever),
      test_steps_(system.goals.size(), kNever) {
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    // Violations end no search, except that somebody who asks for violated
    // requirements wants to see them all.
    const model::Goal& goal = system.goals[g];
    if (goal.is_violation() && goal.kind != model::GoalKind::requirement) {
      continue;
    }
    wanted_[g / 64] |= std::uint64_t{1} << (g % 64);
  }
  CATENARY_CHECK(
      options.known.empty() || options.known.size() == hit_steps_.size(),
      "what is known is of the goals of the system");
  for (std::size_t g = 0; g < options.known.size(); ++g) {
    hit_steps_[g] = options.known[g].value_or(kNever);
  }
  if (options.jobs > 1) {
    crew_ = std::make_unique<Crew>(options.jobs,
                                   [this](std::uint32_t w) { make_batch(w); });
  }
}

void RandomSearch::make_batch(std::uint32_t worker) {
  if (workers_[worker] == nullptr) {
    // Making a stepper links the program, which is not thread-safe.
    const std::lock_guard<std::mutex> lock(making_);
    workers_[worker] = std::make_unique<RandomWorker>(
        system_,
        options_,
        system_.factory->make(),
        memory_.slots[worker],
        memory_.logs.data() + worker * memory_.log_bytes,
        memory_.header[0].stop_request);
  }
  // Dynamic distribution: runs differ much in length.
  for (std::size_t i = next_++; i < batch_.size(); i = next_++) {
    if (first_ + i < end_) {
      batch_[i] = workers_[worker]->make(first_ + i);
    }
  }
}

Stop RandomSearch::run() {
  step_price_ = system_.factory->make()->step_price() +
                InputSampler(system_.inputs).price();
  end_ = options_.first + options_.runs;
  for (first_ = options_.first; first_ < end_; first_ += batch_.size()) {
    next_.store(0);
    if (crew_ != nullptr) {
      crew_->run();
    } else {
      make_batch(0);
    }
    // The crew's barrier makes the results of the batch visible here.
    const std::size_t made =
        std::min<std::uint64_t>(batch_.size(), end_ - first_);
    for (std::size_t i = 0; i < made; ++i) {
      if (const Stop stop = take(batch_[i]); stop != Stop::none) return stop;
    }
  }
  return Stop::none;
}

bool RandomSearch::all_covered() const {
  // Without wanted goals, all runs are made.
  const bool any = std::any_of(
      wanted_.begin(), wanted_.end(), [](std::uint64_t w) { return w != 0; });
  return any && includes(covered_, wanted_);
}

Stop RandomSearch::take(const RandomRun& run) {
  RandomHeader& header = memory_.header[0];
  // A stop was requested in this run; all later runs are dropped too, so that
  // the result is a prefix of the sequence of runs.
  if (!run.complete) return static_cast<Stop>(header.stop_request.load());
  header.runs.fetch_add(1);
  header.steps.fetch_add(run.steps);
  // A run without steps costs something too.
  base::WorkClock::charge(run.steps + 1, step_price_);
  base::WorkClock::charge(run.loops);
  for (const RandomRun::Hit& hit : run.hits) {
    if (!options_.keep_tests) {
      covered_[hit.goal / 64] |= std::uint64_t{1} << (hit.goal % 64);
    }
    // Only shorter runs than those before are recorded.
    if (hit.prefix.steps >= hit_steps_[hit.goal]) continue;
    if (hit_steps_[hit.goal] == kNever) header.goals_hit.fetch_add(1);
    hit_steps_[hit.goal] = hit.prefix.steps;
    RandomRecord record;
    record.kind = RecordKind::hit;
    record.goal = hit.goal;
    if (!keep(std::move(record), run, hit.prefix)) return Stop::memory;
  }
  for (const RandomRun::Test& test : run.tests) {
    if (options_.keep_tests && !take_test(run, test)) return Stop::memory;
  }
  if (run.outcome != StepOutcome::running && !take_finding(run)) {
    return Stop::memory;
  }
  if (run.outcome == StepOutcome::hung && options_.max_hung != 0 &&
      ++hung_ == options_.max_hung) {
    return Stop::hangs;
  }
  if (all_covered()) return Stop::goals;
  const bool is_over =
      budget_.has_work_limit() && budget_.work_left().count() == 0;
  return is_over ? stop_of(budget_.work_reason()) : Stop::none;
}

// Returns false if there is no room.
bool RandomSearch::take_test(const RandomRun& run,
                             const RandomRun::Test& test) {
  const std::uint64_t steps = test.prefix.steps;
  bool earlier = false;
  for (std::size_t i = 0; i < test.goals.size(); ++i) {
    for (std::uint64_t w = test.goals[i]; w != 0; w &= w - 1) {
      const std::size_t goal =
          i * 64 + static_cast<std::size_t>(std::countr_zero(w));
      earlier |= steps < test_steps_[goal];
      test_steps_[goal] = std::min(test_steps_[goal], steps);
    }
  }
  // With a large front only the shortest tests of single goals matter.
  if (!earlier && best_.entries().size() >= kManyTests) return true;
  if (!best_.offer(test.goals, steps, 0)) return true;
  for (std::size_t i = 0; i < covered_.size(); ++i) {
    covered_[i] |= test.goals[i];
  }
  RandomRecord record;
  record.goals = test.goals;
  return keep(std::move(record), run, test.prefix);
}

// Returns false if there is no room.
bool RandomSearch::take_finding(const RandomRun& run) {
  const EventKey key{run.outcome,
                     run.event.text,
                     run.event.where.file,
                     run.event.where.line,
                     run.event.where.column};
  auto known = std::find_if(events_.begin(),
                            events_.end(),
                            [&key](const auto& e) { return e.first == key; });
  if (known != events_.end() && known->second <= run.steps) return true;
  if (known == events_.end()) {
    events_.emplace_back(key, run.steps);
  } else {
    known->second = run.steps;
  }
  RandomRecord record;
  record.kind = RecordKind::finding;
  record.outcome = run.outcome;
  record.event = run.event;
  return keep(std::move(record), run, {run.steps, {}});
}

// The bytes become valid with the counter, so a record is complete or absent.
bool RandomSearch::keep(RandomRecord record,
                        const RandomRun& run,
                        const RunPrefix& prefix) {
  // Letters from the run itself; the last may be a discarded one.
  const std::size_t own =
      (prefix.steps - (prefix.side_letter.empty() ? 0 : 1)) *
      system_.letter_bytes();
  record.steps = prefix.steps;
  base::WireWriter to;
  to.put(record);
  to.put_bytes(run.initial.data(), run.initial.size());
  to.put_bytes(run.letters.data(), own);
  to.put_bytes(prefix.side_letter.data(), prefix.side_letter.size());
  std::atomic<std::uint64_t>& written = memory_.header[0].written;
  const std::uint64_t at = written.load(std::memory_order_relaxed);
  const std::uint64_t end = at + to.bytes().size();
  if (end > memory_limit_) return false;
  std::memcpy(
      memory_.records.data() + at, to.bytes().data(), to.bytes().size());
  written.store(end, std::memory_order_release);
  return true;
}

}  // namespace catenary::engine::reach
