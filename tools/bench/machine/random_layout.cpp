// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/machine/random_layout.h"

#include <algorithm>
#include <string>
#include <utility>

namespace catenary::tools::bench {

namespace {

using Index = std::uint32_t;
using Node = RandomLayout::Node;
using Edge = RandomLayout::Edge;
using Guard = RandomLayout::Guard;

[[noreturn]] void refuse(const std::string& text) {
  throw base::InputError({}, "a random machine with " + text, "random-machine");
}

class LayoutMaker {
 public:
  LayoutMaker(RandomMachineOptions& options, base::Rng& rng)
      : o_(options), rng_(rng) {}

  RandomLayout make() {
    complete();
    hierarchy();
    pseudostates();
    tree();
    extras();
    return std::move(l_);
  }

 private:
  // Sizes.
  void complete() {
    if (o_.branches % 2 != 0) {
      refuse("an odd number of branches: a condition has two");
    }
    const auto among =
        [](const char* name, Index value, Index least, Index most) {
          if (value < least || value > most) {
            refuse(std::to_string(value) + " " + name + "; expected " +
                   std::to_string(least) + " to " + std::to_string(most));
          }
        };
    constexpr Index kMany = 1000000;
    constexpr Index kFew = 1000;
    among("branches", o_.branches, 0, kMany);
    among("depth", o_.depth, 0, kDeepest);
    among("attributes", o_.attributes, 1, kFew);
    among("values", o_.values, 2, kFew);
    among("parameters", o_.parameters, 1, kFew);
    among("infeasible", o_.infeasible, 0, 100);
    among("constants", o_.constants, 0, 100);
    among("messages", o_.messages, o_.depth + 2, kFew);
    const Index least = 2 * (o_.depth + 1);
    if (o_.states == model::kNoIndex) {
      o_.states = std::max(least + 2, o_.branches / 15);
    }
    among("states", o_.states, least, kMany);
    constexpr Index kEach = 10;
    const Index some = o_.states / kEach;
    const Index nested = o_.depth == 0 ? 0 : std::max(1U, o_.states / 20);
    if (o_.choices == model::kNoIndex) o_.choices = std::max(1U, some);
    if (o_.junctions == model::kNoIndex) o_.junctions = some / 2;
    if (o_.histories == model::kNoIndex) o_.histories = nested;
    if (o_.points == model::kNoIndex) o_.points = nested / 2;
    among("choices", o_.choices, 0, kMany);
    among("junctions", o_.junctions, 0, kMany);
    among("transitions",
          o_.transitions == model::kNoIndex ? 0 : o_.transitions,
          0,
          kMany);
    if (o_.depth == 0 && o_.histories + o_.points > 0) {
      refuse("histories or points; expected states within states: depth=1");
    }
  }

  // Vertices.
  Index node(model::VertexKind kind, Index parent, const std::string& name) {
    Node n;
    n.vertex.kind = kind;
    n.vertex.parent = parent;
    n.vertex.name = name;
    n.level = parent == model::kNoIndex ? 0 : l_.nodes[parent].level + 1;
    const auto index = static_cast<Index>(l_.nodes.size());
    l_.nodes.push_back(std::move(n));
    (parent == model::kNoIndex ? l_.top : l_.nodes[parent].inner)
        .push_back(index);
    return index;
  }

  Index state(Index parent) {
    const Index s = node(model::VertexKind::state,
                         parent,
                         "s" + std::to_string(l_.states.size()));
    l_.states.push_back(s);
    return s;
  }

  /// Every region has two states at least, the first of them without others.
  void open(Index parent) {
    regions_.push_back(parent);
    state(parent);
    state(parent);
  }

  void hierarchy() {
    open(model::kNoIndex);
    for (Index level = 0; level < o_.depth; ++level) open(l_.states.back());
    const Index composites = std::max(o_.histories, o_.points);
    while (l_.states.size() < o_.states) {
      const bool room = o_.depth > 0 && l_.states.size() + 2 <= o_.states;
      const bool wanted = regions_.size() <= composites || rng_.chance(1, 5);
      if (room && wanted) {
        std::vector<Index> fit;
        for (const Index s : l_.states) {
          const Node& n = l_.nodes[s];
          const bool first = l_.siblings(n.vertex.parent).front() == s;
          if (!first && n.level < o_.depth && !l_.composite(s))
            fit.push_back(s);
        }
        if (!fit.empty()) {
          open(fit[rng_.below(fit.size())]);
          continue;
        }
      }
      // Beside others at the top there is room for one with states in it.
      const bool more = o_.depth > 0 && regions_.size() <= composites;
      state(more ? model::kNoIndex : regions_[rng_.below(regions_.size())]);
    }
    if (regions_.size() <= composites) {
      refuse(std::to_string(o_.states) + " states has " +
             std::to_string(regions_.size() - 1) +
             " with others in them, and histories and points need one each");
    }
  }

