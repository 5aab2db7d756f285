// SPDX-License-Identifier: Apache-2.0
/// \file
/// Native runs against the encoding: the same inputs, the same states, and
/// whatever differs. Random, but the same for the same seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "logic/term/evaluate/evaluate.h"
#include "model/step/encoding.h"
#include "model/step/step_system.h"

namespace catenary::program::test {

struct OracleOptions {
  std::uint64_t seed = 1;
  unsigned runs = 10;
  unsigned steps = 20;        ///< of one run
  bool random_states = true;  ///< also from states that no run reaches
  model::EncodeOptions encode;
};

struct Comparison {
  std::string difference;        ///< the first one; "" where there is none
  std::uint64_t compared = 0;    ///< steps and initialisations
  std::uint64_t unfaithful = 0;  ///< of which the encoding says nothing
  std::string why_unfaithful;    ///< the last reason
  model::EncodingStats stats;
};

class EncodingOracle {
 public:
  EncodingOracle(const model::StepSystem& system, const OracleOptions& options)
      : system_(system),
        options_(options),
        rng_(options.seed),
        encoding_(system.encoder->encode(terms_, options.encode, {})),
        stepper_(system.factory->make()) {
    out_.stats = encoding_.stats;
  }

  [[nodiscard]] const model::Encoding& encoding() const { return encoding_; }

  [[nodiscard]] Comparison run() {
    for (unsigned r = 0; r < options_.runs && ok(); ++r) {
      place_ = "run " + std::to_string(r) + ", initialisation";
      if (!initialise()) continue;
      for (unsigned s = 0; s < options_.steps && ok(); ++s) {
        place_ = "run " + std::to_string(r) + ", step " + std::to_string(s + 1);
        if (!step()) break;
      }
    }
    return out_;
  }

 private:
  using Outcome = model::StepOutcome;

  [[nodiscard]] bool ok() const { return out_.difference.empty(); }
  void differ(const std::string& what,
              const std::string& native,
              const std::string& encoded) {
    if (!ok()) return;
    out_.difference = place_ + ": " + what + " is " + native + " natively, " +
                      encoded + " in the encoding (" + given_ + ")";
  }

