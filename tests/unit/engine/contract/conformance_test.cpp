// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/refinement/conformance.h"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>
#include <deque>
#include <map>
#include <set>

#include "base/rng.h"
#include "engine/contract/consistency/semantics.h"
#include "interfaces.h"
#include "logic/term/evaluate/evaluate.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

using model::ScalarType;
using model::StepOutcome;

/// A Mealy machine: what it answers to two truth values, and where it goes.
struct Machine {
  struct Answer {
    std::uint8_t next = 0;
    std::int32_t output = 0;
    StepOutcome outcome = StepOutcome::running;
  };
  std::vector<std::array<Answer, 2>> states;
};

class MachineStepper final : public model::Stepper {
 public:
  explicit MachineStepper(const Machine& machine) : machine_(machine) {}
  std::size_t state_bytes() const override { return 1; }
  StepOutcome reset(const std::byte*) override {
    state_ = 0;
    return StepOutcome::running;
  }
  StepOutcome step(const std::byte* letter) override {
    const auto in = static_cast<std::size_t>(letter[0]);
    answer_ = machine_.states[state_][in];
    state_ = answer_.next;
    return answer_.outcome;
  }
  void save(std::byte* packed) const override { packed[0] = std::byte{state_}; }
  void load(const std::byte* packed) override {
    state_ = static_cast<std::uint8_t>(packed[0]);
  }
  const std::uint64_t* hits() const override { return &hits_; }
  bool at_final() override { return true; }
  logic::Value output(std::size_t) override {
    return logic::Value::integer(answer_.output);
  }
  void output_bytes(std::size_t i, ScalarType type, std::byte* out) override {
    model::encode_scalar(type, output(i), out);
  }
  Event event() const override { return {"divided by zero", {}}; }

 private:
  const Machine& machine_;
  std::uint8_t state_ = 0;
  Machine::Answer answer_;
  std::uint64_t hits_ = 0;
};

class MachineFactory final : public model::StepperFactory {
 public:
  explicit MachineFactory(Machine machine) : machine_(std::move(machine)) {}
  std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<MachineStepper>(machine_);
  }

 private:
  Machine machine_;
};

model::StepSystem system_of(const Machine& machine) {
  model::StepSystem out;
  out.name = out.path = "machine";
  model::Variable a;
  a.name = "a";
  a.type = ScalarType::boolean;
  a.domain = {b(false), b(true)};
  a.lo = b(false);
  a.hi = b(true);
  out.inputs.push_back(a);
  model::Variable x;
  x.name = "x";
  x.type = ScalarType::int32;
  out.outputs.push_back(x);
  out.factory = std::make_shared<MachineFactory>(machine);
  out.lay_out();
  return out;
}

Builder interface() {
  Builder out("random");
  out.boolean(Role::input, "a")
      .integer(Role::output, "x", 0, 2)
      .integer(Role::hidden, "h", 0, 2)
      .requirement("R");
  return out;
}

ConformanceResult conformance(const Machine& machine,
                              const model::Interface& interface) {
  const model::StepSystem system = system_of(machine);
  SignalNames names;
  names.of = system.path;
  for (const auto& v : system.inputs) names.inputs.push_back(v.name);
  for (const auto& v : system.outputs) names.outputs.push_back(v.name);
  const Binding binding = bind_signals(interface, names, {});
  return check_conformance(system, interface, binding, {}, {});
}

/// Echoes its input after `delay` steps: x = 1 where a was true.
Machine echo() {
  Machine m;
  m.states = {{{{0, 0}, {1, 0}}}, {{{0, 1}, {1, 1}}}};
  return m;
}

TEST(Conformance, ProvesAnEchoOfOneStep) {
  const model::Interface i =
      interface()
          .contract("first", At::init, "", "(= x' 0)")
          .contract("echo", At::step, "", "(= x' (ite a 1 0))")
          .build();
  const ConformanceResult r = conformance(echo(), i);
  EXPECT_EQ(r.outcome, Conformity::conforms) << r.reason;
  EXPECT_EQ(r.letters, 2U);
  EXPECT_TRUE(r.left_out.empty());
}

