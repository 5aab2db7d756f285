// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step of a system may queue something of the environment, and runs the
/// first message of the queue unless the input `wait` is true.
#include "report/export/drawing/system_diagram.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "report/export/drawing/message_diagram.h"

namespace catenary::report {

namespace {

using suite::Signal;
using Kind = SequenceItem::Kind;
/// Values by the names of their signals, as names where they have some.
using Shown = std::map<std::string, std::string>;

/// How the name of an output ends that is the state of an instance.
constexpr std::string_view kState = ".state";
/// The first participant.
constexpr std::size_t kEnvironment = 0;

/// Draws one test.
class Lifelines {
 public:
  Lifelines(const suite::Test& test, const suite::Suite& suite)
      : test_(test), suite_(suite), sig_(suite.signature) {}

  SequenceDiagram draw() {
    out_.participants = {{"environment", ""}};
    const auto to = suite::find_signal(sig_.outputs, "to");
    for (const auto& [name, value] : sig_.outputs[*to].names) {
      if (name == "nobody") continue;
      numbers_[name] = out_.participants.size();
      out_.participants.push_back(
          {"p" + std::to_string(out_.participants.size() - 1), name});
    }
    for (std::size_t i = 0; i < test_.steps.size(); ++i) {
      out_.begin_step(test_.steps[i], i + 1);
      step(test_.steps[i]);
    }
    if (!test_.note.empty() && !numbers_.empty()) {
      out_.add(Kind::note_over, numbers_.begin()->second, test_.note);
    }
    return std::move(out_);
  }

 private:
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
      out_.add(Kind::note_over,
               kEnvironment,
               message + arguments(message, inputs) + " waits");
    }
    const auto to = numbers_.find(outputs["to"]);
    if (to != numbers_.end()) {
      out_.add(Kind::call,
               sender(outputs, to->second),
               to->second,
               ran + (message == ran ? arguments(message, inputs) : ""));
    }
    answers(outputs,
            to == numbers_.end() ? std::nullopt : std::optional(to->second));
  }

  /// Timeouts are from nobody else.
  [[nodiscard]] std::size_t sender(Shown& outputs, std::size_t to) const {
    const auto from = numbers_.find(outputs["from"]);
    if (from != numbers_.end()) return from->second;
    const auto comes = [&](const suite::Channel& c) {
      return c.direction == suite::Direction::input && c.name == outputs["ran"];
    };
    return std::ranges::any_of(sig_.channels, comes) ? kEnvironment : to;
  }

  /// States that changed, the outcome, and what the environment gets.
  void answers(Shown& outputs, std::optional<std::size_t> to) {
    for (const Signal& s : sig_.outputs) {
      if (!s.name.ends_with(kState)) continue;
      const std::string instance =
          s.name.substr(0, s.name.size() - kState.size());
      const auto number = numbers_.find(instance);
      const auto at = outputs.find(s.name);
      if (number == numbers_.end() || at == outputs.end()) continue;
      std::string& before = states_[instance];
      if (before != at->second) {
        out_.add(Kind::state, number->second, at->second);
      }
      before = at->second;
    }
    if (to && outputs["outcome"] != "handled") {
      out_.add(Kind::note_over, *to, outputs["outcome"]);
    }
    for (const suite::Channel& c : sig_.channels) {
      if (c.direction != suite::Direction::output) continue;
      const auto count = outputs.find(c.name);
      if (count == outputs.end() || count->second == "0" || !to) continue;
      out_.add(
          Kind::call,
          *to,
          kEnvironment,
          c.name +
              (count->second == "1" ? "" : ", " + count->second + " times"));
    }
  }

  const suite::Test& test_;
  const suite::Suite& suite_;
  const suite::Signature& sig_;
  /// The participants of instances, by their paths.
  std::map<std::string, std::size_t> numbers_;
  /// The last state of each instance.
  Shown states_;
  SequenceDiagram out_;
};

}  // namespace

bool is_of_system(const suite::Signature& signature) {
  return suite::find_signal(signature.outputs, "ran") &&
         suite::find_signal(signature.outputs, "from") &&
         suite::find_signal(signature.outputs, "to");
}

SequenceDiagram system_sequence(const suite::Test& test,
                                const suite::Suite& suite) {
  return Lifelines(test, suite).draw();
}

}  // namespace catenary::report
