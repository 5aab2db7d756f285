// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of purposes and coverage criteria.
#include "engine/contract/testing/goals.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "logic/term/infix.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

using logic::Op;
using logic::Term;
using model::Contract;
using model::ContractCriterion;
using model::Interface;

/// Makes the goals of one criterion for one view.
class Goals {
 public:
  Goals(const Interface& interface, std::int32_t view)
      : interface_(interface), terms_(*interface.terms), view_(view) {}

  std::vector<TestGoal> make(ContractCriterion criterion);

 private:
  /// Whether a view is the one that was asked for.
  [[nodiscard]] bool wanted(std::uint32_t view) const {
    return view_ < 0 || static_cast<std::uint32_t>(view_) == view;
  }
  /// A condition at the steps that a contract applies to; false at others, and
  /// at a first step if it reads the step before.
  [[nodiscard]] Target at_steps_of(const Contract& contract, Term condition);
  /// A target with both forms simplified.
  [[nodiscard]] Target simplified(Term first, Term later);
  /// The goal of criterion `contracts`.
  void of_contract(const Contract& contract);
  /// The goals of criterion `assumptions`.
  void of_atoms(const Contract& contract);
  /// The goals of criterion `boundaries`.
  void of_variable(const model::InterfaceVariable& variable);
  /// The goal of criterion `pairs`, if both requirements have assumptions.
  void of_pair(std::uint32_t a, std::uint32_t b);
  /// Some written assumption of a requirement holds. Null terms: it has none.
  [[nodiscard]] Target asked(std::uint32_t requirement);
  /// Appends a goal. Its view is that of its first requirement.
  void add(std::string id,
           std::string text,
           ContractCriterion criterion,
           std::vector<std::uint32_t> requirements,
           const Target& target,
           const base::SourceLocation& where);

  const Interface& interface_;
  logic::TermManager& terms_;
  std::int32_t view_;
  std::vector<TestGoal> out_;
};

/// A condition for messages, cut where it is very long.
std::string shown(Term term) {
  constexpr std::size_t kLongest = 200;
  return logic::to_infix(term, logic::InfixStyle::readable, kLongest)
      .value_or("a long condition");
}

/// The atoms of a condition: Boolean subterms without Boolean operators, in the
/// order of the text, each once. Iterative.
std::vector<Term> atoms_of(Term term) {
  std::vector<Term> out;
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    switch (t.op()) {
      case Op::logical_not:
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_xor:
      case Op::implies:
        for (std::size_t i = t.operands().size(); i-- > 0;) {
          // Pushed in reverse, so that atoms are numbered from left to right.
          open.push_back(t[i]);
        }
        continue;
      case Op::equal:
      case Op::ite:
        // An equation or choice between Booleans is an operator; between other
        // sorts it is an atom, or part of one.
        if (t[1].sort().kind() == logic::SortKind::boolean) {
          for (std::size_t i = t.operands().size(); i-- > 0;) {
            open.push_back(t[i]);
          }
          continue;
        }
        break;
      case Op::constant:
        continue;
      default:
        break;
    }
    if (std::find(out.begin(), out.end(), t) == out.end()) out.push_back(t);
  }
  return out;
}

/// `term` with a constant in place of an atom, everywhere it occurs. Iterative.
Term with(logic::TermManager& terms, Term term, Term atom, bool value) {
  std::map<Term, Term> done;
  for (const Term t : logic::subterms(term)) {
    if (t == atom) {
      done.emplace(t, terms.boolean(value));
      continue;
    }
    std::vector<Term> operands;
    for (const Term o : t.operands()) operands.push_back(done.at(o));
    done.emplace(t, operands.empty() ? t : terms.rebuild(t, operands));
  }
  return done.at(term);
}

Target Goals::simplified(Term first, Term later) {
  return {logic::simplify(terms_, first), logic::simplify(terms_, later)};
}

Target Goals::at_steps_of(const Contract& contract, Term condition) {
  const Term never = terms_.boolean(false);
  const bool first = contract.at_init && !model::reads_before(condition);
  return simplified(first ? condition : never,
                    contract.at_step ? condition : never);
}

void Goals::add(std::string id,
                std::string text,
                ContractCriterion criterion,
                std::vector<std::uint32_t> requirements,
                const Target& target,
                const base::SourceLocation& where) {
  TestGoal goal;
  goal.id = std::move(id);
  goal.text = std::move(text);
  goal.kind = model::to_string(criterion);
  goal.view = requirements.empty()
                  ? view_
                  : static_cast<std::int32_t>(
                        interface_.requirements[requirements[0]].view);
  goal.requirements = std::move(requirements);
  goal.target = target;
  goal.where = where;
  out_.push_back(std::move(goal));
}

void Goals::of_contract(const Contract& contract) {
  add(contract.id + ".when",
      contract.has_assumption ? shown(contract.assumption)
                              : contract.id + " is asked for",
      ContractCriterion::contracts,
      {contract.requirement},
      at_steps_of(contract, contract.assumption),
      contract.where);
}

void Goals::of_atoms(const Contract& contract) {
  const std::vector<Term> atoms = atoms_of(contract.assumption);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    // Unique cause: the Boolean difference of the assumption by the atom. With
    // all other atoms as they are, the assumption changes with this one.
    const Term decides =
        terms_.make(Op::logical_xor,
                    {with(terms_, contract.assumption, atoms[i], true),
                     with(terms_, contract.assumption, atoms[i], false)});
    for (const bool value : {true, false}) {
      const Term has = value ? atoms[i] : terms_.logical_not(atoms[i]);
      add(contract.id + "." + std::to_string(i + 1) +
              (value ? ".true" : ".false"),
          shown(atoms[i]) + (value ? "" : " does not hold, and") +
              " decides whether " + contract.id + " is asked for",
          ContractCriterion::assumptions,
          {contract.requirement},
          at_steps_of(contract, terms_.logical_and(has, decides)),
          contract.where);
    }
  }
}

