// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages for paths that are not test purposes: where the problem is, which
/// guards and assignments conflict, or which trace is ambiguous.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/symbolic/testing/purpose.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Cube;
using logic::Cubes;
using logic::LinearConstraint;
using logic::Term;
using model::TimedStatement;
using model::TimedTransition;
using Relation = LinearConstraint::Relation;

/// A diagnostic of severity note.
base::Diagnostic note(const base::SourceLocation& where, std::string message) {
  base::Diagnostic d;
  d.severity = base::Severity::note;
  d.where = where;
  d.message = std::move(message);
  return d;
}

/// A list of steps for messages, e.g. "steps 2, 5, 9 and 40 more".
std::string list_steps(const std::vector<std::size_t>& steps) {
  constexpr std::size_t kShown = 4;
  std::string text = steps.size() == 1 ? "step " : "steps ";
  for (std::size_t i = 0; i < std::min(steps.size(), kShown); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(steps[i]);
  }
  if (steps.size() > kShown) {
    text += fmt::format(" and {} more", steps.size() - kShown);
  }
  return text;
}

/// The last statement that assigns the variable; -1 = none does.
std::int32_t assigned_by(const std::vector<TimedStatement>& statements,
                         std::uint32_t variable) {
  std::int32_t found = -1;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (statements[i].kind != TimedStatement::Kind::assign) continue;
    for (const auto& a : statements[i].assignments) {
      if (a.variable == variable) found = static_cast<std::int32_t>(i);
    }
  }
  return found;
}

}  // namespace

/// The reason is the end of the time, or what the last query says.
void Purpose::refuse_open(TestCaseResult& result, const std::string& what) {
  result.refusal = Refusal::undecided;
  base::Diagnostic d;
  d.where = transition(0).where;
  const std::string why = prover_.out_of_time()   ? ": the time is over"
                          : prover_.why().empty() ? ""
                                                  : ": " + prover_.why();
  d.message = fmt::format("{} is undecided{}", what, why);
  result.diagnostics.push_back(std::move(d));
}

std::vector<Purpose::Origin> Purpose::origins_of(std::size_t step) const {
  logic::TermManager& terms = execution_.terms();
  std::vector<Origin> origins;
  for (std::size_t k = 0; k <= step; ++k) {
    const Context& c = execution_.context(contexts_[k]);
    const auto& statements =
        k == 0 ? automaton_.init : transition(k - 1).statements;
    // The name of a definition stands in the valuation of its variable.
    for (const Definition& d : c.definitions) {
      const auto at =
          std::find(c.valuation.begin(), c.valuation.end(), d.variable);
      const auto variable =
          static_cast<std::uint32_t>(at - c.valuation.begin());
      origins.push_back({k,
                         assigned_by(statements, variable),
                         terms.equal(d.variable, d.value)});
    }
    for (std::size_t i = 0; i < c.conditions.size(); ++i) {
      origins.push_back({k, c.statement_of[i], c.conditions[i]});
    }
  }
  return origins;
}

/// The unsat core in terms of statements. Steps that share a statement become
/// one note.
void Purpose::add_core(base::Diagnostic& to, std::size_t step) {
  const std::vector<Origin> origins = origins_of(step);
  std::vector<Term> all;
  for (const Origin& o : origins) all.push_back(o.meaning);
  if (prover_.check(all) != logic::smt::Answer::unsat) return;
  const std::vector<Term> failed = prover_.failed();
  const std::set<Term> core(failed.begin(), failed.end());
  // The last step first: its guard is what fails. Then the order of the path.
  std::map<std::pair<std::uint32_t, std::int32_t>, std::vector<std::size_t>>
      uses;
  std::vector<std::pair<std::uint32_t, std::int32_t>> order;
  constexpr std::uint32_t kInit = UINT32_MAX;
  const auto visit = [&](const Origin& o) {
    if (o.statement < 0 || !core.contains(o.meaning)) return;
    const std::pair<std::uint32_t, std::int32_t> key{
        o.step == 0 ? kInit : path_[o.step - 1], o.statement};
    auto& at = uses[key];
    if (at.empty()) order.push_back(key);
    if (at.empty() || at.back() != o.step) at.push_back(o.step);
  };
  for (const Origin& o : origins) {
    if (o.step == step) visit(o);
  }
  for (const Origin& o : origins) {
    if (o.step != step) visit(o);
  }
  for (const auto& key : order) {
    const bool init = key.first == kInit;
    const TimedStatement& s =
        (init ? automaton_.init : automaton_.transitions[key.first].statements)
            .at(static_cast<std::size_t>(key.second));
    const char* kind = s.kind == TimedStatement::Kind::guard    ? "guard"
                       : s.kind == TimedStatement::Kind::assign ? "assignment"
                       : s.kind == TimedStatement::Kind::send   ? "output"
                                                                : "newfresh";
    auto& steps = uses[key];
    std::sort(steps.begin(), steps.end());
    const std::string text = s.text.empty() ? "" : " '" + s.text + "'";
    to.notes.push_back(
        note(s.where,
             init ? fmt::format(
                        "{}{} of @init takes part in the conflict", kind, text)
                  : fmt::format("{}{} of {} takes part in the conflict, at {}",
                                kind,
                                text,
                                describe(automaton_, key.first),
                                list_steps(steps))));
  }
}

