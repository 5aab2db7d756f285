// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/proofs.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <set>
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
/// More cases of inputs, or tries to find them, are not worth while.
constexpr std::size_t kMostCases = 64, kMostTries = 4096;

class StateCheck {
 public:
  explicit StateCheck(const Certificate& c)
      : circuit_(c.system),
        set_(*c.states),
        is_listed_(c.proofs.contains("steps")),
        one_(std::size_t{circuit_.variables()} + 1),
        zero_(one_.size()),
        seen_(one_.size()),
        final_(output_named(circuit_, "final").value_or(1)) {
    zero_[0] = kAll;
    for (const Signal s : circuit_.constraints) last_ = std::max(last_, s);
    if (!c.proofs.contains("distance")) claims_ = c.distances;
    for (const Claim& claim : c.unreachable) {
      // An invariant proves them if there is one.
      if (!c.invariant) claims_.push_back({claim.goal, claim.bad, UINT32_MAX});
    }
    if (c.suite && c.suite->how != "unrolled") suite_ = *c.suite;
    if (suite_.how == "search") steps_.resize(set_.states.size());
    for (const ListedStep& step : c.steps) {
      if (step.final == 1) steps_[step.from].push_back({kEnd, step.hits});
      if (step.to < steps_.size()) {
        steps_[step.from].push_back({step.to, step.hits});
      }
    }
    find_cases();
  }

  Steps run() {
    const Signal stop = 2 * (circuit_.first_latch() + set_.stop.value_or(0));
    if (set_.stop && std::ranges::count(circuit_.constraints, stop + 1) == 0) {
      throw Rejected("a run goes on although it has stopped");
    }
    std::string first((set_.latches.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < set_.latches.size(); ++i) {
      if (circuit_.latches[set_.latches[i]].reset) set_bit(first, i);
    }
    if (demand(first, 0) != 0) throw Rejected("it begins in another state");
    if (is_listed_) return std::move(steps_);
    for (depth_ = 0; depth_ < set_.depths.size(); ++depth_) {
      const std::size_t end = set_.depths[depth_];
      for (std::size_t n = 0; at_ < end; at_ += n) {
        n = std::min(kLanes, end - at_);
        check(n);
      }
    }
    return std::move(steps_);
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
  /// Inputs that only some comparisons read have many values with the same
  /// effect. `cases_` has one for each effect, for all inputs together.
  void find_cases() {
    std::vector<bool> apart(seen_.size(), false);  // depends on inputs alone
    std::fill_n(apart.begin() + 1, circuit_.inputs, true);
    std::vector<Signal> read = circuit_.constraints;
    read.push_back(final_);
    read.insert(read.end(), circuit_.bad.begin(), circuit_.bad.end());
    for (const Latch& latch : circuit_.latches) read.push_back(latch.next);
    std::vector<std::uint32_t> inner;
    for (std::uint32_t g = 0; g < circuit_.gates.size(); ++g) {
      const auto [a, b] = circuit_.gates[g];
      const bool is_inner = apart[a >> 1U] && apart[b >> 1U];
      apart[circuit_.first_gate() + g] = is_inner;
      if (is_inner) inner.push_back(g);
      if (!is_inner) read.insert(read.end(), {a, b});
      all_.push_back(g);
    }
    for (const Signal s : read) {
      if (!apart[s >> 1U]) continue;
      shown_.insert(s >> 1U);
      if (s >> 1U > circuit_.inputs) roots_.push_back(s);
    }
    split(inner, roots_, roots_.size(), 1, 0, true);
    finding_ = false;
    if (tries_ > kMostTries) cases_ = {{"", std::string(circuit_.inputs, 0)}};
  }

  /// The place of a state, which must be in the set at no larger depth.
  [[nodiscard]] std::uint32_t demand(std::string_view state,
                                     std::size_t depth) const {
    const auto found = set_.places.find(state);
    if (found == set_.places.end() ||
        (depth < set_.depths.size() && found->second >= set_.depths[depth])) {
      throw Rejected("a state that " + std::to_string(depth) +
                     " steps reach is not in the set, or deeper");
    }
    return found->second;
  }

  /// The steps from so many states, from `at_` on.
  void check(std::size_t count) {
    std::fill(one_.begin() + 1, one_.end(), 0);
    std::fill(zero_.begin() + 1, zero_.end(), 0);
    for (const std::uint32_t c : set_.constants) {
      const Word value = circuit_.latches[c].reset ? kAll : 0;
      put(circuit_.first_latch() + c, value, ~value);
    }
    for (std::size_t i = 0; i < set_.latches.size(); ++i) {
      Word value = 0;
      for (std::size_t lane = 0; lane < count; ++lane) {
        const auto byte =
            static_cast<unsigned char>(set_.states[at_ + lane][i / 8]);
        value |= Word{(byte >> (i % 8)) & 1U} << lane;
      }
      put(circuit_.first_latch() + set_.latches[i], value, ~value);
    }
    roots_.clear();
    for (const Claim& c : claims_) {
      if (depth_ < c.steps) roots_.push_back(circuit_.bad[c.bad]);
    }
    leads_on_ = set_.closed || depth_ + 1 < set_.depths.size();
    if (leads_on_) {
      for (const Claim& c : suite_.goals) {
        roots_.push_back(circuit_.bad[c.bad]);
      }
      roots_.insert(roots_.end(), {final_, stop_next()});
    }
    first_next_ = roots_.size();
    if (leads_on_) {
      for (const std::uint32_t c : set_.constants) roots_.push_back(next(c));
      for (const std::uint32_t l : set_.latches) roots_.push_back(next(l));
    }
    Work::spend(kLanes * set_.latches.size() + claims_.size() + seen_.size() +
                cases_.size() * circuit_.inputs);
    const Word lanes = count == kLanes ? kAll : (Word{1} << count) - 1;
    // What depends on the states alone is computed once. Then inputs that the
    // constraints forbid are left out before all else.
    open_gates_ = evaluate(all_, lanes);
    std::vector<std::uint32_t> first;
    for (const std::uint32_t g : open_gates_) {
      if (circuit_.first_gate() + g <= last_ >> 1U) first.push_back(g);
    }
    const auto& roots = circuit_.constraints;
    for (const auto& [effect, values] : cases_) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        put(i + 1, values[i] == 1 ? kAll : 0, values[i] == 2 ? kAll : 0);
      }
      split(first, roots, roots.size(), lanes, 0, false);
    }
    for (std::size_t s = at_; s < steps_.size() && s < at_ + count; ++s) {
      keep_once(steps_[s]);
    }
  }

