// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/state_set.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <deque>
#include <utility>

#include "base/check.h"
#include "base/work_clock.h"

namespace catenary::engine::certificate {

namespace {

constexpr std::size_t kAtOnce = 64;
constexpr std::uint64_t kAll = ~std::uint64_t{0};
/// The price of a gate, and of a state that is looked up.
constexpr std::chrono::nanoseconds kGate{2};
constexpr std::chrono::nanoseconds kState{200};

std::string numbers_line(const std::vector<std::uint32_t>& numbers) {
  std::string out;
  for (const std::uint32_t n : numbers) {
    if (!out.empty()) out += ' ';
    out += std::to_string(n);
  }
  return out + "\n";
}

bool bit(const std::string& state, std::size_t i) {
  return (static_cast<unsigned char>(state[i / 8]) >> (i % 8) & 1U) != 0;
}

void set_bit(std::string& state, std::size_t i) {
  state[i / 8] = static_cast<char>(state[i / 8] | (1 << (i % 8)));
}

std::string no_bits(std::size_t count) {
  std::string out;
  out.resize((count + 7) / 8, '\0');
  return out;
}

}  // namespace

StateSet::StateSet(const AndCircuit& circuit,
                   const std::vector<std::uint32_t>& goals,
                   std::uint32_t stop,
                   std::vector<bool> hidden,
                   std::vector<std::uint32_t> suite_goals,
                   AigerSignal final)
    : circuit_(circuit),
      stop_(stop),
      hidden_(std::move(hidden)),
      depends_on_inputs_(circuit.latches(), false),
      suite_goals_(std::move(suite_goals)),
      final_(final),
      one_(std::size_t{circuit.variables()} + 1, 0),
      zero_(one_.size(), 0),
      seen_(one_.size(), 0) {
  zero_[0] = kAll;
  hidden_.resize(circuit.latches(), false);
  for (const std::uint32_t goal : goals) first_hit_[goal] = kNever;
  find_latches(goals);
  const auto start = depth_of_.emplace(no_bits(latches_.size()), Place{}).first;
  levels_.push_back({&*start});
}

// The cone of influence of the goals, the constraints and the end of runs.
void StateSet::find_latches(const std::vector<std::uint32_t>& goals) {
  std::vector<bool> wanted(one_.size(), false);
  std::vector<std::uint32_t> stack;
  const auto want = [&](AigerSignal s) {
    if (!wanted[s >> 1U]) stack.push_back(s >> 1U);
    wanted[s >> 1U] = true;
  };
  for (const AigerSignal s : circuit_.constraints) want(s);
  for (const std::uint32_t goal : goals) {
    roots_.push_back(circuit_.bad[goal].signal);
  }
  for (const std::uint32_t goal : suite_goals_) {
    roots_.push_back(circuit_.bad[goal].signal);
  }
  if (!suite_goals_.empty()) roots_.push_back(final_);
  roots_.push_back(circuit_.next[stop_]);
  first_next_ = roots_.size();
  for (const AigerSignal root : roots_) want(root);
  while (!stack.empty()) {
    const std::uint32_t v = stack.back();
    stack.pop_back();
    if (v >= circuit_.first_gate()) {
      want(circuit_.gates()[v - circuit_.first_gate()].a);
      want(circuit_.gates()[v - circuit_.first_gate()].b);
    } else if (v > circuit_.inputs() && !hidden_[v - circuit_.inputs() - 1]) {
      want(circuit_.next[v - circuit_.inputs() - 1]);
    }
  }
  for (std::uint32_t l = 0; l < circuit_.latches(); ++l) {
    // A state of a run that goes on has not stopped.
    if (l == stop_ || hidden_[l] || !wanted[circuit_.inputs() + 1 + l])
      continue;
    latches_.push_back(l);
    roots_.push_back(circuit_.next[l]);
  }
  for (std::uint32_t g = 0; g < circuit_.gates().size(); ++g) {
    if (wanted[circuit_.first_gate() + g]) gates_.push_back(g);
  }
  AigerSignal last = 0;
  for (const AigerSignal s : circuit_.constraints) last = std::max(last, s);
  end_first_ =
      std::max(circuit_.first_gate(), (last >> 1U) + 1) - circuit_.first_gate();
  std::vector<AigerSignal> ends = roots_;
  ends.insert(
      ends.end(), circuit_.constraints.begin(), circuit_.constraints.end());
  input_cases_ = input_cases(circuit_, gates_, ends);
}

void StateSet::explore(std::size_t most, const base::Budget& budget) {
  stopped_ = false;
  most_ = most;
  while (!closed_) {
    found_.clear();
    if (!expand(levels_.back(), budget)) {
      // Only whole depths are kept.
      for (const Entry* state : found_) depth_of_.erase(state->first);
      steps_.drop_depth();
      return;
    }
    ++explored_;
    steps_.close_depth();
    closed_ = found_.empty();
    if (!closed_) levels_.push_back(found_);
  }
}

bool StateSet::expand(const States& from, const base::Budget& budget) {
  for (std::size_t at = 0; at < from.size(); at += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, from.size() - at);
    load(from, at, count);
    const Word lanes = count == kAtOnce ? kAll : (Word{1} << count) - 1;
    cases_ = 0;
    from_ = &from;
    from_at_ = at;
    cases(lanes, budget);
    if (stopped_) return false;
    steps_.close_states();
  }
  // Neighbours have much in common then, so that fewer cases are needed.
  std::ranges::sort(found_, {}, [](const Entry* s) { return s->first; });
  return true;
}

