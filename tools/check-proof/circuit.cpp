// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/certificate.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// A signal of a variable of at most `last`.
Signal checked(const Text& lines, std::uint32_t signal, std::uint32_t last) {
  if (signal >> 1U > last) lines.fail("the circuit has no such variable");
  return signal;
}

/// "i0 NAME", "o0 NAME", "b0 NAME"; names of latches and constraints are only
/// for people.
void read_symbols(Text& lines, Circuit& circuit) {
  circuit.input_names.resize(circuit.inputs);
  circuit.output_names.resize(circuit.outputs.size());
  circuit.bad_names.resize(circuit.bad.size());
  while (!lines.rest().empty()) {
    const std::string_view line = lines.line();
    if (line == "c") return;
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || space < 2) {
      lines.fail("expected a symbol");
    }
    const std::uint32_t at = lines.number(line.substr(1, space - 1));
    std::vector<std::string>* names = nullptr;
    if (line[0] == 'i') names = &circuit.input_names;
    if (line[0] == 'o') names = &circuit.output_names;
    if (line[0] == 'b') names = &circuit.bad_names;
    if (line[0] == 'l' || line[0] == 'c') continue;
    if (names == nullptr || at >= names->size()) {
      lines.fail("a symbol of nothing");
    }
    if (!(*names)[at].empty()) lines.fail("a second symbol of the same");
    (*names)[at] = line.substr(space + 1);
  }
}

}  // namespace

Circuit read_circuit(std::string_view text, const char* what) {
  Text lines(text, what);
  const std::string_view head = lines.line();
  if (!head.starts_with("aag ")) lines.fail("expected a header 'aag'");
  std::vector<std::uint32_t> n = lines.numbers_in(head.substr(4), 5, 7);
  n.resize(7);
  // M I L O A B C
  const std::uint64_t all = std::uint64_t{n[1]} + n[2] + n[4];
  // Each of these has a line, so that no header makes us reserve memory.
  if (all != n[0] || all >= UINT32_MAX / 2 || all > text.size()) {
    lines.fail("expected as many variables as inputs, latches and gates");
  }
  Circuit circuit;
  circuit.inputs = n[1];
  const std::uint32_t last = n[0];
  for (std::uint32_t i = 0; i < n[1]; ++i) {
    if (lines.numbers(1, 1)[0] != 2 * (i + 1)) lines.fail("input out of order");
  }
  for (std::uint32_t i = 0; i < n[2]; ++i) {
    const std::vector<std::uint32_t> l = lines.numbers(2, 3);
    if (l[0] != 2 * (n[1] + i + 1)) lines.fail("latch out of order");
    if (l.size() == 3 && l[2] > 1) lines.fail("expected a reset of 0 or 1");
    circuit.latches.push_back(
        {checked(lines, l[1], last), l.size() == 3 && l[2] == 1});
  }
  for (const auto& [count, out] : {std::pair{n[3], &circuit.outputs},
                                   std::pair{n[5], &circuit.bad},
                                   std::pair{n[6], &circuit.constraints}}) {
    for (std::uint32_t i = 0; i < count; ++i) {
      out->push_back(checked(lines, lines.numbers(1, 1)[0], last));
    }
  }
  for (std::uint32_t i = 0; i < n[4]; ++i) {
    const std::vector<std::uint32_t> g = lines.numbers(3, 3);
    const std::uint32_t variable = n[1] + n[2] + i + 1;
    if (g[0] != 2 * variable) lines.fail("gate out of order");
    circuit.gates.push_back({checked(lines, g[1], variable - 1),
                             checked(lines, g[2], variable - 1)});
  }
  read_symbols(lines, circuit);
  return circuit;
}

void evaluate(const Circuit& circuit, std::vector<bool>& values) {
  std::size_t at = circuit.first_gate();
  for (const Gate& gate : circuit.gates) {
    values[at++] = value_of(values, gate.a) && value_of(values, gate.b);
  }
}

std::optional<Signal> output_named(const Circuit& circuit,
                                   std::string_view name) {
  const auto& names = circuit.output_names;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return circuit.outputs[static_cast<std::size_t>(at - names.begin())];
}

}  // namespace check_proof
