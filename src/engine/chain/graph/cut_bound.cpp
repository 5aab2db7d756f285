// SPDX-License-Identifier: Apache-2.0
#include "engine/chain/graph/cut_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"

namespace catenary::engine::chain {
namespace {

using Price = std::int64_t;
/// Prices are multiples of 1 / kScale of a step.
constexpr Price kScale = 256;
/// Parts of each distance that the first potentials are made of.
constexpr Price kParts = 4;
/// Rounds without gain before smaller steps are taken, and before the end.
constexpr int kPatience = 20;
constexpr int kEnough = 100;
/// How much of the last direction stays.
constexpr double kMomentum = 0.7;
/// More than any cost; four times as much is still far from an overflow.
constexpr Price kNone = std::int64_t{1} << 50;

class Ascent {
 public:
  Ascent(const Net& net, const CutOptions& options, const base::Budget& budget)
      : net_(net), options_(options), budget_(budget), over_(net.node_count()) {
    add_arcs();
    link(out_, [](const Link& arc) { return arc.from; });
    link(in_, [](const Link& arc) { return arc.to; });
    potential_.assign(over_ + 1, 0);
    for (std::uint32_t g = 0; g < net.goal_count(); ++g) {
      for (const bool backward : {true, false}) {
        growths_.push_back({g, backward, {}, {}});
      }
    }
  }

  CutBound run() {
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
  struct Link {
    Node from = 0;
    Node to = 0;
    HitClass hits = 0;
    Price cost = 0;
  };
  struct Index {
    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> arcs;
    [[nodiscard]] std::span<const std::uint32_t> of(Node n) const {
      return {arcs.data() + first[n], arcs.data() + first[n + 1]};
    }
  };

  [[nodiscard]] static std::uint64_t whole(Price price) {
    return price <= 0
               ? 0
               : static_cast<std::uint64_t>((price + kScale - 1) / kScale);
  }

  void add_arcs() {
    for (Node u = 0; u < net_.node_count(); ++u) {
      for (const Arc& arc : net_.out(u)) {
        arcs_.push_back(
            {u, arc.node, arc.hits, kScale * Price{net_.arc_cost(u)}});
      }
      if (u == net_.end() || (u != net_.start() && net_.is_final(u))) {
        arcs_.push_back({u, over_, 0, 0});
      }
    }
    if (!options_.single_chain) {
      arcs_.push_back({over_,
                       net_.start(),
                       0,
                       kScale * static_cast<Price>(options_.reset)});
    }
    hitting_.resize(net_.goal_count());
    for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
      for (const std::uint32_t goal : net_.classes()[arcs_[a].hits]) {
        hitting_[goal].push_back(a);
      }
    }
  }

  template <typename End>
  void link(Index& index, End end) {
    index.first.assign(over_ + std::size_t{2}, 0);
    for (const Link& arc : arcs_) ++index.first[end(arc) + std::size_t{1}];
    for (Node n = 0; n <= over_; ++n) index.first[n + 1] += index.first[n];
    index.arcs.resize(arcs_.size());
    std::vector<std::uint32_t> next(index.first.begin(), index.first.end() - 1);
    for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
      index.arcs[next[end(arcs_[a])]++] = a;
    }
  }

  // From the start to each node, or from each node to the end of the suite.
  [[nodiscard]] std::vector<Price> distances(bool forward) {
    std::vector<Price> d(over_ + 1, kNone);
    d[forward ? net_.start() : over_] = 0;
    spread(d, forward);
    return d;
  }

