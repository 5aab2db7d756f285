// SPDX-License-Identifier: Apache-2.0
/// \file
/// Systems of capsules: which instances there are, what their ports are
/// connected to, and the signals of the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/composite/composite_program.h"
#include "frontend/umlrt/composite/instance_tree.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {
namespace {

/// A sender with two port instances, a relay, and a box with two receivers.
constexpr const char* kBoxes = R"sm(model Boxes
protocol P { in go(n: int) out done() }
capsule Sender {
  port p: ~P[3]
  port user: P
  port timer: timing
  machine {
    initial i
    state s
    transition t0: i -> s { do { timer.informIn(UMLRTTimespec(1, 0)); } }
    internal transition t1: s -> s { on timer.timeout do { p.go(1).send(); } }
    internal transition t2: s -> s { on p.done }
    internal transition t3: s -> s { on user.go }
  }
}
capsule Receiver {
  port p: P
  machine {
    initial i
    state s
    transition t0: i -> s
    internal transition t1: s -> s { on p.go do { p.done().send(); } }
  }
}
capsule Box {
  port outer: P[2] relay
  part inner: Receiver[2]
  connect outer to inner.p
}
capsule Top {
  port user: P relay
  part sender: Sender
  part box: Box
  connect sender.p to box.outer
  connect user to sender.user
}
)sm";

/// One line for each instance of a port that ends at a state machine.
std::vector<std::string> ends(const InstanceTree& tree) {
  std::vector<std::string> out;
  for (const Instance& one : tree.instances) {
    for (std::size_t p = 0; p < one.far.size(); ++p) {
      for (std::size_t k = 0; k < one.far[p].size(); ++k) {
        const FarEnd& far = one.far[p][k];
        std::string line = one.path + "." + one.capsule->ports[p].name + "[" +
                           std::to_string(k) + "] - ";
        if (far.end) {
          const Instance& other = tree.instances[far.end->instance];
          line += other.path + "." + other.capsule->ports[far.end->port].name +
                  "[" + std::to_string(far.end->index) + "]";
        } else {
          line += far.environment ? "environment" : "nothing";
        }
        out.push_back(line);
      }
    }
  }
  return out;
}

TEST(InstanceTree, FollowsConnectorsThroughRelayPortsToStateMachines) {
  const model::MachineModel m = parse_sm(kBoxes, "boxes.sm");
  const InstanceTree tree = instance_tree(m, *m.find_capsule("Top"));
  std::vector<std::string> paths;
  for (const Instance& one : tree.instances) paths.push_back(one.path);
  EXPECT_EQ(paths,
            (std::vector<std::string>{
                "", "sender", "box", "box.inner[0]", "box.inner[1]"}));
  EXPECT_EQ(ends(tree),
            (std::vector<std::string>{"sender.p[0] - box.inner[0].p[0]",
                                      "sender.p[1] - box.inner[1].p[0]",
                                      "sender.p[2] - environment",
                                      "sender.user[0] - environment",
                                      "box.inner[0].p[0] - sender.p[0]",
                                      "box.inner[1].p[0] - sender.p[1]"}));
}

TEST(InstanceTree, LeavesPartsThatWereNotChosenToTheEnvironment) {
  model::MachineModel m = parse_sm(kBoxes, "boxes.sm");
  for (model::Capsule& c : m.capsules) {
    for (model::CapsulePart& p : c.parts) p.outside = p.name == "box";
  }
  const InstanceTree tree = instance_tree(m, *m.find_capsule("Top"));
  EXPECT_EQ(ends(tree),
            (std::vector<std::string>{"sender.p[0] - environment",
                                      "sender.p[1] - environment",
                                      "sender.p[2] - environment",
                                      "sender.user[0] - environment"}));
  EXPECT_TRUE(can_be_system(m, *m.find_capsule("Top")));
  EXPECT_TRUE(can_be_system(m, *m.find_capsule("Box")));
  EXPECT_FALSE(can_be_system(m, *m.find_capsule("Sender")));
}

/// The message of the first reason for which the system is refused.
std::string refused(const std::string& text) {
  const model::MachineModel m = parse_sm(text, "s.sm");
  const auto reasons = reasons_against_system(m, *m.find_capsule("Top"), {});
  return reasons.empty() ? "" : reasons.front().message;
}

TEST(InstanceTree, RefusesWhatIsNotFixed) {
  const std::string leaf =
      "model S\nprotocol P { in go() }\ncapsule A { port p: P machine { "
      "initial i state s transition t: i -> s } }\n";
  EXPECT_EQ(refused(leaf + "capsule Top { part a: A[2] }"), "");
  EXPECT_EQ(refused(leaf + "capsule Top { part a: A[0..1] }"), "");
  EXPECT_EQ(refused(leaf + "capsule Top { part a: A[N..4] }"),
            "Top::a: not supported: a part without a fixed least number of "
            "instances");
  EXPECT_EQ(refused("model S\nprotocol P { in go() }\ncapsule Top { port p: "
                    "P[40] part a: Top[0..1] machine { initial i state s "
                    "transition t: i -> s } }"),
            "Top.p: not supported in a system: a port without a fixed number "
            "of instances, or with more than 32");
  EXPECT_EQ(refused(leaf + "capsule Top { part a: A[33] }"),
            "not supported: more than 32 instances with state machines");
  EXPECT_EQ(refused(leaf + "capsule Top { part a: A part t: Top }"),
            "capsule 'A': too many parts within parts; expected a system of "
            "at most 32 instances with state machines");
  EXPECT_EQ(refused("model S\ncapsule E { }\ncapsule Top { part e: E }"),
            "system 'Top': no part has a state machine");
}

