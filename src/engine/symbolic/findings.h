// SPDX-License-Identifier: Apache-2.0
/// \file
/// Errors in reachable configurations of a timed system: non-determinism,
/// time-locks, assignments out of range, divisions by zero.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/symbolic/search/divisions.h"
#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/space.h"

namespace catenary::engine::symbolic {

/// A state with a set of its valuations, all of them reached by the same path.
struct Place {
  /// The state of the automaton.
  std::uint32_t state = 0;
  /// The valuations.
  Region region;
  /// The path, from the initial state.
  Path path;
};

/// Looks at places one after the other. Each kind of finding is reported once
/// for what it is about: a pair of transitions, a state, an assignment, a
/// division. The first place that shows it gives the witness.
class Findings {
 public:
  /// Requires: the space was made with `checks`. It must outlive this object.
  explicit Findings(Space& space);

  /// Checks the assignments of the initialisation.
  void look_at_start();
  /// Checks one place. Cost: some queries for each transition of the state and
  /// for each pair of transitions of one channel.
  void look_at(const Place& place);

  /// The findings so far; may be moved from.
  [[nodiscard]] std::vector<suite::Finding>& found() { return found_; }
  /// What no solver decided, as messages.
  [[nodiscard]] std::set<std::string>& undecided() { return undecided_; }

 private:
  /// Adds a finding.
  void report(const std::string& code,
              base::Severity severity,
              const base::SourceLocation& where,
              const std::string& message);
  /// Whether the formulas are satisfiable together. If the solver does not
  /// answer, `what` is noted as undecided, and the answer is false.
  [[nodiscard]] bool can(std::initializer_list<logic::Term> formulas,
                         const std::string& what);
  /// Looks for two transitions with the same observation.
  void nondeterminism(const Place& place);
  /// Looks for valuations with which nothing can ever leave the state, and for
  /// delays after which that is so.
  void time_locks(const Place& place);
  /// Looks for assignments of values outside of the type.
  void ranges(const Place& place);
  /// Looks for divisions by zero.
  void divide(const Place& place);
  /// "Some transition can be taken after `delay`, or later", over variables.
  [[nodiscard]] logic::Term anything_from(std::uint32_t state,
                                          logic::Term delay);

  /// Regions and steps of the automaton.
  Space& space_;
  /// The automaton.
  const model::TimedAutomaton& automaton_;
  /// The divisions of the automaton, as transitions that could be taken.
  Divisions divisions_;
  /// Execution of the automaton with these transitions; null without any.
  std::unique_ptr<Execution> probed_;
  /// The steps of it.
  std::unique_ptr<Steps> probes_;
  /// See found().
  std::vector<suite::Finding> found_;
  /// See undecided().
  std::set<std::string> undecided_;
  /// Pairs of transitions that were reported.
  std::set<std::pair<std::uint32_t, std::uint32_t>> ambiguous_;
  /// States that were reported.
  std::set<std::uint32_t> locked_;
  /// Assignments that were reported: transition and index of the obligation.
  std::set<std::pair<std::uint32_t, std::size_t>> outside_;
  /// Divisions that were reported, by their probe.
  std::set<std::uint32_t> divided_;
};

}  // namespace catenary::engine::symbolic
