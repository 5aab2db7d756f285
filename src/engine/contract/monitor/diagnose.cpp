// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagnosis of failing traces (Aichernig et al., STTT 2017, algorithm 5).
///
/// For one step that is to be violated, all other steps are asserted as they
/// are, and each rule of this step gets a Boolean indicator "violated".
/// Explanations are then models with chosen indicators.
#include "engine/contract/monitor/diagnose.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "engine/contract/search/least_model.h"
#include "engine/contract/testing/eliminate.h"
#include "logic/smt/solver.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::engine::contract {
namespace {

namespace smt = logic::smt;
using logic::Substitution;
using logic::Term;
using logic::TermManager;

/// The explanations that violate one step of a trace.
class StepDiagnosis {
 public:
  /// All must outlive this.
  StepDiagnosis(const Semantics& semantics,
                const std::vector<Snapshot>& trace,
                std::size_t step,
                const base::Budget& budget)
      : semantics_(semantics),
        terms_(semantics.terms()),
        trace_(trace),
        step_(step),
        budget_(budget),
        solver_(smt::make_z3(terms_, {})) {
    observe();
    for (std::size_t s = 0; s < trace.size(); ++s) {
      if (s != step) add_step(s);
      if (s == step) add_violated_step();
    }
  }

  /// Appends the explanations to `out`.
  void explain(const DiagnosisOptions& options, Diagnoses& out);

 private:
  /// Makes constants of the observed values.
  void observe();
  /// Asserts theta at a step.
  void add_step(std::size_t step);
  /// Makes the indicators, and asserts the definitions.
  void add_violated_step();
  /// Whether a rule is the range of a hidden variable.
  [[nodiscard]] bool is_hidden_range(std::size_t rule) const;
  /// Whether the observations do not already exclude a violation.
  [[nodiscard]] bool can_be_violated(std::size_t rule) const;
  /// A name for a condition, unless it is constant.
  [[nodiscard]] Term indicator(std::size_t rule, Term violated);
  /// The indicators of some rules.
  [[nodiscard]] std::vector<Term> indicators(
      const std::vector<std::size_t>& rules) const;
  /// Explanations until every candidate that can be violated is in one:
  /// TraceFailTC, with the uncovered candidates as C*.
  void cover(const std::vector<std::size_t>& candidates,
             const DiagnosisOptions& options,
             Diagnoses& out);
  /// cover(), and with DiagnosisOptions::all every other set of requirements
  /// and ranges.
  void enumerate(const std::vector<std::size_t>& candidates,
                 const DiagnosisOptions& options,
                 Diagnoses& out);
  /// The best explanation of what is asserted; false: none, or the solver gave
  /// up, which `out` then says. `wanted`: rules of which as many as possible
  /// should be violated.
  bool next(const std::vector<std::size_t>& wanted,
            const std::vector<std::size_t>& candidates,
            Diagnosis& found,
            Diagnoses& out);
  /// Narrows the models to a single one, by the criteria of Diagnoses::found.
  [[nodiscard]] bool narrow(LeastModel& model,
                            const std::vector<std::size_t>& wanted,
                            const std::vector<std::size_t>& candidates);
  /// The explanation in the narrowed model.
  [[nodiscard]] Diagnosis read(LeastModel& model) const;
  /// The condition that another set of requirements and ranges is violated.
  [[nodiscard]] Term differs(const Diagnosis& found);
  /// A disjunction.
  [[nodiscard]] Term some(std::vector<Term> conditions) {
    return terms_.logical_or(conditions);
  }