  static void keep_once(std::vector<Step>& steps) {
    std::ranges::sort(steps);
    const auto rest = std::ranges::unique(steps);
    steps.erase(rest.begin(), rest.end());
  }

  /// Evaluates gates, in order. Returns those that are not known in the lanes.
  std::vector<std::uint32_t> evaluate(const std::vector<std::uint32_t>& gates,
                                      Word lanes) {
    Work::spend(gates.size() + 1);
    std::vector<std::uint32_t> open;
    for (const std::uint32_t g : gates) {
      const Gate& gate = circuit_.gates[g];
      const std::size_t variable = circuit_.first_gate() + std::size_t{g};
      put(variable,
          is_one(gate.a) & is_one(gate.b),
          is_one(gate.a ^ 1U) | is_one(gate.b ^ 1U));
      if ((~(one_[variable] | zero_[variable]) & lanes) != 0) open.push_back(g);
    }
    return open;
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
    if (finding_ && ++tries_ > kMostTries) return;
    Work::spend(roots.size());
    const std::vector<std::uint32_t> open_gates = evaluate(gates, lanes);
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
    // Chosen before other cases change the values of gates.
    std::size_t input = 0;
    if (open != 0) {
      const Word lane = is_open(open_roots[0]) & open;
      input = open_input(open_roots[0], Word{1} << std::countr_zero(lane));
    }
    if (const Word known = lanes & ~open; known != 0 && allowed) {
      finish(known);
    } else if (known != 0) {
      split(open_gates_, roots_, first_next_, known, splits, true);
    }
    if (open == 0) return;
    if (splits == kMostSplits) throw Unreadable("a step has too many inputs");
    put(input, 0, kAll);
    split(open_gates, open_roots, open_first, open, splits + 1, allowed);
    put(input, kAll, 0);
    split(open_gates, open_roots, open_first, open, splits + 1, allowed);
    put(input, 0, 0);
  }

