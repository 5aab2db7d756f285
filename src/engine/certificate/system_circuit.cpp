// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/system_circuit.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <unordered_set>

#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::certificate {

namespace {

using logic::Term;

/// A name for a symbol table.
std::string one_line(std::string name) {
  std::ranges::replace(name, '\n', ' ');
  return name;
}

std::string bit_name(const char* kind, std::size_t bit, const std::string& of) {
  return std::string(kind) + " " + std::to_string(bit) + " " + one_line(of);
}

/// The condition that all variables are within their ranges.
Term ranges(logic::TermManager& terms,
            const std::vector<model::Variable>& variables,
            const std::vector<Term>& bits) {
  std::vector<Term> out;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    out.push_back(model::in_range(terms, variables[i], bits[i]));
  }
  return terms.logical_and(out);
}

}  // namespace

SystemCircuit::SystemCircuit(const reach::Relation& relation,
                             const base::Budget& budget)
    : relation_(relation),
      blaster_(gates_),
      copier_(gates_, circuit_),
      started_(gates_.input()) {
  find_slots();
  add_variables();
  add_parts(budget);
}

// Those of the relation, and what outputs and ends of tests depend on besides.
void SystemCircuit::find_slots() {
  const model::Encoding& encoding = relation_.encoding();
  std::vector<bool> matters(encoding.state.size(), false);
  for (const std::size_t s : relation_.slots()) matters[s] = true;
  std::vector<Term> wanted = encoding.step.outputs;
  wanted.push_back(encoding.step.final);
  std::unordered_set<std::uint32_t> variables;
  for (bool grows = true; grows;) {
    grows = false;
    for (const Term v : logic::free_variables(wanted)) variables.insert(v.id());
    for (std::size_t s = 0; s < matters.size(); ++s) {
      if (matters[s] || !variables.contains(encoding.state[s].variable.id())) {
        continue;
      }
      matters[s] = true;
      grows = true;
      wanted.push_back(encoding.step.next[s]);
    }
  }
  for (std::size_t s = 0; s < matters.size(); ++s) {
    if (matters[s]) slots_.push_back(s);
  }
}

void SystemCircuit::add_variables() {
  const model::Encoding& encoding = relation_.encoding();
  const model::StepSystem& system = relation_.system();
  const auto add_inputs = [&](const char* kind,
                              const std::vector<model::Variable>& variables,
                              const std::vector<Term>& terms) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const logic::smt::Bits& bits = blaster_.variable(terms[i]);
      for (std::size_t b = 0; b < bits.size(); ++b) {
        copier_.set(bits[b],
                    circuit_.input(bit_name(kind, b, variables[i].name)));
      }
    }
  };
  add_inputs("initial", system.initial, encoding.initial);
  add_inputs("input", system.inputs, encoding.inputs);
  copier_.set(started_, circuit_.latch("started"));
  (void)circuit_.latch("stopped");
  for (const std::size_t s : slots_) {
    const logic::smt::Bits& bits =
        blaster_.variable(encoding.state[s].variable);
    for (std::size_t b = 0; b < bits.size(); ++b) {
      copier_.set(bits[b],
                  circuit_.latch(bit_name("state", b, encoding.state[s].name)));
    }
  }
}

SystemCircuit::Signals SystemCircuit::by_phase(Term initial,
                                               Term step,
                                               const base::Budget& budget) {
  const Signals first = blaster_.bits(initial, budget);
  const Signals later = blaster_.bits(step, budget);
  Signals out;
  for (std::size_t b = 0; b < first.size(); ++b) {
    out.push_back(gates_.choice(started_, later[b], first[b]));
  }
  return out;
}