  /// A value of the machine type: mostly small, extreme or of the domain.
  logic::Value random_value(const model::Variable& v) {
    if (!v.domain.empty() && rng_.below(2) == 0) {
      return v.domain[rng_.below(v.domain.size())];
    }
    const std::size_t bytes = model::size_bytes(v.type);
    std::byte raw[8] = {};
    const std::uint64_t bits = random_bits();
    for (std::size_t i = 0; i < bytes; ++i) {
      raw[i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
    }
    if (v.type == model::ScalarType::float32 && rng_.below(2) == 0) {
      return logic::Value::float32(
          static_cast<float>(static_cast<int>(rng_.below(400)) - 200) / 4.0F);
    }
    if (v.type == model::ScalarType::float64 && rng_.below(2) == 0) {
      return logic::Value::float64(
          (static_cast<double>(rng_.below(4000)) - 2000.0) / 8.0);
    }
    return model::decode_scalar(v.type, raw);
  }
  std::uint64_t random_bits() {
    switch (rng_.below(5)) {
      case 0:
        return rng_.below(8);
      case 1:
        return 0 - rng_.below(5);
      case 2:
        return std::uint64_t{1} << rng_.below(64);
      case 3:
        return rng_.below(300);
      default:
        return rng_.next();
    }
  }

  /// Values for the variables of a letter, as bytes and in the assignment.
  std::vector<std::byte> random_letter(
      const std::vector<model::Variable>& variables,
      const std::vector<logic::Term>& terms,
      std::size_t bytes,
      logic::Assignment& values) {
    std::vector<std::byte> letter(bytes + 8);
    for (std::size_t k = 0; k < variables.size(); ++k) {
      const logic::Value v = random_value(variables[k]);
      model::encode_scalar(
          variables[k].type, v, letter.data() + variables[k].offset);
      values.set(terms[k], model::machine_bits(variables[k].type, v));
      given_ += variables[k].name + "=" + v.to_string() + " ";
    }
    return letter;
  }

  bool initialise() {
    given_.clear();
    logic::Assignment values;
    const std::vector<std::byte> letter =
        random_letter(system_.initial,
                      encoding_.initial,
                      system_.initial_letter_bytes(),
                      values);
    return compare(
        encoding_.init, values, [&] { return stepper_->reset(letter.data()); });
  }

  bool step() {
    given_.clear();
    logic::Assignment values;
    std::vector<std::byte> packed(stepper_->state_bytes());
    stepper_->save(packed.data());
    mutate(packed);
    for (std::size_t k = 0; k < encoding_.state.size(); ++k) {
      const model::StateSlot& slot = encoding_.state[k];
      const logic::Value v = slot.address
                                 ? addresses_.at(k)
                                 : model::slot_value(slot, packed.data());
      values.set(slot.variable, v);
      given_ += slot.name + "=" + v.to_string() + " ";
    }
    const std::vector<std::byte> letter = random_letter(
        system_.inputs, encoding_.inputs, system_.letter_bytes(), values);
    stepper_->load(packed.data());
    return compare(
        encoding_.step, values, [&] { return stepper_->step(letter.data()); });
  }

  /// Another value for a part of the state.
  void mutate(std::vector<std::byte>& packed) {
    if (!options_.random_states || encoding_.state.empty()) return;
    while (rng_.below(3) == 0) {
      const model::StateSlot& slot =
          encoding_.state[rng_.below(encoding_.state.size())];
      if (slot.address) continue;
      const std::uint64_t bits = random_bits();
      for (std::size_t i = 0; i < slot.size; ++i) {
        packed[slot.offset + i] =
            static_cast<std::byte>(bits >> (8 * i) & 0xff);
      }
    }
  }

  /// Whether the run goes on.
  template <typename Native>
  bool compare(const model::EncodedPart& part,
               const logic::Assignment& values,
               Native native) {
    logic::Evaluator evaluator(values);
    const auto holds = [&](logic::Term t) {
      const auto v = evaluator.evaluate(t);
      if (!v) {
        differ("a condition", "known", evaluator.why_not());
        return false;
      }
      return v->as_bool();
    };
    const std::pair<Outcome, bool> outcomes[] = {
        {Outcome::running, holds(part.running)},
        {Outcome::ended, holds(part.ended)},
        {Outcome::discarded, holds(part.discarded)},
        {Outcome::crashed, holds(part.crashed)},
        {Outcome::unsupported, holds(part.unfaithful)}};
    std::string encoded;
    for (const auto& [outcome, is] : outcomes) {
      if (is)
        encoded += (encoded.empty() ? "" : "+") +
                   std::string(model::to_string(outcome));
    }
    const model::EncodedPart::Stop* first = nullptr;
    for (const auto& stop : part.stops) {
      if (first == nullptr && holds(stop.when)) first = &stop;
    }
    if (!ok()) return false;
    if (encoded == "unsupported") {
      ++out_.unfaithful;
      if (first != nullptr) out_.why_unfaithful = first->event.text;
      return false;
    }
    const Outcome outcome = native();
    ++out_.compared;
    if (encoded != model::to_string(outcome)) {
      differ("the outcome", model::to_string(outcome), encoded);
      return false;
    }
    for (std::size_t g = 0; g < system_.goals.size(); ++g) {
      const bool hit = (stepper_->hits()[g / 64] >> (g % 64) & 1) != 0;
      if (holds(part.hits[g]) != hit) {
        differ("goal " + system_.goals[g].id,
               hit ? "hit" : "not hit",
               hit ? "not hit" : "hit");
      }
    }
    if (outcome != Outcome::running) {
      const std::string text = stepper_->event().text;
      const std::string told = first != nullptr ? first->event.text : "nothing";
      if (text != told) differ("the event", text, told);
      if (outcome == Outcome::ended) compare_outputs(part, evaluator);
      return false;
    }
    compare_state(part, evaluator);
    return ok();
  }

  logic::Value value(logic::Evaluator& evaluator, logic::Term t) {
    const auto v = evaluator.evaluate(t);
    if (!v) differ("a value", "known", evaluator.why_not());
    return v ? *v : logic::default_value(t.sort());
  }

  void compare_outputs(const model::EncodedPart& part,
                       logic::Evaluator& evaluator) {
    for (std::size_t k = 0; k < system_.outputs.size(); ++k) {
      const logic::Value native = stepper_->output(k);
      const logic::Value encoded = model::from_machine_bits(
          system_.outputs[k].type, value(evaluator, part.outputs[k]));
      if (native != encoded) {
        differ("output " + system_.outputs[k].name,
               native.to_string(),
               encoded.to_string());
      }
    }
  }

  void compare_state(const model::EncodedPart& part,
                     logic::Evaluator& evaluator) {
    std::vector<std::byte> packed(stepper_->state_bytes());
    stepper_->save(packed.data());
    addresses_.clear();
    for (std::size_t k = 0; k < encoding_.state.size(); ++k) {
      const model::StateSlot& slot = encoding_.state[k];
      const logic::Value encoded = value(evaluator, part.next[k]);
      addresses_.push_back(encoded);
      if (slot.address) continue;
      const logic::Value native = model::slot_value(slot, packed.data());
      const logic::Sort sort =
          slot.size == 4 ? logic::Sort::float32() : logic::Sort::float64();
      const bool same =
          slot.floating ? logic::Value::floating(sort, native.as_bits()) ==
                              logic::Value::floating(sort, encoded.as_bits())
                        : native == encoded;
      if (!same) differ(slot.name, native.to_string(), encoded.to_string());
    }
    compare_outputs(part, evaluator);
    const bool is_final = value(evaluator, part.final).as_bool();
    if (is_final != stepper_->at_final()) {
      differ("final", is_final ? "false" : "true", is_final ? "true" : "false");
    }
  }

  const model::StepSystem& system_;
  OracleOptions options_;
  base::Rng rng_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  std::unique_ptr<model::Stepper> stepper_;
  std::vector<logic::Value> addresses_;
  std::string place_, given_;
  Comparison out_;
};

/// The first difference between native runs and the encoding; "" for none.
[[nodiscard]] inline std::string compare(const model::StepSystem& system,
                                         std::uint64_t seed,
                                         unsigned runs,
                                         unsigned steps) {
  OracleOptions options;
  options.seed = seed;
  options.runs = runs;
  options.steps = steps;
  return EncodingOracle(system, options).run().difference;
}

}  // namespace catenary::program::test
