// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "frontend/umlrt/text/sm_scanner.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {
namespace {

constexpr const char* kDoor = R"sm(
// A door and its lock.
model Door
header Gpio {
  include { class Gpio; }
}
enum Color { red, green }
data Parcel {
  field number: int
  field level: int = 2
}
protocol Locking {
  in lock()
  in put(p: Parcel, names: const char*)
  out status(locked: bool)
  inout ping()
}
capsule Door {
  header {
    #include <stdio.h>
  }
  attribute count: int = 4
  attribute table: std::map<int, int>[3]
  port p: Locking[4]
  port other: ~Locking relay unwired
  port timer: timing
  part lock: Lock[1..4]
  connect lock.p to other as wire
  operation twice(x: int): int { return 2 * x; }
  machine M {
    initial i
    choice "is it?"
    state open {
      entry { count = 0; }
    }
    state shut {
      exit { if (count) { count--; } }
      entrypoint in
      exitpoint out
      initial i
      state inner
      history h
      transition first: i -> inner
      transition leave: inner -> out {
        on p.ping if { return count > 1; }
        on timer.timeout
      }
    }
    transition start: i -> open
    transition t: open -> "is it?" {
      on p|other.lock
      on p.put
      do {
        // Not a brace: }
        log("}");

        send('{');
      }
    }
    transition yes: "is it?" -> shut::in {
      when { return count == 4; }
    }
    transition no: "is it?" -> open
    internal transition tick: open -> open {
      on p.*
    }
    transition back: shut::out -> ::shut::h
  }
}
capsule Lock {
  port p: Locking
}
)sm";

std::string fault(const std::string& text) {
  try {
    (void)parse_sm(text, "f.sm");
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics()[0];
    return d.where.to_string() + ": " + d.message;
  }
  return "";
}

TEST(Sm, IsRead) {
  const model::MachineModel m = parse_sm(kDoor, "d.sm");
  ASSERT_EQ(m.capsules.size(), 2U);
  const model::Capsule& c = m.capsules[0];
  EXPECT_EQ(c.attributes[0].initial.text, "4");
  EXPECT_EQ(c.attributes[1].type, "std::map<int, int>");
  EXPECT_EQ(c.attributes[1].array_size, "3");
  EXPECT_EQ(c.header_preface.text, "#include <stdio.h>");
  EXPECT_EQ(c.ports[0].upper, "4");
  EXPECT_TRUE(c.ports[1].conjugated);
  EXPECT_FALSE(c.ports[1].behaviour);
  EXPECT_FALSE(c.ports[1].wired);
  EXPECT_EQ(c.ports[2].kind, model::PortKind::timing);
  EXPECT_EQ(c.parts[0].lower, "1");
  EXPECT_EQ(c.parts[0].upper, "4");
  EXPECT_EQ(c.connectors[0].from.part, "lock");
  EXPECT_EQ(c.operations[0].result, "int");
  const model::StateMachine& s = c.machine;
  const auto find = [&](const std::string& name) -> const model::Transition& {
    for (const model::Transition& t : s.transitions) {
      if (t.name == name) return t;
    }
    throw std::runtime_error(name);
  };
  const model::Transition& t = find("t");
  ASSERT_EQ(t.triggers.size(), 2U);
  EXPECT_EQ(model::to_string(m, c, t.triggers[0]), "p|other.lock");
  EXPECT_EQ(t.effect.text, "// Not a brace: }\nlog(\"}\");\n\nsend('{');");
  EXPECT_EQ(t.effect.lines.size(), 4U);
  EXPECT_EQ(t.effect.lines[1].line, 55U);
  EXPECT_EQ(t.effect.lines[1].column, 9U);
  EXPECT_EQ(find("leave").triggers[0].guard.text, "return count > 1;");
  EXPECT_EQ(find("leave").triggers[1].signal, model::SignalKind::timeout);
  EXPECT_EQ(find("leave").qualified, "Door::shut::leave");
  EXPECT_EQ(s.vertices[find("yes").target].qualified, "Door::shut::in");
  EXPECT_EQ(s.vertices[find("back").target].kind,
            model::VertexKind::deep_history);
  EXPECT_EQ(find("tick").kind, model::TransitionKind::internal);
  EXPECT_EQ(find("tick").triggers[0].signal, model::SignalKind::any);
  EXPECT_EQ(s.children()[find("first").parent].size(), 5U);
}

TEST(Sm, IsWrittenAndReadAgain) {
  const std::string once = write_sm(parse_sm(kDoor, "d.sm"));
  const std::string twice = write_sm(parse_sm(once, "d.sm"));
  EXPECT_EQ(once, twice);
  EXPECT_NE(once.find("transition back: shut::out -> shut::h"),
            std::string::npos)
      << once;
}

