// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simulated systems: strategies of a safety game by decision diagrams, one for
/// each part of the interface, or answers of a solver.
#include "engine/contract/monitor/simulation.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/undecided.h"
#include "logic/smt/solver.h"

namespace catenary::engine::contract {

namespace {

namespace smt = logic::smt;
using logic::SortKind;
using logic::Value;
using model::Role;

/// A value of a variable's range: a random one, or without a generator the
/// least. Of rationals always the least, or the default.
Value any_value(const model::InterfaceVariable& v, base::Rng* random) {
  switch (v.sort().kind()) {
    case SortKind::boolean:
      return Value::boolean(random != nullptr && random->below(2) == 1);
    case SortKind::enumeration: {
      const auto count = v.sort().enumerators().values.size();
      return Value::enumerator(
          v.sort().enumeration_decl(),
          static_cast<std::uint32_t>(random == nullptr ? 0
                                                       : random->below(count)));
    }
    case SortKind::integer: {
      if (!v.lo) return logic::default_value(v.sort());
      const mpz_class lo = v.lo->as_integer();
      const mpz_class width = v.hi->as_integer() - lo + 1;
      if (random == nullptr || !width.fits_ulong_p()) return *v.lo;
      const mpz_class at = lo + random->below(width.get_ui());
      return Value::integer(at);
    }
    default:
      return v.lo ? *v.lo : logic::default_value(v.sort());
  }
}

/// The strategy of one part. Parts share no chosen variables, so each answers
/// alone.
class FinitePart {
 public:
  FinitePart(const Structure& structure,
             const Part& part,
             const base::Budget& budget)
      : interface_(structure.interface()),
        finite_(structure, part, budget),
        rules_{finite_.rules(part.contracts, false),
               finite_.rules(part.contracts, true)},
        good_(finite_.manager().constant(true)) {
    Conjuncts ranges;
    for (const std::uint32_t v : part.variables) {
      ranges.push_back(finite_.range(v));
    }
    Indices others;
    std::set_difference(finite_.all_now().begin(),
                        finite_.all_now().end(),
                        finite_.state_now().begin(),
                        finite_.state_now().end(),
                        std::back_inserter(others));
    const Bdd values = finite_.eliminate(std::move(ranges), std::move(others));
    good_ = values;
    while (true) {
      // Greatest fixpoint of controllable predecessors, as in
      // consistency/finite_game.cpp. Only later steps count: it is about
      // states.
      const Bdd next = values & !losing(good_);
      if (next == good_) return;
      good_ = next;
    }
  }

  /// An answer that keeps to good_ if there is one, else an allowed one, else
  /// none. `before` is null at the first step.
  std::optional<Valuation> answer(const Snapshot* before,
                                  const Snapshot& inputs,
                                  base::Rng* random) {
    Bdd point = finite_.manager().constant(true);
    for (const std::uint32_t v : finite_.part().variables) {
      if (interface_.variables[v].role == Role::input) {
        point = point & finite_.is_now(v, inputs[v]);
      }
      if (before != nullptr) {
        point = point & finite_.codes().is(interface_.variables[v].before,
                                           (*before)[v]);
      }
    }
    Conjuncts rules = rules_[before == nullptr ? 1 : 0];
    for (Bdd& r : rules) r = r & point;
    Bdd allowed = finite_.eliminate(rules, finite_.all_before());
    if (allowed.is_false()) return std::nullopt;
    // Outside of good_ a dead end is only a matter of the inputs that come; the
    // simulation goes on as long as it can.
    if (const Bdd lasting = allowed & good_; !lasting.is_false()) {
      allowed = lasting;
    }
    if (random != nullptr) allowed = narrowed(allowed, *random);
    return finite_.pick_now(allowed);
  }

 private:
  /// States from which some promised input has no answer in `goal`.
  Bdd losing(const Bdd& goal) {
    Conjuncts c = rules_[0];
    c.push_back(goal);
    Conjuncts open = finite_.promises(false);
    open.push_back(!finite_.eliminate(std::move(c), finite_.answers_now()));
    return finite_.to_now(
        finite_.eliminate(std::move(open), finite_.inputs_now()));
  }

  /// Draws values for the variables one after the other, among those still
  /// allowed; after a few misses a variable is left open. Not uniform, but
  /// every allowed answer can occur where ranges are small.
  Bdd narrowed(Bdd allowed, base::Rng& random) {
    constexpr int kTries = 4;
    for (const std::uint32_t v : finite_.part().variables) {
      if (interface_.variables[v].role == Role::input) continue;
      for (int i = 0; i < kTries; ++i) {
        const Bdd some =
            allowed &
            finite_.is_now(v, any_value(interface_.variables[v], &random));
        if (some.is_false()) continue;
        allowed = some;
        break;
      }
    }
    return allowed;
  }

