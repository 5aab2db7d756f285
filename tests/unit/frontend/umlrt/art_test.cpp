// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/temporary_directory.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {
namespace {

constexpr const char* kDoor = R"art(// A door.
protocol Locking {
    in lock();
    in put(`int` /* how much */);
    out status(`bool`);
    in ping(); out ping();
};
protocol More : Locking {
    in redefine put(`double`);
};
abstract capsule Base {
    [[rt::decl]]
    `
        private:
            int count = 4; // \`quoted\`
    `
    [[rt::impl]]
    `
        void Base::reset() { count = 0; }
    `
    service behavior port p : Locking[4], other~ : More;
    behavior port timer : Timing;
    part lock : Base[2], spare [[rt::properties(color="#ff0000")]] : Base;
    optional part late : Base[0..5];
    connect lock.p with other;
    statemachine {
        state /* at first */ Open[[rt::properties(color="#b40e0e")]], Shut {
            entry `count = 0;`;
            exit `count = 1;`;
            entrypoint in, again;
            exitpoint out;
            state Inner;
            first: in -> Inner;
            again -> history*;
            leave: Inner -> out on p.ping [`count > 1`], timer.timeout
            `
                count = 2;
            `;
            tick: on p.* `count = 3;`;
        };
        choice isLocked;
        _start: initial -> Open;
        [[rt::properties(const_rtdata=false)]] Open -> isLocked on p.put when `*rtdata > 0`;
        yes: isLocked -> Shut.in when `count > 0`;
        no: isLocked -> Open when `else` `count = 9;`;
        Shut.out -> Open;
    };
};
capsule Door : Base {
    statemachine {
        state exclude Shut;
        state redefine Open { entry `count = 7;`; };
        redefine _start: initial -> Open `count = 5;`;
    };
};
)art";

const model::Transition& transition(const model::Capsule& c,
                                    const std::string& name) {
  for (const model::Transition& t : c.machine.transitions) {
    if (t.name == name) return t;
  }
  throw std::runtime_error("no transition " + name);
}

std::string vertex(const model::Capsule& c, std::uint32_t index) {
  return c.machine.vertices.at(index).qualified;
}

TEST(Art, ReadsDeclarations) {
  const model::MachineModel m = parse_art(kDoor, "door.art");
  EXPECT_EQ(m.kind, "art");
  EXPECT_EQ(m.name, "door");
  EXPECT_EQ(m.semantics, model::Semantics::code_realtime);
  EXPECT_TRUE(m.unsupported.empty());
  ASSERT_EQ(m.protocols.size(), 2U);
  const auto& messages = m.protocols[0].messages;
  ASSERT_EQ(messages.size(), 4U);
  EXPECT_TRUE(messages[0].parameters.empty());
  EXPECT_EQ(messages[1].parameters.at(0).type, "int");
  EXPECT_EQ(messages[2].direction, model::MessageDirection::out);
  EXPECT_EQ(messages[3].direction, model::MessageDirection::in_out);
  EXPECT_EQ(m.protocols[1].messages.at(1).parameters.at(0).type, "double");
  const model::Capsule& c = m.capsules.at(0);
  EXPECT_EQ(c.ports[0].upper, "4");
  EXPECT_TRUE(c.ports[1].conjugated);
  EXPECT_EQ(c.ports[2].kind, model::PortKind::timing);
  EXPECT_EQ(c.parts[0].lower, "2");
  EXPECT_EQ(c.parts[1].upper, "1");
  EXPECT_EQ(c.parts[2].lower, "0");
  EXPECT_EQ(c.parts[2].upper, "5");
  EXPECT_EQ(c.connectors[0].from.part, "lock");
  EXPECT_EQ(c.connectors[0].to.port, "other");
  EXPECT_EQ(c.declarations.text, "private:\n    int count = 4; // `quoted`");
  EXPECT_EQ(c.declarations.lines.at(1).line, 15U);
  EXPECT_EQ(c.definitions.text, "void Base::reset() { count = 0; }");
}

TEST(Art, ReadsStateMachines) {
  const model::MachineModel m = parse_art(kDoor, "door.art");
  const model::Capsule& c = m.capsules.at(0);
  const model::Transition& leave = transition(c, "leave");
  EXPECT_EQ(vertex(c, leave.source), "Base::Shut::Inner");
  EXPECT_EQ(vertex(c, leave.target), "Base::Shut::out");
  ASSERT_EQ(leave.triggers.size(), 2U);
  EXPECT_EQ(leave.triggers[0].guard.text, "count > 1");
  EXPECT_EQ(leave.triggers[1].signal, model::SignalKind::timeout);
  EXPECT_EQ(leave.effect.text, "count = 2;");
  EXPECT_EQ(transition(c, "tick").kind, model::TransitionKind::internal);
  EXPECT_EQ(vertex(c, transition(c, "tick").source), "Base::Shut");
  EXPECT_EQ(vertex(c, transition(c, "yes").target), "Base::Shut::in");
  EXPECT_TRUE(transition(c, "no").guard.empty()) << "else";
  const auto history = std::ranges::find(c.machine.vertices,
                                         model::VertexKind::deep_history,
                                         &model::Vertex::kind);
  ASSERT_NE(history, c.machine.vertices.end());
  EXPECT_EQ(vertex(c, history->parent), "Base::Shut");
}

