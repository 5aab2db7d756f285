// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/input_cases.h"

#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace catenary::engine::certificate {

namespace {

/// More cases than these are not worth while, since in one state only some
/// comparisons matter.
constexpr std::size_t kMostCases = 64;
/// Partial assignments of inputs that the search may try.
constexpr std::size_t kMostTried = 4096;

class CaseSearch {
 public:
  CaseSearch(const AndCircuit& circuit,
             const std::vector<std::uint32_t>& gates,
             const std::vector<AigerSignal>& roots)
      : circuit_(circuit),
        values_(std::size_t{circuit.variables()} + 1, TernaryBit::any) {
    find_shown(gates, roots);
  }

  std::vector<InputCase> run() {
    if (!split()) return {InputCase(circuit_.inputs(), TernaryBit::any)};
    std::vector<InputCase> out;
    for (auto& [effect, inputs] : by_effect_) out.push_back(std::move(inputs));
    return out;
  }

 private:
  [[nodiscard]] bool is_input(std::uint32_t v) const {
    return v > 0 && v <= circuit_.inputs();
  }
  [[nodiscard]] const AndCircuit::Gate& gate(std::uint32_t variable) const {
    return circuit_.gates()[variable - circuit_.first_gate()];
  }
  [[nodiscard]] TernaryBit value(AigerSignal s) const {
    const TernaryBit v = values_[s >> 1U];
    if (v == TernaryBit::any || (s & 1U) == 0) return v;
    return v == TernaryBit::one ? TernaryBit::zero : TernaryBit::one;
  }
  void find_shown(const std::vector<std::uint32_t>& gates,
                  const std::vector<AigerSignal>& roots);
  void evaluate();
  [[nodiscard]] std::uint32_t open_input(std::uint32_t from) const;
  [[nodiscard]] bool split();

  const AndCircuit& circuit_;
  std::vector<TernaryBit> values_;
  /// Variables of gates that depend on inputs alone; those of them, and of
  /// inputs, that anything else reads.
  std::vector<std::uint32_t> inner_;
  std::set<std::uint32_t> shown_;
  /// By the values of what is shown.
  std::map<InputCase, InputCase> by_effect_;
  std::size_t tried_ = 0;
};

void CaseSearch::find_shown(const std::vector<std::uint32_t>& gates,
                            const std::vector<AigerSignal>& roots) {
  std::vector<bool> apart(values_.size(), false);
  for (std::uint32_t i = 1; i <= circuit_.inputs(); ++i) apart[i] = true;
  const auto read = [&](AigerSignal s) {
    if (apart[s >> 1U]) shown_.insert(s >> 1U);
  };
  for (const std::uint32_t g : gates) {
    const std::uint32_t v = circuit_.first_gate() + g;
    apart[v] = apart[gate(v).a >> 1U] && apart[gate(v).b >> 1U];
    if (apart[v]) {
      inner_.push_back(v);
    } else {
      read(gate(v).a);
      read(gate(v).b);
    }
  }
  for (const AigerSignal root : roots) read(root);
}

void CaseSearch::evaluate() {
  for (const std::uint32_t v : inner_) {
    const TernaryBit a = value(gate(v).a);
    const TernaryBit b = value(gate(v).b);
    values_[v] = a == TernaryBit::one ? b : a;
    if (b == TernaryBit::zero) values_[v] = TernaryBit::zero;
  }
}

// An open gate has an open operand.
std::uint32_t CaseSearch::open_input(std::uint32_t from) const {
  while (!is_input(from)) {
    from = value(gate(from).a) == TernaryBit::any ? gate(from).a >> 1U
                                                  : gate(from).b >> 1U;
  }
  return from;
}

bool CaseSearch::split() {
  if (++tried_ > kMostTried || by_effect_.size() > kMostCases) return false;
  evaluate();
  InputCase effect;
  for (const std::uint32_t v : shown_) {
    effect.push_back(values_[v]);
    if (is_input(v) || values_[v] != TernaryBit::any) continue;
    const std::uint32_t input = open_input(v);
    for (const TernaryBit tried : {TernaryBit::zero, TernaryBit::one}) {
      values_[input] = tried;
      if (!split()) return false;
    }
    values_[input] = TernaryBit::any;
    return true;
  }
  by_effect_.emplace(
      std::move(effect),
      InputCase(values_.begin() + 1, values_.begin() + 1 + circuit_.inputs()));
  return true;
}

}  // namespace

std::vector<InputCase> input_cases(const AndCircuit& circuit,
                                   const std::vector<std::uint32_t>& gates,
                                   const std::vector<AigerSignal>& roots) {
  return CaseSearch(circuit, gates, roots).run();
}

}  // namespace catenary::engine::certificate
