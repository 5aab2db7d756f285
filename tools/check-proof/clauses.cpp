// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/clauses.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "tools/check-proof/failure.h"

namespace check_proof {

namespace {

/// Variable 1 is false; the literals of the constants.
constexpr Literal kFalse = 1;

/// Collects clauses.
class Builder {
 public:
  /// Variables from 2 on are free.
  Builder() { add({-kFalse}); }

  void add(std::initializer_list<Literal> clause) {
    cnf_.clauses.insert(cnf_.clauses.end(), clause);
    cnf_.clauses.push_back(0);
  }
  void add(const std::vector<Literal>& clause) {
    cnf_.clauses.insert(cnf_.clauses.end(), clause.begin(), clause.end());
    cnf_.clauses.push_back(0);
  }

  /// Refuses too many copies of so many variables.
  static void reserve(std::size_t copies, std::size_t variables) {
    if (copies > kMost / (variables + 2)) {
      throw Unreadable("the distances are too large");
    }
  }

  /// So many consecutive new variables; returns the first.
  Literal variables(std::size_t count) {
    if (count > kMost || cnf_.variables + count > kMost) {
      throw Unreadable("the circuits are too large");
    }
    const auto first = static_cast<Literal>(cnf_.variables + 1);
    cnf_.variables += static_cast<std::uint32_t>(count);
    return first;
  }

  /// The clauses of the gates that `roots` depend on, in ascending order.
  /// `map` has the literal of each variable of the circuit.
  void gates(const Circuit& circuit,
             const std::vector<Literal>& map,
             const std::vector<Signal>& roots) {
    std::vector<bool> needed(map.size(), false);
    for (const Signal root : roots) needed[root >> 1U] = true;
    const std::size_t first = circuit.first_gate();
    for (std::size_t g = circuit.gates.size(); g-- > 0;) {
      if (!needed[first + g]) continue;
      needed[circuit.gates[g].a >> 1U] = true;
      needed[circuit.gates[g].b >> 1U] = true;
    }
    for (std::size_t g = 0; g < circuit.gates.size(); ++g) {
      if (!needed[first + g]) continue;
      const Literal x = map[first + g];
      const Literal a = literal(map, circuit.gates[g].a);
      const Literal b = literal(map, circuit.gates[g].b);
      add({-x, a});
      add({-x, b});
      add({x, -a, -b});
    }
  }

  static Literal literal(const std::vector<Literal>& map, Signal s) {
    return (s & 1U) != 0 ? -map[s >> 1U] : map[s >> 1U];
  }

  Cnf take() { return std::move(cnf_); }

