// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear bounds on unsigned slots. A guess is proved in two parts: the start
/// value bounds every initialisation, and no step changes the slot by more than
/// the step value. By induction on the length, start + depth * step bounds the
/// slot, as long as this sum does not overflow.

#include "engine/reach/symbolic/rates.h"

#include <algorithm>

namespace catenary::engine::reach {

namespace {

using logic::Op;
using logic::Term;
using logic::smt::Answer;
using logic::smt::Literal;
using logic::smt::SatSolver;

/// A larger change in one step is not the behaviour of a counter.
constexpr std::uint64_t kMostStep = 1'000;

/// The bits of a slot in a packed state.
std::uint64_t bits_of(const model::StateSlot& slot, const std::string& state) {
  const logic::Value value =
      model::slot_value(slot, reinterpret_cast<const std::byte*>(state.data()));
  return mpz_get_ui(value.as_bits().get_mpz_t());
}

/// Clauses for bits <= bound, or bits >= bound, unsigned. Where the bound has a
/// 0 the bit must be 0 as well, unless a higher bit is already smaller; and
/// dually.
void demand_bound(SatSolver& solver,
                  const Bits& bits,
                  std::uint64_t bound,
                  bool at_most,
                  Literal guard) {
  std::vector<Literal> smaller;  // some higher bit already decides
  if (guard != 0) smaller.push_back(-guard);
  for (std::size_t i = bits.size(); i-- > 0;) {
    const bool one = (bound >> i & 1) != 0;
    const Literal decides = at_most ? -bits[i] : bits[i];
    if (one == at_most) {
      smaller.push_back(decides);
    } else {
      std::vector<Literal> clause = smaller;
      clause.push_back(decides);
      solver.add_clause(std::span<const Literal>(clause));
    }
  }
}

/// Removes the bounds that some model of `given` violates, until there is none.
/// Returns false if the solver does not answer.
bool keep_true(SatSolver& solver,
               Literal given,
               const std::vector<Literal>& holds,
               std::vector<bool>& alive,
               const base::Budget& budget) {
  for (;;) {
    const Literal some_fails = solver.new_variable();
    std::vector<Literal> clause{-some_fails};
    for (std::size_t i = 0; i < holds.size(); ++i) {
      if (alive[i]) clause.push_back(-holds[i]);
    }
    if (clause.size() == 1) return true;
    solver.add_clause(std::span<const Literal>(clause));
    const Literal assumptions[] = {given, some_fails};
    const Answer answer = solver.solve(assumptions, budget);
    if (answer != Answer::sat) return answer == Answer::unsat;
    bool dropped = false;
    for (std::size_t i = 0; i < holds.size(); ++i) {
      if (!alive[i] || solver.value(holds[i])) continue;
      alive[i] = false;
      dropped = true;
    }
    if (!dropped) return false;
    solver.add_clause({-some_fails});
  }
}

/// The root literals of the template for these bits.
std::vector<Literal> literals(SatSolver& solver,
                              const logic::smt::CnfTemplate& cnf,
                              const std::vector<Bits>& bits) {
  std::vector<Literal> out;
  for (const Bits& root : logic::smt::instantiate(solver, cnf, bits).roots) {
    out.push_back(root.at(0));
  }
  return out;
}

}  // namespace

std::vector<Rates::Rate> Rates::guess(
    const Relation& relation,
    const std::vector<std::string>& starts,
    const std::vector<std::pair<std::string, std::string>>& moves) {
  std::vector<Rate> out;
  if (starts.empty()) return out;
  for (std::size_t s = 0; s < relation.slots().size(); ++s) {
    const model::StateSlot& slot =
        relation.encoding().state[relation.slots()[s]];
    if (slot.address || slot.floating || slot.size > 8) continue;
    Rate up{s, true, 0, 0};
    Rate down{s, false, ~std::uint64_t{0}, 0};
    for (const std::string& start : starts) {
      // The largest start value and the largest change that occurred.
      up.start = std::max(up.start, bits_of(slot, start));
      down.start = std::min(down.start, bits_of(slot, start));
    }
    for (const auto& [before, after] : moves) {
      const std::uint64_t a = bits_of(slot, before);
      const std::uint64_t b = bits_of(slot, after);
      if (b > a) up.step = std::max(up.step, b - a);
      if (b < a) down.step = std::max(down.step, a - b);
    }
    for (const Rate& rate : {up, down}) {
      // A bound from below by 0 says nothing.
      if (rate.step > kMostStep || (!rate.rises && rate.start == 0)) continue;
      out.push_back(rate);
      // Runs may have missed the step in which a counter counts.
      if (rate.step == 0) out.push_back({s, rate.rises, rate.start, 1});
    }
  }
  return out;
}

std::pair<Term, Term> Rates::claims(logic::TermManager& terms,
                                    const Rate& rate,
                                    Term x,
                                    Term y) {
  const std::uint32_t width = x.sort().bits();
  const auto number = [&](std::uint64_t n) {
    return terms.bitvec(width, mpz_class(static_cast<unsigned long>(n)));
  };
  const Term start = number(rate.start);
  const Term step = number(rate.step);
  const Op below = Op::bv_ule;
  if (rate.rises) {
    const Term at_start = terms.make(below, {x, start});
    const Term sum = terms.make(Op::bv_add, {x, step});
    const Term overflows = terms.make(Op::bv_ult, {sum, x});
    const Term bounded = terms.make(below, {y, sum});
    return {at_start, terms.logical_or(overflows, bounded)};
  }
  const Term at_start = terms.make(below, {start, x});
  const Term difference = terms.make(Op::bv_sub, {x, step});
  const Term underflows = terms.make(Op::bv_ult, {x, step});
  const Term bounded = terms.make(below, {difference, y});
  return {at_start, terms.logical_or(underflows, bounded)};
}

Rates::Rates(const Relation& relation,
             const Invariants& invariants,
             const std::vector<std::string>& starts,
             const std::vector<std::pair<std::string, std::string>>& moves,
             const MakeSolver& make_solver,
             const base::Budget& budget) {
  const std::vector<Rate> guesses = guess(relation, starts, moves);
  if (guesses.empty()) return;
  logic::TermManager& terms = relation.terms();
  const std::vector<Term>& before = relation.state();
  std::vector<Term> variables = before;
  std::vector<Term> after;
  for (const Term slot : before) {
    after.push_back(terms.fresh_variable("after", slot.sort()));
  }
  variables.insert(variables.end(), after.begin(), after.end());

  std::vector<Term> start_holds;
  std::vector<Term> step_holds;
  for (const Rate& rate : guesses) {
    const auto [start, step] =
        claims(terms, rate, before[rate.slot], after[rate.slot]);
    start_holds.push_back(start);
    step_holds.push_back(step);
  }
  // First the initialisation, then the step: the second query is larger, and
  // has fewer guesses.
  std::vector<bool> alive(guesses.size(), true);
  {
    const auto solver = make_solver();
    const Unrolling run(relation, *solver, Unrolling::Start::initial);
    const std::vector<Literal> holds =
        literals(*solver,
                 logic::smt::bit_blast(terms, before, start_holds, budget),
                 run.state(0));
    if (!keep_true(*solver, run.initial().running, holds, alive, budget)) {
      return;
    }
  }
  const auto solver = make_solver();
  Unrolling run(relation, *solver, Unrolling::Start::any);
  // Only the invariants: bounds by depth are what is being proved.
  invariants.demand(*solver, run.state(0));
  run.add_step();
  std::vector<Bits> bits = run.state(0);
  bits.insert(bits.end(), run.state(1).begin(), run.state(1).end());
  const std::vector<Literal> holds =
      literals(*solver,
               logic::smt::bit_blast(terms, variables, step_holds, budget),
               bits);
  if (!keep_true(*solver, run.step(0).running, holds, alive, budget)) return;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    if (alive[i]) rates_.push_back(guesses[i]);
  }
}

