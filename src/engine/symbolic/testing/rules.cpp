// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rules R1 to R11. A guard is a conjunction of time (T<=, T<), NoLate, and
/// the possibility or impossibility of specified steps; each conjunct is
/// reduced by what is known in the state.
///
/// Specified steps are existentially quantified over hidden values
/// (`possibly`), and "not specified" is the negation of that. So the guards of
/// FAIL and of specified observations are complementary by construction;
/// check_tree() verifies that for the result.

#include "engine/symbolic/testing/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;
using logic::Value;
using suite::Action;
using suite::Verdict;

}  // namespace

TreeBuilder::TreeBuilder(Execution& execution,
                         Prover& prover,
                         Steps& steps,
                         Purpose& purpose,
                         const TestCaseOptions& options)
    : execution_(execution),
      prover_(prover),
      steps_(steps),
      purpose_(purpose),
      automaton_(execution.automaton()),
      options_(options) {}

/// One state of the tree for each context of the purpose but the last.
void TreeBuilder::build(TestCaseResult& result) {
  result_ = &result;
  result.tree.terms = std::make_shared<logic::TermManager>();
  copier_.emplace(*result.tree.terms);
  Prefix prefix(execution_, prover_, steps_);
  for (std::size_t k = 0; k < purpose_.length(); ++k) {
    if (prover_.out_of_time()) {
      result.tree = {};
      result.refusal = Refusal::undecided;
      base::Diagnostic d;
      d.where = purpose_.transition(0).where;
      d.message = fmt::format(
          "the time was over after {} of {} states of the test case",
          k,
          purpose_.length());
      result.diagnostics.push_back(std::move(d));
      return;
    }
    if (k > 0) prefix.advance(purpose_.contexts()[k]);
    const StateFacts facts = facts_of(prefix, k);
    add_state(facts, prefix);
    if (purpose_.is_stimulation(k)) stimulate(facts, prefix);
    observe_outputs(facts, prefix);
    observe_inputs(facts, prefix);
    observe_silence(facts, prefix);
  }
}

/// The facts that all rules of the state need.
TreeBuilder::StateFacts TreeBuilder::facts_of(Prefix& prefix, std::size_t k) {
  logic::TermManager& terms = execution_.terms();
  Knowledge known(terms);
  if (options_.simplify) known = prefix.knowledge();
  StateFacts facts{k,
                   prefix.at(),
                   execution_.context(prefix.at()).state,
                   {},
                   {},
                   {},
                   {},
                   {},
                   known,
                   known,
                   known};
  facts.time_out = purpose_.time_out(k);
  facts.delay = execution_.delay_from(facts.context);
  const Term bound = terms.constant(Value::real(facts.time_out));
  facts.in_time = terms.make(Op::less_equal, {facts.delay, bound});
  facts.before_end = terms.make(Op::less, {facts.delay, bound});
  // Nothing is known about observed values: a system may send what its port
  // does not allow, which must not be assumed away.
  facts.general.add(execution_.types_from(facts.context, std::nullopt));
  facts.timely = facts.general;
  facts.timely.add(std::span(&facts.in_time, 1));
  // NoLate: if silence depends on hidden values, they are quantified at each
  // moment of the silence, since at each moment other hidden values may excuse
  // it.
  const Term waits = steps_.in(facts.context, steps_.may_wait(facts.state));
  if (prefix.is_visible(waits)) {
    facts.no_late = steps_.in(facts.context, steps_.no_late(facts.state));
  } else {
    const Term allowed =
        silence_allowed(facts, prefix, steps_.may_wait(facts.state));
    facts.no_late = steps_.at_all_times_before(allowed, facts.delay);
  }
  facts.no_late = simplified(facts.timely, {facts.no_late});
  return facts;
}

/// Reduction by knowledge never changes the meaning where the knowledge holds,
/// that is, wherever the state can be.
Term TreeBuilder::simplified(const Knowledge& known,
                             std::vector<Term> conjuncts) {
  if (!options_.simplify) return prover_.conjunction(conjuncts);
  for (Term& c : conjuncts) c = known.reduced(c);
  return prover_.conjunction(known.reduced(conjuncts));
}

/// "Hidden values exist with `generic`", for the delay of this state. Both
/// disjuncts of SIL stand under one quantifier.
Term TreeBuilder::silence_allowed(const StateFacts& facts,
                                  Prefix& prefix,
                                  Term generic) {
  const Term local = steps_.in(facts.context, generic);
  return prover_.conjunction(prefix.possibly(std::span(&local, 1), {}));
}

