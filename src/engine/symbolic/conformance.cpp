// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simulation by Houdini over pairs of states.
///
/// A pair starts with all candidates. Every joint step from a pair removes the
/// candidates of the target pair that it does not preserve; a pair is processed
/// again when it lost some. At the fixpoint the conjunction of each pair is
/// inductive. The proof then checks in each pair that the implementation sends
/// nothing and waits for nothing that the specification forbids.

#include "engine/symbolic/conformance.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/check.h"
#include "engine/symbolic/execution.h"
#include "engine/symbolic/prover.h"
#include "engine/symbolic/relation_candidates.h"
#include "engine/symbolic/search/liveness.h"
#include "engine/symbolic/search/steps.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Substitution;
using logic::Term;
using logic::smt::Answer;
using model::TimedAction;
using model::TimedAutomaton;
using model::TimedTransition;

/// A state of the specification and one of the implementation.
using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Why the method does not apply; empty if it does. The relation is between
/// variables whose values are determined by the trace, so values that nobody
/// knows are excluded.
std::string obstacle(const TimedAutomaton& a, const char* which) {
  const std::string of = std::string("the ") + which;
  const std::vector<std::vector<bool>> live = live_variables(a, false);
  for (const std::uint32_t v : a.uninitialised()) {
    if (!live[a.initial][v] && !a.variables[v].parameter) continue;
    return of +
           " uses a variable without initial value: " + a.variables[v].name;
  }
  for (const model::TimedStatement& s : a.init) {
    for (const model::TimedAssignment& x : s.assignments) {
      if (x.value.valid() && !logic::free_variables(x.value).empty()) {
        return of + " starts with a value that depends on others: " +
               a.variables[x.variable].name;
      }
    }
  }
  const auto chooses = [](const std::vector<model::TimedStatement>& list) {
    return std::any_of(list.begin(), list.end(), [](const auto& s) {
      return s.kind == model::TimedStatement::Kind::fresh;
    });
  };
  if (chooses(a.init)) return of + " starts with newfresh";
  for (std::uint32_t t = 0; t < a.transitions.size(); ++t) {
    if (chooses(a.transitions[t].statements)) {
      return a.qualified(t) + " has newfresh";
    }
    if (a.transitions[t].action == TimedAction::internal) {
      return a.qualified(t) + " is an internal step";
    }
  }
  return {};
}

/// One attempt. Variables of the implementation are renamed, since both systems
/// have the same ones.
class Simulation {
 public:
  Simulation(const TimedAutomaton& implementation,
             const TimedAutomaton& specification,
             const TestCaseOptions& options,
             const base::Budget& budget)
      : terms_(*specification.terms),
        spec_(specification),
        impl_(implementation),
        prover_(terms_, options, budget),
        spec_execution_(specification),
        impl_execution_(implementation),
        spec_steps_(spec_execution_, prover_),
        impl_steps_(impl_execution_, prover_) {
    for (const model::TimedVariable& v : spec_.variables) {
      const Term copy = terms_.variable("impl~" + v.name, v.term.sort());
      to_impl_.emplace(v.term, copy);
      impl_variables_.push_back(copy);
    }
  }

  Conformance run() {
    Conformance out;
    out.reason = explore();
    if (out.reason.empty()) {
      out.answer = Conformance::Answer::conforms;
      out.reason = "simulated by the model in " +
                   std::to_string(invariants_.size()) + " pairs of states";
    }
    out.queries = prover_.queries();
    return out;
  }

 private:
  /// Computes the fixpoint and checks it. Returns why the proof fails; empty if
  /// it succeeds.
  std::string explore() {
    candidates_ = relation_candidates(spec_, impl_, impl_variables_, to_impl_);
    // Initial values that nobody reads have one name in both systems: no step
    // depends on them.
    meet({spec_.initial, impl_.initial},
         {},
         spec_steps_.expanded(0),
         impl_values(impl_steps_.expanded(0)));
    // Invariant: every pair outside of open_ has processed its invariant.
    while (!open_.empty()) {
      if (prover_.out_of_time()) return "the time is over";
      const Pair pair = *open_.begin();
      open_.erase(open_.begin());
      leave(pair);
    }
    for (const auto& [pair, invariant] : invariants_) {
      std::string fault = check(pair, prover_.conjunction(invariant));
      if (!fault.empty()) {
        return "in state " + spec_.states[pair.first].name + " of the model, " +
               impl_.states[pair.second].name + " of the mutant: " + fault;
      }
    }
    return {};
  }

