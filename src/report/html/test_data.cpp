// SPDX-License-Identifier: Apache-2.0
#include "report/html/test_data.h"

#include <algorithm>

#include "report/documents.h"
#include "report/export/drawing/tree_labels.h"
#include "suite/adaptive.h"

namespace catenary::report {

namespace {

using suite::Json;

/// One column of a table of numbers for each dictionary.
using Table = std::vector<std::vector<std::uint32_t>>;

Json columns_to_json(const Table& table) {
  Json out = Json::array();
  for (const auto& column : table) out.push(Json::string(write_column(column)));
  return out;
}

/// [step, numbers of goals] for each step that covers some; 0 is the
/// initialisation.
Json goals_by_step(const suite::Test& test, Numbering& goals) {
  Json out = Json::array();
  const auto add = [&](std::size_t step, const std::vector<std::string>& ids) {
    if (ids.empty()) return;
    Json& one = out.push(Json::array());
    one.push(count_to_json(step));
    one.push(goals.numbers(ids));
  };
  add(0, test.initial_goals);
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    add(i + 1, test.steps[i].goals);
  }
  return out;
}

/// "a = 1, b in [0, 3]" of what a branch asks for.
std::string condition_text(const std::vector<suite::ExpectedOutput>& expected,
                           const suite::Signature& signature) {
  std::string out;
  for (const suite::ExpectedOutput& e : expected) {
    if (!out.empty()) out += ", ";
    out += signature.outputs[e.signal].name;
    const bool plain = std::holds_alternative<logic::Value>(e.expectation);
    const bool formula = std::holds_alternative<suite::Formula>(e.expectation);
    out += plain ? " = " : formula ? ": " : " in ";
    out += suite::to_string(e.expectation);
  }
  return out;
}

Json branches_to_json(const suite::Test& test,
                      const suite::Signature& signature) {
  Json out = Json::array();
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    for (const suite::AdaptiveBranch& branch : test.steps[i].next) {
      Json& one = out.push(Json::array());
      one.push(count_to_json(i));
      one.push(count_to_json(branch.to));
      one.push(Json::string(condition_text(branch.when, signature)));
    }
  }
  return out;
}

/// [step, time, channel, values] for each message.
Json messages_to_json(const suite::Test& test) {
  Json out = Json::array();
  for (std::size_t i = 0; i < test.steps.size(); ++i) {
    for (const suite::Event& event : test.steps[i].events) {
      std::vector<std::string> values;
      for (const suite::Expectation& e : event.values) {
        values.push_back(suite::to_string(e));
      }
      Json& one = out.push(Json::array());
      one.push(count_to_json(i + 1));
      one.push(Json::string(event.at.get_str()));
      one.push(count_to_json(event.channel));
      one.push(Json::strings(values));
    }
  }
  return out;
}

Json tree_to_json(const suite::Tree& tree, const suite::Signature& signature) {
  const TreeLabels labels(tree, signature);
  Json out = Json::object();
  Json& states = out.set("states", Json::array());
  for (std::uint32_t i = 0; i < tree.states.size(); ++i) {
    states.push(Json::strings(labels.state(i)));
  }
  Json& leaves = out.set("leaves", Json::array());
  for (const suite::TreeLeaf& leaf : tree.leaves) {
    Json& one = leaves.push(Json::array());
    one.push(Json::string(leaf.name));
    one.push(Json::string(suite::to_string(leaf.verdict)));
    one.push(Json::string(leaf.reason));
  }
  Json& edges = out.set("edges", Json::array());
  for (std::uint32_t i = 0; i < tree.transitions.size(); ++i) {
    const suite::TreeTransition& t = tree.transitions[i];
    Json& one = edges.push(Json::array());
    one.push(count_to_json(t.from));
    one.push(Json::boolean(t.to_leaf));
    one.push(count_to_json(t.to));
    one.push(Json::string(suite::to_string(t.action)));
    one.push(Json::string(labels.transition(i)));
  }
  return out;
}

/// Durations and times of steps, where they are not the usual ones.
void set_times(const suite::Test& test, Json& out) {
  if (std::ranges::any_of(test.steps,
                          [](const suite::Step& s) { return s.dt != 1; })) {
    Json& list = out.set("dt", Json::array());
    for (const suite::Step& s : test.steps) list.push(suite::to_json(s.dt));
  }
  if (std::ranges::any_of(test.steps, [](const suite::Step& s) {
        return s.at_ns.has_value();
      })) {
    Json& list = out.set("at", Json::array());
    for (const suite::Step& s : test.steps) {
      list.push(s.at_ns ? Json::string(s.at_ns->get_str()) : Json());
    }
  }
}

}  // namespace

