// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of valuations of a timed system and their images under transitions:
/// symbolic states in the sense of reachability analysis.
///
/// A set is a formula over the automaton's own variables that are live in its
/// state. All others are projected away, so formulas do not grow with paths.
/// Clocks that are only compared with constants lose their value beyond the
/// largest constant, like normalised zones (Bengtsson, Yi, "Timed automata:
/// semantics, algorithms and tools", LNCS 3098, 2004,
/// doi:10.1007/978-3-540-27755-2_3): valuations that differ only there have the
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
#include "engine/symbolic/execution.h"
#include "engine/symbolic/prover.h"
#include "engine/symbolic/search/steps.h"
#include "engine/symbolic/testing/test_case.h"
#include "logic/smt/solver.h"

namespace catenary::engine::symbolic {

/// The answer of a query; `unknown` if a solver gave up.
enum class Truth : std::uint8_t { yes, no, unknown };

/// A set of valuations of the automaton's variables: those for which the
/// formula holds. It has quantifiers if they could not be eliminated.
using Region = logic::Term;

/// Regions of one automaton, with memory of what was computed.
class Space {
 public:
  /// `execution` must outlive it; `options` and `budget` are copied.
  /// `checks`: obligations will be decided too, so that more variables are
  /// live.
  Space(Execution& execution,
        const TestCaseOptions& options,
        const base::Budget& budget,
        bool checks = false);

  /// The automaton.
  [[nodiscard]] const model::TimedAutomaton& automaton() const {
    return execution_.automaton();
  }
  /// The execution given to the constructor.
  [[nodiscard]] Execution& execution() { return execution_; }
  /// What is true of single steps.
  [[nodiscard]] Steps& steps() { return steps_; }
  /// Queries without memory of a model.
  [[nodiscard]] Prover& prover() { return prover_; }
  /// The manager of all terms.
  [[nodiscard]] logic::TermManager& terms() { return execution_.terms(); }
  /// The budget of all queries.
  [[nodiscard]] const base::Budget& budget() const { return budget_; }

  /// The valuations after the initialisation.
  [[nodiscard]] Region initial();
  /// Whether the transition can be taken from some valuation of the region.
  /// Remembered unless unknown.
  [[nodiscard]] Truth enabled(Region region, std::uint32_t transition);
  /// The valuations after the transition. Remembered.
  [[nodiscard]] Region after(Region region, std::uint32_t transition);
  /// The same, if variables of its step (Steps::step()) have the values in
  /// `known`; `also` may restrict the step further. Not remembered.
  [[nodiscard]] Region after(Region region,
                             std::uint32_t transition,
                             const logic::Substitution& known,
                             logic::Term also);

  /// The union of two regions.
  [[nodiscard]] Region united(Region a, Region b);

  /// Whether every valuation of `region` is in one of the others. Cost: at most
  /// one query for each of the others, and one for a sample.
  [[nodiscard]] Truth included(Region region, std::span<const Region> others);
  /// Whether the formulas hold together. After `yes`, value() reads a model.
  [[nodiscard]] Truth satisfiable(std::span<const logic::Term> formulas);
  [[nodiscard]] Truth satisfiable(std::initializer_list<logic::Term> formulas) {
    return satisfiable(std::span(formulas.begin(), formulas.size()));
  }
  /// The value of a variable, or of a term, in the model of the last
  /// satisfiable(). What the model leaves open is 0 or false.
  [[nodiscard]] logic::Value value(logic::Term term) const;
  /// Why the last Truth was unknown, e.g. "the time limit of a query".
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  /// Region and transition.
  using Key = std::pair<logic::Term, std::uint32_t>;

  /// The image of a step: values after it, with `bound` and old values
  /// projected away.
  [[nodiscard]] Region image(std::vector<logic::Term> conditions,
                             const std::vector<logic::Term>& valuation,
                             std::vector<logic::Term> bound,
                             std::uint32_t state);
  /// Projects clocks beyond their largest constants.
  [[nodiscard]] Region forget_high_clocks(Region region, std::uint32_t state);
  /// The region in a simpler form, if it has few cases.
  [[nodiscard]] Region reduced(Region region);
  /// Whether the values are in the set; true if that cannot be evaluated.
  [[nodiscard]] bool contains(Region region, logic::Assignment values) const;

  /// Contexts are made in it.
  Execution& execution_;
  /// Solvers and limits.
  TestCaseOptions options_;
  /// Of all queries.
  base::Budget budget_;
  /// Queries and elimination.
  Prover prover_;
  /// Single steps.
  Steps steps_;
  /// See live_variables().
  std::vector<std::vector<bool>> live_;
  /// See clock_ceilings().
  std::vector<std::optional<mpq_class>> ceilings_;
  /// See initial().
  std::optional<Region> initial_;
  /// Answers of enabled().
  std::map<Key, Truth> enabled_;
  /// Answers of after().
  std::map<Key, Region> after_;
  /// One valuation of each region that was asked about.
  std::map<Region, logic::Assignment> points_;
  /// For queries of satisfiable().
  std::unique_ptr<logic::smt::Solver> solver_;
  /// The last model.
  logic::Assignment model_;
  /// See why().
  std::string why_;
};

}  // namespace catenary::engine::symbolic