  // A formula about the implementation, over the renamed variables.
  [[nodiscard]] Term in_impl(Term formula) {
    return logic::substitute(terms_, formula, to_impl_);
  }
  // The same for a valuation.
  [[nodiscard]] std::vector<Term> impl_values(std::vector<Term> values) {
    for (Term& v : values) v = in_impl(v);
    return values;
  }

  /// Takes a joint step into account: of the candidates of the pair `to`, keeps
  /// those that hold after every step from what is `known`.
  void meet(const Pair& to,
            const std::vector<Term>& known,
            const std::vector<Term>& spec_after,
            const std::vector<Term>& impl_after) {
    const auto found = invariants_.find(to);
    const bool is_new = found == invariants_.end();
    std::vector<Term> kept = is_new ? candidates_ : found->second;
    Substitution after;
    for (std::size_t i = 0; i < impl_variables_.size(); ++i) {
      after.emplace(spec_.variables[i].term, spec_after[i]);
      after.emplace(impl_variables_[i], impl_after[i]);
    }
    // The step cannot be taken: the pair is not reached by it.
    if (is_new && prover_.refutes(known)) return;
    // What the step does not change, or makes constant, needs no solver.
    const std::set<Term> before(known.begin(), known.end());
    struct Doubt {
      Term candidate;
      Term then;
    };
    std::vector<Doubt> doubts;
    std::set<Term> lost;
    for (const Term k : kept) {
      const Term then = prover_.simplify(logic::substitute(terms_, k, after));
      if (!then.is_true() && !before.contains(then))
        doubts.push_back({k, then});
    }
    // One query for all doubtful candidates; each model refutes some of them.
    while (!doubts.empty()) {
      std::vector<Term> then;
      for (const Doubt& d : doubts) then.push_back(d.then);
      std::vector<Term> query = known;
      query.push_back(terms_.logical_not(terms_.logical_and(then)));
      const Answer answer = prover_.check(query);
      if (answer == Answer::unsat) break;
      std::vector<Doubt> left;
      for (const Doubt& d : doubts) {
        // Unknown counts as refuted: candidates may be lost, but none is kept
        // wrongly.
        if (answer == Answer::sat && prover_.value(d.then).as_bool()) {
          left.push_back(d);
        } else {
          lost.insert(d.candidate);
        }
      }
      // The candidates are at least equal to what is kept, so dropping all of
      // them keeps the method sound.
      if (left.size() == doubts.size()) {  // no model to go by
        for (const Doubt& d : left) lost.insert(d.candidate);
        left.clear();
      }
      doubts = std::move(left);
    }
    if (!is_new && lost.empty()) return;
    std::erase_if(kept, [&](Term k) { return lost.contains(k); });
    invariants_[to] = std::move(kept);
    open_.insert(to);
  }

  // Calls `use` for each transition of the state with this action.
  template <typename Use>
  void each(const TimedAutomaton& a,
            std::uint32_t state,
            TimedAction action,
            const Use& use) {
    for (const std::uint32_t t : a.states[state].transitions) {
      if (a.transitions[t].action == action) use(t);
    }
  }

