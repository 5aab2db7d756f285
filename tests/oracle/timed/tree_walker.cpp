// SPDX-License-Identifier: Apache-2.0
#include "oracle/timed/tree_walker.h"

#include <cmath>

#include "base/check.h"
#include "logic/smt/solver.h"
#include "logic/term/substitute.h"
#include "unit/smtlib_script.h"

namespace catenary::oracle {

using logic::Term;
using logic::Value;

namespace {

std::string declaration(const std::string& name, const logic::Sort& sort) {
  return "(declare-const " + logic::smtlib_symbol(name) + " " +
         sort.to_string() + ")\n";
}

Value value_of(const logic::Sort& sort, double x) {
  switch (sort.kind()) {
    case logic::SortKind::boolean:
      return Value::boolean(x != 0);
    case logic::SortKind::integer:
      return Value::integer(static_cast<long long>(std::floor(x)));
    default:
      return Value::real(mpq_class(x));
  }
}

}  // namespace

TreeWalker::TreeWalker(const suite::Tree& tree)
    : tree_(tree), terms_(std::make_unique<logic::TermManager>()) {
  std::string script;
  for (const auto& v : tree.variables) script += declaration(v.name, v.sort);
  for (const auto& s : tree.states) {
    for (const auto& d : s.definitions) script += declaration(d.name, d.sort);
  }
  for (const auto& f : tree.functions) {
    script += suite::define_function(f) + "\n";
  }
  for (const auto& s : tree.states) {
    for (const auto& d : s.definitions) {
      script += "(assert (= " + logic::smtlib_symbol(d.name) + " " +
                suite::to_smtlib(d.value) + "))\n";
    }
  }
  for (const auto& t : tree.transitions) {
    script += "(assert " + suite::to_smtlib(t.guard) + ")\n";
  }
  const logic::SmtlibScript read =
      logic::parse_smtlib(*terms_, script, "tree.smt2");
  std::size_t next = 0;
  definitions_.resize(tree.states.size());
  for (std::size_t s = 0; s < tree.states.size(); ++s) {
    for (const auto& d : tree.states[s].definitions) {
      const Term equation = read.assertions.at(next++);
      const Term variable = terms_->find_variable(d.name);
      definitions_[s].push_back(
          {variable, equation[0] == variable ? equation[1] : equation[0]});
    }
  }
  for (const auto& t : tree.transitions) {
    Ready ready;
    ready.guard = read.assertions.at(next++);
    if (!t.delay.empty()) ready.bound.push_back(terms_->find_variable(t.delay));
    for (const std::string& v : t.variables) {
      ready.bound.push_back(terms_->find_variable(v));
    }
    for (const Term b : ready.bound) {
      CATENARY_CHECK(b.valid(), "a tree binds what it does not declare");
    }
    transitions_.push_back(std::move(ready));
  }
  reset();
}

void TreeWalker::reset() {
  known_ = {};
  enter(0);
}

void TreeWalker::enter(std::uint32_t state) {
  state_ = state;
  for (const Definition& d : definitions_[state]) {
    const auto value = logic::evaluate(d.value, known_);
    CATENARY_CHECK(value.has_value(), "a definition cannot be computed");
    known_.set(d.variable, *value);
  }
}

void TreeWalker::bind(const Ready& ready,
                      const mpq_class& delay,
                      const std::vector<double>& values,
                      logic::Assignment& to) const {
  for (std::size_t i = 0; i < ready.bound.size(); ++i) {
    const Term v = ready.bound[i];
    to.set(v,
           i == 0 ? Value::real(delay) : value_of(v.sort(), values.at(i - 1)));
  }
}

int TreeWalker::holds(Term guard, const logic::Assignment& values) {
  if (const auto v = logic::evaluate(guard, values))
    return v->as_bool() ? 1 : 0;
  ++quantified_;
  logic::Substitution s;
  for (const auto& [variable, value] : values.values()) {
    s[variable] = terms_->constant(value);
  }
  logic::smt::Options options;
  options.query_time = std::chrono::milliseconds(1000);
  const auto solver = logic::smt::make_z3(*terms_, options);
  solver->assert_term(logic::substitute(*terms_, guard, s));
  switch (solver->check({}, base::Budget())) {
    case logic::smt::Answer::sat:
      return 1;
    case logic::smt::Answer::unsat:
      return 0;
    default:
      return -1;
  }
}

std::vector<std::int64_t> TreeWalker::enabled(
    suite::Action action,
    std::uint32_t channel,
    const mpq_class& delay,
    const std::vector<double>& values) {
  std::vector<std::int64_t> out;
  for (std::size_t t = 0; t < tree_.transitions.size(); ++t) {
    const suite::TreeTransition& transition = tree_.transitions[t];
    if (transition.from != state_ || transition.action != action ||
        (action != suite::Action::quiescence &&
         transition.channel != channel)) {
      continue;
    }
    logic::Assignment with = known_;
    bind(transitions_[t], delay, values, with);
    const int h = holds(transitions_[t].guard, with);
    const auto number = static_cast<std::int64_t>(t);
    if (h == 1) out.push_back(number);
    if (h < 0) out.push_back(-1 - number);
  }
  return out;
}

std::string TreeWalker::target(std::uint32_t transition) const {
  const suite::TreeTransition& t = tree_.transitions[transition];
  return t.to_leaf ? tree_.leaves[t.to].name : "NEXT";
}

void TreeWalker::follow(std::uint32_t transition,
                        const mpq_class& delay,
                        const std::vector<double>& values) {
  const suite::TreeTransition& t = tree_.transitions[transition];
  CATENARY_CHECK(!t.to_leaf, "nothing follows a verdict");
  bind(transitions_[transition], delay, values, known_);
  enter(t.to);
}

}  // namespace catenary::oracle