void Rates::demand(SatSolver& solver,
                   const std::vector<Bits>& state,
                   std::uint32_t depth,
                   Literal guard) const {
  for (const Rate& rate : rates_) {
    const Bits& bits = state[rate.slot];
    const std::uint64_t most = bits.size() >= 64
                                   ? ~std::uint64_t{0}
                                   : (std::uint64_t{1} << bits.size()) - 1;
    const std::uint64_t change = rate.step * depth;  // small, both
    if (rate.rises) {
      // Only while the sum is less than the largest value: up to there no step
      // can have overflowed, so the induction holds.
      if (change < most - rate.start) {
        demand_bound(solver, bits, rate.start + change, true, guard);
      }
    } else if (change < rate.start) {
      demand_bound(solver, bits, rate.start - change, false, guard);
    }
  }
}

LastStep::LastStep(const Relation& relation,
                   const Invariants& invariants,
                   const Rates& rates,
                   const MakeSolver& make_solver)
    : rates_(rates),
      solver_(make_solver()),
      unrolling_(relation, *solver_, Unrolling::Start::any) {
  invariants.demand(*solver_, unrolling_.state(0));
  unrolling_.add_step();
}

/// Bounds of this depth are demanded under a guard, because the same solver is
/// used for all depths.
std::vector<std::uint32_t> LastStep::possible(
    std::uint32_t depth,
    std::vector<std::uint32_t> targets,
    const base::Budget& budget) {
  constexpr int kMostModels = 8;
  const Literal bounded = solver_->new_variable();
  rates_.demand(*solver_, unrolling_.state(0), depth - 1, bounded);
  const Frame& step = unrolling_.step(0);
  std::vector<std::uint32_t> possible;
  for (int models = 0; !targets.empty(); ++models) {
    const Literal some = solver_->new_variable();
    std::vector<Literal> clause{-some};
    for (const std::uint32_t t : targets) clause.push_back(step.targets[t]);
    solver_->add_clause(std::span<const Literal>(clause));
    const Literal assumptions[] = {bounded, some};
    // After some models the rest counts as possible: the query is a filter, not
    // a proof of existence.
    const Answer answer = models < kMostModels
                              ? solver_->solve(assumptions, budget)
                              : Answer::unknown;
    if (answer == Answer::unsat) break;
    std::vector<std::uint32_t> left;
    for (const std::uint32_t t : targets) {
      const bool out =
          answer == Answer::unknown || solver_->value(step.targets[t]);
      (out ? possible : left).push_back(t);
    }
    // The model satisfies none of the targets: the solver is wrong, and nothing
    // is excluded.
    const bool stuck = left.size() == targets.size();
    targets = std::move(left);
    solver_->add_clause({-some});
    if (stuck) possible.insert(possible.end(), targets.begin(), targets.end());
    if (stuck) break;
  }
  solver_->add_clause({-bounded});
  std::sort(possible.begin(), possible.end());
  return possible;
}

}  // namespace catenary::engine::reach
