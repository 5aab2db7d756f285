// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/inductive_invariant.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

#include "logic/term/evaluate/evaluate.h"

namespace catenary::engine::abstraction {

using logic::Term;
using logic::smt::Answer;

namespace {

/// Values of a variable of a pair.
constexpr std::size_t kPaired = 16;
/// Solvers that are kept, at most, and the memory that there is for each: they
/// take some megabytes.
constexpr std::uint64_t kSolvers = 1'000;
constexpr std::uint64_t kSolver = 12'000'000;

}  // namespace

InductiveInvariant::InductiveInvariant(const Exploring& on,
                                       LocationSteps& steps,
                                       const SampledStates& sample,
                                       std::vector<bool> local)
    : on_(on),
      steps_(steps),
      terms_(on.paths.terms()),
      slots_(steps.slots()),
      local_(std::move(local)) {
  for (std::uint32_t g = 0; g < on_.board.goal_count(); ++g) {
    if (on_.wanted(g)) open_.insert(g);
  }
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    everywhere_.push_back(none(k));
  }
  choose_pairs(sample);
  for (std::size_t s = 0; s < sample.size(); ++s) {
    Values values(slots_.size());
    for (std::uint32_t k = 0; k < slots_.size(); ++k) {
      if (steps_.is_number(k)) values[k] = bits_in(slots_[k], sample.state(s));
    }
    take(steps_.location_of(sample.state(s)), values);
  }
}

/// What a slot has in each state of a sample.
struct InductiveInvariant::Column {
  std::uint32_t slot = 0;
  std::vector<std::uint64_t> values;  ///< its values
  std::vector<std::uint8_t> at;       ///< of a state the number of its value
};

void InductiveInvariant::choose_pairs(const SampledStates& sample) {
  std::vector<Column> few;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (!steps_.is_number(k)) continue;
    Column column;
    column.slot = k;
    std::vector<std::uint64_t>& values = column.values;
    for (std::size_t s = 0; s < sample.size() && values.size() <= kPaired;
         ++s) {
      const std::uint64_t bits = bits_in(slots_[k], sample.state(s));
      const auto at = std::find(values.begin(), values.end(), bits);
      column.at.push_back(static_cast<std::uint8_t>(at - values.begin()));
      if (at == values.end()) values.push_back(bits);
    }
    if (values.size() > 1 && values.size() <= kPaired) {
      few.push_back(std::move(column));
    }
  }
  for (std::size_t i = 0; i < few.size(); ++i) {
    for (std::size_t j = i + 1; j < few.size(); ++j) {
      choose_pair(few[i], few[j]);
    }
  }
}

/// Takes a pair where one says what the other is, wherever it was looked at.
void InductiveInvariant::choose_pair(const Column& a, const Column& b) {
  const std::size_t most = std::max(a.values.size(), b.values.size());
  std::array<bool, kPaired * kPaired> together{};
  std::size_t count = 0;
  for (std::size_t s = 0; s < a.at.size() && count <= most; ++s) {
    bool& one = together[a.at[s] * kPaired + b.at[s]];
    count += one ? 0 : 1;
    one = true;
  }
  if (count > most) return;
  Pair pair{a.slot, b.slot, {}, most};
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    for (std::size_t j = 0; j < b.values.size(); ++j) {
      if (together[i * kPaired + j]) {
        pair.values.emplace(a.values[i], b.values[j]);
      }
    }
  }
  pairs_.push_back(std::move(pair));
}

ValueSet InductiveInvariant::none(std::uint32_t slot) const {
  constexpr std::uint64_t kBytes = 8;
  const std::uint64_t bytes =
      std::min<std::uint64_t>(slots_[slot].size, kBytes);
  return ValueSet(static_cast<std::uint32_t>(8 * bytes));
}

bool InductiveInvariant::in_pair(std::uint32_t slot) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [slot](const Pair& p) {
    return p.a == slot || p.b == slot;
  });
}

InductiveInvariant::Location& InductiveInvariant::location(
    std::uint64_t control) {
  const auto [at, fresh] = locations_.try_emplace(control);
  if (fresh) {
    for (std::uint32_t k = 0; k < slots_.size(); ++k) {
      at->second.sets.push_back(none(k));
    }
    wait(control, at->second);
  }
  return at->second;
}

