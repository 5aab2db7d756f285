// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cooperation of explicit-state search, symbolic search and others.
///
/// Each part of the search gives a Result, which is combined with those before
/// (see reach/combine.h). Their contradictions are found then: this cross-check
/// of independent engines guards against errors in each of them.

#include "engine/portfolio/portfolio.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/classes/exhaust.h"
#include "engine/portfolio/members.h"
#include "engine/reach/combine.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::portfolio {

namespace {

using model::GoalStatus;
using reach::Result;
using reach::Stop;
using std::chrono::milliseconds;

/// Whether a state has so many inputs that one representative of each input
/// equivalence class costs less than running all of them.
bool has_many_letters(const model::StepSystem& system) {
  constexpr std::uint64_t kMany = 10'000;
  return model::Alphabet::size_of(system.inputs) > kMany;
}

/// Whether a search of all inputs went on to its end, except for runs that
/// ended in what cannot be executed. A formula stops at the same places, and
/// what it finds behind them cannot be replayed, so that no other engine covers
/// more. Steps that hung may only have been slow.
bool lost_only_unsupported(const Result& found) {
  const auto is = [](model::StepOutcome outcome) {
    return [outcome](const reach::Finding& f) { return f.outcome == outcome; };
  };
  return found.stop == Stop::none && !found.closed &&
         std::ranges::any_of(found.findings,
                             is(model::StepOutcome::unsupported)) &&
         std::ranges::none_of(found.findings, is(model::StepOutcome::hung));
}

/// The shortest runs, that have no more than some millions of values together.
std::vector<model::Trace> short_runs(const Result& result) {
  constexpr std::uint64_t kMostValues = std::uint64_t{1} << 23;
  std::vector<model::Trace> runs = reach::runs_of(result);
  std::uint64_t values = 0;
  std::size_t count = 0;
  for (const model::Trace& run : runs) {
    if (!run.steps.empty()) values += run.steps.size() * run.steps[0].size();
    if (values > kMostValues) break;
    ++count;
  }
  runs.resize(count);
  return runs;
}

/// One search: the system, what is asked, and what every part was given.
class Search {
 public:
  /// Everything given must outlive the search.
  Search(const Settings& settings,
         const model::StepSystem& system,
         const reach::Options& options,
         const base::Budget& budget,
         const reach::ProgressCallback& progress)
      : settings_(settings),
        system_(system),
        options_(options),
        budget_(budget),
        progress_(progress),
        exhaustive_(system.exhaustive()),
        known_(settings.known) {
    known_.resize(system.goals.size(), GoalStatus::undecided);
    covered_ = static_cast<std::uint32_t>(
        std::ranges::count(known_, GoalStatus::covered));
  }

  /// All parts.
  Result run() {
    Result result = choose();
    // Whatever ended the other parts: what random runs cover is covered.
    if (!exhaustive_ && random_calls_ <= 1 && result.contradiction.empty()) {
      (void)run_randomly(
          result, settings_.random_runs_later, settings_.random_later);
    }
    result.shares = std::move(shares_);
    return result;
  }

 private:
  /// The order of the parts for the system at hand.
  Result choose();
  /// For systems whose domains are samples.
  Result explore_samples();
  /// For systems whose inputs can be enumerated, but have many letters:
  /// explicit-state search for a short time, and then classes of inputs.
  Result explore_many_letters();
  /// All parts after the first call of Settings::classes. `known`: the result
  /// of an earlier search that did not finish, which is moved from; null =
  /// none. `again`: whether Settings::classes may be called a second time.
  Result explore_with(Result* known, bool again);
  /// Random runs that no call before made, which are added to `found`. Returns
  /// false if one of them contradicts what is known.
  bool run_randomly(Result& found, std::uint64_t runs, milliseconds time);
  /// The share of the novelty search, whose runs are added to `found`. Returns
  /// false if one of them contradicts what is known.
  bool search_deep(Result& found, const reach::Options& options);
  /// Explores once more with the rest of the budget, after the solver. `both`
  /// is what is known then, without contradictions. Requires: the inputs can be
  /// enumerated.
  Result explore_again(Result both);
  /// The second calls of `classes` and `concolic`, with the solver in between.
  /// `found` is what is known so far; the return value is that with what is
  /// known besides. `done` is set to false if the solver must still be asked.
  Result with_others(Result found, bool again, bool& done);
  /// Concolic and random runs in turn, as long as they find something. Returns
  /// false if one of them contradicts what is known.
  bool take_turns(Result& found);
  /// Calls Settings::concolic for `time` and adds its runs to `found`. Returns
  /// false if one of them contradicts what is known; then distrust() was
  /// called.
  bool find_runs(Result& found, milliseconds time);
  /// The symbolic search, with the runs and the complete lengths of `found`;
  /// the result is merged with `found`.
  Result with_solver(Result found, const base::Budget& budget);
  /// Fills the ranges of a result that has none. They are observations: some
  /// inputs are tried for a short time.
  void add_ranges(Result& result);

