// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as TTCN-3 (ETSI ES 201 873-1) with a test port, a Makefile and a
/// configuration for Eclipse Titan, for systems that speak the line protocol.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "report/export/harness.h"
#include "suite/suite.h"

namespace catenary::report {

/// A stimulation whose delay and values are fixed. TTCN-3 has no solver, so
/// they are chosen beforehand; the guard is evaluated when it is sent.
struct PlannedStimulation {
  /// Counts in Tree::transitions.
  std::uint32_t transition = 0;
  /// Since the state was entered, in the model's time unit.
  mpq_class delay = 0;
  /// One for each variable of the transition.
  std::vector<logic::Value> values;
};

/// What the suite does not say.
struct Ttcn3Options {
  /// The length of the model's time unit.
  mpq_class seconds_of_unit = mpq_class(1, 10);
  /// For each test of the suite: by state of its tree, what is sent there.
  /// States without an element only wait.
  std::vector<std::map<std::uint32_t, PlannedStimulation>> plans;
};

/// CatenaryTests.ttcn, SutPort.hh and .cc, SutLine.hh and .cc, tests.cfg and a
/// Makefile: `make check SUT='COMMAND'` runs one test case for each test.
/// Either all tests are test-case trees of a timed system or all are sequences
/// of steps; trees of steps are not supported.
///
/// Throws InputError for tests of both kinds and for types and operators that
/// TTCN-3 lacks: a module that leaves them out would test less than it says.
/// Deterministic.
[[nodiscard]] std::vector<HarnessFile> write_ttcn3(const suite::Suite& suite,
                                                   const Ttcn3Options& options);

}  // namespace catenary::report