void InductiveInvariant::wait(std::uint64_t control, Location& l) {
  if (l.waits) return;
  l.waits = true;
  queue_.push_back(control);
}

/// Makes the sets those of a state with these values, too.
void InductiveInvariant::take(std::uint64_t control, const Values& values) {
  Location& l = location(control);
  bool more = false;
  std::vector<std::uint32_t> everywhere;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (!values[k]) continue;
    if (local_[k]) {
      more = l.sets[k].add(*values[k]) || more;
    } else if (everywhere_[k].add(*values[k])) {
      everywhere.push_back(k);
    }
  }
  if (more) {
    ++l.version;
    wait(control, l);
  }
  for (Pair& pair : pairs_) {
    if (!pair.says_something() || !values[pair.a] || !values[pair.b]) continue;
    if (pair.values.emplace(*values[pair.a], *values[pair.b]).second) {
      everywhere.push_back(pair.a);
    }
  }
  if (!everywhere.empty()) wait_for(everywhere);
}

/// What depends on these slots is visited again.
void InductiveInvariant::wait_for(const std::vector<std::uint32_t>& slots) {
  ++version_;
  for (auto& [control, l] : locations_) {
    const LocationStep* step = l.step;
    if (step == nullptr ||
        std::any_of(slots.begin(), slots.end(), [&](std::uint32_t k) {
          return step->reads[k] || in_pair(k);
        })) {
      wait(control, l);
    }
  }
}

Term InductiveInvariant::together(const Pair& pair, Term a, Term b) {
  std::vector<Term> ways;
  for (const auto& [x, y] : pair.values) {
    ways.push_back(
        terms_.logical_and(steps_.is(pair.a, a, x), steps_.is(pair.b, b, y)));
  }
  return terms_.logical_or(ways);
}

Term InductiveInvariant::holds_in(std::uint64_t location) {
  const Location& l = locations_.at(location);
  std::vector<Term> all;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (!steps_.is_number(k)) continue;
    all.push_back(set_of(l, k).holds(terms_, slots_[k].variable));
  }
  for (const Pair& pair : pairs_) {
    if (!pair.says_something()) continue;
    all.push_back(
        together(pair, slots_[pair.a].variable, slots_[pair.b].variable));
  }
  return terms_.logical_and(all);
}

bool InductiveInvariant::contain(const std::byte* state) const {
  const auto at = locations_.find(steps_.location_of(state));
  if (at == locations_.end()) return false;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (!steps_.is_number(k)) continue;
    if (!set_of(at->second, k).contains(bits_in(slots_[k], state))) {
      return false;
    }
  }
  return std::all_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
    return !pair.says_something() ||
           pair.values.contains({bits_in(slots_[pair.a], state),
                                 bits_in(slots_[pair.b], state)});
  });
}

void contradict(const Exploring& on) {
  on.board.set_contradiction(
      "a run leads to a state outside the sets that no step was to leave");
}

logic::smt::Solver& InductiveInvariant::solver_in(std::uint64_t location) {
  const auto [at, fresh] = solvers_.try_emplace(location);
  if (!fresh) return *at->second;
  const std::uint64_t most =
      on_.memory_bytes == 0
          ? kSolvers
          : std::clamp<std::uint64_t>(on_.memory_bytes / kSolver, 2, kSolvers);
  // Where locations come in turn, the one before comes last.
  if (solvers_.size() > most) {
    solvers_.erase(std::prev(at == solvers_.begin() ? solvers_.end() : at));
  }
  logic::smt::Options options;
  options.recheck = false;  // a wrong model proves nothing
  at->second = logic::smt::make_bitblast(terms_, options);
  steps_.demand(*at->second);
  at->second->assert_term(holds_in(location));
  return *at->second;
}

/// The state after a step is within the sets of a location.
Term InductiveInvariant::holds_after(const Location& from, const Location& to) {
  const std::vector<Term>& next = from.step->part.next;
  const std::vector<bool>& changes = from.step->changes;
  std::vector<Term> all;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (!steps_.is_number(k)) continue;
    const ValueSet& set = set_of(to, k);
    if (!changes[k] && set.includes(set_of(from, k))) continue;
    all.push_back(set.holds(terms_, next[k]));
  }
  for (const Pair& pair : pairs_) {
    if (!pair.says_something() || !(changes[pair.a] || changes[pair.b])) {
      continue;
    }
    all.push_back(together(pair, next[pair.a], next[pair.b]));
  }
  return terms_.logical_and(all);
}

