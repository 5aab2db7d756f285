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
    const Here here = look(prefix, k);
    add_state(here, prefix);
    if (purpose_.is_stimulation(k)) stimulate(here, prefix);
    observe_outputs(here, prefix);
    observe_inputs(here, prefix);
    observe_silence(here, prefix);
  }
}

/// The facts that all rules of the state need.
TreeBuilder::Here TreeBuilder::look(Prefix& prefix, std::size_t k) {
  logic::TermManager& terms = execution_.terms();
  Knowledge known(terms);
  if (options_.simplify) known = prefix.knowledge();
  Here here{k,
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
  here.time_out = purpose_.time_out(k);
  here.delay = execution_.delay_from(here.context);
  const Term bound = terms.constant(Value::real(here.time_out));
  here.in_time = terms.make(Op::less_equal, {here.delay, bound});
  here.before_end = terms.make(Op::less, {here.delay, bound});
  // Nothing is known about observed values: a system may send what its port
  // does not allow, which must not be assumed away.
  here.general.add(execution_.types_from(here.context, std::nullopt));
  here.timely = here.general;
  here.timely.add(std::span(&here.in_time, 1));
  // NoLate: if silence depends on hidden values, they are quantified at each
  // moment of the silence, since at each moment other hidden values may excuse
  // it.
  const Term waits = steps_.in(here.context, steps_.may_wait(here.state));
  if (prefix.is_visible(waits)) {
    here.no_late = steps_.in(here.context, steps_.no_late(here.state));
  } else {
    const Term allowed = silence(here, prefix, steps_.may_wait(here.state));
    here.no_late = steps_.at_all_times_before(allowed, here.delay);
  }
  here.no_late = tidy(here.timely, {here.no_late});
  return here;
}

/// Reduction by knowledge never changes the meaning where the knowledge holds,
/// that is, wherever the state can be.
Term TreeBuilder::tidy(const Knowledge& known, std::vector<Term> conjuncts) {
  if (!options_.simplify) return prover_.conjunction(conjuncts);
  for (Term& c : conjuncts) c = known.reduced(c);
  return prover_.conjunction(known.reduced(conjuncts));
}

/// "Hidden values exist with `generic`", for the delay of this state. Both
/// disjuncts of SIL stand under one quantifier.
Term TreeBuilder::silence(const Here& here, Prefix& prefix, Term generic) {
  const Term local = steps_.in(here.context, generic);
  return prover_.conjunction(prefix.possibly(std::span(&local, 1), {}));
}

/// Declares the delay and the values of all observable channels, and of the
/// channel that is stimulated.
void TreeBuilder::add_state(const Here& here, Prefix& prefix) {
  suite::Tree& tree = result_->tree;
  suite::TreeState state;
  state.name = fmt::format("ec{}", here.k);
  state.time_out = here.time_out;
  for (const Definition& d : prefix.visible_definitions()) {
    state.definitions.push_back(
        {d.variable.name(), d.variable.sort(), formula(d.value)});
  }
  tree.states.push_back(std::move(state));
  tree.variables.push_back({here.delay.name(), here.delay.sort()});
  for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
    const bool sent =
        automaton_.channels[c].input && !options_.uncontrollable.contains(c);
    const bool used = !sent || (purpose_.is_stimulation(here.k) &&
                                purpose_.transition(here.k).channel == c);
    if (!used) continue;
    for (const Term v : execution_.values_from(here.context, c)) {
      tree.variables.push_back({v.name(), v.sort()});
    }
  }
}

/// The steps on a channel. Those that are impossible in time get no branch.
std::vector<TreeBuilder::Child> TreeBuilder::children(const Here& here,
                                                      Prefix& prefix,
                                                      std::uint32_t channel) {
  std::vector<Child> result;
  for (const ContextId id : execution_.successors(here.context)) {
    const Context& c = execution_.context(id);
    if (automaton_.transitions[*c.transition].channel != channel) continue;
    const std::vector<Term> conditions = conditions_of(here, c);
    Child child{id, *c.transition, {}};
    child.possible = tidy(here.timely, prefix.possibly(conditions, c.hidden));
    if (child.possible.is_false()) continue;
    result.push_back(child);
  }
  return result;
}

/// If guards are not simplified, the conditions of the path are part of them.
std::vector<Term> TreeBuilder::conditions_of(const Here& here,
                                             const Context& step) {
  std::vector<Term> result;
  if (!options_.simplify) result = execution_.path_condition(here.context);
  result.insert(result.end(), step.conditions.begin(), step.conditions.end());
  return result;
}

/// The disjunction of the steps' possibilities.
Term TreeBuilder::any(const std::vector<Child>& children) {
  std::vector<Term> all;
  for (const Child& c : children) all.push_back(c.possible);
  return prover_.simplify(execution_.terms().logical_or(all));
}

std::string TreeBuilder::names(const std::vector<Child>& children) const {
  std::string text;
  for (const Child& c : children) {
    text += (text.empty() ? "" : ", ") + describe(automaton_, c.transition);
  }
  return text;
}

