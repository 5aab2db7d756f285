// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breadth-first search over the product of a native program and the beliefs of
/// an interface.
///
/// A proof needs: all inputs tried, all states expanded, and a complete program
/// state. A step is skipped only if its inputs may break a promise, or if the
/// program's own assumptions discard it.
#include "engine/contract/refinement/conformance_search.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "model/step/run_end.h"

namespace catenary::engine::contract {

namespace {

using model::ScalarType;
using model::StepOutcome;

/// Bytes of a belief's id behind a packed program state.
constexpr std::size_t kIdBytes = sizeof(BeliefId);

/// An object of type T from its bytes, of any alignment.
template <typename T>
T read_as(const std::byte* at) {
  T out;
  std::memcpy(&out, at, sizeof out);
  return out;
}

/// A floating-point number that is a whole one, as an integer.
std::optional<std::int64_t> whole(double d) {
  constexpr double kMost = 9.0e15;  // below 2^53: every such double is exact
  if (!(std::abs(d) <= kMost) || std::trunc(d) != d) return std::nullopt;
  return static_cast<std::int64_t>(d);
}

/// A machine number as an integer; no value if it is none of 64 bits.
std::optional<std::int64_t> integer_of(ScalarType type, const std::byte* at) {
  switch (type) {
    case ScalarType::boolean:
      return read_as<std::uint8_t>(at) != 0 ? 1 : 0;
    case ScalarType::int8:
      return read_as<std::int8_t>(at);
    case ScalarType::uint8:
      return read_as<std::uint8_t>(at);
    case ScalarType::int16:
      return read_as<std::int16_t>(at);
    case ScalarType::uint16:
      return read_as<std::uint16_t>(at);
    case ScalarType::int32:
      return read_as<std::int32_t>(at);
    case ScalarType::uint32:
      return read_as<std::uint32_t>(at);
    case ScalarType::int64:
      return read_as<std::int64_t>(at);
    case ScalarType::uint64: {
      const auto n = read_as<std::uint64_t>(at);
      if (n > std::uint64_t{INT64_MAX}) return std::nullopt;
      return static_cast<std::int64_t>(n);
    }
    case ScalarType::float32:
      return whole(read_as<float>(at));
    case ScalarType::float64:
      return whole(read_as<double>(at));
  }
  return std::nullopt;
}

/// The index of a number in a table; no value: it is not there.
std::optional<std::int64_t> position_in(const std::vector<std::int64_t>& table,
                                        std::int64_t number) {
  const auto at = std::find(table.begin(), table.end(), number);
  if (at == table.end()) return std::nullopt;
  return at - table.begin();
}

/// Whether a number stands for a value of a Boolean or enumeration. Ranges of
/// integers are rules of the interface, not checked here.
bool fits(const model::InterfaceVariable& v, std::int64_t number) {
  switch (v.sort().kind()) {
    case logic::SortKind::boolean:
      return number == 0 || number == 1;
    case logic::SortKind::enumeration:
      return number >= 0 && static_cast<std::uint64_t>(number) <
                                v.sort().enumerators().values.size();
    default:
      return true;
  }
}

}  // namespace

ConformanceSearch::ConformanceSearch(const model::StepSystem& system,
                                     const model::Interface& interface,
                                     const Binding& binding,
                                     const Tries& tries,
                                     const model::Alphabet& letters,
                                     const model::Alphabet& initial,
                                     Beliefs& beliefs,
                                     const ConformanceOptions& options,
                                     const base::Budget& budget)
    : system_(system),
      interface_(interface),
      letters_(letters),
      initial_(initial),
      beliefs_(beliefs),
      budget_(budget),
      stepper_(system.factory->make()),
      state_bytes_(stepper_->state_bytes()),
      table_(state_bytes_ + kIdBytes, options.max_states),
      packed_(state_bytes_ + kIdBytes) {
  for (std::uint32_t v = 0; v < binding.places.size(); ++v) {
    const Place& place = binding.places[v];
    if (place.side != Place::Side::output) continue;
    outputs_.push_back({v, place.index, system.outputs[place.index].type, {}});
    if (!binding.tables.empty()) {
      for (const logic::Value& value : binding.tables[v]) {
        const auto n = to_sort(value, logic::Sort::integer());
        CATENARY_CHECK(n && n->fits_int64(), "a number of the signal");
        outputs_.back().table.push_back(n->as_int64());
      }
    }
    if (interface.variables[v].role == model::Role::input) late_inputs_ = true;
  }
  bits_.assign(letters_.size(), beliefs_.blank());
  letter_ = beliefs_.blank();
  // Bits of variables without an input of the program stay blank.
  for (std::uint32_t i = 0; i < system.inputs.size(); ++i) {
    const auto v = binding.variable_of_input(i);
    if (!v) continue;
    // Letters number the combinations of values with the last input fastest.
    std::uint64_t stride = 1;
    for (std::size_t j = i + 1; j < tries.inputs.size(); ++j) {
      stride *= tries.inputs[j].domain.size();
    }
    const std::vector<logic::Value>& domain = tries.inputs[i].domain;
    std::vector<std::int64_t> numbers;
    for (const logic::Value& value : domain) {
      const auto of_variable = binding.to_variable(interface, *v, value);
      CATENARY_CHECK(of_variable, "a value of the interface");
      const auto n = to_sort(*of_variable, logic::Sort::integer());
      CATENARY_CHECK(n && n->fits_int64(), "a number of the interface");
      numbers.push_back(n->as_int64());
    }
    for (std::uint64_t l = 0; l < bits_.size(); ++l) {
      const bool fits_in =
          beliefs_.put(bits_[l], *v, numbers[(l / stride) % domain.size()]);
      CATENARY_CHECK(fits_in, "a value of the variable's range");
    }
  }
}

ConformanceSearch::Values ConformanceSearch::put_outputs() {
  std::byte raw[8];
  Values out = Values::good;
  for (const Bound& o : outputs_) {
    stepper_->output_bytes(o.index, o.type, raw);
    std::optional<std::int64_t> number = integer_of(o.type, raw);
    if (number && !o.table.empty()) number = position_in(o.table, *number);
    if (!number || !fits(interface_.variables[o.variable], *number) ||
        !beliefs_.put(letter_, o.variable, *number)) {
      // An input beyond its range is a promise that is not kept: the step says
      // nothing about the program, whatever its other outputs are.
      if (interface_.variables[o.variable].role == model::Role::input) {
        return Values::not_promised;
      }
      out = Values::forbidden;
    }
  }
  return out;
}

bool ConformanceSearch::insert(BeliefId belief, Link link) {
  stepper_->save(packed_.data());
  std::memcpy(packed_.data() + state_bytes_, &belief, kIdBytes);
  const StateId before = table_.size();
  const StateId id = table_.insert(table_.hash(packed_.data()), packed_.data());
  if (id == reach::kNoState) {
    found_.reason = "more than " + std::to_string(table_.max_states()) +
                    " states of program and requirements";
    return false;
  }
  // Ids are given in order, so a new state has the size before as its id.
  if (id == before) links_.push_back(link);
  return true;
}

/// Replays the run to `state`, and a last letter, for its outputs.
void ConformanceSearch::describe_run(StateId state, std::uint32_t letter) {
  found_.letters = {letter};
  while (links_[state].from != reach::kNoState) {
    found_.letters.push_back(links_[state].letter);
    state = links_[state].from;
  }
  found_.initial = links_[state].letter;
  std::reverse(found_.letters.begin(), found_.letters.end());
  (void)stepper_->reset(initial_.letter(found_.initial));
  for (const std::uint64_t l : found_.letters) {
    found_.outputs.emplace_back();
    const StepOutcome outcome = stepper_->step(letters_.letter(l));
    const bool last = is_last(outcome);
    if (outcome != StepOutcome::running && !last) return;
    for (std::size_t o = 0; o < system_.outputs.size(); ++o) {
      found_.outputs.back().push_back(stepper_->output(o));
    }
  }
}

/// A program that ends as it was written to has completed its last step.
bool ConformanceSearch::is_last(StepOutcome outcome) const {
  return outcome == StepOutcome::ended &&
         model::is_complete(outcome, stepper_->event());
}

ConformanceSearch::Step ConformanceSearch::died(StateId state,
                                                std::uint32_t letter,
                                                StepOutcome outcome) {
  const model::Stepper::Event event = stepper_->event();
  std::string text = std::string("a step ") + model::to_string(outcome);
  if (outcome == StepOutcome::ended) text = "the program ended";
  if (outcome == StepOutcome::crashed) text = "the program crashed";
  if (!event.text.empty()) text += ": " + event.text;
  if (event.where.known()) text += " at " + event.where.to_string();
  // Neither is a violation that is proved.
  if (outcome == StepOutcome::hung || outcome == StepOutcome::unsupported) {
    found_.reason = text;
    return Step::stop;
  }
  if (late_inputs_) {
    // The inputs of a step that was not completed were never observed, so it
    // may be one that the promises exclude.
    found_.reason = text +
                    ", and whether its inputs kept the promises is seen "
                    "by outputs only";
    return Step::stop;
  }
  found_.outcome = Conformity::fails;
  found_.reason = text;
  found_.death = text;
  describe_run(state, letter);
  return Step::stop;
}

ConformanceSearch::Step ConformanceSearch::take(StateId state,
                                                std::uint32_t letter,
                                                BeliefId belief,
                                                StepOutcome outcome) {
  if (outcome == StepOutcome::discarded) {
    found_.assumed = true;
    return Step::go_on;
  }
  const bool last = is_last(outcome);
  if (outcome != StepOutcome::running && !last) {
    return died(state, letter, outcome);
  }
  const Values values = put_outputs();
  // Order matters: first whether the environment kept its promises, then
  // whether the outputs are allowed.
  if (values == Values::not_promised) return Step::go_on;
  if (late_inputs_ && beliefs_.may_break(belief, letter_)) return Step::go_on;
  if (values == Values::good) {
    const std::optional<BeliefId> next = beliefs_.step(belief, letter_);
    if (next) {
      // There is no state after the last step.
      if (last) return Step::go_on;
      return insert(*next, {state, letter}) ? Step::go_on : Step::stop;
    }
  }
  found_.outcome = Conformity::fails;
  found_.reason = "the requirements forbid its outputs";
  describe_run(state, letter);
  return Step::stop;
}

ConformanceSearch::Step ConformanceSearch::start() {
  for (std::uint32_t l = 0; l < initial_.size(); ++l) {
    const StepOutcome outcome = stepper_->reset(initial_.letter(l));
    if (outcome == StepOutcome::discarded) {
      found_.assumed = true;
      continue;
    }
    if (outcome != StepOutcome::running) {
      const model::Stepper::Event event = stepper_->event();
      if (model::is_complete(outcome, event)) continue;  // a run without steps
      found_.reason =
          std::string("the initialisation ") + model::to_string(outcome);
      if (!event.text.empty()) found_.reason += ": " + event.text;
      if (outcome != StepOutcome::ended && outcome != StepOutcome::crashed) {
        return Step::stop;
      }
      found_.outcome = Conformity::fails;
      found_.death = found_.reason;
      found_.initial = l;
      return Step::stop;
    }
    if (!insert(Beliefs::kStart, {reach::kNoState, l})) return Step::stop;
  }
  return Step::go_on;
}

ConformanceSearch::Step ConformanceSearch::expand(StateId state) {
  // A copy: the table may move while states are added.
  std::vector<std::byte> from(table_.state_bytes());
  const std::byte* kept = table_.state(state, from.data());
  if (kept != from.data()) std::copy_n(kept, from.size(), from.data());
  BeliefId belief = 0;
  std::memcpy(&belief, from.data() + state_bytes_, kIdBytes);
  for (std::uint32_t l = 0; l < letters_.size(); ++l) {
    constexpr std::uint32_t kPollEvery = 4096;
    if (l % kPollEvery == 0) {
      const base::StopReason stop = budget_.poll();
      if (stop != base::StopReason::none) {
        found_.reason = base::to_string(stop);
        return Step::stop;
      }
    }
    letter_ = bits_[l];
    // Inputs that may break a promise are not tried at all.
    if (!late_inputs_ && beliefs_.may_break(belief, letter_)) continue;
    stepper_->load(from.data());
    base::WorkClock::charge(stepper_->step_price() +
                            stepper_->take_loop_price());
    const StepOutcome outcome = stepper_->step(letters_.letter(l));
    if (take(state, l, belief, outcome) == Step::stop) return Step::stop;
  }
  return Step::go_on;
}

Found ConformanceSearch::run() {
  Step step = start();
  // States are expanded in the order of insertion: breadth first, so that a
  // failing run is a shortest one.
  for (StateId s = 0; step == Step::go_on && s < table_.size(); ++s) {
    step = expand(s);
  }
  found_.states = table_.size();
  if (step == Step::go_on) found_.outcome = Conformity::conforms;
  return found_;
}

}  // namespace catenary::engine::contract
