// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/circuit/step_form.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/contract/circuit/answer_form.h"
#include "engine/contract/circuit/word_form.h"
#include "engine/contract/consistency/semantics.h"
#include "model/step/encoding.h"

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Term;
using logic::Value;
using model::ScalarType;

constexpr std::uint32_t kByteBits = 8;

/// The smallest machine type that has these numbers.
ScalarType type_of(const mpz_class& lo, const mpz_class& hi) {
  struct Row {
    ScalarType type;
    unsigned bits;
  };
  constexpr Row kRows[] = {{ScalarType::int8, 7},
                           {ScalarType::int16, 15},
                           {ScalarType::int32, 31},
                           {ScalarType::int64, 63}};
  for (const Row& row : kRows) {
    const mpz_class end = mpz_class(1) << row.bits;
    if (lo >= -end && hi < end) return row.type;
  }
  throw base::ToolError(
      "the requirements have numbers of more than 64 bits, of which there is "
      "no circuit");
}

model::Variable input_of(const model::InterfaceVariable& variable) {
  model::Variable out;
  out.name = variable.name;
  out.where = variable.where;
  out.has_range = true;
  switch (variable.sort().kind()) {
    case SortKind::boolean:
      out.type = ScalarType::boolean;
      out.lo = Value::boolean(false);
      out.hi = Value::boolean(true);
      break;
    case SortKind::enumeration: {
      const auto count = variable.sort().enumerators().values.size();
      out.lo = Value::integer(0);
      out.hi = Value::integer(static_cast<long long>(count) - 1);
      out.type = type_of(0, out.hi.as_integer());
      break;
    }
    case SortKind::integer:
      out.lo = *variable.lo;
      out.hi = *variable.hi;
      out.type = type_of(out.lo.as_integer(), out.hi.as_integer());
      break;
    default:
      throw base::ToolError(
          "the requirements have variables that are not finite: " +
          variable.name);
  }
  return out;
}

/// A formula at a first step, and at later ones.
struct ByPhase {
  Term first, later;
};

/// What the encoder makes of an interface.
struct Form {
  /// Whether a step goes on.
  ByPhase running;
  /// Goals that are reached by steps that go on.
  std::vector<ByPhase> reached;
  /// For consistency: how the system answers, what these answers are to meet,
  /// and the promises of the inputs that they answer.
  std::shared_ptr<const AnswerForm> answers;
  ByPhase met, promised;
  /// The system goes on with its own answers.
  bool uses_own_answers = false;
};

class InterfaceEncoder final : public model::Encoder {
 public:
  InterfaceEncoder(const model::Interface& interface, Form form)
      : interface_(interface), form_(std::move(form)) {}

  [[nodiscard]] model::Encoding encode(
      logic::TermManager& terms,
      const model::EncodeOptions& /*options*/,
      const base::Budget& /*budget*/) const override {
    model::Encoding out;
    out.init = out.step = model::idle_part(terms);
    const Term is_later = add_variables(terms, out);
    Words before;
    for (std::size_t v = 0; v < interface_.variables.size(); ++v) {
      before.push_back(out.state[v + 1].variable);
    }
    Words now = form_.uses_own_answers ? Words{} : out.inputs;
    for (std::size_t v = 0, i = 0; now.size() < before.size(); ++v) {
      const bool given = interface_.variables[v].role == model::Role::input;
      now.push_back(given ? out.inputs[i++] : before[v]);
    }
    Words answered = now;
    if (form_.answers) {
      std::vector<std::uint32_t> widths;
      for (const Term w : before) widths.push_back(w.sort().bits());
      form_.answers->answer(terms, is_later, widths, before, answered);
      if (form_.uses_own_answers) now = answered;
    }
    out.step.next.insert(out.step.next.end(), now.begin(), now.end());
    WordForm words(terms);
    WordForm of_answers(terms);
    for (std::size_t v = 0; v < now.size(); ++v) {
      const model::InterfaceVariable& of = interface_.variables[v];
      words.set(of.now, value_of(terms, of, now[v]));
      words.set(of.before, value_of(terms, of, before[v]));
      of_answers.set(of.now, value_of(terms, of, answered[v]));
      of_answers.set(of.before, value_of(terms, of, before[v]));
    }
    const auto by_phase = [&](WordForm& form, const ByPhase& formula) {
      const Term first = form.translate(formula.first);
      return terms.ite(is_later, form.translate(formula.later), first);
    };
    model::EncodedPart& step = out.step;
    step.running = by_phase(words, form_.running);
    step.discarded = terms.logical_not(step.running);
    for (const ByPhase& goal : form_.reached) {
      step.hits.push_back(
          terms.logical_and(step.running, by_phase(words, goal)));
    }
    if (form_.answers) {
      step.hits.push_back(terms.logical_and(
          by_phase(words, form_.promised),
          terms.logical_not(by_phase(of_answers, form_.met))));
    }
    out.init.hits.assign(step.hits.size(), terms.boolean(false));
    return out;
  }