std::size_t Purpose::first_infeasible(Limits limits) {
  std::size_t feasible = 0;
  std::size_t infeasible = path_.size();
  if (is_feasible(0, limits) == Answer::no) infeasible = 0;
  while (infeasible > feasible + 1) {
    const std::size_t middle = feasible + (infeasible - feasible) / 2;
    const bool no = is_feasible(middle, limits) == Answer::no;
    (no ? infeasible : feasible) = middle;
  }
  return infeasible;
}

void Purpose::refuse_infeasible(TestCaseResult& result) {
  result.refusal = Refusal::infeasible;
  const std::size_t infeasible = first_infeasible(Limits::none);
  base::Diagnostic d;
  if (infeasible == 0) {
    d.where = {automaton_.path, 0, 0};
    d.message = "no initial values satisfy the guards of @init";
  } else {
    const TimedTransition& t = transition(infeasible - 1);
    d.where = t.where;
    for (const TimedStatement& s : t.statements) {
      if (s.kind == TimedStatement::Kind::guard) {
        d.where = s.where;
        break;
      }
    }
    d.message = fmt::format(
        "no run follows the path: {} cannot be taken as step {} of {}, because "
        "its guard contradicts what the steps before it lead to",
        describe(automaton_, path_[infeasible - 1]),
        infeasible,
        path_.size());
  }
  add_core(d, infeasible);
  result.diagnostics.push_back(std::move(d));
}

/// The formula for the start, with TM unknown, is projected to bounds on TM:
/// the smallest lower bound of its cases is the answer.
std::optional<std::string> Purpose::least_time_out(bool& possible) {
  possible = true;
  const std::vector<Term> all = rests(path_.size(), Limits::unknown);
  if (all.empty()) return std::nullopt;
  const auto cubes = Cubes::from(execution_.terms(), at_start(all.front()));
  if (!cubes) return std::nullopt;
  possible = !cubes->empty();
  std::optional<mpq_class> least;
  bool open = false;
  for (const Cube& cube : cubes->cubes()) {
    for (const LinearConstraint& c : cube.constraints) {
      // Only lower bounds on the single unknown are of interest.
      if (c.coefficients.size() != 1 || c.coefficients[0].second > 0) continue;
      mpq_class bound(-c.constant, c.coefficients[0].second);
      bound.canonicalize();
      const bool strict = c.relation == Relation::less;
      if (!least || bound < *least || (bound == *least && !strict)) {
        least = bound;
        open = strict;
      }
    }
  }
  if (!least) return std::nullopt;
  return (open ? "more than " : "") + least->get_str();
}

/// Feasible, but not within the time-outs.
void Purpose::refuse_late(TestCaseResult& result) {
  result.refusal = Refusal::time_out;
  result.late_steps = first_infeasible(Limits::given);
  bool possible = true;
  const auto least = least_time_out(possible);
  base::Diagnostic d;
  d.where = transition(0).where;
  d.message = fmt::format(
      "the path can be followed, but only by waiting longer than the time-out "
      "{} (--tm)",
      time_out_.get_str());
  if (!possible) {
    d.message += "; the time-outs set for single states are too short";
  } else if (least) {
    d.message += "; the least time-out that allows it is " + *least;
  }
  result.diagnostics.push_back(std::move(d));
}

/// The model of the last query is a trace of both transitions.
void Purpose::refuse_nondeterministic(TestCaseResult& result,
                                      std::size_t k,
                                      ContextId sibling) {
  result.refusal = Refusal::nondeterministic;
  std::string trace;
  for (std::size_t i = 1; i <= k + 1; ++i) {
    const Context& c = execution_.context(contexts_[i]);
    const TimedTransition& t = transition(i - 1);
    const auto& channel = automaton_.channels[t.channel];
    std::string values;
    for (const Term v : c.values) {
      values += (values.empty() ? "" : ", ") + prover_.value(v).to_string();
    }
    trace += fmt::format("{}after {} {}{}",
                         trace.empty() ? "" : ", ",
                         prover_.value(c.delay).to_string(),
                         channel.name,
                         values.empty() ? "" : "(" + values + ")");
  }
  const std::uint32_t own = path_[k];
  const std::uint32_t other = *execution_.context(sibling).transition;
  base::Diagnostic d;
  d.where = automaton_.transitions[own].where;
  d.message = fmt::format(
      "the path is not deterministic: at step {}, in state '{}', both {} and "
      "{} can be taken on one trace",
      k + 1,
      automaton_.states[transition(k).from].name,
      describe(automaton_, own),
      describe(automaton_, other));
  d.notes.push_back(note(automaton_.transitions[other].where,
                         "the other transition is here"));
  d.notes.push_back(note({}, "a trace of both: " + trace));
  result.diagnostics.push_back(std::move(d));
}

// Witnesses: a run of the purpose.

