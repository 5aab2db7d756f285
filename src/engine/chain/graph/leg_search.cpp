// SPDX-License-Identifier: Apache-2.0
#include "engine/chain/graph/leg_search.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "base/check.h"

namespace catenary::engine::chain {
namespace {

/// Nodes in which a leg may end that are kept, and partial runs in the beam.
constexpr std::size_t kMostEnds = 24;
constexpr std::size_t kLabels = 6;
/// Nodes of all paths to a goal. With more, the goal counts as out of reach,
/// since the paths take too much memory.
constexpr std::size_t kMostItems = 300'000;
/// The parts that a kick exchanges lie within this many goals.
constexpr std::size_t kKick = 14;
/// Kicks without improvement, for each goal, before the search ends.
constexpr std::size_t kEnough = 3;

/// Number of goals in a set.
std::uint32_t count(const std::vector<std::uint64_t>& mask) {
  std::uint32_t n = 0;
  for (const std::uint64_t word : mask) n += std::popcount(word);
  return n;
}

}  // namespace

bool LegSearch::hits(const Arc& arc, std::uint32_t goal) const {
  const auto& goals = net_.classes()[arc.hits];
  return std::binary_search(goals.begin(), goals.end(), goal);
}

std::uint32_t LegSearch::number(const Mask& mask) {
  masks_.push_back(mask);
  return static_cast<std::uint32_t>(masks_.size() - 1);
}

const LegSearch::Leg& LegSearch::leg(Node from, std::uint32_t goal) {
  const std::uint64_t key = std::uint64_t{from} * net_.goal_count() + goal;
  const auto known = legs_.find(key);
  if (known != legs_.end()) return known->second;
  return legs_.emplace(key, find_leg(from, goal)).first->second;
}

void LegSearch::add(Level& level,
                    const Item& before,
                    std::uint32_t parent,
                    const Arc& arc) {
  // The path hits what the path before hit, and the goals of the arc.
  Mask mask = before.hits;
  for (const std::uint32_t g : net_.classes()[arc.hits]) insert_bit(mask, g);
  const auto [at, is_new] = level.place.emplace(arc.node, level.items.size());
  if (is_new) level.items.emplace_back();
  Item& item = level.items[at->second];
  if (is_new || count(mask) > count(item.hits)) {
    item = {arc.node, std::move(mask), parent, arc};
  }
}

// All shortest paths, level by level. Of the paths to one node, the one that
// hits most goals is kept. The last level is where they end; the result is
// empty if the goal is out of reach.
std::vector<LegSearch::Level> LegSearch::ways(Node from, std::uint32_t goal) {
  std::vector<Level> levels(1);
  levels[0].items.push_back({from, Mask(words_, 0), 0, {}});
  std::size_t items = 0;
  for (;;) {
    const Level& level = levels.back();
    Level next;
    const std::uint64_t left =
        distances_.to_goal(level.items.front().node, goal);
    if (left >= kNever) return {};
    // At distance 0 the goal's arc comes next, except that arcs out of start()
    // cost nothing either, so that distance 0 may be reached before it.
    const bool there =
        left == 0 &&
        std::any_of(level.items.begin(), level.items.end(), [&](const Item& i) {
          const auto out = net_.out(i.node);
          return std::any_of(out.begin(), out.end(), [&](const Arc& arc) {
            return hits(arc, goal);
          });
        });
    // A reset directly after a reset would repeat for ever if it costs nothing.
    const bool just_begun =
        levels.size() >= 2 &&
        levels[levels.size() - 2].items.front().node == net_.start();
    for (std::uint32_t i = 0; i < level.items.size() && !next.reset; ++i) {
      const Item& item = level.items[i];
      for (const Arc& arc : net_.out(item.node)) {
        ++work_;
        // An arc is on a shortest path if it brings the goal nearer by its
        // cost.
        const bool on_the_way = there ? hits(arc, goal)
                                      : distances_.to_goal(arc.node, goal) +
                                                net_.arc_cost(item.node) ==
                                            left;
        if (on_the_way) add(next, item, i, arc);
      }
      const bool may_end =
          item.node == net_.end() ||
          (item.node != net_.start() && net_.is_final(item.node));
      // A reset is taken only if no arc leads on, and if it is part of a
      // shortest path.
      if (left > 0 && next.items.empty() && may_end && !just_begun &&
          distances_.to_goal(net_.start(), goal) + distances_.reset() == left) {
        add(next, item, i, {net_.start(), 0});
        next.reset = true;
      }
    }
    items += next.items.size();
    if (next.items.empty() || items > kMostItems) return {};
    next.cost =
        level.cost + (next.reset ? distances_.reset()
                                 : net_.arc_cost(level.items.front().node));
    levels.push_back(std::move(next));
    if (there) return levels;
  }
}

LegSearch::Leg LegSearch::find_leg(Node from, std::uint32_t goal) {
  const std::vector<Level> levels = ways(from, goal);
  Leg found;
  if (levels.empty()) return found;
  const Level& last = levels.back();
  found.cost = last.cost;
  for (std::size_t i = 0; i < std::min(last.items.size(), kMostEnds); ++i) {
    found.ends.push_back({last.items[i].node, number(last.items[i].hits)});
  }
  return found;
}

LegSearch::Label* LegSearch::place_for(Node node,
                                       std::uint64_t cost,
                                       std::uint64_t guess,
                                       std::vector<Label>& beam) {
  std::size_t worst = 0;
  for (std::size_t l = 0; l < beam.size(); ++l) {
    if (beam[l].node == node) {
      if (beam[l].cost <= cost) return nullptr;
      worst = l;
      break;
    }
    if (beam[l].guess > beam[worst].guess) worst = l;
  }
  const bool same = !beam.empty() && beam[worst].node == node;
  if (!same && beam.size() < kLabels) {
    worst = beam.size();
    beam.emplace_back();
  } else if (!same && beam[worst].guess <= guess) {
    return nullptr;
  }
  Label& label = beam[worst];
  label.node = node;
  label.cost = cost;
  label.guess = guess;
  return &label;
}

// Beam search along the order. Goals that are covered on the way are passed
// over.
std::vector<LegSearch::Stop> LegSearch::evaluate(LegOrder& order,
                                                 bool keep_stops) {
  std::vector<Label> labels{{net_.start(), 0, 0, Mask(words_, 0), {}}}, next;
  order.cost = kNever;
  for (std::size_t i = 0; i < order.goals.size(); ++i) {
    const std::uint32_t goal = order.goals[i];
    const std::uint32_t after =
        i + 1 < order.goals.size() ? order.goals[i + 1] : net_.goal_count();
    next.clear();
    const auto add = [&](const Label& from,
                         const Mask* hits,
                         Stop stop,
                         std::uint64_t cost) {
      const Node node = stop.node;
      ++work_;
      // The estimate: cost so far and the distance to what comes next. It
      // decides which labels stay in the beam.
      const std::uint64_t guess =
          cost + (after == net_.goal_count() ? distances_.to_final(node)
                                             : distances_.to_goal(node, after));
      if (guess >= kNever) return;
      Label* label = place_for(node, cost, guess, next);
      if (label == nullptr) return;
      label->covered = from.covered;
      if (keep_stops) label->stops = from.stops;
      // Nothing was taken: the goal had been covered before.
      if (hits == nullptr) return;
      if (keep_stops) label->stops.push_back(stop);
      for (std::size_t w = 0; w < words_; ++w) label->covered[w] |= (*hits)[w];
    };
    for (const Label& label : labels) {
      if ((label.covered[goal / 64] >> (goal % 64) & 1U) != 0) {
        add(label, nullptr, {label.node, goal, 0}, label.cost);
        continue;
      }
      const Leg& way = leg(label.node, goal);
      for (std::uint32_t e = 0; e < way.ends.size(); ++e) {
        add(label,
            &masks_[way.ends[e].hits],
            {way.ends[e].node, goal, e},
            label.cost + way.cost);
      }
    }
    // The next goal starts from the labels of this one.
    labels.swap(next);
    if (labels.empty()) return {};
  }
  const Label& found = *std::min_element(
      labels.begin(), labels.end(), [](const Label& a, const Label& b) {
        return a.guess < b.guess;
      });
  order.cost = found.guess;
  return found.stops;
}

// The moves along the legs, and then to the nearest final node.
Run LegSearch::run_along(const std::vector<Stop>& stops) {
  Run run;
  run.cost = 0;
  Node at = net_.start();
  const auto take = [&](Node from, const Arc& arc) {
    run.moves.push_back({from, arc});
    run.cost += net_.arc_cost(from);
  };
  for (const Stop& stop : stops) {
    const std::vector<Level> levels = ways(at, stop.goal);
    std::vector<const Item*> items;
    std::uint32_t i = stop.end;
    // Back along the parents, from the node in which the leg ends.
    for (std::size_t l = levels.size() - 1; l > 0; --l) {
      items.push_back(&levels[l].items[i]);
      i = items.back()->parent;
    }
    for (std::size_t k = items.size(); k-- > 0;) {
      const Level& level = levels[items.size() - k];
      if (level.reset) {
        run.cost += distances_.reset();
      } else {
        take(at, items[k]->arc);
      }
      at = items[k]->node;
    }
  }
  while (distances_.to_final(at) > 0) {
    const auto out = net_.out(at);
    const auto next = std::find_if(out.begin(), out.end(), [&](const Arc& arc) {
      return distances_.to_final(arc.node) + net_.arc_cost(at) ==
             distances_.to_final(at);
    });
    CATENARY_CHECK(next != out.end(), "a shortest way to a final state");
    take(at, *next);
    at = next->node;
  }
  return run;
}

bool LegSearch::try_moves(LegOrder& best) {
  const std::size_t n = best.goals.size();
  LegOrder candidate;
  const auto better = [&] {
    (void)evaluate(candidate);
    if (candidate.cost >= best.cost) return false;
    best = candidate;
    return true;
  };
  bool any = false;
  // Groups of up to four neighbouring goals, to every other place.
  for (std::size_t length = 1; length <= 4 && length < n; ++length) {
    for (std::size_t from = 0; from + length <= n; ++from) {
      for (std::size_t to = 0; to + length <= n; ++to) {
        if (to == from) continue;
        if (spent()) return false;
        candidate.goals = best.goals;
        const auto begin = candidate.goals.begin();
        const auto at = [&](std::size_t i) {
          return begin + static_cast<std::ptrdiff_t>(i);
        };
        if (to < from) {
          std::rotate(at(to), at(from), at(from + length));
        } else {
          std::rotate(at(from), at(from + length), at(to + length));
        }
        any |= better();
      }
    }
  }
  // Swaps of goals that are not neighbours; those of neighbours are moves.
  for (std::size_t i = 0; i + 1 < n; ++i) {
    for (std::size_t j = i + 2; j < n; ++j) {
      if (spent()) return false;
      candidate.goals = best.goals;
      std::swap(candidate.goals[i], candidate.goals[j]);
      any |= better();
    }
  }
  return any;
}

void LegSearch::descend(LegOrder& best) {
  while (!spent() && try_moves(best)) {
  }
}

// Two neighbouring parts change places (a double bridge),
// which no single move of a short group undoes.
std::vector<std::uint32_t> LegSearch::kicked(
    const std::vector<std::uint32_t>& order) {
  std::size_t cuts[3];
  const std::size_t length = std::min(order.size() - 1, kKick);
  const std::size_t from = rng_.below(order.size() - length);
  for (std::size_t& c : cuts) c = from + rng_.below(length + 1);
  std::sort(std::begin(cuts), std::end(cuts));
  std::vector<std::uint32_t> out = order;
  const auto at = [&](std::size_t i) {
    return out.begin() + static_cast<std::ptrdiff_t>(i);
  };
  std::rotate(at(cuts[0]), at(cuts[1]), at(cuts[2]));
  return out;
}

Run LegSearch::search(const std::vector<std::uint32_t>& order) {
  CATENARY_CHECK(order.size() == net_.goal_count(), "an order has all goals");
  LegOrder best{order, kNever};
  (void)evaluate(best);
  descend(best);
  LegOrder at = best;
  for (std::size_t idle = 0; idle < kEnough * order.size(); ++idle) {
    if (spent() || order.size() < 4) break;
    LegOrder next{kicked(at.goals), kNever};
    (void)evaluate(next);
    descend(next);
    // Equal cost is accepted too, to leave plateaus.
    if (next.cost <= at.cost) at = next;
    if (next.cost >= best.cost) continue;
    best = next;
    idle = 0;
  }
  if (best.cost >= kNever) return {};
  Run run = run_along(evaluate(best, true));
  CATENARY_CHECK(run.cost == best.cost, "the run costs what its legs do");
  return run;
}

}  // namespace catenary::engine::chain
