// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/proof_clauses.h"

#include <algorithm>
#include <initializer_list>

namespace catenary::engine::certificate {

namespace {

using logic::smt::Literal;

/// Variable 1, which is false.
constexpr Literal kZero = 1;

/// Instances of circuits over consecutive variables.
class ClauseWriter {
 public:
  /// Literals of the variables of one instance; element 0 is false.
  using Instance = std::vector<Literal>;

  ClauseWriter() { add({-kZero}); }

  void add(std::initializer_list<Literal> clause) {
    clauses_.insert(clauses_.end(), clause);
    clauses_.push_back(0);
  }
  void add(const std::vector<Literal>& clause) {
    clauses_.insert(clauses_.end(), clause.begin(), clause.end());
    clauses_.push_back(0);
  }
  Literal variable() { return ++last_; }

  /// An instance whose inputs, and latches if `state` is null, are new
  /// variables, as are its gates. No clauses are added.
  Instance instance(const AndCircuit& circuit, const Instance* state) {
    Instance out{kZero};
    const std::uint32_t fresh =
        circuit.inputs() + (state == nullptr ? circuit.latches() : 0);
    for (std::uint32_t i = 0; i < fresh; ++i) out.push_back(variable());
    if (state != nullptr) out.insert(out.end(), state->begin(), state->end());
    return with_gates(circuit, std::move(out));
  }

  Instance with_gates(const AndCircuit& circuit, Instance sources) {
    for (std::size_t g = 0; g < circuit.gates().size(); ++g) {
      sources.push_back(variable());
    }
    return sources;
  }

  static Literal literal(const Instance& instance, AigerSignal s) {
    const Literal l = instance[s >> 1U];
    return (s & 1U) != 0 ? -l : l;
  }

  /// Defines the gates that these signals depend on, in ascending order.
  void define(const AndCircuit& circuit,
              const Instance& instance,
              const std::vector<AigerSignal>& roots) {
    std::vector<bool> wanted(instance.size(), false);
    for (const AigerSignal root : roots) wanted[root >> 1U] = true;
    const std::uint32_t first = circuit.first_gate();
    for (std::size_t g = circuit.gates().size(); g > 0; --g) {
      if (!wanted[first + g - 1]) continue;
      wanted[circuit.gates()[g - 1].a >> 1U] = true;
      wanted[circuit.gates()[g - 1].b >> 1U] = true;
    }
    for (std::size_t g = 0; g < circuit.gates().size(); ++g) {
      if (!wanted[first + g]) continue;
      const Literal out = instance[first + g];
      const AndCircuit::Gate& gate = circuit.gates()[g];
      const Literal a = literal(instance, gate.a);
      const Literal b = literal(instance, gate.b);
      add({-out, a});
      add({-out, b});
      add({out, -a, -b});
    }
  }

  void invariant(const AndCircuit& circuit, const Instance& state, bool holds) {
    Instance sources{kZero};
    sources.insert(sources.end(), state.begin(), state.end());
    const Instance all = with_gates(circuit, std::move(sources));
    const AigerSignal root = circuit.outputs[0].signal;
    define(circuit, all, {root});
    const Literal l = literal(all, root);
    add({holds ? l : -l});
  }

  ProofClauses take() { return std::move(clauses_); }

