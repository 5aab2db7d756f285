// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of hidden values as decision diagrams or as formulas.
#include "engine/contract/testing/hidden_belief.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "engine/contract/consistency/disjoint_sets.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/testing/diagram_text.h"
#include "engine/contract/testing/eliminate.h"
#include "logic/smt/solver.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {
namespace {

namespace bdd = logic::bdd;
namespace smt = logic::smt;
using logic::Substitution;
using logic::Term;

/// Hidden variables that a formula of the interface mentions.
Indices hidden_of(const Semantics& semantics,
                  const Structure& structure,
                  const std::vector<Term>& formulas) {
  Indices out;
  for (const Term t : logic::free_variables(formulas)) {
    const std::uint32_t v = structure.variable_of(t);
    if (!semantics.observable(v)) out.push_back(v);
  }
  make_set(out);
  return out;
}

/// A set of hidden values as a formula over current values. After each step the
/// values before it are eliminated, so the formula does not grow with the run
/// if elimination succeeds.
class FormulaBelief final : public HiddenBelief {
 public:
  FormulaBelief(const Semantics& semantics,
                const HiddenGroup& group,
                base::Budget budget,
                Term possible)
      : semantics_(semantics), budget_(std::move(budget)), belief_(possible) {
    const model::Interface& interface = semantics.interface();
    logic::TermManager& terms = semantics.terms();
    for (const bool first : {false, true}) {
      std::vector<Term> rules;
      for (const std::size_t r : group.rules) {
        rules.push_back(semantics.rule(r, first));
      }
      std::vector<Term> promises;
      for (const std::uint32_t p : group.promises) {
        promises.push_back(
            model::formula_at(interface, interface.promises[p], first));
      }
      rules_[first ? 1 : 0] = terms.logical_and(rules);
      promises_[first ? 1 : 0] = terms.logical_and(promises);
    }
    for (const std::uint32_t v : group.hidden) {
      hidden_before_.push_back(interface.variables[v].before);
    }
  }

  void restart() override { belief_ = semantics_.terms().boolean(true); }

  std::optional<bool> breaks_promise(const SeenStep& step) override {
    const Term promise = promises_[step.first() ? 1 : 0];
    if (promise.is_true()) return false;
    logic::TermManager& terms = semantics_.terms();
    return satisfiable(terms.logical_and(
        past(), terms.logical_not(substitute(terms, promise, known(step)))));
  }

  std::optional<bool> step(const SeenStep& step) override {
    logic::TermManager& terms = semantics_.terms();
    const Term rules =
        logic::substitute(terms, rules_[step.first() ? 1 : 0], known(step));
    belief_ = eliminate(
        terms, hidden_before_, terms.logical_and(past(), rules), budget_);
    if (!belief_.valid()) return std::nullopt;
    return satisfiable(belief_);
  }

  Term possible() override { return belief_; }

 private:
  /// The belief as a condition on the step before.
  [[nodiscard]] Term past() const {
    return logic::substitute(
        semantics_.terms(), belief_, semantics_.to_before());
  }

  /// The observed values of a step and of the one before.
  [[nodiscard]] Substitution known(const SeenStep& step) const {
    const model::Interface& interface = semantics_.interface();
    Substitution out;
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      if (!semantics_.observable(v)) continue;
      const model::InterfaceVariable& variable = interface.variables[v];
      out.emplace(variable.now, semantics_.terms().constant((*step.now)[v]));
      if (step.first()) continue;
      out.emplace(variable.before,
                  semantics_.terms().constant((*step.before)[v]));
    }
    return out;
  }

  /// Whether a formula has a model; no value: the solver gave up. Most formulas
  /// are decided by propagation.
  [[nodiscard]] std::optional<bool> satisfiable(Term formula) const {
    const Reduced reduced = reduce(semantics_.terms(), formula);
    if (reduced.rest.is_constant()) return reduced.rest.is_true();
    const auto solver = smt::make_z3(semantics_.terms(), {});
    solver->assert_term(reduced.rest);
    switch (solver->check({}, budget_)) {
      case smt::Answer::sat:
        return true;
      case smt::Answer::unsat:
        return false;
      case smt::Answer::unknown:
        break;
    }
    return std::nullopt;
  }

  const Semantics& semantics_;
  base::Budget budget_;
  /// True before the first step.
  Term belief_;
  /// [1]: of the first step, [0]: of later ones.
  std::array<Term, 2> rules_, promises_;
  std::vector<Term> hidden_before_;
};