TEST(Sm, TriggersMayNameWhatNeverComes) {
  const std::string once = R"(model m

protocol P {
  in a()
  in "*"()
}

protocol Q {
  in b()
}

capsule C {
  attribute x: int initially { 1 ? f(';') : 2; 3 }
  port p: P
  machine {
    initial i
    state s
    transition begin: i -> s
    transition t: s -> s {
      on timeout
      on Q::b
      on p.Q::b
      on p."*"
      on p.*
      on *
      on rtBound if { return true; }
    }
  }
}
)";
  const model::MachineModel m = parse_sm(once, "d.sm");
  const auto& triggers = m.capsules[0].machine.transitions[1].triggers;
  ASSERT_EQ(triggers.size(), 7U);
  EXPECT_EQ(triggers[0].signal, model::SignalKind::timeout);
  EXPECT_TRUE(triggers[0].ports.empty());
  EXPECT_EQ(triggers[2].protocol, 1U);
  EXPECT_EQ(triggers[3].signal, model::SignalKind::message);
  EXPECT_EQ(triggers[4].signal, model::SignalKind::any);
  EXPECT_EQ(triggers[6].guard.text, "return true;");
  EXPECT_EQ(write_sm(m), once);
}

TEST(Sm, SaysWhatIsWrong) {
  const auto capsule = [](const std::string& machine) {
    return fault(
        "model m\nprotocol P { in a() }\ncapsule C {\nport p: P\n"
        "machine {\ninitial i\nstate s\n" +
        machine + "\n}\n}\n");
  };
  EXPECT_EQ(capsule("transition t: i -> s"), "");
  EXPECT_EQ(capsule("transition t: i -> r"),
            "f.sm:8:20: there is no vertex 'r' here; there are: i, s");
  EXPECT_EQ(capsule("transition t: s -> s { on p.b }"),
            "f.sm:8:27: the protocol has no message 'b'");
  EXPECT_EQ(capsule("transition t: s -> s { on q.a }"),
            "f.sm:8:27: capsule 'C' has no port 'q'");
  EXPECT_EQ(capsule("state s"), "f.sm:8:7: there are two vertices 's'");
  EXPECT_EQ(capsule("transition t: s -> s { do { if (x) { /*"),
            "f.sm:8:27: this '{' has no '}'");
  EXPECT_EQ(capsule("transition t: s s"),
            "f.sm:8:17: expected '->' after where it begins, found 's'");
  EXPECT_EQ(fault("capsule C { }"),
            "f.sm:1:1: expected 'model' and its name, found 'capsule'");
  EXPECT_EQ(fault("model m\ncapsule C { port p: Q }"),
            "f.sm:2:21: there is no protocol 'Q'; there are: none");
  EXPECT_EQ(fault("model m\ncapsule C {"),
            "f.sm:2:12: expected '}' at the end of capsule");
  EXPECT_EQ(fault("model m /* "),
            "f.sm:1:9: this comment has no end: "
            "expected '*/'");
  EXPECT_EQ(fault("model m\ncapsule C { }\n// x\n\n  /* y\n"),
            "f.sm:5:3: this comment has no end: expected '*/'");
}

TEST(Sm, CodeEndsWhereCppDoes) {
  const auto end = [](const std::string& text) {
    return end_of_code(text, 0).value_or(999);
  };
  EXPECT_EQ(end("a}"), 1U);
  EXPECT_EQ(end("{}}"), 2U);
  EXPECT_EQ(end("\"}\\\"\"}"), 5U);
  EXPECT_EQ(end("'}'}"), 3U);
  EXPECT_EQ(end("1'0}"), 3U);
  EXPECT_EQ(end("/*}*/}"), 5U);
  EXPECT_EQ(end("//}\n}"), 4U);
  EXPECT_EQ(end("R\"x(})x\"}"), 8U);
  EXPECT_EQ(end("{"), 999U);
  EXPECT_EQ(end("/*}"), 999U);
}

RC_GTEST_PROP(Sm, AnyCodeComesBack, ()) {
  // Characters that matter to C++ and to us, in any order.
  const auto text = *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("ab{}\"'`/*\\\n (R;\t")));
  model::MachineModel m;
  m.name = "m";
  m.capsules.emplace_back().name = "C";
  m.capsules[0].declarations = model::action_code(text, {});
  const std::string written = write_sm(m);
  const model::MachineModel back = parse_sm(written, "f.sm");
  RC_ASSERT(back.capsules[0].declarations.text ==
            m.capsules[0].declarations.text);
}

RC_GTEST_PROP(Sm, AnyTextIsReadOrRefused, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(
      rc::gen::elementOf(std::vector<std::string>{
          "model", "capsule", "C",        "{",       "}",     "port",
          "p",     ":",       "~",        "machine", "state", "transition",
          "->",    "\"",      "`",        "```",     "on",    "do",
          "[",     "]",       "protocol", "in",      "(",     ")",
          "::",    "=",       "\n",       "header",  "part",  "."}));
  std::string text = "model m\n";
  for (const std::string& w : words) text += w + " ";
  try {
    (void)write_sm(parse_sm(text, "f.sm"));
  } catch (const base::InputError&) {
  }
}

}  // namespace
}  // namespace catenary::frontend::umlrt
