// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sequence diagrams of tests in which each step delivers one message.
///
/// In the suite a message is an input of this name, whose values have the names
/// of channels; its parameters are inputs of their own, and so are the numbers
/// of messages sent among the outputs.
#include "report/export/drawing/message_diagram.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <variant>

#include "report/console/console.h"
#include "report/export/drawing/system_diagram.h"
#include "suite/texts.h"

namespace catenary::report {

namespace {

using suite::Signal;
using Kind = SequenceItem::Kind;
using Values = std::map<std::string, logic::Value>;

constexpr const char* kMessage = "message";
constexpr std::size_t kTester = 0;
constexpr std::size_t kSut = 1;

/// Draws one test.
class Sequence {
 public:
  Sequence(const suite::Test& test, const suite::Suite& suite)
      : test_(test), suite_(suite), sig_(suite.signature) {
    for (const suite::Channel& c : sig_.channels) {
      if (c.direction != suite::Direction::input) continue;
      // Values of parameters are shown with their message; other inputs before
      // it.
      for (const Signal& p : c.parameters) parameters_.insert(p.name);
    }
  }

  SequenceDiagram draw() {
    out_.participants = {
        {"Tester", ""},
        {"SUT", suite_.model.name.empty() ? "SUT" : suite_.model.name}};
    out_.add(Kind::call, kTester, kSut, "reset");
    for (std::size_t i = 0; i < test_.steps.size(); ++i) {
      out_.begin_step(test_.steps[i], i + 1);
      step(test_.steps[i]);
    }
    if (!test_.note.empty()) out_.add(Kind::note_over, kSut, test_.note);
    return std::move(out_);
  }

 private:
  /// The text that letters spell, if all of them are known.
  static std::optional<std::string> text_of(const suite::TextSignal& text,
                                            const suite::Channel& channel,
                                            const Values& values) {
    std::map<std::uint32_t, logic::Value> letters;
    for (std::uint32_t k = text.first; k < text.first + text.size; ++k) {
      const auto at = values.find(channel.parameters[k].name);
      if (at != values.end()) letters[k] = at->second;
    }
    return suite::spelt(text, letters);
  }

  /// "(p1 = 3, p2 = -1)" of the values known; "" where there are none. Letters
  /// of a text are joined to one argument. `prefix` is left out of names.
  static std::string arguments(const suite::Channel& channel,
                               const Values& values,
                               const std::string& prefix) {
    std::string list;
    for (std::size_t i = 0; i < channel.parameters.size(); ++i) {
      const Signal& p = channel.parameters[i];
      const auto at = values.find(p.name);
      if (at == values.end()) continue;
      std::string name = p.name;
      std::string value = named(p, at->second);
      if (const auto text = suite::text_at(channel.parameters, i)) {
        if (const auto spelling = text_of(*text, channel, values)) {
          name = text->name;
          value = '"' + *spelling + '"';
          // The other letters belong to the same text.
          i += text->size - 1;
        }
      }
      if (name.starts_with(prefix)) name = name.substr(prefix.size());
      list += (list.empty() ? "" : ", ") + name + " = " + value;
    }
    return list.empty() ? "" : "(" + list + ")";
  }

  /// The message that is delivered, with what is set before it, and what comes
  /// back.
  void step(const suite::Step& step) {
    Values given;
    std::string message;
    std::string others;
    for (const suite::Assignment& a : step.inputs) {
      const Signal& signal = sig_.inputs[a.signal];
      given[signal.name] = a.value;
      if (signal.name == kMessage) {
        message = named(signal, a.value);
      } else if (!parameters_.contains(signal.name)) {
        others += (others.empty() ? "" : ", ") + signal.name + " = " +
                  named(signal, a.value);
      }
    }
    const auto channel = std::ranges::find_if(
        sig_.channels, [&message](const suite::Channel& c) {
          return c.direction == suite::Direction::input && c.name == message;
        });
    if (!others.empty()) out_.add(Kind::note_left, kTester, others);
    // A timeout has no values and comes from nobody.
    if (channel == sig_.channels.end()) {
      out_.add(Kind::call, kSut, kSut, message);
    } else {
      out_.add(
          Kind::call, kTester, kSut, message + arguments(*channel, given, ""));
    }
    answers(step);
  }

  /// The answers of a step: messages that it sends, the state it ends in, and
  /// the outcome of the message.
  void answers(const suite::Step& step) {
    Values shown;
    for (const suite::ExpectedOutput& e : step.expect) {
      const auto* value = std::get_if<logic::Value>(&e.expectation);
      if (value != nullptr) shown[sig_.outputs[e.signal].name] = *value;
    }
    for (const suite::Channel& c : sig_.channels) {
      const auto count = shown.find(c.name);
      // The output of a channel's name counts its messages; its parameters are
      // those of the last of them.
      if (c.direction != suite::Direction::output || count == shown.end() ||
          count->second.to_string() == "0") {
        continue;
      }
      const std::string times = count->second.to_string();
      out_.add(Kind::call,
               kSut,
               kTester,
               c.name + arguments(c, shown, c.name + ".") +
                   (times == "1" ? "" : ", " + times + " times"));
    }
    for (const Signal& s : sig_.outputs) {
      const auto at = shown.find(s.name);
      if (at == shown.end()) continue;
      const std::string text = named(s, at->second);
      if (s.name == "state") out_.add(Kind::state, kSut, text);
      // That a message was handled is what everybody expects.
      if (s.name == "outcome" && text != "handled") {
        out_.add(Kind::note_right, kSut, text);
      }
    }
  }

  const suite::Test& test_;
  const suite::Suite& suite_;
  const suite::Signature& sig_;
  std::set<std::string> parameters_;
  SequenceDiagram out_;
};

}  // namespace

std::string named(const Signal& signal, const logic::Value& value) {
  for (const auto& [name, known] : signal.names) {
    if (known == value) return name;
  }
  return value.to_string();
}

bool delivers_messages(const suite::Signature& signature) {
  const auto at = suite::find_signal(signature.inputs, kMessage);
  return at && !signature.inputs[*at].names.empty() &&
         (!signature.channels.empty() || is_of_system(signature));
}

SequenceDiagram message_sequence(const suite::Test& test,
                                 const suite::Suite& suite) {
  if (is_of_system(suite.signature)) return system_sequence(test, suite);
  return Sequence(test, suite).draw();
}

}  // namespace catenary::report
