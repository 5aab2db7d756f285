// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems: the machine representation of letters, alphabets, simulation.
#include "model/step/step_system.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"
#include "logic/value/machine_float.h"
#include "model/step/input_value.h"
#include "model/step/letter.h"

namespace catenary::model {

namespace {

/// "More than anybody can explore": sums and products of sizes stop here.
constexpr std::uint64_t kSaturated = std::uint64_t{1} << 63;

/// Rounds up to a multiple of the alignment.
std::size_t aligned(std::size_t offset, std::size_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

/// Natural alignment, as a C struct would have; the size of a letter is a
/// multiple of the largest alignment, so that letters in a row stay aligned.
void lay_out_letter(std::vector<Variable>& variables) {
  std::size_t offset = 0;
  for (Variable& v : variables) {
    offset = aligned(offset, size_bytes(v.type));
    v.offset = offset;
    offset += size_bytes(v.type);
  }
}

/// The size of a letter, with the bytes that fill it up.
std::size_t bytes_of_letter(std::span<const Variable> variables) {
  std::size_t end = 0;
  std::size_t alignment = 1;
  for (const Variable& v : variables) {
    end = std::max(end, v.offset + size_bytes(v.type));
    alignment = std::max(alignment, size_bytes(v.type));
  }
  return aligned(end, alignment);
}

/// memcpy instead of a cast: the bytes may be unaligned.
template <typename T>
void put(T v, std::byte* out) {
  std::memcpy(out, &v, sizeof v);
}

/// The inverse of put().
template <typename T>
T get(const std::byte* in) {
  T v;
  std::memcpy(&v, in, sizeof v);
  return v;
}

/// An integer value as T. Requires: it fits (checked).
template <typename T>
void put_integer(const logic::Value& value, std::byte* out) {
  const mpz_class& v = value.as_integer();
  mpz_class lowest;
  mpz_class highest;
  const mpz_class one = 1;
  if constexpr (std::is_signed_v<T>) {
    lowest = -(one << (8 * sizeof(T) - 1));
    highest = (one << (8 * sizeof(T) - 1)) - 1;
  } else {
    highest = (one << (8 * sizeof(T))) - 1;
  }
  CATENARY_CHECK(v >= lowest && v <= highest,
                 "an integer fits the type it is stored in");
  // GMP has no functions for single widths; the value is known to fit.
  put(v < 0 ? static_cast<T>(mpz_get_si(v.get_mpz_t()))
            : static_cast<T>(mpz_get_ui(v.get_mpz_t())),
      out);
}

/// GMP has no constructor from std::uint64_t where that type is not a long.
logic::Value unsigned_value(std::uint64_t v) {
  static_assert(sizeof(unsigned long) == sizeof v);
  return logic::Value::integer(mpz_class(static_cast<unsigned long>(v)));
}

/// The observations after a call of the stepper.
SimulatedStep observe(const StepSystem& system,
                      Stepper& stepper,
                      StepOutcome outcome) {
  SimulatedStep step;
  step.outcome = outcome;
  step.called = stepper.called();
  const std::uint64_t* hits = stepper.hits();
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    if ((hits[g / 64] >> (g % 64) & 1) != 0) step.hits.push_back(g);
  }
  // Outputs of an incomplete step have no meaning.
  if (outcome == StepOutcome::running) {
    for (std::size_t i = 0; i < system.outputs.size(); ++i) {
      step.outputs.push_back(stepper.output(i));
    }
  } else {
    step.event = stepper.event();
  }
  return step;
}

}  // namespace

bool is_state_machine(std::string_view kind) {
  return kind == "uml" || kind == "sm" || kind == "art";
}

const char* to_string(ScalarType type) {
  switch (type) {
    case ScalarType::boolean:
      return "bool";
    case ScalarType::int8:
      return "int8";
    case ScalarType::uint8:
      return "uint8";
    case ScalarType::int16:
      return "int16";
    case ScalarType::uint16:
      return "uint16";
    case ScalarType::int32:
      return "int32";
    case ScalarType::uint32:
      return "uint32";
    case ScalarType::int64:
      return "int64";
    case ScalarType::uint64:
      return "uint64";
    case ScalarType::float32:
      return "float32";
    case ScalarType::float64:
      return "float64";
  }
  return "bool";
}

std::size_t size_bytes(ScalarType type) {
  switch (type) {
    case ScalarType::boolean:
    case ScalarType::int8:
    case ScalarType::uint8:
      return 1;
    case ScalarType::int16:
    case ScalarType::uint16:
      return 2;
    case ScalarType::int32:
    case ScalarType::uint32:
    case ScalarType::float32:
      return 4;
    case ScalarType::int64:
    case ScalarType::uint64:
    case ScalarType::float64:
      return 8;
  }
  return 1;
}

const char* to_string(StepOutcome outcome) {
  switch (outcome) {
    case StepOutcome::running:
      return "running";
    case StepOutcome::ended:
      return "ended";
    case StepOutcome::discarded:
      return "discarded";
    case StepOutcome::crashed:
      return "crashed";
    case StepOutcome::hung:
      return "hung";
    case StepOutcome::unsupported:
      return "unsupported";
  }
  return "unsupported";
}

void Stepper::output_bytes(std::size_t index, ScalarType type, std::byte* out) {
  // Steppers that have the bytes at hand need not make a value first.
  encode_scalar(type, output(index), out);
}

void StepSystem::lay_out() {
  lay_out_letter(inputs);
  lay_out_letter(initial);
}

std::size_t StepSystem::letter_bytes() const {
  return bytes_of_letter(inputs);
}

std::size_t StepSystem::initial_letter_bytes() const {
  return bytes_of_letter(initial);
}

bool StepSystem::exhaustive(std::string* why_not) const {
  for (const auto* variables : {&initial, &inputs}) {
    for (const Variable& v : *variables) {
      if (v.exhaustive) continue;
      if (why_not != nullptr) *why_not = v.why_not_exhaustive;
      return false;
    }
  }
  return true;
}

void encode_scalar(ScalarType type, const logic::Value& value, std::byte* out) {
  switch (type) {
    case ScalarType::boolean:
      return put<std::uint8_t>(value.as_bool() ? 1 : 0, out);
    case ScalarType::int8:
      return put_integer<std::int8_t>(value, out);
    case ScalarType::uint8:
      return put_integer<std::uint8_t>(value, out);
    case ScalarType::int16:
      return put_integer<std::int16_t>(value, out);
    case ScalarType::uint16:
      return put_integer<std::uint16_t>(value, out);
    case ScalarType::int32:
      return put_integer<std::int32_t>(value, out);
    case ScalarType::uint32:
      return put_integer<std::uint32_t>(value, out);
    case ScalarType::int64:
      return put_integer<std::int64_t>(value, out);
    case ScalarType::uint64:
      return put_integer<std::uint64_t>(value, out);
    // Bits are copied, so that a NaN keeps its own.
    case ScalarType::float32:
      CATENARY_CHECK(value.sort() == logic::Sort::float32(),
                     "a float is needed");
      return put(static_cast<std::uint32_t>(value.as_bits().get_ui()), out);
    case ScalarType::float64:
      CATENARY_CHECK(value.sort() == logic::Sort::float64(),
                     "a double is needed");
      return put(static_cast<std::uint64_t>(value.as_bits().get_ui()), out);
  }
}

logic::Value decode_scalar(ScalarType type, const std::byte* in) {
  using logic::Value;
  switch (type) {
    case ScalarType::boolean:
      return Value::boolean(get<std::uint8_t>(in) != 0);
    case ScalarType::int8:
      return Value::integer(static_cast<long long>(get<std::int8_t>(in)));
    case ScalarType::uint8:
      return Value::integer(static_cast<long long>(get<std::uint8_t>(in)));
    case ScalarType::int16:
      return Value::integer(static_cast<long long>(get<std::int16_t>(in)));
    case ScalarType::uint16:
      return Value::integer(static_cast<long long>(get<std::uint16_t>(in)));
    case ScalarType::int32:
      return Value::integer(static_cast<long long>(get<std::int32_t>(in)));
    case ScalarType::uint32:
      return Value::integer(static_cast<long long>(get<std::uint32_t>(in)));
    case ScalarType::int64:
      return Value::integer(static_cast<long long>(get<std::int64_t>(in)));
    case ScalarType::uint64:
      return unsigned_value(get<std::uint64_t>(in));
    // As numbers: here a NaN has no bits of its own; see decode_input().
    case ScalarType::float32:
      return Value::float32(get<float>(in));
    case ScalarType::float64:
      return Value::float64(get<double>(in));
  }
  return {};
}

logic::Value decode_input(ScalarType type, const std::byte* in) {
  using logic::Sort;
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
  switch (type) {
    case ScalarType::float32:
      // With the bits of a NaN, which the program may look at.
      return logic::machine_float(Sort::float32(), get<std::uint32_t>(in));
    case ScalarType::float64:
      return logic::machine_float(
          Sort::float64(),
          mpz_class(static_cast<unsigned long>(get<std::uint64_t>(in))));
    default:
      return decode_scalar(type, in);
  }
}

std::vector<logic::Value> values_in(const std::vector<Variable>& variables,
                                    const std::byte* letter) {
  std::vector<logic::Value> values;
  values.reserve(variables.size());
  for (const Variable& v : variables) {
    values.push_back(decode_input(v.type, letter + v.offset));
  }
  return values;
}

std::uint64_t Alphabet::size_of(std::span<const Variable> variables) {
  std::uint64_t product = 1;
  // An empty domain anywhere leaves no letter, whatever the others are.
  for (const Variable& v : variables) {
    if (v.domain.empty()) return 0;
  }
  for (const Variable& v : variables) {
    const std::uint64_t n = v.domain.size();
    // Saturates before the product can overflow.
    if (product > kSaturated / n) return kSaturated;
    product *= n;
  }
  return product;
}

Alphabet::Alphabet(std::span<const Variable> variables)
    : variables_(variables.begin(), variables.end()),
      stride_(bytes_of_letter(variables)),
      count_(size_of(variables)) {
  CATENARY_CHECK(count_ < kSaturated, "an alphabet fits the memory");
  // A letter without variables still has an address.
  bytes_.resize(std::max<std::size_t>(count_ * stride_, 1));
  // The first variable changes slowest: its values are repeated in blocks of
  // `run` letters.
  std::uint64_t run = count_;  // letters in a row with the same value
  for (const Variable& v : variables_) {
    if (count_ == 0) break;
    run /= v.domain.size();
    std::vector<std::byte> encoded(v.domain.size() * size_bytes(v.type));
    for (std::size_t i = 0; i < v.domain.size(); ++i) {
      encode_scalar(
          v.type, v.domain[i], encoded.data() + i * size_bytes(v.type));
    }
    for (std::size_t l = 0; l < count_; ++l) {
      const std::size_t which = l / run % v.domain.size();
      std::memcpy(bytes_.data() + l * stride_ + v.offset,
                  encoded.data() + which * size_bytes(v.type),
                  size_bytes(v.type));
    }
  }
}

std::vector<logic::Value> Alphabet::values(std::size_t index) const {
  CATENARY_CHECK(index < count_, "no letter of that index");
  std::vector<logic::Value> values;
  // As in the constructor.
  std::uint64_t run = count_;
  for (const Variable& v : variables_) {
    run /= v.domain.size();
    values.push_back(v.domain[index / run % v.domain.size()]);
  }
  return values;
}

Simulation simulate(const StepSystem& system,
                    Stepper& stepper,
                    const Trace& trace) {
  Simulation result;
  const auto initial =
      letter_with(system.initial, trace.initial, system.initial_letter_bytes());
  StepOutcome outcome = stepper.reset(initial.data());
  result.initial = observe(system, stepper, outcome);
  for (const auto& inputs : trace.steps) {
    // After the end of a run nothing can follow.
    if (outcome != StepOutcome::running) break;
    const auto letter =
        letter_with(system.inputs, inputs, system.letter_bytes());
    outcome = stepper.step(letter.data());
    result.steps.push_back(observe(system, stepper, outcome));
  }
  // A run that was cut off by a crash does not end in a state.
  if (outcome == StepOutcome::running) {
    result.ends_final = system.any_state_final || stepper.at_final();
  } else {
    result.ends_final = outcome == StepOutcome::ended && system.any_state_final;
  }
  return result;
}

}  // namespace catenary::model
