// SPDX-License-Identifier: Apache-2.0
// \file The recursive operations on decision diagrams, after Bryant 1986 and
// Brace, Rudell, Bryant 1990 (see bdd.h): terminal cases, a look-up in the
// computed table, Shannon expansion by the top variable, make().
//
// Intermediate results have no reference, because nothing is collected while an
// operation runs. Each operation brings its operands into a normal form first,
// so that more of them find each other in the table.
#include <algorithm>
#include <functional>

#include "base/check.h"
#include "logic/bdd/bdd.h"

namespace catenary::logic::bdd {

namespace {

// Keys of the computed table; 0 = an empty entry.
constexpr std::uint32_t kAnd = 1;
constexpr std::uint32_t kXor = 2;
constexpr std::uint32_t kIte = 3;
constexpr std::uint32_t kExists = 4;
constexpr std::uint32_t kProduct = 5;

}  // namespace

template <typename Operation>
// Collection is only possible here, between operations.
Bdd Manager::guarded(Operation operation) {
  if (used_ >= collect_at_) collect();
  try {
    return handle(operation());
  } catch (const LimitReached& limit) {
    if (limit.reason() != base::StopReason::memory) throw;
  }
  // The nodes did not suffice. Results of the failed attempt are garbage now; a
  // second failure reaches the caller.
  collect();
  return handle(operation());
}

/// One slot for each hash: a new result displaces the old one.
Manager::Computed& Manager::slot(std::uint32_t operation,
                                 Edge a,
                                 Edge b,
                                 Edge c) {
  std::uint64_t h = (std::uint64_t{a} << 32 | b) * 0x9e3779b97f4a7c15U;
  h ^= (std::uint64_t{c} << 3 | operation) * 0xc2b2ae3d27d4eb4fU;
  h ^= h >> 31;
  return computed_[(h * 0xbf58476d1ce4e5b9U >> 20) & (computed_.size() - 1)];
}

/// Constants are 0 (true) and 1 (false); g ^ 1 is the negation of g.
Manager::Edge Manager::conjunction(Edge f, Edge g) {
  if (f == g || g == 0) return f;
  if (f == 0) return g;
  if (f == 1 || g == 1 || f == (g ^ 1)) return 1;
  // Conjunction commutes.
  if (f > g) std::swap(f, g);
  const Computed& known = slot(kAnd, f, g, 0);
  if (known.operation == kAnd && known.a == f && known.b == g) {
    return known.result;
  }
  // Only where work is done: the terminal cases above cost less than a poll.
  poll();
  const std::uint32_t v = std::min(top(f), top(g));
  const Edge low = conjunction(low_at(f, v), low_at(g, v));
  const Edge high = conjunction(high_at(f, v), high_at(g, v));
  const Edge result = make(v, low, high);
  // The slot is computed again: the table may have grown meanwhile.
  slot(kAnd, f, g, 0) = {kAnd, f, g, 0, result};
  return result;
}

/// Negations are moved out of both operands: f xor !g = !(f xor g).
Manager::Edge Manager::exclusive_or(Edge f, Edge g) {
  const Edge flip = (f ^ g) & 1;
  f &= ~Edge{1};
  g &= ~Edge{1};
  if (f == g) return 1 ^ flip;
  // 0 is true: its exclusive or with f is the negation of f.
  if (f == 0) return g ^ 1 ^ flip;
  if (g == 0) return f ^ 1 ^ flip;
  if (f > g) std::swap(f, g);
  const Computed& known = slot(kXor, f, g, 0);
  if (known.operation == kXor && known.a == f && known.b == g) {
    return known.result ^ flip;
  }
  poll();
  const std::uint32_t v = std::min(top(f), top(g));
  const Edge low = exclusive_or(low_at(f, v), low_at(g, v));
  const Edge high = exclusive_or(high_at(f, v), high_at(g, v));
  const Edge result = make(v, low, high);
  slot(kXor, f, g, 0) = {kXor, f, g, 0, result};
  return result ^ flip;
}

/// If-then-else. The normal form has a regular f and a regular g; cases with a
/// constant, equal or opposite operand become simpler operations.
Manager::Edge Manager::choice(Edge f, Edge g, Edge h) {
  if ((f & 1) != 0) {
    f ^= 1;
    std::swap(g, h);
  }
  if (f == 0 || g == h) return g;
  // h is false, or f, which is false where h is taken: ite(f, g, 0) = f & g.
  if (h == 1 || h == f) return conjunction(f, g == f ? 0 : g);
  // g is true, or f: ite(f, 1, h) = f | h.
  if (g == 0 || g == f) return conjunction(f ^ 1, h ^ 1) ^ 1;
  // g is false, or !f: ite(f, 0, h) = !f & h.
  if (g == 1 || g == (f ^ 1)) return conjunction(f ^ 1, h);
  // h is true, or !f: ite(f, g, 1) = !f | g.
  if (h == 0 || h == (f ^ 1)) return conjunction(f, g ^ 1) ^ 1;
  // ite(f, !h, h) = f xor h.
  if (g == (h ^ 1)) return exclusive_or(f, h);
  const Edge flip = g & 1;
  g ^= flip;
  h ^= flip;
  const Computed& known = slot(kIte, f, g, h);
  if (known.operation == kIte && known.a == f && known.b == g && known.c == h) {
    return known.result ^ flip;
  }
  poll();
  const std::uint32_t v = std::min({top(f), top(g), top(h)});
  const Edge low = choice(low_at(f, v), low_at(g, v), low_at(h, v));
  const Edge high = choice(high_at(f, v), high_at(g, v), high_at(h, v));
  const Edge result = make(v, low, high);
  slot(kIte, f, g, h) = {kIte, f, g, h, result};
  return result ^ flip;
}

/// exists cube. f. Variables of the cube above f do not occur in f.
Manager::Edge Manager::quantify(Edge f, Edge cube) {
  while (cube != 0 && top(cube) < top(f)) cube = high(cube);
  if (cube == 0 || f <= 1) return f;
  const Computed& known = slot(kExists, f, cube, 0);
  if (known.operation == kExists && known.a == f && known.b == cube) {
    return known.result;
  }
  poll();
  const std::uint32_t v = top(f);
  const bool bound = top(cube) == v;
  const Edge rest = bound ? high(cube) : cube;
  const Edge one = quantify(low(f), rest);
  Edge result = 0;
  if (!bound) {
    const Edge other = quantify(high(f), rest);
    result = make(v, one, other);
    // The other branch need not be computed if the first one is true already:
    // early termination of the disjunction.
  } else if (one != 0) {
    const Edge other = quantify(high(f), rest);
    result = conjunction(one ^ 1, other ^ 1) ^ 1;
  }
  slot(kExists, f, cube, 0) = {kExists, f, cube, 0, result};
  return result;
}

/// exists cube. f & g, the relational product. As conjunction(), but a variable
/// of the cube makes a disjunction of the cofactors instead of a node.
Manager::Edge Manager::product(Edge f, Edge g, Edge cube) {
  if (f == 1 || g == 1 || f == (g ^ 1)) return 1;
  if (f == g || g == 0) return quantify(f, cube);
  if (f == 0) return quantify(g, cube);
  const std::uint32_t v = std::min(top(f), top(g));
  while (cube != 0 && top(cube) < v) cube = high(cube);
  // Nothing is left to be quantified.
  if (cube == 0) return conjunction(f, g);
  if (f > g) std::swap(f, g);
  const Computed& known = slot(kProduct, f, g, cube);
  if (known.operation == kProduct && known.a == f && known.b == g &&
      known.c == cube) {
    return known.result;
  }
  poll();
  const bool bound = top(cube) == v;
  const Edge rest = bound ? high(cube) : cube;
  const Edge one = product(low_at(f, v), low_at(g, v), rest);
  Edge result = 0;
  if (!bound) {
    const Edge other = product(high_at(f, v), high_at(g, v), rest);
    result = make(v, one, other);
  } else if (one != 0) {
    const Edge other = product(high_at(f, v), high_at(g, v), rest);
    result = conjunction(one ^ 1, other ^ 1) ^ 1;
  }
  slot(kProduct, f, g, cube) = {kProduct, f, g, cube, result};
  return result;
}

Manager::Edge Manager::literal(std::uint32_t variable) {
  return make(variable, 1, 0);
}

/// Renaming. If the renamed variable stays above its children, the node can be
/// made directly; otherwise if-then-else moves it to its place in the order.
Manager::Edge Manager::replace(Edge f,
                               const std::vector<std::uint32_t>& mapping,
                               std::map<Edge, Edge>& done) {
  if (f <= 1) return f;
  const Edge flip = f & 1;
  f ^= flip;
  const auto known = done.find(f);
  if (known != done.end()) return known->second ^ flip;
  poll();
  const Edge one = replace(low(f), mapping, done);
  const Edge other = replace(high(f), mapping, done);
  const std::uint32_t v = top(f) < mapping.size() ? mapping[top(f)] : top(f);
  const Edge result = v < top(one) && v < top(other)
                          ? make(v, one, other)
                          : choice(literal(v), other, one);
  done.emplace(f, result);
  return result ^ flip;
}

Bdd Manager::constant(bool value) {
  return handle(value ? 0 : 1);
}

Bdd Manager::variable(std::uint32_t variable) {
  if (variable >= max_variables) throw LimitReached(base::StopReason::memory);
  return guarded([&] { return literal(variable); });
}

Bdd Manager::ite(const Bdd& f, const Bdd& g, const Bdd& h) {
  return guarded([&] { return choice(f.edge_, g.edge_, h.edge_); });
}

// From the bottom upwards, so that each make() adds one node.
Bdd Manager::cube(std::vector<std::uint32_t> variables) {
  std::sort(variables.begin(), variables.end(), std::greater<>());
  variables.erase(std::unique(variables.begin(), variables.end()),
                  variables.end());
  CATENARY_CHECK(variables.empty() || variables.front() < max_variables,
                 "a cube of variables that exist");
  return guarded([&] {
    Edge out = 0;
    for (const std::uint32_t v : variables) out = make(v, 1, out);
    return out;
  });
}

Bdd Manager::exists(const Bdd& f, const Bdd& cube) {
  return guarded([&] { return quantify(f.edge_, cube.edge_); });
}

Bdd Manager::forall(const Bdd& f, const Bdd& cube) {
  return guarded([&] { return quantify(f.edge_ ^ 1, cube.edge_) ^ 1; });
}

Bdd Manager::and_exists(const Bdd& f, const Bdd& g, const Bdd& cube) {
  return guarded([&] { return product(f.edge_, g.edge_, cube.edge_); });
}

Bdd Manager::rename(const Bdd& f,
                    // A table by number is faster than the map in the
                    // recursion.
                    const std::map<std::uint32_t, std::uint32_t>& mapping) {
  std::vector<std::uint32_t> dense;
  for (const auto& [from, to] : mapping) {
    CATENARY_CHECK(from < max_variables && to < max_variables,
                   "renaming of variables that exist");
    while (dense.size() <= from) {
      dense.push_back(static_cast<std::uint32_t>(dense.size()));
    }
    dense[from] = to;
  }
  return guarded([&] {
    std::map<Edge, Edge> done;
    return replace(f.edge_, dense, done);
  });
}

Bdd Bdd::operator!() const {
  return {manager_, edge_ ^ 1};
}

Bdd Bdd::operator&(const Bdd& other) const {
  return manager_->guarded(
      [&] { return manager_->conjunction(edge_, other.edge_); });
}

Bdd Bdd::operator|(const Bdd& other) const {
  return manager_->guarded(
      [&] { return manager_->conjunction(edge_ ^ 1, other.edge_ ^ 1) ^ 1; });
}

Bdd Bdd::operator^(const Bdd& other) const {
  return manager_->guarded(
      [&] { return manager_->exclusive_or(edge_, other.edge_); });
}

bool Bdd::implies(const Bdd& other) const {
  return (*this & !other).is_false();
}

}  // namespace catenary::logic::bdd