/// The part that Finite encodes for a group.
Part part_of(const Semantics& semantics,
             const Structure& structure,
             const HiddenGroup& group) {
  Part out;
  out.promises = group.promises;
  out.variables = group.hidden;
  const auto mention = [&](const Indices& variables) {
    out.variables.insert(
        out.variables.end(), variables.begin(), variables.end());
  };
  for (const std::size_t r : group.rules) {
    const Rule& rule = semantics.rules()[r];
    if (rule.kind == Rule::Kind::range) continue;
    (rule.kind == Rule::Kind::contract ? out.contracts : out.definitions)
        .push_back(rule.index);
    mention(structure.of_contract(rule.index));
  }
  for (const std::uint32_t p : group.promises) mention(structure.of_promise(p));
  make_set(out.contracts);
  make_set(out.definitions);
  make_set(out.variables);
  return out;
}

/// A set of hidden values as a decision diagram.
class DiagramBelief final : public HiddenBelief {
 public:
  /// Throws bdd::Unsupported, bdd::LimitReached.
  DiagramBelief(const Semantics& semantics,
                const Structure& structure,
                const HiddenGroup& group,
                const base::Budget& budget)
      : semantics_(semantics),
        budget_(budget),
        group_(group),
        finite_(structure, part_of(semantics, structure, group), budget),
        belief_(finite_.manager().constant(true)) {
    for (const bool first : {false, true}) {
      At& at = at_[first ? 1 : 0];
      at.rules = finite_.rules(finite_.part().contracts, first);
      at.promised = finite_.manager().constant(true);
      for (const std::uint32_t p : group.promises) {
        const model::Interface& interface = semantics.interface();
        at.promised =
            at.promised & finite_.encode(model::formula_at(
                              interface, interface.promises[p], first));
      }
    }
    bdd::Manager& manager = finite_.manager();
    gone_ = finite_.all_before();
    Indices bits;
    for (const std::uint32_t v : finite_.part().variables) {
      const Indices& now = finite_.bits_now(v);
      if (semantics.observable(v)) {
        observed_.push_back(v);
        bits.insert(bits.end(), now.begin(), now.end());
        continue;
      }
      for (const std::uint32_t b : now) {
        if (!std::ranges::binary_search(finite_.state_now(), b)) {
          gone_.push_back(b);
        }
      }
    }
    const Bdd now = manager.cube(bits);
    observed_bits_ = now & finite_.to_before(now);
  }

  void restart() override {
    belief_ = finite_.manager().constant(true);
    formula_.reset();
  }

  std::optional<bool> breaks_promise(const SeenStep& step) override {
    if (at(step).promised.is_true()) return false;
    if (!formula_) {
      try {
        const Bdd kept = given(point(step, false), at(step).promised);
        // Some possible values are enough for the inputs to be outside of the
        // promise.
        return !finite_.to_before(belief_).implies(kept);
      } catch (const bdd::LimitReached&) {
        // The belief is unchanged: operations that meet a limit have no effect.
        go_on_with_formulas();
      }
    }
    return formula_ ? formula_->breaks_promise(step) : std::nullopt;
  }

  std::optional<bool> step(const SeenStep& step) override {
    if (!formula_) {
      try {
        Conjuncts conjuncts{finite_.to_before(belief_)};
        const Bdd observed = point(step, true);
        for (const Bdd& rule : at(step).rules) {
          conjuncts.push_back(given(observed, rule));
          // A rule that the observations alone violate: no values explain the
          // step.
          if (conjuncts.back().is_false()) break;
        }
        belief_ = finite_.eliminate(std::move(conjuncts), gone_);
        return !belief_.is_false();
      } catch (const bdd::LimitReached&) {
        go_on_with_formulas();
      }
    }
    return formula_ ? formula_->step(step) : std::nullopt;
  }

  Term possible() override {
    if (formula_) return formula_->possible();
    const model::Interface& interface = semantics_.interface();
    DiagramText text(interface, finite_);
    try {
      std::vector<Term> all{
          text.term(belief_, group_.hidden, [&](std::uint32_t v) {
            return interface.variables[v].now;
          })};
      for (const std::uint32_t v : group_.hidden) {
        // A formula has to exclude codes without a value itself.
        all.push_back(model::range_of(interface, interface.variables[v]));
      }
      return semantics_.terms().logical_and(all);
    } catch (const bdd::LimitReached&) {
      return {};
    }
  }

