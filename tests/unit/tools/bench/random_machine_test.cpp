// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/machine/random_machine.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/umlrt.h"
#include "model/machine/machine_findings.h"

namespace catenary::tools::bench {
namespace {

using model::VertexKind;

std::size_t count(const model::StateMachine& m, VertexKind kind) {
  return static_cast<std::size_t>(
      std::ranges::count(m.vertices, kind, &model::Vertex::kind));
}

std::size_t depth(const model::StateMachine& m) {
  std::size_t out = 0;
  for (const model::Vertex& v : m.vertices) {
    std::size_t around = 0;
    if (v.kind != VertexKind::state) continue;
    for (auto p = v.parent; p != model::kNoIndex; p = m.vertices[p].parent) {
      ++around;
    }
    out = std::max(out, around);
  }
  return out;
}

/// Outcomes of conditions, by the words of the text.
std::size_t branches(const std::string& text) {
  const std::regex condition(R"(\bif \(| && | \|\| )");
  return 2 * static_cast<std::size_t>(std::distance(
                 std::sregex_iterator(text.begin(), text.end(), condition),
                 std::sregex_iterator()));
}

RandomMachineOptions any_options() {
  RandomMachineOptions o;
  o.seed = *rc::gen::arbitrary<std::uint64_t>();
  o.depth = *rc::gen::inRange(0U, 4U);
  o.branches = 2 * *rc::gen::inRange(0U, 200U);
  o.states = *rc::gen::inRange(2 * (o.depth + 1) + 8, 60U);
  o.messages = *rc::gen::inRange(o.depth + 2, 12U);
  o.parameters = *rc::gen::inRange(1U, 4U);
  o.attributes = *rc::gen::inRange(1U, 6U);
  o.values = *rc::gen::inRange(2U, 7U);
  o.choices = *rc::gen::inRange(0U, 6U);
  o.junctions = *rc::gen::inRange(0U, 4U);
  o.histories = o.depth == 0 ? 0 : *rc::gen::inRange(0U, 3U);
  o.points = o.depth == 0 ? 0 : *rc::gen::inRange(0U, 3U);
  o.transitions = o.states + 30 + *rc::gen::inRange(0U, 60U);
  o.constants = *rc::gen::inRange(0U, 4U);
  o.arithmetic = *rc::gen::arbitrary<bool>();
  o.infeasible = *rc::gen::inRange(0U, 101U);
  return o;
}

RC_GTEST_PROP(RandomMachine, HasTheSizesAskedForAndNoDefects, ()) {
  const RandomMachineOptions o = any_options();
  const model::MachineModel made = random_machine(o);
  const std::string text = frontend::umlrt::write_sm(made);
  RC_ASSERT(frontend::umlrt::write_sm(random_machine(o)) == text);
  const model::MachineModel m = frontend::umlrt::parse_sm(text, "random.sm");
  RC_ASSERT(frontend::umlrt::write_sm(m) == text);
  RC_ASSERT(m.unsupported.empty());
  const model::Capsule& c = m.capsules.at(0);
  const model::StateMachine& machine = c.machine;
  RC_ASSERT(count(machine, VertexKind::state) == o.states);
  RC_ASSERT(machine.transitions.size() == o.transitions);
  RC_ASSERT(count(machine, VertexKind::choice) == o.choices);
  RC_ASSERT(count(machine, VertexKind::junction) == o.junctions);
  RC_ASSERT(count(machine, VertexKind::deep_history) == o.histories);
  RC_ASSERT(count(machine, VertexKind::entry_point) == o.points);
  RC_ASSERT(count(machine, VertexKind::exit_point) == o.points);
  RC_ASSERT(depth(machine) == o.depth);
  RC_ASSERT(branches(text) == o.branches);
  RC_ASSERT(c.attributes.size() == o.attributes + 2);
  RC_ASSERT(m.protocols.at(0).messages.size() == o.messages + 1);
  for (std::uint32_t k = 0; k < o.messages; ++k) {
    RC_ASSERT(m.protocols[0].messages[k].parameters.size() == o.parameters);
  }
  // Only what is odd and may be meant.
  for (const base::Diagnostic& d : model::machine_findings(m, c)) {
    RC_ASSERT(d.severity == base::Severity::note);
  }
  for (const model::Transition& t : machine.transitions) {
    const bool of_state = machine.vertices[t.source].kind == VertexKind::state;
    RC_ASSERT(t.triggers.empty() != of_state);
  }
}

/// The model says the same as its text, in the same order.
RC_GTEST_PROP(RandomMachine, IsWhatItsTextSays, ()) {
  const model::MachineModel made = random_machine(any_options());
  const model::MachineModel m =
      frontend::umlrt::parse_sm(frontend::umlrt::write_sm(made), "random.sm");
  const model::StateMachine& a = made.capsules.at(0).machine;
  const model::StateMachine& b = m.capsules.at(0).machine;
  RC_ASSERT(a.vertices.size() == b.vertices.size());
  for (std::size_t v = 0; v < a.vertices.size(); ++v) {
    RC_ASSERT(a.vertices[v].qualified == b.vertices[v].qualified);
    RC_ASSERT(a.vertices[v].parent == b.vertices[v].parent);
    RC_ASSERT(a.vertices[v].entry.text == b.vertices[v].entry.text);
  }
  RC_ASSERT(a.transitions.size() == b.transitions.size());
  for (std::size_t t = 0; t < a.transitions.size(); ++t) {
    RC_ASSERT(a.transitions[t].qualified == b.transitions[t].qualified);
    RC_ASSERT(a.transitions[t].source == b.transitions[t].source);
    RC_ASSERT(a.transitions[t].target == b.transitions[t].target);
    RC_ASSERT(a.transitions[t].effect.text == b.transitions[t].effect.text);
  }
}

TEST(RandomMachine, IsCppThatClangTakes) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    RandomMachineOptions o;
    o.seed = seed;
    o.branches = 120;
    o.depth = 2;
    const model::MachineModel m = frontend::umlrt::parse_sm(
        frontend::umlrt::write_sm(random_machine(o)), "random.sm");
    const frontend::umlrt::CodeCheck check =
        frontend::umlrt::check_code(m, m.capsules.at(0), {}, base::Budget{});
    EXPECT_GT(check.pieces, 20U);
    for (const base::Diagnostic& d : check.errors) {
      ADD_FAILURE() << d.message;
    }
  }
}

