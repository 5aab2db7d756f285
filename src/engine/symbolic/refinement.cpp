// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/refinement.h"

#include <algorithm>
#include <vector>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/prover.h"
#include "engine/symbolic/steps.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Term;
using model::TimedAction;
using model::TimedAutomaton;
using model::TimedStatement;
using model::TimedTransition;

bool same(const TimedStatement& a, const TimedStatement& b) {
  return a.kind == b.kind && a.condition == b.condition &&
         std::equal(a.assignments.begin(),
                    a.assignments.end(),
                    b.assignments.begin(),
                    b.assignments.end(),
                    [](const auto& x, const auto& y) {
                      return x.variable == y.variable && x.value == y.value;
                    });
}

bool same(const std::vector<TimedStatement>& a,
          const std::vector<TimedStatement>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return same(x, y);
      });
}

bool same(const TimedTransition& a, const TimedTransition& b) {
  return a.from == b.from && a.to == b.to && a.action == b.action &&
         a.channel == b.channel && a.received == b.received &&
         a.sent == b.sent && same(a.statements, b.statements);
}

bool same_interface(const TimedAutomaton& a, const TimedAutomaton& b) {
  return a.terms == b.terms && a.initial == b.initial &&
         a.channels.size() == b.channels.size() &&
         a.states.size() == b.states.size() &&
         std::equal(a.variables.begin(),
                    a.variables.end(),
                    b.variables.begin(),
                    b.variables.end(),
                    [](const auto& x, const auto& y) {
                      return x.term == y.term && x.type == y.type &&
                             x.clock == y.clock && x.parameter == y.parameter;
                    });
}

/// Transitions and their formulas of one of the two systems.
class Side {
 public:
  Side(const TimedAutomaton& automaton, Prover& prover)
      : execution(automaton), steps(execution, prover) {}
  [[nodiscard]] const TimedAutomaton& automaton() const {
    return execution.automaton();
  }
  [[nodiscard]] const TimedTransition& transition(std::uint32_t t) const {
    return execution.automaton().transitions[t];
  }
  [[nodiscard]] const std::vector<std::uint32_t>& leaving(
      std::uint32_t state) const {
    return execution.automaton().states[state].transitions;
  }

  Execution execution;
  Steps steps;
};

class Proof {
 public:
  Proof(const TimedAutomaton& original,
        const TimedAutomaton& changed,
        const std::set<std::uint32_t>& unreachable,
        const TestCaseOptions& options,
        const base::Budget& budget)
      : prover_(*original.terms, options, budget),
        original_(original, prover_),
        changed_(changed, prover_),
        unreachable_(unreachable) {}

  Refinement run() {
    if (!same_interface(original_.automaton(), changed_.automaton()) ||
        !same(original_.automaton().init, changed_.automaton().init)) {
      return {false, "it starts otherwise"};
    }
    for (std::uint32_t s = 0; s < changed_.automaton().states.size(); ++s) {
      if (unreachable_.contains(s)) continue;
      const std::string at = " in state " + changed_.automaton().states[s].name;
      if (!each_step_is_allowed(s)) return {false, "another step" + at};
      if (!each_input_is_taken(s)) return {false, "inputs differ" + at};
      if (!silence_is_allowed(s)) return {false, "another silence" + at};
    }
    return {true, "it only does what the original may do (simulation, proved)"};
  }

 private:
  /// A step of one side is one of the other, wherever it is taken.
  bool implied(Side& here,
               std::uint32_t t,
               Side& there,
               std::uint32_t u) {
    const TimedTransition& a = here.transition(t);
    const TimedTransition& b = there.transition(u);
    if (same(a, b)) return true;
    if (a.to != b.to || a.action != b.action) return false;
    if (a.action != TimedAction::internal && a.channel != b.channel) {
      return false;
    }
    const GenericStep& x = here.steps.step(t);
    const GenericStep& y = there.steps.step(u);
    // The same unknowns by the same names, or there is no comparing them.
    if (x.delay != y.delay || x.values != y.values || x.fresh != y.fresh) {
      return false;
    }
    std::vector<Term> alike{y.conditions};
    for (std::size_t i = 0; i < x.valuation.size(); ++i) {
      if (x.valuation[i] == y.valuation[i]) continue;
      alike.push_back(prover_.terms().equal(x.valuation[i], y.valuation[i]));
    }
    const std::vector<Term> otherwise{
        x.conditions, prover_.negation(prover_.conjunction(alike))};
    return prover_.refutes(otherwise);
  }

  bool is_one_of(Side& here,
                 std::uint32_t t,
                 Side& there,
                 std::uint32_t state) {
    const auto& all = there.leaving(state);
    if (std::any_of(all.begin(), all.end(), [&](std::uint32_t u) {
          return implied(here, t, there, u);
        })) {
      return true;
    }
    const std::vector<Term> possible{here.steps.step(t).conditions};
    return prover_.refutes(possible);
  }

  bool each_step_is_allowed(std::uint32_t state) {
    const auto& all = changed_.leaving(state);
    return std::all_of(all.begin(), all.end(), [&](std::uint32_t t) {
      return is_one_of(changed_, t, original_, state);
    });
  }

  /// An input that the changed system did not know would be ignored.
  bool each_input_is_taken(std::uint32_t state) {
    const auto& all = original_.leaving(state);
    return std::all_of(all.begin(), all.end(), [&](std::uint32_t t) {
      return original_.transition(t).action != TimedAction::input ||
             is_one_of(original_, t, changed_, state);
    });
  }

  /// Where the changed system may be silent, the original may: however the
  /// state was entered.
  bool silence_is_allowed(std::uint32_t state) {
    if (original_.steps.delay() != changed_.steps.delay()) return false;
    const Term delay = original_.steps.delay();
    logic::TermManager& terms = prover_.terms();
    const Term zero = terms.constant(logic::Value::real(0));
    const Term late = terms.make(logic::Op::less_equal, {zero, delay});
    const std::vector<Term> wrong{
        late,
        changed_.steps.may_wait(state),
        prover_.negation(original_.steps.may_wait(state))};
    if (prover_.refutes(wrong)) return true;
    const std::vector<Term> bound{delay};
    const Term somehow = prover_.exists(bound, prover_.conjunction(wrong));
    const Term always = terms.constant(logic::Value::boolean(true));
    if (state == changed_.automaton().initial && !holds_at_start(somehow)) {
      return false;
    }
    for (std::uint32_t t = 0; t < changed_.automaton().transitions.size();
         ++t) {
      const TimedTransition& into = changed_.transition(t);
      if (into.to != state || unreachable_.contains(into.from)) continue;
      const std::vector<Term> entered{
          changed_.steps.before(t, always, somehow)};
      if (!prover_.refutes(entered)) return false;
    }
    return true;
  }

  /// Never at the start.
  bool holds_at_start(Term wrong) {
    std::vector<Term> all = changed_.execution.path_condition(0);
    all.push_back(changed_.steps.in(0, wrong));
    return prover_.refutes(all);
  }

  Prover prover_;
  Side original_;
  Side changed_;
  const std::set<std::uint32_t>& unreachable_;
};

}  // namespace

Refinement refines(const TimedAutomaton& original,
                   const TimedAutomaton& changed,
                   const std::set<std::uint32_t>& unreachable,
                   const TestCaseOptions& options,
                   const base::Budget& budget) {
  return Proof(original, changed, unreachable, options, budget).run();
}

}  // namespace catenary::engine::symbolic