void StateSet::load(const States& from, std::size_t at, std::size_t count) {
  for (std::size_t i = 1; i < circuit_.first_gate(); ++i) put(i, 0, 0);
  const std::size_t first = circuit_.inputs() + 1;
  put(first + stop_, 0, kAll);
  for (std::size_t i = 0; i < latches_.size(); ++i) {
    Word value = 0;
    for (std::size_t lane = 0; lane < count; ++lane) {
      value |= Word{bit(from[at + lane]->first, i)} << lane;
    }
    put(first + latches_[i], value, ~value);
  }
}

std::vector<std::uint32_t> StateSet::evaluate(
    const std::vector<std::uint32_t>& gates, Word lanes) {
  base::WorkClock::charge(gates.size(), kGate);
  std::vector<std::uint32_t> open;
  for (const std::uint32_t g : gates) {
    const AndCircuit::Gate& gate = circuit_.gates()[g];
    const std::size_t variable = circuit_.first_gate() + std::size_t{g};
    const Word one = is_one(gate.a) & is_one(gate.b);
    const Word zero = is_one(gate.a ^ 1U) | is_one(gate.b ^ 1U);
    put(variable, one, zero);
    if ((~(one | zero) & lanes) != 0) open.push_back(g);
  }
  return open;
}

// Most gates depend on the state alone, and are evaluated once for all inputs.
// Inputs that the constraints forbid are left out before all else.
void StateSet::cases(Word lanes, const base::Budget& budget) {
  open_gates_ = evaluate(gates_, lanes);
  std::vector<std::uint32_t> first;
  for (const std::uint32_t g : open_gates_) {
    if (g < end_first_) first.push_back(g);
  }
  const std::vector<AigerSignal>& roots = circuit_.constraints;
  for (const InputCase& inputs : input_cases_) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      put(i + 1,
          inputs[i] == TernaryBit::one ? kAll : 0,
          inputs[i] == TernaryBit::zero ? kAll : 0);
    }
    split(first, roots, roots.size(), lanes, false, budget);
  }
}

void StateSet::split(const std::vector<std::uint32_t>& gates,
                     const std::vector<AigerSignal>& roots,
                     std::size_t first_next,
                     Word lanes,
                     bool allowed,
                     const base::Budget& budget) {
  base::WorkClock::charge(roots.size(), kGate);
  ++cases_;
  stopped_ = stopped_ || depth_of_.size() > most_ || has_many_cases() ||
             budget.poll() != base::StopReason::none;
  if (stopped_) return;
  const std::vector<std::uint32_t> open_gates = evaluate(gates, lanes);
  for (const AigerSignal s : circuit_.constraints) lanes &= ~is_one(s ^ 1U);
  const Word ends = is_one(circuit_.next[stop_]);
  std::vector<AigerSignal> open_roots;
  std::size_t open_first = 0;
  Word open = 0;
  for (std::size_t r = 0; r < roots.size(); ++r) {
    const Word matters = r < first_next ? lanes : lanes & ~ends;
    const Word here = is_unknown(roots[r]) & matters;
    if (here == 0) continue;
    open |= here;
    open_roots.push_back(roots[r]);
    if (r < first_next) ++open_first;
  }
  // Chosen before other cases change the values of gates.
  std::size_t input = 0;
  if (open != 0) {
    const Word lane = is_unknown(open_roots[0]) & open;
    input = unknown_input(open_roots[0], Word{1} << std::countr_zero(lane));
  }
  const Word known = lanes & ~open;
  if (known != 0 && allowed) {
    finish(known);
  } else if (known != 0) {
    split(open_gates_, roots_, first_next_, known, true, budget);
  }
  if (open == 0) return;
  if (&gates == &open_gates_) note_dependences(lanes & ~ends);
  put(input, 0, kAll);
  split(open_gates, open_roots, open_first, open, allowed, budget);
  put(input, kAll, 0);
  split(open_gates, open_roots, open_first, open, allowed, budget);
  put(input, 0, 0);
}

