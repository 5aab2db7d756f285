// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/chain.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/check.h"
#include "engine/contract/expectations.h"
#include "logic/term/evaluate.h"
#include "logic/term/simplify.h"
#include "logic/term/substitute.h"

namespace catenary::engine::contract {

namespace {

using logic::Op;
using logic::Term;
using logic::Value;
using model::Contract;
using model::Interface;
using model::Role;

model::InterfaceVariable variable(const Interface& interface,
                                  const std::string& name,
                                  Role role,
                                  const logic::Sort& sort) {
  model::InterfaceVariable out;
  out.name = name;
  out.role = role;
  out.before = interface.terms->variable(name, sort);
  out.now = interface.terms->variable(name + "'", sort);
  out.derived = role == Role::hidden;
  return out;
}

/// The interface several times in a row: its executions are up to `restarts`
/// and one of the original, one behind the other, with flags for goals.
class Series {
 public:
  Series(const Interface& interface,
         const std::vector<TestGoal>& goals,
         std::uint32_t restarts)
      : terms_(*interface.terms), out_(interface) {
    out_.contracts.clear();
    for (model::Requirement& r : out_.requirements) r.contracts.clear();
    again_ =
        add(variable(interface, "@again", Role::input, logic::Sort::boolean()));
    for (const Contract& c : interface.contracts) repeat(c);
    for (model::Promise& p : out_.promises) {
      if (!model::reads_before(p.condition)) continue;
      p.condition = terms_.logical_or(now(again_), p.condition);
    }
    count(restarts);
    std::vector<Term> all;
    for (std::size_t g = 0; g < goals.size(); ++g) {
      all.push_back(flag(g, goals[g].target));
    }
    target_.first = terms_.logical_and(all);
    target_.later = target_.first;
  }

  [[nodiscard]] const Interface& interface() const { return out_; }
  [[nodiscard]] const Target& target() const { return target_; }
  [[nodiscard]] std::size_t again() const { return again_; }

 private:
  [[nodiscard]] Term now(std::size_t v) const { return out_.variables[v].now; }
  [[nodiscard]] Term before(std::size_t v) const {
    return out_.variables[v].before;
  }

  std::size_t add(model::InterfaceVariable v) {
    out_.variables.push_back(std::move(v));
    return out_.variables.size() - 1;
  }

  void add(Contract c) {
    out_.requirements[c.requirement].contracts.push_back(
        static_cast<std::uint32_t>(out_.contracts.size()));
    out_.contracts.push_back(std::move(c));
  }

  /// A contract, also at the first step of later executions.
  void repeat(const Contract& c) {
    if (c.at_init) {
      Contract first = c;
      first.at_step = false;
      add(std::move(first));
    }
    const Term never = terms_.boolean(false);
    const bool asks = c.at_init && !model::reads_before(c.assumption);
    Contract later = c;
    later.id += "@again";
    later.at_init = false;
    later.at_step = true;
    later.assumption =
        logic::simplify(terms_,
                        terms_.ite(now(again_),
                                   asks ? c.assumption : never,
                                   c.at_step ? c.assumption : never));
    later.guarantee =
        logic::simplify(terms_,
                        terms_.ite(now(again_),
                                   model::formula_at(out_, c, true),
                                   model::formula_at(out_, c, false)));
    add(std::move(later));
  }

  void define(const std::string& id, Term first, Term later) {
    Contract c;
    c.id = id;
    c.definition = true;
    c.at_init = true;
    c.assumption = terms_.boolean(true);
    c.guarantee = first;
    add(c);
    c.id += "@again";
    c.at_init = false;
    c.at_step = true;
    c.guarantee = later;
    add(std::move(c));
  }

  /// No more restarts than that.
  void count(std::uint32_t restarts) {
    if (restarts == 0) {
      model::Promise none;
      none.id = "@again";
      none.condition = terms_.logical_not(now(again_));
      out_.promises.push_back(std::move(none));
      return;
    }
    model::InterfaceVariable v =
        variable(out_, "@left", Role::hidden, logic::Sort::integer());
    v.lo = Value::integer(0);
    v.hi = Value::integer(static_cast<long long>(restarts));
    const std::size_t left = add(std::move(v));
    const auto number = [&](std::uint32_t n) {
      return terms_.constant(Value::integer(static_cast<long long>(n)));
    };
    define("@left",
           terms_.logical_and(terms_.logical_not(now(again_)),
                              terms_.equal(now(left), number(restarts))),
           terms_.equal(
               now(left),
               terms_.make(Op::sub,
                           {before(left),
                            terms_.ite(now(again_), number(1), number(0))})));
  }

