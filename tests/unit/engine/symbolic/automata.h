// SPDX-License-Identifier: Apache-2.0
/// \file
/// Small timed automata, put together by hand.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/timed/timed_automaton.h"
#include "unit/smtlib_script.h"

namespace catenary::engine::symbolic::testing {

using model::DataType;

inline const DataType kInt{DataType::Base::integer, false, false};
inline const DataType kUint{DataType::Base::integer, true, false};
inline const DataType kRational{DataType::Base::rational, false, false};
inline const DataType kUrational{DataType::Base::rational, true, false};
inline const DataType kBool{DataType::Base::boolean, false, false};

/// Builds an automaton; expressions are SMT-LIB over the variables' names. The
/// n-th thing added stands in line n of "test.xlia".
class Builder {
 public:
  Builder() {
    automaton_.system = "S";
    automaton_.machine = "M";
    automaton_.path = "test.xlia";
    automaton_.terms = std::make_shared<logic::TermManager>();
  }

  Builder& variable(const std::string& name,
                    const DataType& type,
                    const std::string& initial = "") {
    add_variable(name, type, type.sort());
    if (!initial.empty()) set(automaton_.init, name, initial);
    return *this;
  }
  Builder& parameter(const std::string& name, const DataType& type) {
    add_variable(name, type, type.sort());
    automaton_.variables.back().parameter = true;
    return *this;
  }
  Builder& clock(const std::string& name) {
    add_variable(name, kUrational, logic::Sort::real());
    automaton_.variables.back().clock = true;
    return *this;
  }
  Builder& channel(const std::string& name,
                   bool input,
                   const std::vector<DataType>& types = {}) {
    model::TimedChannel c;
    c.name = name;
    c.input = input;
    for (const DataType& t : types) c.parameters.push_back({"", t});
    c.where = line();
    automaton_.channels.push_back(c);
    return *this;
  }
  Builder& input(const std::string& name,
                 const std::vector<DataType>& types = {}) {
    return channel(name, true, types);
  }
  Builder& output(const std::string& name,
                  const std::vector<DataType>& types = {}) {
    return channel(name, false, types);
  }
  Builder& states(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      model::TimedState s;
      s.name = name;
      s.where = line();
      automaton_.states.push_back(s);
    }
    return *this;
  }
  /// What follows is of this transition.
  Builder& transition(const std::string& name,
                      const std::string& from,
                      const std::string& to) {
    model::TimedTransition t;
    t.name = name;
    t.from = *automaton_.find_state(from);
    t.to = *automaton_.find_state(to);
    t.where = line();
    automaton_.states[t.from].transitions.push_back(
        static_cast<std::uint32_t>(automaton_.transitions.size()));
    automaton_.transitions.push_back(t);
    return *this;
  }
  Builder& receive(const std::string& channel,
                   const std::vector<std::string>& into = {}) {
    model::TimedTransition& t = automaton_.transitions.back();
    t.action = model::TimedAction::input;
    t.channel = *automaton_.find_channel(channel);
    t.action_where = line();
    for (const std::string& v : into) {
      t.received.push_back(*automaton_.find_variable(v));
    }
    return *this;
  }
  Builder& send(const std::string& channel,
                const std::vector<std::string>& what = {}) {
    model::TimedTransition& t = automaton_.transitions.back();
    t.action = model::TimedAction::output;
    t.channel = *automaton_.find_channel(channel);
    t.action_where = line();
    for (const std::string& e : what) t.sent.push_back(term(e));
    add(model::TimedStatement::Kind::send);
    return *this;
  }
  Builder& guard(const std::string& condition) {
    add(model::TimedStatement::Kind::guard);
    last().condition = term(condition);
    last().text = condition;
    return *this;
  }
  Builder& assign(const std::string& name, const std::string& value) {
    set(automaton_.transitions.back().statements, name, value);
    return *this;
  }
  Builder& fresh(const std::string& name,
                 const std::string& condition = "true") {
    add(model::TimedStatement::Kind::fresh);
    last().condition = term(condition);
    last().assignments.push_back(
        {*automaton_.find_variable(name), logic::Term()});
    return *this;
  }
  /// Restricts the values at the start.
  Builder& start_guard(const std::string& condition) {
    model::TimedStatement s;
    s.condition = term(condition);
    s.text = condition;
    s.where = line();
    automaton_.init.push_back(s);
    return *this;
  }
  /// `initial`, where it is not the first state.
  model::TimedAutomaton build(const std::string& initial = "") {
    if (!initial.empty()) automaton_.initial = *automaton_.find_state(initial);
    return automaton_;
  }
  logic::Term term(const std::string& text) {
    std::vector<logic::Term> names;
    for (const auto& v : automaton_.variables) names.push_back(v.term);
    return logic::parse_smtlib_term(*automaton_.terms, text, "test", names);
  }

 private:
  base::SourceLocation line() { return {"test.xlia", ++lines_, 1}; }
  model::TimedStatement& last() {
    return automaton_.transitions.back().statements.back();
  }
  void add(model::TimedStatement::Kind kind) {
    model::TimedStatement s;
    s.kind = kind;
    s.where = line();
    automaton_.transitions.back().statements.push_back(s);
  }
  void add_variable(const std::string& name,
                    const DataType& type,
                    const logic::Sort& sort) {
    model::TimedVariable v;
    v.name = name;
    v.type = type;
    v.term = automaton_.terms->variable(name, sort);
    v.where = line();
    automaton_.variables.push_back(v);
  }
  void set(std::vector<model::TimedStatement>& to,
           const std::string& name,
           const std::string& value) {
    model::TimedStatement s;
    s.kind = model::TimedStatement::Kind::assign;
    s.where = line();
    s.assignments.push_back({*automaton_.find_variable(name), term(value)});
    to.push_back(s);
  }

  model::TimedAutomaton automaton_;
  std::uint32_t lines_ = 0;
};

/// A cash machine that answers within 10 if the balance suffices, else says so
/// within 2 and prints the balance within 5 more.
inline model::TimedAutomaton cash_machine() {
  return Builder()
      .variable("amount", kInt)
      .variable("balance", kInt, "100")
      .clock("cl")
      .input("Withdraw", {kInt})
      .output("Cash", {kInt})
      .output("Refused", {kInt})
      .output("Balance", {kInt})
      .states({"Idle", "Verify", "Print"})
      .transition("tr1", "Idle", "Verify")
      .receive("Withdraw", {"amount"})
      .guard("(> amount 0)")
      .assign("cl", "0.0")
      .transition("tr2", "Verify", "Idle")
      .guard("(and (<= amount balance) (<= cl 10.0))")
      .send("Cash", {"amount"})
      .assign("balance", "(- balance amount)")
      .transition("tr3", "Verify", "Print")
      .guard("(and (> amount balance) (<= cl 2.0))")
      .send("Refused", {"amount"})
      .assign("cl", "0.0")
      .transition("tr4", "Print", "Idle")
      .guard("(<= cl 5.0)")
      .send("Balance", {"balance"})
      .build();
}

/// Transitions by name.
inline std::vector<std::uint32_t> path_of(const model::TimedAutomaton& a,
                                          const std::vector<std::string>& n) {
  std::vector<std::uint32_t> path;
  for (const std::string& name : n) path.push_back(*a.find_transition(name));
  return path;
}

}  // namespace catenary::engine::symbolic::testing
