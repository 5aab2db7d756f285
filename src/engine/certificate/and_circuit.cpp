// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/and_circuit.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"

namespace catenary::engine::certificate {

using logic::smt::Circuit;

AigerSignal AndCircuit::input(std::string name) {
  CATENARY_CHECK(latch_names_.empty() && gates_.empty(), "inputs come first");
  input_names_.push_back(std::move(name));
  return 2 * inputs();
}

AigerSignal AndCircuit::latch(std::string name) {
  CATENARY_CHECK(gates_.empty(), "latches come before gates");
  latch_names_.push_back(std::move(name));
  return 2 * (inputs() + latches());
}

AigerSignal AndCircuit::both(AigerSignal a, AigerSignal b) {
  if (a > b) std::swap(a, b);
  if (a == 0 || a == (b ^ 1U)) return 0;
  if (a == 1 || a == b) return b;
  const auto [at, is_new] = table_.try_emplace({a, b}, 0);
  if (is_new) {
    gates_.push_back({a, b});
    at->second = 2 * variables();
  }
  return at->second;
}

std::string AndCircuit::to_text() const {
  CATENARY_CHECK(next.size() == latches(), "each latch has a next value");
  std::string out = "aag";
  const auto number = [&out](std::uint64_t n, char end) {
    out += std::to_string(n);
    out += end;
  };
  out += ' ';
  number(variables(), ' ');
  number(inputs(), ' ');
  number(latches(), ' ');
  number(outputs.size(), ' ');
  number(gates_.size(), ' ');
  number(bad.size(), ' ');
  number(constraints.size(), '\n');
  for (std::uint32_t i = 1; i <= inputs(); ++i) number(2 * i, '\n');
  for (std::uint32_t l = 0; l < latches(); ++l) {
    number(2 * (inputs() + l + 1), ' ');
    number(next[l], '\n');
  }
  for (const Named& o : outputs) number(o.signal, '\n');
  for (const Named& b : bad) number(b.signal, '\n');
  for (const AigerSignal c : constraints) number(c, '\n');
  std::uint32_t variable = first_gate();
  for (const Gate& g : gates_) {
    // The larger operand first, as in the binary form.
    number(2 * variable++, ' ');
    number(g.b, ' ');
    number(g.a, '\n');
  }
  const auto symbol = [&](char kind, std::size_t at, const std::string& name) {
    if (name.empty()) return;
    out += kind;
    number(at, ' ');
    out += name;
    out += '\n';
  };
  for (std::size_t i = 0; i < input_names_.size(); ++i) {
    symbol('i', i, input_names_[i]);
  }
  for (std::size_t i = 0; i < latch_names_.size(); ++i) {
    symbol('l', i, latch_names_[i]);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    symbol('o', i, outputs[i].name);
  }
  for (std::size_t i = 0; i < bad.size(); ++i) symbol('b', i, bad[i].name);
  return out;
}

void AndCopier::set(Circuit::Signal input, AigerSignal value) {
  CATENARY_CHECK(input > 0, "an input is not negated");
  done_[input] = value;
}

AigerSignal AndCopier::known(Circuit::Signal signal) const {
  if (signal == Circuit::kTrue) return 1;
  if (signal == Circuit::kFalse) return 0;
  const AigerSignal s = done_.at(std::abs(signal));
  return signal < 0 ? s ^ 1U : s;
}

AigerSignal AndCopier::copy(const Circuit::Gate& gate) {
  const AigerSignal a = known(gate.a);
  const AigerSignal b = known(gate.b);
  switch (gate.kind) {
    case Circuit::Kind::input:
      break;
    case Circuit::Kind::conjunction:
      return to_.both(a, b);
    case Circuit::Kind::exclusive_or: {
      const AigerSignal first = to_.both(a, b ^ 1U);
      const AigerSignal second = to_.both(a ^ 1U, b);
      return to_.either(first, second);
    }
    case Circuit::Kind::choice: {
      const AigerSignal first = to_.both(a, b);
      const AigerSignal second = to_.both(a ^ 1U, known(gate.c));
      return to_.either(first, second);
    }
    case Circuit::Kind::majority: {
      const AigerSignal any = to_.either(a, b);
      const AigerSignal all = to_.both(a, b);
      const AigerSignal rest = to_.both(any, known(gate.c));
      return to_.either(all, rest);
    }
  }
  CATENARY_CHECK(false, "an input of the circuit has no value in the copy");
}

AigerSignal AndCopier::signal(Circuit::Signal root) {
  std::vector<Circuit::Signal> stack{root};
  while (!stack.empty()) {
    const Circuit::Signal s = std::abs(stack.back());
    if (s == Circuit::kTrue || done_.contains(s)) {
      stack.pop_back();
      continue;
    }
    const Circuit::Gate& gate = from_.gate(s);
    const std::size_t before = stack.size();
    for (const Circuit::Signal operand : {gate.a, gate.b, gate.c}) {
      if (operand == 0 || std::abs(operand) == Circuit::kTrue) continue;
      if (!done_.contains(std::abs(operand))) stack.push_back(operand);
    }
    if (stack.size() > before) continue;
    done_[s] = copy(gate);
    stack.pop_back();
  }
  return known(root);
}

}  // namespace catenary::engine::certificate
