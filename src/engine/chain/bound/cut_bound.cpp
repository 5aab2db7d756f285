// SPDX-License-Identifier: Apache-2.0
/// \file
/// Dual ascent on shifted costs, improved by a subgradient method.
///
/// In the extended net a suite is a walk from start to `over`. For potentials
/// p, arc (u, v) gets the cost c + p(u) - p(v), which must not be negative; a
/// walk from start to `over` then costs p(over) - p(start) less than before.
/// That difference plus the prices of cuts is the bound.

#include "engine/chain/bound/cut_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "engine/chain/bound/extended_net.h"

namespace catenary::engine::chain {
namespace {

/// The price of an arc that is looked at.
constexpr base::WorkClock::duration kPrice{5};
/// The first potentials are made of this many parts of each distance.
constexpr Price kParts = 4;
/// Rounds without improvement before the steps become smaller, and before the
/// end.
constexpr int kPatience = 20;
constexpr int kEnough = 100;
/// The part of the last direction that stays, to damp oscillation.
constexpr double kMomentum = 0.7;

/// One computation of the bound.
class Ascent {
 public:
  Ascent(const Net& net, const CutOptions& options, const base::Budget& budget)
      : net_(net),
        options_(options),
        budget_(budget),
        extended_(net, options),
        over_(extended_.over()) {
    potential_.assign(over_ + 1, 0);
    // For each goal two families of cuts: those that separate the start from
    // its arcs, and those that separate its arcs from the end.
    for (std::uint32_t g = 0; g < net.goal_count(); ++g) {
      for (const bool backward : {true, false}) {
        growths_.push_back({g, backward, {}, {}});
      }
    }
  }

  CutBound run() {
    // Several first potentials are tried; the best one is improved.
    take_distances();
    if (best_potential_.empty()) return {};
    potential_ = best_potential_;
    last_ = ascend();
    climb();
    CutBound bound;
    bound.lower = whole(best_);
    bound.work = work_;
    return bound;
  }

 private:
  // A bound on costs, which are whole steps: rounded up.
  [[nodiscard]] static std::uint64_t whole(Price price) {
    return price <= 0
               ? 0
               : static_cast<std::uint64_t>((price + kScale - 1) / kScale);
  }

  // First potentials: combinations of the distances from the start and to the
  // end. Each combination keeps all costs from being negative.
  void take_distances() {
    const std::vector<Price> from_start = extended_.distances(true, work_);
    const std::vector<Price> to_over = extended_.distances(false, work_);
    for (Price a = 0; a <= kParts; ++a) {
      for (Price b = 0; a + b <= kParts; ++b) {
        if (budget_.poll() != base::StopReason::none) return;
        if (work_ >= options_.max_work && !best_potential_.empty()) return;
        for (Node v = 0; v <= over_; ++v) {
          potential_[v] = (a * from_start[v] - b * to_over[v]) / kParts;
        }
        const Price lower = ascend();
        if (lower <= best_ && !best_potential_.empty()) continue;
        best_ = lower;
        best_potential_ = potential_;
      }
    }
  }

  // Subgradient steps from the best potentials on.
  void climb() {
    const auto upper = static_cast<double>(options_.upper) * kScale;
    std::vector<double> direction(over_ + 1, 0);
    double step = 1;
    int idle = 0;
    while (work_ < options_.max_work && idle < kEnough) {
      // The bound so far is valid at any time.
      if (budget_.poll() != base::StopReason::none) return;
      if (whole(best_) >= options_.upper) return;
      imbalance();
      double norm = 0;
      for (Node n = 0; n <= over_; ++n) {
        direction[n] = kMomentum * direction[n] + imbalance_[n];
        norm += direction[n] * direction[n];
      }
      // No imbalance: the paths of the present prices fit together, and these
      // potentials cannot be improved this way.
      if (norm < 0.01) return;
      // The step is proportional to the gap, as Held and Karp do. If no suite
      // is known, the gap is at most what the bound is now.
      const auto lower = static_cast<double>(last_);
      const double gap = std::clamp(upper - lower, 1.0, std::max(1.0, lower));
      const double length = step * gap / norm;
      shift(direction, length);
      last_ = ascend();
      if (last_ > best_) {
        best_ = last_;
        best_potential_ = potential_;
        idle = 0;
      } else if (++idle % kPatience == 0) {
        // Back to the best potentials, with smaller steps.
        step /= 2;
        potential_ = best_potential_;
        last_ = best_;
        (void)ascend();
      }
    }
  }