/// Declares the delay and the values of all observable channels, and of the
/// channel that is stimulated.
void TreeBuilder::add_state(const StateFacts& facts, Prefix& prefix) {
  suite::Tree& tree = result_->tree;
  suite::TreeState state;
  state.name = fmt::format("ec{}", facts.k);
  state.time_out = facts.time_out;
  for (const Definition& d : prefix.visible_definitions()) {
    state.definitions.push_back(
        {d.variable.name(), d.variable.sort(), formula(d.value)});
  }
  tree.states.push_back(std::move(state));
  tree.variables.push_back({facts.delay.name(), facts.delay.sort()});
  for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
    const bool sent =
        automaton_.channels[c].input && !options_.uncontrollable.contains(c);
    const bool used = !sent || (purpose_.is_stimulation(facts.k) &&
                                purpose_.transition(facts.k).channel == c);
    if (!used) continue;
    for (const Term v : execution_.values_from(facts.context, c)) {
      tree.variables.push_back({v.name(), v.sort()});
    }
  }
}

/// The steps on a channel. Those that are impossible in time get no branch.
std::vector<TreeBuilder::SpecifiedStep> TreeBuilder::steps_on(
    const StateFacts& facts, Prefix& prefix, std::uint32_t channel) {
  std::vector<SpecifiedStep> result;
  for (const ContextId id : execution_.successors(facts.context)) {
    const Context& c = execution_.context(id);
    if (automaton_.transitions[*c.transition].channel != channel) continue;
    const std::vector<Term> conditions = conditions_of(facts, c);
    SpecifiedStep step{id, *c.transition, {}};
    step.possible =
        simplified(facts.timely, prefix.possibly(conditions, c.hidden));
    if (step.possible.is_false()) continue;
    result.push_back(step);
  }
  return result;
}

/// If guards are not simplified, the conditions of the path are part of them.
std::vector<Term> TreeBuilder::conditions_of(const StateFacts& facts,
                                             const Context& step) {
  std::vector<Term> result;
  if (!options_.simplify) result = execution_.path_condition(facts.context);
  result.insert(result.end(), step.conditions.begin(), step.conditions.end());
  return result;
}

/// The disjunction of the steps' possibilities.
Term TreeBuilder::any_possible(const std::vector<SpecifiedStep>& steps) {
  std::vector<Term> all;
  for (const SpecifiedStep& c : steps) all.push_back(c.possible);
  return prover_.simplify(execution_.terms().logical_or(all));
}

std::string TreeBuilder::names_of(
    const std::vector<SpecifiedStep>& steps) const {
  std::string text;
  for (const SpecifiedStep& c : steps) {
    text += (text.empty() ? "" : ", ") + describe(automaton_, c.transition);
  }
  return text;
}

/// R2 (next state), R4 (PASS), R5 (INC_out), and R9.
void TreeBuilder::observe_outputs(const StateFacts& facts, Prefix& prefix) {
  const std::uint32_t on_path =
      *execution_.context(purpose_.contexts()[facts.k + 1]).transition;
  for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
    const auto& channel = automaton_.channels[c];
    if (channel.input) continue;
    const std::vector<SpecifiedStep> all = steps_on(facts, prefix, c);
    std::vector<SpecifiedStep> siblings;
    for (const SpecifiedStep& step : all) {
      if (step.transition != on_path) {
        siblings.push_back(step);
        continue;
      }
      const Term guard =
          simplified(facts.general, {facts.in_time, step.possible});
      if (facts.k + 1 < purpose_.length()) {
        add_step(facts, Action::observe, c, guard, "R2");
      } else {
        add_leaf(facts,
                 Action::observe,
                 c,
                 guard,
                 "R4",
                 {"PASS",
                  Verdict::pass,
                  fmt::format("the purpose ends here: {} was observed",
                              describe(automaton_, step.transition))});
      }
    }
    if (!siblings.empty()) {
      add_leaf(
          facts,
          Action::observe,
          c,
          simplified(facts.general, {facts.in_time, any_possible(siblings)}),
          "R5",
          {"INC_out",
           Verdict::inconclusive,
           fmt::format("{} is specified in state {} ({}), but the purpose "
                       "takes {}",
                       channel.name,
                       automaton_.states[facts.state].name,
                       names_of(siblings),
                       describe(automaton_, on_path))});
    }
    observe_unspecified(facts, c, all);
  }
}

