// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the child process of find_symbolic_chains() does: chains from legs, and
/// one unrolling for whole chains.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/budget.h"
#include "engine/chain/symbolic/symbolic.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::chain {

/// A suite in the making.
struct RunSuite {
  std::vector<model::Trace> chains;
  std::vector<std::uint32_t> uncoverable_to_final;

  [[nodiscard]] std::uint64_t steps() const;
  /// Fewer goals left out, then cheaper.
  [[nodiscard]] bool better_than(
      const RunSuite& other,
      const std::optional<std::uint64_t>& reset_cost) const;
};

class ChainSolver {
 public:
  /// Where results go, as they are found.
  struct Listener {
    std::function<void(const RunSuite&)> suite;  ///< better than those before
    /// No chain of at most so many steps covers everything.
    std::function<void(std::uint64_t)> refuted;
    /// So many goals need a chain each, which have so many steps in all.
    std::function<void(std::uint64_t, std::uint64_t)> exclusive;
  };

  /// Everything given must outlive the solver. `known` covers what is not in
  /// its uncoverable_to_final.
  ChainSolver(const model::StepSystem& system,
              const reach::Result& reached,
              const std::vector<std::uint32_t>& goals,
              const SymbolicChainOptions& options,
              RunSuite known,
              const base::Budget& budget,
              const Listener& listener);

  void run();

 private:
  using Goals = std::set<std::uint32_t>;
  /// A run and the state after it.
  struct Prefix {
    model::Trace trace;
    bool begun = false;               ///< false: before the initialisation
    bool over = false;                ///< its last step did not run on
    std::vector<logic::Value> state;  ///< of Relation::slots()
    Goals hit;                        ///< of those asked for
    bool final = false;
  };
  enum class To : std::uint8_t { goal, goal_at_end, final_state };

  void encode();
  [[nodiscard]] std::optional<Prefix> observe(const model::Trace& trace);
  [[nodiscard]] std::optional<Prefix> leg(const Prefix& from,
                                          const Goals& open,
                                          To to);
  [[nodiscard]] std::optional<Prefix> finished(const Prefix& prefix);
  [[nodiscard]] Prefix longest_chain(Goals open);
  void make_suite();
  void offer(RunSuite suite);
  /// How many goals need a chain each, as far as that is shown.
  [[nodiscard]] std::size_t separate();
  void refute();
  [[nodiscard]] std::optional<Prefix> whole_chain(
      const Goals& goals,
      std::uint64_t most,
      const std::function<void(std::uint64_t)>& refuted);
  [[nodiscard]] logic::smt::Answer try_length(
      std::uint64_t length,
      const Goals& goals,
      reach::Unrolling& unrolling,
      logic::smt::SatSolver& solver,
      std::vector<logic::smt::Literal>& covered);

  const model::StepSystem& system_;
  const reach::Result& reached_;
  const Goals goals_;
  const SymbolicChainOptions& options_;
  base::Budget budget_;  ///< of what is being done
  const Listener& listener_;
  reach::MakeSolver make_solver_;
  std::unique_ptr<model::Stepper> stepper_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  std::unique_ptr<reach::Relation> relation_;
  std::size_t longest_leg_ = 0;
  RunSuite best_;
};

}  // namespace catenary::engine::chain