/// R2 (next state), R4 (PASS), R5 (INC_out), and R9.
void TreeBuilder::observe_outputs(const Here& here, Prefix& prefix) {
  const std::uint32_t on_path =
      *execution_.context(purpose_.contexts()[here.k + 1]).transition;
  for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
    const auto& channel = automaton_.channels[c];
    if (channel.input) continue;
    const std::vector<Child> all = children(here, prefix, c);
    std::vector<Child> siblings;
    for (const Child& child : all) {
      if (child.transition != on_path) {
        siblings.push_back(child);
        continue;
      }
      const Term guard = tidy(here.general, {here.in_time, child.possible});
      if (here.k + 1 < purpose_.length()) {
        to_next(here, Action::observe, c, guard, "R2");
      } else {
        to_leaf(here,
                Action::observe,
                c,
                guard,
                "R4",
                {"PASS",
                 Verdict::pass,
                 fmt::format("the purpose ends here: {} was observed",
                             describe(automaton_, child.transition))});
      }
    }
    if (!siblings.empty()) {
      to_leaf(here,
              Action::observe,
              c,
              tidy(here.general, {here.in_time, any(siblings)}),
              "R5",
              {"INC_out",
               Verdict::inconclusive,
               fmt::format("{} is specified in state {} ({}), but the purpose "
                           "takes {}",
                           channel.name,
                           automaton_.states[here.state].name,
                           names(siblings),
                           describe(automaton_, on_path))});
    }
    observe_unspecified(here, c, all);
  }
}

/// R9 (FAIL_out), unless every observation of the channel is specified.
void TreeBuilder::observe_unspecified(const Here& here,
                                      std::uint32_t channel,
                                      const std::vector<Child>& all) {
  const std::string& name = automaton_.channels[channel].name;
  const Term specified = any(all);
  if (options_.simplify && here.timely.implies(specified)) return;
  const Term otherwise = prover_.negation(specified);
  to_leaf(
      here,
      Action::observe,
      channel,
      prover_.simplify(execution_.terms().logical_and(here.in_time, otherwise)),
      "R9",
      {"FAIL_out",
       Verdict::fail,
       all.empty()
           ? fmt::format("no {} is specified in state {} after what was "
                         "seen",
                         name,
                         automaton_.states[here.state].name)
           : fmt::format("in state {}, {} is specified only as {} says: "
                         "not with these values, or not at this time",
                         automaton_.states[here.state].name,
                         name,
                         names(all))});
}

/// R8 (INC_dur) and R10 (FAIL_dur): silence up to TM is allowed, or not.
void TreeBuilder::observe_silence(const Here& here, Prefix& prefix) {
  logic::TermManager& terms = execution_.terms();
  const Term limit = terms.constant(Value::real(here.time_out));
  const std::string& state = automaton_.states[here.state].name;
  // The formula for the moment of the time-out.
  const auto at_end = [&](Term formula) {
    return prover_.simplify(
        logic::substitute(terms, formula, {{here.delay, limit}}));
  };
  const Term waits = at_end(silence(here, prefix, steps_.may_wait(here.state)));
  const Term allowed = tidy(here.known, {waits});
  const Term over = terms.equal(here.delay, limit);
  if (!allowed.is_false()) {
    to_leaf(here,
            Action::quiescence,
            0,
            prover_.simplify(terms.logical_and(over, allowed)),
            "R8",
            {"INC_dur",
             Verdict::inconclusive,
             fmt::format("nothing happened for {}, and state {} allows that",
                         here.time_out.get_str(),
                         state)});
  }
  if (!allowed.is_true()) {
    to_leaf(
        here,
        Action::quiescence,
        0,
        prover_.simplify(terms.logical_and(over, prover_.negation(allowed))),
        "R10",
        {"FAIL_dur",
         Verdict::fail,
         fmt::format("nothing happened for {}, but in state {} an output "
                     "was due",
                     here.time_out.get_str(),
                     state)});
  }
  // If an output may still come later, silence up to TM proves nothing: TM is
  // too small.
  const Term later =
      at_end(steps_.in(here.context, steps_.answers_later(here.state)));
  const std::vector<Term> possible = prefix.possibly(std::span(&later, 1), {});
  if (!tidy(here.known, possible).is_false()) {
    warn("later " + state,
         automaton_.states[here.state].where,
         fmt::format("TM = {} is too small in state '{}': an output may still "
                     "come later, so that silence until then proves nothing",
                     here.time_out.get_str(),
                     state));
  }
}

/// R1. The stimulation must allow the purpose to be finished: the weakest
/// precondition of the rest stands under the quantifier.
void TreeBuilder::stimulate(const Here& here, Prefix& prefix) {
  const ContextId next = purpose_.contexts()[here.k + 1];
  const Context& c = execution_.context(next);
  std::vector<Term> conditions = conditions_of(here, c);
  conditions.push_back(steps_.after_step(next, purpose_.rest(here.k + 1)));
  std::vector<Term> guard{here.before_end, here.no_late};
  // The tester must send values of the right types; nothing else guarantees
  // that.
  const std::uint32_t channel = purpose_.transition(here.k).channel;
  const std::vector<Term> types = execution_.types_from(here.context, channel);
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
    sure_guard = tidy(here.known, sure);
    if (sure_guard.is_false()) {
      warn("sure " + std::to_string(here.k),
           purpose_.transition(here.k).where,
           fmt::format("step {}, {}: no value and time leads to the end of the "
                       "purpose whatever the hidden values are; the test "
                       "sends what may do",
                       here.k + 1,
                       describe(automaton_, *c.transition)));
    }
  }
  to_next(here,
          Action::stimulate,
          channel,
          tidy(here.known, guard),
          "R1",
          sure_guard);
}

}  // namespace catenary::engine::symbolic