void StateSet::note_dependences(Word lanes) {
  for (const std::uint32_t latch : latches_) {
    if ((is_unknown(circuit_.next[latch]) & lanes) != 0) {
      depends_on_inputs_[latch] = true;
    }
  }
}

void StateSet::finish(Word lanes) {
  for (auto& [goal, step] : first_hit_) {
    if ((is_one(circuit_.bad[goal].signal) & lanes) != 0) {
      step = std::min(step, explored_);
    }
  }
  Word ends = lanes & is_one(circuit_.next[stop_]);
  for (; ends != 0 && !suite_goals_.empty(); ends &= ends - 1) {
    FoundStep step = suite_step(std::countr_zero(ends));
    step.ends = true;
    steps_.add(step);
  }
  lanes &= ~is_one(circuit_.next[stop_]);
  base::WorkClock::charge(static_cast<std::uint64_t>(std::popcount(lanes)),
                          kState);
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    std::string state = no_bits(latches_.size());
    for (std::size_t i = 0; i < latches_.size(); ++i) {
      if ((is_one(circuit_.next[latches_[i]]) >> lane & 1U) != 0) {
        set_bit(state, i);
      }
    }
    const auto number = static_cast<std::uint32_t>(depth_of_.size());
    const auto [at, is_new] =
        depth_of_.try_emplace(std::move(state), Place{explored_ + 1, number});
    if (is_new) found_.push_back(&*at);
    if (suite_goals_.empty()) continue;
    FoundStep step = suite_step(lane);
    step.to = at->second.number;
    steps_.add(step);
  }
}

FoundStep StateSet::suite_step(int lane) const {
  FoundStep out;
  out.from = (*from_)[from_at_ + static_cast<std::size_t>(lane)]->second.number;
  out.final = (is_one(final_) >> lane & 1U) != 0;
  for (const std::uint32_t goal : suite_goals_) {
    if ((is_one(circuit_.bad[goal].signal) >> lane & 1U) != 0) {
      out.hits.push_back(goal);
    }
  }
  return out;
}

// Breadth first: a comparison is decided by the bits next to its result. An
// unknown gate has an unknown operand, so that there is one.
std::size_t StateSet::unknown_input(AigerSignal root, Word lane) {
  ++search_;
  for (std::deque<std::size_t> queue{root >> 1U}; !queue.empty();
       queue.pop_front()) {
    const std::size_t v = queue.front();
    if (seen_[v] == search_ || ((one_[v] | zero_[v]) & lane) != 0) continue;
    if (v < circuit_.first_gate()) return v;
    seen_[v] = search_;
    queue.push_back(circuit_.gates()[v - circuit_.first_gate()].a >> 1U);
    queue.push_back(circuit_.gates()[v - circuit_.first_gate()].b >> 1U);
  }
  CATENARY_CHECK(false, "a signal depends on inputs and latches");
}

std::string StateSet::to_bytes(std::uint32_t depths, bool whole) const {
  CATENARY_CHECK(!whole || closed_, "the set is not closed");
  CATENARY_CHECK(depths <= explored_, "a depth is not explored");
  whole = whole || (closed_ && depths == explored_);
  if (whole) depths = explored_;
  // Bits that no state has are constants. They need no place in a state.
  std::string used = no_bits(latches_.size());
  for (std::uint32_t d = 0; d < depths; ++d) {
    for (const Entry* state : levels_[d]) {
      for (std::size_t b = 0; b < used.size(); ++b) {
        used[b] = static_cast<char>(used[b] | state->first[b]);
      }
    }
  }
  std::vector<std::uint32_t> latches;
  std::vector<std::uint32_t> constants{stop_};
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < latches_.size(); ++i) {
    (bit(used, i) ? latches : constants).push_back(latches_[i]);
    if (bit(used, i)) places.push_back(i);
  }
  std::vector<std::uint32_t> counts;
  std::string bytes;
  for (std::uint32_t d = 0; d < depths; ++d) {
    counts.push_back(static_cast<std::uint32_t>(levels_[d].size()));
    for (const Entry* state : levels_[d]) {
      std::string packed = no_bits(places.size());
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (bit(state->first, places[i])) set_bit(packed, i);
      }
      bytes += packed;
    }
  }
  return numbers_line(latches) + numbers_line(constants) +
         std::to_string(stop_) + "\n" + (whole ? "closed\n" : "open\n") +
         numbers_line(counts) + bytes;
}

}  // namespace catenary::engine::certificate
