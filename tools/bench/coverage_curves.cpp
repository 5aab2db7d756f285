// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/coverage_curves.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "app/engine_choice.h"
#include "app/exploration.h"
#include "app/model_file.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "engine/concolic/coverage.h"
#include "engine/portfolio/directed.h"
#include "engine/reach/combine.h"
#include "engine/reach/random/random_runs.h"
#include "option/suggest.h"
#include "tools/bench/make_machine.h"

namespace catenary::tools::bench {

namespace concolic = engine::concolic;
namespace reach = engine::reach;
using concolic::Strategy;
using model::GoalStatus;

namespace {

/// A search for all goals of a system. `directed`, engines and random runs have
/// all cores, as in `generate`.
struct Search {
  /// Its name in benchmark files.
  std::string name;
  /// Whether it can be made.
  std::function<bool(const model::StepSystem&)> suits;
  /// Makes it, and notes when each goal is hit.
  std::function<concolic::ConcolicResult(
      const model::StepSystem&, std::uint64_t seed, const base::Budget&)>
      run;
};

/// A strategy of concolic search alone.
Search concolic_search(Strategy strategy) {
  return {concolic::to_string(strategy),
          [strategy](const model::StepSystem& system) {
            return system.encoder != nullptr ||
                   !concolic::needs_encoder(strategy);
          },
          [strategy](const model::StepSystem& system,
                     std::uint64_t seed,
                     const base::Budget& budget) {
            concolic::ConcolicOptions options;
            options.strategy = strategy;
            options.seed = seed;
            return strategy == Strategy::directed
                       ? engine::portfolio::search_directed(
                             system, options, app::usable_cores(), budget, {})
                       : concolic::search(system, options, budget, {});
          }};
}

/// A result of another search, and the curve that was noted meanwhile.
concolic::ConcolicResult with_curve(reach::Result result,
                                    concolic::CoverageWatch& watch) {
  watch.note(result.transitions, reach::covered_goals(result));
  concolic::ConcolicResult out;
  out.result = std::move(result);
  out.coverage = watch.finish();
  return out;
}

/// A reachability engine alone, or all of them.
Search engine_search(const std::string& name, app::EngineChoice choice) {
  return {name,
          [choice](const model::StepSystem& system) {
            return app::suits(choice, system);
          },
          [choice](const model::StepSystem& system,
                   std::uint64_t /*seed*/,
                   const base::Budget& budget) {
            concolic::CoverageWatch watch({});
            const auto tell = [&watch](const reach::Progress& p) {
              watch.note(p.transitions, p.goals_hit);
            };
            reach::Options options;
            options.jobs = app::usable_cores();
            const auto engine = app::make_engine(choice, system);
            return with_curve(engine->explore(system, options, budget, tell),
                              watch);
          }};
}

/// Random testing, until the time is over or every goal is hit that a test can
/// cover.
Search random_search() {
  return {"random",
          [](const model::StepSystem&) { return true; },
          [](const model::StepSystem& system,
             std::uint64_t seed,
             const base::Budget& budget) {
            reach::RandomOptions options;
            options.seed = seed;
            options.jobs = app::usable_cores();
            options.runs = std::numeric_limits<std::uint64_t>::max();
            concolic::CoverageWatch watch({});
            const auto tell = [&watch](const reach::Progress& p) {
              watch.note(p.transitions, p.goals_hit);
            };
            return with_curve(
                reach::run_randomly(system, options, budget, tell).result,
                watch);
          }};
}

const std::vector<Search>& searches() {
  using app::EngineChoice;
  static const std::vector<Search> all = {
      concolic_search(Strategy::systematic),
      concolic_search(Strategy::random_concolic),
      concolic_search(Strategy::simple),
      concolic_search(Strategy::random),
      concolic_search(Strategy::directed),
      engine_search("default", EngineChoice::automatic),
      engine_search("explicit", EngineChoice::explicit_states),
      engine_search("symbolic", EngineChoice::symbolic),
      engine_search("classes", EngineChoice::input_classes),
      random_search()};
  return all;
}

const Search& search_of(const CoverageRow& row, const std::string& name) {
  std::vector<std::string> known;
  for (const Search& search : searches()) {
    if (name == search.name) return search;
    known.push_back(search.name);
  }
  throw base::InputError(
      row.where,
      "no strategy '" + name + "'" + option::did_you_mean(name, known),
      "bench-file");
}

class Measuring {
 public:
  Measuring(const CoverageRow& row,
            const std::function<void(const std::string&)>& tell,
            app::Context& context)
      : row_(row), tell_(tell), context_(context) {}

