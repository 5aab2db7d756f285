// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables of the variables, and before and after them text that is the same for
/// all FMUs.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "base/error.h"
#include "base/text/lexer.h"
#include "report/export/adapter_type.h"
#include "report/export/fmu/fmu.h"
#include "report/export/fmu/functions_text.h"

namespace catenary::report {
namespace {

/// The member of catenary_value and what it is, e.g. ".i = 3".
std::string start_member(const suite::Signal& signal) {
  const logic::Value value = suite::default_value(signal);
  if (value.kind() == logic::SortKind::boolean) {
    return value.as_bool() ? ".b = 1" : ".b = 0";
  }
  if (value.kind() == logic::SortKind::floating) {
    const double d = value.as_double();
    return fmt::format(".d = {:a}", std::isfinite(d) ? d : 0.0);
  }
  const std::string digits = value.as_integer().get_str();
  if (signal.type.front() == 'u') return ".u = UINT64_C(" + digits + ")";
  if (digits == "-9223372036854775808") return ".i = INT64_MIN";
  return ".i = INT64_C(" + digits + ")";
}

/// Whether Integer of FMI 2.0 has the values that are to be expected. Values
/// with names are expected to be the only ones.
bool fits_integer2(const suite::Signal& signal) {
  if (!signal.names.empty()) return true;
  const std::string& type = signal.type;
  if (type != "uint32" && type != "int64" && type != "uint64") return true;
  return signal.lo && signal.hi && signal.lo->as_integer() >= INT32_MIN &&
         signal.hi->as_integer() <= INT32_MAX;
}

}  // namespace

std::string fmu_tag(const suite::Signal& signal) {
  // No variable of these functions is an enumeration of adapter.h.
  const char* const constant = adapter_type(signal.type);
  if (constant != nullptr && signal.type != "enum") return constant;
  throw base::InputError({},
                         "'" + signal.name + "' is of type " + signal.type +
                             ", which no variable of an FMU has",
                         "fmu-type");
}

std::string write_fmu_functions(const FmuModel& model) {
  const suite::Signature& s = model.signature;
  std::string names;
  std::string start;
  for (const auto* signals : {&s.inputs, &s.initial, &s.outputs}) {
    for (const suite::Signal& signal : *signals) {
      names += "    " + base::in_quotes(signal.name) + ",\n";
      start +=
          "    {" + fmu_tag(signal) + ", 0, {" + start_member(signal) + "}},\n";
    }
  }
  std::string out = "\n/* The FMU. */\n";
  out += "#define FMU_TOKEN " + base::in_quotes(model.token) + "\n";
  out += fmt::format("#define FMU_STEP {:a} /* {} s */\n",
                     model.step_seconds,
                     model.step_seconds);
  out += fmt::format(
      "#define FMU_INPUTS {}U\n#define FMU_INITIALS {}U\n"
      "#define FMU_OUTPUTS {}U\n",
      s.inputs.size(),
      s.initial.size(),
      s.outputs.size());
  out += "static const char* const fmu_names[] = {\n" + names + "    0};\n";
  out += "static const catenary_value fmu_start[] = {\n" + start +
         "    {0, 0, {0}}};\n";
  out += fmu_unit_text();
  out += model.version == 2 ? fmi2_text() : fmi3_text();
  return out;
}

std::string fmu_warning(const FmuModel& model) {
  std::string names;
  const suite::Signature& s = model.signature;
  for (const auto* signals : {&s.inputs, &s.initial, &s.outputs}) {
    for (const suite::Signal& signal : *signals) {
      if (fits_integer2(signal)) continue;
      names += (names.empty() ? "'" : ", '") + signal.name + "'";
    }
  }
  if (names.empty() || model.version != 2) return "";
  return "Integer of FMI 2.0 has 32 bits: a larger value of " + names +
         " is an error of the FMU; --fmi 3 has all values";
}

}  // namespace catenary::report