 private:
  static constexpr std::size_t kMost = 40'000'000;
  Cnf cnf_;
};

/// Literals for a circuit whose inputs and latches have these; new variables
/// for the gates.
std::vector<Literal> mapped(Builder& builder,
                            const Circuit& circuit,
                            const std::vector<Literal>& sources) {
  std::vector<Literal> map{kFalse};
  map.insert(map.end(), sources.begin(), sources.end());
  const Literal first = builder.variables(circuit.gates.size());
  for (std::size_t g = 0; g < circuit.gates.size(); ++g) {
    map.push_back(first + static_cast<Literal>(g));
  }
  return map;
}

std::vector<Literal> fresh(Builder& builder, std::size_t count) {
  std::vector<Literal> out(count);
  const Literal first = builder.variables(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = first + static_cast<Literal>(i);
  }
  return out;
}

/// The latches among the literals of a system.
std::vector<Literal> latches(const Circuit& system,
                             const std::vector<Literal>& map) {
  const auto first = map.begin() + system.first_latch();
  return {first, first + static_cast<std::ptrdiff_t>(system.latches.size())};
}

/// A system whose inputs and latches are new variables: variable v of the
/// circuit is v + 1.
std::vector<Literal> free_system(Builder& builder, const Circuit& system) {
  return mapped(
      builder, system, fresh(builder, system.inputs + system.latches.size()));
}

void add_invariant(Builder& builder,
                   const Circuit& invariant,
                   const std::vector<Literal>& state,
                   bool holds) {
  const std::vector<Literal> map = mapped(builder, invariant, state);
  builder.gates(invariant, map, invariant.outputs);
  const Literal root = Builder::literal(map, invariant.outputs[0]);
  builder.add({holds ? root : -root});
}

void add_constraints(Builder& builder,
                     const Circuit& system,
                     const std::vector<Literal>& map) {
  for (const Signal s : system.constraints) {
    builder.add({Builder::literal(map, s)});
  }
}

}  // namespace

Cnf initial_clauses(const Certificate& certificate) {
  Builder builder;
  const Circuit& system = certificate.system;
  const std::vector<Literal> map = free_system(builder, system);
  for (std::size_t i = 0; i < system.latches.size(); ++i) {
    const Literal latch = map[system.first_latch() + i];
    builder.add({system.latches[i].reset ? latch : -latch});
  }
  add_invariant(builder, *certificate.invariant, latches(system, map), false);
  return builder.take();
}

Cnf step_clauses(const Certificate& certificate) {
  Builder builder;
  const Circuit& system = certificate.system;
  const std::vector<Literal> map = free_system(builder, system);
  std::vector<Signal> roots = system.constraints;
  for (const Latch& latch : system.latches) roots.push_back(latch.next);
  builder.gates(system, map, roots);
  add_constraints(builder, system, map);
  add_invariant(builder, *certificate.invariant, latches(system, map), true);
  std::vector<Literal> next;
  for (const Latch& latch : system.latches) {
    next.push_back(Builder::literal(map, latch.next));
  }
  add_invariant(builder, *certificate.invariant, next, false);
  return builder.take();
}

Cnf bad_clauses(const Certificate& certificate) {
  Builder builder;
  const Circuit& system = certificate.system;
  const std::vector<Literal> map = free_system(builder, system);
  std::vector<Signal> roots = system.constraints;
  std::vector<Literal> hits;
  for (const Claim& claim : certificate.unreachable) {
    roots.push_back(system.bad[claim.bad]);
    hits.push_back(Builder::literal(map, system.bad[claim.bad]));
  }
  builder.gates(system, map, roots);
  add_constraints(builder, system, map);
  add_invariant(builder, *certificate.invariant, latches(system, map), true);
  builder.add(hits);
  return builder.take();
}

Cnf distance_clauses(const Certificate& certificate) {
  Builder builder;
  const Circuit& system = certificate.system;
  std::uint32_t frames = 0;
  for (const Claim& claim : certificate.distances) {
    frames = std::max(frames, claim.steps);
  }
  builder.reserve(
      frames, std::size_t{system.variables()} + certificate.distances.size());
  // Frame t is the step t; frame 0 is the first step of the circuit.
  std::vector<Literal> state;
  for (const Latch& latch : system.latches) {
    state.push_back(latch.reset ? -kFalse : kFalse);
  }
  Literal before = -kFalse;
  std::vector<Literal> some_hit;
  for (std::uint32_t t = 0; t < frames; ++t) {
    std::vector<Literal> sources = fresh(builder, system.inputs);
    sources.insert(sources.end(), state.begin(), state.end());
    const std::vector<Literal> map = mapped(builder, system, sources);
    std::vector<Signal> roots = system.constraints;
    for (const Latch& latch : system.latches) roots.push_back(latch.next);
    std::vector<Signal> bads;
    for (const Claim& claim : certificate.distances) {
      if (claim.steps > t) bads.push_back(system.bad[claim.bad]);
    }
    roots.insert(roots.end(), bads.begin(), bads.end());
    builder.gates(system, map, roots);
    // The run has this step; it hits a goal here.
    const Literal exists = builder.variables(2);
    const Literal hits = exists + 1;
    builder.add({-exists, before});
    for (const Signal s : system.constraints) {
      builder.add({-exists, Builder::literal(map, s)});
    }
    builder.add({-hits, exists});
    std::vector<Literal> clause{-hits};
    for (const Signal s : bads) clause.push_back(Builder::literal(map, s));
    builder.add(clause);
    some_hit.push_back(hits);
    before = exists;
    state.clear();
    for (const Latch& latch : system.latches) {
      state.push_back(Builder::literal(map, latch.next));
    }
  }
  builder.add(some_hit);
  return builder.take();
}

}  // namespace check_proof
