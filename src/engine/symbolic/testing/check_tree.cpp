// SPDX-License-Identifier: Apache-2.0
/// \file
/// A check of the guards of a test-case tree for disjointness and completeness,
/// from the formulas of the tree alone, so that errors in their construction
/// are found.
///
/// One query for each state asks whether anything is wrong there, first without
/// the facts of the path to it and then with more and more of them. What is
/// refuted from fewer facts is refuted. So the cost is about linear in the
/// length of the path.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/symbolic/prover.h"
#include "engine/symbolic/testing/test_case.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::conjuncts_of;
using logic::Op;
using logic::Term;
using logic::Value;
using logic::smt::Answer;
using suite::Action;
using suite::Tree;
using suite::TreeTransition;

/// The facts that hold after a path, indexed by their variables.
class Facts {
 public:
  void add(Term fact) {
    for (const Term c : conjuncts_of(std::span(&fact, 1))) {
      const std::size_t index = facts_.size();
      facts_.push_back(c);
      variables_.push_back(logic::free_variables(c));
      for (const Term x : variables_.back()) about_[x].push_back(index);
    }
  }
  [[nodiscard]] std::size_t size() const { return facts_.size(); }
  void shrink(std::size_t size) {
    while (facts_.size() > size) {
      for (const Term x : variables_.back()) about_[x].pop_back();
      facts_.pop_back();
      variables_.pop_back();
    }
  }

  /// The facts that are connected with the formula by at most `distance` shared
  /// variables.
  [[nodiscard]] std::vector<Term> near(Term formula,
                                       std::size_t distance) const {
    std::vector<Term> frontier = logic::free_variables(formula);
    std::set<Term> seen(frontier.begin(), frontier.end());
    std::set<std::size_t> taken;
    for (std::size_t i = 0; i < distance && !frontier.empty(); ++i) {
      std::vector<Term> next;
      for (const Term x : frontier) {
        const auto facts = about_.find(x);
        if (facts == about_.end()) continue;
        for (const std::size_t f : facts->second) {
          if (!taken.insert(f).second) continue;
          for (const Term y : variables_[f]) {
            if (seen.insert(y).second) next.push_back(y);
          }
        }
      }
      frontier = std::move(next);
    }
    std::vector<Term> result;
    for (const std::size_t f : taken) result.push_back(facts_[f]);
    return result;
  }
  [[nodiscard]] const std::vector<Term>& all() const { return facts_; }

 private:
  std::vector<Term> facts_;
  std::vector<std::vector<Term>> variables_;
  std::map<Term, std::vector<std::size_t>> about_;
};

/// A situation that must not occur, and the message for it.
struct Fault {
  Term formula;
  std::string text;
};

/// One check of a tree.
class Checker {
 public:
  Checker(const Tree& tree,
          const suite::Signature& signature,
          const TestCaseOptions& options,
          const base::Budget& budget)
      : tree_(suite::with_own_terms(tree)),
        terms_(*tree_.terms),
        signature_(signature),
        options_(options),
        budget_(budget),
        prover_(terms_, options, budget),
        leaving_(tree.states.size()) {
    for (std::size_t i = 0; i < tree.transitions.size(); ++i) {
      leaving_.at(tree.transitions[i].from).push_back(i);
    }
  }

  TreeCheck run() {
    if (!tree_.states.empty()) visit();
    return std::move(result_);
  }

 private:
  /// Depth-first traversal; the facts are those of the path to the present
  /// state.
  void visit() {
    struct Visit {
      std::uint32_t state;
      std::size_t facts;  ///< how many there were before it
      std::optional<std::size_t> by;
    };
    std::vector<Visit> stack{{0, 0, std::nullopt}};
    std::vector<bool> seen(tree_.states.size(), false);
    while (!stack.empty()) {
      const Visit v = stack.back();
      stack.pop_back();
      if (seen.at(v.state)) {
        result_.violations.push_back(fmt::format("{}: two paths lead there",
                                                 tree_.states[v.state].name));
        continue;
      }
      seen[v.state] = true;
      // Back to the facts of the branch: a stack, since facts are only
      // appended.
      facts_.shrink(v.facts);
      if (v.by) {
        const TreeTransition& t = tree_.transitions[*v.by];
        for (const Term c : observed(t, t.from)) facts_.add(c);
        facts_.add(t.guard.term);
      }
      for (const auto& d : tree_.states[v.state].definitions) {
        facts_.add(terms_.equal(terms_.variable(d.name, d.sort), d.value.term));
      }
      check(v.state);
      for (const std::size_t i : leaving_[v.state]) {
        const TreeTransition& t = tree_.transitions[i];
        if (!t.to_leaf) stack.push_back({t.to, facts_.size(), i});
      }
    }
  }

  Term number(const mpq_class& q) { return terms_.constant(Value::real(q)); }

  /// What holds for every event that takes this transition: its delay is within
  /// the time-out, or silence lasted up to it.
  std::vector<Term> observed(const TreeTransition& t, std::uint32_t state) {
    std::vector<Term> result;
    const Term delay = terms_.variable(t.delay, logic::Sort::real());
    const Term end = number(tree_.states[state].time_out);
    if (t.action == Action::quiescence) {
      result.push_back(terms_.equal(delay, end));
      return result;
    }
    result.push_back(terms_.make(Op::less_equal, {number(0), delay}));
    result.push_back(terms_.make(Op::less_equal, {delay, end}));
    return result;
  }