  // Moves the potentials in the given direction, and others as far as needed to
  // keep all costs from being negative.
  // First the potentials that rise: those of nodes before them must follow, by
  // a search against the arcs on negated values.
  void shift(const std::vector<double>& direction, double length) {
    std::vector<Price> wanted = potential_;
    for (Node n = 0; n <= over_; ++n) {
      if (direction[n] > 0) wanted[n] += std::llround(direction[n] * length);
      wanted[n] = -wanted[n];
    }
    extended_.spread(wanted, false, work_);
    // Then those that fall: nodes behind them follow along the arcs.
    for (Node n = 0; n <= over_; ++n) {
      wanted[n] = -wanted[n];
      if (direction[n] < 0) wanted[n] += std::llround(direction[n] * length);
    }
    extended_.spread(wanted, true, work_);
    potential_ = std::move(wanted);
  }

  // A subgradient. The arcs that the last prices left free form paths from the
  // start to each goal and from each goal to the end. If more of these arcs
  // enter a node than leave it, its potential is wrong.
  void imbalance() {
    imbalance_.assign(over_ + 1, 0);
    used_.assign(arcs_.size(), false);
    for (const bool forward : {true, false}) {
      const Node root = forward ? net_.start() : over_;
      const ArcIndex& next = extended_.arcs_at(forward);
      // Free arcs reached from the root, breadth first.
      via_.assign(over_ + 1, kFar);
      std::vector<Node> queue{root};
      inside_.assign(over_ + 1, false);
      inside_[root] = true;
      for (std::size_t at = 0; at < queue.size(); ++at) {
        for (const std::uint32_t a : next.of(queue[at])) {
          const Node n = forward ? arcs_[a].to : arcs_[a].from;
          if (left_[a] != 0 || inside_[n]) continue;
          inside_[n] = true;
          via_[n] = a;
          queue.push_back(n);
        }
      }
      work_ += arcs_.size();
      // For each goal, one free path: an arc that hits it, and the way back.
      for (std::uint32_t goal = 0; goal < net_.goal_count(); ++goal) {
        for (const std::uint32_t a : extended_.hitting(goal)) {
          Node n = forward ? arcs_[a].from : arcs_[a].to;
          if (left_[a] != 0 || !inside_[n]) continue;
          use(a);
          for (; n != root;
               n = forward ? arcs_[via_[n]].from : arcs_[via_[n]].to) {
            use(via_[n]);
          }
          break;
        }
      }
    }
  }

  void use(std::uint32_t a) {
    if (used_[a]) return;
    used_[a] = true;
    ++imbalance_[arcs_[a].from];
    --imbalance_[arcs_[a].to];
  }

  // One round of prices may cost as much as all rounds together should.
  [[nodiscard]] bool exhausted() const {
    return work_ >= 2 * options_.max_work ||
           budget_.poll() != base::StopReason::none;
  }

  // Dual ascent: the bound that the potentials give. It is smaller, but valid,
  // if work or time end it.
  Price ascend() {
    left_.resize(arcs_.size());
    for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
      const ExtendedArc& arc = arcs_[a];
      // Reduced costs: what is left of the cost of each arc.
      left_[a] = arc.cost + potential_[arc.from] - potential_[arc.to];
      CATENARY_CHECK(left_[a] >= 0, "potentials rise no faster than costs");
    }
    base::WorkClock::charge(arcs_.size(), kPrice);
    Price lower = potential_[over_] - potential_[net_.start()];
    for (Growth& growth : growths_) begin(growth);
    // The cut with the fewest arcs first: it takes the least from the others.
    std::vector<std::pair<std::size_t, std::size_t>> heap;
    const auto push = [&](std::size_t which) {
      heap.emplace_back(growths_[which].border.size(), which);
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    };
    for (std::size_t i = 0; i < growths_.size(); ++i) push(i);
    while (!heap.empty() && !exhausted()) {
      std::pop_heap(heap.begin(), heap.end(), std::greater<>());
      const auto [size, which] = heap.back();
      heap.pop_back();
      Growth& growth = growths_[which];
      // Start or end is inside: no cut of this family is left.
      if (!settle(growth)) continue;
      // Its border has changed since it entered the queue.
      if (!heap.empty() && growth.border.size() > heap.front().first) {
        push(which);
        continue;
      }
      // The price of the cut: the least that is left of an arc in it. Every
      // walk crosses the cut at least once, so the price may be added to the
      // bound, and is paid by all arcs of the cut.
      Price least = kNone;
      for (const std::uint32_t a : growth.border) {
        least = std::min(least, left_[a]);
      }
      for (const std::uint32_t a : growth.border) left_[a] -= least;
      lower += least;
      if (settle(growth)) push(which);
    }
    return lower;
  }