void SystemCircuit::add_parts(const base::Budget& budget) {
  const model::Encoding& encoding = relation_.encoding();
  const model::StepSystem& system = relation_.system();
  logic::TermManager& terms = relation_.terms();
  // The parts, simplified together: ranges, running, shown, final, goals,
  // state, outputs.
  const auto roots = [&](const model::EncodedPart& part, Term domain) {
    // A run that ended by itself is a test where all states are final.
    const Term last = terms.boolean(system.any_state_final);
    std::vector<Term> out{domain,
                          part.running,
                          terms.logical_or(part.running, part.ended),
                          terms.ite(part.running, part.final, last)};
    for (const Term hit : part.hits) {
      out.push_back(terms.logical_or(hit, part.unfaithful));
    }
    for (const std::size_t s : slots_) out.push_back(part.next[s]);
    out.insert(out.end(), part.outputs.begin(), part.outputs.end());
    return out;
  };
  const Term initial_domain = ranges(terms, system.initial, encoding.initial);
  const Term domain = ranges(terms, system.inputs, encoding.inputs);
  std::vector<Term> all = roots(encoding.init, initial_domain);
  const std::size_t half = all.size();
  const std::vector<Term> step = roots(encoding.step, domain);
  all.insert(all.end(), step.begin(), step.end());
  all = logic::Simplifier(terms).simplify(all);
  std::size_t at = 0;
  const auto following = [&] {
    std::vector<AigerSignal> out;
    for (const auto s : by_phase(all[at], all[half + at], budget)) {
      out.push_back(copier_.signal(s));
    }
    ++at;
    return out;
  };
  // The constraint has the first gates: who explores the circuit looks at it
  // first.
  const AigerSignal in_domain = following()[0];
  const AigerSignal stopped = 2 * (circuit_.inputs() + 2);
  circuit_.constraints = {stopped ^ 1U, in_domain};
  const AigerSignal running = following()[0];
  const AigerSignal shown = following()[0];
  const AigerSignal final = following()[0];
  for (const model::Goal& goal : system.goals) {
    circuit_.bad.push_back({one_line(goal.id), following()[0]});
  }
  circuit_.next = {1, running ^ 1U};
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const std::vector<AigerSignal> bits = following();
    circuit_.next.insert(circuit_.next.end(), bits.begin(), bits.end());
  }
  circuit_.outputs = {{"shown", shown}, {"final", final}};
  for (const model::Variable& output : system.outputs) {
    const std::vector<AigerSignal> bits = following();
    for (std::size_t b = 0; b < bits.size(); ++b) {
      circuit_.outputs.push_back({bit_name("output", b, output.name), bits[b]});
    }
  }
}

std::vector<bool> SystemCircuit::wide_slots(
    const std::vector<bool>& has) const {
  constexpr std::ptrdiff_t kMany = 8;
  std::vector<bool> out(has.size(), false);
  auto at = static_cast<std::ptrdiff_t>(kFirstSlot);
  for (const std::size_t s : slots_) {
    const std::ptrdiff_t bits = 8 * relation_.encoding().state[s].size;
    const auto first = has.begin() + at;
    if (std::count(first, first + bits, true) >= kMany) {
      std::fill(out.begin() + at, out.begin() + at + bits, true);
    }
    at += bits;
  }
  return out;
}

AndCircuit SystemCircuit::invariant(const std::vector<logic::Term>& facts,
                                    const std::vector<reach::Cube>& cubes,
                                    const base::Budget& budget) {
  AndCircuit out;
  AndCopier copier(gates_, out);
  const model::Encoding& encoding = relation_.encoding();
  copier.set(started_, out.input("started"));
  const AigerSignal started = 2;
  const AigerSignal stopped = out.input("stopped");
  for (const std::size_t s : slots_) {
    const logic::smt::Bits& bits =
        blaster_.variable(encoding.state[s].variable);
    for (std::size_t b = 0; b < bits.size(); ++b) {
      copier.set(bits[b],
                 out.input(bit_name("state", b, encoding.state[s].name)));
    }
  }
  std::vector<logic::smt::Circuit::Signal> state;
  for (const Term variable : relation_.state()) {
    const logic::smt::Bits& bits = blaster_.variable(variable);
    state.insert(state.end(), bits.begin(), bits.end());
  }
  AigerSignal holds = 1;
  for (const Term fact : facts) {
    const AigerSignal bit = copier.signal(blaster_.bits(fact, budget)[0]);
    holds = out.both(holds, bit);
  }
  for (const reach::Cube& cube : cubes) {
    AigerSignal inside = 1;
    for (const std::int32_t literal : cube) {
      const auto bit = state[static_cast<std::size_t>(std::abs(literal)) - 1];
      inside = out.both(inside, copier.signal(literal > 0 ? bit : -bit));
    }
    holds = out.both(holds, inside ^ 1U);
  }
  const AigerSignal idle = out.either(started ^ 1U, stopped);
  out.outputs.push_back({"invariant", out.either(idle, holds)});
  return out;
}

}  // namespace catenary::engine::certificate