  [[nodiscard]] model::FollowedPart follow(
      logic::TermManager& /*terms*/,
      const std::vector<Value>* /*state*/,
      const std::vector<Value>& /*inputs*/,
      const model::EncodeOptions& /*options*/,
      const base::Budget& /*budget*/) const override {
    throw base::ToolError("the steps of requirements have no paths");
  }

 private:
  /// Adds the state, whether there was a step before and the values of that
  /// step, and the inputs. Returns whether there was one.
  Term add_variables(logic::TermManager& terms, model::Encoding& out) const {
    std::size_t offset = 0;
    const auto add = [&](const std::string& name, std::size_t size) {
      const auto bits = static_cast<std::uint32_t>(kByteBits * size);
      model::StateSlot slot;
      slot.name = name;
      slot.offset = offset;
      slot.size = size;
      slot.variable =
          terms.variable("state:" + std::to_string(out.state.size()),
                         logic::Sort::bitvec(bits));
      out.state.push_back(slot);
      offset += size;
      // Before the first step a variable has no value.
      out.init.next.push_back(terms.bitvec(bits, 0));
    };
    add("begun", 1);
    out.step.next.push_back(terms.bitvec(kByteBits, 1));
    for (const model::InterfaceVariable& v : interface_.variables) {
      add(v.name, size_bytes(input_of(v).type));
      if (form_.uses_own_answers && v.role != model::Role::input) continue;
      out.inputs.push_back(
          terms.variable("input:" + std::to_string(out.inputs.size()),
                         out.state.back().variable.sort()));
    }
    return terms.equal(out.state[0].variable, terms.bitvec(kByteBits, 1));
  }

  static Term value_of(logic::TermManager& terms,
                       const model::InterfaceVariable& variable,
                       Term bits) {
    if (variable.sort().kind() != SortKind::boolean) return bits;
    return terms.equal(bits, terms.bitvec(kByteBits, 1));
  }

  const model::Interface& interface_;
  Form form_;
};

/// The executions that have the inputs of a run.
class ConflictEncoder final : public model::Encoder {
 public:
  ConflictEncoder(std::shared_ptr<const model::Encoder> all,
                  std::vector<TraceStep> run)
      : all_(std::move(all)), run_(std::move(run)) {}

  [[nodiscard]] model::Encoding encode(
      logic::TermManager& terms,
      const model::EncodeOptions& options,
      const base::Budget& budget) const override {
    model::Encoding out = all_->encode(terms, options, budget);
    const auto count = [&](std::size_t n) {
      return terms.bitvec(kCountBits, static_cast<unsigned long>(n));
    };
    // The number of steps before.
    model::StateSlot slot;
    slot.name = "number";
    slot.offset = out.state.back().offset + out.state.back().size;
    slot.size = kCountBits / kByteBits;
    slot.variable = terms.variable("state:" + std::to_string(out.state.size()),
                                   logic::Sort::bitvec(kCountBits));
    const Term number = slot.variable;
    out.state.push_back(std::move(slot));
    out.init.next.push_back(count(0));
    out.step.next.push_back(terms.make(logic::Op::bv_add, {number, count(1)}));
    std::vector<Term> ways;
    for (std::size_t t = 0; t < run_.size(); ++t) {
      std::vector<Term> same{terms.equal(number, count(t))};
      for (const auto& [v, value] : run_[t].inputs) {
        const std::uint32_t width = out.inputs[v].sort().bits();
        same.push_back(
            terms.equal(out.inputs[v], terms.bitvec(width, number_of(value))));
      }
      ways.push_back(terms.logical_and(same));
    }
    model::EncodedPart& step = out.step;
    step.running = terms.logical_and(step.running, terms.logical_or(ways));
    step.discarded = terms.logical_not(step.running);
    step.hits = {terms.logical_and(
        step.running, terms.equal(number, count(run_.size() - 1)))};
    out.init.hits = {terms.boolean(false)};
    return out;
  }

