// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/proofs.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <string>

#include "tools/check-proof/certificate.h"
#include "tools/check-proof/text.h"

namespace check_proof {

namespace {

/// One bit for each of 64 states that are evaluated together.
using Word = std::uint64_t;
constexpr std::size_t kLanes = 64;
constexpr Word kAll = ~Word{0};
/// Inputs that are tried with both values in one case.
constexpr unsigned kMostSplits = 4096;

class StateCheck {
 public:
  explicit StateCheck(const Certificate& certificate)
      : certificate_(certificate),
        circuit_(certificate.system),
        set_(*certificate.states),
        one_(std::size_t{circuit_.variables()} + 1),
        zero_(one_.size()),
        seen_(one_.size()) {
    zero_[0] = kAll;
    Signal last = 0;
    for (const Signal s : circuit_.constraints) last = std::max(last, s);
    for (std::uint32_t g = 0; g < circuit_.gates.size(); ++g) {
      all_.push_back(g);
      if (circuit_.first_gate() + g <= last >> 1U) first_.push_back(g);
    }
  }

  void run() {
    if (set_.stop) check_stop(*set_.stop);
    std::string first((set_.latches.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < set_.latches.size(); ++i) {
      if (circuit_.latches[set_.latches[i]].reset) set_bit(first, i);
    }
    demand(first, 0);
    for (depth_ = 0; depth_ < set_.depths.size(); ++depth_) {
      const auto& states = set_.depths[depth_];
      for (std::size_t at = 0; at < states.size(); at += kLanes) {
        check(states, at, std::min(kLanes, states.size() - at));
      }
    }
  }

 private:
  static void set_bit(std::string& state, std::size_t i) {
    state[i / 8] = static_cast<char>(state[i / 8] | (1 << (i % 8)));
  }
  [[nodiscard]] Word is_one(Signal s) const {
    return (s & 1U) != 0 ? zero_[s >> 1U] : one_[s >> 1U];
  }
  [[nodiscard]] Word is_open(Signal s) const {
    return ~(one_[s >> 1U] | zero_[s >> 1U]);
  }
  [[nodiscard]] Signal next(std::uint32_t latch) const {
    return circuit_.latches[latch].next;
  }
  /// Whether the run stops after the step.
  [[nodiscard]] Signal stop_next() const {
    return set_.stop ? next(*set_.stop) : 0;
  }
  void put(std::size_t variable, Word one, Word zero) {
    one_[variable] = one;
    zero_[variable] = zero;
  }
  void forget() {
    std::fill(one_.begin() + 1, one_.end(), 0);
    std::fill(zero_.begin() + 1, zero_.end(), 0);
  }

  // A run with that latch set takes no further step, whatever the rest is.
  void check_stop(std::uint32_t latch) {
    forget();
    put(circuit_.first_latch() + latch, kAll, 0);
    split(all_, {}, 0, 0, 0, true);
    bool stops = false;
    for (const Signal s : circuit_.constraints) {
      stops = stops || is_one(s ^ 1U) == kAll;
    }
    if (!stops) throw Rejected("a run goes on although it has stopped");
  }

  void demand(std::string_view state, std::size_t depth) const {
    const auto found = set_.depth_of.find(state);
    if (found == set_.depth_of.end() || found->second > depth) {
      throw Rejected("a state that " + std::to_string(depth) +
                     " steps reach is not in the set, or deeper");
    }
  }

  void check(const std::vector<std::string_view>& states,
             std::size_t at,
             std::size_t count) {
    forget();
    for (const std::uint32_t c : set_.constants) {
      const Word value = circuit_.latches[c].reset ? kAll : 0;
      put(circuit_.first_latch() + c, value, ~value);
    }
    for (std::size_t i = 0; i < set_.latches.size(); ++i) {
      Word value = 0;
      for (std::size_t lane = 0; lane < count; ++lane) {
        const auto byte = static_cast<unsigned char>(states[at + lane][i / 8]);
        value |= Word{(byte >> (i % 8)) & 1U} << lane;
      }
      put(circuit_.first_latch() + set_.latches[i], value, ~value);
    }
    claims_.clear();
    if (!certificate_.invariant) {
      for (const Claim& c : certificate_.unreachable) claims_.push_back(&c);
    }
    if (!certificate_.proofs.contains("distance")) {
      for (const Claim& c : certificate_.distances) {
        if (depth_ < c.steps) claims_.push_back(&c);
      }
    }
    roots_.clear();
    for (const Claim* c : claims_) roots_.push_back(circuit_.bad[c->bad]);
    const bool leads_on = set_.closed || depth_ + 1 < set_.depths.size();
    if (leads_on) roots_.push_back(stop_next());
    first_next_ = roots_.size();
    if (leads_on) {
      for (const std::uint32_t c : set_.constants) roots_.push_back(next(c));
      for (const std::uint32_t l : set_.latches) roots_.push_back(next(l));
    }
    Work::spend(kLanes * set_.latches.size() + certificate_.unreachable.size() +
                certificate_.distances.size());
    // Inputs that the constraints forbid are left out before all else.
    const auto& first = circuit_.constraints;
    const Word lanes = count == kLanes ? kAll : (Word{1} << count) - 1;
    split(first_, first, first.size(), lanes, 0, false);
  }

  /// The cases of inputs that are left to consider: those of `lanes`. Only
  /// these gates and roots are not known yet. Roots before `first_next` matter
  /// also where a run stops. `allowed`: the constraints are known to be true.
  void split(const std::vector<std::uint32_t>& gates,
             const std::vector<Signal>& roots,
             std::size_t first_next,
             Word lanes,
             unsigned splits,
             bool allowed) {
    Work::spend(gates.size() + roots.size() + 1);
    std::vector<std::uint32_t> open_gates;
    for (const std::uint32_t g : gates) {
      const Gate& gate = circuit_.gates[g];
      const std::size_t variable = circuit_.first_gate() + std::size_t{g};
      put(variable,
          is_one(gate.a) & is_one(gate.b),
          is_one(gate.a ^ 1U) | is_one(gate.b ^ 1U));
      if ((~(one_[variable] | zero_[variable]) & lanes) != 0) {
        open_gates.push_back(g);
      }
    }
    for (const Signal s : circuit_.constraints) lanes &= ~is_one(s ^ 1U);
    const Word stopped = is_one(stop_next());
    std::vector<Signal> open_roots;
    Word open = 0;
    std::size_t open_first = 0;
    for (std::size_t r = 0; r < roots.size(); ++r) {
      const Word matters = r < first_next ? lanes : lanes & ~stopped;
      const Word here = is_open(roots[r]) & matters;
      if (here == 0) continue;
      open |= here;
      open_roots.push_back(roots[r]);
      if (r < first_next) ++open_first;
    }
    if (const Word known = lanes & ~open; known != 0 && allowed) {
      finish(known);
    } else if (known != 0) {
      split(all_, roots_, first_next_, known, splits, true);
    }
    if (open == 0) return;
    if (splits == kMostSplits) throw Unreadable("a step has too many inputs");
    const Word lane = is_open(open_roots[0]) & open;
    const std::size_t input =
        open_input(open_roots[0], Word{1} << std::countr_zero(lane));
    put(input, 0, kAll);
    split(open_gates, open_roots, open_first, open, splits + 1, allowed);
    put(input, kAll, 0);
    split(open_gates, open_roots, open_first, open, splits + 1, allowed);
    put(input, 0, 0);
  }

  /// One case, in which everything that matters is known in these states.
  void finish(Word lanes) const {
    Work::spend(claims_.size() + set_.constants.size());
    for (const Claim* c : claims_) {
      if ((is_one(circuit_.bad[c->bad]) & lanes) != 0) {
        throw Rejected("step " + std::to_string(depth_) + " hits '" + c->goal +
                       "'");
      }
    }
    if (!set_.closed && depth_ + 1 == set_.depths.size()) return;
    lanes &= ~is_one(stop_next());
    for (const std::uint32_t c : set_.constants) {
      const Signal kept = next(c) ^ (circuit_.latches[c].reset ? 0U : 1U);
      if ((~is_one(kept) & lanes) != 0) throw Rejected("a constant changes");
    }
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      std::string state((set_.latches.size() + 7) / 8, '\0');
      for (std::size_t i = 0; i < set_.latches.size(); ++i) {
        if ((is_one(next(set_.latches[i])) >> lane & 1U) != 0)
          set_bit(state, i);
      }
      demand(state, depth_ + 1);
      Work::spend(set_.latches.size());
    }
  }

