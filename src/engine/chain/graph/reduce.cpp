// SPDX-License-Identifier: Apache-2.0
/// \file
/// Redundant goals by inclusion of hit sets, and by dominators: goal A implies
/// goal B if no run from start to a final node that avoids all arcs of B hits
/// A.

#include "engine/chain/graph/reduce.h"

#include <algorithm>
#include <optional>

namespace catenary::engine::chain {
namespace {

using Words = std::vector<std::uint64_t>;

/// The relation "whatever covers a also covers b" for all pairs of goals;
/// reflexive and transitive. Rows of bits, since there may be thousands of
/// goals.
class Gives {
 public:
  Gives(std::uint32_t goals, bool all)
      : rows_(goals, Words((goals + 63) / 64, all ? ~std::uint64_t{0} : 0)) {}
  [[nodiscard]] bool operator()(std::size_t a, std::size_t b) const {
    return (rows_[a][b / 64] >> (b % 64) & 1) != 0;
  }
  void add(std::uint32_t a, std::uint32_t b) { insert_bit(rows_[a], b); }
  /// Restricts the row of `a` to `members`.
  void keep(std::uint32_t a, const Words& members) {
    for (std::size_t w = 0; w < members.size(); ++w) rows_[a][w] &= members[w];
  }

 private:
  std::vector<Words> rows_;
};

/// Clears `needed` for the goals that another one implies. Of goals that imply
/// each other the first stays.
void drop_given(const Gives& gives, std::vector<bool>& needed) {
  const std::size_t n = needed.size();
  std::vector<bool> kept = needed;
  for (std::size_t b = 0; b < n; ++b) {
    if (!needed[b]) continue;
    for (std::size_t a = 0; a < n && kept[b]; ++a) {
      if (a == b || !needed[a] || !gives(a, b)) continue;
      if (!gives(b, a) || a < b) kept[b] = false;
    }
  }
  needed = kept;
}

/// Implication by classes of arcs: a implies b if every class that has a has b.
/// None if it takes more than `max_work`, or if the budget ends.
std::optional<Gives> given_by_class(const Net& net,
                                    const base::Budget& budget,
                                    std::uint64_t max_work) {
  const std::uint32_t n = net.goal_count();
  const std::uint64_t words = (n + std::uint64_t{63}) / 64;
  std::vector<bool> used(net.classes().size(), false);
  for (const Node u : net.hitting_nodes()) {
    for (const Arc& arc : net.out(u)) used[arc.hits] = true;
  }
  std::uint64_t work = n * words;
  for (HitClass c = 0; c < net.classes().size(); ++c) {
    if (used[c]) work += net.classes()[c].size() * words;
  }
  // Words are read one after the other, whereas arcs lead anywhere: they cost
  // less.
  constexpr std::uint64_t kWordsAsAnArc = 16;
  if (work / kWordsAsAnArc > max_work) return std::nullopt;
  Gives gives(n, true);
  for (HitClass c = 0; c < net.classes().size(); ++c) {
    if (!used[c]) continue;
    if (budget.spend(kPriceOfArc * net.arc_count()) != base::StopReason::none) {
      return std::nullopt;
    }
    // The classes with `a` are intersected.
    Words members(words, 0);
    for (const std::uint32_t g : net.classes()[c]) insert_bit(members, g);
    for (const std::uint32_t a : net.classes()[c]) gives.keep(a, members);
  }
  return gives;
}

/// The goals that a run from start to a final node can hit without an arc of
/// the `closed` classes.
std::vector<bool> hit_without(const Net& net, const std::vector<bool>& closed) {
  std::vector<std::uint8_t> reached(net.node_count(), 0);
  std::vector<std::uint8_t> ends(net.node_count(), 0);
  std::vector<Node> queue{net.start()};
  reached[net.start()] = 1;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const Arc& arc : net.out(queue[at])) {
      if (closed[arc.hits] || reached[arc.node] != 0) continue;
      reached[arc.node] = 1;
      queue.push_back(arc.node);
    }
  }
  // Backwards, within what was reached: an arc counts only if its run can end.
  queue.clear();
  for (Node n = 0; n < net.node_count(); ++n) {
    if (reached[n] == 0 || !net.is_final(n)) continue;
    ends[n] = 1;
    queue.push_back(n);
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const Arc& arc : net.in(queue[at])) {
      if (closed[arc.hits] || reached[arc.node] == 0 || ends[arc.node] != 0) {
        continue;
      }
      ends[arc.node] = 1;
      queue.push_back(arc.node);
    }
  }
  std::vector<bool> class_hit(net.classes().size(), false);
  for (const Node u : net.hitting_nodes()) {
    if (reached[u] == 0) continue;
    for (const Arc& arc : net.out(u)) {
      if (!closed[arc.hits] && ends[arc.node] != 0) class_hit[arc.hits] = true;
    }
  }
  std::vector<bool> hit(net.goal_count(), false);
  for (HitClass c = 0; c < net.classes().size(); ++c) {
    if (!class_hit[c]) continue;
    for (const std::uint32_t g : net.classes()[c]) hit[g] = true;
  }
  return hit;
}

}  // namespace

std::vector<bool> goals_to_aim_at(const Net& net,
                                  const base::Budget& budget,
                                  std::uint64_t max_work) {
  std::vector<bool> needed(net.goal_count(), true);
  const std::optional<Gives> by_class = given_by_class(net, budget, max_work);
  if (!by_class) return needed;
  drop_given(*by_class, needed);

  const auto candidates = static_cast<std::uint64_t>(
      std::count(needed.begin(), needed.end(), true));
  // Two searches and the reverse arcs, for each goal that is left.
  if (candidates < 2 || candidates * 3 * net.arc_count() > max_work) {
    return needed;
  }
  Gives gives(net.goal_count(), false);
  // Every goal is tested against the goals left by the first test, which imply
  // the others.
  for (std::uint32_t b = 0; b < net.goal_count(); ++b) {
    if (!needed[b]) continue;
    if (budget.spend(kPriceOfArc * net.arc_count()) != base::StopReason::none) {
      return needed;
    }
    std::vector<bool> closed(net.classes().size(), false);
    for (HitClass c = 0; c < closed.size(); ++c) {
      const auto& goals = net.classes()[c];
      closed[c] = std::binary_search(goals.begin(), goals.end(), b);
    }
    const std::vector<bool> hit = hit_without(net, closed);
    for (std::uint32_t a = 0; a < net.goal_count(); ++a) {
      if (a == b || !hit[a]) gives.add(a, b);
    }
  }
  drop_given(gives, needed);
  return needed;
}

}  // namespace catenary::engine::chain
