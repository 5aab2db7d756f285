// SPDX-License-Identifier: Apache-2.0
/// \file
/// The work of CaDiCaL on the clock of work. It has no counter that could be
/// read, so that what it reports of itself is charged at prices that were
/// measured.
#pragma once

#include <cstdint>

#include "base/work_clock.h"
#include "logic/smt/circuit/sat.h"

namespace CaDiCaL {
class Solver;
class Terminator;
}  // namespace CaDiCaL

namespace catenary::logic::smt {

/// Prices on the clock of work, by the number of variables: of a literal that
/// is added to a solver, of a query, for which CaDiCaL prepares and simplifies,
/// of the decisions between two calls of Terminator::terminate(), of a
/// conflict, and of a model, which is completed for eliminated variables. All
/// of them come in the same order on every machine. Fitted to measured times of
/// queries with a hundred to 300,000 variables: propagation costs by the size
/// of the problem, because fewer and fewer of its clauses are in the caches.
inline constexpr base::WorkClock::duration kLiteralPrice{100};
constexpr base::WorkClock::duration query_price(Literal variables) {
  return base::WorkClock::duration(2'000 + std::int64_t{55} * variables);
}
constexpr base::WorkClock::duration watch_price(Literal variables) {
  return base::WorkClock::duration(300 + variables / 8);
}
constexpr base::WorkClock::duration conflict_price(Literal variables) {
  return base::WorkClock::duration(1'000 + variables + variables / 8);
}
constexpr base::WorkClock::duration model_price(Literal variables) {
  return base::WorkClock::duration(std::int64_t{16} * variables);
}

/// CaDiCaL::Solver::solve(), whose conflicts are charged; `watch` may end it.
/// Throws std::bad_alloc; the solver must not be used any more then.
[[nodiscard]] int solve_charged(CaDiCaL::Solver& solver,
                                CaDiCaL::Terminator& watch,
                                Literal variables);

}  // namespace catenary::logic::smt