void Goals::of_variable(const model::InterfaceVariable& variable) {
  const bool is_number = variable.sort().kind() == logic::SortKind::integer ||
                         variable.sort().kind() == logic::SortKind::real;
  // Ranges of derived variables are an encoding, not a requirement.
  if (!is_number || variable.derived) return;
  for (const bool low : {true, false}) {
    const std::optional<logic::Value>& end = low ? variable.lo : variable.hi;
    if (!end) continue;
    const Term at = terms_.equal(variable.now, terms_.constant(*end));
    add(variable.name + (low ? ".low" : ".high"),
        variable.name + " is at its " + (low ? "least" : "greatest") +
            " value, " + end->to_string(),
        ContractCriterion::boundaries,
        {},
        {at, at},
        variable.where);
    // Hidden variables exist in their view only.
    if (variable.view >= 0) out_.back().view = variable.view;
  }
}

Target Goals::asked(std::uint32_t requirement) {
  std::vector<Term> first;
  std::vector<Term> later;
  for (const std::uint32_t c : interface_.requirements[requirement].contracts) {
    const Contract& contract = interface_.contracts[c];
    if (contract.definition || !contract.has_assumption) continue;
    // A contract without an assumption would make every pair trivial.
    const Target t = at_steps_of(contract, contract.assumption);
    first.push_back(t.first);
    later.push_back(t.later);
  }
  if (first.empty()) return {};
  return {terms_.logical_or(first), terms_.logical_or(later)};
}

void Goals::of_pair(std::uint32_t a, std::uint32_t b) {
  const Target one = asked(a);
  const Target other = asked(b);
  if (!one.first.valid() || !other.first.valid()) return;
  const std::string& first = interface_.requirements[a].id;
  const std::string& second = interface_.requirements[b].id;
  add(first + "+" + second,
      "assumptions of " + first + " and " + second + " hold at once",
      ContractCriterion::pairs,
      {a, b},
      simplified(terms_.logical_and(one.first, other.first),
                 terms_.logical_and(one.later, other.later)),
      interface_.requirements[a].where);
}

std::vector<TestGoal> Goals::make(ContractCriterion criterion) {
  CATENARY_CHECK(criterion != ContractCriterion::mutants,
                 "a criterion whose goals are targets");
  if (criterion == ContractCriterion::boundaries) {
    for (const model::InterfaceVariable& v : interface_.variables) {
      if (v.view < 0 || wanted(static_cast<std::uint32_t>(v.view))) {
        of_variable(v);
      }
    }
    return std::move(out_);
  }
  if (criterion == ContractCriterion::pairs) {
    for (std::uint32_t b = 0; b < interface_.requirements.size(); ++b) {
      // Each unordered pair once.
      for (std::uint32_t a = 0; a < b; ++a) {
        if (wanted(interface_.requirements[a].view) &&
            wanted(interface_.requirements[b].view)) {
          of_pair(a, b);
        }
      }
    }
    return std::move(out_);
  }
  for (const Contract& contract : interface_.contracts) {
    if (contract.definition || !wanted(interface_.view_of(contract))) continue;
    if (criterion == ContractCriterion::contracts) {
      of_contract(contract);
    } else {
      of_atoms(contract);
    }
  }
  return std::move(out_);
}

}  // namespace

std::vector<TestGoal> purposes_of(const Interface& interface) {
  std::vector<TestGoal> out;
  for (const model::Purpose& p : interface.purposes) {
    TestGoal goal;
    goal.id = p.id;
    goal.text = p.text;
    goal.kind = "purpose";
    goal.view = p.view;
    goal.within = p.within;
    goal.target = {model::formula_at(interface, p, true),
                   model::formula_at(interface, p, false)};
    goal.where = p.where;
    out.push_back(std::move(goal));
  }
  return out;
}

std::vector<TestGoal> for_each_contract(const Interface& interface,
                                        const std::vector<TestGoal>& goals) {
  logic::TermManager& terms = *interface.terms;
  const Term never = terms.boolean(false);
  std::vector<TestGoal> out;
  for (const TestGoal& goal : goals) {
    for (const Contract& contract : interface.contracts) {
      if (contract.definition || !contract.has_assumption) continue;
      const bool first =
          contract.at_init && !model::reads_before(contract.assumption);
      TestGoal one = goal;
      one.id += "@" + contract.id;
      one.text += (one.text.empty() ? "" : ", ") + std::string("where ") +
                  contract.id + " is asked for";
      one.requirements.push_back(contract.requirement);
      std::sort(one.requirements.begin(), one.requirements.end());
      one.requirements.erase(
          std::unique(one.requirements.begin(), one.requirements.end()),
          one.requirements.end());
      one.target.first = logic::simplify(
          terms,
          terms.logical_and(goal.target.first,
                            first ? contract.assumption : never));
      one.target.later = logic::simplify(
          terms,
          terms.logical_and(goal.target.later,
                            contract.at_step ? contract.assumption : never));
      out.push_back(std::move(one));
    }
  }
  return out;
}

std::vector<TestGoal> goals_of(const Interface& interface,
                               ContractCriterion criterion,
                               std::int32_t view) {
  return Goals(interface, view).make(criterion);
}

}  // namespace catenary::engine::contract
