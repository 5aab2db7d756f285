// SPDX-License-Identifier: Apache-2.0
/// \file
/// Best-first search over pairs of node and progress: A* (Hart, Nilsson and
/// Raphael, 1968, DOI 10.1109/TSSC.1968.300136) on the product of the net and a
/// component that records what has been covered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/check.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// A move along an arc. A run over several chains leaves start() once for each
/// chain; between two chains there is a reset, which is not a move.
struct Move {
  /// The node before the move.
  Node from = 0;
  /// The arc, as in Net::out(from).
  Arc arc;
};

/// Limits of one search.
struct SearchLimits {
  /// Only runs that cost less are searched.
  std::uint64_t below = kNever;
  /// Of the tables, in bytes; 0 = no limit.
  std::uint64_t memory_bytes = 0;
  /// Pairs that may be taken from the queue.
  std::uint64_t expansions = kNever;
};

/// How a search ended.
enum class SearchEnd : std::uint8_t {
  /// With the cheapest run.
  found,
  /// Proved: no run costs less than SearchLimits::below.
  exhausted,
  /// SearchLimits::memory_bytes is reached; only `lower` is known.
  memory,
  /// SearchLimits::expansions is reached; only `lower` is known.
  work,
  /// The deadline of the budget passed.
  time,
  /// The user asked to stop.
  interrupt
};

/// The result of a search.
struct SearchOutcome {
  /// How it ended.
  SearchEnd end = SearchEnd::exhausted;
  /// Cost of `moves`, resets included.
  std::uint64_t cost = kNever;
  /// No run costs less than this, or than SearchLimits::below.
  std::uint64_t lower = 0;
  /// Pairs stored.
  std::uint64_t pairs = 0;
  /// The run, if one was found.
  std::vector<Move> moves;
};

/// `Progress` has values of type std::uint32_t and offers
/// - start(): the value before the first move;
/// - advance(value, hit class): the value after an arc;
/// - done(value): whether everything is covered;
/// - bound(value, node): a lower bound on the cost of what is left, the way to
///   a final node included; kNever if it is impossible.
///
/// The bound need not be consistent: pairs are reopened when a cheaper way to
/// them is found. Among runs of equal cost the result is determined by the
/// order of the arcs.
template <class Progress>
class ProductSearch {
 public:
  /// Everything given must outlive the search. `reset` is the cost of going
  /// from a final node back to start().
  ProductSearch(const Net& net, std::uint64_t reset, Progress& progress)
      : net_(net), reset_(reset), progress_(progress) {}

  /// Searches the cheapest run from start() to a final node with done(). May be
  /// called once.
  SearchOutcome run(const SearchLimits& limits, const base::Budget& budget) {
    limits_ = limits;
    index_.assign(1U << 10, kNoEntry);
    reach(net_.start(), progress_.start(), 0, kNoEntry);
    SearchOutcome outcome;
    std::uint64_t taken = 0;
    while (!open_.empty()) {
      const auto cheapest = open_.begin();
      if (cheapest->second.empty()) {
        open_.erase(cheapest);
        continue;
      }
      const std::uint32_t id = cheapest->second.back();
      cheapest->second.pop_back();
      Entry& entry = entries_[id];
      if (entry.closed) continue;
      entry.closed = true;
      outcome.lower = std::max(outcome.lower, cheapest->first);
      const bool final = net_.is_final(entry.node);
      if (final && progress_.done(entry.progress)) {
        outcome.end = SearchEnd::found;
        outcome.cost = outcome.lower = entry.cost;
        trace(id, outcome.moves);
        outcome.pairs = entries_.size();
        return outcome;
      }
      outcome.end = stop(++taken, budget);
      if (outcome.end != SearchEnd::exhausted) {
        outcome.pairs = entries_.size();
        return outcome;
      }
      expand(id, final);
    }
    outcome.lower = limits_.below;
    outcome.pairs = entries_.size();
    return outcome;
  }

 private:
  /// No entry: a parent of the first one, or a free place.
  static constexpr std::uint32_t kNoEntry = 0xffffffffU;
  /// A pair of node and progress, with the cheapest way to it so far.
  struct Entry {
    std::uint64_t cost = 0;
    /// The node.
    Node node = 0;
    /// The value of the progress.
    std::uint32_t progress = 0;
    /// The entry before, kNoEntry for the first.
    std::uint32_t parent = 0;
    /// Taken from the queue since its cost last fell.
    bool closed = false;
  };