/// R9 (FAIL_out), unless every observation of the channel is specified.
void TreeBuilder::observe_unspecified(const StateFacts& facts,
                                      std::uint32_t channel,
                                      const std::vector<SpecifiedStep>& all) {
  const std::string& name = automaton_.channels[channel].name;
  const Term specified = any_possible(all);
  if (options_.simplify && facts.timely.implies(specified)) return;
  const Term otherwise = prover_.negation(specified);
  add_leaf(facts,
           Action::observe,
           channel,
           prover_.simplify(
               execution_.terms().logical_and(facts.in_time, otherwise)),
           "R9",
           {"FAIL_out",
            Verdict::fail,
            all.empty()
                ? fmt::format("no {} is specified in state {} after what was "
                              "seen",
                              name,
                              automaton_.states[facts.state].name)
                : fmt::format("in state {} the model allows {} only by {}, "
                              "not with these values or not at this time",
                              automaton_.states[facts.state].name,
                              name,
                              names_of(all))});
}

/// R8 (INC_dur) and R10 (FAIL_dur): silence up to TM is allowed, or not.
void TreeBuilder::observe_silence(const StateFacts& facts, Prefix& prefix) {
  logic::TermManager& terms = execution_.terms();
  const Term limit = terms.constant(Value::real(facts.time_out));
  const std::string& state = automaton_.states[facts.state].name;
  // The formula for the moment of the time-out.
  const auto at_end = [&](Term formula) {
    return prover_.simplify(
        logic::substitute(terms, formula, {{facts.delay, limit}}));
  };
  const Term waits =
      at_end(silence_allowed(facts, prefix, steps_.may_wait(facts.state)));
  const Term allowed = simplified(facts.known, {waits});
  const Term over = terms.equal(facts.delay, limit);
  if (!allowed.is_false()) {
    add_leaf(facts,
             Action::quiescence,
             0,
             prover_.simplify(terms.logical_and(over, allowed)),
             "R8",
             {"INC_dur",
              Verdict::inconclusive,
              fmt::format("nothing happened for {}, and state {} allows that",
                          facts.time_out.get_str(),
                          state)});
  }
  if (!allowed.is_true()) {
    add_leaf(
        facts,
        Action::quiescence,
        0,
        prover_.simplify(terms.logical_and(over, prover_.negation(allowed))),
        "R10",
        {"FAIL_dur",
         Verdict::fail,
         fmt::format("nothing happened for {}, but in state {} an output "
                     "was due",
                     facts.time_out.get_str(),
                     state)});
  }
  // If an output may still come later, silence up to TM proves nothing: TM is
  // too small.
  const Term later =
      at_end(steps_.in(facts.context, steps_.answers_later(facts.state)));
  const std::vector<Term> possible = prefix.possibly(std::span(&later, 1), {});
  if (!simplified(facts.known, possible).is_false()) {
    warn("later " + state,
         automaton_.states[facts.state].where,
         fmt::format("the time-out {} (--tm) is too small in state '{}': an "
                     "output may still come later, so silence until then is "
                     "not quiescence",
                     facts.time_out.get_str(),
                     state));
  }
}

/// R1. The stimulation must allow the purpose to be finished: the weakest
/// precondition of the rest stands under the quantifier.
void TreeBuilder::stimulate(const StateFacts& facts, Prefix& prefix) {
  const ContextId next = purpose_.contexts()[facts.k + 1];
  const Context& c = execution_.context(next);
  std::vector<Term> conditions = conditions_of(facts, c);
  conditions.push_back(steps_.after_step(next, purpose_.rest(facts.k + 1)));
  std::vector<Term> guard{facts.before_end, facts.no_late};
  // The tester must send values of the right types; nothing else guarantees
  // that.
  const std::uint32_t channel = purpose_.transition(facts.k).channel;
  const std::vector<Term> types = execution_.types_from(facts.context, channel);
  guard.insert(guard.end(), types.begin(), types.end());
  const std::vector<Term> possible = prefix.possibly(conditions, c.hidden);
  // The guard that leads to the end for all hidden values; preferred by the
  // tester if it can be met.
  std::vector<Term> sure;
  if (!prefix.is_visible(prover_.conjunction(conditions))) {
    sure = guard;
    const std::vector<Term> always = prefix.surely(conditions, c.hidden);
    sure.insert(sure.end(), always.begin(), always.end());
  }
  guard.insert(guard.end(), possible.begin(), possible.end());
  Term sure_guard;
  if (!sure.empty()) {
    sure_guard = simplified(facts.known, sure);
    if (sure_guard.is_false()) {
      warn("sure " + std::to_string(facts.k),
           purpose_.transition(facts.k).where,
           fmt::format("step {}, {}: the tester cannot enforce the rest of the "
                       "purpose: no value and time lead to its end for all "
                       "hidden values; the test sends what does for some",
                       facts.k + 1,
                       describe(automaton_, *c.transition)));
    }
  }
  add_step(facts,
           Action::stimulate,
           channel,
           simplified(facts.known, guard),
           "R1",
           sure_guard);
}

}  // namespace catenary::engine::symbolic
