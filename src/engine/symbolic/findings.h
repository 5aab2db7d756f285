// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is wrong in reachable configurations of a timed system.
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

/// A state with a set of its valuations, all of them reached by the path.
struct Place {
  std::uint32_t state = 0;
  Region region;
  Path path;
};

/// Looks at places one after the other. Each kind of finding comes once for
/// what it is about: two transitions, a state, an assignment, a division.
class Findings {
 public:
  /// The space must have been made with `checks`, and outlive this.
  explicit Findings(Space& space);

  void look_at_start();
  void look_at(const Place& place);

  [[nodiscard]] std::vector<suite::Finding>& found() { return found_; }
  /// What no solver decided.
  [[nodiscard]] std::set<std::string>& undecided() { return undecided_; }

 private:
  void report(const std::string& code,
              base::Severity severity,
              const base::SourceLocation& where,
              const std::string& message);
  /// Whether it can be; notes what is undecided.
  [[nodiscard]] bool can(std::initializer_list<logic::Term> formulas,
                         const std::string& what);
  void nondeterminism(const Place& place);
  void time_locks(const Place& place);
  void ranges(const Place& place);
  void divide(const Place& place);
  /// "A transition can be taken after the delay `delay`, or later".
  [[nodiscard]] logic::Term anything_from(std::uint32_t state,
                                          logic::Term delay);

  Space& space_;
  const model::TimedAutomaton& automaton_;
  Divisions divisions_;
  std::unique_ptr<Execution> probed_;  ///< of divisions_
  std::unique_ptr<Steps> probes_;
  std::vector<suite::Finding> found_;
  std::set<std::string> undecided_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> ambiguous_;
  std::set<std::uint32_t> locked_;                           ///< states
  std::set<std::pair<std::uint32_t, std::size_t>> outside_;  ///< assignments
  std::set<std::uint32_t> divided_;                          ///< probes
};

}  // namespace catenary::engine::symbolic
