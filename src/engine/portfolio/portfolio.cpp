// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cooperation of explicit-state search, symbolic search and others.
///
/// Each part of the search gives a Result, which is combined with those before
/// (see reach/combine.h). Their contradictions are found then: this cross-check
/// of independent engines guards against errors in each of them.

#include "engine/portfolio/portfolio.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/portfolio/cone_exploration.h"
#include "engine/portfolio/ledger.h"
#include "engine/portfolio/members.h"
#include "engine/portfolio/turns.h"
#include "engine/reach/combine.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/journal/recorded_search.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::portfolio {

namespace {

using reach::Result;
using reach::Stop;
using std::chrono::milliseconds;

/// Whether a state has so many inputs that one representative of each input
/// equivalence class costs less than running all of them.
bool has_many_letters(const model::StepSystem& system) {
  constexpr std::uint64_t kMany = 10'000;
  return model::Alphabet::size_of(system.inputs) > kMany;
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
        exhaustive_(system.exhaustive()),
        ledger_(settings.known, system.goals.size(), progress),
        tell_explicit_(ledger_.teller("explicit")),
        tell_cone_(ledger_.teller("cone")),
        tell_classes_(ledger_.teller("classes")),
        tell_concolic_(ledger_.teller("concolic")) {}

  /// All parts.
  Result run() {
    Result result = choose();
    // Whatever ended the other parts: what random runs cover is covered.
    if (!exhaustive_ && result.contradiction.empty()) {
      (void)run_randomly(
          result, settings_.random_runs_later, settings_.random_later);
    }
    result.shares = ledger_.shares();
    return result;
  }

 private:
  /// The order of the parts for the system at hand.
  Result choose();
  /// For systems whose domains are samples: all engines in turn.
  Result explore_samples();
  /// Its beginning: short searches without a solver, whose results are added to
  /// `found`. Returns whether there is something left to do.
  bool open(Result& found);
  /// For systems whose inputs can be enumerated, but have many letters:
  /// explicit-state search for a short time, and then classes of inputs.
  Result explore_many_letters();
  /// All parts after the first call of Settings::classes. `known`: the result
  /// of an earlier search that did not finish, which is moved from; null =
  /// none.
  Result explore_with(Result* known);
  /// Random runs that no call before made, which are added to `found`. Returns
  /// false if one of them contradicts what is known.
  bool run_randomly(Result& found, std::uint64_t runs, milliseconds time);
  /// The share of the novelty search, whose runs are added to `found`. Returns
  /// false if one of them contradicts what is known.
  bool search_deep(Result& found,
                   milliseconds time,
                   const reach::Options& options);
  /// Explores anew within the cone of influence, where that leaves something
  /// out; adds the result to `found`. Returns whether the search is over.
  bool explore_within_cone(Result& found);
  /// Novelty search and concolic runs, for a short time; `stop` ended the
  /// exploration. Returns false if a run contradicts what is known.
  bool find_deep_runs(Result& found, Stop stop);
  /// Exploration and the solver in turn, to the end. `found` is what is known,
  /// `stop` is what ended the first slice of the exploration.
  Result explore_beside_solver(Result found, Stop stop);
  /// `found` with the graph and the ranges of the exploration, which ends.
  Result with_graph(Result found);
  /// Bytes for the states of an exploration that goes on beside the solver,
  /// where there is one; 0 = no limit.
  std::uint64_t exploration_memory() const;
  /// A slice of a search, and what it brought.
  Result slice(reach::RunningSearch& search,
               const char* name,
               milliseconds time,
               const std::vector<model::Trace>& news);
  /// Calls Settings::concolic for `time` and adds its runs to `found`. Returns
  /// false if one of them contradicts what is known; then distrust() was
  /// called.
  bool find_runs(Result& found,
                 milliseconds time,
                 const reach::Options& options);
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
  /// Whether time, memory or the user end the search.
  bool is_over() const { return is_used_up(budget_, settings_.turns); }

  const Settings& settings_;
  const model::StepSystem& system_;
  const reach::Options& options_;
  const base::Budget& budget_;
  /// Whether all input values are tried.
  bool exhaustive_;
  Ledger ledger_;
  reach::ProgressCallback tell_explicit_, tell_cone_, tell_classes_,
      tell_concolic_;
  reach::ExplicitEngine explicit_engine_;
  std::optional<ConeEngine> cone_engine_;
  reach::Options for_explicit_, for_cone_, for_classes_;
  /// The exploration of all inputs, where it was begun.
  std::unique_ptr<reach::RunningSearch> explicit_;
  /// The same within the cone of influence.
  std::unique_ptr<reach::RunningSearch> cone_;
  /// The search of Settings::classes, where it was begun.
  std::unique_ptr<reach::RunningSearch> classes_;
  /// Calls of random testing; each has a seed of its own.
  std::uint64_t random_calls_ = 0;
};

Result Search::ask(reach::Engine& engine,
                   const char* name,
                   const reach::Options& options,
                   const base::Budget& budget) {
  return ledger_.ask(engine, name, system_, options, budget);
}

Result Search::slice(reach::RunningSearch& search,
                     const char* name,
                     milliseconds time,
                     const std::vector<model::Trace>& news) {
  const base::WorkClock::time_point before = base::WorkClock::now();
  const base::Budget share = share_of(time);
  const milliseconds work = share.work_left();
  search.start(share, news);
  search.wait();
  Result found = search.result();
  ledger_.note(
      name,
      work,
      std::chrono::duration_cast<milliseconds>(base::WorkClock::now() - before),
      found);
  return found;
}

base::Budget Search::share_of(milliseconds most) const {
  constexpr std::int64_t kParts = 3;
  return budget_.share(std::min(most, work_before(settings_.turns)),
                       budget_.is_limited() ? kParts : 1);
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
  if (!exhaustive_) return explore_samples();
  // Domains are complete: exploration alone may prove everything. Only for very
  // many letters are classes of inputs the better start.
  return settings_.classes && has_many_letters(system_) ? explore_many_letters()
                                                        : explore_with(nullptr);
}

Result Search::explore_samples() {
  Result found = ask(*random_engine(settings_.random_runs, ++random_calls_),
                     "random",
                     options_,
                     share_of(settings_.random_first));
  if (system_.encoder == nullptr) {
    (void)open(found);
    return found;
  }
  constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;
  constexpr std::uint64_t kFirstSeed = 1'000;
  Turns turns(system_, options_, budget_, settings_.turns, ledger_);
  turns.add({.name = "random",
             .engine = random_engine(kNoLimit, kFirstSeed),
             .is_endless = true,
             .search = nullptr});
  if (settings_.concolic) {
    turns.add({.name = "concolic",
               .engine = settings_.concolic,
               .most = settings_.concolic_later,
               .search = nullptr});
  }
  turns.set_solver({.name = "symbolic",
                    .engine = std::make_shared<reach::SymbolicEngine>(
                        solver_options(settings_, found)),
                    .proves = true,
                    .search = nullptr});
  return turns.run(std::move(found), [&](Result& known) {
    if (!open(known)) return false;
    if (classes_ && !classes_->ended()) {
      turns.add({.name = "classes",
                 .engine = settings_.classes,
                 .proves = true,
                 .most = settings_.classes_later,
                 .weight = 0.5,
                 .search = std::move(classes_)});
    }
    return true;
  });
}

bool Search::open(Result& found) {
  if (settings_.classes) {
    // It stays alive beside the other searches.
    for_classes_ = options_of_member(options_, budget_);
    classes_ = reach::begin_recorded(*settings_.classes,
                                     "classes",
                                     system_,
                                     for_classes_,
                                     budget_,
                                     tell_classes_);
    Result first = slice(*classes_, "classes", settings_.classes_first, {});
    const bool done = reach::exhausted(first, options_);
    if (!reach::add_deep(system_, first, std::exchange(found, {}))) {
      found = std::move(first);
      return false;
    }
    found = std::move(first);
    if (done) {
      add_ranges(found);
      return false;
    }
  }
  reach::Options sampling = sampling_options(settings_, options_);
  // One processor is the solver's.
  sampling.jobs = std::max(2U, sampling.jobs) - 1;
  reach::ExplicitEngine engine;
  Result sampled =
      ask(engine, "explicit", sampling, share_of(settings_.sample_first));
  const Stop stop = sampled.stop;
  const bool ended = reach::finished(sampled, false);
  const bool agreed =
      reach::add_known(system_, sampled, std::exchange(found, {}));
  found = std::move(sampled);
  if (ended || !agreed) return false;
  // After Stop::letters novelty search cannot enumerate the inputs either;
  // after Stop::none, with gaps, it would find the same states.
  return reach::all_covered(found) || stop == Stop::letters ||
         stop == Stop::none ||
         search_deep(found, settings_.sample_deep, sampling);
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
  return explore_with(&by_classes);
}

/// The order of the parts is by cost: native exploration, and then the solver,
/// which is the only one that can prove something about the rest where
/// exploration does not end. Beside it there are a novelty search and concolic
/// runs, and then exploration goes on.
Result Search::explore_with(Result* known) {
  for_explicit_ = options_;
  for_explicit_.memory_bytes = exploration_memory();
  explicit_ = reach::begin_recorded(explicit_engine_,
                                    "explicit",
                                    system_,
                                    for_explicit_,
                                    budget_,
                                    tell_explicit_);
  Result found = slice(*explicit_, "explicit", settings_.explore_first, {});
  const Stop stop = found.stop;
  // Read before the merge, which may raise the complete depth: what counts
  // here is what the exploration itself exhausted.
  const bool ended = reach::finished(found, true);
  if ((known != nullptr &&
       !reach::add_known(system_, found, std::move(*known))) ||
      ended || reach::lost_only_unsupported(found)) {
    return with_graph(std::move(found));
  }
  if (!explicit_->ended() && explore_within_cone(found)) {
    return with_graph(std::move(found));
  }
  // Nothing was explored, and nothing can be encoded.
  if (system_.encoder == nullptr && stop == Stop::letters) return found;
  return explore_beside_solver(std::move(found), stop);
}

bool Search::find_deep_runs(Result& found, Stop stop) {
  const reach::Options beside = options_of_member(options_, budget_);
  // After Stop::letters novelty search cannot enumerate the inputs either;
  // after Stop::none, with gaps, it would find the same states.
  if (!reach::all_covered(found) && stop != Stop::letters &&
      stop != Stop::none &&
      !search_deep(found, settings_.search_deep, beside)) {
    return false;
  }
  return !settings_.concolic || system_.encoder == nullptr ||
         reach::open_goals(found) > settings_.many_goals ||
         find_runs(found, settings_.concolic_first, beside);
}

bool Search::explore_within_cone(Result& found) {
  if (system_.encoder == nullptr || is_over()) return false;
  reach::Cone cone = reach::irrelevant_bytes_in_child(
      system_, share_of(settings_.find_cone), options_.memory_bytes);
  if (cone.irrelevant.empty() || is_over()) return false;
  for_cone_ = options_of_member(options_, budget_);
  cone_engine_.emplace(std::move(cone));
  cone_ = reach::begin_recorded(
      *cone_engine_, "cone", system_, for_cone_, budget_, tell_cone_);
  Result more = slice(*cone_, "cone", settings_.explore_first, {});
  bool over = reach::finished(more, true) || reach::lost_only_unsupported(more);
  over = !reach::add_known(system_, more, std::exchange(found, {})) || over;
  found = std::move(more);
  if (over) {
    explicit_ = std::move(cone_);
  } else if (cone_->ended()) {
    // A step went beyond what can be encoded, or the memory was not enough.
    cone_.reset();
  }
  return over;
}

Result Search::explore_beside_solver(Result found, Stop stop) {
  Turns turns(system_, options_, budget_, settings_.turns, ledger_);
  // It has fewer states, but its steps may cost much more, where each is
  // compared with what can be encoded: nobody knows which of the two ends
  // first.
  if (cone_) {
    turns.add({.name = "cone",
               .engine = {},
               .proves = true,
               .has_graph = true,
               .search = std::move(cone_)});
  }
  if (!explicit_->ended()) {
    turns.add({.name = "explicit",
               .engine = {},
               .proves = true,
               .has_graph = true,
               .search = std::move(explicit_)});
  }
  if (settings_.classes && has_many_letters(system_)) {
    turns.add({.name = "classes",
               .engine = settings_.classes,
               .proves = true,
               .search = nullptr});
  }
  if (system_.encoder != nullptr) {
    turns.set_solver({.name = "symbolic",
                      .engine = std::make_shared<reach::SymbolicEngine>(
                          solver_options(settings_, found)),
                      .proves = true,
                      .search = nullptr});
  }
  return turns.run(std::move(found),
                   [&](Result& known) { return find_deep_runs(known, stop); });
}

Result Search::with_graph(Result found) {
  if (explicit_->ended()) return found;
  Result last = explicit_->conclude();
  found.graph = std::move(last.graph);
  found.state_ranges = std::move(last.state_ranges);
  found.output_ranges = std::move(last.output_ranges);
  return found;
}

std::uint64_t Search::exploration_memory() const {
  const std::uint64_t all = options_.memory_bytes != 0 ? options_.memory_bytes
                                                       : budget_.memory_bytes();
  return system_.encoder == nullptr ? all : all / 2;
}

bool Search::search_deep(Result& found,
                         milliseconds time,
                         const reach::Options& options) {
  reach::NoveltyEngine engine(settings_.novelty);
  return reach::add_deep(
      system_, found, ask(engine, "novelty", options, share_of(time)));
}

bool Search::run_randomly(Result& found,
                          std::uint64_t runs,
                          milliseconds time) {
  if (reach::open_goals(found) == 0 || is_over()) return true;
  const auto engine = random_engine(runs, ++random_calls_);
  return reach::add_deep(
      system_, found, ask(*engine, "random", options_, share_of(time)));
}

bool Search::find_runs(Result& found,
                       milliseconds time,
                       const reach::Options& options) {
  if (reach::open_goals(found) == 0) return true;
  const auto search =
      settings_.concolic->begin(system_, options, budget_, tell_concolic_);
  Result more = slice(*search, "concolic", time, reach::short_runs(found));
  // A search that may have missed inputs proves nothing.
  reach::keep_runs_only(more);
  return reach::add_deep(system_, found, std::move(more));
}

}  // namespace

Result Portfolio::explore(const model::StepSystem& system,
                          const reach::Options& options,
                          const base::Budget& budget,
                          const reach::ProgressCallback& progress) {
  return Search(settings_, system, options, budget, progress).run();
}

}  // namespace catenary::engine::portfolio
