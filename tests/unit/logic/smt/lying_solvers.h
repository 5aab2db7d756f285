// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test doubles: solvers that lie, stall or break down, to be handed to what
/// takes a SatFactory or SolverFactory.
#pragma once

#include <memory>
#include <stdexcept>

#include "logic/smt/circuit/sat.h"
#include "logic/smt/solver.h"

namespace catenary::logic::smt::testing {

/// How a double departs from the solver below it.
enum class Lie : std::uint8_t {
  wrong_model,   ///< all values of its models are the opposite, or the default
  always_sat,    ///< says sat to what it has refuted
  always_unsat,  ///< says unsat to what it has a model of
  time_out,      ///< never an answer: Unknown::time
  breakdown      ///< never an answer: Unknown::failed
};

/// A SAT solver over CaDiCaL that lies.
[[nodiscard]] SatFactory lying_sat(Lie lie);

/// A solver over a true one that lies behind its checks: nothing below it
/// finds out, so that whoever uses it has to.
[[nodiscard]] SolverFactory lying_solver(SolverFactory below, Lie lie);

}  // namespace catenary::logic::smt::testing