 private:
  /// The relations of one kind of step.
  struct At {
    Conjuncts rules;
    Bdd promised;
  };
  [[nodiscard]] const At& at(const SeenStep& step) const {
    return at_[step.first() ? 1 : 0];
  }

  /// A relation restricted to what was observed.
  [[nodiscard]] Bdd given(const Bdd& point, const Bdd& relation) {
    return finite_.manager().and_exists(relation, point, observed_bits_);
  }

  /// The observations as a condition. `answered`: with the outputs of the step.
  [[nodiscard]] Bdd point(const SeenStep& step, bool answered) {
    Valuation now;
    Valuation before;
    for (const std::uint32_t v : observed_) {
      const bool input =
          semantics_.interface().variables[v].role == model::Role::input;
      if (input || answered) now.emplace(v, (*step.now)[v]);
      if (!step.first()) before.emplace(v, (*step.before)[v]);
    }
    return finite_.is_now(now) & finite_.is_before(before);
  }

  /// Replaces the diagram by an equivalent formula; the step at work is then
  /// done again by it. No effect if even that meets a limit.
  void go_on_with_formulas() {
    const Term known = possible();
    if (!known.valid()) return;
    formula_ = make_formula_belief(semantics_, group_, budget_, known);
  }

  const Semantics& semantics_;
  base::Budget budget_;
  HiddenGroup group_;
  Finite finite_;
  /// [1]: of the first step, [0]: of later ones.
  std::array<At, 2> at_;
  /// Observed variables that the group's rules mention.
  Indices observed_;
  /// Their current and previous bits, as a cube.
  Bdd observed_bits_;
  /// Bits to quantify in a step: all previous ones, and current ones of hidden
  /// variables that no later step reads.
  Indices gone_;
  /// Over current hidden bits that a later step reads.
  Bdd belief_;
  /// Null as long as the diagram is used.
  std::unique_ptr<HiddenBelief> formula_;
};

}  // namespace

std::vector<HiddenGroup> hidden_groups(const Semantics& semantics,
                                       const Structure& structure) {
  const model::Interface& interface = semantics.interface();
  DisjointSets sets(interface.variables.size());
  // Both kinds of step count: a rule that connects variables at one of them
  // connects them.
  std::vector<Indices> of_rule;
  for (std::size_t r = 0; r < semantics.rules().size(); ++r) {
    of_rule.push_back(
        hidden_of(semantics,
                  structure,
                  {semantics.rule(r, true), semantics.rule(r, false)}));
  }
  std::vector<Indices> of_promise;
  for (const model::Promise& p : interface.promises) {
    of_promise.push_back(hidden_of(semantics,
                                   structure,
                                   {model::formula_at(interface, p, true),
                                    model::formula_at(interface, p, false)}));
  }
  for (const auto* lists : {&of_rule, &of_promise}) {
    for (const Indices& hidden : *lists) {
      for (const std::uint32_t v : hidden) sets.join(hidden.front(), v);
    }
  }
  std::map<std::uint32_t, HiddenGroup> groups;
  for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
    if (!semantics.observable(v)) groups[sets.find(v)].hidden.push_back(v);
  }
  for (std::size_t r = 0; r < of_rule.size(); ++r) {
    if (of_rule[r].empty()) continue;
    groups.at(sets.find(of_rule[r].front())).rules.push_back(r);
  }
  for (std::uint32_t p = 0; p < of_promise.size(); ++p) {
    if (of_promise[p].empty()) continue;
    groups.at(sets.find(of_promise[p].front())).promises.push_back(p);
  }
  std::vector<HiddenGroup> out;
  for (auto& [first, group] : groups) out.push_back(std::move(group));
  return out;
}

std::unique_ptr<HiddenBelief> make_formula_belief(const Semantics& semantics,
                                                  const HiddenGroup& group,
                                                  const base::Budget& budget,
                                                  Term possible) {
  return std::make_unique<FormulaBelief>(semantics, group, budget, possible);
}

std::unique_ptr<HiddenBelief> make_belief(const Semantics& semantics,
                                          const Structure& structure,
                                          const HiddenGroup& group,
                                          const base::Budget& budget) {
  const auto by_formulas = [&] {
    return make_formula_belief(
        semantics, group, budget, semantics.terms().boolean(true));
  };
  try {
    return std::make_unique<DiagramBelief>(semantics, structure, group, budget);
  } catch (const bdd::Unsupported&) {
    return by_formulas();
  } catch (const bdd::LimitReached&) {
    return by_formulas();
  }
}

}  // namespace catenary::engine::contract
