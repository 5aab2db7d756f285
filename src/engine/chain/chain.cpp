// SPDX-License-Identifier: Apache-2.0
/// \file
/// The optimiser: a sequence of bounds and searches, cheap ones first. It ends
/// as soon as the lower bound meets the cost of the best suite.
///
/// "Fewest chains, then fewest steps" is expressed by one number: a reset cost
/// so large that no saving of steps pays for a chain. All searches then
/// minimise steps plus resets.

#include "engine/chain/chain.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.h"
#include "engine/chain/bound/bound.h"
#include "engine/chain/bound/cut_bound.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/exact.h"
#include "engine/chain/graph/leg_search.h"
#include "engine/chain/graph/net.h"
#include "engine/chain/graph/order.h"
#include "engine/chain/graph/reduce.h"
#include "engine/chain/graph/run.h"

namespace catenary::engine::chain {
namespace {

/// Arcs that may be looked at to find redundant goals: a second or two.
constexpr std::uint64_t kReduceWork = 300'000'000;
/// Pairs that any search may visit, however wide the graph is.
constexpr std::uint64_t kLeastPairs = 10'000;
/// A larger reset cost would change no decision, but might overflow.
constexpr std::uint64_t kMostResetCost = std::uint64_t{1} << 40;

class Optimiser {
 public:
  Optimiser(const reach::Graph& graph,
            const std::vector<std::uint32_t>& goals,
            const ChainOptions& options)
      : graph_(graph),
        options_(options),
        wanted_(graph.goal_count, false),
        memory_(options.budget.memory_bytes() != 0
                    ? options.budget.memory_bytes()
                    : options.default_memory_bytes) {
    for (const std::uint32_t goal : goals) {
      CATENARY_CHECK(goal < graph.goal_count, "a goal the graph does not know");
      wanted_[goal] = true;
    }
  }