/// A step from there leads to a state that is in no set.
Term InductiveInvariant::leads_out(const Location& l) {
  std::vector<Term> ways;
  for (const auto& [control, to] : locations_) {
    if (l.step->targets && !l.step->targets->contains(control)) continue;
    After& after = after_[control];
    if (!after.term.valid() || after.local != to.version ||
        after.everywhere != version_) {
      after = {to.version,
               version_,
               terms_.logical_and(steps_.leads_to(*l.step, control),
                                  holds_after(l, to))};
    }
    ways.push_back(after.term);
  }
  return terms_.logical_and(l.step->part.running,
                            terms_.logical_not(terms_.logical_or(ways)));
}

/// Takes what a model of a step says; false where that leaves the encoding.
bool InductiveInvariant::learn(std::uint64_t control,
                               const Location& l,
                               logic::smt::Solver& solver) {
  std::vector<Term> variables = l.step->variables;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    // What a step leaves as it is, it takes elsewhere.
    const bool taken = local_[k] || in_pair(k);
    if (steps_.is_number(k) && taken && !l.step->reads[k]) {
      variables.push_back(slots_[k].variable);
    }
  }
  const logic::Assignment model = solver.model(variables);
  logic::Evaluator evaluator(model);
  const auto holds = [&](Term t) { return evaluator.evaluate(t)->as_bool(); };
  if (holds(l.step->part.unfaithful)) return false;
  strange_ = strange_ || holds(l.step->strange);
  for (const auto& [goal, hit] : l.step->hits) {
    if (open_.contains(goal) && holds(hit)) open_.erase(goal);
  }
  if (!holds(l.step->part.running)) return true;
  Values values(slots_.size());
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (!steps_.is_number(k)) continue;
    const auto value = evaluator.evaluate(l.step->part.next[k]);
    if (value) values[k] = bits_of(*value);
  }
  std::uint64_t to = control;
  if (steps_.control() != LocationSteps::kNone) {
    to = bits_of(*evaluator.evaluate(l.step->part.next[steps_.control()]));
  }
  take(to, values);
  return true;
}

/// Adds to the sets what steps from a location lead to; false where that is not
/// known.
bool InductiveInvariant::visit(std::uint64_t control) {
  Location& l = locations_.at(control);
  l.waits = false;
  l.step = &steps_.of(control);
  after_.clear();
  logic::smt::Options options;
  options.recheck = false;  // a wrong model makes sets larger, no more
  const auto solver = logic::smt::make_bitblast(terms_, options);
  steps_.demand(*solver);
  solver->assert_term(holds_in(control));
  for (;;) {
    std::vector<Term> ways{leads_out(l), l.step->part.unfaithful};
    if (!strange_) ways.push_back(l.step->strange);
    for (const auto& [goal, hit] : l.step->hits) {
      if (open_.contains(goal)) ways.push_back(hit);
    }
    const Term asked[] = {
        on_.paths.simplifier().simplify(terms_.logical_or(ways))};
    const Answer answer = solver->check(asked, on_.budget);
    if (answer == Answer::unsat) return true;
    if (answer == Answer::unknown || !learn(control, l, *solver)) return false;
  }
}

bool InductiveInvariant::find() {
  while (!queue_.empty()) {
    if (on_.budget.poll() != base::StopReason::none) return false;
    const std::uint64_t next = queue_.front();
    queue_.pop_front();
    if (!visit(next)) return false;
  }
  return true;
}

std::vector<std::uint64_t> InductiveInvariant::locations() const {
  std::vector<std::uint64_t> out;
  for (const auto& [control, l] : locations_) out.push_back(control);
  return out;
}

std::vector<bool> InductiveInvariant::few(bool local) const {
  std::vector<bool> out(slots_.size());
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    out[k] =
        steps_.is_number(k) && (local_[k] || !local) &&
        std::all_of(locations_.begin(), locations_.end(), [&](const auto& one) {
          return set_of(one.second, k).few() != nullptr;
        });
  }
  return out;
}

}  // namespace catenary::engine::abstraction