  /// All joint steps from a pair: common outputs and inputs, and inputs that
  /// the implementation ignores.
  void leave(const Pair& pair) {
    const std::vector<Term> invariant = invariants_.at(pair);
    // Both take the same event: they share delay and values, since both have
    // the same names for them.
    const auto both = [&](std::uint32_t s, std::uint32_t i) {
      if (spec_.transitions[s].channel != impl_.transitions[i].channel) return;
      std::vector<Term> known = invariant;
      known.push_back(spec_steps_.step(s).conditions);
      known.push_back(in_impl(impl_steps_.step(i).conditions));
      meet({spec_.transitions[s].to, impl_.transitions[i].to},
           known,
           spec_steps_.step(s).valuation,
           impl_values(impl_steps_.step(i).valuation));
    };
    for (const TimedAction action : {TimedAction::output, TimedAction::input}) {
      each(spec_, pair.first, action, [&](std::uint32_t s) {
        each(impl_, pair.second, action, [&](std::uint32_t i) { both(s, i); });
      });
    }
    // An input that the implementation does not specify is ignored: its state
    // stays, and its clocks advance.
    each(spec_, pair.first, TimedAction::input, [&](std::uint32_t s) {
      std::vector<Term> known = invariant;
      known.push_back(spec_steps_.step(s).conditions);
      each(impl_, pair.second, TimedAction::input, [&](std::uint32_t i) {
        if (spec_.transitions[s].channel != impl_.transitions[i].channel) {
          return;
        }
        known.push_back(
            terms_.logical_not(in_impl(impl_steps_.step(i).conditions)));
      });
      // Time passes for the clocks of the implementation.
      std::vector<Term> later = impl_variables_;
      for (std::size_t v = 0; v < later.size(); ++v) {
        if (!impl_.variables[v].clock) continue;
        later[v] = terms_.make(Op::add, {later[v], spec_steps_.delay()});
      }
      meet({spec_.transitions[s].to, pair.second},
           known,
           spec_steps_.step(s).valuation,
           later);
    });
  }

  /// What the implementation could do wrong in a pair; empty if nothing. The
  /// three checks are those of tioco, and determinism, on which the relation
  /// rests.
  std::string check(const Pair& pair, Term invariant) {
    std::string fault;
    // Every output of the implementation is specified, at its time and with its
    // values.
    each(impl_, pair.second, TimedAction::output, [&](std::uint32_t i) {
      std::vector<Term> wrong{invariant,
                              in_impl(impl_steps_.step(i).conditions)};
      each(spec_, pair.first, TimedAction::output, [&](std::uint32_t s) {
        if (spec_.transitions[s].channel != impl_.transitions[i].channel) {
          return;
        }
        wrong.push_back(terms_.logical_not(spec_steps_.step(s).conditions));
      });
      if (!prover_.refutes(wrong)) {
        fault = impl_.qualified(i) + " may send what is not specified";
      }
    });
    if (!fault.empty()) return fault;
    // Silence of the implementation is allowed whenever it is possible.
    const std::vector<Term> silent{
        invariant,
        terms_.make(
            Op::less_equal,
            {terms_.constant(logic::Value::real(0)), spec_steps_.delay()}),
        in_impl(impl_steps_.may_wait(pair.second)),
        terms_.logical_not(spec_steps_.may_wait(pair.first))};
    if (!prover_.refutes(silent)) return "it may be silent for too long";
    // Determinism of the specification: otherwise one trace may lead to several
    // of its states, and a simulation by one of them would not be enough.
    const auto& leaving = spec_.states[pair.first].transitions;
    for (std::size_t a = 0; a < leaving.size(); ++a) {
      for (std::size_t b = a + 1; b < leaving.size(); ++b) {
        const TimedTransition& x = spec_.transitions[leaving[a]];
        const TimedTransition& y = spec_.transitions[leaving[b]];
        if (x.action != y.action || x.channel != y.channel) continue;
        if (!prover_.refutes(
                std::vector<Term>{invariant,
                                  spec_steps_.step(leaving[a]).conditions,
                                  spec_steps_.step(leaving[b]).conditions})) {
          return "the model is not deterministic: " + x.name + ", " + y.name;
        }
      }
    }
    return {};
  }

  logic::TermManager& terms_;
  const TimedAutomaton& spec_;
  const TimedAutomaton& impl_;
  Prover prover_;
  Execution spec_execution_, impl_execution_;
  Steps spec_steps_, impl_steps_;
  Substitution to_impl_;
  std::vector<Term> impl_variables_;
  std::vector<Term> candidates_;
  std::map<Pair, std::vector<Term>> invariants_;
  std::set<Pair> open_;
};

}  // namespace

Conformance conforms(const TimedAutomaton& implementation,
                     const TimedAutomaton& specification,
                     const TestCaseOptions& options,
                     const base::Budget& budget) {
  CATENARY_CHECK(implementation.terms == specification.terms,
                 "two automata with terms of their own");
  Conformance out;
  out.reason = obstacle(specification, "model");
  if (out.reason.empty()) out.reason = obstacle(implementation, "mutant");
  if (!out.reason.empty()) return out;
  return Simulation(implementation, specification, options, budget).run();
}

}  // namespace catenary::engine::symbolic
