// SPDX-License-Identifier: Apache-2.0
/// \file
/// The inputs that a conformance check tries.
///
/// Method: equivalence partitioning. Two values of an input are equivalent if
/// neither the program (model::Variable::class_starts) nor the interface
/// (Beliefs::classes()) distinguishes them, and the program does not copy the
/// value into an output or its state. One representative of each class is
/// enough for a proof.
#include <algorithm>
#include <utility>

#include "engine/contract/refinement/conformance_search.h"

namespace catenary::engine::contract {

namespace {

using logic::SortKind;
using logic::Value;
using model::InterfaceVariable;

/// Variables with more values are not listed completely; then nothing is
/// proved.
constexpr std::uint64_t kMostValues = std::uint64_t{1} << 16;
/// Shorter lists are not reduced to classes unless there are too many inputs: a
/// run is easier to read when every value is itself.
constexpr std::size_t kFew = 16;

/// The number of values in a variable's range; the largest number if it does
/// not fit.
std::uint64_t count_of(const InterfaceVariable& v) {
  if (v.sort().kind() == SortKind::boolean) return 2;
  if (v.sort().kind() == SortKind::enumeration) {
    return v.sort().enumerators().values.size();
  }
  const mpz_class count = v.hi->as_integer() - v.lo->as_integer() + 1;
  return count.fits_ulong_p() ? count.get_ui() : ~std::uint64_t{0};
}

/// The value at a position in the range.
Value value_at(const InterfaceVariable& v, std::uint64_t index) {
  if (v.sort().kind() == SortKind::integer) {
    return Value::integer(mpz_class(v.lo->as_integer() + mpz_class(index)));
  }
  return logic::nth_value(v.sort(), index);
}

/// a <= b, for values of one machine type.
bool at_most(const Value& a, const Value& b) {
  switch (a.kind()) {
    case SortKind::boolean:
      return !a.as_bool() || b.as_bool();
    case SortKind::floating:
      return a.as_double() <= b.as_double();
    default:
      return a.as_integer() <= b.as_integer();
  }
}

/// The number of combinations, at most 2^62.
std::uint64_t product(const std::vector<std::vector<Value>>& of) {
  std::uint64_t out = 1;
  for (const std::vector<Value>& v : of) {
    if (v.empty()) return 0;
    if (out > (std::uint64_t{1} << 62) / v.size())
      return std::uint64_t{1} << 62;
    out *= v.size();
  }
  return out;
}

/// Appends a text to a list for people.
void add(std::string& to, const std::string& text) {
  to += (to.empty() ? "" : "; ") + text;
}

/// Makes the Tries of one check.
class Maker {
 public:
  Maker(const model::StepSystem& system,
        const model::Interface& interface,
        const Binding& binding,
        Beliefs& beliefs)
      : system_(system),
        interface_(interface),
        binding_(binding),
        beliefs_(beliefs) {}

  Tries make(std::uint64_t max_letters);

 private:
  /// Sets the values of an input: those of its variable that the program takes,
  /// or the domain of the system.
  void list(std::uint32_t input);
  /// Keeps one value of each class, if classes are known to be sound here.
  void reduce(std::uint32_t input);
  /// Leaves out values of the longest list, half of them at a time and the ends
  /// last, until there are few enough inputs. Then nothing is proved.
  void thin(std::uint64_t max_letters);
  /// Whether the program may copy the value of an input into an output or its
  /// state, where different values are different.
  [[nodiscard]] bool held(std::uint32_t input) const;

