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
    if (cnf_.clauses.size() > 10 * kMost) {
      throw Unreadable("the circuits, or the distances, are too large");
    }
    cnf_.clauses.insert(cnf_.clauses.end(), clause.begin(), clause.end());
    cnf_.clauses.push_back(0);
  }

  /// So many consecutive new variables.
  std::vector<Literal> fresh(std::size_t count) {
    if (count > kMost || cnf_.variables + count > kMost) {
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
  static constexpr std::size_t kMost = 10'000'000;
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

/// A run from the start hits a goal of each of these parts in fewer steps than
/// its claim says.
Cnf run_clauses(const Circuit& system,
                const std::vector<std::vector<Claim>>& parts) {
  Builder builder;
  std::uint32_t frames = 0;
  for (const auto& part : parts) {
    for (const Claim& claim : part) frames = std::max(frames, claim.steps);
  }
  // Frame t is the step t; frame 0 is the first step of the circuit.
  std::vector<Literal> state;
  for (const Latch& latch : system.latches) {
    state.push_back(latch.reset ? -kFalse : kFalse);
  }
  Literal before = -kFalse;
  std::vector<std::vector<Literal>> some_hit(parts.size());
  for (std::uint32_t t = 0; t < frames; ++t) {
    std::vector<Literal> sources = builder.fresh(system.inputs);
    sources.insert(sources.end(), state.begin(), state.end());
    const std::vector<Literal> map = builder.mapped(system, sources);
    std::vector<Signal> roots = system.constraints;
    for (const Latch& latch : system.latches) roots.push_back(latch.next);
    std::vector<std::vector<Literal>> bads(parts.size());
    Work::spend(system.variables());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      Work::spend(parts[p].size());
      for (const Claim& claim : parts[p]) {
        if (claim.steps <= t) continue;
        roots.push_back(system.bad[claim.bad]);
        bads[p].push_back(literal(map, roots.back()));
      }
    }
    builder.gates(system, map, roots);
    // The run has this step; it hits a goal of a part here.
    const Literal exists = builder.fresh(1)[0];
    builder.add({-exists, before});
    for (const Signal s : system.constraints) {
      builder.add({-exists, literal(map, s)});
    }
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const Literal hits = builder.fresh(1)[0];
      builder.add({-hits, exists});
      bads[p].insert(bads[p].begin(), -hits);
      builder.add(bads[p]);
      some_hit[p].push_back(hits);
    }
    before = exists;
    state.clear();
    for (const Latch& latch : system.latches) {
      state.push_back(literal(map, latch.next));
    }
  }
  for (const auto& part : some_hit) builder.add(part);
  return builder.take();
}

/// A step from a state of the set is not listed.
Cnf listed_clauses(const Certificate& c) {
  Builder builder;
  const Circuit& system = c.system;
  const StateSet& set = *c.states;
  const std::vector<Literal> map = builder.mapped(
      system, builder.fresh(system.inputs + system.latches.size()));
  const auto same = [&](Signal s, bool value) {
    return value ? literal(map, s) : -literal(map, s);
  };
  const auto in_state = [&](std::size_t state, std::size_t i) {
    return (static_cast<unsigned char>(set.states[state][i / 8]) >> i % 8 &
            1) != 0;
  };
  const Signal ends = set.stop ? system.latches[*set.stop].next : 0;
  const Signal final = output_named(system, "final").value_or(1);
  std::vector<Signal> roots = system.constraints;
  roots.insert(roots.end(), {ends, final});
  for (const Claim& goal : c.suite->goals)
    roots.push_back(system.bad[goal.bad]);
  for (const Latch& latch : system.latches) roots.push_back(latch.next);
  builder.gates(system, map, roots);
  for (const Signal s : system.constraints) builder.add({literal(map, s)});
  for (const std::uint32_t l : set.constants) {
    builder.add(
        {same(2 * (system.first_latch() + l), system.latches[l].reset)});
  }
  const std::vector<Literal> some = builder.fresh(set.states.size());
  for (std::size_t s = 0; s < some.size(); ++s) {
    for (std::size_t i = 0; i < set.latches.size(); ++i) {
      builder.add(
          {-some[s],
           same(2 * (system.first_latch() + set.latches[i]), in_state(s, i))});
    }
  }
  builder.add(some);
  for (const ListedStep& step : c.steps) {
    const bool over = step.to == some.size();
    std::vector<Literal> differs{
        -some[step.from], -same(ends, over), -same(final, step.final == 1)};
    for (std::size_t g = 0; g < c.suite->goals.size(); ++g) {
      differs.push_back(
          -same(system.bad[c.suite->goals[g].bad], (step.hits >> g & 1U) != 0));
    }
    for (std::size_t i = 0; i < set.latches.size() && !over; ++i) {
      differs.push_back(
          -same(system.latches[set.latches[i]].next, in_state(step.to, i)));
    }
    for (const std::uint32_t l : set.constants) {
      if (!over)
        differs.push_back(
            -same(system.latches[l].next, system.latches[l].reset));
    }
    builder.add(differs);
  }
  return builder.take();
}

}  // namespace

Cnf clauses_of(const Certificate& certificate, std::string_view name) {
  if (name == "distance") {
    return run_clauses(certificate.system, {certificate.distances});
  }
  if (name == "steps") return listed_clauses(certificate);
  if (name != "suite") return step_clauses(certificate, name);
  std::vector<std::vector<Claim>> parts;
  for (Claim claim : certificate.suite->goals) {
    claim.steps = certificate.suite->steps;
    parts.push_back({claim});
  }
  return run_clauses(certificate.system, parts);
}

}  // namespace check_proof
