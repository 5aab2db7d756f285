// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sequential circuits of AND gates and inverters, written in the ASCII form of
/// AIGER 1.9 (Biere, Heljanko, Wieringa, FMV report 11/2, JKU Linz, 2011).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/smt/circuit/circuit.h"

namespace catenary::engine::certificate {

/// A signal of AIGER: 2 * variable, plus 1 for its negation; 0 is false.
using AigerSignal = std::uint32_t;

/// A circuit. Variables 1..I are its inputs, I+1..I+L its latches, all others
/// gates, operands first. Add inputs and latches before the first gate.
class AndCircuit {
 public:
  /// A gate; operands as signals.
  struct Gate {
    AigerSignal a = 0, b = 0;
  };
  /// A signal with a name, which has no line breaks.
  struct Named {
    std::string name;
    AigerSignal signal = 0;
  };

  /// A new input or latch. A latch starts as 0.
  AigerSignal input(std::string name);
  AigerSignal latch(std::string name);
  /// The conjunction: an existing or simpler signal where there is one, else a
  /// new gate.
  AigerSignal both(AigerSignal a, AigerSignal b);
  AigerSignal either(AigerSignal a, AigerSignal b) {
    return both(a ^ 1U, b ^ 1U) ^ 1U;
  }

  /// What latches become, in their order; outputs, goals and constraints.
  std::vector<AigerSignal> next;
  std::vector<Named> outputs, bad;
  std::vector<AigerSignal> constraints;

  [[nodiscard]] std::uint32_t inputs() const {
    return static_cast<std::uint32_t>(input_names_.size());
  }
  [[nodiscard]] std::uint32_t latches() const {
    return static_cast<std::uint32_t>(latch_names_.size());
  }
  [[nodiscard]] const std::vector<Gate>& gates() const { return gates_; }
  /// The number of variables.
  [[nodiscard]] std::uint32_t variables() const {
    return inputs() + latches() + static_cast<std::uint32_t>(gates_.size());
  }
  /// The variable of the first gate.
  [[nodiscard]] std::uint32_t first_gate() const {
    return inputs() + latches() + 1;
  }

  /// The file.
  [[nodiscard]] std::string to_text() const;

 private:
  std::vector<std::string> input_names_, latch_names_;
  std::vector<Gate> gates_;
  /// Gates by their operands, the smaller one first.
  std::map<std::pair<AigerSignal, AigerSignal>, AigerSignal> table_;
};

/// Copies the parts of a circuit that signals depend on into an AndCircuit.
class AndCopier {
 public:
  /// Both must outlive the copier.
  AndCopier(const logic::smt::Circuit& from, AndCircuit& to)
      : from_(from), to_(to) {}

  /// What an input of `from` is in the copy. Before signal() needs it.
  void set(logic::smt::Circuit::Signal input, AigerSignal value);
  /// The copy of a signal. Requires: set() for all inputs it depends on
  /// (checked). Cost: linear in what is new. Not recursive.
  [[nodiscard]] AigerSignal signal(logic::smt::Circuit::Signal root);

 private:
  [[nodiscard]] AigerSignal known(logic::smt::Circuit::Signal signal) const;
  [[nodiscard]] AigerSignal copy(const logic::smt::Circuit::Gate& gate);

  const logic::smt::Circuit& from_;
  AndCircuit& to_;
  /// By number of the gate.
  std::unordered_map<logic::smt::Circuit::Signal, AigerSignal> done_;
};

}  // namespace catenary::engine::certificate