  /// Faults of transitions that observe the same: two guards with different
  /// targets overlap, or no guard holds.
  void add_faults(std::vector<Fault>& faults,
                  std::uint32_t state,
                  const std::vector<std::size_t>& same,
                  const std::string& what) {
    const std::string& name = tree_.states[state].name;
    if (same.empty()) {
      faults.push_back({terms_.boolean(true),
                        fmt::format("{}: nothing observes {}", name, what)});
      return;
    }
    const std::vector<Term> base =
        observed(tree_.transitions[same.front()], state);
    std::vector<Term> none = base;
    for (std::size_t i = 0; i < same.size(); ++i) {
      const TreeTransition& a = tree_.transitions[same[i]];
      const Term guard = a.guard.term;
      none.push_back(terms_.logical_not(guard));
      for (std::size_t k = i + 1; k < same.size(); ++k) {
        const TreeTransition& b = tree_.transitions[same[k]];
        if (a.to_leaf == b.to_leaf && a.to == b.to) continue;
        std::vector<Term> both = base;
        both.push_back(guard);
        both.push_back(b.guard.term);
        faults.push_back({terms_.logical_and(both),
                          fmt::format("{}: {} satisfies both {} and {}",
                                      name,
                                      what,
                                      a.rule,
                                      b.rule)});
      }
    }
    faults.push_back({terms_.logical_and(none),
                      fmt::format("{}: {} satisfies no guard", name, what)});
  }

  // All faults of a state. What the tester sends is no observation.
  void check(std::uint32_t state) {
    std::map<std::uint32_t, std::vector<std::size_t>> by_channel;
    std::vector<std::size_t> silence;
    for (const std::size_t i : leaving_[state]) {
      const TreeTransition& t = tree_.transitions[i];
      if (t.action == Action::quiescence) silence.push_back(i);
      if (t.action == Action::observe) by_channel[t.channel].push_back(i);
    }
    std::vector<Fault> faults;
    for (std::uint32_t c = 0; c < signature_.channels.size(); ++c) {
      const suite::Channel& channel = signature_.channels[c];
      const bool sent =
          channel.direction == suite::Direction::input && channel.controllable;
      if (!sent) add_faults(faults, state, by_channel[c], channel.name);
    }
    add_faults(faults, state, silence, "silence");
    // One query for all faults; usually it is refuted, and the state is
    // correct.
    std::vector<Term> any;
    for (const Fault& f : faults) any.push_back(f.formula);
    if (is_refuted(terms_.logical_or(any))) return;
    for (const Fault& f : faults) report(f);
  }

  /// A query without a model. One solver is used for several states, since
  /// making one costs more than most queries; it is renewed because a solver
  /// that has seen many variables is slow.
  Answer ask(const std::vector<Term>& all) {
    constexpr int kMostQueries = 100;
    if (!solver_ || ++asked_ > kMostQueries) {
      logic::smt::Options limits;
      limits.query_time = options_.query_time;
      solver_ = options_.solver ? options_.solver(terms_, limits)
                                : logic::smt::make_z3(terms_, limits);
      asked_ = 0;
    }
    solver_->push();
    for (const Term t : all) solver_->assert_term(t);
    const Answer answer = solver_->check({}, budget_);
    solver_->pop();
    return answer;
  }

  // With facts at distance 0, 2 and 6: the formula is usually refuted by near
  // ones.
  bool is_refuted(Term formula) {
    for (const std::size_t distance : {0U, 2U, 6U}) {
      std::vector<Term> all = facts_.near(formula, distance);
      const bool complete = all.size() == facts_.size();
      all.push_back(formula);
      if (ask(all) == Answer::unsat) return true;
      if (complete) return false;
    }
    return false;
  }

  // The fault with all facts: proved, refuted or undecided.
  void report(const Fault& fault) {
    if (is_refuted(fault.formula)) return;
    std::vector<Term> all = facts_.all();
    all.push_back(fault.formula);
    const Answer answer = prover_.check(all);
    if (answer == Answer::unsat) return;
    if (answer == Answer::unknown) {
      result_.undecided.push_back(
          fmt::format("{}: {}", fault.text, prover_.why()));
      return;
    }
    std::string values;
    constexpr std::size_t kShown = 12;
    std::size_t shown = 0;
    for (const Term x : logic::free_variables(fault.formula)) {
      if (++shown > kShown) break;
      values += fmt::format("{}{} = {}",
                            values.empty() ? "" : ", ",
                            x.name(),
                            prover_.value(x).to_string());
    }
    result_.violations.push_back(
        values.empty() ? fault.text
                       : fmt::format("{}, e.g. {}", fault.text, values));
  }

  Tree tree_;
  logic::TermManager& terms_;
  const suite::Signature& signature_;
  const TestCaseOptions& options_;
  const base::Budget& budget_;
  std::unique_ptr<logic::smt::Solver> solver_;
  int asked_ = 0;
  Prover prover_;
  std::vector<std::vector<std::size_t>> leaving_;
  Facts facts_;
  TreeCheck result_;
};

}  // namespace

TreeCheck check_tree(const suite::Tree& tree,
                     const suite::Signature& signature,
                     const TestCaseOptions& options,
                     const base::Budget& budget) {
  return Checker(tree, signature, options, budget).run();
}

}  // namespace catenary::engine::symbolic
