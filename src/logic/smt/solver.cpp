// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of the interface that do not depend on a solver.
#include "logic/smt/solver.h"

namespace catenary::logic::smt {

const char* to_string(Unknown reason) {
  switch (reason) {
    case Unknown::none:
      return "nothing";
    case Unknown::time:
      return "the time limit of a query";
    case Unknown::memory:
      return "the memory limit of the solver";
    case Unknown::interrupted:
      return "an interrupt";
    case Unknown::incomplete:
      return "a theory that is too hard for the solver";
    case Unknown::unsupported:
      return "a sort or operator that the solver does not take";
    case Unknown::wrong_model:
      return "a model of the solver that does not hold";
    case Unknown::failed:
      return "a breakdown of the solver";
  }
  return "nothing";
}

Assignment Solver::model(std::span<const Term> variables) {
  Assignment result;
  for (const Term v : variables) result.set(v, value(v));
  return result;
}

}  // namespace catenary::logic::smt
