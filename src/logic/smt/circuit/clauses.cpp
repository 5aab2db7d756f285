// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tseitin's transformation: the clauses of gates, operands first, with an
/// explicit stack.
#include "base/check.h"
#include "logic/smt/circuit/circuit.h"

namespace catenary::logic::smt {

using Signal = Circuit::Signal;

Literal& Clauses::at(Signal signal) {
  const auto gate = static_cast<std::size_t>(signal < 0 ? -signal : signal);
  if (gate >= literals_.size()) literals_.resize(circuit_.size() + 1);
  return literals_[gate];
}

/// Before any clause mentions the input.
void Clauses::set_input(Signal input, Literal literal) {
  CATENARY_CHECK(input > 0 && at(input) == 0 &&
                     circuit_.gate(input).kind == Circuit::Kind::input,
                 "an input that has no literal yet");
  at(input) = literal;
}

void Clauses::operands(Signal gate, std::vector<Signal>& to) {
  const Circuit::Gate& g = circuit_.gate(gate);
  switch (g.kind) {
    case Circuit::Kind::input:
      return;
    case Circuit::Kind::exclusive_or:
      to.insert(to.end(), {g.a, g.b});
      return;
    case Circuit::Kind::choice:
    case Circuit::Kind::majority:
      to.insert(to.end(), {g.a, g.b, g.c});
      return;
    case Circuit::Kind::conjunction:
      break;
  }
  // Conjunctions are flattened as long as the inner gate has no other user and
  // no literal of its own: it needs no variable then.
  std::vector<Signal> stack{g.b, g.a};
  while (!stack.empty()) {
    const Signal s = stack.back();
    stack.pop_back();
    const Circuit::Gate& below = circuit_.gate(s);
    if (s > 0 && below.kind == Circuit::Kind::conjunction && below.uses == 1 &&
        at(s) == 0) {
      stack.push_back(below.b);
      stack.push_back(below.a);
    } else {
      to.push_back(s);
    }
  }
}

void Clauses::define(Signal gate, std::span<const Signal> operands) {
  const Literal g = new_variable_();
  std::vector<Literal> in;
  in.reserve(operands.size() + 1);
  for (const Signal s : operands) in.push_back(s < 0 ? -at(s) : at(s));
  switch (circuit_.gate(gate).kind) {
    case Circuit::Kind::input:
      break;
    // g -> a, g -> b, ...; a & b & ... -> g.
    case Circuit::Kind::conjunction:
      for (Literal& literal : in) {
        add({-g, literal});
        literal = -literal;
      }
      in.push_back(g);
      add_clause_(in);
      break;
    // g <-> a xor b.
    case Circuit::Kind::exclusive_or:
      add({-g, in[0], in[1]});
      add({-g, -in[0], -in[1]});
      add({g, -in[0], in[1]});
      add({g, in[0], -in[1]});
      break;
    // g <-> (a ? b : c), where in[0] is the condition.
    case Circuit::Kind::choice:
      add({-g, -in[0], in[1]});
      add({g, -in[0], -in[1]});
      add({-g, in[0], in[2]});
      add({g, in[0], -in[2]});
      // Implied; they let equal branches propagate.
      add({-g, in[1], in[2]});
      add({g, -in[1], -in[2]});
      break;
    // Two equal operands decide: x & y -> g, !x & !y -> !g for each pair.
    case Circuit::Kind::majority:
      for (std::size_t i = 0; i < 3; ++i) {
        const Literal x = in[i];
        const Literal y = in[(i + 1) % 3];
        add({-g, x, y});
        add({g, -x, -y});
      }
      break;
  }
  at(gate) = g;
}

Literal Clauses::literal(Signal signal) {
  CATENARY_CHECK(!Circuit::is_constant(signal),
                 "a signal that is not a constant");
  struct Frame {
    Signal gate;
    std::size_t first;  ///< of its operands in `pending`
    std::size_t next;
  };
  // `pending` holds the operands of all frames, one behind the other; a frame
  // ends where the next one begins.
  std::vector<Frame> stack;
  std::vector<Signal> pending;
  const auto enter = [&](Signal s) {
    if (at(s) != 0) return;
    const Signal gate = s < 0 ? -s : s;
    stack.push_back({gate, pending.size(), pending.size()});
    operands(gate, pending);
  };
  enter(signal);
  while (!stack.empty()) {
    Frame& top = stack.back();
    // The topmost frame's operands reach to the end of `pending`.
    if (top.next < pending.size()) {
      enter(pending[top.next++]);
      continue;
    }
    define(top.gate, std::span(pending).subspan(top.first));
    pending.resize(top.first);
    stack.pop_back();
  }
  return signal < 0 ? -at(signal) : at(signal);
}

}  // namespace catenary::logic::smt