  // Lowers values until none is more than that of a node before it (after it)
  // and the cost between.
  void spread(std::vector<Price>& d, bool forward) {
    std::vector<std::pair<Price, Node>> heap;
    for (Node n = 0; n <= over_; ++n) {
      if (d[n] != kNone) heap.emplace_back(-d[n], n);
    }
    std::make_heap(heap.begin(), heap.end());
    const auto reach = [&](Node n, Price cost) {
      if (cost >= d[n]) return;
      d[n] = cost;
      heap.emplace_back(-cost, n);
      std::push_heap(heap.begin(), heap.end());
    };
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end());
      const auto [cost, n] = heap.back();
      heap.pop_back();
      if (-cost != d[n]) continue;
      for (const std::uint32_t a : (forward ? out_ : in_).of(n)) {
        reach(forward ? arcs_[a].to : arcs_[a].from, d[n] + arcs_[a].cost);
      }
      work_ += (forward ? out_ : in_).of(n).size();
    }
  }

  // Costs shifted towards the start, towards the end, and between.
  void take_distances() {
    const std::vector<Price> from_start = distances(true);
    const std::vector<Price> to_over = distances(false);
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

  void climb() {
    const auto upper = static_cast<double>(options_.upper) * kScale;
    std::vector<double> direction(over_ + 1, 0);
    double step = 1;
    int idle = 0;
    while (work_ < options_.max_work && idle < kEnough) {
      if (budget_.poll() != base::StopReason::none) return;
      if (whole(best_) >= options_.upper) return;
      imbalance();
      double norm = 0;
      for (Node n = 0; n <= over_; ++n) {
        direction[n] = kMomentum * direction[n] + imbalance_[n];
        norm += direction[n] * direction[n];
      }
      if (norm < 0.01) return;
      // The gap; where it is not known, no more than what there is.
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
        step /= 2;
        potential_ = best_potential_;
        last_ = best_;
        (void)ascend();
      }
    }
  }

  // Moves the potentials, and then others as far as they must give way.
  void shift(const std::vector<double>& direction, double length) {
    std::vector<Price> wanted = potential_;
    for (Node n = 0; n <= over_; ++n) {
      if (direction[n] > 0) wanted[n] += std::llround(direction[n] * length);
      wanted[n] = -wanted[n];
    }
    spread(wanted, false);
    for (Node n = 0; n <= over_; ++n) {
      wanted[n] = -wanted[n];
      if (direction[n] < 0) wanted[n] += std::llround(direction[n] * length);
    }
    spread(wanted, true);
    potential_ = std::move(wanted);
  }

  // The steps that the cuts last priced leave for nothing: paths from the start
  // to each goal, and from each goal to the end. What enters a node and does
  // not leave it says where potentials are wrong.
  void imbalance() {
    imbalance_.assign(over_ + 1, 0);
    used_.assign(arcs_.size(), false);
    for (const bool forward : {true, false}) {
      const Node root = forward ? net_.start() : over_;
      const Index& next = forward ? out_ : in_;
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
      for (std::uint32_t goal = 0; goal < net_.goal_count(); ++goal) {
        for (const std::uint32_t a : hitting_[goal]) {
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

  // One round of prices may cost as much as all of them should.
  [[nodiscard]] bool exhausted() const {
    return work_ >= 2 * options_.max_work ||
           budget_.poll() != base::StopReason::none;
  }

  // The bound that the potentials give; less where work or time end before.
  Price ascend() {
    left_.resize(arcs_.size());
    for (std::uint32_t a = 0; a < arcs_.size(); ++a) {
      const Link& arc = arcs_[a];
      left_[a] = arc.cost + potential_[arc.from] - potential_[arc.to];
      CATENARY_CHECK(left_[a] >= 0, "potentials rise no faster than costs");
    }
    Price lower = potential_[over_] - potential_[net_.start()];
    for (Growth& growth : growths_) begin(growth);
    // The smallest cut first: it takes least from the others.
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
      if (!settle(growth)) continue;
      if (!heap.empty() && growth.border.size() > heap.front().first) {
        push(which);
        continue;
      }
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

  /// A set of nodes about the steps that hit a goal, from which the goal (or
  /// that is reached from it) for what is paid already.
  struct Growth {
    std::uint32_t goal = 0;
    bool backward = true;
    std::vector<bool> inside;
    std::vector<std::uint32_t> border;  ///< arcs into (out of) the set
  };

  void begin(Growth& growth) {
    growth.inside.assign(over_ + 1, false);
    growth.border = hitting_[growth.goal];
  }

  [[nodiscard]] bool hits(std::uint32_t a, std::uint32_t goal) const {
    const auto& goals = net_.classes()[arcs_[a].hits];
    return std::binary_search(goals.begin(), goals.end(), goal);
  }

  // Takes in what costs nothing any more. False: the start (the end) is in.
  bool settle(Growth& growth) {
    const Index& next = growth.backward ? in_ : out_;
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
    growth.border.resize(kept);
    while (!queue.empty()) {
      const Node n = queue.back();
      queue.pop_back();
      for (const std::uint32_t a : next.of(n)) {
        ++work_;
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
    std::erase_if(growth.border,
                  [&](std::uint32_t a) { return growth.inside[far(a)]; });
    return !growth.inside[growth.backward ? net_.start() : over_] &&
           !growth.border.empty();
  }

  const Net& net_;
  const CutOptions& options_;
  const base::Budget& budget_;
  Node over_;  ///< where suites end
  std::vector<Link> arcs_;
  Index out_, in_;
  std::vector<std::vector<std::uint32_t>> hitting_;  ///< arcs, per goal
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
