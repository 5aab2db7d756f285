// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/location_steps.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "logic/term/traverse.h"

namespace catenary::engine::abstraction {

using logic::Term;

namespace {

constexpr std::size_t kBytes = 8;
/// Part of what is known of steps that depends on the control variable.
constexpr double kControls = 0.5;
constexpr std::size_t kMostLocations = 20'000;

logic::Value value_in(const model::StateSlot& slot, std::uint64_t bits) {
  return logic::Value::bitvec(static_cast<std::uint32_t>(8 * slot.size),
                              mpz_class(static_cast<unsigned long>(bits)));
}

}  // namespace

std::uint64_t bits_in(const model::StateSlot& slot, const std::byte* state) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t out = 0;
  const std::byte* from = state + slot.offset;
  switch (slot.size) {  // known sizes are copied at once
    case 4:
      std::memcpy(&out, from, 4);
      break;
    case 8:
      std::memcpy(&out, from, 8);
      break;
    default:
      std::memcpy(&out, from, slot.size);
      break;
  }
  return out;
}

std::uint64_t bits_of(const logic::Value& value) {
  return mpz_get_ui(value.as_bits().get_mpz_t());
}

LocationSteps::LocationSteps(const Exploring& on,
                             const ExploredStates& whole,
                             const SampledStates& sample)
    : on_(on), terms_(on.paths.terms()), slots_(on.paths.follower().state()) {
  for (const model::StateSlot& slot : slots_) {
    numbers_.push_back(!slot.address && !slot.floating && slot.size <= kBytes);
  }
  choose(whole, sample);
}

void LocationSteps::choose(const ExploredStates& whole,
                           const SampledStates& sample) {
  const std::vector<double> reads = whole.classes().reads();
  double best = kControls;
  std::size_t most = 1;
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    if (!numbers_[k] || reads[k] < best) continue;
    std::unordered_set<std::uint64_t> values;
    for (std::size_t s = 0; s < sample.size(); ++s) {
      values.insert(bits_in(slots_[k], sample.state(s)));
    }
    const bool fewer = reads[k] == best && values.size() <= most;
    if (values.size() > kMostLocations || fewer) continue;
    best = reads[k];
    most = values.size();
    control_ = k;
  }
}

std::uint64_t LocationSteps::location_of(const std::byte* state) const {
  return control_ == kNone ? 0 : bits_in(slots_[control_], state);
}

Term LocationSteps::strange(const model::EncodedPart& part) {
  const std::vector<reach::Finding>& known = on_.board.findings();
  std::vector<Term> ways;
  for (const model::EncodedPart::Stop& stop : part.stops) {
    if (stop.outcome != model::StepOutcome::crashed) continue;
    const bool is_known = std::any_of(
        known.begin(), known.end(), [&stop](const reach::Finding& f) {
          return f.outcome == model::StepOutcome::crashed &&
                 f.event.text == stop.event.text &&
                 f.event.where == stop.event.where;
        });
    if (!is_known) ways.push_back(stop.when);
  }
  return terms_.logical_or(ways);
}

const LocationStep& LocationSteps::of(std::uint64_t location) {
  const auto [at, fresh] = steps_.try_emplace(location);
  LocationStep& step = at->second;
  if (!fresh) return step;
  std::vector<std::optional<logic::Value>> state(slots_.size());
  if (control_ != kNone) {
    state[control_] = value_in(slots_[control_], location);
  }
  step.part = on_.paths.follower().step_where(state);
  step.strange = strange(step.part);
  std::vector<Term> roots{
      step.part.running, step.part.unfaithful, step.strange};
  for (std::uint32_t g = 0; g < step.part.hits.size(); ++g) {
    const Term hit = step.part.hits[g];
    if (hit.is_false() || !on_.wanted(g)) continue;
    step.hits.emplace_back(g, hit);
    roots.push_back(hit);
  }
  step.part.hits.clear();
  for (std::uint32_t k = 0; k < slots_.size(); ++k) {
    step.changes.push_back(step.part.next[k] != slots_[k].variable);
    if (step.changes[k]) roots.push_back(step.part.next[k]);
  }
  step.variables = logic::free_variables(roots);
  for (const model::StateSlot& slot : slots_) {
    step.reads.push_back(
        std::binary_search(step.variables.begin(),
                           step.variables.end(),
                           slot.variable,
                           [](Term a, Term b) { return a.id() < b.id(); }));
  }
  if (control_ == kNone) {
    step.targets = {0};
  } else if (const auto targets =
                 logic::chosen_constants(step.part.next[control_])) {
    step.targets.emplace();
    for (const Term t : *targets) step.targets->insert(bits_of(t.value()));
  }
  return step;
}

Term LocationSteps::is(std::uint32_t slot, Term x, std::uint64_t bits) {
  return terms_.equal(x, terms_.constant(value_in(slots_[slot], bits)));
}

Term LocationSteps::leads_to(const LocationStep& step, std::uint64_t location) {
  if (control_ == kNone) return step.part.running;
  return terms_.logical_and(step.part.running,
                            is(control_, step.part.next[control_], location));
}

void LocationSteps::demand(logic::smt::Solver& solver) {
  solver.assert_term(classes::in_ranges(
      terms_, on_.system().inputs, on_.paths.follower().inputs()));
  for (const model::StateSlot& slot : slots_) {
    if (!slot.address || slot.values.empty()) continue;
    std::vector<Term> ways;
    for (const logic::Value& v : slot.values) {
      ways.push_back(terms_.equal(slot.variable, terms_.constant(v)));
    }
    solver.assert_term(terms_.logical_or(ways));
  }
}

}  // namespace catenary::engine::abstraction
