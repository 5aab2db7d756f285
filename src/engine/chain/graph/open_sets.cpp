// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interning of sets of open goals, and the dynamic programme of Held and Karp
/// over subsets of the anchors. Distances do not obey the triangle inequality,
/// and may count less than a real run; both is allowed in a lower bound.

#include "engine/chain/graph/open_sets.h"

#include <algorithm>
#include <bit>

namespace catenary::engine::chain {
namespace {

/// Arcs that may be looked at for pairs of legs: about a second.
constexpr std::uint64_t kMostLegWork = 200'000'000;

}  // namespace

OpenSets::OpenSets(const Net& net,
                   const Distances& distances,
                   const std::vector<std::uint32_t>& tracked,
                   std::uint64_t leg_bytes)
    : distances_(distances),
      tracked_(tracked),
      anchors_(std::min<std::uint32_t>(
          kAnchors, static_cast<std::uint32_t>(tracked.size()))),
      words_(static_cast<std::uint32_t>((tracked.size() + 63) / 64)) {
  words_ = std::max(words_, 1U);
  hit_words_.assign(net.classes().size() * words_, 0);
  for (HitClass c = 0; c < net.classes().size(); ++c) {
    const auto& goals = net.classes()[c];
    for (std::size_t t = 0; t < tracked_.size(); ++t) {
      if (std::binary_search(goals.begin(), goals.end(), tracked_[t])) {
        hit_words_[c * words_ + t / 64] |= std::uint64_t{1} << (t % 64);
      }
    }
  }
  if (anchors_ > 0 && Legs::bytes(net, anchors_) <= leg_bytes &&
      Legs::work(net, anchors_) <= kMostLegWork) {
    legs_.emplace(net,
                  distances_,
                  std::vector<std::uint32_t>(tracked_.begin(),
                                             tracked_.begin() + anchors_));
  }
  build_tour_costs();
  index_.assign(64, kNoSet);
  scratch_.assign(words_, 0);
  for (std::size_t t = 0; t < tracked_.size(); ++t) {
    scratch_[t / 64] |= std::uint64_t{1} << (t % 64);
  }
  // The set of all tracked goals gets number 0: see start().
  number(scratch_.data());
}

void OpenSets::build_tour_costs() {
  const std::uint32_t sets = 1U << anchors_;
  tour_.assign(std::size_t{sets} * std::max(anchors_, 1U), kNever);
  // Subsets in ascending order: each entry needs only smaller subsets.
  for (std::uint32_t open = 1; open < sets; ++open) {
    for (std::uint32_t first = 0; first < anchors_; ++first) {
      if ((open >> first & 1U) == 0) continue;
      tour_[std::size_t{open} * anchors_ + first] = cheapest_tour(open, first);
    }
  }
}

std::uint64_t OpenSets::cheapest_tour(std::uint32_t open,
                                      std::uint32_t first) const {
  const std::uint32_t rest = open & ~(1U << first);
  // The last goal: on to a final node.
  if (rest == 0) return distances_.last(tracked_[first]);
  std::uint64_t least = kNever;
  for (std::uint32_t bits = rest; bits != 0; bits &= bits - 1) {
    const auto second = static_cast<std::uint32_t>(std::countr_zero(bits));
    std::uint64_t cost =
        distances_.cost(tracked_[first], tracked_[second]) + tour(rest, second);
    // Two legs at a time: the bound through the second goal to the third one.
    // Both are lower bounds, so the larger one counts.
    if (legs_ && cost < least) {
      const std::uint32_t others = rest & ~(1U << second);
      std::uint64_t by_two =
          others == 0 ? legs_->after(first, second, anchors_) : kNever;
      for (std::uint32_t b = others; b != 0; b &= b - 1) {
        const auto third = static_cast<std::uint32_t>(std::countr_zero(b));
        by_two = std::min(
            by_two, legs_->after(first, second, third) + tour(others, third));
      }
      cost = std::max(cost, by_two);
    }
    least = std::min(least, cost);
  }
  return least;
}

std::uint32_t OpenSets::advance(std::uint32_t set, HitClass hits) {
  bool smaller = false;
  for (std::uint32_t w = 0; w < words_; ++w) {
    const std::uint64_t before = sets_[std::size_t{set} * words_ + w];
    const std::uint64_t hit = hit_words_[std::size_t{hits} * words_ + w];
    smaller = smaller || (before & hit) != 0;
    scratch_[w] = before & ~hit;
  }
  // The set is unchanged: no look-up is needed.
  return smaller ? number(scratch_.data()) : set;
}

std::uint64_t OpenSets::anchor_bound(std::uint32_t open, Node node) const {
  std::uint64_t least = kNever;
  for (std::uint32_t bits = open; bits != 0; bits &= bits - 1) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(bits));
    // The same as in cheapest_tour(), from a node in place of a goal.
    std::uint64_t cost =
        distances_.to_goal(node, tracked_[first]) + tour(open, first);
    if (legs_ && cost < least) {
      const std::uint32_t rest = open & ~(1U << first);
      std::uint64_t by_two =
          rest == 0 ? legs_->from(node, first, anchors_) : kNever;
      for (std::uint32_t b = rest; b != 0; b &= b - 1) {
        const auto second = static_cast<std::uint32_t>(std::countr_zero(b));
        by_two = std::min(
            by_two, legs_->from(node, first, second) + tour(rest, second));
      }
      cost = std::max(cost, by_two);
    }
    least = std::min(least, cost);
  }
  return least;
}