  const Semantics& semantics_;
  TermManager& terms_;
  const std::vector<Snapshot>& trace_;
  std::size_t step_;
  const base::Budget& budget_;
  std::unique_ptr<smt::Solver> solver_;
  /// Variables at steps whose value is a constant: observed ones, and those
  /// that propagation fixes.
  Substitution known_;
  /// By rule: its indicator at step_.
  std::vector<Term> violated_;
};

void StepDiagnosis::observe() {
  for (std::size_t s = 0; s < trace_.size(); ++s) {
    for (std::size_t v = 0; v < semantics_.interface().variables.size(); ++v) {
      if (!semantics_.observable(v)) continue;
      known_.emplace(semantics_.at(v, s), terms_.constant(trace_[s][v]));
    }
  }
}

void StepDiagnosis::add_step(std::size_t step) {
  const Term theta = logic::substitute(
      terms_, semantics_.theta(step == 0), semantics_.to_step(step));
  const Reduced reduced =
      reduce(terms_, logic::substitute(terms_, theta, known_));
  solver_->assert_term(reduced.rest);
  for (const auto& [variable, value] : reduced.facts) {
    solver_->assert_term(terms_.equal(variable, value));
    // Later steps profit from what this one fixes.
    known_.emplace(variable, value);
  }
}

bool StepDiagnosis::is_hidden_range(std::size_t rule) const {
  const Rule& p = semantics_.rules()[rule];
  return p.kind == Rule::Kind::range && !semantics_.observable(p.index);
}

bool StepDiagnosis::can_be_violated(std::size_t rule) const {
  return !violated_[rule].is_false();
}

Term StepDiagnosis::indicator(std::size_t rule, Term violated) {
  if (violated.is_constant()) return violated;
  const Term name = terms_.variable(
      "violated!" + std::to_string(rule) + "@" + std::to_string(step_ + 1),
      logic::Sort::boolean());
  solver_->assert_term(terms_.equal(name, violated));
  return name;
}

void StepDiagnosis::add_violated_step() {
  const Substitution at = semantics_.to_step(step_);
  const bool first = step_ == 0;
  for (std::size_t p = 0; p < semantics_.rules().size(); ++p) {
    const Rule& rule = semantics_.rules()[p];
    const Term placed = logic::substitute(
        terms_,
        logic::substitute(terms_, semantics_.rule(p, first), at),
        known_);
    const bool derived = rule.kind == Rule::Kind::range &&
                         semantics_.interface().variables[rule.index].derived;
    // Nobody can violate a definition, nor the range that follows from it.
    if (rule.kind == Rule::Kind::definition || derived) {
      solver_->assert_term(placed);
      violated_.push_back(terms_.boolean(false));
      continue;
    }
    violated_.push_back(
        indicator(p, logic::simplify(terms_, terms_.logical_not(placed))));
  }
}

std::vector<Term> StepDiagnosis::indicators(
    const std::vector<std::size_t>& rules) const {
  std::vector<Term> out;
  for (const std::size_t p : rules) out.push_back(violated_[p]);
  return out;
}

bool StepDiagnosis::narrow(LeastModel& model,
                           const std::vector<std::size_t>& wanted,
                           const std::vector<std::size_t>& candidates) {
  const std::vector<Term> want = indicators(wanted);
  const std::vector<Term> all = indicators(candidates);
  if (!model.require(some(want)) || !model.most_of(want) ||
      !model.fewest_of(all) || !model.first_of(all)) {
    return false;
  }
  for (std::size_t s = 0; s < trace_.size(); ++s) {
    for (std::size_t v = 0; v < semantics_.interface().variables.size(); ++v) {
      // Least values last: all criteria about violations come first.
      const Term variable = semantics_.at(v, s);
      if (known_.contains(variable)) continue;
      if (!model.least(variable, semantics_.interface().variables[v].lo)) {
        return false;
      }
    }
  }
  return true;
}

Diagnosis StepDiagnosis::read(LeastModel& model) const {
  const model::Interface& interface = semantics_.interface();
  Diagnosis out;
  out.step = step_;
  out.latent = step_ + 1 < trace_.size();
  std::set<std::uint32_t> requirements;
  for (std::size_t p = 0; p < violated_.size(); ++p) {
    if (!model.value(violated_[p]).as_bool()) continue;
    out.rules.push_back(p);
    const Rule& rule = semantics_.rules()[p];
    if (rule.kind == Rule::Kind::range) continue;
    requirements.insert(interface.contracts[rule.index].requirement);
  }
  out.requirements.assign(requirements.begin(), requirements.end());
  for (std::size_t s = 0; s < trace_.size(); ++s) {
    Snapshot step;
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      const auto known = known_.find(semantics_.at(v, s));
      step.push_back(known != known_.end() ? known->second.value()
                                           : model.value(semantics_.at(v, s)));
    }
    out.execution.push_back(std::move(step));
  }
  return out;
}

bool StepDiagnosis::next(const std::vector<std::size_t>& wanted,
                         const std::vector<std::size_t>& candidates,
                         Diagnosis& found,
                         Diagnoses& out) {
  if (wanted.empty()) return false;
  LeastModel model(terms_, *solver_, budget_);
  if (narrow(model, wanted, candidates)) {
    found = read(model);
    return true;
  }
  if (!model.undecided().empty()) {
    out.complete = false;
    out.why_not = model.undecided();
  }
  return false;
}

void StepDiagnosis::cover(const std::vector<std::size_t>& candidates,
                          const DiagnosisOptions& options,
                          Diagnoses& out) {
  std::vector<std::size_t> uncovered = candidates;
  Diagnosis found;
  for (std::size_t n = 0; next(uncovered, candidates, found, out); ++n) {
    if (n == options.most) {
      out.complete = false;
      out.why_not = "more diagnoses than asked for";
      return;
    }
    // Each explanation violates at least one uncovered rule, so the loop ends.
    std::erase_if(uncovered, [&](std::size_t p) {
      return std::binary_search(found.rules.begin(), found.rules.end(), p);
    });
    out.found.push_back(found);
  }
}

