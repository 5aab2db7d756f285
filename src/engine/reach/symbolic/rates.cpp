// SPDX-License-Identifier: Apache-2.0
#include "engine/reach/symbolic/rates.h"

#include <algorithm>

namespace catenary::engine::reach {

namespace {

using logic::Op;
using logic::Term;
using logic::smt::Answer;
using logic::smt::Literal;
using logic::smt::SatSolver;

/// Larger steps than this are no counting.
constexpr std::uint64_t kMostStep = 1'000;

std::uint64_t bits_of(const model::StateSlot& slot, const std::string& state) {
  const logic::Value value =
      model::slot_value(slot, reinterpret_cast<const std::byte*>(state.data()));
  return mpz_get_ui(value.as_bits().get_mpz_t());
}

/// Clauses that say bits <= bound (or bits >= bound), unsigned: where the
/// bound has a 0, the bits have none, unless they are smaller further up.
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

/// Drops what some model of `given` breaks; false where the solver gives up.
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
      if (rate.step > kMostStep || (!rate.rises && rate.start == 0)) continue;
      out.push_back(rate);
      // Runs may have missed the step of a counter.
      if (rate.step == 0) out.push_back({s, rate.rises, rate.start, 1});
    }
  }
  return out;
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

  // Of a start: the bound itself. Of a step: it adds (or takes off) at most so
  // much, or the sum overflows and says nothing.
  std::vector<Term> start_holds;
  std::vector<Term> step_holds;
  for (const Rate& rate : guesses) {
    const Term x = before[rate.slot];
    const Term y = after[rate.slot];
    const std::uint32_t width = x.sort().bits();
    const auto number = [&](std::uint64_t n) {
      return terms.bitvec(width, mpz_class(static_cast<unsigned long>(n)));
    };
    const Term start = number(rate.start);
    const Term step = number(rate.step);
    const Op below = Op::bv_ule;
    if (rate.rises) {
      start_holds.push_back(terms.make(below, {x, start}));
      const Term sum = terms.make(Op::bv_add, {x, step});
      const Term overflows = terms.make(Op::bv_ult, {sum, x});
      const Term bounded = terms.make(below, {y, sum});
      step_holds.push_back(terms.logical_or(overflows, bounded));
    } else {
      start_holds.push_back(terms.make(below, {start, x}));
      const Term difference = terms.make(Op::bv_sub, {x, step});
      const Term underflows = terms.make(Op::bv_ult, {x, step});
      const Term bounded = terms.make(below, {difference, y});
      step_holds.push_back(terms.logical_or(underflows, bounded));
    }
  }
  const auto literals = [](SatSolver& solver,
                           const logic::smt::CnfTemplate& cnf,
                           const std::vector<Bits>& bits) {
    std::vector<Literal> out;
    for (const Bits& root : logic::smt::instantiate(solver, cnf, bits).roots) {
      out.push_back(root.at(0));
    }
    return out;
  };
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