/// The largest of three lower bounds: to a final node, for all open anchors,
/// and for each open goal that is not an anchor.
std::uint64_t OpenSets::bound(std::uint32_t set, Node node) const {
  const std::uint64_t* words = sets_.data() + std::size_t{set} * words_;
  std::uint64_t bound = distances_.to_final(node);
  const auto open =
      static_cast<std::uint32_t>(words[0] & ((1U << anchors_) - 1));
  if (open != 0) bound = std::max(bound, anchor_bound(open, node));
  for (std::uint32_t w = 0; w < words_; ++w) {
    std::uint64_t rest = words[w];
    if (w == 0) rest &= ~((std::uint64_t{1} << anchors_) - 1);
    for (; rest != 0; rest &= rest - 1) {
      const std::uint32_t goal =
          tracked_[w * 64 + static_cast<std::uint32_t>(std::countr_zero(rest))];
      bound = std::max(bound,
                       distances_.to_goal(node, goal) + distances_.last(goal));
    }
  }
  return bound;
}

/// Linear probing; words are mixed one by one.
std::size_t OpenSets::find(const std::uint64_t* words) const {
  std::uint64_t key = 0;
  for (std::uint32_t w = 0; w < words_; ++w) {
    key = (key ^ words[w]) * 0x9e3779b97f4a7c15U;
    key ^= key >> 32;
  }
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = key & mask;
  while (index_[slot] != kNoSet &&
         !std::equal(words,
                     words + words_,
                     sets_.data() + std::size_t{index_[slot]} * words_)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::uint32_t OpenSets::number(const std::uint64_t* words) {
  const std::size_t slot = find(words);
  if (index_[slot] != kNoSet) return index_[slot];
  const auto set = static_cast<std::uint32_t>(empty_.size());
  sets_.insert(sets_.end(), words, words + words_);
  empty_.push_back(std::all_of(
      words, words + words_, [](std::uint64_t word) { return word == 0; }));
  index_[slot] = set;
  if (empty_.size() * 2 > index_.size()) grow();
  return set;
}

void OpenSets::grow() {
  index_.assign(index_.size() * 2, kNoSet);
  for (std::uint32_t set = 0; set < empty_.size(); ++set) {
    index_[find(sets_.data() + std::size_t{set} * words_)] = set;
  }
}

}  // namespace catenary::engine::chain
