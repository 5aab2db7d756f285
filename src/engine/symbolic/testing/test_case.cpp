// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transitions and leaves of the tree under construction, the functions that
/// make a test case from a path, and the signature of an automaton.

#include "engine/symbolic/testing/test_case.h"

#include <fmt/format.h>

#include "engine/symbolic/testing/rules.h"
#include "logic/value/value.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Term;

}  // namespace

suite::Formula TreeBuilder::formula(Term term) {
  return {result_->tree.terms, copier_->copy(term), ""};
}

/// What cannot be decided without a solver is noted.
suite::TreeTransition& TreeBuilder::add_transition(const StateFacts& facts,
                                                   suite::Action action,
                                                   std::uint32_t channel,
                                                   Term guard,
                                                   const char* rule) {
  suite::TreeTransition t;
  t.from = static_cast<std::uint32_t>(facts.k);
  t.action = action;
  t.delay = facts.delay.name();
  if (action != suite::Action::quiescence) {
    t.channel = channel;
    for (const Term v : execution_.values_from(facts.context, channel)) {
      t.variables.push_back(v.name());
    }
  }
  t.guard = formula(guard);
  t.rule = rule;
  if (guard.has_quantifier()) {
    result_->undecided.push_back(fmt::format(
        "ec{}: the guard of {}{} keeps a quantifier that no solver eliminated",
        facts.k,
        rule,
        action == suite::Action::quiescence
            ? ""
            : " on " + automaton_.channels[channel].name));
  }
  result_->tree.transitions.push_back(std::move(t));
  return result_->tree.transitions.back();
}

/// A leaf for each transition: reports merge equal ones.
void TreeBuilder::add_leaf(const StateFacts& facts,
                           suite::Action action,
                           std::uint32_t channel,
                           Term guard,
                           const char* rule,
                           Leaf leaf) {
  suite::Tree& tree = result_->tree;
  suite::TreeTransition& t =
      add_transition(facts, action, channel, guard, rule);
  t.to_leaf = true;
  t.to = static_cast<std::uint32_t>(tree.leaves.size());
  tree.leaves.push_back(
      {leaf.name, leaf.verdict, fmt::format("{}: {}", rule, leaf.reason)});
}

void TreeBuilder::add_step(const StateFacts& facts,
                           suite::Action action,
                           std::uint32_t channel,
                           Term guard,
                           const char* rule,
                           Term sure) {
  suite::TreeTransition& t =
      add_transition(facts, action, channel, guard, rule);
  t.to = static_cast<std::uint32_t>(facts.k + 1);
  if (sure.valid()) t.sure_guard = formula(sure);
}

/// A warning about one thing is given once.
void TreeBuilder::warn(const std::string& once,
                       base::SourceLocation where,
                       std::string message) {
  if (!warned_.insert(once).second) return;
  base::Diagnostic d;
  d.severity = base::Severity::warning;
  d.where = std::move(where);
  d.message = std::move(message);
  result_->diagnostics.push_back(std::move(d));
}

/// Check, construction, and check of the result, in this order.
TestCaseResult make_test_case(Execution& execution,
                              const Path& path,
                              const TestCaseOptions& options,
                              const base::Budget& budget) {
  const auto start = base::Budget::Clock::now();
  TestCaseResult result;
  Prover prover(execution.terms(), options, budget);
  Steps steps(execution, prover);
  Purpose purpose(execution, prover, steps, path, options);
  purpose.check(result);
  if (result.refusal == Refusal::none) {
    TreeBuilder(execution, prover, steps, purpose, options).build(result);
    if (options.check && result.refusal == Refusal::none) {
      conclude(
          check_tree(result.tree,
                     signature_of(
                         execution.automaton(), options.uncontrollable, "unit"),
                     options,
                     budget),
          result);
    }
  }
  result.queries = prover.queries();
  result.seconds =
      std::chrono::duration<double>(base::Budget::Clock::now() - start).count();
  return result;
}

/// A violation shows an error in this tool: no test case is better than one
/// that may give a wrong verdict.
void conclude(const TreeCheck& check, TestCaseResult& result) {
  result.undecided.insert(
      result.undecided.end(), check.undecided.begin(), check.undecided.end());
  if (check.violations.empty()) return;
  result.refusal = Refusal::undecided;
  result.tree = {};
  std::vector<base::Diagnostic> wrong;
  for (const std::string& v : check.violations) {
    base::Diagnostic d;
    d.message = "the test case is wrong, please report this: " + v;
    wrong.push_back(std::move(d));
  }
  result.diagnostics.insert(
      result.diagnostics.begin(), wrong.begin(), wrong.end());
}

/// Names and types as suites have them.
suite::Signature signature_of(const model::TimedAutomaton& automaton,
                              const std::set<std::uint32_t>& uncontrollable,
                              const std::string& time_unit) {
  suite::Signature signature;
  signature.time_unit = time_unit;
  for (std::uint32_t i = 0; i < automaton.channels.size(); ++i) {
    const model::TimedChannel& c = automaton.channels[i];
    suite::Channel channel;
    channel.name = c.name;
    channel.direction =
        c.input ? suite::Direction::input : suite::Direction::output;
    channel.controllable = !uncontrollable.contains(i);
    for (std::size_t p = 0; p < c.parameters.size(); ++p) {
      const model::DataType& type = c.parameters[p].type;
      suite::Signal signal;
      signal.name = c.parameters[p].name.empty() ? std::to_string(p + 1)
                                                 : c.parameters[p].name;
      switch (type.base) {
        case model::DataType::Base::boolean:
          signal.type = "bool";
          break;
        case model::DataType::Base::integer:
          signal.type = "int";
          if (type.non_negative) signal.lo = logic::Value::integer(0);
          break;
        case model::DataType::Base::rational:
          signal.type = "real";
          if (type.non_negative) signal.lo = logic::Value::real(0);
          break;
      }
      channel.parameters.push_back(std::move(signal));
    }
    signature.channels.push_back(std::move(channel));
  }
  return signature;
}

}  // namespace catenary::engine::symbolic
