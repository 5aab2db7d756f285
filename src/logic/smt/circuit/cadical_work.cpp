// SPDX-License-Identifier: Apache-2.0
#include "logic/smt/circuit/cadical_work.h"

#include <cadical.hpp>

namespace catenary::logic::smt {

namespace {

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

}  // namespace

int solve_charged(CaDiCaL::Solver& solver,
                  CaDiCaL::Terminator& watch,
                  Literal variables) {
  ConflictCharge conflicts(conflict_price(variables));
  solver.connect_terminator(&watch);
  solver.connect_learner(&conflicts);
  const int result = solver.solve();
  solver.disconnect_learner();
  solver.disconnect_terminator();
  return result;
}

}  // namespace catenary::logic::smt
