// SPDX-License-Identifier: Apache-2.0
#include "report/export/drawing/sequence.h"

#include "report/console/console.h"
#include "report/export/drawing/message_diagram.h"
#include "report/export/drawing/step_texts.h"

namespace catenary::report {

namespace {

using Kind = SequenceItem::Kind;

constexpr std::size_t kTester = 0;
constexpr std::size_t kSut = 1;

void note_goals(const std::vector<std::string>& ids, SequenceDiagram& out) {
  if (!ids.empty()) out.add(Kind::note_right, kSut, "goals " + names_text(ids));
}

/// Inputs and outputs of a test whose steps deliver no messages.
SequenceDiagram signal_sequence(const suite::Test& test,
                                const suite::Signature& signature) {
  SequenceDiagram out;
  out.participants = {{"Tester", ""}, {"SUT", ""}};
  // The reset sets the initial choices.
  out.add(Kind::call,
          kTester,
          kSut,
          "reset" +
              (test.initial.empty()
                   ? std::string()
                   : " " + assignments_text(test.initial, signature.initial)));
  note_goals(test.initial_goals, out);
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    const suite::Step& step = test.steps[i];
    // Such steps have no times.
    out.add(Kind::divider, kTester, "step " + std::to_string(i + 1));
    if (!step.inputs.empty()) {
      out.add(Kind::call,
              kTester,
              kSut,
              assignments_text(step.inputs, signature.inputs));
    }
    for (const suite::Event& event : step.events) {
      const bool sent = signature.channels[event.channel].direction ==
                        suite::Direction::input;
      out.add(Kind::message,
              sent ? kTester : kSut,
              sent ? kSut : kTester,
              event_text(event, signature));
    }
    if (!step.expect.empty()) {
      out.add(Kind::answer,
              kSut,
              kTester,
              expectations_text(step.expect, signature.outputs));
    }
    note_goals(step.goals, out);
  }
  return out;
}

}  // namespace

void SequenceDiagram::add(SequenceItem::Kind kind,
                          std::size_t from,
                          std::size_t to,
                          const std::string& text) {
  items.push_back({kind, from, to, printable(text)});
}

void SequenceDiagram::begin_step(const suite::Step& step, std::size_t number) {
  add(Kind::divider,
      0,
      "step " + std::to_string(number) +
          (step.at_ns ? ", at " + seconds_text(*step.at_ns) : ""));
}

std::string seconds_text(const mpz_class& time) {
  std::string digits = time.get_str();
  constexpr std::size_t kDecimals = 9;
  if (digits.size() <= kDecimals) {
    digits.insert(0, kDecimals + 1 - digits.size(), '0');
  }
  std::string out = digits.substr(0, digits.size() - kDecimals);
  std::string decimals = digits.substr(digits.size() - kDecimals);
  while (!decimals.empty() && decimals.back() == '0') decimals.pop_back();
  return out + (decimals.empty() ? "" : "." + decimals) + " s";
}

SequenceDiagram sequence_of(const suite::Test& test,
                            const suite::Suite& suite) {
  // Models that take one message a step have diagrams that show messages rather
  // than the signals which stand for them.
  return delivers_messages(suite.signature)
             ? message_sequence(test, suite)
             : signal_sequence(test, suite.signature);
}

}  // namespace catenary::report
