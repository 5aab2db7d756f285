// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test purposes: structure, feasibility, determinism. The messages for paths
/// that are refused are made in refusal.cpp.
///
/// Feasibility is computed by weakest preconditions, backwards from the end of
/// the path. Each step needs one small elimination, and the guards of
/// stimulations need the same formulas.
#include "engine/symbolic/testing/purpose.h"

#include <fmt/format.h>

#include <algorithm>

#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;
using logic::Value;
using model::TimedAction;
using model::TimedTransition;

/// A diagnostic of severity error.
base::Diagnostic error(const base::SourceLocation& where, std::string message) {
  base::Diagnostic d;
  d.where = where;
  d.message = std::move(message);
  return d;
}

}  // namespace

const char* to_string(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return "none";
    case Refusal::empty:
      return "empty";
    case Refusal::not_connected:
      return "not-connected";
    case Refusal::internal:
      return "internal";
    case Refusal::ends_in_input:
      return "ends-in-input";
    case Refusal::infeasible:
      return "infeasible";
    case Refusal::nondeterministic:
      return "nondeterministic";
    case Refusal::time_out:
      return "time-out";
    case Refusal::undecided:
      return "undecided";
  }
  return "undecided";
}

/// A transition with its states, for messages.
std::string describe(const model::TimedAutomaton& automaton,
                     std::uint32_t transition) {
  const TimedTransition& t = automaton.transitions.at(transition);
  return fmt::format("'{}' ({} to {})",
                     t.name,
                     automaton.states.at(t.from).name,
                     automaton.states.at(t.to).name);
}

Purpose::Purpose(Execution& execution,
                 Prover& prover,
                 Steps& steps,
                 const Path& path,
                 const TestCaseOptions& options)
    : execution_(execution),
      prover_(prover),
      steps_(steps),
      automaton_(execution.automaton()),
      path_(path),
      options_(options),
      time_out_(options.time_out
                    ? *options.time_out
                    : mpq_class(automaton_.largest_clock_constant() + 1)),
      unknown_time_out_(
          execution.terms().variable("d~TM", logic::Sort::real())) {}

const TimedTransition& Purpose::transition(std::size_t k) const {
  return automaton_.transitions.at(path_.at(k));
}

bool Purpose::is_stimulation(std::size_t k) const {
  const TimedTransition& t = transition(k);
  return t.action == TimedAction::input &&
         !options_.uncontrollable.contains(t.channel);
}

/// The state of ec_k; at the end, the target of the last transition.
mpq_class Purpose::time_out(std::size_t k) const {
  const std::uint32_t state =
      k < path_.size() ? transition(k).from : transition(k - 1).to;
  const auto own = options_.time_out_in.find(state);
  return own == options_.time_out_in.end() ? time_out_ : own->second;
}

/// Refuses a path for reasons that need no solver, at the first step that has
/// one.
bool Purpose::is_well_formed(TestCaseResult& result) {
  const auto refuse = [&](Refusal why, base::Diagnostic diagnostic) {
    result.refusal = why;
    result.diagnostics.push_back(std::move(diagnostic));
    return false;
  };
  if (path_.empty()) {
    return refuse(Refusal::empty,
                  error({automaton_.path, 0, 0},
                        "the path has no transition; a test purpose has one or "
                        "more, and ends in an output"));
  }
  std::uint32_t at = automaton_.initial;
  for (std::size_t k = 0; k < path_.size(); ++k) {
    const TimedTransition& t = transition(k);
    if (t.from != at) {
      return refuse(
          Refusal::not_connected,
          error(t.where,
                fmt::format("step {} of the path, {}, does not leave the state "
                            "'{}' where the path is then",
                            k + 1,
                            describe(automaton_, path_[k]),
                            automaton_.states[at].name)));
    }
    // An internal transition may be taken unobserved, so the tester would not
    // know where it is.
    for (const std::uint32_t other : automaton_.states[at].transitions) {
      if (automaton_.transitions[other].action != TimedAction::internal) {
        continue;
      }
      return refuse(
          Refusal::internal,
          error(automaton_.transitions[other].where,
                fmt::format("the path is in the state '{}' before step {}, "
                            "which {} leaves without communication: when it "
                            "does cannot be observed",
                            automaton_.states[at].name,
                            k + 1,
                            describe(automaton_, other))));
    }
    at = t.to;
  }
  const TimedTransition& last = transition(path_.size() - 1);
  if (last.action != TimedAction::output) {
    return refuse(Refusal::ends_in_input,
                  error(last.where,
                        fmt::format("the path ends with {}, an input; a test "
                                    "purpose ends in an output that can be "
                                    "observed",
                                    describe(automaton_, path_.back()))));
  }
  return true;
}

