// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "frontend/c/description.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/system/load_machine.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {
namespace {

constexpr const char* kLamp = R"sm(model Lamp
enum Colour { red, green }
protocol Switch {
  in set(colour: Colour, volts: int, label: const char*)
  out seen(colour: Colour)
}
capsule Lamp {
  port p: Switch
  machine {
    initial i
    state off
    state on
    transition t0: i -> off
    transition t1: off -> on {
      on p.set
      when { return volts > 3 && colour == green; }
      do {
        p.seen(colour).send();
        volts = volts / (volts - 7);
      }
    }
  }
}
)sm";

/// The sections that both descriptions must agree in, without places.
std::string shown(const c::Description& d) {
  std::ostringstream out;
  for (const c::Code& s : d.sources) out << "source " << s.text << "\n";
  for (const std::string& f : d.flags) out << "flag " << f << "\n";
  out << "init " << d.init->text << "\nstep " << d.step->text << "\n";
  for (const c::Code& a : d.assume) out << "assume " << a.text << "\n";
  for (const auto* variables : {&d.inputs, &d.outputs, &d.parameters}) {
    out << "variables\n";
    for (const c::VariableDescription& v : *variables) {
      out << "  " << v.lvalue.text;
      if (v.lo) out << " [" << v.lo->text << ", " << v.hi->text << "]";
      for (const auto& [name, value] : v.names) {
        out << " " << name << "=" << value;
      }
      out << "\n";
    }
  }
  for (const c::InvariantDescription& i : d.invariants) {
    out << "invariant " << i.when.text << "\n";
  }
  for (const std::string& c : d.criteria) out << "criterion " << c << "\n";
  out << d.has_coverage << d.rename_main << d.unroll << "\n";
  return out.str();
}

/// The same description as a user would write it.
std::string as_toml() {
  std::string out =
      "[program]\nsources = [\"c.cpp\"]\n"
      "flags = [\"-std=c++17\", \"-DCATENARY_UMLRT_RUN=1\"]\n"
      "init = \"catenary_init();\"\nstep = \"catenary_step();\"\n"
      "assume = [\"catenary_possible()\"]\n"
      "[coverage]\ncriteria = [\"branch\"]\n[inputs]\n"
      "message = { range = [0, 0], names = { \"p.set\" = 0 } }\n"
      "\"given::colour\" = { range = [0, 1], "
      "names = { red = 0, green = 1 } }\n\"given::volts\" = {}\n";
  for (int k = 0; k < 15; ++k) {
    out += "\"given::label_text[" + std::to_string(k) + "]\" = {}\n";
  }
  return out +
         "[outputs]\n"
         "catenary_state = { names = { stuck = -1, off = 1, on = 2 } }\n"
         "catenary_outcome = { names = { handled = 0, unexpected = 1, "
         "all_guards_false = 2, stuck = 3, endless = 4 } }\n"
         "\"catenary_capsule.p.catenary_sent_seen\" = {}\n"
         "\"catenary_capsule.p.catenary_value_4_seen_colour\" = "
         "{ names = { red = 0, green = 1 } }\n"
         "[[invariant]]\nwhen = \"catenary_violated != 1\"\n"
         "[[invariant]]\nwhen = \"catenary_violated != 2\"\n";
}

StepProgram lamp() {
  const model::MachineModel m = parse_sm(kLamp, "lamp.sm");
  return write_step_program(m, m.capsules[0], {}, "c.cpp");
}

TEST(StepDescription, IsThatOfAnEqualFile) {
  EXPECT_EQ(shown(lamp().description),
            shown(c::parse_description(as_toml(), "lamp.toml")));
}

TEST(StepDescription, WhatReceivesNothingIsRunByItsInitialisation) {
  const model::MachineModel m = parse_sm(
      "model M\ncapsule C { machine { initial i state s "
      "transition t: i -> s\n} }",
      "m.sm");
  const c::Description d =
      write_step_program(m, m.capsules[0], {}, "c.cpp").description;
  ASSERT_EQ(d.inputs.size(), 1U);
  ASSERT_EQ(d.inputs[0].names.size(), 1U);
  EXPECT_EQ(d.inputs[0].names[0].first, "nothing");
}

TEST(StepDescription, NamesAndPlacesAreThoseOfTheModel) {
  const c::Description d = lamp().description;
  EXPECT_TRUE(d.generated);
  ASSERT_EQ(d.inputs.size(), 18U);
  EXPECT_EQ(d.inputs[1].shown(), "colour");
  EXPECT_EQ(d.inputs[1].lvalue.where.to_string(), "lamp.sm:4:10");
  EXPECT_EQ(d.inputs[3].shown(), "label[0]");
  EXPECT_EQ(d.inputs[3].unit, "character");
  EXPECT_EQ(d.outputs[0].shown(), "state");
  EXPECT_EQ(d.outputs[3].shown(), "p.seen.colour");
  EXPECT_EQ(d.invariants[0].id, "all-guards-false Lamp::off on p.set");
  EXPECT_EQ(d.invariants[1].id, "unexpected-message Lamp::on on p.set");
}

