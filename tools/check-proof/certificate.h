// SPDX-License-Identifier: Apache-2.0
/// \file
/// Certificate files; docs/proofs.md describes them. Their circuits are of AND
/// gates and inverters, as AIGER 1.9 files have them (Biere, Heljanko,
/// Wieringa, "AIGER 1.9 and Beyond", FMV report 11/2, 2011). Only the ASCII
/// form in canonical order is read: variables 1..I are the inputs, I+1..I+L the
/// latches, and then come the gates, operands first. No justice and fairness
/// sections.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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

/// The output of that name.
[[nodiscard]] std::optional<Signal> output_named(const Circuit& circuit,
                                                 std::string_view name);

/// The states that runs are in before their step 0, 1, 2 …, as far as these
/// latches tell. The views are into the text that it was read from.
struct StateSet {
  /// Latches that a state has, by index; those that keep their first value;
  /// perhaps one that is 1 only where no step follows. Others are unknown.
  std::vector<std::uint32_t> latches, constants;
  std::optional<std::uint32_t> stop;
  /// The steps from the states of the last depth lead into the set, too.
  bool closed = false;
  /// In the order of their depths; and how many of them have each depth, or a
  /// smaller one. Bit i of byte b of a state is latch 8 * b + i of `latches`.
  std::vector<std::string_view> states;
  std::vector<std::size_t> depths;
  /// Where each state is in `states`.
  std::unordered_map<std::string_view, std::uint32_t> places;
};

/// Reads the section. Throws Unreadable, and Rejected for a state that is there
/// twice.
[[nodiscard]] StateSet read_states(std::string_view section);

/// A step between states, by their places; one that ends the run leads to the
/// place after the last. A test may end with it if it is final. It hits some
/// goals of the suite, one bit for each.
struct ListedStep {
  std::uint32_t from = 0, to = 0, final = 0, hits = 0;
};

/// No run hits the goal; or, no run of fewer than `steps` steps.
struct Claim {
  std::string goal;
  /// The index among Circuit::bad.
  std::size_t bad = 0;
  /// 0 for an unreachable goal.
  std::uint32_t steps = 0;
};

/// Any tests that hit these goals together cost at least so much: a step costs
/// 1, and so does no initialisation; a reset between two tests costs `weight`.
struct SuiteClaim {
  std::vector<Claim> goals;
  std::uint32_t resets = 0, steps = 0;
  std::uint64_t weight = 0;
  /// "apart": each goal ends its run, and no step hits two of them. "search":
  /// through the steps of the set of states. "unrolled": no test of fewer steps
  /// hits all goals, which is the proof "suite"; and a reset costs no less.
  std::string_view how;

  [[nodiscard]] std::uint64_t cost() const { return resets * weight + steps; }
};

/// A certificate. The views are into the text that it was read from.
struct Certificate {
  /// The SHA-256 of the model, as the suite has it, and of the whole text.
  std::string model, digest;
  std::vector<Claim> unreachable, distances;
  std::optional<SuiteClaim> suite;
  Circuit system;
  /// Over the latches of the system as inputs; its one output. If it is there,
  /// it proves the unreachable goals, else the states do.
  std::optional<Circuit> invariant;
  std::optional<StateSet> states;
  /// All steps from the states, if there is the proof "steps". These states
  /// prove nothing else.
  std::vector<ListedStep> steps;
  /// "initial", "step", "bad" for an invariant; and "suite", "steps",
  /// "distance". Without "distance" the states prove the distances.
  std::map<std::string, std::string_view, std::less<>> proofs;
};

/// Reads a certificate, and rejects it if its digest is not that of its
/// content, or if it does not have what its claims need. `bytes` must outlive
/// the result. Throws Unreadable and Rejected.
[[nodiscard]] Certificate read_certificate(std::string_view bytes);

}  // namespace check_proof