  CoverageResult run() {
    // Faults in the file come before anything is compiled.
    for (const std::string& name : row_.strategies) {
      (void)search_of(row_, name);
    }
    for (const std::string& file : row_.needs) {
      if (std::filesystem::exists(file)) continue;
      out_.status = BenchStatus::skipped;
      out_.message = file + " is not there";
      return std::move(out_);
    }
    std::optional<base::TemporaryDirectory> directory;
    const std::string path = model_path(directory);
    if (path.empty()) return std::move(out_);
    app::ModelOptions how{row_.cover};
    how.stub_missing = row_.stub_missing;
    const model::StepSystem system = load_step_system(path, how, context_);
    out_.goals = static_cast<std::uint32_t>(system.goals.size());
    hits_.resize(system.goals.size());
    never_.resize(system.goals.size());
    for (const std::string& name : row_.strategies) {
      if (context_.budget.poll() != base::StopReason::none) {
        out_.status = BenchStatus::stopped;
        out_.message = "not measured";
        break;
      }
      if (!search_of(row_, name).suits(system)) continue;
      if (tell_) tell_(name);
      measure(system, name);
    }
    compare(system);
    judge_best();
    return std::move(out_);
  }

 private:
  /// The model as a file, which may be written into a new directory; empty
  /// where it cannot be made.
  std::string model_path(std::optional<base::TemporaryDirectory>& directory) {
    if (!row_.model.empty()) return row_.model;
    directory.emplace();
    if (!row_.machine.empty()) {
      std::string path = directory->file("machine.sm");
      base::write_file(
          path, random_machine_text(row_.machine), base::Overwrite::no);
      return path;
    }
    base::ProcessCommand command;
    command.argv = row_.made_by;
    const base::ProcessResult done =
        base::run_process(command, context_.budget);
    if (!done.succeeded()) {
      out_.status = BenchStatus::wrong;
      out_.message = row_.made_by.front() + ": " + done.describe() + " " +
                     done.err.substr(0, done.err.find('\n'));
      return "";
    }
    std::string path = directory->file("model.toml");
    base::write_file(path, done.out, base::Overwrite::no);
    return path;
  }

  void measure(const model::StepSystem& system, const std::string& name) {
    base::Budget budget = context_.budget;
    const std::chrono::milliseconds time(
        static_cast<std::int64_t>(row_.seconds * 1000));
    const bool whole = !budget.has_deadline() || budget.time_left() >= time;
    budget.set_time(whole ? time : budget.time_left());
    const auto begin = std::chrono::steady_clock::now();
    concolic::ConcolicResult found =
        search_of(row_, name).run(system, row_.seed, budget);
    CoverageCurve curve;
    curve.strategy = name;
    curve.points = std::move(found.coverage);
    const std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - begin;
    curve.ended = budget.poll() == base::StopReason::none;
    curve.seconds = curve.ended ? took.count() : row_.seconds;
    for (std::size_t g = 0; g < system.goals.size(); ++g) {
      const GoalStatus status = found.result.goals[g].result.status;
      if (status == GoalStatus::covered) {
        ++curve.covered;
        hits_[g] = curve.strategy;
      } else if (status == GoalStatus::unreachable) {
        ++curve.unreachable;
        never_[g] = curve.strategy;
      }
    }
    out_.curves.push_back(std::move(curve));
    if (!whole) {
      out_.status = BenchStatus::stopped;
      out_.message = "not measured to its end";
    }
  }

  void compare(const model::StepSystem& system) {
    for (std::size_t g = 0; g < system.goals.size(); ++g) {
      if (hits_[g].empty() || never_[g].empty()) continue;
      out_.status = BenchStatus::wrong;
      out_.message = hits_[g] + " covers " + system.goals[g].id + ", which " +
                     never_[g] + " proved to be unreachable";
      return;
    }
  }

  /// Whether CoverageRow::best is as good as each other strategy.
  void judge_best() {
    constexpr double kAllowed = 0.02;
    if (row_.best.empty() || out_.status != BenchStatus::ok) return;
    const auto decided = [](const CoverageCurve& c) {
      return c.covered + c.unreachable;
    };
    const auto first = std::ranges::max_element(
        out_.curves, {}, decided);  // of equal ones the first
    const auto mine =
        std::ranges::find(out_.curves, row_.best, &CoverageCurve::strategy);
    if (mine == out_.curves.end()) {
      out_.status = BenchStatus::skipped;
      out_.message = row_.best + " does not suit the model";
      return;
    }
    if (decided(*mine) >= (1 - kAllowed) * decided(*first)) {
      return;
    }
    out_.status = BenchStatus::worse;
    out_.message = mine->strategy + " decides " +
                   std::to_string(decided(*mine)) + " goals, " +
                   first->strategy + " " + std::to_string(decided(*first));
  }

  const CoverageRow& row_;
  const std::function<void(const std::string&)>& tell_;
  app::Context& context_;
  CoverageResult out_;
  /// For each goal a strategy that covers it, or proved that none does.
  std::vector<std::string> hits_, never_;
};

}  // namespace

std::uint32_t CoverageCurve::after(double elapsed) const {
  std::uint32_t out = 0;
  for (const concolic::CoveragePoint& p : points) {
    if (p.seconds <= elapsed) out = std::max(out, p.covered);
  }
  return out;
}

CoverageResult measure_coverage(
    const CoverageRow& row,
    const std::function<void(const std::string&)>& tell,
    app::Context& context) {
  return Measuring(row, tell, context).run();
}

}  // namespace catenary::tools::bench
