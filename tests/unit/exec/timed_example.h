// SPDX-License-Identifier: Apache-2.0
/// \file
/// A test-case tree by hand, and a timed system that plays a script.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exec/timed_adapter.h"
#include "exec/tree/tree_run.h"
#include "suite/suite.h"
#include "unit/suite/example.h"

namespace catenary::exec::timed_example {

using suite::Action;
using suite::Verdict;

enum Channel : std::uint32_t { kCoin, kCoffee, kLight, kAuth };

/// Put in 1 to 5 between 2 and 10; twice as much coffee within 5, or a light
/// within 3. Somebody may authorise (1) meanwhile.
inline suite::Suite coffee() {
  suite::Suite s;
  s.tool = "test";
  s.model = {"coffee", "xlia", "coffee.xlia", std::string(64, 'c')};
  const auto made = [](const char* name,
                       suite::Direction direction,
                       bool controllable,
                       bool with_value) {
    suite::Channel c{name, direction, controllable, {}};
    if (with_value) {
      c.parameters.push_back(suite::example::signal("v", "int"));
    }
    return c;
  };
  s.signature.channels = {made("Coin", suite::Direction::input, true, true),
                          made("Coffee", suite::Direction::output, true, true),
                          made("Light", suite::Direction::output, true, false),
                          made("Auth", suite::Direction::input, false, true)};
  s.signature.time_unit = "unit";
  suite::SuiteGoal goal;
  goal.id = "q0.brew";
  goal.reason = "by test 1";
  goal.requirements = {"R-1"};
  s.goals = {goal};

  suite::Test test;
  test.kind = suite::TestKind::tree;
  test.goals = {"q0.brew"};
  suite::Tree& t = test.tree;
  const logic::Sort integer = logic::Sort::integer();
  const logic::Sort real = logic::Sort::real();
  t.terms = std::make_shared<logic::TermManager>();
  t.variables = {{"d~1", real},
                 {"Coin@1", integer},
                 {"d~2", real},
                 {"Coffee@1", integer},
                 {"Auth@1", integer},
                 {"Coffee@2", integer},
                 {"Auth@2", integer}};
  t.functions = {{"right", {{"c", integer}, {"w", integer}}, "(= c w)"}};
  suite::TreeState ec0;
  ec0.name = "ec0";
  ec0.time_out = 10;
  suite::TreeState ec1;
  ec1.name = "ec1";
  ec1.time_out = 8;
  ec1.definitions = {{"price.1", integer, {}}};
  t.states = {ec0, ec1};
  suite::TreeFormulas in(t);
  t.states[1].definitions[0].value = in.value("price.1", "(* 2 Coin@1)");
  t.leaves = {{"PASS", Verdict::pass, ""},
              {"FAIL_out", Verdict::fail, "no such output is specified"},
              {"FAIL_dur", Verdict::fail, "something had to come"},
              {"INC_out", Verdict::inconclusive, "another output"},
              {"INC_ucInSpec", Verdict::inconclusive, "another input"},
              {"INC_ucInUspec", Verdict::inconclusive, "unknown input"},
              {"INC_dur", Verdict::inconclusive, "nothing came"}};
  const auto add = [&](std::uint32_t from,
                       std::int64_t leaf,
                       Action action,
                       std::uint32_t channel,
                       const char* guard,
                       const char* rule) {
    suite::TreeTransition x;
    x.from = from;
    x.to_leaf = leaf >= 0;
    x.to = leaf >= 0 ? static_cast<std::uint32_t>(leaf) : from + 1;
    x.action = action;
    x.channel = channel;
    x.delay = from == 0 ? "d~1" : "d~2";
    const std::string n = from == 0 ? "1" : "2";
    if (action != Action::quiescence) {
      if (channel == kCoin) x.variables = {"Coin@" + n};
      if (channel == kCoffee) x.variables = {"Coffee@" + n};
      if (channel == kAuth) x.variables = {"Auth@" + n};
    }
    x.guard = in.guard(guard);
    x.rule = rule;
    t.transitions.push_back(x);
  };
  add(0,
      -1,
      Action::stimulate,
      kCoin,
      "(and (<= 2.0 d~1) (< d~1 10.0) (<= 1 Coin@1) (<= Coin@1 5))",
      "R1");
  add(0, 1, Action::observe, kCoffee, "true", "R9");
  add(0, 1, Action::observe, kLight, "true", "R9");
  add(0, 5, Action::observe, kAuth, "(<= d~1 10.0)", "R7");
  add(0, 6, Action::quiescence, 0, "true", "R8");
  add(1,
      0,
      Action::observe,
      kCoffee,
      "(and (<= d~2 5.0) (right Coffee@2 price.1))",
      "R4");
  add(1,
      1,
      Action::observe,
      kCoffee,
      "(not (and (<= d~2 5.0) (= Coffee@2 price.1)))",
      "R9");
  add(1, 3, Action::observe, kLight, "(<= d~2 3.0)", "R5");
  add(1, 1, Action::observe, kLight, "(> d~2 3.0)", "R9");
  add(1, 4, Action::observe, kAuth, "(and (<= d~2 5.0) (= Auth@2 1))", "R6");
  add(1,
      5,
      Action::observe,
      kAuth,
      "(and (<= d~2 5.0) (not (= Auth@2 1)))",
      "R7");
  add(1, 2, Action::observe, kAuth, "(> d~2 5.0)", "R11");
  add(1, 2, Action::quiescence, 0, "(> d~2 5.0)", "R10");
  s.tests = {test};
  suite::canonicalise(s);
  return s;
}

/// Sets the guard of a transition of the first test.
inline void set_guard(suite::Suite& s, std::size_t t, const std::string& text) {
  suite::Tree& tree = s.tests[0].tree;
  tree.transitions[t].guard = suite::example::guard(tree, text);
}
inline void set_sure_guard(suite::Suite& s,
                           std::size_t t,
                           const std::string& text) {
  suite::Tree& tree = s.tests[0].tree;
  tree.transitions[t].sure_guard = suite::example::guard(tree, text);
}

/// Plays a script in virtual time.
class Player : public TimedAdapter {
 public:
  /// Messages from the start on, and those an input causes.
  std::vector<TimedMessage> pending;
  std::function<void(Player&, std::uint32_t, const std::vector<logic::Value>&)>
      on_input;
  SutReply on_open;
  SutReply on_reset;
  std::optional<std::pair<mpq_class, TimedReply>> dies;  ///< at that time
  mpq_class now = 0;
  std::vector<TimedMessage> sent;
  int opened = 0;