  // Transitions.
  Edge& edge(Index source, Index target, Index region) {
    Edge e;
    e.transition.name = "t" + std::to_string(l_.edges.size());
    e.transition.source = source;
    e.transition.target = target;
    e.transition.parent = region;
    l_.edges.push_back(std::move(e));
    return l_.edges.back();
  }

  /// Whether nothing around or within a state waits for the message.
  [[nodiscard]] bool is_free(Index s, Index message) const {
    for (Index a = s; a != model::kNoIndex; a = l_.nodes[a].vertex.parent) {
      if (l_.nodes[a].used.contains(message)) return false;
    }
    std::vector<Index> within = l_.nodes[s].inner;
    while (!within.empty()) {
      const Node& n = l_.nodes[within.back()];
      within.pop_back();
      if (n.used.contains(message)) return false;
      within.insert(within.end(), n.inner.begin(), n.inner.end());
    }
    return true;
  }

  /// Messages that a transition from there may take without a guard.
  [[nodiscard]] std::vector<Index> free_messages(Index s) const {
    std::vector<Index> out;
    const Node& n = l_.nodes[s];
    if (l_.composite(s)) {
      if (is_free(s, n.level)) out.push_back(n.level);
      return out;
    }
    for (Index m = n.level; m < o_.messages; ++m) {
      if (is_free(s, m)) out.push_back(m);
    }
    return out;
  }

  void trigger(Edge& e, Index source, Index message, Guard guard) {
    e.message = message;
    e.guard = guard;
    e.data = true;
    if (!l_.composite(source)) e.leaf = source;
    l_.nodes[source].used.insert(message);
  }

  /// From a state, without a guard; not where its messages are used up.
  bool plain(Index source, Index target, Index region, bool guarded) {
    const std::vector<Index> messages = free_messages(source);
    if (messages.empty()) return false;
    const Index message = messages[rng_.below(messages.size())];
    trigger(edge(source, target, region),
            source,
            message,
            guarded ? Guard::any : Guard::none);
    return true;
  }

  /// From a state, with a guard that leaves others their chance.
  Edge& narrow(Index source, Index target, Index region) {
    Edge& e = edge(source, target, region);
    trigger(
        e, source, static_cast<Index>(rng_.below(o_.messages)), Guard::narrow);
    return e;
  }

  /// Initial transitions, and a way to each state from one before it.
  void tree() {
    for (const Index region : regions_) {
      const std::vector<Index> all = l_.siblings(region);
      const Index first = initials_[slot(region)];
      edge(first, all.front(), region);
      for (std::size_t k = 1; k < all.size(); ++k) {
        std::vector<Index> fit;
        for (std::size_t i = 0; i < k; ++i) {
          if (!free_messages(all[i]).empty()) fit.push_back(all[i]);
        }
        CATENARY_CHECK(!fit.empty(), "a first state has messages to spare");
        // The last ones more often than not, so that it is deep.
        const std::size_t from =
            rng_.chance(1, 2) ? fit.size() - 1 : rng_.below(fit.size());
        (void)plain(fit[from], all[k], region, false);
      }
    }
  }

  [[nodiscard]] std::size_t slot(Index region) const {
    return static_cast<std::size_t>(std::ranges::find(regions_, region) -
                                    regions_.begin());
  }

  void pseudostates() {
    const auto name = [](const char* what, std::size_t k) {
      return what + std::to_string(k);
    };
    for (std::size_t r = 0; r < regions_.size(); ++r) {
      initials_.push_back(
          node(model::VertexKind::initial, regions_[r], name("i", r)));
    }
    for (Index k = 0; k < o_.choices; ++k) {
      choices_.push_back(
          node(model::VertexKind::choice, any_region(), name("c", k)));
    }
    for (Index k = 0; k < o_.junctions; ++k) {
      junctions_.push_back(
          node(model::VertexKind::junction, any_region(), name("j", k)));
    }
    for (Index k = 0; k < o_.histories; ++k) {
      histories_.push_back(
          node(model::VertexKind::deep_history, regions_[k + 1], name("h", k)));
    }
    for (Index k = 0; k < o_.points; ++k) {
      const Index c = regions_[regions_.size() - 1 - k];
      entries_.push_back(
          node(model::VertexKind::entry_point, c, name("in", k)));
      exits_.push_back(node(model::VertexKind::exit_point, c, name("out", k)));
    }
  }

