// SPDX-License-Identifier: Apache-2.0
/// \file
/// A suite with something of everything, for the tests of suite, exec and
/// report.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "logic/value/value.h"
#include "suite/read_formula.h"
#include "suite/suite.h"

namespace catenary::suite::example {

inline Signal signal(std::string name, std::string type) {
  Signal out;
  out.name = std::move(name);
  out.type = std::move(type);
  return out;
}

/// A formula over the signals of a signature, as a suite file may spell it.
inline Formula formula(const Signature& signature, const std::string& text) {
  return StepFormulas(signature).read(text);
}

/// A guard of a tree, over the names that it has.
inline Formula guard(const Tree& tree, const std::string& text) {
  return TreeFormulas(tree).guard(text);
}

inline std::shared_ptr<const logic::Enumeration> modes() {
  return std::make_shared<const logic::Enumeration>(
      logic::Enumeration{"Mode", {"OFF", "ON", "DIS"}});
}

/// A cruise control in little: two goals, one chain of three steps.
inline Suite cruise() {
  Suite suite;
  suite.tool = "catenary 0.1.0";
  suite.model = {"cruise", "c", "cruise.toml", std::string(64, 'a')};
  suite.options = {{"max_steps", "64"}, {"method", "chain"}};
  suite.seed = 1;

  Signal button = signal("i.signal", "int32");
  button.lo = logic::Value::integer(1);
  button.hi = logic::Value::integer(5);
  button.names = {{"gas", logic::Value::integer(4)},
                  {"brake", logic::Value::integer(5)}};
  suite.signature.inputs = {button};
  Signal mode = signal("s.mode", "enum");
  mode.enumeration = modes();
  Signal speed = signal("s.speed", "int32");
  speed.unit = "gear";
  Signal holds = signal("p2.holds", "bool");
  holds.derived = true;
  suite.signature.outputs = {mode, speed, holds};

  SuiteGoal p1;
  p1.id = "p1";
  p1.text = "gas speeds up";
  p1.requirements = {"CC-1"};
  p1.where = {"cruise.toml", 12, 1};
  p1.status = GoalStatus::covered;
  p1.trust = Trust::replayed;
  p1.reason = "hit by step 1 of the chain";
  p1.depth = 1;
  SuiteGoal p2 = p1;
  p2.id = "p2";
  p2.text = "braking <disengages> & slows \"down\"";
  p2.requirements = {"CC-2", "CC-3"};
  p2.reason = "hit by step 3 of the chain";
  p2.depth = 2;
  SuiteGoal p3 = p1;
  p3.id = "p3";
  p3.text = "";
  p3.status = GoalStatus::unreachable;
  p3.trust = Trust::proved;
  p3.reason = "all 12 reachable states were explored";
  p3.depth = -1;
  suite.goals = {p1, p2, p3};

  Test chain;
  chain.kind = TestKind::chain;
  chain.goals = {"p1", "p2"};
  const auto step = [](int input, std::uint32_t m, int s, bool h) {
    Step out;
    out.inputs = {{0, logic::Value::integer(input)}};
    out.expect = {{0, logic::Value::enumerator(modes(), m)},
                  {1, logic::Value::integer(s)},
                  {2, logic::Value::boolean(h)}};
    return out;
  };
  chain.steps = {step(4, 0, 1, true), step(4, 1, 2, true), step(5, 2, 1, true)};
  chain.steps[0].goals = {"p1"};
  chain.steps[2].goals = {"p2"};
  suite.tests = {chain};

  Certificate optimal;
  optimal.kind = "optimality";
  optimal.claim = "no suite has fewer than 3 steps";
  optimal.by = "exhaustive search";
  optimal.goals = {"p1", "p2"};
  optimal.data.set("lower", Json::number(std::int64_t{3}));
  suite.certificates = {optimal};
  canonicalise(suite);
  return suite;
}

/// Every type of signal, every form of expectation, events, a tree, initial
/// choices, shared prefixes.
inline Suite zoo() {
  using logic::Value;
  Suite suite = cruise();
  Signature& sig = suite.signature;
  sig.time_unit = "ms";
  sig.inputs.push_back(signal("wide", "uint64"));
  sig.inputs.push_back(signal("big", "int"));
  sig.inputs.push_back(signal("q", "real"));
  sig.outputs.push_back(signal("f", "float32"));
  sig.outputs.push_back(signal("d", "float64"));
  sig.outputs.push_back(signal("mask", "bv12"));
  sig.initial.push_back(signal("start", "int8"));
  Channel button{"Button", Direction::input, true, {signal("which", "int32")}};
  Channel lamp{"Lamp", Direction::output, true, {signal("on", "bool")}};
  Channel noise{"Noise", Direction::input, false, {}};
  sig.channels = {button, lamp, noise};

  Test& first = suite.tests[0];
  first.initial = {{0, Value::integer(-7)}};
  first.initial_goals = {"p1"};
  first.note = "ends in \"OFF\"";
  Step& step = first.steps[1];
  step.dt = mpq_class(1, 3);
  step.at_ns = mpz_class("12345678901234567890");
  step.inputs.push_back({1, Value::integer(mpz_class("18446744073709551615"))});
  step.inputs.push_back({2, Value::integer(mpz_class("-9007199254740993"))});
  step.inputs.push_back({3, Value::real(mpq_class(-22, 7))});
  Interval interval;
  interval.lo = Value::float32(0.1F);
  interval.hi_open = true;
  interval.hi = Value::float32(1e30F);
  step.expect.push_back({3, interval});
  step.expect.push_back({4, Value::float64(std::nan(""))});
  step.expect.push_back(
      {5, OneOf{{Value::bitvec(12, 5), Value::bitvec(12, 4095)}}});
  step.expect[1].expectation = formula(sig, "(> s.speed |i.signal|)");
  step.events = {{mpq_class(1, 2), 0, {Value::integer(3)}, 0},
                 {1, 1, {OneOf{{Value::boolean(true)}}}, mpq_class(5, 2)}};

  Test second = first;
  second.kind = TestKind::linear;
  second.steps.pop_back();
  second.steps.back().goals = {"p2"};
  Test third = first;
  third.kind = TestKind::linear;
  third.steps.resize(2);
  third.note.clear();

  Test tree;
  tree.kind = TestKind::tree;
  tree.goals = {"p1"};
  const logic::Sort integer = logic::Sort::integer();
  const logic::Sort real = logic::Sort::real();
  tree.tree.terms = std::make_shared<logic::TermManager>();
  tree.tree.variables = {{"d0", real}, {"v0", integer}};
  tree.tree.functions = {
      {"small", {{"x", integer}, {"y", real}}, "(< (to_real x) y)"}};
  tree.tree.states = {{"ec0", 10, {}},
                      {"ec1", mpq_class(7, 2), {{"x.1", integer, {}}}}};
  TreeFormulas in(tree.tree);
  tree.tree.states[1].definitions[0].value = in.value("x.1", "(+ v0 1)");
  tree.tree.leaves = {{"PASS", Verdict::pass, ""},
                      {"FAIL_dur", Verdict::fail, "silence was not allowed"}};
  tree.tree.transitions = {
      {0,
       false,
       1,
       Action::stimulate,
       0,
       "d0",
       {"v0"},
       in.guard("(< v0 3)"),
       in.guard("(< v0 2)"),
       "R1"},
      {1,
       true,
       0,
       Action::observe,
       1,
       "",
       {},
       in.guard("(small x.1 9.0)"),
       {},
       "R4"},
      {1, true, 1, Action::quiescence, 0, "", {}, in.guard("true"), {}, "R10"}};
  suite.tests.push_back(second);
  suite.tests.push_back(third);
  suite.tests.push_back(tree);
  canonicalise(suite);

  Finding finding;
  finding.code = "property-violated";
  finding.message = "p2 is violated";
  finding.where = {"cruise.c", 3, 0};
  finding.requirements = {"CC-2"};
  finding.witness = suite.tests[0].id;
  suite.findings = {finding};
  return suite;
}

}  // namespace catenary::suite::example