  /// Whether a limit ends the search; SearchEnd::exhausted = none does.
  SearchEnd stop(std::uint64_t taken, const base::Budget& budget) const {
    if (taken > limits_.expansions) return SearchEnd::work;
    // Entry, its slot in a half-empty index, and its place in the queue.
    if (limits_.memory_bytes != 0 && entries_.capacity() * sizeof(Entry) +
                                             index_.size() * 4 +
                                             entries_.size() * 8 >
                                         limits_.memory_bytes) {
      return SearchEnd::memory;
    }
    if (entries_.size() >= kNoEntry - 1) return SearchEnd::memory;
    if (taken % 4096 == 0) {
      constexpr base::WorkClock::duration kPrice{4096 * 100};
      const base::StopReason reason = budget.spend(kPrice);
      if (reason == base::StopReason::interrupt) return SearchEnd::interrupt;
      if (reason != base::StopReason::none) return SearchEnd::time;
    }
    return SearchEnd::exhausted;
  }

  /// Follows the arcs out of an entry, and resets if its node is final.
  void expand(std::uint32_t id, bool final) {
    const Node node = entries_[id].node;
    const std::uint32_t value = entries_[id].progress;
    const std::uint64_t cost = entries_[id].cost + net_.arc_cost(node);
    if (final) reach(net_.start(), value, entries_[id].cost + reset_, id);
    for (const Arc& arc : net_.out(node)) {
      const std::uint32_t next =
          arc.hits == 0 ? value : progress_.advance(value, arc.hits);
      reach(arc.node, next, cost, id);
    }
  }

  /// Adds a pair, or a cheaper way to it, to the queue, unless it cannot lead
  /// to a run below the limit.
  void reach(Node node,
             std::uint32_t value,
             std::uint64_t cost,
             std::uint32_t parent) {
    if (cost >= limits_.below) return;
    std::size_t slot = find(node, value);
    if (index_[slot] != kNoEntry) {
      Entry& entry = entries_[index_[slot]];
      if (entry.cost <= cost) return;
      entry.cost = cost;
      entry.parent = parent;
      entry.closed = false;
      open_[cost + progress_.bound(value, node)].push_back(index_[slot]);
      return;
    }
    const std::uint64_t total = cost + progress_.bound(value, node);
    if (total >= limits_.below || total >= kNever) return;
    const auto id = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({cost, node, value, parent, false});
    index_[slot] = id;
    open_[total].push_back(id);
    if (entries_.size() * 2 > index_.size()) grow();
  }

  /// A hash of the pair.
  static std::uint64_t scramble(Node node, std::uint32_t value) {
    std::uint64_t key = (std::uint64_t{value} << 32) | node;
    key = (key ^ (key >> 31)) * 0x9e3779b97f4a7c15U;
    key = (key ^ (key >> 29)) * 0xbf58476d1ce4e5b9U;
    return key ^ (key >> 32);
  }

  /// The place of a pair in the index, or the free place for it.
  [[nodiscard]] std::size_t find(Node node, std::uint32_t value) const {
    const std::size_t mask = index_.size() - 1;
    std::size_t slot = scramble(node, value) & mask;
    while (index_[slot] != kNoEntry) {
      const Entry& entry = entries_[index_[slot]];
      if (entry.node == node && entry.progress == value) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /// Doubles the index.
  void grow() {
    index_.assign(index_.size() * 2, kNoEntry);
    for (std::uint32_t id = 0; id < entries_.size(); ++id) {
      index_[find(entries_[id].node, entries_[id].progress)] = id;
    }
  }

  /// The moves to an entry, by its parents.
  void trace(std::uint32_t id, std::vector<Move>& moves) {
    for (; entries_[id].parent != kNoEntry; id = entries_[id].parent) {
      const Entry& entry = entries_[id];
      if (entry.node == net_.start()) continue;  // a reset
      const Entry& before = entries_[entry.parent];
      const auto out = net_.out(before.node);
      const auto arc =
          std::find_if(out.begin(), out.end(), [&](const Arc& candidate) {
            return candidate.node == entry.node &&
                   (candidate.hits == 0
                        ? before.progress
                        : progress_.advance(before.progress, candidate.hits)) ==
                       entry.progress;
          });
      CATENARY_CHECK(arc != out.end(), "a move along no arc");
      moves.push_back({before.node, *arc});
    }
    std::reverse(moves.begin(), moves.end());
  }

  /// The network.
  const Net& net_;
  /// Cost of a reset.
  std::uint64_t reset_;
  Progress& progress_;
  SearchLimits limits_;
  /// All pairs that were reached.
  std::vector<Entry> entries_;
  /// Open addressing into entries_; size a power of two.
  std::vector<std::uint32_t> index_;
  /// The queue: entries by the lower bound of a run through them. Within one
  /// bound the newest is taken first, which finds a run sooner.
  std::map<std::uint64_t, std::vector<std::uint32_t>> open_;
};

}  // namespace catenary::engine::chain