TEST(StepDescription, StatesHaveNamesOfTheirOwn) {
  const auto outputs_with = [](const std::string& second) {
    std::string text = kLamp;
    text.replace(text.find("state on"), 8, "state " + second);
    text.replace(text.find("off -> on"), 9, "off -> " + second);
    const model::MachineModel m = parse_sm(text, "lamp.sm");
    return write_step_program(m, m.capsules[0], {}, "c.cpp")
        .description.outputs[0]
        .names;
  };
  using Names = std::vector<std::pair<std::string, std::int64_t>>;
  EXPECT_EQ(outputs_with("stuck"),
            (Names{{"stuck_", -1}, {"off", 1}, {"stuck", 2}}));
  EXPECT_EQ(outputs_with("on"), (Names{{"stuck", -1}, {"off", 1}, {"on", 2}}));
}

/// Each line of the user is found where the text has it, and nothing else is.
TEST(StepProgram, SourceMapFindsTheLinesOfTheModel) {
  const StepProgram made = lamp();
  base::SourceMap places = made.description.places;
  places.set_file("c.cpp");
  std::vector<std::string> model;
  std::istringstream in(kLamp);
  for (std::string line; std::getline(in, line);) model.push_back(line);
  std::istringstream text(made.source);
  std::uint32_t number = 0;
  std::size_t found = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    for (const std::string piece :
         {"return volts > 3", "p.seen(colour).send()", "volts / (volts"}) {
      const std::size_t at = line.find(piece);
      if (at == std::string::npos) continue;
      const base::SourceLocation where =
          places.find({"c.cpp", number, static_cast<std::uint32_t>(at + 1)});
      ASSERT_EQ(where.file, "lamp.sm");
      ASSERT_LE(where.line, model.size());
      EXPECT_EQ(model[where.line - 1].find(piece), where.column - 1);
      ++found;
    }
    if (line.starts_with("void catenary_step()")) {
      EXPECT_EQ(places.find({"c.cpp", number, 1}).to_string(), "lamp.sm:7:9");
    }
  }
  EXPECT_EQ(found, 3U);
}

std::vector<std::string> ids(const model::StepSystem& system,
                             const std::string& prefix) {
  std::vector<std::string> out;
  for (const model::Goal& g : system.goals) {
    if (g.id.starts_with(prefix)) out.push_back(g.id);
  }
  for (const model::PairGoal& p : system.pair_goals) {
    if (p.goal.id.starts_with(prefix)) out.push_back(p.goal.id);
  }
  return out;
}

TEST(LoadMachine, GoalsAreAtPlacesOfTheModel) {
  const model::MachineModel m = parse_sm(kLamp, "lamp.sm");
  MachineOptions options;
  options.criteria = {"branch", "mcdc"};
  const model::StepSystem system =
      load_machine(m, m.capsules[0], options, base::Budget());
  EXPECT_EQ(system.path, "lamp.sm#Lamp");
  EXPECT_EQ(ids(system, "lamp.sm:"),
            (std::vector<std::string>{"lamp.sm:16:21:true",
                                      "lamp.sm:16:21:false",
                                      "lamp.sm:16:34:true",
                                      "lamp.sm:16:34:false"}));
  EXPECT_EQ(
      ids(system, "mcdc@"),
      (std::vector<std::string>{"mcdc@lamp.sm:16:21", "mcdc@lamp.sm:16:34"}));
  for (const model::PairGoal& p : system.pair_goals) {
    EXPECT_EQ(p.goal.where.file, "lamp.sm");
    EXPECT_EQ(p.goal.where.line, 16U);
    EXPECT_TRUE(p.goal.text.ends_with("decides the decision at lamp.sm:16:21"))
        << p.goal.text;
  }
}

TEST(LoadMachine, WrongCodeIsAWarningAtItsPlace) {
  std::string text = kLamp;
  text.replace(text.find("volts > 3"), 9, "wolts > 3");
  const model::MachineModel m = parse_sm(text, "lamp.sm");
  const std::vector<base::Diagnostic> found =
      load_machine(m, m.capsules[0], {}, base::Budget()).warnings;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].where.to_string(), "lamp.sm:16:21");
  EXPECT_EQ(found[0].code, "action-code");
}

TEST(LoadMachine, ErrorsAreAtPlacesOfTheModel) {
  std::string text = kLamp;
  text.replace(
      text.find("machine {"), 9, "attribute n: int = wolts\nmachine {");
  const model::MachineModel m = parse_sm(text, "lamp.sm");
  try {
    (void)load_machine(m, m.capsules[0], {}, base::Budget());
    FAIL() << "expected an error";
  } catch (const base::InputError& e) {
    EXPECT_EQ(e.diagnostics()[0].where.to_string(), "lamp.sm:9:22");
    EXPECT_NE(e.diagnostics()[0].message.find("--include FILE.h"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace catenary::frontend::umlrt