 private:
  ProofClauses clauses_;
  Literal last_ = kZero;
};

using Instance = ClauseWriter::Instance;

Instance state_of(const AndCircuit& system, const Instance& instance) {
  const auto first = instance.begin() + system.inputs() + 1;
  return {first, first + system.latches()};
}

Instance state_after(const AndCircuit& system, const Instance& instance) {
  Instance out;
  for (const AigerSignal s : system.next) {
    out.push_back(ClauseWriter::literal(instance, s));
  }
  return out;
}

void demand_constraints(ClauseWriter& out,
                        const AndCircuit& system,
                        const Instance& instance) {
  for (const AigerSignal s : system.constraints) {
    out.add({ClauseWriter::literal(instance, s)});
  }
}

}  // namespace

ProofClauses initial_clauses(const AndCircuit& system,
                             const AndCircuit& invariant) {
  ClauseWriter out;
  const Instance all = out.instance(system, nullptr);
  const Instance state = state_of(system, all);
  for (const Literal latch : state) out.add({-latch});
  out.invariant(invariant, state, false);
  return out.take();
}

ProofClauses step_clauses(const AndCircuit& system,
                          const AndCircuit& invariant) {
  ClauseWriter out;
  const Instance all = out.instance(system, nullptr);
  std::vector<AigerSignal> roots = system.constraints;
  roots.insert(roots.end(), system.next.begin(), system.next.end());
  out.define(system, all, roots);
  demand_constraints(out, system, all);
  out.invariant(invariant, state_of(system, all), true);
  out.invariant(invariant, state_after(system, all), false);
  return out.take();
}

ProofClauses bad_clauses(const AndCircuit& system,
                         const AndCircuit& invariant,
                         const std::vector<std::size_t>& goals) {
  ClauseWriter out;
  const Instance all = out.instance(system, nullptr);
  std::vector<AigerSignal> roots = system.constraints;
  std::vector<Literal> hits;
  for (const std::size_t g : goals) {
    roots.push_back(system.bad[g].signal);
    hits.push_back(ClauseWriter::literal(all, system.bad[g].signal));
  }
  out.define(system, all, roots);
  demand_constraints(out, system, all);
  out.invariant(invariant, state_of(system, all), true);
  out.add(hits);
  return out.take();
}

ProofClauses run_clauses(const AndCircuit& system,
                         const std::vector<GoalsWithin>& parts) {
  ClauseWriter out;
  std::uint32_t frames = 0;
  for (const GoalsWithin& part : parts) {
    for (const auto& [goal, steps] : part) frames = std::max(frames, steps);
  }
  Instance state(system.latches(), kZero);
  Literal before = -kZero;
  std::vector<std::vector<Literal>> hits(parts.size());
  for (std::uint32_t t = 0; t < frames; ++t) {
    const Instance all = out.instance(system, &state);
    std::vector<AigerSignal> roots = system.constraints;
    roots.insert(roots.end(), system.next.begin(), system.next.end());
    std::vector<std::vector<Literal>> goals(parts.size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (const auto& [goal, steps] : parts[p]) {
        if (steps <= t) continue;
        roots.push_back(system.bad[goal].signal);
        goals[p].push_back(ClauseWriter::literal(all, roots.back()));
      }
    }
    out.define(system, all, roots);
    const Literal exists = out.variable();
    out.add({-exists, before});
    for (const AigerSignal s : system.constraints) {
      out.add({-exists, ClauseWriter::literal(all, s)});
    }
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const Literal hit = out.variable();
      out.add({-hit, exists});
      goals[p].insert(goals[p].begin(), -hit);
      out.add(goals[p]);
      hits[p].push_back(hit);
    }
    before = exists;
    state = state_after(system, all);
  }
  for (const std::vector<Literal>& part : hits) out.add(part);
  return out.take();
}

FreeStep free_step(const AndCircuit& system,
                   const std::vector<AigerSignal>& roots) {
  ClauseWriter out;
  FreeStep step;
  step.literals = out.instance(system, nullptr);
  std::vector<AigerSignal> all = system.constraints;
  all.insert(all.end(), roots.begin(), roots.end());
  out.define(system, step.literals, all);
  demand_constraints(out, system, step.literals);
  step.last = step.literals.back();
  step.clauses = out.take();
  return step;
}

ProofClauses listed_clauses(const AndCircuit& system, const StepList& list) {
  FreeStep step = free_step(system, list.roots(system));
  ProofClauses& out = step.clauses;
  const auto add = [&](std::vector<Literal> clause) {
    out.insert(out.end(), clause.begin(), clause.end());
    out.push_back(0);
  };
  const auto same = [&](AigerSignal s, bool value) {
    return value ? step.literal(s) : -step.literal(s);
  };
  const auto latch = [&](std::uint32_t l) {
    return 2 * (system.inputs() + 1 + l);
  };
  add({same(latch(list.stop), false)});
  std::vector<Literal> some;
  for (std::size_t s = 0; s < list.states.size(); ++s) {
    some.push_back(++step.last);
    for (std::size_t i = 0; i < list.latches.size(); ++i) {
      add({-some[s], same(latch(list.latches[i]), list.states[s][i])});
    }
  }
  add(some);
  for (const FoundStep& found : list.steps) {
    std::vector<Literal> differs{-some[found.from],
                                 -same(system.next[list.stop], found.ends),
                                 -same(list.final, found.final)};
    for (const std::uint32_t goal : list.goals) {
      const bool hit = std::ranges::binary_search(found.hits, goal);
      differs.push_back(-same(system.bad[goal].signal, hit));
    }
    for (std::size_t i = 0; i < list.latches.size() && !found.ends; ++i) {
      differs.push_back(
          -same(system.next[list.latches[i]], list.states[found.to][i]));
    }
    add(differs);
  }
  return out;
}

}  // namespace catenary::engine::certificate