  /// An unknown input, or latch that the states do not have, on which the
  /// unknown signal depends in that state. Breadth first: comparisons are
  /// decided by the bits next to their result. An unknown gate has an unknown
  /// operand, so that there is one.
  std::size_t open_input(Signal root, Word lane) {
    ++search_;
    for (std::deque<std::size_t> queue{root >> 1U};; queue.pop_front()) {
      const std::size_t v = queue.front();
      if (seen_[v] == search_ || ((one_[v] | zero_[v]) & lane) != 0) continue;
      if (v < circuit_.first_gate()) return v;
      seen_[v] = search_;
      Work::spend(1);
      queue.push_back(circuit_.gates[v - circuit_.first_gate()].a >> 1U);
      queue.push_back(circuit_.gates[v - circuit_.first_gate()].b >> 1U);
    }
  }

  const Certificate& certificate_;
  const Circuit& circuit_;
  const StateSet& set_;
  /// By variable, the states in which it is known to be 1, or 0.
  std::vector<Word> one_, zero_;
  /// All gates, and those up to the last one of a constraint.
  std::vector<std::uint32_t> all_, first_;
  /// By variable, the last search that visited it.
  std::vector<std::uint64_t> seen_;
  std::uint64_t search_ = 0;
  /// Of the states at hand: their depth, and the goals that must not be hit.
  std::size_t depth_ = 0;
  std::vector<const Claim*> claims_;
  std::vector<Signal> roots_;
  std::size_t first_next_ = 0;
};

}  // namespace

StateSet read_states(std::string_view section) {
  Text text(section, "the states");
  StateSet out;
  out.latches = text.numbers(0, section.size());
  out.constants = text.numbers(0, section.size());
  const std::vector<std::uint32_t> stop = text.numbers(0, 1);
  if (!stop.empty()) out.stop = stop[0];
  const std::string_view kind = text.line();
  out.closed = kind == "closed";
  if (!out.closed && kind != "open") text.fail("expected 'closed' or 'open'");
  const std::size_t width = (out.latches.size() + 7) / 8;
  for (const std::uint32_t count : text.numbers(1, section.size())) {
    auto& states = out.depths.emplace_back();
    for (std::uint32_t i = 0; i < count; ++i) {
      states.push_back(text.take(width));
      if (!out.depth_of.emplace(states.back(), out.depths.size() - 1).second) {
        throw Rejected("a state is in the set twice");
      }
    }
  }
  if (!text.rest().empty()) text.fail("expected its end");
  return out;
}

void check_states(const Certificate& certificate) {
  StateCheck(certificate).run();
}

}  // namespace check_proof