  Index any_region() { return regions_[rng_.below(regions_.size())]; }

  Index any_state(Index region) {
    const std::vector<Index> all = l_.siblings(region);
    return all[rng_.below(all.size())];
  }

  /// A state beside that one.
  Index beside(Index composite) {
    std::vector<Index> all = l_.siblings(l_.nodes[composite].vertex.parent);
    std::erase(all, composite);
    return all[rng_.below(all.size())];
  }

  /// What the pseudostates need, ways on from states that have none, and
  /// whatever comes to mind.
  void extras() {
    for (const Index c : choices_) {
      const Index region = l_.nodes[c].vertex.parent;
      narrow(any_state(region), c, region);
      branch(c, true);
      branch(c, false);
    }
    for (const Index j : junctions_) {
      const Index region = l_.nodes[j].vertex.parent;
      narrow(any_state(region), j, region);
      branch(j, false);
    }
    for (const Index h : histories_) {
      const Index c = l_.nodes[h].vertex.parent;
      narrow(beside(c), h, l_.nodes[c].vertex.parent);
    }
    for (std::size_t k = 0; k < entries_.size(); ++k) {
      const Index c = l_.nodes[entries_[k]].vertex.parent;
      const Index outside = l_.nodes[c].vertex.parent;
      narrow(beside(c), entries_[k], outside);
      edge(entries_[k], any_state(c), c).data = true;
      narrow(any_state(c), exits_[k], c);
      const Index to = any_state(outside);
      edge(exits_[k], to, outside).data = true;
    }
    const auto least = static_cast<Index>(l_.edges.size());
    if (o_.transitions == model::kNoIndex) o_.transitions = least + o_.states;
    if (o_.transitions < least) {
      refuse(std::to_string(o_.transitions) + " transitions; " +
             std::to_string(o_.states) + " states and the rest need " +
             std::to_string(least));
    }
    for (const Index s : l_.states) {
      if (l_.edges.size() == o_.transitions) return;
      const bool leads_on = std::ranges::any_of(
          l_.edges, [&](const Edge& e) { return e.transition.source == s; });
      const Index region = l_.nodes[s].vertex.parent;
      if (!leads_on) (void)plain(s, any_state(region), region, false);
    }
    while (l_.edges.size() < o_.transitions) extra();
  }

  void branch(Index from, bool guarded) {
    const Index region = l_.nodes[from].vertex.parent;
    Edge& e = edge(from, any_state(region), region);
    e.data = true;
    if (guarded) e.guard = Guard::any;
  }

  void extra() {
    constexpr std::uint64_t kKinds = 10;
    const std::uint64_t kind = rng_.below(kKinds);
    if (kind == 0 && !choices_.empty()) {
      return branch(choices_[rng_.below(choices_.size())], true);
    }
    const Index s = l_.states[rng_.below(l_.states.size())];
    const Index region = l_.nodes[s].vertex.parent;
    if (kind == 1) {
      Edge& e = narrow(s, s, region);
      e.transition.kind = model::TransitionKind::internal;
      return;
    }
    const Index target = any_state(region);
    const bool guarded = rng_.chance(1, 2);
    if (kind < 6 && plain(s, target, region, guarded)) return;
    narrow(s, target, region);
  }

  static constexpr Index kDeepest = 8;
  RandomMachineOptions& o_;
  base::Rng& rng_;
  RandomLayout l_;
  std::vector<Index> regions_;  ///< states with states in them; the machine
  std::vector<Index> initials_, choices_, junctions_, histories_;
  std::vector<Index> entries_, exits_;
};

}  // namespace

std::vector<Index> RandomLayout::siblings(Index parent) const {
  std::vector<Index> out;
  for (const Index v : inside(parent)) {
    if (nodes[v].vertex.kind == model::VertexKind::state) out.push_back(v);
  }
  return out;
}

bool RandomLayout::composite(Index state) const {
  return !nodes[state].inner.empty();
}

RandomLayout random_layout(RandomMachineOptions& options, base::Rng& rng) {
  return LayoutMaker(options, rng).make();
}

}  // namespace catenary::tools::bench
