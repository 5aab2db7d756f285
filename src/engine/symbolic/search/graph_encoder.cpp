// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/search/graph_encoder.h"

#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/symbolic/search/abstract_ranges.h"
#include "engine/symbolic/search/abstract_values.h"
#include "engine/symbolic/search/liveness.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Term;
using model::TimedAutomaton;

/// Of states and transitions.
constexpr std::uint32_t kIndexBits = 32;
/// Of clocks and integers between steps, and of the input for the delay.
constexpr std::uint32_t kValueBits = 16;
constexpr std::uint32_t kDelayBits = 16;

/// What is kept of a variable between steps.
struct Slots {
  std::uint32_t variable = 0;
  /// In Encoding::state; a tracked clock has no slot for whether it is known.
  std::size_t value = 0;
  std::optional<std::size_t> known;
};

class GraphEncoder final : public model::Encoder {
 public:
  GraphEncoder(const TimedAutomaton& automaton,
               std::vector<std::optional<Target>> targets)
      : automaton_(automaton),
        targets_(std::move(targets)),
        ranges_(automaton),
        live_(live_variables(automaton, false)) {}

  [[nodiscard]] model::Encoding encode(
      logic::TermManager& terms,
      const model::EncodeOptions& /*options*/,
      const base::Budget& /*budget*/) const override {
    const auto number = [&](std::uint32_t n) {
      return terms.bitvec(kIndexBits, n);
    };
    model::Encoding out;
    const Term taken =
        terms.variable("input:0", logic::Sort::bitvec(kIndexBits));
    out.inputs = {taken};
    const Term place = add_slot(terms, "place", kIndexBits, out);
    const Term last = add_slot(terms, "last", kIndexBits, out);
    out.init = out.step = model::idle_part(terms);
    const auto none_before =
        static_cast<std::uint32_t>(automaton_.transitions.size());
    out.init.next = {number(automaton_.initial), number(none_before)};
    out.init.final = terms.boolean(false);
    std::vector<Term> possible;
    std::vector<Term> outputs;
    Term next = place;
    for (std::uint32_t t = 0; t < automaton_.transitions.size(); ++t) {
      const model::TimedTransition& of = automaton_.transitions[t];
      const Term is_taken = terms.equal(taken, number(t));
      possible.push_back(
          terms.logical_and(is_taken, terms.equal(place, number(of.from))));
      if (of.action == model::TimedAction::output) outputs.push_back(is_taken);
      next = terms.ite(is_taken, number(of.to), next);
    }
    out.step.next = {next, taken};
    add_values(terms, taken, possible, out);
    out.step.running = terms.logical_or(possible);
    out.step.discarded = terms.logical_not(out.step.running);
    out.step.final = terms.logical_or(outputs);
    add_hits(terms, taken, last, out);
    return out;
  }

  [[nodiscard]] model::FollowedPart follow(
      logic::TermManager& /*terms*/,
      const std::vector<logic::Value>* /*state*/,
      const std::vector<logic::Value>& /*inputs*/,
      const model::EncodeOptions& /*options*/,
      const base::Budget& /*budget*/) const override {
    throw base::ToolError("graph_form() has no concrete paths");
  }

 private:
  /// Adds a slot of so many bits to the state. Returns its value before the
  /// step.
  static Term add_slot(logic::TermManager& terms,
                       const std::string& name,
                       std::uint32_t bits,
                       model::Encoding& out) {
    model::StateSlot slot;
    slot.name = name;
    slot.size = bits / 8;
    if (!out.state.empty()) {
      slot.offset = out.state.back().offset + out.state.back().size;
    }
    slot.variable = terms.variable("state:" + std::to_string(out.state.size()),
                                   logic::Sort::bitvec(bits));
    out.state.push_back(slot);
    return slot.variable;
  }

  void add_hits(logic::TermManager& terms,
                Term taken,
                Term last,
                model::Encoding& out) const {
    const auto none_before =
        static_cast<std::uint32_t>(automaton_.transitions.size());
    const auto number = [&](std::uint32_t n) {
      return terms.bitvec(kIndexBits, n);
    };
    for (const std::optional<Target>& target : targets_) {
      std::vector<Term> ways;
      for (std::uint32_t t = 0; t < automaton_.transitions.size(); ++t) {
        if (!target) break;
        const bool is_pair = target->kind == Target::Kind::pair;
        const std::uint32_t before = is_pair ? target->what[0] : none_before;
        if (!completes(automaton_, *target, before, t)) continue;
        const Term is_taken = terms.equal(taken, number(t));
        ways.push_back(
            is_pair
                ? terms.logical_and(is_taken, terms.equal(last, number(before)))
                : is_taken);
      }
      out.step.hits.push_back(
          terms.logical_and(out.step.running, terms.logical_or(ways)));
      out.init.hits.push_back(
          terms.boolean(target && is_start(automaton_, *target)));
    }
  }

