// SPDX-License-Identifier: Apache-2.0
#include "report/export/drawing/step_texts.h"

#include <variant>

#include "report/console/console.h"

namespace catenary::report {

using suite::Signal;

namespace {

/// "gas (4)" where the signal has a name for the value, else "4".
std::string value_text(const Signal& signal, const logic::Value& value) {
  for (const auto& [name, named] : signal.names) {
    if (named == value) return name + " (" + value.to_string() + ")";
  }
  return value.to_string();
}

}  // namespace

std::string assignments_text(const std::vector<suite::Assignment>& list,
                             const std::vector<Signal>& signals) {
  std::string out;
  for (const suite::Assignment& a : list) {
    if (!out.empty()) out += ", ";
    out +=
        signals[a.signal].name + " = " + value_text(signals[a.signal], a.value);
  }
  return printable(out);
}

std::string expectations_text(
    const std::vector<suite::ExpectedOutput>& expected,
    const std::vector<Signal>& signals) {
  std::string out;
  for (const suite::ExpectedOutput& e : expected) {
    if (!out.empty()) out += ", ";
    const Signal& signal = signals[e.signal];
    out += signal.name;
    if (const auto* v = std::get_if<logic::Value>(&e.expectation)) {
      out += " = " + value_text(signal, *v);
      // A formula speaks of itself; sets and intervals need the "in".
    } else if (std::holds_alternative<suite::Formula>(e.expectation)) {
      out += ": " + suite::to_string(e.expectation);
    } else {
      out += " in " + suite::to_string(e.expectation);
    }
  }
  return printable(out);
}

std::string names_text(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : ", ") + name;
  }
  return printable(out);
}

std::string event_text(const suite::Event& event,
                       const suite::Signature& signature) {
  std::string out = signature.channels[event.channel].name + "(";
  for (std::size_t i = 0; i < event.values.size(); ++i) {
    out += (i == 0 ? "" : ", ") + suite::to_string(event.values[i]);
  }
  return printable(out + ") at " + event.at.get_str());
}

std::vector<std::string> adaptive_lines(const suite::Step& step,
                                        const suite::Signature& signature) {
  std::vector<std::string> out{assignments_text(step.inputs, signature.inputs)};
  if (!step.expect.empty()) {
    out.push_back("expected: " +
                  expectations_text(step.expect, signature.outputs));
  }
  return out;
}

}  // namespace catenary::report
