// SPDX-License-Identifier: Apache-2.0
#include "engine/tidy/tidy.h"

#include <map>
#include <set>
#include <string>

#include "engine/reach/process/stepper_jobs.h"
#include "engine/tidy/run_under_change.h"
#include "engine/tidy/simpler_values.h"
#include "model/step/wire.h"

namespace catenary::engine::tidy {

namespace {

using logic::Value;
using Steps = std::vector<std::size_t>;

/// Changes that hang take too long to try many.
constexpr std::uint32_t kMostHung = 2;

/// What is tried on one run, in which order.
class Tidier {
 public:
  Tidier(const model::StepSystem& system,
         const Options& options,
         base::WorkClock::duration work,
         RunUnderChange& run)
      : system_(system), options_(options), work_(work), run_(run) {}

  void tidy() {
    for (std::size_t i = 0; i < system_.initial.size(); ++i) tidy_initial(i);
    if (run_.steps() == 0) return;
    for (std::size_t i = 0; i < inputs(); ++i) {
      if (may_change(i)) set_constant(i);
    }
    if (options_.hold) {
      for (std::size_t i = 0; i < inputs(); ++i) {
        if (!may_change(i)) continue;
        hold(i, 1, run_.steps());
        begin_earlier(i);
      }
    }
    for (std::size_t i = 0; i < inputs(); ++i) {
      if (!may_change(i)) continue;
      for (const auto& [text, steps] : by_value(i)) simplify(i, steps);
      for (const Steps& steps : segments(i)) simplify(i, steps);
    }
  }

 private:
  [[nodiscard]] std::size_t inputs() const { return system_.inputs.size(); }
  [[nodiscard]] bool has_work() const {
    return run_.work() < work_ && run_.hung() <= kMostHung;
  }
  [[nodiscard]] bool may_change(std::size_t input) const {
    return input >= options_.fixed.size() || !options_.fixed[input];
  }

  /// The simplest value from the first step to the last.
  void set_constant(std::size_t input) {
    if (!has_work()) return;
    const Value first = run_.value(input, 0);
    const std::vector<Value> simpler =
        simpler_values(system_.inputs[input], first);
    (void)run_.set(
        input, 0, run_.steps(), simpler.empty() ? first : simpler.front());
  }

  /// Holds the value of the step before in as many steps as possible.
  void hold(std::size_t input, std::size_t first, std::size_t last) {
    while (first < last && run_.same(input, first, first - 1)) ++first;
    if (first >= last || !has_work()) return;
    if (run_.set(input, first, last, run_.value(input, first - 1))) return;
    if (last - first == 1) return;
    const std::size_t middle = first + (last - first) / 2;
    hold(input, first, middle);
    hold(input, middle, last);
  }

  /// Lets values begin where the one before them began, the last ones first.
  void begin_earlier(std::size_t input) {
    const std::vector<Steps> all = segments(input);
    for (std::size_t i = all.size(); i-- > 1;) {
      if (!has_work()) return;
      (void)run_.set(input, all[i - 1], run_.value(input, all[i].front()));
    }
  }

  /// All steps in which an input has a value, for each value that it has.
  [[nodiscard]] std::map<std::string, Steps> by_value(std::size_t input) const {
    std::map<std::string, Steps> out;
    for (std::size_t k = 0; k < run_.steps(); ++k) {
      out[run_.value(input, k).to_string()].push_back(k);
    }
    return out;
  }

  /// Successive steps in which an input has the same value.
  [[nodiscard]] std::vector<Steps> segments(std::size_t input) const {
    std::vector<Steps> out;
    for (std::size_t k = 0; k < run_.steps(); ++k) {
      if (k == 0 || !run_.same(input, k, k - 1)) out.emplace_back();
      out.back().push_back(k);
    }
    return out;
  }

  /// Gives the steps, which have one value, the simplest that is found.
  void simplify(std::size_t input, const Steps& steps) {
    const auto set = [&](const Value& value) {
      return run_.set(input, steps, value);
    };
    simplify(system_.inputs[input], run_.value(input, steps.front()), set);
  }

  void tidy_initial(std::size_t choice) {
    const auto set = [&](const Value& value) {
      return run_.set_initial(choice, value);
    };
    simplify(system_.initial[choice], run_.initial_value(choice), set);
  }

  template <typename Set>
  void simplify(const model::Variable& variable, Value value, const Set& set) {
    std::set<std::string> tried;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Value& candidate : simpler_values(variable, value)) {
        if (!has_work()) return;
        if (!tried.insert(candidate.to_string()).second) continue;
        if (!set(candidate)) continue;
        value = candidate;
        changed = true;
        break;
      }
    }
  }

  const model::StepSystem& system_;
  const Options& options_;
  const base::WorkClock::duration work_;
  RunUnderChange& run_;
};

GoalSet goal_set(const model::StepSystem& system,
                 const std::vector<std::uint32_t>& goals) {
  GoalSet out(system.hit_words());
  for (const std::uint32_t g : goals) {
    out[g / 64] |= std::uint64_t{1} << (g % 64);
  }
  return out;
}

/// The result of one run, on its way from the child.
void send(base::WireWriter& to,
          const model::StepSystem& system,
          const RunUnderChange& run) {
  to.put(run.work().count());
  model::write(to, system, run.trace());
  to.put(std::uint64_t{run.others().size()});
  for (const auto& [goal, trace] : run.others()) {
    to.put(goal);
    model::write(to, system, trace);
  }
}

}  // namespace

Tidied tidy(const model::StepSystem& system,
            std::span<const model::Trace> runs,
            const Options& options,
            const base::Budget& budget) {
  Tidied out;
  out.runs.assign(runs.begin(), runs.end());
  const GoalSet allowed = goal_set(system, options.allowed);
  const GoalSet known = goal_set(system, options.known);
  std::set<std::uint32_t> others;
  base::WorkClock::duration left = options.work;  // in the child
  reach::StepperJobs jobs;
  jobs.count = runs.size();
  jobs.work =
      [&](std::size_t i, model::Stepper& stepper, base::WireWriter& to) {
        RunUnderChange run(system, stepper, {allowed, known}, runs[i]);
        const auto share =
            left / static_cast<base::WorkClock::rep>(runs.size() - i);
        if (run.usable()) Tidier(system, options, share, run).tidy();
        left -= std::min(left, run.work());
        send(to, system, run);
      };
  jobs.done = [&](std::size_t i, base::WireReader& from) {
    const auto work = from.get<base::WorkClock::rep>();
    base::WorkClock::charge(base::WorkClock::duration(work));
    left -= std::min(left, base::WorkClock::duration(work));
    model::read(from, system, out.runs[i]);
    for (std::size_t n = from.get_count(sizeof(std::uint32_t)); n > 0; --n) {
      OtherRun other;
      other.goal = from.get<std::uint32_t>();
      model::read(from, system, other.trace);
      if (others.insert(other.goal).second) {
        out.others.push_back(std::move(other));
      }
    }
  };
  jobs.failed = [](std::size_t, const std::string&, bool, std::uint64_t) {};
  reach::do_stepper_jobs(system, jobs, options.step_time_limit, budget);
  return out;
}

}  // namespace catenary::engine::tidy