  [[nodiscard]] model::FollowedPart follow(
      logic::TermManager& terms,
      const std::vector<Value>* state,
      const std::vector<Value>& inputs,
      const model::EncodeOptions& options,
      const base::Budget& budget) const override {
    return all_->follow(terms, state, inputs, options, budget);
  }

 private:
  static constexpr std::uint32_t kCountBits = 32;

  static mpz_class number_of(const Value& value) {
    switch (value.kind()) {
      case SortKind::boolean:
        return value.as_bool() ? 1 : 0;
      case SortKind::enumeration:
        return value.as_enumerator();
      default:
        return value.as_integer();
    }
  }

  std::shared_ptr<const model::Encoder> all_;
  std::vector<TraceStep> run_;
};

/// A formula over the rules that are asked for.
ByPhase rules_of(const model::Interface& interface,
                 const Semantics& semantics,
                 const std::function<bool(const Rule&)>& wanted) {
  std::vector<Term> first;
  std::vector<Term> later;
  for (std::size_t r = 0; r < semantics.rules().size(); ++r) {
    if (!wanted(semantics.rules()[r])) continue;
    first.push_back(semantics.rule(r, true));
    later.push_back(semantics.rule(r, false));
  }
  return {interface.terms->logical_and(first),
          interface.terms->logical_and(later)};
}

/// All of the system but its goals.
model::StepSystem system_of(const model::Interface& interface, Form form) {
  model::StepSystem out;
  out.name = interface.name;
  out.kind = "req";
  out.path = interface.path;
  out.sha256 = interface.sha256;
  for (const model::InterfaceVariable& v : interface.variables) {
    model::Variable input = input_of(v);
    if (form.uses_own_answers && v.role != model::Role::input) continue;
    out.inputs.push_back(std::move(input));
  }
  out.encoder = std::make_shared<InterfaceEncoder>(interface, std::move(form));
  return out;
}

}  // namespace

model::StepSystem step_form(const model::Interface& interface,
                            const std::vector<TestGoal>& goals) {
  const Semantics semantics(interface);
  const auto valid = [&](bool first) {
    return interface.terms->logical_and(semantics.theta(first),
                                        semantics.promise(first));
  };
  Form form;
  form.running = {valid(true), valid(false)};
  for (const TestGoal& g : goals) {
    form.reached.push_back({g.target.first, g.target.later});
  }
  model::StepSystem out = system_of(interface, std::move(form));
  for (const TestGoal& g : goals) {
    out.goals.push_back({g.id, g.text, {}, g.where, model::GoalKind::other});
  }
  return out;
}

const char* goal_of(Notion notion) {
  return notion == Notion::strategy ? "a step without an answer" : "a dead end";
}

model::StepSystem consistency_form(const model::Interface& interface,
                                   Notion notion,
                                   const base::Budget& budget) {
  if (!interface.finite()) {
    throw base::ToolError(
        "the requirements have variables that are not finite");
  }
  Form form;
  form.uses_own_answers = notion == Notion::strategy;
  try {
    form.answers =
        std::make_shared<AnswerForm>(interface, budget, form.uses_own_answers);
  } catch (const Undecided& why) {
    throw base::ToolError(std::string("no strategy was made: ") + why.what());
  }
  const Semantics semantics(interface);
  const Indices& met = form.answers->met();
  form.met = rules_of(interface, semantics, [&](const Rule& rule) {
    return rule.kind == Rule::Kind::range ||
           std::ranges::binary_search(met, rule.index);
  });
  form.promised = {semantics.promise(true), semantics.promise(false)};
  const auto both = [&](Term a, Term b) {
    return interface.terms->logical_and(a, b);
  };
  form.running = {both(form.met.first, form.promised.first),
                  both(form.met.later, form.promised.later)};
  model::StepSystem out = system_of(interface, std::move(form));
  out.goals.push_back({goal_of(notion), "", {}, {}, model::GoalKind::other});
  return out;
}

model::StepSystem conflict_form(const model::Interface& interface,
                                const Indices& contracts,
                                const std::vector<TraceStep>& run) {
  const Semantics semantics(interface);
  Form form;
  form.running = rules_of(interface, semantics, [&](const Rule& rule) {
    return rule.kind != Rule::Kind::contract ||
           std::ranges::binary_search(contracts, rule.index);
  });
  model::StepSystem out = system_of(interface, std::move(form));
  out.encoder = std::make_shared<ConflictEncoder>(out.encoder, run);
  out.goals.push_back({kAnswered, "", {}, {}, model::GoalKind::other});
  return out;
}

}  // namespace catenary::engine::contract