TEST(RandomMachine, OfAnyNumberOfBranchesAlone) {
  for (std::uint32_t branches = 0; branches <= 10000;
       branches += branches < 200 ? 2 : 1400) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      RandomMachineOptions o;
      o.seed = seed;
      o.branches = branches;
      o.depth = seed % 2 == 0 ? 2 : 1;
      EXPECT_NO_THROW((void)random_machine(o)) << branches << " " << seed;
    }
  }
}

TEST(RandomMachine, DiffersBySeed) {
  RandomMachineOptions o;
  const std::string one = frontend::umlrt::write_sm(random_machine(o));
  ++o.seed;
  EXPECT_NE(one, frontend::umlrt::write_sm(random_machine(o)));
}

TEST(RandomMachine, RefusesSizesThatDoNotFit) {
  const auto refused = [](auto change) {
    RandomMachineOptions o;
    change(o);
    EXPECT_THROW((void)random_machine(o), base::InputError);
  };
  refused([](auto& o) { o.branches = 5; });
  refused([](auto& o) { o.transitions = 3; });
  refused([](auto& o) { o.states = 3; });
  refused([](auto& o) { o.depth = 9; });
  refused([](auto& o) { o.messages = 2; });
  refused([](auto& o) { o.attributes = 0; });
  refused([](auto& o) { o.values = 1; });
  refused([](auto& o) { o.parameters = 0; });
  refused([](auto& o) { o.infeasible = 101; });
  refused([](auto& o) {
    o.depth = 0;
    o.histories = 1;
  });
  refused([](auto& o) {
    o.states = 5;
    o.histories = 3;
  });
}

}  // namespace
}  // namespace catenary::tools::bench
