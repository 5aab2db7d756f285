// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the guards of a test case say of an observation.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/symbolic/testing/test_case.h"
#include "logic/smt/solver.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"
#include "unit/engine/symbolic/automata.h"
#include "unit/smtlib_script.h"

namespace catenary::engine::symbolic::testing {

inline TestCaseResult make(const model::TimedAutomaton& a,
                           const std::vector<std::string>& path,
                           const TestCaseOptions& options = {}) {
  Execution execution(a);
  return make_test_case(execution, path_of(a, path), options, base::Budget());
}

/// Requires: a test case without violations.
class Judge {
 public:
  Judge(const model::TimedAutomaton& automaton, const TestCaseResult& result)
      : automaton_(automaton), tree_(result.tree) {
    EXPECT_EQ(result.refusal, Refusal::none);
    for (const auto& d : result.diagnostics) {
      EXPECT_NE(d.severity, base::Severity::error) << d.message;
    }
    for (const auto& v : tree_.variables) declare(v.name, v.sort);
    for (const auto& s : tree_.states) {
      for (const auto& d : s.definitions) declare(d.name, d.sort);
    }
  }

  /// What was seen; numbers as SMT-LIB, e.g. "(- 3)".
  Judge& set(const std::string& name, const std::string& value) {
    const logic::Term v = manager_.find_variable(name);
    EXPECT_TRUE(v.valid()) << name;
    values_[v] = logic::simplify(
        manager_, logic::parse_smtlib_term(manager_, value, "test", {}));
    return *this;
  }

  /// Targets whose guards hold in that state on a channel ("" = silence), with
  /// rules, e.g. "FAIL_out R9"; several are joined by " + ".
  std::string at(std::uint32_t state, const std::string& channel) {
    std::string text;
    for (const auto& t : tree_.transitions) {
      const bool silent = t.action == suite::Action::quiescence;
      if (t.from != state || silent != channel.empty()) continue;
      if (!silent && automaton_.channels[t.channel].name != channel) continue;
      if (!holds(t.guard)) continue;
      text += (text.empty() ? "" : " + ") + target(t) + " " + t.rule;
    }
    return text;
  }

  /// All of a state, e.g. "Out: R2 R9, silence: R8"; sorted by channel.
  std::string rules(std::uint32_t state) const {
    std::map<std::string, std::string> by;
    for (const auto& t : tree_.transitions) {
      if (t.from != state) continue;
      const std::string channel = t.action == suite::Action::quiescence
                                      ? "silence"
                                      : automaton_.channels[t.channel].name;
      by[channel] += " " + t.rule;
    }
    std::string text;
    for (const auto& [channel, rules] : by) {
      text += (text.empty() ? "" : ", ") + channel + ":" + rules;
    }
    return text;
  }

  bool holds(const suite::Formula& guard) {
    logic::Substitution map(values_.begin(), values_.end());
    for (const auto& s : tree_.states) {
      for (const auto& d : s.definitions) {
        const logic::Term value = logic::simplify(
            manager_, logic::substitute(manager_, read(d.value), map));
        map[manager_.find_variable(d.name)] = value;
      }
    }
    const logic::Term t = logic::simplify(
        manager_, logic::substitute(manager_, read(guard), map));
    if (t.is_constant()) return t.is_true();
    const auto solver = logic::smt::make_z3(manager_, {});
    return solver->check(std::span(&t, 1), base::Budget()) ==
           logic::smt::Answer::sat;
  }

 private:
  void declare(const std::string& name, const logic::Sort& sort) {
    variables_.push_back(manager_.variable(name, sort));
  }
  /// By way of its text: what a suite has must mean the same.
  logic::Term read(const suite::Formula& formula) {
    return logic::parse_smtlib_term(
        manager_, suite::to_smtlib(formula), "guard", variables_);
  }
  std::string target(const suite::TreeTransition& t) const {
    return t.to_leaf ? tree_.leaves[t.to].name : tree_.states[t.to].name;
  }

  const model::TimedAutomaton& automaton_;
  suite::Tree tree_;
  logic::TermManager manager_;
  std::vector<logic::Term> variables_;
  std::map<logic::Term, logic::Term> values_;
};

}  // namespace catenary::engine::symbolic::testing
