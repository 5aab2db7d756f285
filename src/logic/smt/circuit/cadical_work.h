// SPDX-License-Identifier: Apache-2.0
/// \file
/// The work of CaDiCaL on the clock of work. It has no counter that could be
/// read, so that what it reports of itself is charged at prices that were
/// measured.
#pragma once

#include <cadical.hpp>
#include <cstdint>

#include "base/work_clock.h"
#include "logic/smt/circuit/sat.h"

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

/// Told by CaDiCaL of each clause that it learns, that is, of each conflict.
class ConflictCharge : public CaDiCaL::Learner {
 public:
  /// `price`: of one conflict.
  explicit ConflictCharge(base::WorkClock::duration price) : price_(price) {}

  bool learning(int /*size*/) override {
    base::WorkClock::charge(price_);
    return false;  // the literals are not asked for
  }
  void learn(int /*literal*/) override {}

 private:
  base::WorkClock::duration price_;
};

}  // namespace catenary::logic::smt
