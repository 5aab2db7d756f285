// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/fmu/bindings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>

#include "base/error.h"
#include "base/printable.h"
#include "logic/value/as_sort.h"

namespace catenary::exec::fmu {
namespace {

using logic::Value;

constexpr std::size_t kMostProblems = 20;

/// What a signal is to the system.
enum class Role : std::uint8_t { input, initial, output };

const char* name_of(Role role) {
  switch (role) {
    case Role::input:
      return "input";
    case Role::initial:
      return "initial choice";
    case Role::output:
      break;
  }
  return "output";
}

/// Type names of suites; "" for what no signal can be.
const char* machine_type(Type type, int version) {
  switch (type) {
    case Type::float32:
      return "float32";
    case Type::float64:
      return "float64";
    case Type::int8:
      return "int8";
    case Type::uint8:
      return "uint8";
    case Type::int16:
      return "int16";
    case Type::uint16:
      return "uint16";
    case Type::int32:
      return "int32";
    case Type::uint32:
      return "uint32";
    case Type::int64:
      return "int64";
    case Type::uint64:
      return "uint64";
    case Type::boolean:
      return "bool";
    case Type::enumeration:
      return version == 2 ? "int32" : "int64";
    default:
      return "";
  }
}

bool is_integer(const std::string& type) {
  return type.rfind("int", 0) == 0 || type.rfind("uint", 0) == 0;
}

/// Whether a signal of the suite can be a variable of this type.
bool are_related(const suite::Signal& signal, const suite::Signal& machine) {
  const std::string& suite = signal.type;
  if (machine.type.empty()) return false;
  if (machine.type == "bool") return suite == "bool";
  if (is_integer(machine.type)) {
    return is_integer(suite) || suite == "enum" || suite == "bool";
  }
  return suite == "float32" || suite == "float64" || suite == "real";
}

/// Whether the standard lets the master do what the role needs.
bool is_accessible(const Variable& v, Role role) {
  switch (role) {
    case Role::input:
      return v.causality == Causality::input ||
             v.causality == Causality::parameter;
    case Role::initial:
      return v.has_start;
    case Role::output:
      return v.causality == Causality::output ||
             v.causality == Causality::local;
  }
  return false;
}

const char* expected_causality(Role role) {
  switch (role) {
    case Role::input:
      return "input";
    case Role::initial:
      return "parameter, or a variable whose initial value may be set";
    case Role::output:
      break;
  }
  return "output or local";
}

class Binder {
 public:
  Binder(const suite::Signature& signature, const Package& package)
      : signature_(signature), package_(package) {
    for (const Variable& v : package.description.variables) {
      by_name_.emplace(v.name, &v);
    }
  }

  Bindings bind() {
    Bindings out;
    bind_all(signature_.inputs, Role::input, out.inputs);
    bind_all(signature_.initial, Role::initial, out.initial);
    bind_all(signature_.outputs, Role::output, out.outputs);
    if (!problems_.empty()) throw base::InputError(std::move(problems_));
    return out;
  }

 private:
  void bind_all(const std::vector<suite::Signal>& signals,
                Role role,
                std::vector<Binding>& out) {
    for (std::size_t i = 0; i < signals.size(); ++i) {
      const suite::Signal& signal = signals[i];
      const auto at = by_name_.find(signal.name);
      if (at == by_name_.end()) {
        if (!signal.derived) missing(signal, role);
        continue;
      }
      Binding b{i, *at->second, {}, {}};
      b.machine.name = signal.name;
      b.machine.type =
          machine_type(b.variable.type, package_.description.version);
      if (fits(signal, role, b)) out.push_back(std::move(b));
    }
  }

  bool fits(const suite::Signal& signal, Role role, Binding& b) {
    const Variable& v = b.variable;
    if (v.is_array) {
      return problem(v, subject(signal, role) + " is an array in the FMU");
    }
    if (!is_accessible(v, role)) {
      return problem(
          v,
          subject(signal, role) + " has causality '" + to_string(v.causality) +
              "' in the FMU; expected causality " + expected_causality(role));
    }
    if (!are_related(signal, b.machine)) {
      return problem(v,
                     subject(signal, role) + " is of type " + signal.type +
                         " in the suite but " +
                         to_string(v.type, package_.description.version) +
                         " in the FMU");
    }
    return signal.type != "enum" || v.items == nullptr ||
           number_enumerators(signal, role, b);
  }

  /// By name; every enumerator of the suite must be there.
  bool number_enumerators(const suite::Signal& signal, Role role, Binding& b) {
    for (const std::string& name : signal.enumeration->values) {
      const auto& items = b.variable.items->values;
      const auto at =
          std::ranges::find(items, name, [](const auto& i) { return i.first; });
      if (at == items.end()) {
        return problem(b.variable,
                       subject(signal, role) + " has the value " + name +
                           " in the suite, which the enumeration " +
                           base::printable(b.variable.items->name) +
                           " of the FMU does not have");
      }
      b.numbers.push_back(at->second);
    }
    return true;
  }