  /// Calls an engine, and notes what it was given and what it brought.
  Result ask(reach::Engine& engine,
             const char* name,
             const reach::Options& options,
             const base::Budget& budget);
  /// A budget of at most `most`, and of at most a third of the time left.
  base::Budget share_of(milliseconds most) const;
  /// The options for exploring a system whose domains are samples: it proves
  /// nothing, and only needs enough states for samples and runs.
  reach::Options sampling_options() const;
  /// Whether time, memory or the user end the search.
  bool is_over() const { return budget_.poll() != base::StopReason::none; }

  const Settings& settings_;
  const model::StepSystem& system_;
  const reach::Options& options_;
  const base::Budget& budget_;
  const reach::ProgressCallback& progress_;
  /// Whether all input values are tried.
  bool exhaustive_;
  /// The status of each goal that some part decided, else `undecided`.
  std::vector<GoalStatus> known_;
  /// Number of goals that some part covered.
  std::uint32_t covered_ = 0;
  std::vector<reach::Share> shares_;
  /// Calls of random testing; each has a seed of its own.
  std::uint64_t random_calls_ = 0;
};

Result Search::ask(reach::Engine& engine,
                   const char* name,
                   const reach::Options& options,
                   const base::Budget& budget) {
  const reach::Meter meter(budget);
  const auto tell = [this, name](const reach::Progress& p) {
    if (!progress_) return;
    reach::Progress told = p;
    told.engine = name;
    told.goals_hit = std::max(told.goals_hit, covered_);
    progress_(told);
  };
  Result found = engine.explore(system_, options, budget, tell);
  shares_.push_back(meter.share_of(name, found, known_));
  covered_ += shares_.back().covered;
  return found;
}

base::Budget Search::share_of(milliseconds most) const {
  constexpr std::int64_t kParts = 3;
  return budget_.share(most, budget_.is_limited() ? kParts : 1);
}

reach::Options Search::sampling_options() const {
  reach::Options sampling = options_;
  sampling.memory_bytes =
      options_.memory_bytes == 0
          ? settings_.sampled_memory_bytes
          : std::min(options_.memory_bytes, settings_.sampled_memory_bytes);
  return sampling;
}

void Search::add_ranges(Result& result) {
  constexpr milliseconds kForRanges{1'000};
  if (!options_.ranges) return;
  reach::ExplicitEngine engine;
  Result sample = ask(engine, "explicit", options_, budget_.share(kForRanges));
  result.state_ranges = std::move(sample.state_ranges);
  result.output_ranges = std::move(sample.output_ranges);
}

Result Search::choose() {
  if (!settings_.classes) return explore_with(nullptr, false);
  // Domains are complete: exploration alone may prove everything. Only for very
  // many letters are classes of inputs the better start.
  if (exhaustive_) {
    return has_many_letters(system_) ? explore_many_letters()
                                     : explore_with(nullptr, false);
  }
  return explore_samples();
}

Result Search::explore_samples() {
  Result by_chance = ask(*random_engine(settings_.random_runs, ++random_calls_),
                         "random",
                         options_,
                         share_of(settings_.random_first));
  Result first = ask(*settings_.classes,
                     "classes",
                     options_,
                     share_of(settings_.classes_first));
  if (!reach::add_deep(system_, first, std::move(by_chance))) return first;
  if (reach::exhausted(first, options_)) {
    add_ranges(first);
    return first;
  }
  const bool again = reach::ran_out(first.stop);
  return explore_with(&first, again);
}

Result Search::explore_many_letters() {
  reach::ExplicitEngine engine;
  Result quick =
      ask(engine, "explicit", options_, share_of(settings_.classes_first));
  if (reach::finished(quick, true)) return quick;
  // Exploration could not finish in a short time: classes of inputs first.
  Result by_classes = ask(*settings_.classes,
                          "classes",
                          options_,
                          share_of(settings_.classes_later));
  const bool done = reach::exhausted(by_classes, options_);
  if (!reach::add_known(system_, by_classes, std::move(quick)) || done) {
    add_ranges(by_classes);
    return by_classes;
  }
  return explore_with(&by_classes, false);
}

/// The order of the parts is by cost: native exploration, novelty search,
/// random and concolic runs, and then the solver, which is the only one that
/// can prove something about the rest.
Result Search::explore_with(Result* known, bool again) {
  const milliseconds first =
      exhaustive_ ? settings_.explore_first : settings_.sample_first;
  const reach::Options sampling = exhaustive_ ? options_ : sampling_options();
  reach::ExplicitEngine engine;
  Result found = ask(engine, "explicit", sampling, share_of(first));
  const Stop stop = found.stop;
  // Read before the merge, which may raise the complete depth: what counts
  // here is what the exploration itself exhausted.
  const bool ended = reach::finished(found, exhaustive_);
  if (known != nullptr &&
      !reach::add_known(system_, found, std::move(*known))) {
    return found;
  }
  if (ended || (exhaustive_ && lost_only_unsupported(found))) return found;
  // Nothing was explored, and nothing can be encoded.
  if (system_.encoder == nullptr && stop == Stop::letters) return found;
  // After Stop::letters novelty search cannot enumerate the inputs either;
  // after Stop::none, with gaps, it would find the same states.
  if (!reach::all_covered(found) && stop != Stop::letters &&
      stop != Stop::none) {
    if (!search_deep(found, sampling)) return found;
  }
  // Where inputs are only sampled, goals may be missed that random runs hit.
  if (!exhaustive_ && random_calls_ == 0 &&
      !run_randomly(found, settings_.random_runs, settings_.random_first)) {
    return found;
  }
  if (settings_.concolic && system_.encoder != nullptr) {
    if (reach::open_goals(found) <= settings_.many_goals &&
        !find_runs(found, settings_.concolic_first)) {
      return found;
    }
    bool done = false;
    if (!exhaustive_) found = with_others(std::move(found), again, done);
    if (done) return found;
  }
  Result both = system_.encoder == nullptr
                    ? std::move(found)
                    : with_solver(std::move(found), budget_);
  // Again, if only time stopped exploration and it can prove something.
  if (reach::decided(both) || !both.contradiction.empty() ||
      !reach::ran_out(stop) || !exhaustive_ || both.stop == Stop::interrupt ||
      both.stop == Stop::steps || is_over()) {
    return both;
  }
  return explore_again(std::move(both));
}

bool Search::search_deep(Result& found, const reach::Options& options) {
  const milliseconds deep =
      exhaustive_ ? settings_.search_deep : settings_.sample_deep;
  reach::NoveltyEngine engine(settings_.novelty);
  return reach::add_deep(
      system_, found, ask(engine, "novelty", options, share_of(deep)));
}

bool Search::run_randomly(Result& found,
                          std::uint64_t runs,
                          milliseconds time) {
  if (reach::open_goals(found) == 0 || is_over()) return true;
  const auto engine = random_engine(runs, ++random_calls_);
  return reach::add_deep(
      system_, found, ask(*engine, "random", options_, share_of(time)));
}

/// Exploration starts from scratch, because its process is gone.
Result Search::explore_again(Result both) {
  reach::ExplicitEngine engine;
  Result found = settings_.classes && has_many_letters(system_)
                     ? ask(*settings_.classes, "classes", options_, budget_)
                     : ask(engine, "explicit", options_, budget_);
  const std::string contradiction =
      reach::contradiction_between(system_, found, both);
  if (contradiction.empty()) {
    // The complete result replaces the others; they do not contradict it.
    if (reach::finished(found, true)) return found;
    found.proof = both.proof;
  } else {
    reach::distrust(found, contradiction);
    reach::distrust(both, contradiction);
  }
  reach::merge_goals(found, both);
  if (contradiction.empty()) reach::judge_lengths(system_, found);
  reach::merge_findings(found.findings, std::move(both.findings));
  found.engine = both.engine;
  return found;
}

Result Search::with_others(Result found, bool again, bool& done) {
  done = true;
  const bool many = reach::open_goals(found) > settings_.many_goals;
  if (many && !take_turns(found)) return found;
  found = with_solver(std::move(found), share_of(settings_.solve_first));
  // After any other reason to stop than time the other searches have nothing
  // to add: the search is complete, or would stop for the same reason.
  if (reach::decided(found) || !found.contradiction.empty() ||
      (!reach::ran_out(found.stop) && found.stop != Stop::patience)) {
    return found;
  }
  if (is_over()) return found;
  // A second, longer attempt to exhaust the states.
  if (again && settings_.classes) {
    Result more = ask(*settings_.classes,
                      "classes",
                      options_,
                      share_of(settings_.classes_later));
    if (reach::exhausted(more, options_)) {
      (void)reach::add_known(system_, more, std::move(found));
      return more;
    }
    if (!reach::add_known(system_, found, std::move(more)) || is_over()) {
      return found;
    }
  }
  done = !many &&
         (!find_runs(found, settings_.concolic_later) ||
          !run_randomly(
              found, settings_.random_runs_later, settings_.random_later));
  return found;
}

bool Search::take_turns(Result& found) {
  constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;
  constexpr std::uint32_t kMuch = 4;
  milliseconds random_time = settings_.turn_first;
  milliseconds concolic_time = settings_.turn_first;
  while (std::max(random_time, concolic_time) <= settings_.turn_longest &&
         !is_over()) {
    const std::uint32_t before = reach::covered_goals(found);
    if (!run_randomly(found, kNoLimit, random_time)) return false;
    const std::uint32_t between = reach::covered_goals(found);
    if (!find_runs(found, concolic_time)) return false;
    const std::uint32_t by_chance = between - before;
    const std::uint32_t by_paths = reach::covered_goals(found) - between;
    if (by_chance + by_paths == 0) break;
    if (by_chance * kMuch >= by_paths) random_time *= 2;
    if (by_paths * kMuch >= by_chance) concolic_time *= 2;
  }
  return true;
}

bool Search::find_runs(Result& found, milliseconds time) {
  if (reach::open_goals(found) == 0) return true;
  Result more = ask(*settings_.concolic(short_runs(found)),
                    "concolic",
                    options_,
                    share_of(time));
  // Only runs count: claims of absence by a search that may have missed inputs
  // do not.
  for (reach::GoalReport& goal : more.goals) {
    if (goal.result.status != GoalStatus::covered) goal = reach::GoalReport();
  }
  return reach::add_deep(system_, found, std::move(more));
}

Result Search::with_solver(Result found, const base::Budget& budget) {
  reach::SymbolicOptions symbolic = settings_.symbolic;
  symbolic.known_depth = found.complete_depth;
  std::ranges::move(reach::runs_of(found),
                    std::back_inserter(symbolic.known_runs));
  // If exploration may follow, it gets the other half of the time.
  const base::Budget rest = exhaustive_ && budget.is_limited()
                                ? budget.share(budget.work_left(), 2)
                                : budget;
  reach::SymbolicEngine engine(std::move(symbolic));
  return reach::merged_with_solver(
      system_, std::move(found), ask(engine, "symbolic", options_, rest));
}

}  // namespace

Result Portfolio::explore(const model::StepSystem& system,
                          const reach::Options& options,
                          const base::Budget& budget,
                          const reach::ProgressCallback& progress) {
  return Search(settings_, system, options, budget, progress).run();
}

Portfolio default_portfolio(const model::StepSystem& system) {
  // A machine has few control states, or too many states for any exploration:
  // its attributes count and keep what messages bring.
  constexpr milliseconds kExploreMachine{2'000};
  constexpr milliseconds kSearchMachine{1'000};
  Settings settings;
  settings.concolic = concolic_engine;
  if (classes::can_exhaust(system)) settings.classes = classes_engine();
  if (system.kind == "uml" || system.kind == "sm") {
    settings.explore_first = kExploreMachine;
    settings.search_deep = kSearchMachine;
  }
  return Portfolio(std::move(settings));
}

}  // namespace catenary::engine::portfolio