/// A capsule that makes workers, plugs in others and knows itself.
constexpr const char* kWorkers = R"sm(model Workers
protocol P { in go() out done() }
capsule Part {
  port p: P
  machine { initial i state s transition t: i -> s }
}
capsule Worker {
  port p: P
  part inner: Part
  part spare: Part[0..1]
  machine { initial i state s transition t: i -> s }
}
capsule Top {
  port p: ~P[100]
  port q: ~P
  port frame: frame
  part worker: Worker[1..100]
  part guest: Part[0..1] plugin
  part self: Top[0..1]
  connect p to worker.p
  connect q to guest.p
  machine { initial i state s transition t: i -> s }
}
)sm";

TEST(InstanceTree, HasPlacesForInstancesOfOptionalParts) {
  const model::MachineModel m = parse_sm(kWorkers, "workers.sm");
  const model::Capsule& top = *m.find_capsule("Top");
  EXPECT_TRUE(top.parts[1].plugin);
  const InstanceTree tree = instance_tree(m, top);
  // Itself, and nine workers with what is in them.
  ASSERT_EQ(tree.instances.size(), 1 + 9 * 3U);
  const auto at = [&](const std::string& path) -> const Instance& {
    return *std::ranges::find(tree.instances, path, &Instance::path);
  };
  EXPECT_FALSE(at("worker[0]").optional);
  EXPECT_FALSE(at("worker[0].inner").dynamic);
  EXPECT_TRUE(at("worker[0].spare").optional);
  EXPECT_TRUE(at("worker[1]").optional);
  EXPECT_TRUE(at("worker[1].inner").dynamic);
  EXPECT_FALSE(at("worker[1].inner").optional);
  EXPECT_EQ(tree.together(4, false), (std::vector<std::size_t>{4, 5}));
  EXPECT_EQ(tree.together(4, true), (std::vector<std::size_t>{5, 4}));
  EXPECT_EQ(tree.within(4), (std::vector<std::size_t>{4, 5, 6}));
  const auto& far = tree.instances[0].far;
  EXPECT_EQ(far[0].at(8).end->instance, 1 + 8 * 3U);
  // Nothing is where more workers would be, or a guest.
  EXPECT_FALSE(far[0].at(9).end.has_value() || far[0].at(9).environment);
  EXPECT_FALSE(far[1].at(0).end.has_value() || far[1].at(0).environment);
}

TEST(InstanceTree, KnowsThroughWhichInstancesMessagesPass) {
  const model::MachineModel m = parse_sm(
      "model S\nprotocol P { in go() }\ncapsule Leaf { port p: P machine { "
      "initial i state s transition t: i -> s } }\ncapsule Box { port a: P "
      "relay port b: ~P relay connect a to b }\ncapsule Top { port p: ~P part "
      "box: Box[0..1] part leaf: Leaf part spare: Leaf[0..1] connect p to "
      "box.a connect box.b to leaf.p machine { initial i state s transition "
      "t: i -> s } }",
      "s.sm");
  const InstanceTree tree = instance_tree(m, *m.find_capsule("Top"));
  ASSERT_EQ(tree.instances.size(), 4U);
  const FarEnd& far = tree.instances[0].far[0][0];
  ASSERT_TRUE(far.end.has_value());
  EXPECT_EQ(far.end->instance, 2U);
  EXPECT_EQ(far.through, (std::vector<std::size_t>{1}));
  EXPECT_EQ(all_exist(far.through), "catenary_exists[1]");
  // Its own existence is no part of the way.
  EXPECT_TRUE(tree.instances[3].far[0][0].environment);
  EXPECT_TRUE(tree.instances[3].far[0][0].through.empty());
}

TEST(InstanceTree, HasOneInstanceOfWhatSendsMessagesToItself) {
  const model::MachineModel m = parse_sm(
      "model S\nprotocol P { in go() }\ncapsule Top { port p: P port q: ~P "
      "connect p to q machine { initial i state s transition t: i -> s } }\n"
      "capsule Other { port p: P machine { initial i state s transition t: i "
      "-> s } }",
      "s.sm");
  const model::Capsule& top = *m.find_capsule("Top");
  EXPECT_TRUE(can_be_system(m, top));
  EXPECT_FALSE(can_be_system(m, *m.find_capsule("Other")));
  EXPECT_EQ(ends(instance_tree(m, top)),
            (std::vector<std::string>{".p[0] - .q[0]", ".q[0] - .p[0]"}));
}

TEST(CompositeProgram, HasStimuliOfTheEnvironmentAndStatesOfInstances) {
  model::MachineModel m = parse_sm(kBoxes, "boxes.sm");
  for (model::Capsule& c : m.capsules) c.as_system = c.name == "Top";
  const StepProgram made =
      write_step_program(m, *m.find_capsule("Top"), {}, "c.cpp");
  std::vector<std::string> stimuli;
  for (const auto& [name, value] : made.description.inputs.at(0).names) {
    stimuli.push_back(name);
  }
  EXPECT_EQ(stimuli,
            (std::vector<std::string>{"next",
                                      "sender.p[2].done",
                                      "sender.user.go",
                                      "sender.timer.timeout"}));
  std::vector<std::string> outputs;
  for (const auto& v : made.description.outputs) outputs.push_back(v.name);
  EXPECT_EQ(outputs,
            (std::vector<std::string>{"ran",
                                      "from",
                                      "to",
                                      "outcome",
                                      "sender.state",
                                      "box.inner[0].state",
                                      "box.inner[1].state",
                                      "sender.p.go",
                                      "sender.p.go.n",
                                      "sender.user.done"}));
  ASSERT_EQ(made.timeouts.size(), 1U);
  EXPECT_EQ(made.timeouts.begin()->first, 3);
}

}  // namespace
}  // namespace catenary::frontend::umlrt
