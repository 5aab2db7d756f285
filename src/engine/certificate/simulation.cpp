// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/simulation.h"

#include <algorithm>
#include <set>

#include "base/rng.h"

namespace catenary::engine::certificate {

namespace {

using Word = std::uint64_t;
constexpr unsigned kLanes = 64;

/// The runs.
class Simulator {
 public:
  Simulator(const reach::Relation& relation, const SystemCircuit& system)
      : relation_(relation),
        circuit_(system.circuit()),
        system_(system),
        values_(std::size_t{circuit_.variables()} + 1, 0) {
    for (const std::size_t s : system.slots()) {
      const model::StateSlot& slot = relation.encoding().state[s];
      packed_bytes_ = std::max(packed_bytes_, slot.offset + slot.size);
    }
  }

  /// Evaluates the gates for random inputs.
  void evaluate() {
    std::size_t at = 1;
    at = draw(relation_.system().initial, at);
    draw(relation_.system().inputs, at);
    std::size_t variable = circuit_.first_gate();
    for (const AndCircuit::Gate& g : circuit_.gates()) {
      values_[variable++] = value(g.a) & value(g.b);
    }
  }

  /// Takes the step in the runs that have it; the others begin anew.
  void advance(Word stay) {
    for (const AigerSignal s : circuit_.constraints) stay &= value(s);
    // A run that stops has no state.
    stay &= ~value(circuit_.next[1]);
    std::vector<Word> next;
    for (const AigerSignal s : circuit_.next) next.push_back(value(s) & stay);
    std::copy(
        next.begin(), next.end(), values_.begin() + circuit_.inputs() + 1);
    running_ = stay;
  }

  void collect(std::set<std::string>& seen, std::vector<std::string>& out) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((running_ >> lane & 1U) == 0) continue;
      std::string packed(packed_bytes_, '\0');
      std::size_t latch =
          circuit_.inputs() + 1 + std::size_t{SystemCircuit::kFirstSlot};
      for (const std::size_t s : system_.slots()) {
        const model::StateSlot& slot = relation_.encoding().state[s];
        for (std::size_t b = 0; b < 8 * slot.size; ++b, ++latch) {
          if ((values_[latch] >> lane & 1U) == 0) continue;
          char& byte = packed[slot.offset + b / 8];
          byte = static_cast<char>(static_cast<unsigned char>(byte) |
                                   1U << (b % 8));
        }
      }
      if (seen.insert(packed).second) out.push_back(std::move(packed));
    }
  }

 private:
  [[nodiscard]] Word value(AigerSignal s) const {
    return (s & 1U) != 0 ? ~values_[s >> 1U] : values_[s >> 1U];
  }

  /// Random values of the domains; some inputs stay as they were.
  std::size_t draw(const std::vector<model::Variable>& variables,
                   std::size_t at) {
    for (const model::Variable& v : variables) {
      const std::size_t bits = 8 * model::size_bytes(v.type);
      std::vector<Word> words(
          values_.begin() + static_cast<std::ptrdiff_t>(at),
          values_.begin() + static_cast<std::ptrdiff_t>(at + bits));
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        constexpr std::uint64_t kStay = 4;
        if (v.domain.empty() || rng_.below(kStay) == 0) continue;
        const logic::Value machine =
            model::machine_bits(v.type, v.domain[rng_.below(v.domain.size())]);
        const mpz_class& number = machine.as_bits();
        for (std::size_t b = 0; b < bits; ++b) {
          const Word mask = Word{1} << lane;
          words[b] = mpz_tstbit(number.get_mpz_t(), b) != 0 ? words[b] | mask
                                                            : words[b] & ~mask;
        }
      }
      std::copy(words.begin(),
                words.end(),
                values_.begin() + static_cast<std::ptrdiff_t>(at));
      at += bits;
    }
    return at;
  }

  const reach::Relation& relation_;
  const AndCircuit& circuit_;
  const SystemCircuit& system_;
  std::vector<Word> values_;
  std::size_t packed_bytes_ = 0;
  /// Runs that have a state.
  Word running_ = 0;
  base::Rng rng_{0xce27};
};

}  // namespace

std::vector<std::string> simulated_states(const reach::Relation& relation,
                                          const SystemCircuit& system,
                                          std::size_t steps,
                                          std::size_t length,
                                          std::size_t most,
                                          const base::Budget& budget) {
  Simulator simulator(relation, system);
  std::set<std::string> seen;
  std::vector<std::string> out;
  for (std::size_t t = 0; t < steps && out.size() < most; ++t) {
    if (budget.poll() != base::StopReason::none) break;
    simulator.evaluate();
    // All of them at once: they differ in their inputs.
    const bool ends = (t + 1) % length == 0;
    simulator.advance(ends ? 0 : ~Word{0});
    simulator.collect(seen, out);
  }
  if (out.size() > most) out.resize(most);
  return out;
}

}  // namespace catenary::engine::certificate