Term StepDiagnosis::differs(const Diagnosis& found) {
  const model::Interface& interface = semantics_.interface();
  std::vector<std::vector<Term>> of(interface.requirements.size());
  std::vector<Term> other;
  for (std::size_t p = 0; p < violated_.size(); ++p) {
    const Rule& rule = semantics_.rules()[p];
    const bool was =
        std::binary_search(found.rules.begin(), found.rules.end(), p);
    if (rule.kind == Rule::Kind::range) {
      other.push_back(was ? terms_.logical_not(violated_[p]) : violated_[p]);
    } else {
      of[interface.contracts[rule.index].requirement].push_back(violated_[p]);
    }
  }
  for (std::uint32_t r = 0; r < of.size(); ++r) {
    const bool was = std::binary_search(
        found.requirements.begin(), found.requirements.end(), r);
    const Term violated = some(of[r]);
    other.push_back(was ? terms_.logical_not(violated) : violated);
  }
  return some(other);
}

void StepDiagnosis::enumerate(const std::vector<std::size_t>& candidates,
                              const DiagnosisOptions& options,
                              Diagnoses& out) {
  const std::size_t begin = out.found.size();
  cover(candidates, options, out);
  if (!options.all || !out.complete) return;
  // The cover may tell contracts of one requirement apart.
  std::set<std::pair<std::vector<std::uint32_t>, std::vector<std::size_t>>>
      known;
  // cover() may have explanations for different contracts of one requirement;
  // those with equal requirements and ranges are the same here.
  const auto is_again = [&](const Diagnosis& d) {
    std::vector<std::size_t> ranges;
    for (const std::size_t p : d.rules) {
      if (semantics_.rules()[p].kind == Rule::Kind::range) ranges.push_back(p);
    }
    return !known.emplace(d.requirements, ranges).second;
  };
  out.found.erase(
      std::remove_if(out.found.begin() + static_cast<std::ptrdiff_t>(begin),
                     out.found.end(),
                     is_again),
      out.found.end());
  solver_->push();
  // Blocking conditions of this enumeration only.
  for (std::size_t i = begin; i < out.found.size(); ++i) {
    solver_->assert_term(differs(out.found[i]));
  }
  const std::size_t covered = out.found.size();
  Diagnosis found;
  while (next(candidates, candidates, found, out)) {
    if (out.found.size() - begin == options.most) {
      out.complete = false;
      out.why_not = "more diagnoses than asked for";
      break;
    }
    solver_->assert_term(differs(found));
    out.found.push_back(found);
  }
  solver_->pop();
  // The first ones keep the order of cover().
  std::stable_sort(out.found.begin() + static_cast<std::ptrdiff_t>(covered),
                   out.found.end(),
                   [](const Diagnosis& a, const Diagnosis& b) {
                     return std::pair(a.rules.size(), a.rules) <
                            std::pair(b.rules.size(), b.rules);
                   });
}

void StepDiagnosis::explain(const DiagnosisOptions& options, Diagnoses& out) {
  std::vector<std::size_t> visible;
  std::vector<std::size_t> hidden;
  for (std::size_t p = 0; p < violated_.size(); ++p) {
    if (!can_be_violated(p)) continue;
    (is_hidden_range(p) ? hidden : visible).push_back(p);
  }
  solver_->push();
  // Two passes: first with all ranges of hidden variables in force, then with
  // everything else. A range of a hidden variable is an assumption of the
  // specifier more than a requirement, so it is to blame only by itself.
  for (const std::size_t p : hidden) {
    solver_->assert_term(terms_.logical_not(violated_[p]));
  }
  enumerate(visible, options, out);
  solver_->pop();
  if (hidden.empty()) return;
  solver_->push();
  for (const std::size_t p : visible) {
    solver_->assert_term(terms_.logical_not(violated_[p]));
  }
  enumerate(hidden, options, out);
  solver_->pop();
}

}  // namespace

Diagnoses diagnose(const Semantics& semantics,
                   const std::vector<Snapshot>& trace,
                   const DiagnosisOptions& options,
                   const base::Budget& budget) {
  Diagnoses out;
  if (trace.empty()) return out;
  const std::size_t first = options.latent ? 0 : trace.size() - 1;
  // The last step first: the failure was observed there.
  for (std::size_t s = trace.size(); s-- > first && out.complete;) {
    StepDiagnosis(semantics, trace, s, budget).explain(options, out);
  }
  return out;
}

}  // namespace catenary::engine::contract