/// Stimulations must be sent before TM; observations may come at TM.
Term Purpose::limit(std::size_t k, Limits limits) {
  logic::TermManager& terms = execution_.terms();
  if (limits == Limits::none) return terms.boolean(true);
  const bool own = options_.time_out_in.contains(transition(k).from);
  const Term bound = limits == Limits::unknown && !own
                         ? unknown_time_out_
                         : terms.constant(Value::real(time_out(k)));
  // The strict comparison is B_j of the rules.
  return terms.make(is_stimulation(k) ? Op::less : Op::less_equal,
                    {steps_.delay(), bound});
}

/// Backwards: rests[k] is the weakest precondition of rests[k + 1].
std::vector<Term> Purpose::rests(std::size_t to, Limits limits) {
  // Nested quantifiers make formulas that no solver can use.
  constexpr std::size_t kMostQuantifiers = 40;
  std::size_t quantifiers = 0;
  std::vector<Term> result(to + 1, execution_.terms().boolean(true));
  for (std::size_t k = to; k-- > 0;) {
    result[k] = result[k + 1].is_false()
                    ? result[k + 1]
                    : steps_.before(path_[k], limit(k, limits), result[k + 1]);
    if (result[k].has_quantifier() && ++quantifiers > kMostQuantifiers) {
      return {};
    }
  }
  return result;
}

/// With the conditions of the initialisation; hidden values are bound.
Term Purpose::at_start(Term rest) {
  const Context& start = execution_.context(0);
  std::vector<Term> all = start.conditions;
  all.push_back(steps_.after_step(0, rest));
  return prover_.exists(start.hidden, prover_.conjunction(all));
}

std::vector<Term> Purpose::path_limits() const {
  logic::TermManager& terms = execution_.terms();
  std::vector<Term> result;
  for (std::size_t k = 0; k < path_.size(); ++k) {
    const Term bound = terms.constant(Value::real(time_out(k)));
    result.push_back(
        terms.make(is_stimulation(k) ? Op::less : Op::less_equal,
                   {execution_.context(contexts_[k + 1]).delay, bound}));
  }
  return result;
}

/// By the formula if simplification decides it, else by the path condition.
Purpose::Answer Purpose::decide(Term start, std::size_t to, Limits limits) {
  if (start.valid() && start.is_true()) return Answer::yes;
  if (start.valid() && start.is_false()) return Answer::no;
  std::vector<Term> all = execution_.path_condition(contexts_[to]);
  if (limits == Limits::given) {
    const std::vector<Term> more = path_limits();
    all.insert(all.end(),
               more.begin(),
               more.begin() + static_cast<std::ptrdiff_t>(to));
  }
  switch (prover_.check(all)) {
    case logic::smt::Answer::sat:
      return Answer::yes;
    case logic::smt::Answer::unsat:
      return Answer::no;
    case logic::smt::Answer::unknown:
      break;
  }
  return Answer::open;
}

Purpose::Answer Purpose::is_feasible(std::size_t to, Limits limits) {
  const std::vector<Term> all = rests(to, limits);
  return decide(all.empty() ? Term() : at_start(all.front()), to, limits);
}