TEST(Conformance, ShowsAShortestRunAndWhatItViolates) {
  const model::Interface i =
      interface()
          .contract("first", At::init, "", "(= x' 0)")
          .requirement("S")
          .contract("never", At::step, "(not a')", "(= x' 0)")
          .build();
  const ConformanceResult r = conformance(echo(), i);
  ASSERT_EQ(r.outcome, Conformity::fails) << r.reason;
  ASSERT_EQ(r.run.steps.size(), 2U);
  EXPECT_EQ(r.run.steps[0][0], b(true));
  EXPECT_EQ(r.observed[1][1], testing::i(1));
  const Blame blamed = blame(i, r.observed, {});
  EXPECT_EQ(blamed.contracts, (std::vector<std::string>{"never"}));
  EXPECT_EQ(blamed.requirements, (std::vector<std::string>{"S"}));
}

TEST(Conformance, AsksNothingOnceAPromiseIsBroken) {
  const model::Interface i = interface()
                                 .promise("never", "(not a')")
                                 .contract("c", At::always, "", "(= x' 0)")
                                 .build();
  EXPECT_EQ(conformance(echo(), i).outcome, Conformity::conforms);
}

TEST(Conformance, ValuesBeyondTheRangeViolateIt) {
  Machine m = echo();
  m.states[1][1].output = 9;
  const model::Interface i =
      interface().contract("c", At::always, "", "true").build();
  const ConformanceResult r = conformance(m, i);
  ASSERT_EQ(r.outcome, Conformity::fails);
  EXPECT_EQ(blame(i, r.observed, {}).contracts,
            (std::vector<std::string>{"range of x"}));
}

TEST(Conformance, ADeathIsAFaultButALoopIsNotKnownToBeOne) {
  Machine m = echo();
  m.states[1][1].outcome = StepOutcome::crashed;
  const model::Interface i =
      interface().contract("c", At::always, "", "true").build();
  const ConformanceResult r = conformance(m, i);
  ASSERT_EQ(r.outcome, Conformity::fails);
  EXPECT_NE(r.death.find("divided by zero"), std::string::npos);
  EXPECT_EQ(r.run.steps.size(), 2U);
  m.states[1][1].outcome = StepOutcome::hung;
  EXPECT_EQ(conformance(m, i).outcome, Conformity::undecided);
  // A promise that rules the crash out makes it harmless.
  m.states[1][1].outcome = StepOutcome::crashed;
  EXPECT_EQ(conformance(m,
                        interface()
                            .promise("once", "(not (and a a'))")
                            .contract("c", At::always, "", "true")
                            .build())
                .outcome,
            Conformity::conforms);
}

