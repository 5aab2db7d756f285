// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/proofs.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// Variable 1 is false; the literals of the constants.
constexpr Literal kFalse = 1;

Literal literal(const std::vector<Literal>& map, Signal s) {
  return (s & 1U) != 0 ? -map[s >> 1U] : map[s >> 1U];
}

/// Collects clauses.
class Builder {
 public:
  /// Variables from 2 on are free.
  Builder() { add({-kFalse}); }

  void add(const std::vector<Literal>& clause) {
    Work::spend(clause.size() + 1);
    cnf_.clauses.insert(cnf_.clauses.end(), clause.begin(), clause.end());
    cnf_.clauses.push_back(0);
  }

  /// So many consecutive new variables.
  std::vector<Literal> fresh(std::size_t count) {
    constexpr std::size_t kMost = 10'000'000;
    if (count > kMost || cnf_.variables + count > kMost ||
        cnf_.clauses.size() > 10 * kMost) {
      throw Unreadable("the circuits, or the distances, are too large");
    }
    std::vector<Literal> out(count);
    for (Literal& l : out) l = static_cast<Literal>(++cnf_.variables);
    return out;
  }

  /// Literals for a circuit whose inputs and latches have these; new variables
  /// for the gates.
  std::vector<Literal> mapped(const Circuit& circuit,
                              const std::vector<Literal>& sources) {
    std::vector<Literal> map{kFalse};
    map.insert(map.end(), sources.begin(), sources.end());
    const std::vector<Literal> gates = fresh(circuit.gates.size());
    map.insert(map.end(), gates.begin(), gates.end());
    return map;
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

  void invariant(const Circuit& invariant,
                 const std::vector<Literal>& state,
                 bool holds) {
    const std::vector<Literal> map = mapped(invariant, state);
    gates(invariant, map, invariant.outputs);
    const Literal root = literal(map, invariant.outputs[0]);
    add({holds ? root : -root});
  }

  Cnf take() { return std::move(cnf_); }

 private:
  Cnf cnf_;
};

/// One step from any state, for the proofs about an invariant.
Cnf step_clauses(const Certificate& certificate, std::string_view name) {
  Builder builder;
  const Circuit& system = certificate.system;
  const std::vector<Literal> map = builder.mapped(
      system, builder.fresh(system.inputs + system.latches.size()));
  const auto first = map.begin() + system.first_latch();
  const std::vector<Literal> state(
      first, first + static_cast<std::ptrdiff_t>(system.latches.size()));
  if (name == "initial") {
    for (std::size_t i = 0; i < state.size(); ++i) {
      builder.add({system.latches[i].reset ? state[i] : -state[i]});
    }
    builder.invariant(*certificate.invariant, state, false);
    return builder.take();
  }
  std::vector<Signal> roots;
  if (name == "step") {
    for (const Latch& latch : system.latches) roots.push_back(latch.next);
  } else {
    for (const Claim& c : certificate.unreachable) {
      roots.push_back(system.bad[c.bad]);
    }
  }
  std::vector<Literal> after;
  for (const Signal s : roots) after.push_back(literal(map, s));
  roots.insert(
      roots.end(), system.constraints.begin(), system.constraints.end());
  builder.gates(system, map, roots);
  for (const Signal s : system.constraints) {
    builder.add({literal(map, s)});
  }
  builder.invariant(*certificate.invariant, state, true);
  if (name == "step") {
    builder.invariant(*certificate.invariant, after, false);
  } else {
    builder.add(after);
  }
  return builder.take();
}

Cnf distance_clauses(const Certificate& certificate) {
  Builder builder;
  const Circuit& system = certificate.system;
  std::uint32_t frames = 0;
  for (const Claim& claim : certificate.distances) {
    frames = std::max(frames, claim.steps);
  }
  // Frame t is the step t; frame 0 is the first step of the circuit.
  std::vector<Literal> state;
  for (const Latch& latch : system.latches) {
    state.push_back(latch.reset ? -kFalse : kFalse);
  }
  Literal before = -kFalse;
  std::vector<Literal> some_hit;
  for (std::uint32_t t = 0; t < frames; ++t) {
    std::vector<Literal> sources = builder.fresh(system.inputs);
    sources.insert(sources.end(), state.begin(), state.end());
    const std::vector<Literal> map = builder.mapped(system, sources);
    std::vector<Signal> roots = system.constraints;
    for (const Latch& latch : system.latches) roots.push_back(latch.next);
    std::vector<Signal> bads;
    Work::spend(certificate.distances.size() + system.variables());
    for (const Claim& claim : certificate.distances) {
      if (claim.steps > t) bads.push_back(system.bad[claim.bad]);
    }
    roots.insert(roots.end(), bads.begin(), bads.end());
    builder.gates(system, map, roots);
    // The run has this step; it hits a goal here.
    const Literal exists = builder.fresh(2)[0];
    const Literal hits = exists + 1;
    builder.add({-exists, before});
    for (const Signal s : system.constraints) {
      builder.add({-exists, literal(map, s)});
    }
    builder.add({-hits, exists});
    std::vector<Literal> clause{-hits};
    for (const Signal s : bads) clause.push_back(literal(map, s));
    builder.add(clause);
    some_hit.push_back(hits);
    before = exists;
    state.clear();
    for (const Latch& latch : system.latches) {
      state.push_back(literal(map, latch.next));
    }
  }
  builder.add(some_hit);
  return builder.take();
}

}  // namespace

Cnf clauses_of(const Certificate& certificate, std::string_view name) {
  return name == "distance" ? distance_clauses(certificate)
                            : step_clauses(certificate, name);
}

}  // namespace check_proof