/// Hidden values of the start: those of newfresh in @init come first in
/// Context::hidden, then initial values by name.
void Purpose::read_start(TestCaseResult& result,
                         const logic::Assignment& values) {
  const Context& start = execution_.context(0);
  const auto value_of = [&](Term x) {
    const logic::Value* found = values.find(x);
    return found == nullptr ? logic::default_value(x.sort()) : *found;
  };
  std::size_t fresh = 0;
  for (const TimedStatement& s : automaton_.init) {
    if (s.kind != TimedStatement::Kind::fresh) continue;
    result.initial_fresh.push_back(value_of(start.hidden.at(fresh++)));
  }
  for (const std::uint32_t i : automaton_.uninitialised()) {
    const model::TimedVariable& v = automaton_.variables[i];
    result.hidden.push_back(
        value_of(execution_.terms().variable(v.name + "?", v.term.sort())));
  }
}

/// One query about the whole path condition.
bool Purpose::find_witness_at_once(TestCaseResult& result) {
  std::vector<Term> all = execution_.path_condition(contexts_.back());
  const std::vector<Term> more = path_limits();
  all.insert(all.end(), more.begin(), more.end());
  if (prover_.check(all) != logic::smt::Answer::sat) return false;
  logic::Assignment start;
  for (const Term x : execution_.context(0).hidden) {
    start.set(x, prover_.value(x));
  }
  read_start(result, start);
  for (std::size_t k = 1; k < contexts_.size(); ++k) {
    const Context& c = execution_.context(contexts_[k]);
    TestCaseResult::Event event;
    event.delay = prover_.value(c.delay).as_real();
    for (const Term v : c.values) event.values.push_back(prover_.value(v));
    for (const Term v : c.hidden) event.fresh.push_back(prover_.value(v));
    result.witness.push_back(std::move(event));
  }
  return true;
}

std::optional<logic::Assignment> Purpose::values_for(
    std::span<const Term> unknowns, Term formula) {
  auto values = sample_linear(execution_.terms(), unknowns, formula);
  if (values ||
      prover_.check(std::span(&formula, 1)) != logic::smt::Answer::sat) {
    return values;
  }
  values.emplace();
  for (const Term x : unknowns) values->set(x, prover_.value(x));
  return values;
}

std::vector<Term> Purpose::with_values(const std::vector<Term>& of,
                                       const logic::Assignment& values) {
  logic::TermManager& terms = execution_.terms();
  logic::Substitution map;
  for (const auto& [x, v] : values.values()) {
    map.emplace(x, terms.constant(v));
  }
  std::vector<Term> out;
  for (const Term t : of) {
    out.push_back(prover_.simplify(logic::substitute(terms, t, map)));
  }
  return out;
}

/// Forwards, step by step: the weakest preconditions guarantee that each choice
/// can be completed, so no backtracking is needed.
bool Purpose::find_witness(TestCaseResult& result) {
  const bool exact = std::none_of(
      rest_.begin(), rest_.end(), [](Term t) { return t.has_quantifier(); });
  if (!exact) return find_witness_at_once(result);
  logic::TermManager& terms = execution_.terms();
  const Context& start = execution_.context(0);
  std::vector<Term> all = start.conditions;
  all.push_back(steps_.after_step(0, rest_[0]));
  auto values = values_for(start.hidden, prover_.conjunction(all));
  if (!values) return find_witness_at_once(result);
  read_start(result, *values);
  std::vector<Term> valuation = with_values(steps_.expanded(0), *values);
  std::vector<TestCaseResult::Event> events;
  for (std::size_t k = 0; k < path_.size(); ++k) {
    const GenericStep& s = steps_.step(path_[k]);
    logic::Substitution here;
    logic::Substitution then;
    for (std::size_t i = 0; i < valuation.size(); ++i) {
      here.emplace(automaton_.variables[i].term, valuation[i]);
      then.emplace(automaton_.variables[i].term, s.valuation[i]);
    }
    // The condition of the step, its time-out, and the precondition of the
    // rest.
    const std::vector<Term> step{s.conditions,
                                 limit(k, Limits::given),
                                 logic::substitute(terms, rest_[k + 1], then)};
    const Term formula = prover_.simplify(
        logic::substitute(terms, terms.logical_and(step), here));
    const std::vector<Term> bound = s.bound();
    values = values_for(bound, formula);
    // A solver did not answer: start again with a single query.
    if (!values) {
      result.hidden.clear();
      result.initial_fresh.clear();
      return find_witness_at_once(result);
    }
    TestCaseResult::Event event;
    event.delay = values->find(s.delay)->as_real();
    for (const Term v : s.values) event.values.push_back(*values->find(v));
    for (const Term v : s.fresh) event.fresh.push_back(*values->find(v));
    events.push_back(std::move(event));
    std::vector<Term> next;
    for (const Term t : s.valuation) {
      next.push_back(logic::substitute(terms, t, here));
    }
    valuation = with_values(next, *values);
  }
  result.witness = std::move(events);
  return true;
}

}  // namespace catenary::engine::symbolic