/// The same by sets of hidden values, evaluated one by one: the length of a
/// shortest run that fails, or nothing.
std::optional<std::size_t> brute_force(const Machine& machine,
                                       const model::Interface& interface) {
  const Semantics semantics(interface);
  using Beliefs = std::set<int>;  // of h
  struct Node {
    std::uint8_t state;
    bool a;
    int x;
    Beliefs h;
    std::size_t length;
  };
  const auto holds = [&](logic::Term t, const logic::Assignment& values) {
    return logic::evaluate(t, values)->as_bool();
  };
  const auto set =
      [&](logic::Assignment& to, std::size_t v, bool now, const Value& value) {
        to.set(now ? interface.variables[v].now : interface.variables[v].before,
               value);
      };
  std::deque<Node> queue{{0, false, 0, {0}, 0}};
  std::set<std::tuple<std::uint8_t, bool, int, Beliefs, bool>> seen;
  while (!queue.empty()) {
    const Node n = queue.front();
    queue.pop_front();
    const bool first = n.length == 0;
    for (const bool a : {false, true}) {
      bool promised = true;
      for (const int h : n.h) {
        logic::Assignment values;
        set(values, 0, true, b(a));
        set(values, 0, false, b(n.a));
        set(values, 1, false, i(n.x));
        set(values, 2, false, i(h));
        promised = promised && holds(semantics.promise(first), values);
      }
      if (!promised) continue;
      const Machine::Answer& answer = machine.states[n.state][a ? 1 : 0];
      if (answer.outcome != StepOutcome::running) return n.length + 1;
      Beliefs next;
      for (const int h : n.h) {
        for (int g = 0; g <= 2; ++g) {
          logic::Assignment values;
          set(values, 0, true, b(a));
          set(values, 1, true, i(answer.output));
          set(values, 2, true, i(g));
          set(values, 0, false, b(n.a));
          set(values, 1, false, i(n.x));
          set(values, 2, false, i(h));
          if (holds(semantics.theta(first), values)) next.insert(g);
        }
      }
      if (next.empty()) return n.length + 1;
      if (!seen.emplace(answer.next, a, answer.output, next, false).second) {
        continue;
      }
      queue.push_back({answer.next, a, answer.output, next, n.length + 1});
    }
  }
  return std::nullopt;
}

template <typename List>
std::string pick(base::Rng& random, const List& list) {
  return *(std::begin(list) +
           static_cast<std::ptrdiff_t>(random.below(std::size(list))));
}

std::string condition(base::Rng& random, bool later) {
  const std::vector<std::string> now = {"a'",
                                        "(= x' 0)",
                                        "(= x' 1)",
                                        "(= h' 0)",
                                        "(= h' 2)",
                                        "(= x' h')",
                                        "(< x' 2)"};
  const std::vector<std::string> before = {
      "a", "(= x 1)", "(= h 1)", "(= h' h)", "(= x' x)", "(= h' (+ h 1))"};
  std::string atom =
      later && random.below(2) == 0 ? pick(random, before) : pick(random, now);
  if (random.below(3) == 0) atom = "(not " + atom + ")";
  if (random.below(3) != 0) return atom;
  return "(or " + atom + " " + condition(random, later) + ")";
}

RC_GTEST_PROP(Conformance, EqualsBruteForce, (std::uint32_t seed)) {
  base::Rng random(seed);
  Builder builder = interface();
  const std::size_t contracts = 1 + random.below(4);
  for (std::size_t c = 0; c < contracts; ++c) {
    const bool later = random.below(4) != 0;
    const std::string assumption =
        random.below(3) == 0 ? "" : condition(random, later);
    const std::string guarantee = condition(random, later);
    builder.contract("c" + std::to_string(c),
                     later ? At::step : At::init,
                     assumption,
                     guarantee);
  }
  if (random.below(3) == 0) {
    builder.promise("p", random.below(2) == 0 ? "(or a (not a'))" : "(= h 0)");
  }
  Machine machine;
  machine.states.resize(1 + random.below(4));
  for (auto& state : machine.states) {
    for (Machine::Answer& answer : state) {
      answer.next =
          static_cast<std::uint8_t>(random.below(machine.states.size()));
      answer.output = static_cast<std::int32_t>(random.below(3));
      if (random.below(40) == 0) answer.output = -1;
      if (random.below(40) == 0) answer.outcome = StepOutcome::crashed;
    }
  }
  const model::Interface i = builder.build();
  const ConformanceResult found = conformance(machine, i);
  const std::optional<std::size_t> wanted = brute_force(machine, i);
  RC_CLASSIFY(!wanted.has_value(), "conforms");
  RC_ASSERT(found.outcome ==
            (wanted ? Conformity::fails : Conformity::conforms));
  if (wanted) RC_ASSERT(found.run.steps.size() == *wanted);
}

}  // namespace
}  // namespace catenary::engine::contract