TEST(Art, InheritsRedefinesAndExcludes) {
  const model::MachineModel m = parse_art(kDoor, "door.art");
  const model::Capsule* c = m.find_capsule("Door");
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(c->ports.size(), 3U);
  EXPECT_EQ(transition(*c, "_start").effect.text, "count = 5;");
  for (const model::Vertex& v : c->machine.vertices) {
    EXPECT_NE(v.name, "Shut");
    EXPECT_EQ(v.entry.text, v.name == "Open" ? "count = 7;" : "");
  }
  // What leads to or from what is excluded is excluded, too.
  EXPECT_THROW((void)transition(*c, "yes"), std::runtime_error);
  EXPECT_EQ(vertex(*c, transition(*c, "no").target), "Door::Open");
}

TEST(Art, SearchesNamesInOtherFilesOfTheFolder) {
  const base::TemporaryDirectory folder;
  namespace fs = std::filesystem;
  const fs::path root = folder.path();
  const auto write = [&](const fs::path& name, const std::string& text) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
    return (root / name).string();
  };
  const std::string capsule =
      "capsule C { service behavior port p : P;\n"
      "statemachine { state S; initial -> S; t: S -> S on p.go; }; };";
  const std::string inner = write("in/C.art", capsule);
  write("P.art", "protocol P { in go(); };");
  write("broken.art", "protocol Q { in");
  // Without a configuration the folder of the file is the project.
  EXPECT_EQ(load(inner).unsupported.size(), 2U);
  const std::string outer = write("D.art", capsule);
  const model::MachineModel found = load(outer);
  EXPECT_TRUE(found.unsupported.empty());
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_NE(found.warnings[0].message.find("not searched"), std::string::npos);
  write("top.tcjs", "");
  const model::MachineModel project = load(inner);
  EXPECT_TRUE(project.unsupported.empty());
  EXPECT_EQ(project.protocols.at(0).name, "P");
  EXPECT_NE(project.sha256, parse_art(capsule, "elsewhere.art").sha256);
}

/// What is not supported, as one text.
std::string refused(const std::string& text) {
  std::string out;
  for (const model::Unsupported& u : parse_art(text, "x.art").unsupported) {
    out += u.qualified + ": " + u.what + "\n";
  }
  return out;
}

TEST(Art, RefusesWhatItDoesNotKnow) {
  const std::string head =
      "protocol P { in go(); };\n"
      "capsule C { service behavior port p : P; ";
  const auto has = [&](const std::string& in_capsule, const char* reason) {
    const std::string all = refused(head + in_capsule + "};");
    EXPECT_NE(all.find(reason), std::string::npos) << in_capsule << all;
  };
  has("behavior port e : External;", "predefined protocol 'External'");
  has("[[rt::decl]] `void unexpectedMessage();`", "unexpectedMessage()");
  has("statemachine { state S; S -> T on p.go; };", "no state or pseudostate");
  has("statemachine { state S; S -> S on p.no; };", "no event 'no'");
  has("statemachine { state S; S -> S on r.go; };", "no port 'r'");
  has("statemachine { state S { state T; T -> history on p.go; }; };",
      "a shallow history");
  has("statemachine { state S; S -> S on p.go when `else`; };", "'else'");
  has("statemachine { state S, S; };", "declared twice");
  EXPECT_NE(refused("class K { statemachine { state S; }; };").find("class"),
            std::string::npos);
  EXPECT_NE(refused("capsule A : B {}; capsule B : A {};").find("itself"),
            std::string::npos);
  EXPECT_NE(
      refused("capsule A { statemachine { state S; t: initial -> S `x`; };"
              "}; capsule B : A { statemachine { redefine t: initial -> "
              "S; }; };")
          .find("without an effect"),
      std::string::npos);
}

/// The first error of a text, with its place.
std::string error_of(const std::string& text) {
  try {
    (void)parse_art(text, "x.art");
  } catch (const base::InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Art, ReportsErrorsAtTheirPlaces) {
  EXPECT_EQ(error_of("capsule C {\n  port p Q;\n};"),
            "x.art:2:10: expected ':' and a protocol behind the name of "
            "a port, found 'Q'");
  EXPECT_EQ(error_of("protocol P {\n in e(`int);\n};"),
            "x.art:2:7: this text has no end: expected '`'");
  EXPECT_NE(error_of("capsule C { statemachine { A -> ; B => C; }; };"), "");
}

TEST(Art, ReportsErrorsOfAllDamagedTexts) {
  // Names are searched in an empty folder.
  const base::TemporaryDirectory folder;
  const std::string path = (folder.path() / "x.art").string();
  const std::string text = kDoor;
  for (std::size_t n = 0; n < text.size(); n += 13) {
    try {
      (void)parse_art(text.substr(0, n), path);
    } catch (const base::InputError&) {
    }
    // The text without a piece in the middle.
    try {
      (void)parse_art(
          text.substr(0, n) + text.substr(std::min(n + 7, text.size())), path);
    } catch (const base::InputError&) {
    }
  }
  std::string deep;
  for (int k = 0; k < 100'000; ++k) deep += "state S {";
  EXPECT_NE(error_of("capsule C { statemachine {" + deep).find("deep"),
            std::string::npos);
}

TEST(Art, CollectsParentsInBoundedTime) {
  std::string text = "protocol P0 { in e(); };\n";
  for (int k = 1; k < 100; ++k) {
    const std::string below = "P" + std::to_string(k - 1);
    text += "protocol P" + std::to_string(k) + " : " + below + ", " + below +
            " {};\n";
  }
  EXPECT_FALSE(parse_art(text, "x.art").unsupported.empty());
}

}  // namespace
}  // namespace catenary::frontend::umlrt