  const model::Interface& interface_;
  Finite finite_;
  Conjuncts rules_[2];  ///< of later and of first steps
  Bdd good_;            ///< over current values
};

/// All parts of a finite interface together.
class FiniteSimulation final : public Simulation {
 public:
  FiniteSimulation(const model::Interface& interface,
                   std::optional<std::uint64_t> seed,
                   const base::Budget& budget)
      : interface_(interface), structure_(interface) {
    if (seed) random_.emplace(*seed);
    for (const Part& part : structure_.split(structure_.all_contracts())) {
      parts_.emplace_back(structure_, part, budget);
    }
  }

  void restart() override {
    before_.clear();
    stuck_ = false;
    broken_ = false;
  }

  std::optional<Snapshot> step(const Snapshot& inputs) override {
    if (stuck_) return std::nullopt;
    base::Rng* random = random_ ? &*random_ : nullptr;
    Snapshot out;
    for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
      const model::InterfaceVariable& variable = interface_.variables[v];
      out.push_back(variable.role == Role::input ? inputs[v]
                                                 : any_value(variable, random));
    }
    broken_ = broken_ || breaks_promise(out);
    for (FinitePart& part : parts_) {
      const auto answer =
          // `out` has the inputs; previous values of all parts are in before_.
          part.answer(before_.empty() ? nullptr : &before_, out, random);
      // No allowed answer although all promises were kept: a dead end.
      if (!answer && !broken_) {
        stuck_ = true;
        return std::nullopt;
      }
      if (!answer) continue;
      for (const auto& [v, value] : *answer) {
        if (interface_.variables[v].role != Role::input) out[v] = value;
      }
    }
    before_ = out;
    return out;
  }

 private:
  /// Whether the inputs of a step break a promise, given the step before.
  [[nodiscard]] bool breaks_promise(const Snapshot& now) const {
    const bool first = before_.empty();
    std::vector<Snapshot> run;
    if (!first) run.push_back(before_);
    run.push_back(now);
    const logic::Assignment values = values_at(interface_, run, run.size() - 1);
    const auto kept =
        logic::evaluate(Semantics(interface_).promise(first), values);
    return !kept || !kept->as_bool();
  }

  const model::Interface& interface_;
  Structure structure_;
  std::deque<FinitePart> parts_;
  std::optional<base::Rng> random_;
  Snapshot before_;
  bool stuck_ = false;
  bool broken_ = false;
};

/// Answers by one solver call for each step.
class SolverSimulation final : public Simulation {
 public:
  SolverSimulation(const model::Interface& interface,
                   const base::Budget& budget)
      : semantics_(interface), budget_(budget) {}

  void restart() override { before_.clear(); }

  std::optional<Snapshot> step(const Snapshot& inputs) override {
    const model::Interface& interface = semantics_.interface();
    logic::TermManager& terms = semantics_.terms();
    const auto solver = smt::make_z3(terms, {});
    const bool first = before_.empty();
    solver->assert_term(semantics_.theta(first));
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      const model::InterfaceVariable& variable = interface.variables[v];
      if (variable.role == Role::input) {
        solver->assert_term(
            terms.equal(variable.now, terms.constant(inputs[v])));
      }
      if (first) continue;
      solver->assert_term(
          terms.equal(variable.before, terms.constant(before_[v])));
    }
    switch (solver->check({}, budget_)) {
      case smt::Answer::unsat:
        return std::nullopt;
      case smt::Answer::unknown:
        throw Undecided(smt::to_string(solver->why_unknown()));
      case smt::Answer::sat:
        break;
    }
    Snapshot out;
    for (const model::InterfaceVariable& v : interface.variables) {
      out.push_back(solver->value(v.now));
    }
    before_ = out;
    return out;
  }

 private:
  Semantics semantics_;
  base::Budget budget_;
  Snapshot before_;
};

}  // namespace

std::unique_ptr<Simulation> simulate(const model::Interface& interface,
                                     std::optional<std::uint64_t> seed,
                                     const base::Budget& budget) {
  if (interface.finite()) {
    return std::make_unique<FiniteSimulation>(interface, seed, budget);
  }
  return std::make_unique<SolverSimulation>(interface, budget);
}

}  // namespace catenary::engine::contract