  ChainResult run() {
    // The searches work on the net; goals that another goal implies need not be
    // aimed at.
    Net net(graph_, wanted_, options_.budget);
    sort_out_goals(net);
    if (net.goal_count() == 0) {
      result_.bounds = {0, 0, true, true, "nothing to cover"};
      return std::move(result_);
    }
    net.keep_goals(goals_to_aim_at(net, options_.budget, kReduceWork));
    if (options_.reset_cost) {
      CATENARY_CHECK(*options_.reset_cost <= kMostResetCost,
                     "a reset cost beyond 2^40 steps");
      reset_ = *options_.reset_cost;
    } else {
      // A suite needs no more chains than goals, and from goal to goal, or to
      // an end, no more steps than there are nodes. So this cost exceeds every
      // saving.
      reset_ = (std::uint64_t{net.goal_count()} + 1) * 2 *
               (std::uint64_t{net.node_count()} + 1);
    }
    optimise(net);
    write_chains(net);
    write_bounds();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool fewest_chains() const { return !options_.reset_cost; }

  // Sorts out the goals that no chain can cover. The net has the others.
  void sort_out_goals(const Net& net) {
    std::vector<bool> used(graph_.hit_sets.size(), false);
    for (const reach::Edge& edge : graph_.initial) used[edge.hits] = true;
    for (const reach::Edge& edge : graph_.edges) used[edge.hits] = true;
    std::vector<bool> hit(graph_.goal_count, false);
    for (std::size_t set = 0; set < used.size(); ++set) {
      if (!used[set]) continue;
      for (const std::uint32_t goal : graph_.hit_sets[set]) hit[goal] = true;
    }
    for (std::uint32_t goal = 0; goal < graph_.goal_count; ++goal) {
      if (!wanted_[goal]) continue;
      if (!hit[goal]) {
        result_.not_hit.push_back(goal);
      } else if (!std::binary_search(
                     net.goals().begin(), net.goals().end(), goal)) {
        result_.uncoverable_to_final.push_back(goal);
      }
    }
  }

  // Keeps the first reason to end early.
  void note(base::StopReason reason) {
    if (result_.stop == base::StopReason::none) result_.stop = reason;
  }

  // Raises the lower bound of steps and resets. The bound never exceeds the
  // cost of a suite that exists.
  void raise(std::uint64_t lower, std::string by) {
    lower = std::min(lower, best_.cost);
    if (lower <= lower_ && !by_.empty()) return;
    lower_ = lower;
    by_ = std::move(by);
  }

  // Chains of the best suite: each leaves start() once.
  [[nodiscard]] std::uint32_t chain_count(const Net& net) const {
    return static_cast<std::uint32_t>(std::count_if(
        best_.moves.begin(), best_.moves.end(), [&](const Move& move) {
          return move.from == net.start();
        }));
  }

  // From cheap to expensive. Each part gets the best run so far and may improve
  // it or the bound.
  void optimise(const Net& net) {
    // Goals that end their runs make the problem a set cover, which is solved
    // exactly; nothing else can do better.
    TerminalOutcome terminal = solve_terminal(net, reset_, options_.budget);
    if (terminal.applies && terminal.run.cost < kNever) {
      best_ = std::move(terminal.run);
      raise(terminal.lower,
            "every goal ends its run: cheapest set of last steps");
      if (terminal.proved) return;
    }
    // The first complete suite: whatever ends the search later, there is one.
    if (best_.cost == kNever) best_ = nearest_goal_run(net, reset_);

    const Distances distances(net, reset_, memory_ / 3, options_.budget);
    if (distances.stop() != base::StopReason::none) {
      note(distances.stop());
      raise(0, "none: stopped before the first bound");
      return;
    }
    // Limits are divided by the effort of one pair, so that they bound the time
    // on wide graphs as well.
    const std::uint64_t effort = effort_of_pair(net);
    max_pairs_ = std::max(kLeastPairs, options_.max_product_states / effort);
    OrderLimits order_limits;
    order_limits.memory_bytes = memory_ / 3 + 1;
    order_limits.work = std::max(kLeastPairs, order_limits.work / effort);
    OrderSearch orders(net, distances, options_.budget, order_limits);
    // The order in which the first run covers goals may have a cheaper run.
    orders.try_order(first_hits(net, best_.moves), best_);

    bound_by_distances(net, distances, orders);
    if (lower_ >= best_.cost) return;
    orders.improve(best_);
    note(orders.stop());
    // With fewer chains, tighter bounds are valid.
    bound_by_distances(net, distances, orders);
    if (lower_ >= best_.cost || !options_.exact_search) return;

    // A search that ends within this many pairs makes other bounds superfluous.
    constexpr std::uint64_t kShortSearch = 1'000'000;
    if (search(net, distances, orders, kShortSearch, false)) return;
    // The search did not end: a better suite and a better bound come first,
    // since both make the next search smaller.
    reorder(net, distances, orders);
    bound_by_states(net);
    if (lower_ >= best_.cost) return;
    // With many goals the search can track only a few of them, so that it will
    // hardly end.
    constexpr std::uint32_t kManyGoals = 32;
    const std::uint64_t share = net.goal_count() > kManyGoals ? 4 : 1;
    (void)search(net, distances, orders, max_pairs_ / share, true);
  }

  /// The effort for one pair of state and covered goals; 1 is that of 64 arcs
  /// and 64 goals. Searches of wide graphs visit fewer pairs, so that limits on
  /// pairs are limits on work.
  [[nodiscard]] static std::uint64_t effort_of_pair(const Net& net) {
    const std::uint64_t arcs = net.arc_count() / net.node_count();
    const std::uint64_t words = (net.goal_count() + 63) / 64;
    return std::max<std::uint64_t>(1, arcs * words / 64);
  }

  /// Exact search of at most `pairs` pairs in all. Returns true if nothing is
  /// left to do: it found a proof, or the time is over. `last`: no other search
  /// follows, so that its limit is the reason to end.
  bool search(const Net& net,
              const Distances& distances,
              OrderSearch& orders,
              std::uint64_t pairs,
              bool last) {
    ExactLimits limits;
    limits.memory_bytes = memory_ / 3 * 2 + 1;
    limits.pairs = std::min(max_pairs_, pairs);
    // Earlier searches count as well.
    limits.pairs -= std::min(limits.pairs, result_.product_states);
    const ExactOutcome exact =
        search_exactly(net, distances, options_.budget, limits, &orders, best_);
    result_.product_states += exact.pairs;
    const bool end = exact.proved || exact.stop == base::StopReason::time ||
                     exact.stop == base::StopReason::work ||
                     exact.stop == base::StopReason::interrupt;
    if (end || last) note(exact.stop);
    raise(exact.proved ? best_.cost : exact.lower,
          exact.proved
              ? "exhaustive search over states and covered goals"
              : "search over states and covered goals, bound not "
                "closed within " +
                    std::to_string(result_.product_states) + " of them");
    return end;
  }

  /// If there are too many goals for the exact search, a faster search tries
  /// many more orders.
  void reorder(const Net& net,
               const Distances& distances,
               OrderSearch& orders) {
    if (!distances.has_all_goals()) return;
    LegSearch legs(
        net,
        distances,
        options_.budget,
        std::min(LegSearch::kWork / effort_of_pair(net), 4 * max_pairs_));
    Run found = legs.search(first_hits(net, best_.moves));
    if (found.cost >= best_.cost) return;
    best_ = std::move(found);
    orders.allow_more_work();
    (void)orders.try_order(first_hits(net, best_.moves), best_);
  }

  /// The bound by cuts, for as many chains as the best suite has.
  void bound_by_states(const Net& net) {
    constexpr const char* kBy =
        "cuts between start, goals and end in the graph of states";
    const std::uint64_t chains = chain_count(net);
    CutOptions options;
    options.upper = best_.cost;
    options.max_work =
        std::min(options.max_work / effort_of_pair(net), 6 * max_pairs_);
    if (fewest_chains()) {
      options.single_chain = chains == 1;
      // The bound is on steps alone, so resets are subtracted.
      options.upper -= (chains - 1) * reset_;
    } else {
      options.reset = reset_;
    }
    const std::uint64_t lower =
        bound_by_cuts(net, options, options_.budget).lower;
    // With a reset cost, steps and resets are bounded together.
    if (!fewest_chains()) {
      raise(lower, kBy);
      return;
    }
    if (lower > steps_lower_) {
      steps_lower_ = lower;
      steps_by_ = kBy;
    }
    // The quotient is the bound on resets that is known already. A bound on the
    // steps of any suite can be added to it.
    raise(lower_ / reset_ * reset_ + lower, kBy);
  }

  /// Bounds by distances, for at most as many chains as the best suite has, and
  /// a run for the order that attains them.
  void bound_by_distances(const Net& net,
                          const Distances& distances,
                          OrderSearch& orders) {
    const std::uint32_t chains = chain_count(net);
    if (chains == bounded_for_) return;
    bounded_for_ = chains;
    const AbstractBound bound = bound_abstractly(distances,
                                                 fewest_chains(),
                                                 chains,
                                                 options_.optimiser,
                                                 options_.budget);
    const char* by =
        !bound.by_programme ? "distance of the farthest single goal"
        : bound.by_clingo ? "answer-set programme over start-to-start distances"
                          : "integer programme over start-to-start distances";
    if (fewest_chains()) {
      steps_lower_ = bound.cost;
      steps_by_ = by;
      raise((bound.chains - 1) * reset_ + bound.cost, by);
    } else {
      raise(bound.cost, by);
    }
    if (!bound.order.empty() && lower_ < best_.cost) {
      orders.try_order(bound.order, best_);
    }
    // The order gave a suite of fewer chains: bound again.
    if (chain_count(net) != chains) bound_by_distances(net, distances, orders);
  }

  // Splits the run into chains, with the edges and goals of the graph. All
  // wanted goals count here, also those that the searches did not aim at.
  void write_chains(const Net& net) {
    std::vector<bool> open = wanted_;
    Chain chain;
    const auto hit = [&](reach::HitSetId hits) {
      for (const std::uint32_t goal : graph_.hit_sets[hits]) {
        if (!open[goal]) continue;
        open[goal] = false;
        chain.newly_covered.push_back(goal);
      }
    };
    // A chain may turn out to cover nothing new: it is left out.
    const auto finish = [&] {
      if (!chain.newly_covered.empty()) {
        result_.chains.push_back(std::move(chain));
      }
      chain = {};
    };
    for (std::size_t i = 0; i < best_.moves.size(); ++i) {
      const Move& move = best_.moves[i];
      const std::uint64_t edge = net.edge(move.from, move.arc);
      if (move.from == net.start()) {
        if (i > 0) finish();
        chain.initial = static_cast<std::uint32_t>(edge);
        hit(graph_.initial[edge].hits);
      } else {
        chain.steps.push_back({net.state(move.from), edge});
        hit(graph_.edges[edge].hits);
      }
    }
    finish();
  }

  void write_bounds() {
    ChainBounds& bounds = result_.bounds;
    const std::uint64_t chains = result_.chains.size();
    std::uint64_t steps = 0;
    for (const Chain& chain : result_.chains) steps += chain.steps.size();
    const std::uint64_t cost = steps + (chains - 1) * reset_;
    // Such a chain lowers the cost below that of the run.
    lower_ = std::min(lower_, cost);
    bounds.by = by_;
    if (fewest_chains()) {
      bounds.upper = steps;
      // The quotient is the number of resets that every suite needs.
      bounds.chains_fewest = chains == 1 || lower_ / reset_ + 1 >= chains;
      bounds.lower = std::min(steps_lower_, steps);
      const std::uint64_t resets = (chains - 1) * reset_;
      // If the number of chains is fixed, the bound on steps and resets gives
      // one on steps; the better of both counts.
      if (bounds.chains_fewest && lower_ >= resets + bounds.lower) {
        bounds.lower = lower_ - resets;
      } else if (!steps_by_.empty()) {
        bounds.by = steps_by_;
      }
    } else {
      bounds.upper = cost;
      bounds.lower = lower_;
      bounds.chains_fewest = lower_ == cost;
    }
    if (!graph_.closed) allow_for_the_unexplored(chains);
    bounds.minimal = bounds.lower == bounds.upper && bounds.chains_fewest;
  }

  /// A suite that leaves the explored graph takes at least complete_depth
  /// steps, and may need fewer chains than any suite within it.
  void allow_for_the_unexplored(std::uint64_t chains) {
    ChainBounds& bounds = result_.bounds;
    if (graph_.complete_depth < bounds.lower) {
      bounds.lower = graph_.complete_depth;
      bounds.by = "depth to which the graph is complete";
    }
    bounds.chains_fewest =
        fewest_chains() ? chains == 1 : bounds.lower == bounds.upper;
  }

  const reach::Graph& graph_;
  const ChainOptions& options_;
  std::vector<bool> wanted_;
  std::uint64_t memory_;
  std::uint64_t reset_ = 0;
  ChainResult result_;
  Run best_;
  std::uint64_t lower_ = 0;      ///< of steps and resets
  std::uint64_t max_pairs_ = 0;  ///< of exact searches; see effort_of_pair()
  std::string by_;
  std::uint64_t steps_lower_ = 0;  ///< of suites of no more chains than best_
  std::string steps_by_;
  std::uint32_t bounded_for_ = 0;  ///< chains the abstract bound was asked for
};

}  // namespace

ChainResult find_chains(const reach::Graph& graph,
                        const std::vector<std::uint32_t>& goals,
                        const ChainOptions& options) {
  return Optimiser(graph, goals, options).run();
}

}  // namespace catenary::engine::chain
