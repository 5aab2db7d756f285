// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chains over the product of an interface and its goals (exact), or to the
/// nearest open goal (greedy).
#include "engine/contract/search/chain.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/check.h"
#include "engine/contract/search/series.h"
#include "engine/contract/testing/expectations.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"

namespace catenary::engine::contract {

namespace {

using logic::Term;
using logic::Value;
using model::Interface;
using model::Role;

/// Both methods, for one interface and its goals.
class ChainMaker {
 public:
  ChainMaker(const Interface& interface,
             const std::vector<TestGoal>& goals,
             const ChainSettings& settings,
             const base::Budget& budget)
      : interface_(interface),
        goals_(goals),
        settings_(settings),
        budget_(budget) {}

  /// The fewest chains, and of these the shortest: allows 0, 1, 2 … restarts
  /// until a series meets all goals.
  Chains exact();
  /// Greedy: extends the current chain to the nearest open goal, and begins a
  /// new chain where none can be reached any more.
  Chains nearest();

 private:
  /// A search over an interface derived from this one.
  [[nodiscard]] std::unique_ptr<TargetSearch> search(
      const Interface& interface, const std::vector<Target>& targets) const {
    return make_target_search(
        interface, settings_.triggering, targets, settings_.deepest, budget_);
  }
  /// Divides a run of a series into executions, and drops the variables that
  /// the series added.
  [[nodiscard]] Chains cut(const Series& series,
                           TargetSearch& search,
                           const std::vector<Snapshot>& found) const;
  /// Some open goal, for a search that continues `so_far`. In continued() the
  /// previous values of the next step are constants; goals are adapted in the
  /// same way, so that their later form becomes the first form.
  [[nodiscard]] Target any_of(const std::vector<std::size_t>& open,
                              const std::vector<Snapshot>& so_far) const;
  /// Fills Chain::goals from the runs.
  void note_goals(Chains& chains) const;
  /// Whether every conforming system meets the goals of a chain, given its
  /// inputs. Asked of a series without restarts.
  [[nodiscard]] bool is_guaranteed(const Chain& chain) const;

  const Interface& interface_;
  const std::vector<TestGoal>& goals_;
  const ChainSettings& settings_;
  const base::Budget& budget_;
};

Chains ChainMaker::cut(const Series& series,
                       TargetSearch& search,
                       const std::vector<Snapshot>& found) const {
  InputSequence inputs = search.generalise(series.target(), found);
  // Where an execution begins must not depend on what a runner fills in.
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    inputs[s][series.again()] = found[s][series.again()];
  }
  const bool guaranteed = search.guaranteed(series.target(), inputs);
  // The run to be shown is the one with the values that runners fill in.
  const suite::Signature signature = signature_of(series.interface());
  InputSequence filled = inputs;
  for (auto& step : filled) {
    std::uint32_t signal = 0;
    for (std::size_t v = 0; v < step.size(); ++v) {
      if (series.interface().variables[v].role != Role::input) continue;
      if (!step[v]) step[v] = suite::default_value(signature.inputs[signal]);
      ++signal;
    }
  }
  const std::vector<Snapshot> run = search.along(series.target(), filled);
  if (run.empty()) throw Undecided("inputs that do not matter do");
  Chains out;
  const auto width = static_cast<std::ptrdiff_t>(interface_.variables.size());
  for (std::size_t s = 0; s < run.size(); ++s) {
    // Each restart begins a chain. Variables of the interface come first in a
    // snapshot of the series, so a prefix of it is a snapshot of the interface.
    if (s == 0 || run[s][series.again()].as_bool()) {
      out.chains.emplace_back();
      out.chains.back().guaranteed = guaranteed;
    }
    Chain& chain = out.chains.back();
    chain.run.emplace_back(run[s].begin(), run[s].begin() + width);
    chain.inputs.emplace_back(inputs[s].begin(), inputs[s].begin() + width);
  }
  return out;
}

void ChainMaker::note_goals(Chains& chains) const {
  std::vector<bool> met(goals_.size(), false);
  for (Chain& chain : chains.chains) {
    for (std::size_t s = 0; s < chain.run.size(); ++s) {
      chain.goals.emplace_back();
      const logic::Assignment values = values_at(interface_, chain.run, s);
      for (std::size_t g = 0; g < goals_.size(); ++g) {
        if (met[g]) continue;
        const Target& target = goals_[g].target;
        const auto holds =
            logic::evaluate(s == 0 ? target.first : target.later, values);
        if (!holds || !holds->as_bool()) continue;
        met[g] = true;
        chain.goals.back().push_back(g);
      }
    }
  }
}

bool ChainMaker::is_guaranteed(const Chain& chain) const {
  std::vector<TestGoal> goals;
  for (const std::vector<std::size_t>& step : chain.goals) {
    for (const std::size_t g : step) goals.push_back(goals_[g]);
  }
  const Series series(interface_, goals, 0);
  const auto searching = search(series.interface(), {series.target()});
  InputSequence inputs = chain.inputs;
  for (auto& step : inputs) {
    step.resize(series.interface().variables.size());
    step[series.again()] = Value::boolean(false);
  }
  return searching->guaranteed(series.target(), inputs);
}

Chains ChainMaker::exact() {
  bool fewest = true;
  for (std::uint32_t restarts = 0;; ++restarts) {
    // Each goal can be reached by an execution of its own, so there are never
    // more executions than goals.
    CATENARY_CHECK(restarts < goals_.size(), "goals that can be reached");
    const Series series(interface_, goals_, restarts);
    const auto searching = search(series.interface(), {series.target()});
    std::optional<std::uint32_t> bound;
    if (!interface_.finite()) bound = settings_.deepest;
    std::vector<Snapshot> run;
    const Reached reached = searching->shortest(series.target(), bound, run);
    if (reached != Reached::yes) {
      // With a bound, failing with fewer executions is no proof.
      fewest = fewest && reached == Reached::no;
      // Only a bound on the steps of all executions together can prevent this.
      if (restarts + 1 == goals_.size()) {
        throw Undecided("no executions of so many steps in all");
      }
      continue;
    }
    Chains out = cut(series, *searching, run);
    out.fewest = fewest;
    out.shortest = true;
    note_goals(out);
    // Goals that all executions together are sure to meet need not be those
    // that this one, which meets them first, is sure to meet.
    if (out.chains.size() > 1) {
      for (Chain& chain : out.chains) {
        chain.guaranteed = chain.guaranteed && is_guaranteed(chain);
      }
    }
    return out;
  }
}

Target ChainMaker::any_of(const std::vector<std::size_t>& open,
                          const std::vector<Snapshot>& so_far) const {
  logic::TermManager& terms = *interface_.terms;
  std::vector<Term> first;
  std::vector<Term> later;
  logic::Substitution values;
  for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
    if (so_far.empty()) break;
    values.emplace(interface_.variables[v].before,
                   terms.constant(so_far.back()[v]));
  }
  for (const std::size_t g : open) {
    later.push_back(goals_[g].target.later);
    first.push_back(
        so_far.empty()
            ? goals_[g].target.first
            : logic::simplify(terms,
                              logic::substitute(terms, later.back(), values)));
  }
  Target out;
  out.first = terms.logical_or(first);
  out.later = terms.logical_or(later);
  return out;
}