  const model::StepSystem& system_;
  const model::Interface& interface_;
  const Binding& binding_;
  Beliefs& beliefs_;
  /// By input, as values of the system.
  std::vector<std::vector<Value>> values_;
  Tries out_;
};

/// If the value may be copied, no value of a class stands for another.
bool Maker::held(std::uint32_t input) const {
  const auto in = [input](const model::Holds& h) {
    return std::find(h.inputs.begin(), h.inputs.end(), input) != h.inputs.end();
  };
  for (const model::Variable& o : system_.outputs) {
    if (in(o.holds)) return true;
  }
  for (const model::StateField& f : system_.state) {
    for (const model::StateScalar& s : f.scalars) {
      if (in(s.holds)) return true;
    }
  }
  return false;
}

void Maker::list(std::uint32_t input) {
  const model::Variable& signal = system_.inputs[input];
  std::vector<Value>& values = values_[input];
  const auto variable = binding_.variable_of_input(input);
  if (!variable) {
    values = signal.domain;
    if (!signal.exhaustive) {
      add(out_.why_not_all,
          "not all values of " + signal.name +
              " were tried: " + signal.why_not_exhaustive);
    }
    return;
  }
  const InterfaceVariable& v = interface_.variables[*variable];
  const std::uint64_t count = count_of(v);
  const bool all = count <= kMostValues;
  if (!all) {
    add(out_.why_not_all, v.name + " has " + std::to_string(count) + " values");
  }
  std::uint64_t missing = 0;
  // Too many values: the lower and the upper end of the range.
  const std::uint64_t listed = all ? count : kMostValues;
  for (std::uint64_t i = 0; i < listed; ++i) {
    const std::uint64_t index = all              ? i
                                : i < listed / 2 ? i
                                                 : count - (listed - i);
    const auto value =
        binding_.to_signal(*variable, value_at(v, index), signal.lo.sort());
    if (value && at_most(signal.lo, *value) && at_most(*value, signal.hi)) {
      values.push_back(*value);
    } else {
      // Such inputs cannot be given to the program, so the claim excludes them.
      ++missing;
    }
  }
  if (missing > 0) {
    add(out_.left_out,
        std::to_string(missing) + " of " + std::to_string(count) +
            " values of " + v.name + ", which the program does not take");
  }
}

/// Keeps one value of each class that neither side distinguishes.
void Maker::reduce(std::uint32_t input) {
  const model::Variable& signal = system_.inputs[input];
  const auto variable = binding_.variable_of_input(input);
  // Several representatives of a class stand for it only together with those of
  // other inputs.
  if (signal.domain.size() != signal.class_starts.size()) return;
  if (!variable || signal.class_starts.empty() || !signal.exhaustive ||
      held(input)) {
    return;
  }
  const InterfaceVariable& v = interface_.variables[*variable];
  if (v.sort().kind() != SortKind::integer || count_of(v) > kMostValues) return;
  const std::vector<std::int64_t> leader = beliefs_.classes(*variable);
  std::vector<std::pair<std::int64_t, std::size_t>> seen;
  std::vector<Value> kept;
  for (const Value& value : values_[input]) {
    const auto number =
        static_cast<std::size_t>(value.as_int64() - v.lo->as_int64());
    // The last class that starts at or below the value.
    std::size_t of_program = signal.class_starts.size() - 1;
    while (of_program > 0 && !at_most(signal.class_starts[of_program], value)) {
      --of_program;
    }
    // The common refinement of both partitions.
    const std::pair key{leader[number], of_program};
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
    seen.push_back(key);
    kept.push_back(value);
  }
  values_[input] = std::move(kept);
}

/// Leaves out values in the middle of the longest list, until there are few
/// enough inputs.
void Maker::thin(std::uint64_t max_letters) {
  const std::uint64_t all = product(values_);
  if (all <= max_letters) return;
  while (product(values_) > max_letters) {
    const auto longest = std::max_element(
        values_.begin(), values_.end(), [](const auto& a, const auto& b) {
          return a.size() < b.size();
        });
    if (longest->size() <= 1) break;
    const std::size_t half = (longest->size() + 1) / 2;
    std::vector<Value> kept;
    for (std::size_t i = 0; i < half; ++i) {
      const std::size_t at =
          half == 1 ? 0 : i * (longest->size() - 1) / (half - 1);
      kept.push_back((*longest)[at]);
    }
    *longest = std::move(kept);
  }
  add(out_.why_not_all,
      "a step has " + std::to_string(all) + " inputs, of which " +
          std::to_string(product(values_)) + " were tried");
}

Tries Maker::make(std::uint64_t max_letters) {
  values_.resize(system_.inputs.size());
  for (std::uint32_t i = 0; i < system_.inputs.size(); ++i) {
    list(i);
    // Classes shorten long lists always, short ones only if needed.
    if (values_[i].size() > kFew) reduce(i);
  }
  if (product(values_) > max_letters) {
    for (std::uint32_t i = 0; i < system_.inputs.size(); ++i) reduce(i);
  }
  thin(max_letters);
  out_.inputs = system_.inputs;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    out_.inputs[i].domain = std::move(values_[i]);
  }
  out_.initial = system_.initial;
  for (const model::Variable& v : system_.initial) {
    if (v.exhaustive) continue;
    add(out_.why_not_all,
        "not all values of " + v.name + " were tried: " + v.why_not_exhaustive);
  }
  return std::move(out_);
}

}  // namespace

Tries tries_for(const model::StepSystem& system,
                const model::Interface& interface,
                const Binding& binding,
                std::uint64_t max_letters,
                Beliefs& beliefs) {
  return Maker(system, interface, binding, beliefs).make(max_letters);
}

}  // namespace catenary::engine::contract
