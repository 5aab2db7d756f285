// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sequential circuits of AND gates and inverters, as AIGER 1.9 files have them
/// (Biere, Heljanko, Wieringa, "AIGER 1.9 and Beyond", FMV report 11/2, 2011).
///
/// Only the ASCII form in canonical order is read: variables 1..I are the
/// inputs, I+1..I+L the latches, and then come the gates, operands first. No
/// justice and fairness sections.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace check_proof {

/// 2 * variable, plus 1 for the negation; 0 is false, 1 is true.
using Signal = std::uint32_t;

/// A latch; it starts as 0 or as 1.
struct Latch {
  Signal next = 0;
  bool reset = false;
};
/// A gate: the conjunction of two signals of smaller variables.
struct Gate {
  Signal a = 0, b = 0;
};

/// A circuit; see the file's comment. Names are "" where there is none.
struct Circuit {
  std::uint32_t inputs = 0;
  std::vector<Latch> latches;
  std::vector<Signal> outputs, bad, constraints;
  std::vector<Gate> gates;
  std::vector<std::string> input_names, output_names, bad_names;

  /// The largest variable.
  [[nodiscard]] std::uint32_t variables() const {
    return inputs + static_cast<std::uint32_t>(latches.size() + gates.size());
  }
  /// The variable of the first latch, and that of the first gate.
  [[nodiscard]] std::uint32_t first_latch() const { return inputs + 1; }
  [[nodiscard]] std::uint32_t first_gate() const {
    return inputs + 1 + static_cast<std::uint32_t>(latches.size());
  }
};

/// Reads a circuit. `what` names it in messages. Throws Unreadable.
[[nodiscard]] Circuit read_circuit(std::string_view text, const char* what);

/// Computes the gates from inputs and latches. `values` has an element for each
/// variable, with element 0 false. Cost: linear.
void evaluate(const Circuit& circuit, std::vector<bool>& values);

/// The value of a signal among the values of variables.
[[nodiscard]] inline bool value_of(const std::vector<bool>& values, Signal s) {
  return values[s >> 1U] != ((s & 1U) != 0);
}

}  // namespace check_proof
