// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step of a system may queue something of the environment, and runs the
/// first message of the queue unless the input `wait` is true.
#include "report/export/system_diagram.h"

#include <algorithm>
#include <map>
#include <variant>

#include "report/console/console.h"
#include "report/export/message_diagram.h"

namespace catenary::report {

namespace {

using suite::Signal;
/// Values by the names of their signals, as names where they have some.
using Shown = std::map<std::string, std::string>;

/// How the name of an output ends that is the state of an instance.
constexpr std::string_view kState = ".state";

/// Writes the diagram of one test.
class Lifelines {
 public:
  Lifelines(const suite::Test& test, const suite::Suite& suite)
      : test_(test), suite_(suite), sig_(suite.signature) {}

  std::string write() {
    out_ = "participant environment\n";
    const auto to = suite::find_signal(sig_.outputs, "to");
    for (const auto& [name, value] : sig_.outputs[*to].names) {
      if (name == "nobody") continue;
      aliases_[name] = "p" + std::to_string(aliases_.size());
      out_ += "participant " + in_quotes(name) + " as " + aliases_[name] + "\n";
    }
    for (std::size_t i = 0; i < test_.steps.size(); ++i) {
      out_ += step_divider(test_.steps[i], i + 1);
      step(test_.steps[i]);
    }
    if (!test_.note.empty() && !aliases_.empty()) {
      line("note over " + aliases_.begin()->second, test_.note);
    }
    return out_;
  }

 private:
  void line(const std::string& arrow, const std::string& text) {
    out_ += arrow + " : " + plain_text(printable(text)) + "\n";
  }

  /// The values of parameters of a message of the environment.
  [[nodiscard]] std::string arguments(const std::string& message,
                                      const Shown& inputs) const {
    std::string list;
    for (const suite::Channel& c : sig_.channels) {
      if (c.name != message || c.direction != suite::Direction::input) continue;
      for (const Signal& p : c.parameters) {
        const auto at = inputs.find(p.name);
        if (at == inputs.end()) continue;
        list += (list.empty() ? "" : ", ") + p.name + " = " + at->second;
      }
    }
    return list.empty() ? "" : "(" + list + ")";
  }

  void step(const suite::Step& step) {
    Shown inputs;
    for (const suite::Assignment& a : step.inputs) {
      const Signal& signal = sig_.inputs[a.signal];
      inputs[signal.name] = named(signal, a.value);
    }
    Shown outputs;
    for (const suite::ExpectedOutput& e : step.expect) {
      const auto* value = std::get_if<logic::Value>(&e.expectation);
      const Signal& signal = sig_.outputs[e.signal];
      if (value != nullptr) outputs[signal.name] = named(signal, *value);
    }
    const std::string message = inputs["message"];
    const std::string ran = outputs["ran"];
    if (message != "next" && message != ran) {
      line("note over environment",
           message + arguments(message, inputs) + " waits");
    }
    const auto to = aliases_.find(outputs["to"]);
    if (to != aliases_.end()) {
      line(sender(outputs, to->second) + " -> " + to->second,
           ran + (message == ran ? arguments(message, inputs) : ""));
    }
    answers(outputs, to == aliases_.end() ? "" : to->second);
  }

  /// Timeouts are from nobody else.
  [[nodiscard]] std::string sender(Shown& outputs,
                                   const std::string& to) const {
    const auto from = aliases_.find(outputs["from"]);
    if (from != aliases_.end()) return from->second;
    const auto comes = [&](const suite::Channel& c) {
      return c.direction == suite::Direction::input && c.name == outputs["ran"];
    };
    return std::ranges::any_of(sig_.channels, comes) ? "environment" : to;
  }

  /// States that changed, the outcome, and what the environment gets.
  void answers(Shown& outputs, const std::string& to) {
    for (const Signal& s : sig_.outputs) {
      if (!s.name.ends_with(kState)) continue;
      const std::string instance =
          s.name.substr(0, s.name.size() - kState.size());
      const auto alias = aliases_.find(instance);
      const auto at = outputs.find(s.name);
      if (alias == aliases_.end() || at == outputs.end()) continue;
      std::string& before = states_[instance];
      if (before != at->second) {
        line("hnote over " + alias->second, at->second);
      }
      before = at->second;
    }
    if (!to.empty() && outputs["outcome"] != "handled") {
      line("note over " + to, outputs["outcome"]);
    }
    for (const suite::Channel& c : sig_.channels) {
      if (c.direction != suite::Direction::output) continue;
      const auto count = outputs.find(c.name);
      if (count == outputs.end() || count->second == "0" || to.empty())
        continue;
      line(to + " -> environment",
           c.name +
               (count->second == "1" ? "" : ", " + count->second + " times"));
    }
  }

  const suite::Test& test_;
  const suite::Suite& suite_;
  const suite::Signature& sig_;
  /// Of instances, by their paths.
  std::map<std::string, std::string> aliases_;
  /// The last state of each instance.
  Shown states_;
  std::string out_;
};

}  // namespace

bool is_of_system(const suite::Signature& signature) {
  return suite::find_signal(signature.outputs, "ran") &&
         suite::find_signal(signature.outputs, "from") &&
         suite::find_signal(signature.outputs, "to");
}

std::string system_sequence(const suite::Test& test,
                            const suite::Suite& suite) {
  return Lifelines(test, suite).write();
}

}  // namespace catenary::report
