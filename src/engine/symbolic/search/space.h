// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of valuations of a timed system, and what transitions make of them:
/// symbolic states in the sense of reachability analysis.
///
/// A set is a formula over the automaton's own variables, of those that are
/// live in its state: all else is projected away, so that formulas do not grow
/// with paths. Clocks that are only compared with constants forget what they
/// are beyond the largest (as normalised zones do: Bengtsson, Yi, "Timed
/// automata: semantics, algorithms and tools", LNCS 3098, 2004,
/// doi:10.1007/978-3-540-27755-2_3); valuations that differ there only have the
/// same future.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/symbolic/arithmetic/prover.h"
#include "engine/symbolic/execution.h"
#include "engine/symbolic/search/steps.h"
#include "engine/symbolic/testing/test_case.h"
#include "logic/smt/solver.h"

namespace catenary::engine::symbolic {

enum class Truth : std::uint8_t { yes, no, unknown };

/// A set of valuations: those of the automaton's variables for which it holds.
/// It has quantifiers where they could not be eliminated.
using Region = logic::Term;

class Space {
 public:
  /// All must outlive it. `checks`: obligations shall be decided, too, which
  /// makes more variables live.
  Space(Execution& execution,
        const TestCaseOptions& options,
        const base::Budget& budget,
        bool checks = false);

  [[nodiscard]] const model::TimedAutomaton& automaton() const {
    return execution_.automaton();
  }
  [[nodiscard]] Execution& execution() { return execution_; }
  [[nodiscard]] Steps& steps() { return steps_; }
  [[nodiscard]] Prover& prover() { return prover_; }
  [[nodiscard]] logic::TermManager& terms() { return execution_.terms(); }
  [[nodiscard]] const base::Budget& budget() const { return budget_; }

  /// The valuations at the start.
  [[nodiscard]] Region initial();
  /// Can the transition be taken from some valuation? Remembered.
  [[nodiscard]] Truth enabled(Region region, std::uint32_t transition);
  /// The valuations after it. Remembered.
  [[nodiscard]] Region after(Region region, std::uint32_t transition);
  /// The same where these variables of its step (Steps::step()) have values,
  /// over which `also` may say more. Not remembered.
  [[nodiscard]] Region after(Region region,
                             std::uint32_t transition,
                             const logic::Substitution& known,
                             logic::Term also);

  /// The valuations of both.
  [[nodiscard]] Region united(Region a, Region b);

  /// Is every valuation of `region` in one of the others?
  [[nodiscard]] Truth included(Region region, std::span<const Region> others);
  /// Is there a model of them all? Yes leaves one for value().
  [[nodiscard]] Truth satisfiable(std::span<const logic::Term> formulas);
  [[nodiscard]] Truth satisfiable(std::initializer_list<logic::Term> formulas) {
    return satisfiable(std::span(formulas.begin(), formulas.size()));
  }
  /// Of a variable of the last satisfiable(), or a term of them; what the
  /// model leaves open is 0 or false.
  [[nodiscard]] logic::Value value(logic::Term term) const;
  /// Why the last Truth was unknown, e.g. "the time limit of a query".
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  using Key = std::pair<logic::Term, std::uint32_t>;

  [[nodiscard]] Region image(std::vector<logic::Term> conditions,
                             const std::vector<logic::Term>& valuation,
                             std::vector<logic::Term> bound,
                             std::uint32_t state);
  [[nodiscard]] Region forget_high_clocks(Region region, std::uint32_t state);
  [[nodiscard]] Region reduced(Region region);
  /// Whether the values are in the set; true where that cannot be said.
  [[nodiscard]] bool contains(Region region, logic::Assignment values) const;

  Execution& execution_;
  TestCaseOptions options_;
  base::Budget budget_;
  Prover prover_;
  Steps steps_;
  std::vector<std::vector<bool>> live_;
  std::vector<std::optional<mpq_class>> ceilings_;
  std::optional<Region> initial_;
  std::map<Key, Truth> enabled_;
  std::map<Key, Region> after_;
  std::map<Region, logic::Assignment> points_;  ///< one in each
  std::unique_ptr<logic::smt::Solver> solver_;
  logic::Assignment model_;
  std::string why_;
};

}  // namespace catenary::engine::symbolic