SignalDictionaries::SignalDictionaries(const suite::Suite& suite,
                                       const suite::RunResults* results)
    : inputs(suite.signature.inputs.size()),
      expected(suite.signature.outputs.size()),
      observed(suite.signature.outputs.size()) {
  for (const suite::Test& test : suite.tests) {
    for (const suite::Step& step : test.steps) {
      for (const suite::Assignment& a : step.inputs) {
        inputs[a.signal].count(a.value);
      }
      for (const suite::ExpectedOutput& e : step.expect) {
        expected[e.signal].count(e.expectation);
      }
    }
  }
  if (results != nullptr) {
    for (const suite::TestResult& result : results->tests) {
      for (const auto& step : result.observed) {
        for (std::size_t i = 0; i < step.size(); ++i) {
          if (step[i]) observed[i].count(*step[i]);
        }
      }
    }
  }
  for (auto* dictionaries : {&inputs, &expected, &observed}) {
    for (ValueDictionary& d : *dictionaries) d.close();
  }
}

Json test_to_json(const suite::Test& test,
                  const suite::Signature& signature,
                  const SignalDictionaries& values,
                  Numbering& goals,
                  Numbering& requirements) {
  const std::size_t steps = test.steps.size();
  Table inputs(values.inputs.size(), std::vector<std::uint32_t>(steps));
  Table expected(values.expected.size(), std::vector<std::uint32_t>(steps));
  for (std::size_t i = 0; i < steps; ++i) {
    for (const suite::Assignment& a : test.steps[i].inputs) {
      inputs[a.signal][i] = values.inputs[a.signal].number_of(a.value);
    }
    for (const suite::ExpectedOutput& e : test.steps[i].expect) {
      expected[e.signal][i] =
          values.expected[e.signal].number_of(e.expectation);
    }
  }
  Json out = Json::object();
  out.set("id", Json::string(test.id));
  out.set("name", Json::string(test.name));
  out.set("kind", Json::string(suite::to_string(test.kind)));
  out.set("n", count_to_json(steps));
  out.set("len", count_to_json(suite::length_of(test)));
  out.set("goals", goals.numbers(test.goals));
  out.set("req", requirements.numbers(test.requirements));
  if (!test.note.empty()) out.set("note", Json::string(test.note));
  if (!test.initial.empty()) {
    Json& initial = out.set("initial", Json::array());
    for (const suite::Assignment& a : test.initial) {
      Json& one = initial.push(Json::array());
      one.push(count_to_json(a.signal));
      one.push(suite::to_json(a.value));
    }
  }
  out.set("i", columns_to_json(inputs));
  out.set("o", columns_to_json(expected));
  out.set("g", goals_by_step(test, goals));
  set_times(test, out);
  Json messages = messages_to_json(test);
  if (!messages.items().empty()) out.set("messages", std::move(messages));
  if (suite::is_adaptive(test)) {
    out.set("next", branches_to_json(test, signature));
  }
  if (suite::is_automaton(test)) {
    out.set("tree", tree_to_json(test.tree, signature));
  }
  return out;
}

Json result_to_json(const suite::TestResult& result,
                    const SignalDictionaries& values,
                    Numbering& requirements) {
  Table observed(values.observed.size(),
                 std::vector<std::uint32_t>(result.observed.size()));
  for (std::size_t i = 0; i < result.observed.size(); ++i) {
    for (std::size_t s = 0; s < result.observed[i].size(); ++s) {
      const auto& value = result.observed[i][s];
      if (value) observed[s][i] = values.observed[s].number_of(*value);
    }
  }
  Json out = Json::object();
  out.set("id", Json::string(result.id));
  out.set("verdict", Json::string(suite::to_string(result.verdict)));
  out.set("code", Json::string(suite::to_string(result.code)));
  out.set("reason", Json::string(result.reason));
  out.set("step", Json::number(result.step));
  out.set("checked", count_to_json(result.checked));
  out.set("req", requirements.numbers(result.requirements));
  Json& violations = out.set("violations", Json::array());
  for (const suite::Violation& v : result.violations) {
    Json& one = violations.push(Json::array());
    one.push(count_to_json(v.step));
    one.push(Json::string(v.signal));
    one.push(Json::string(v.observed));
    one.push(Json::string(v.allowed));
  }
  out.set("n", count_to_json(result.observed.size()));
  out.set("o", columns_to_json(observed));
  if (!result.path.empty()) {
    Json& path = out.set("path", Json::array());
    for (const std::uint32_t step : result.path) path.push(count_to_json(step));
  }
  if (!result.events.empty()) {
    Json& events = out.set("events", Json::array());
    for (const auto& event : result.events) events.push(suite::to_json(event));
  }
  if (!result.output.empty()) out.set("output", Json::string(result.output));
  if (!result.sut.empty()) out.set("sut", Json::string(result.sut));
  if (result.flaky) out.set("flaky", Json::boolean(true));
  out.set("seconds", Json::number(result.seconds));
  return out;
}

}  // namespace catenary::report