  /// A growing set of nodes: those from which the arcs that hit a goal are
  /// reached (or that are reached from them) by arcs whose cost is used up. Its
  /// border is a cut.
  struct Growth {
    std::uint32_t goal = 0;
    bool backward = true;
    std::vector<bool> inside;
    std::vector<std::uint32_t> border;  ///< arcs into (out of) the set
  };

  // At first the border consists of the arcs that hit the goal.
  void begin(Growth& growth) {
    growth.inside.assign(over_ + 1, false);
    growth.border = extended_.hitting(growth.goal);
  }

  [[nodiscard]] bool hits(std::uint32_t a, std::uint32_t goal) const {
    const auto& goals = net_.classes()[arcs_[a].hits];
    return std::binary_search(goals.begin(), goals.end(), goal);
  }

  // Takes into the set what can be reached by free arcs. Returns false if the
  // start (or the end) is inside.
  bool settle(Growth& growth) {
    const ArcIndex& next = extended_.arcs_at(!growth.backward);
    const auto far = [&](std::uint32_t a) {
      return growth.backward ? arcs_[a].from : arcs_[a].to;
    };
    std::vector<Node> queue;
    std::size_t kept = 0;
    for (const std::uint32_t a : growth.border) {
      if (growth.inside[far(a)]) continue;
      if (left_[a] == 0) {
        growth.inside[far(a)] = true;
        queue.push_back(far(a));
      } else {
        growth.border[kept++] = a;
      }
    }
    work_ += growth.border.size();
    base::WorkClock::charge(growth.border.size(), kPrice);
    growth.border.resize(kept);
    while (!queue.empty()) {
      const Node n = queue.back();
      queue.pop_back();
      for (const std::uint32_t a : next.of(n)) {
        ++work_;
        // Arcs that hit the goal are no way around it: the path ends there.
        if (growth.inside[far(a)] ||
            (arcs_[a].hits != 0 && hits(a, growth.goal)))
          continue;
        if (left_[a] == 0) {
          growth.inside[far(a)] = true;
          queue.push_back(far(a));
        } else {
          growth.border.push_back(a);
        }
      }
    }
    // Arcs between nodes of the set belong to no cut.
    std::erase_if(growth.border,
                  [&](std::uint32_t a) { return growth.inside[far(a)]; });
    return !growth.inside[growth.backward ? net_.start() : over_] &&
           !growth.border.empty();
  }

  const Net& net_;
  const CutOptions& options_;
  const base::Budget& budget_;
  ExtendedNet extended_;
  Node over_;  ///< where suites end
  const std::vector<ExtendedArc>& arcs_ = extended_.arcs();
  std::vector<Price> potential_;
  std::vector<Price> left_;  ///< of the cost of each arc
  std::vector<Growth> growths_;
  std::vector<std::int32_t> imbalance_;  ///< leaving less entering, per node
  std::vector<std::uint32_t> via_;
  std::vector<Price> best_potential_;
  Price best_ = 0, last_ = 0;
  std::vector<bool> inside_, used_;
  std::uint64_t work_ = 0;
};

}  // namespace

CutBound bound_by_cuts(const Net& net,
                       const CutOptions& options,
                       const base::Budget& budget) {
  if (net.goal_count() == 0) return {};
  return Ascent(net, options, budget).run();
}

}  // namespace catenary::engine::chain