  static std::string subject(const suite::Signal& signal, Role role) {
    return "'" + signal.name + "', an " + name_of(role) + " of the suite,";
  }

  bool problem(const Variable& v, const std::string& text) {
    return problem(v.where, text);
  }
  bool problem(const base::SourceLocation& where, const std::string& text) {
    if (problems_.size() < kMostProblems) {
      problems_.push_back(
          {base::Severity::error, where, text, "fmu-signal", {}});
    }
    return false;
  }

  void missing(const suite::Signal& signal, Role role) {
    const Causality causality =
        role == Role::input ? Causality::input
                            : (role == Role::initial ? Causality::parameter
                                                     : Causality::output);
    std::string there;
    std::size_t count = 0;
    for (const Variable& v : package_.description.variables) {
      if (v.causality != causality || ++count > 10) continue;
      there += (there.empty() ? "" : ", ") + base::printable(v.name);
    }
    if (count > 10) there += ", ...";
    const std::string kind = to_string(causality);
    problem({package_.path, 0, 0},
            subject(signal, role) +
                " has no variable of this name in the "
                "FMU; it has " +
                (there.empty() ? "no variable of causality " + kind
                               : "of causality " + kind + ": " + there));
  }

  const suite::Signature& signature_;
  const Package& package_;
  std::unordered_map<std::string, const Variable*> by_name_;
  std::vector<base::Diagnostic> problems_;
};

std::vector<bool> offered(const std::vector<Binding>& bindings,
                          std::size_t count) {
  std::vector<bool> out(count, false);
  for (const Binding& b : bindings) out[b.position] = true;
  return out;
}

bool is_float(const suite::Signal& signal) {
  return signal.type == "float32" || signal.type == "float64";
}

/// Whether a double is a value of float, infinities and NaNs among them.
bool is_single(double value) {
  return !std::isfinite(value) ||
         (std::fabs(value) <= std::numeric_limits<float>::max() &&
          static_cast<double>(static_cast<float>(value)) == value);
}

Value value_of(const Raw& raw) {
  if (const bool* truth = std::get_if<bool>(&raw)) {
    return Value::boolean(*truth);
  }
  if (const auto* number = std::get_if<std::int64_t>(&raw)) {
    return Value::integer(static_cast<long long>(*number));
  }
  if (const auto* number = std::get_if<std::uint64_t>(&raw)) {
    return Value::integer(mpz_class(std::to_string(*number)));
  }
  return Value::float64(std::get<double>(raw));
}

}  // namespace

Bindings bind(const suite::Signature& signature, const Package& package) {
  return Binder(signature, package).bind();
}

SutInfo info_of(const Bindings& bindings,
                const suite::Signature& signature,
                const Description& description) {
  SutInfo info;
  info.name = base::printable(description.model_name);
  info.inputs = offered(bindings.inputs, signature.inputs.size());
  info.initial = offered(bindings.initial, signature.initial.size());
  info.outputs = offered(bindings.outputs, signature.outputs.size());
  return info;
}

std::optional<Raw> to_raw(const Binding& b, const Value& value) {
  if (!b.numbers.empty()) return Raw(b.numbers.at(value.as_enumerator()));
  // Infinities and NaNs are not numbers that as_sort() could compare.
  if (value.kind() == logic::SortKind::floating && is_float(b.machine)) {
    const double d = value.as_double();
    if (b.machine.type == "float32" && !is_single(d)) return std::nullopt;
    return Raw(d);
  }
  const auto there = logic::as_sort(value, b.machine.sort());
  if (!there || !b.machine.fits(*there)) return std::nullopt;
  switch (there->kind()) {
    case logic::SortKind::boolean:
      return Raw(there->as_bool());
    case logic::SortKind::floating:
      return Raw(there->as_double());
    default:
      break;
  }
  if (b.machine.type.front() == 'u') {
    return Raw(std::uint64_t{std::stoull(there->as_integer().get_str())});
  }
  return Raw(there->as_int64());
}

std::optional<Value> from_raw(const Binding& b,
                              const Raw& raw,
                              const suite::Signal& wanted) {
  if (!b.numbers.empty()) {
    const auto at = std::ranges::find(b.numbers, std::get<std::int64_t>(raw));
    if (at == b.numbers.end()) return std::nullopt;
    return Value::enumerator(
        wanted.enumeration, static_cast<std::uint32_t>(at - b.numbers.begin()));
  }
  if (const double* real = std::get_if<double>(&raw);
      real != nullptr && is_float(wanted)) {
    if (wanted.type == "float64") return Value::float64(*real);
    if (!is_single(*real)) return std::nullopt;
    return Value::float32(static_cast<float>(*real));
  }
  auto out = logic::as_sort(value_of(raw), wanted.sort());
  if (!out || !wanted.fits(*out)) return std::nullopt;
  return out;
}

}  // namespace catenary::exec::fmu