Chains ChainMaker::nearest() {
  Chains out;
  std::vector<std::size_t> open;
  for (std::size_t g = 0; g < goals_.size(); ++g) open.push_back(g);
  const std::optional<std::uint32_t> bound =
      interface_.finite() ? std::nullopt : std::optional(settings_.deepest);
  // Invariant: `so_far` is an execution of the interface; `open` has the goals
  // that neither it nor a finished chain meets.
  std::vector<Snapshot> so_far;
  // All inputs are kept: the legs were found one after the other, so none of
  // them is known not to matter.
  const auto finish = [&] {
    Chain chain;
    chain.inputs = inputs_of(interface_, so_far);
    chain.run = std::move(so_far);
    so_far.clear();
    out.chains.push_back(std::move(chain));
  };
  while (!open.empty()) {
    const Interface rest =
        so_far.empty() ? interface_ : continued(interface_, so_far.back());
    const Target any = any_of(open, so_far);
    std::vector<Snapshot> leg;
    const auto searching = search(rest, {any});
    if (searching->shortest(any, bound, leg) != Reached::yes) {
      // Each goal can be reached from the start, but not within the bound.
      if (so_far.empty()) throw Undecided("no execution of so many steps");
      finish();
      continue;
    }
    // The leg may meet other goals than the one that it was found for.
    for (const Snapshot& step : leg) {
      so_far.push_back(step);
      const logic::Assignment at =
          values_at(interface_, so_far, so_far.size() - 1);
      std::erase_if(open, [&](std::size_t g) {
        const Target& t = goals_[g].target;
        const auto holds =
            logic::evaluate(so_far.size() == 1 ? t.first : t.later, at);
        return holds && holds->as_bool();
      });
    }
  }
  finish();
  note_goals(out);
  for (Chain& chain : out.chains) chain.guaranteed = is_guaranteed(chain);
  return out;
}

}  // namespace

Chains make_chains(const Interface& interface,
                   const std::vector<TestGoal>& goals,
                   const ChainSettings& settings,
                   const base::Budget& budget) {
  CATENARY_CHECK(!goals.empty(), "chains for some goals");
  ChainMaker maker(interface, goals, settings, budget);
  return goals.size() <= settings.most_exact ? maker.exact() : maker.nearest();
}

}  // namespace catenary::engine::contract