  void say(const mpq_class& at,
           std::uint32_t channel,
           std::vector<logic::Value> values = {}) {
    pending.push_back({at, channel, std::move(values)});
  }

  SutReply open(const suite::Signature&) override {
    ++opened;
    return on_open;
  }
  SutReply reset(std::chrono::milliseconds) override {
    now = 0;
    return on_reset;
  }
  TimedReply wait(const mpq_class& until) override {
    TimedReply reply;
    const auto first =
        std::min_element(pending.begin(),
                         pending.end(),
                         [](const TimedMessage& a, const TimedMessage& b) {
                           return a.at < b.at;
                         });
    const bool message = first != pending.end() && first->at <= until;
    const mpq_class next = message ? first->at : until;
    if (dies && dies->first <= next) return dies->second;
    if (message) {
      reply.message = *first;
      pending.erase(first);
    }
    now = next;
    reply.now = now;
    return reply;
  }
  TimedReply send(std::uint32_t channel,
                  const std::vector<logic::Value>& values) override {
    sent.push_back({now, channel, values});
    if (on_input) on_input(*this, channel, values);
    TimedReply reply;
    reply.now = now;
    return reply;
  }
  void close() override {}
};

/// Answers every coin after `delay` on `channel`, a coffee with `factor` times
/// the coin.
inline Player machine(mpq_class delay,
                      long factor = 2,
                      std::uint32_t channel = kCoffee) {
  Player out;
  out.on_input = [=](Player& p,
                     std::uint32_t,
                     const std::vector<logic::Value>& values) {
    std::vector<logic::Value> answer;
    if (channel == kCoffee) {
      answer.push_back(logic::Value::integer(values.at(0).as_int64() * factor));
    }
    if (channel == kAuth) answer.push_back(logic::Value::integer(factor));
    p.say(p.now + delay, channel, answer);
  };
  return out;
}

inline suite::RunResults run_all(const suite::Suite& suite,
                                 TimedAdapter& adapter,
                                 const TimedRunOptions& options = {},
                                 ConstraintSolver* solver = nullptr) {
  suite::RunListener listener;
  return run_timed_suite(
      suite, adapter, options, solver, listener, base::Budget());
}

inline suite::TestResult run_one(TimedAdapter& adapter,
                                 const suite::Suite& suite = coffee(),
                                 const TimedRunOptions& options = {},
                                 ConstraintSolver* solver = nullptr) {
  return run_all(suite, adapter, options, solver).tests.at(0);
}

}  // namespace catenary::exec::timed_example
