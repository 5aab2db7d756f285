// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/circuit/step_form.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
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

/// What holds at a first or a later step.
struct Formulas {
  Term valid;
  std::vector<Term> hits;
};

class InterfaceEncoder final : public model::Encoder {
 public:
  InterfaceEncoder(const model::Interface& interface,
                   const std::vector<model::Variable>& inputs,
                   const std::vector<TestGoal>& goals)
      : interface_(interface), inputs_(inputs) {
    const Semantics semantics(interface);
    for (const bool first : {true, false}) {
      Formulas& f = first ? first_ : later_;
      f.valid = interface.terms->logical_and(semantics.theta(first),
                                             semantics.promise(first));
      for (const TestGoal& g : goals) {
        f.hits.push_back(first ? g.target.first : g.target.later);
      }
    }
  }

  [[nodiscard]] model::Encoding encode(
      logic::TermManager& terms,
      const model::EncodeOptions& /*options*/,
      const base::Budget& /*budget*/) const override {
    model::Encoding out;
    WordForm words(terms);
    out.init = idle(terms);
    out.step = idle(terms);
    auto slot = [offset = std::size_t{0}](const std::string& name,
                                          std::size_t size,
                                          Term variable) mutable {
      model::StateSlot s;
      s.name = name;
      s.offset = offset;
      s.size = size;
      s.variable = variable;
      offset += size;
      return s;
    };
    // Whether there was a step before.
    const Term begun =
        terms.variable("state:0", logic::Sort::bitvec(kByteBits));
    out.state.push_back(slot("begun", 1, begun));
    out.init.next.push_back(terms.bitvec(kByteBits, 0));
    out.step.next.push_back(terms.bitvec(kByteBits, 1));
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const model::InterfaceVariable& v = interface_.variables[i];
      const std::size_t size = size_bytes(inputs_[i].type);
      const auto bits = static_cast<std::uint32_t>(kByteBits * size);
      const Term now = terms.variable("input:" + std::to_string(i),
                                      logic::Sort::bitvec(bits));
      const Term before = terms.variable("state:" + std::to_string(i + 1),
                                         logic::Sort::bitvec(bits));
      out.inputs.push_back(now);
      out.state.push_back(slot(v.name, size, before));
      // Before the first step a variable has no value.
      out.init.next.push_back(terms.bitvec(bits, 0));
      out.step.next.push_back(now);
      words.set(v.now, value_of(terms, v, now));
      words.set(v.before, value_of(terms, v, before));
    }
    const Term is_later = terms.equal(begun, terms.bitvec(kByteBits, 1));
    const auto by_phase = [&](Term first, Term later) {
      return terms.ite(
          is_later, words.translate(later), words.translate(first));
    };
    model::EncodedPart& step = out.step;
    step.running = by_phase(first_.valid, later_.valid);
    step.discarded = terms.logical_not(step.running);
    for (std::size_t g = 0; g < first_.hits.size(); ++g) {
      const Term hit = by_phase(first_.hits[g], later_.hits[g]);
      step.hits.push_back(terms.logical_and(step.running, hit));
      out.init.hits.push_back(terms.boolean(false));
    }
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
  /// A part that does nothing, and goes on.
  static model::EncodedPart idle(logic::TermManager& terms) {
    const Term no = terms.boolean(false);
    model::EncodedPart out;
    out.running = terms.boolean(true);
    out.ended = out.discarded = out.crashed = out.unfaithful = no;
    out.final = out.running;
    return out;
  }

  static Term value_of(logic::TermManager& terms,
                       const model::InterfaceVariable& variable,
                       Term bits) {
    if (variable.sort().kind() != SortKind::boolean) return bits;
    return terms.equal(bits, terms.bitvec(kByteBits, 1));
  }

  const model::Interface& interface_;
  std::vector<model::Variable> inputs_;
  Formulas first_, later_;
};

}  // namespace

model::StepSystem step_form(const model::Interface& interface,
                            const std::vector<TestGoal>& goals) {
  model::StepSystem out;
  out.name = interface.name;
  out.kind = "req";
  out.path = interface.path;
  out.sha256 = interface.sha256;
  for (const model::InterfaceVariable& v : interface.variables) {
    out.inputs.push_back(input_of(v));
  }
  for (const TestGoal& g : goals) {
    out.goals.push_back(
        {g.id, g.text, {}, g.where, model::GoalKind::requirement});
  }
  out.encoder =
      std::make_shared<InterfaceEncoder>(interface, out.inputs, goals);
  return out;
}

}  // namespace catenary::engine::contract