  /// One case, in which everything that matters is known in these states.
  void finish(Word lanes) {
    Work::spend(claims_.size() + suite_.goals.size() + set_.constants.size() +
                (finding_ ? seen_.size() : 0));
    if (finding_) {
      // Of each, 0 for unknown, 1 or 2.
      const auto of = [&](std::size_t v) {
        return static_cast<char>((one_[v] & 1U) + 2 * (zero_[v] & 1U));
      };
      std::string effect, values;
      for (const std::size_t v : shown_) effect += of(v);
      for (std::size_t i = 1; i <= circuit_.inputs; ++i) values += of(i);
      cases_.emplace(effect, values);
      if (cases_.size() > kMostCases) tries_ = kMostTries;
      return;
    }
    for (const Claim& c : claims_) {
      if (depth_ < c.steps && (is_one(circuit_.bad[c.bad]) & lanes) != 0) {
        throw Rejected("step " + std::to_string(depth_) + " hits '" + c.goal +
                       "'");
      }
    }
    note_suite(lanes);
    if (!leads_on_) return;
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
      note_step(lane, demand(state, depth_ + 1));
      Work::spend(set_.latches.size());
    }
  }

  /// What the claim of the suite needs to know about these steps, but for where
  /// they lead.
  void note_suite(Word lanes) {
    Word hit = 0;
    for (const Claim& c : suite_.goals) {
      const Word here = is_one(circuit_.bad[c.bad]) & lanes;
      if (suite_.how == "apart" && ((hit | ~is_one(stop_next())) & here) != 0 &&
          suite_.goals.size() > 1) {
        throw Rejected("a run that hits '" + c.goal + "' hits another goal");
      }
      hit |= here;
    }
    for (; lanes != 0 && !steps_.empty(); lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      if (!leads_on_) note_step(lane, kOutside);
      if ((is_one(final_) >> lane & 1U) != 0) note_step(lane, kEnd);
    }
  }

  void note_step(int lane, std::uint32_t to) {
    if (steps_.empty()) return;
    std::uint32_t hits = 0;
    for (std::size_t g = 0; g < suite_.goals.size(); ++g) {
      const Word hit = is_one(circuit_.bad[suite_.goals[g].bad]) >> lane;
      hits |= static_cast<std::uint32_t>(hit & 1U) << g;
    }
    std::vector<Step>& steps = steps_[at_ + static_cast<std::size_t>(lane)];
    if (steps.size() == steps.capacity()) {
      keep_once(steps);
      steps.reserve(2 * steps.size() + 1);
    }
    steps.push_back({to, hits});
    Work::spend(suite_.goals.size() + 1);
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

  const Circuit& circuit_;
  const StateSet& set_;
  bool is_listed_;
  /// By variable, the states in which it is known to be 1, or 0.
  std::vector<Word> one_, zero_;
  /// The last signal of a constraint. All gates, and those that depend on
  /// inputs in the states at hand.
  Signal last_ = 0;
  std::vector<std::uint32_t> all_, open_gates_;
  /// See find_cases(): what shows an effect, and the inputs of each.
  std::set<std::uint32_t> shown_;
  std::map<std::string, std::string> cases_;
  std::size_t tries_ = 0;
  bool finding_ = true;
  /// By variable, the last search that visited it.
  std::vector<std::uint64_t> seen_;
  std::uint64_t search_ = 0;
  /// What the states prove: not hit before so many steps, or never.
  std::vector<Claim> claims_;
  /// Of the states at hand.
  std::size_t depth_ = 0, at_ = 0;
  bool leads_on_ = true;
  std::vector<Signal> roots_;
  std::size_t first_next_ = 0;
  /// No goals: nothing is claimed. Whether a test may end after the step.
  SuiteClaim suite_;
  Signal final_;
  Steps steps_;
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
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto place = static_cast<std::uint32_t>(out.states.size());
      out.states.push_back(text.take(width));
      if (place >= kEnd || !out.places.emplace(out.states[place], place).second)
        throw Rejected("a state is in the set twice, or there are too many");
    }
    out.depths.push_back(out.states.size());
  }
  if (!text.rest().empty()) text.fail("expected its end");
  return out;
}

Steps check_states(const Certificate& certificate) {
  return StateCheck(certificate).run();
}

}  // namespace check_proof
