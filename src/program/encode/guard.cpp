// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tree of path conditions, see guard.h.
#include "program/encode/guard.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace catenary::program {

using logic::Term;

/// What has come together at a guard: all of its paths, or paths of some splits
/// below it.
struct Guards::Arrival {
  const Guard* guard = nullptr;
  bool all = false;
  std::vector<Term> parts;  ///< conditions relative to the guard
  std::vector<std::pair<const Guard*, Term>> children;
};

Guards::Guards(TermBuilder& b) : b_(b) {
  root_ = make(nullptr, b.yes(), 0, 1);
}

const Guard* Guards::make(const Guard* parent,
                          Term literal,
                          std::uint32_t split,
                          std::uint32_t alternatives) {
  Guard& g = guards_.emplace_back();
  g.parent = parent;
  g.literal = literal;
  g.split = split;
  g.alternatives = alternatives;
  g.id = static_cast<std::uint32_t>(guards_.size());
  return &g;
}

std::vector<const Guard*> Guards::split(const Guard* parent,
                                        const std::vector<Term>& literals) {
  const std::uint32_t id = ++splits_;
  std::vector<const Guard*> out;
  for (const Term literal : literals) {
    out.push_back(
        make(parent, literal, id, static_cast<std::uint32_t>(literals.size())));
  }
  return out;
}

const Guard* Guards::strengthen(const Guard* parent, Term literal) {
  if (literal.is_true()) return parent;
  return make(parent, literal, ++splits_, 2);
}

/// What must hold besides the guard itself for one of the arrived paths.
Term Guards::residual(const Arrival& arrival) {
  if (arrival.all) return b_.yes();
  Term out = b_.no();
  for (const Term part : arrival.parts) out = b_.either(out, part);
  std::map<std::uint32_t, std::vector<std::pair<const Guard*, Term>>> splits;
  for (const auto& child : arrival.children) {
    splits[child.first->split].push_back(child);
  }
  for (const auto& [split, children] : splits) {
    // All children of a split arrived: with two, their residuals are chosen by
    // one literal; with more, each literal implies its residual. Exactly one of
    // the literals holds, so no disjunction of conjunctions is needed.
    const std::uint32_t n = children.front().first->alternatives;
    Term here = b_.no();
    if (children.size() == n && n == 2) {
      here = b_.choose(
          children[0].first->literal, children[0].second, children[1].second);
    } else if (children.size() == n) {
      here = b_.yes();
      for (const auto& [child, rest] : children) {
        here = b_.both(here, b_.implies(child->literal, rest));
      }
    } else {
      for (const auto& [child, rest] : children) {
        here = b_.either(here, b_.both(child->literal, rest));
      }
    }
    out = b_.either(out, here);
  }
  return out;
}

const Guard* Guards::merge(const std::vector<const Guard*>& paths) {
  if (paths.size() == 1) return paths.front();
  // Guards in the order of falling numbers: when one is taken out, all that can
  // arrive at it has arrived, since children have larger numbers.
  std::map<std::uint32_t, Arrival, std::greater<>> open;
  const auto at = [&open](const Guard* g) -> Arrival& {
    Arrival& a = open[g->id];
    a.guard = g;
    return a;
  };
  for (const Guard* path : paths) at(path).all = true;
  while (open.size() > 1) {
    const Arrival last = std::move(open.begin()->second);
    open.erase(open.begin());
    const Term rest = residual(last);
    // A merged guard stands for its members, which are elsewhere in the tree.
    if (last.guard->members.empty()) {
      at(last.guard->parent).children.emplace_back(last.guard, rest);
      continue;
    }
    for (const Guard* member : last.guard->members) {
      Arrival& a = at(member);
      if (rest.is_true()) {
        a.all = true;
      } else {
        a.parts.push_back(rest);
      }
    }
  }
  const Arrival& top = open.begin()->second;
  const Term rest = residual(top);
  // All paths below came together: no new condition.
  if (rest.is_true()) return top.guard;
  auto* merged = const_cast<Guard*>(make(top.guard, rest, ++splits_, 2));
  merged->members = paths;
  return merged;
}

MergePlan Guards::plan(const std::vector<const Guard*>& paths) {
  struct Place {
    const Guard* guard = nullptr;
    std::vector<std::size_t> leaves;
    std::vector<std::pair<const Guard*, std::size_t>> children;
  };
  MergePlan out;
  std::map<std::uint32_t, Place, std::greater<>> open;
  const auto at = [&open](const Guard* g) -> Place& {
    Place& p = open[g->id];
    p.guard = g;
    return p;
  };
  const auto finish = [&out](Place& place) {
    // Guards of merged paths have an exact condition, which may hold below
    // other children too: they come first. The last condition is implied.
    std::stable_partition(
        place.children.begin(), place.children.end(), [](const auto& child) {
          return !child.first->members.empty();
        });
    MergePlan::Node node;
    for (const auto& [child, index] : place.children) {
      node.children.emplace_back(child->literal, index);
    }
    if (node.children.empty()) {
      node.leaf = place.leaves.front();
    } else if (!place.leaves.empty()) {
      // Paths that end here and others below: the one here is the default.
      MergePlan::Node leaf;
      leaf.leaf = place.leaves.front();
      out.nodes_.push_back(leaf);
      node.children.emplace_back(Term(), out.nodes_.size() - 1);
    }
    out.nodes_.push_back(std::move(node));
    return out.nodes_.size() - 1;
  };
  for (std::size_t i = 0; i < paths.size(); ++i) {
    at(paths[i]).leaves.push_back(i);
  }
  // The same order as in merge(); members are not followed, since the literal
  // of a merged guard is exact.
  while (open.size() > 1) {
    Place last = std::move(open.begin()->second);
    open.erase(open.begin());
    const std::size_t index = finish(last);
    at(last.guard->parent).children.emplace_back(last.guard, index);
  }
  finish(open.begin()->second);
  return out;
}

Term MergePlan::choose(TermBuilder& b, const std::vector<Term>& values) const {
  std::vector<Term> done(nodes_.size());
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (node.children.empty()) {
      done[n] = values[node.leaf];
      continue;
    }
    Term value = done[node.children.back().second];
    for (std::size_t i = node.children.size() - 1; i-- > 0;) {
      value = b.choose(
          node.children[i].first, done[node.children[i].second], value);
    }
    done[n] = value;
  }
  return done.back();
}

// Not recursive: programs can nest as deep as they like.
Term Guards::whole(const Guard* guard) {
  std::vector<const Guard*> missing;
  for (const Guard* g = guard; g != nullptr && !g->whole.valid();
       g = g->parent) {
    missing.push_back(g);
  }
  for (; !missing.empty(); missing.pop_back()) {
    const Guard* g = missing.back();
    g->whole = g->parent == nullptr ? g->literal
                                    : b_.both(g->parent->whole, g->literal);
  }
  return guard->whole;
}

Term Guards::under(const Guard* guard, Term literal) {
  // Farther literals are rarely repeated, and the search costs time at each
  // branch.
  constexpr int kFar = 48;
  if (literal.is_constant()) return literal;
  const Term opposite = b_.negate(literal);
  for (int n = 0; guard != nullptr && n < kFar; ++n, guard = guard->parent) {
    if (guard->literal == literal) return b_.yes();
    if (guard->literal == opposite) return b_.no();
  }
  return literal;
}

}  // namespace catenary::program