/// Determinism (definition 5): no trace leads to both the step of the path and
/// its sibling. First without the path, then with what is known, then with the
/// whole path condition.
bool Purpose::excludes(Prefix& prefix,
                       std::size_t k,
                       ContextId sibling,
                       TestCaseResult& result) {
  const Context& own = execution_.context(contexts_[k + 1]);
  const Context& other = execution_.context(sibling);
  const Term own_conditions = prover_.conjunction(own.conditions);
  const Term other_conditions = prover_.conjunction(other.conditions);
  if (prefix.is_visible(own_conditions, own.hidden) &&
      prefix.is_visible(other_conditions, other.hidden) &&
      steps_.exclude(*own.transition, *other.transition)) {
    return true;
  }
  // Two copies: each has hidden values of its own.
  std::vector<Term> both = prefix.possibly(own.conditions, own.hidden);
  const std::vector<Term> second =
      prefix.possibly(other.conditions, other.hidden);
  both.insert(both.end(), second.begin(), second.end());
  if (prefix.knowledge().refutes(prover_.conjunction(both))) return true;
  const std::vector<Term> path = prefix.followed();
  both.insert(both.end(), path.begin(), path.end());
  const logic::smt::Answer answer = prover_.check(both);
  if (answer == logic::smt::Answer::unsat) return true;
  if (answer == logic::smt::Answer::sat) {
    refuse_nondeterministic(result, k, sibling);
  } else {
    refuse_open(result,
                fmt::format("whether {} and {} have a trace in common at step "
                            "{}",
                            describe(automaton_, *own.transition),
                            describe(automaton_, *other.transition),
                            k + 1));
  }
  return false;
}

/// Only siblings on the same channel can have a trace in common.
bool Purpose::is_deterministic(TestCaseResult& result) {
  Prefix prefix(execution_, prover_, steps_);
  for (std::size_t k = 0; k < path_.size(); ++k) {
    if (prover_.out_of_time()) {
      refuse_open(result, "whether the path is deterministic");
      return false;
    }
    const TimedTransition& own = transition(k);
    for (const ContextId sibling : execution_.successors(contexts_[k])) {
      if (sibling == contexts_[k + 1]) continue;
      const TimedTransition& other =
          automaton_.transitions[*execution_.context(sibling).transition];
      if (other.action != own.action || other.channel != own.channel) continue;
      if (!excludes(prefix, k, sibling, result)) return false;
    }
    prefix.advance(contexts_[k + 1]);
  }
  return true;
}

/// From cheap to expensive: structure, feasibility, determinism, witness.
void Purpose::check(TestCaseResult& result) {
  result.time_out = time_out_;
  if (!is_well_formed(result)) return;
  contexts_ = {0};
  for (const std::uint32_t t : path_) {
    contexts_.push_back(execution_.successor(contexts_.back(), t));
  }
  rest_ = rests(path_.size(), Limits::given);
  if (rest_.empty()) {
    refuse_open(result,
                "how to finish the path after each of its steps, which are too "
                "many with conditions that are not linear,");
    return;
  }
  switch (decide(at_start(rest_.front()), path_.size(), Limits::given)) {
    case Answer::yes:
      break;
    case Answer::open:
      refuse_open(result, "whether a run follows the path");
      return;
    case Answer::no:
      // Infeasible within the time-outs: is it feasible without them?
      switch (is_feasible(path_.size(), Limits::none)) {
        case Answer::yes:
          refuse_late(result);
          return;
        case Answer::no:
          refuse_infeasible(result);
          return;
        case Answer::open:
          refuse_open(result, "whether a run follows the path");
          return;
      }
  }
  if (!is_deterministic(result)) return;
  if (!find_witness(result)) {
    refuse_open(result, "which run follows the path");
  }
}

/// A check without a test case.
TestCaseResult check_purpose(Execution& execution,
                             const Path& path,
                             const TestCaseOptions& options,
                             const base::Budget& budget) {
  const auto start = base::Budget::Clock::now();
  TestCaseResult result;
  Prover prover(execution.terms(), options, budget);
  Steps steps(execution, prover);
  Purpose(execution, prover, steps, path, options).check(result);
  result.queries = prover.queries();
  result.seconds =
      std::chrono::duration<double>(base::Budget::Clock::now() - start).count();
  return result;
}

}  // namespace catenary::engine::symbolic
