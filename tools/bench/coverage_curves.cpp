// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/coverage_curves.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/model_file.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "engine/portfolio/directed.h"
#include "option/suggest.h"
#include "tools/bench/make_machine.h"

namespace catenary::tools::bench {

namespace concolic = engine::concolic;
using concolic::Strategy;
using model::GoalStatus;

namespace {

constexpr Strategy kStrategies[] = {Strategy::systematic,
                                    Strategy::random_concolic,
                                    Strategy::simple,
                                    Strategy::random,
                                    Strategy::directed};

Strategy strategy_of(const CoverageRow& row, const std::string& name) {
  std::vector<std::string> known;
  for (const Strategy s : kStrategies) {
    if (name == concolic::to_string(s)) return s;
    known.emplace_back(concolic::to_string(s));
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
    std::vector<Strategy> strategies;
    for (const std::string& name : row_.strategies) {
      strategies.push_back(strategy_of(row_, name));
    }
    std::string path = row_.model;
    std::optional<base::TemporaryDirectory> directory;
    if (path.empty()) {
      directory.emplace();
      path = directory->file("machine.sm");
      base::write_file(
          path, random_machine_text(row_.machine), base::Overwrite::no);
    } else if (!std::filesystem::exists(path.substr(0, path.find('#')))) {
      out_.status = BenchStatus::skipped;
      out_.message = path + " is not there";
      return std::move(out_);
    }
    const model::StepSystem system = load_step_system(path, {}, context_);
    out_.goals = static_cast<std::uint32_t>(system.goals.size());
    hits_.resize(system.goals.size());
    never_.resize(system.goals.size());
    for (const Strategy s : strategies) {
      if (context_.budget.poll() != base::StopReason::none) {
        out_.status = BenchStatus::stopped;
        out_.message = "not measured";
        break;
      }
      if (tell_) tell_(concolic::to_string(s));
      measure(system, s);
    }
    compare(system);
    return std::move(out_);
  }

 private:
  void measure(const model::StepSystem& system, Strategy strategy) {
    concolic::ConcolicOptions options;
    options.strategy = strategy;
    options.seed = row_.seed;
    base::Budget budget = context_.budget;
    const std::chrono::milliseconds time(
        static_cast<std::int64_t>(row_.seconds * 1000));
    const bool whole = !budget.has_deadline() || budget.time_left() >= time;
    budget.set_time(whole ? time : budget.time_left());
    const auto begin = std::chrono::steady_clock::now();
    concolic::ConcolicResult found =
        strategy == Strategy::directed
            ? engine::portfolio::search_directed(system, options, 1, budget, {})
            : concolic::search(system, options, budget, {});
    CoverageCurve curve;
    curve.strategy = concolic::to_string(strategy);
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