  /// Adds clocks and data: slots, a delay before each transition, and guards to
  /// `possible`, which has a condition for each transition.
  void add_values(logic::TermManager& terms,
                  Term taken,
                  std::vector<Term>& possible,
                  model::Encoding& out) const {
    const std::vector<Slots> slots = add_value_slots(terms, out);
    AbstractStore initial(automaton_, ranges_, terms, Term());
    for (const model::TimedStatement& s : automaton_.init) {
      (void)initial.execute(s);
    }
    store(initial, automaton_.initial, slots, terms, out.init.next);
    const Term delay = add_delay(terms, out);
    const Term choice =
        terms.variable("input:2", logic::Sort::bitvec(AbstractValue::kBits));
    out.inputs.push_back(choice);
    for (std::uint32_t t = 0; t < automaton_.transitions.size(); ++t) {
      const model::TimedTransition& of = automaton_.transitions[t];
      AbstractStore values(automaton_, ranges_, terms, choice);
      load(terms, slots, delay, out, values);
      for (const std::uint32_t v : of.received) values.forget(v);
      for (const model::TimedStatement& s : of.statements) {
        possible[t] = terms.logical_and(possible[t], values.execute(s));
      }
      std::vector<Term> after(out.step.next.begin(), out.step.next.begin() + 2);
      store(values, of.to, slots, terms, after);
      const Term is_taken = terms.equal(taken, terms.bitvec(kIndexBits, t));
      for (std::size_t i = 2; i < after.size(); ++i) {
        if (t == 0) {
          out.step.next.push_back(after[i]);
        } else {
          out.step.next[i] = terms.ite(is_taken, after[i], out.step.next[i]);
        }
      }
    }
  }

  /// Adds the input of the delay before a transition. Returns the delay; it has
  /// so many bits that it can be the largest cap.
  Term add_delay(logic::TermManager& terms, model::Encoding& out) const {
    const Term input =
        terms.variable("input:1", logic::Sort::bitvec(kDelayBits));
    out.inputs.push_back(input);
    const auto bits =
        static_cast<std::uint32_t>(std::bit_width(ranges_.largest_cap()));
    if (bits == 0) return terms.bitvec(AbstractValue::kBits, 0);
    return terms.make(
        logic::Op::bv_zero_extend,
        {terms.make(logic::Op::bv_extract, {input}, {bits - 1, 0})},
        {AbstractValue::kBits - bits});
  }

  /// A slot for each tracked clock, and two for all other variables.
  std::vector<Slots> add_value_slots(logic::TermManager& terms,
                                     model::Encoding& out) const {
    std::vector<Slots> slots;
    for (std::uint32_t v = 0; v < automaton_.variables.size(); ++v) {
      const model::TimedVariable& of = automaton_.variables[v];
      if (of.clock && !ranges_.is_tracked_clock(v)) continue;
      Slots added;
      added.variable = v;
      added.value = out.state.size();
      (void)add_slot(terms, of.name, kValueBits, out);
      if (!of.clock) {
        added.known = out.state.size();
        (void)add_slot(terms, of.name + " is known", 8, out);
      }
      slots.push_back(added);
    }
    return slots;
  }

  /// Sets the values to those of the state after a delay.
  static void load(logic::TermManager& terms,
                   const std::vector<Slots>& slots,
                   Term delay,
                   const model::Encoding& out,
                   AbstractStore& values) {
    for (const Slots& s : slots) {
      const Term slot = out.state[s.value].variable;
      const auto widened = [&](logic::Op op) {
        return terms.make(op, {slot}, {AbstractValue::kBits - kValueBits});
      };
      if (s.known) {
        const Term known = terms.logical_not(
            terms.equal(out.state[*s.known].variable, terms.bitvec(8, 0)));
        values.set(s.variable, {known, widened(logic::Op::bv_sign_extend)});
        continue;
      }
      const Term now = widened(logic::Op::bv_zero_extend);
      values.set(
          s.variable,
          {terms.boolean(true), terms.make(logic::Op::bv_add, {now, delay})});
      values.set(s.variable, values.value_between_steps(s.variable));
    }
  }

  /// Appends the values between steps. Dead variables are 0; data among them
  /// are unknown.
  void store(const AbstractStore& values,
             std::uint32_t place,
             const std::vector<Slots>& slots,
             logic::TermManager& terms,
             std::vector<Term>& next) const {
    for (const Slots& s : slots) {
      if (!live_[place][s.variable]) {
        next.push_back(terms.bitvec(kValueBits, 0));
        if (s.known) next.push_back(terms.bitvec(8, 0));
        continue;
      }
      const AbstractValue kept = values.value_between_steps(s.variable);
      next.push_back(
          terms.make(logic::Op::bv_extract, {kept.value}, {kValueBits - 1, 0}));
      if (!s.known) continue;
      next.push_back(
          terms.ite(kept.known, terms.bitvec(8, 1), terms.bitvec(8, 0)));
    }
  }

  const TimedAutomaton& automaton_;
  std::vector<std::optional<Target>> targets_;
  AbstractRanges ranges_;
  /// By state, then variable.
  std::vector<std::vector<bool>> live_;
};

}  // namespace

/// Whether the transition completes the target, where `last` is the one before
/// it, or no transition.
bool completes(const TimedAutomaton& automaton,
               const Target& target,
               std::uint32_t last,
               std::uint32_t transition) {
  switch (target.kind) {
    case Target::Kind::state:
      return automaton.transitions[transition].to == target.what[0];
    case Target::Kind::transition:
      return transition == target.what[0];
    case Target::Kind::pair:
      return last == target.what[0] && transition == target.what[1];
  }
  return false;
}

bool is_start(const TimedAutomaton& automaton, const Target& target) {
  return target.kind == Target::Kind::state &&
         target.what[0] == automaton.initial;
}

std::shared_ptr<const model::Encoder> graph_encoder(
    const TimedAutomaton& automaton,
    std::vector<std::optional<Target>> targets) {
  return std::make_shared<GraphEncoder>(automaton, std::move(targets));
}

}  // namespace catenary::engine::symbolic