  /// Was the goal met at any step so far?
  Term flag(std::size_t goal, const Target& target) {
    const std::string name = "@goal" + std::to_string(goal);
    const std::size_t v =
        add(variable(out_, name, Role::hidden, logic::Sort::boolean()));
    define(
        name,
        terms_.equal(now(v), target.first),
        terms_.equal(now(v),
                     terms_.logical_or(
                         before(v),
                         terms_.ite(now(again_), target.first, target.later))));
    return now(v);
  }

  logic::TermManager& terms_;
  Interface out_;
  Target target_;
  std::size_t again_ = 0;
};

/// The interface after a step: its first steps are those that follow it.
Interface continued(const Interface& interface, const Snapshot& after) {
  logic::TermManager& terms = *interface.terms;
  logic::Substitution values;
  for (std::size_t v = 0; v < interface.variables.size(); ++v) {
    values.emplace(interface.variables[v].before, terms.constant(after[v]));
  }
  const auto at = [&](Term t) {
    return logic::simplify(terms, logic::substitute(terms, t, values));
  };
  Interface out = interface;
  out.contracts.clear();
  for (model::Requirement& r : out.requirements) r.contracts.clear();
  const auto add = [&](Contract c) {
    out.requirements[c.requirement].contracts.push_back(
        static_cast<std::uint32_t>(out.contracts.size()));
    out.contracts.push_back(std::move(c));
  };
  for (const Contract& c : interface.contracts) {
    if (!c.at_step) continue;
    Contract first = c;
    first.id += "@first";
    first.at_init = true;
    first.at_step = false;
    first.assumption = at(c.assumption);
    first.guarantee = at(c.guarantee);
    add(std::move(first));
    Contract later = c;
    later.at_init = false;
    add(std::move(later));
  }
  // Promises that read the step before would not count at a first one.
  for (const model::Promise& p : interface.promises) {
    if (!model::reads_before(p.condition)) continue;
    Contract first;
    first.id = p.id + "@first";
    first.at_init = true;
    first.definition = true;  // it asks nothing of the system
    first.assumption = terms.boolean(true);
    first.guarantee = at(p.condition);
    add(std::move(first));
  }
  return out;
}

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

  Chains exact();
  Chains nearest();

 private:
  [[nodiscard]] std::unique_ptr<TargetSearch> search(
      const Interface& interface, const std::vector<Target>& targets) const {
    return make_target_search(
        interface, settings_.triggering, targets, settings_.deepest, budget_);
  }
  /// Cuts a run of a series into executions, and drops what it added.
  [[nodiscard]] Chains cut(const Series& series,
                           TargetSearch& search,
                           const std::vector<Snapshot>& found) const;
  void note_goals(Chains& chains) const;

  const Interface& interface_;
  const std::vector<TestGoal>& goals_;
  const ChainSettings& settings_;
  const base::Budget& budget_;
};

Chains ChainMaker::cut(const Series& series,
                       TargetSearch& search,
                       const std::vector<Snapshot>& found) const {
  InputSequence inputs = search.generalise(series.target(), found);
  // Where an execution begins matters.
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    inputs[s][series.again()] = found[s][series.again()];
  }
  const bool guaranteed = search.guaranteed(series.target(), inputs);
  // The run is the one of the values that runners fill in.
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

Chains ChainMaker::exact() {
  bool fewest = true;
  for (std::uint32_t restarts = 0;; ++restarts) {
    CATENARY_CHECK(restarts < goals_.size(), "goals that can be reached");
    const Series series(interface_, goals_, restarts);
    const auto searching = search(series.interface(), {series.target()});
    std::optional<std::uint32_t> bound;
    if (!interface_.finite()) bound = settings_.deepest;
    std::vector<Snapshot> run;
    const Reached reached = searching->shortest(series.target(), bound, run);
    if (reached != Reached::yes) {
      fewest = fewest && reached == Reached::no;
      if (restarts + 1 == goals_.size()) {
        throw Undecided("no executions of so many steps in all");
      }
      continue;
    }
    Chains out = cut(series, *searching, run);
    out.fewest = fewest;
    out.shortest = true;
    note_goals(out);
    return out;
  }
}

Chains ChainMaker::nearest() {
  Chains out;
  std::vector<std::size_t> open;
  for (std::size_t g = 0; g < goals_.size(); ++g) open.push_back(g);
  logic::TermManager& terms = *interface_.terms;
  const std::optional<std::uint32_t> bound =
      interface_.finite() ? std::nullopt : std::optional(settings_.deepest);
  std::vector<Snapshot> so_far;
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
    Target any;
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
              : logic::simplify(
                    terms, logic::substitute(terms, later.back(), values)));
    }
    any.first = terms.logical_or(first);
    any.later = terms.logical_or(later);
    std::vector<Snapshot> leg;
    const auto searching = search(rest, {any});
    if (searching->shortest(any, bound, leg) != Reached::yes) {
      if (so_far.empty()) throw Undecided("no execution of so many steps");
      finish();
      continue;
    }
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
