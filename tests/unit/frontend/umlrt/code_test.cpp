// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "base/budget.h"
#include "frontend/umlrt/code/dispatch/machine_rules.h"
#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {
namespace {

/// A capsule with that effect on p.a(x: int, name: const char*).
std::string model_of(const std::string& effect,
                     const std::string& capsule = "",
                     const std::string& guard = "x > 0") {
  return "model M\ndata Pair { field one: int; field two: double = 2 }\n"
         "protocol P { in a(x: int, name: const char*) in b(pair: Pair) "
         "out c(y: int) }\ncapsule C {\nport p: P\nport timer: timing\n"
         "port log: log\nport frame: frame\npart other: C[4]\n" +
         capsule +
         "\nmachine {\ninitial i\nstate s { entry { log.log(\"in\"); } }\n"
         "transition t0: i -> s\ntransition t: s -> s {\non p.a\nwhen { " +
         guard + " }\ndo {\n" + effect + "\n}\n}\n}\n}\n";
}

/// What Clang says of it.
std::string faults(const std::string& text, MachineCodeOptions options = {}) {
  const model::MachineModel m = parse_sm(text, "m.sm");
  const CodeCheck checked =
      check_code(m, m.capsules[0], options, base::Budget());
  std::string out;
  for (const base::Diagnostic& d : checked.errors) {
    out += d.where.to_string() + ": " + d.message + "\n";
  }
  return out;
}

TEST(MachineCode, KnowsWhatModelsUse) {
  EXPECT_EQ(
      faults(model_of(
          "times += x + umlrtparam_x + *rtdata + msg->sapIndex0();\n"
          "p.c(x).send(); p.c(1).sendAt(2); p().c(2).send(3);\n"
          "timer.informIn(UMLRTTimespec(1, 500));\n"
          "id = timer.informEvery(UMLRTTimespec(x, 0)); "
          "timer.cancelTimer(id);\n"
          "log.log(\"%d %s\", x, name); log.show(\"x\"); printf(\"%d\", x);\n"
          "std::cout << getName() << getIndex() << std::endl;\n"
          "Pair q; q.one = strlen(name); pairs[1] = q;\n"
          "frame.destroy(frame.incarnate(other, 0));\n"
          "if (x > 9) { msg->defer(); } else { times += p.recall(); }\n"
          "p().recallAll(true); p.recallAt(1); timer.recallAllAt(1, true);\n"
          "times = p.purge() + timer.purgeAt(2);\n"
          "if (this->times > twice(3)) exit(0);",
          "attribute times: int = 0\nattribute id: UMLRTTimerId\n"
          "attribute pairs: Pair[2]\nattribute text: const char* = \"a\"\n"
          "operation twice(n: int): int { return 2 * n; }\n"
          "declarations { int spare; }")),
      "");
}

TEST(MachineCode, SaysWhereTheModelIsWrong) {
  EXPECT_EQ(faults(model_of("int a = 1;\n  a = unknown;")),
            "m.sm:20:7: use of undeclared identifier 'unknown'\n");
  EXPECT_EQ(faults(model_of("", "", "z > 0")),
            "m.sm:17:8: use of undeclared identifier 'z'\n");
  EXPECT_EQ(faults(model_of("", "attribute a: Nowhere")),
            "m.sm:10:11: unknown type name 'Nowhere'\n");
  EXPECT_EQ(faults(model_of("", "attribute a: int = \"text\"")),
            "m.sm:10:20: cannot initialize a member subobject of type 'int' "
            "with an lvalue of type 'const char[5]'\n");
  EXPECT_EQ(faults(model_of("", "operation f(): int { return g(); }")),
            "m.sm:10:29: use of undeclared identifier 'g'\n");
}

TEST(MachineCode, GuardsNeedNoReturn) {
  EXPECT_EQ(faults(model_of("", "", "return x > 0;")), "");
  EXPECT_EQ(faults(model_of("", "", "x > 0;")), "");
  EXPECT_EQ(faults(model_of("", "", "x > 0 /* return */")), "");
  EXPECT_EQ(faults(model_of("", "", "bool b = x > 0; return b;")), "");
}

TEST(MachineCode, HeadersThatAreMissingAreLeftOut) {
  EXPECT_EQ(faults(model_of("",
                            "header {\n#include \"nowhere/at_all.hh\"\n"
                            "#include <iostream>\n#include <vector>\n"
                            "static std::vector<int> all;\n}")),
            "");
  EXPECT_NE(faults(model_of("", "header {\n#include <vector>\nfoo;\n}"))
                .find("m.sm:12:1: "),
            std::string::npos);
}

TEST(MachineCode, ParametersAreThoseOfTheRun) {
  const model::MachineModel m = parse_sm(
      "model M\nprotocol P { in a(x: int) in b(y: int) in c() }\n"
      "capsule C {\nport p: P\nmachine {\ninitial i\nstate s\nstate r {\n"
      "initial j\nstate q\ntransition u: j -> q\n}\nchoice k\n"
      "transition t0: i -> s\ntransition t1: s -> k { on p.a on p.c }\n"
      "transition t2: k -> r\ntransition t3: r -> s { on p.b }\n}\n}\n",
      "m.sm");
  const model::StateMachine& s = m.capsules[0].machine;
  const ActionMessages found = action_messages(s, model::Semantics::papyrus_rt);
  using Set = ActionMessages::Set;
  const Set a = {{0, 0}, {0, 2}};
  const Set b = {{0, 1}};
  const auto transition = [&](const std::string& name) -> const Set& {
    for (std::size_t t = 0; t < s.transitions.size(); ++t) {
      if (s.transitions[t].name == name) return found.transitions[t];
    }
    throw std::runtime_error(name);
  };
  EXPECT_EQ(transition("t0"), Set{});
  EXPECT_EQ(transition("t1"), a);
  EXPECT_EQ(transition("t2"), a);
  EXPECT_EQ(transition("u"), a);
  EXPECT_EQ(transition("t3"), b);
  for (std::size_t v = 0; v < s.vertices.size(); ++v) {
    if (s.vertices[v].name == "q") {
      EXPECT_EQ(found.entries[v], a);
      EXPECT_EQ(found.exits[v], b);
    }
    if (s.vertices[v].name == "s") {
      EXPECT_EQ(found.entries[v], b);
    }
  }
}

// As Papyrus-RT, whose code generator looks for the first one.
TEST(MachineRules, OfSeveralInitialPseudostatesTheFirstOneCounts) {
  const model::MachineModel m = parse_sm(
      "model M\ncapsule C {\nmachine {\ninitial a\ninitial b\nstate s\n"
      "transition t: a -> s\n}\n}\n",
      "m.sm");
  const model::StateMachine& machine = m.capsules[0].machine;
  const MachineRules rules(machine, model::Semantics::papyrus_rt);
  EXPECT_EQ(machine.vertices.at(rules.initial_of(model::kNoIndex)).name, "a");
}

TEST(StepProgram, NeedsWhatItCannotDoWithout) {
  const auto refused = [](const std::string& text) {
    const model::MachineModel m = parse_sm(text, "m.sm");
    try {
      (void)write_step_program(m, m.capsules[0], {}, "c.cpp");
    } catch (const base::InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(refused("model M\ncapsule C { }").find("has no state machine"),
            std::string::npos);
}

TEST(StepProgram, CodeGetsNoValueThatNoTestCanChoose) {
  const model::MachineModel m = parse_sm(
      "model M\nprotocol P { in a(x: void*, n: int) out b(y: void*) }\n"
      "capsule C {\nport p: P\nmachine {\ninitial i\nstate s\n"
      "transition t0: i -> s\n}\n}\n",
      "m.sm");
  const StepProgram program = write_step_program(m, m.capsules[0], {}, "c.cpp");
  EXPECT_NE(program.source.find("UMLRTUnknownType x;\n"), std::string::npos);
  EXPECT_NE(program.source.find("UMLRTOutSignal b(void* y)"),
            std::string::npos);
  ASSERT_EQ(program.description.inputs.size(), 2U);
  EXPECT_EQ(program.description.inputs[1].name, "n");
  // For the errors of the compiler alone it is what the model says.
  EXPECT_NE(write_machine_code(m, m.capsules[0], {}).text.find("void* x;\n"),
            std::string::npos);
}

TEST(StepProgram, EnumeratorsHaveTheValuesOfTheSemantics) {
  model::MachineModel m = parse_sm(
      "model M\nenum Kind { \"CDC-Data\", last, again }\n"
      "protocol P { in a(kind: Kind) }\ncapsule C {\nport p: P\n"
      "machine {\ninitial i\nstate s\ntransition t0: i -> s\n}\n}\n",
      "m.sm");
  m.types[0].values = {0, 5, 5};
  const auto made = [&m](const char* from) {
    const StepProgram program =
        write_step_program(m, m.capsules[0], {}, "c.cpp");
    std::string out;
    for (const auto& [name, value] : program.description.inputs[1].names) {
      out += name + "=" + std::to_string(value) + " ";
    }
    out += program.description.inputs[1].lo->text + ".." +
           program.description.inputs[1].hi->text;
    const std::size_t at = program.source.find(from);
    return out + (at == std::string::npos
                      ? ""
                      : " " + program.source.substr(
                                  at, program.source.find('\n', at) - at));
  };
  EXPECT_EQ(made("enum Kind"),
            "CDC_Data=0 last=1 again=2 0..2 enum Kind { CDC_Data = 0, last = "
            "1, again = 2, };");
  EXPECT_EQ(made("if (!(given::kind").find("given::"), std::string::npos);
  m.semantics = model::Semantics::uml;
  EXPECT_EQ(made("enum Kind"),
            "CDC_Data=0 last=5 0..5 enum Kind { CDC_Data = 0, last = 5, again "
            "= 5, };");
  EXPECT_EQ(made("if (!(given::kind"),
            "CDC_Data=0 last=5 0..5 if (!(given::kind == 0 || given::kind == "
            "5)) return false;");
}

TEST(StepProgram, EnumeratorsThatBecomeOneAreNoCpp) {
  const model::MachineModel m =
      parse_sm("model M\nenum Kind { \"a-b\", a_b, c }\n", "m.sm");
  using Names = std::vector<std::pair<std::string, std::int64_t>>;
  EXPECT_EQ(enumerators(m, m.types[0]),
            (Names{{"a-b", 0}, {"a_b", 1}, {"c", 2}}));
}

TEST(StepProgram, EnumerationsHaveOnlyTheirValues) {
  const model::MachineModel m = parse_sm(
      "model M\nenum Colour { red, green }\n"
      "data Lamp { field colour: Colour; field volts: int }\n"
      "protocol P { in a(lamp: Lamp, next: Colour) }\ncapsule C {\nport p: P\n"
      "machine {\ninitial i\nstate s\ntransition t0: i -> s\n"
      "transition t1: s -> s { on p.a }\n}\n}\n",
      "m.sm");
  std::string found;
  for (const c::VariableDescription& v :
       write_step_program(m, m.capsules[0], {}, "c.cpp").description.inputs) {
    found += v.name + ":";
    if (v.lo) found += " " + v.lo->text + ".." + v.hi->text;
    for (const auto& [name, value] : v.names) found += " " + name;
    found += "\n";
  }
  EXPECT_EQ(found,
            "message: 0..0 p.a\nlamp.colour: 0..1 red green\nlamp.volts:\n"
            "next: 0..1 red green\n");
}

TEST(StepProgram, NamesTheWaysInWhichStepsGoWrong) {
  const model::MachineModel m = parse_sm(
      "model M\nprotocol P { in a() in b() }\ncapsule C {\nport p: P\n"
      "port t: timing\nattribute n: int = 0\nmachine {\ninitial i\n"
      "state s\nstate outer {\nstate inner\ninitial j\nexitpoint x\n"
      "transition u: j -> inner\ntransition v: inner -> x { on p.b }\n}\n"
      "choice c\ntransition t0: i -> s\n"
      "transition t1: s -> c { on p.a when { return n > 0; } }\n"
      "transition t2: s -> c { on p.a when { return n > 1; } }\n"
      "transition t3: c -> outer { when { return n > 2; } }\n}\n}\n",
      "m.sm");
  std::string found;
  for (const c::InvariantDescription& v :
       write_step_program(m, m.capsules[0], {}, "c.cpp")
           .description.invariants) {
    found += v.when.where.to_string() + " " + v.id + ": " + v.text + "\n";
  }
  EXPECT_EQ(found,
            "m.sm:17:8 stuck-choice C::c: no branch is true: the capsule is "
            "stuck for ever\n"
            "m.sm:19:12 all-guards-false C::s on p.a: the guards of all "
            "transitions that wait for the message are false\n"
            "m.sm:11:7 unexpected-message C::outer::inner on p.a: no "
            "transition of this state handles it\n"
            "m.sm:9:7 unexpected-message C::s on p.b: no transition of this "
            "state handles it\n"
            "m.sm:9:7 unexpected-message C::s on t.timeout: no transition of "
            "this state handles it\n"
            "m.sm:11:7 unexpected-message C::outer::inner on t.timeout: no "
            "transition of this state handles it\n");
}

TEST(StepProgram, TheEnvironmentChoosesWhatBecomesOfTimers) {
  const auto inputs = [](const std::string& action) {
    const model::MachineModel m = parse_sm(
        "model M\nprotocol P { in a() }\ncapsule C {\nport p: P\n"
        "port t: timing\nattribute id: UMLRTTimerId\nmachine {\ninitial i\n"
        "state s\ntransition t0: i -> s\n"
        "transition t1: s -> s { on p.a do { " +
            action + " } }\n}\n}\n",
        "m.sm");
    std::string names;
    for (const auto& v :
         write_step_program(m, m.capsules[0], {}, "c.cpp").description.inputs) {
      names += v.shown() + " ";
    }
    return names;
  };
  const std::string set = "id = t.informIn(UMLRTTimespec(1, 0)); ";
  EXPECT_EQ(inputs(set), "message ");
  EXPECT_EQ(inputs(set + "if (!id.isValid()) return;"),
            "message timer_refused ");
  EXPECT_EQ(inputs(set + "t.cancelTimer(id); t.cancelTimer(id);"),
            "message timer_queued timer_queued#2 ");
}

TEST(StepProgram, MessagesAreRecalledWithoutEndOnlyWhereTheyMayBe) {
  const auto endless = [](const std::string& deferring,
                          const std::string& recalling,
                          const std::string& entry = "") {
    const model::MachineModel m = parse_sm(
        "model M\nprotocol P { in a() in b() }\ncapsule C {\nport p: P\n"
        "port t: timing\nmachine {\ninitial i\nstate s { " +
            entry +
            " }\n"
            "transition t0: i -> s\n"
            "transition t1: s -> s { on p.a do { " +
            deferring +
            " } }\n"
            "transition t2: s -> s { on p.b on t.timeout do { " +
            recalling + " } }\n}\n}\n",
        "m.sm");
    const StepProgram made = write_step_program(m, m.capsules[0], {}, "c.cpp");
    return std::ranges::any_of(made.description.invariants,
                               [](const c::InvariantDescription& v) {
                                 return v.id == "endless-run C";
                               });
  };
  EXPECT_FALSE(endless("", "p.recall();"));
  EXPECT_FALSE(endless("msg->defer();", ""));
  EXPECT_FALSE(endless("msg->defer();", "p.recall();"));
  EXPECT_FALSE(endless("", "msg->defer();", ""));
  EXPECT_TRUE(endless("msg->defer(); p.recallAll();", ""));
  EXPECT_TRUE(endless("msg->defer();", "", "entry { p.recallAt(0); }"));
  EXPECT_TRUE(endless("", "msg->defer();", "exit { t.recall(); }"));
}

}  // namespace
}  // namespace catenary::frontend::umlrt
