// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "frontend/umlrt/umlrt.h"
#include "xmi_answers.h"

namespace catenary::frontend::umlrt {
namespace {

/// A file with a protocol P (in go, in stop, out done) and its events;
/// `classes` are further elements of the model, A, B and D capsules among them.
std::string file_of(const std::string& classes,
                    const std::string& stereotypes = "") {
  return R"(<xmi:XMI xmlns:xmi="x" xmlns:uml="u">
<uml:Model xmi:id="m" name="M">
<packagedElement xmi:type="uml:Collaboration" xmi:id="pr" name="P">
<interfaceRealization xmi:id="ir" client="pr" supplier="in"/></packagedElement>
<packagedElement xmi:type="uml:Usage" xmi:id="us" client="pr" supplier="out"/>
<packagedElement xmi:type="uml:Interface" xmi:id="in" name="P">
<ownedOperation xmi:id="o" name="go"/><ownedOperation xmi:id="o2" name="stop"/>
</packagedElement>
<packagedElement xmi:type="uml:Interface" xmi:id="out" name="P~">
<ownedOperation xmi:id="o3" name="done"/></packagedElement>
<packagedElement xmi:type="uml:CallEvent" xmi:id="e" operation="o"/>
<packagedElement xmi:type="uml:CallEvent" xmi:id="e2" operation="o2"/>
)" + classes +
         R"(</uml:Model>
<u:Capsule xmi:id="s1" base_Class="A"/><u:Capsule xmi:id="s2" base_Class="B"/>
<u:Capsule xmi:id="s3" base_Class="D"/>
)" + stereotypes +
         "</xmi:XMI>\n";
}

/// A class; `parent` may be empty.
std::string class_of(const std::string& name,
                     const std::string& parent,
                     const std::string& members) {
  return "<packagedElement xmi:type='uml:Class' xmi:id='" + name + "' name='" +
         name + "'>" +
         (parent.empty() ? ""
                         : "<generalization xmi:id='g" + name + "' general='" +
                               parent + "'/>") +
         members + "</packagedElement>\n";
}

constexpr const char* kPort =
    "<ownedAttribute xmi:type='uml:Port' xmi:id='p' name='p' type='pr' "
    "isBehavior='true' isConjugated='false'/>";

/// The machine of A: S -> T on go, T a composite state, T -> S on stop.
const std::string kMachine =
    "<ownedBehavior xmi:type='uml:StateMachine' xmi:id='sm' name='SM'>"
    "<region xmi:id='r'>"
    "<transition xmi:id='t0' name='t0' source='i' target='s'/>"
    "<transition xmi:id='t1' name='t1' source='s' target='t' guard='gu'>"
    "<ownedRule xmi:id='gu'><specification xmi:type='uml:OpaqueExpression' "
    "xmi:id='gx'><body>return true;</body></specification></ownedRule>"
    "<effect xmi:id='ef'><body>one();</body></effect>"
    "<trigger xmi:id='tr' event='e' port='p'/></transition>"
    "<transition xmi:id='t2' name='t2' source='t' target='s'>"
    "<ownedRule xmi:id='gt' constrainedElement='ts'><specification "
    "xmi:type='uml:OpaqueExpression' xmi:id='gy'><body>return p;</body>"
    "</specification></ownedRule>"
    "<trigger xmi:id='ts' event='e2' port='p'/></transition>"
    "<transition xmi:id='t3' name='t3' kind='internal' source='s' target='s'>"
    "<trigger xmi:id='t3t' event='e2' port='p'/></transition>"
    "<subvertex xmi:type='uml:Pseudostate' xmi:id='i' name='i'/>"
    "<subvertex xmi:type='uml:State' xmi:id='s' name='S'>"
    "<entry xmi:id='en'><body>in();</body></entry>"
    "<exit xmi:id='ex'><body>out();</body></exit></subvertex>"
    "<subvertex xmi:type='uml:State' xmi:id='t' name='T'>"
    "<region xmi:id='rt'>"
    "<transition xmi:id='u0' name='u0' source='ti' target='tu'/>"
    "<subvertex xmi:type='uml:Pseudostate' xmi:id='ti' name='ti'/>"
    "<subvertex xmi:type='uml:State' xmi:id='tu' name='U'/>"
    "</region></subvertex>"
    "</region></ownedBehavior>";

/// The machine of a child that extends that of A, with `region` in its region.
std::string extended(const std::string& region,
                     const std::string& id = "b",
                     const std::string& parent = "") {
  return "<ownedBehavior xmi:type='uml:StateMachine' xmi:id='" + id +
         "sm' extendedStateMachine='" + parent + "sm' redefinedClassifier='" +
         parent + "sm'><region xmi:id='" + id + "r' extendedRegion='" + parent +
         "r'>" + region + "</region></ownedBehavior>";
}

/// The capsule as text, without its first line and braces.
std::string capsule(const std::string& text, const std::string& name) {
  const model::MachineModel m = parse_xmi(text, "f.uml");
  for (const model::Unsupported& u : m.unsupported) {
    ADD_FAILURE() << u.where.to_string() << ": " << u.qualified << ": "
                  << u.what;
  }
  const std::string sm = write_sm(m);
  const std::string head = "capsule " + name + " {\n";
  const std::size_t from = sm.find(head);
  if (from == std::string::npos) return sm;
  const std::size_t begin = from + head.size();
  return sm.substr(begin, sm.find("\n}\n", from) + 1 - begin);
}

/// B, which extends A, as text.
std::string child(const std::string& members,
                  const std::string& stereotypes = "") {
  return capsule(
      file_of(class_of("A", "", kPort + kMachine) + class_of("B", "A", members),
              stereotypes),
      "B");
}

/// The application of RTRedefinedElement without a root to an element.
std::string excluded(const std::string& id) {
  return "<u:RTRedefinedElement xmi:id='x" + id +
         "' base_RedefinableElement='" + id + "'/>";
}

TEST(XmiInheritance, ChildWithoutMembersIsItsParent) {
  const std::string a = capsule(
      file_of(class_of("A", "", kPort + kMachine) + class_of("B", "A", "")),
      "A");
  EXPECT_NE(a.find("transition t1: S -> T"), std::string::npos);
  EXPECT_EQ(child(""), a);
  // So is one whose machine only says that it extends that of its parent.
  EXPECT_EQ(child("<ownedBehavior xmi:type='uml:StateMachine' xmi:id='bsm' "
                  "extendedStateMachine='sm'/>"),
            a);
}

TEST(XmiInheritance, MembersOfTheParentComeFirst) {
  const std::string a =
      "<ownedAttribute xmi:id='a1' name='a1'/>"
      "<ownedAttribute xmi:type='uml:Port' xmi:id='p' name='p' type='pr'/>"
      "<ownedAttribute xmi:id='d1' name='d1' type='D'/>"
      "<ownedConnector xmi:id='k' name='k'><end xmi:id='k1' role='p'/>"
      "<end xmi:id='k2' role='dp' partWithPort='d1'/></ownedConnector>"
      "<ownedOperation xmi:id='f' name='f' method='fb'/>"
      "<ownedBehavior xmi:id='fb' specification='f'><body>one();</body>"
      "</ownedBehavior>";
  const std::string b =
      "<ownedAttribute xmi:id='a2' name='a2'/>"
      "<ownedAttribute xmi:type='uml:Port' xmi:id='q' name='q' type='pr'/>"
      "<ownedOperation xmi:id='h' name='h'/>";
  const std::string d =
      "<ownedAttribute xmi:type='uml:Port' xmi:id='dp' name='dp' type='pr'/>";
  EXPECT_EQ(capsule(file_of(class_of("A", "", a) + class_of("B", "A", b) +
                            class_of("D", "", d)),
                    "B"),
            "  attribute a1\n"
            "  attribute a2\n"
            "  port p: P relay\n"
            "  port q: P relay\n"
            "  part d1: D\n"
            "  connect p to d1.dp as k\n"
            "  operation f() { one(); }\n"
            "  operation h()\n");
}

TEST(XmiInheritance, RedefinitionsHaveWhatTheyDoNotSay) {
  const std::string a =
      "<ownedAttribute xmi:id='x' name='x'><type href='l#Integer'/>"
      "<defaultValue xmi:type='uml:LiteralInteger' value='3'/></ownedAttribute>"
      "<ownedAttribute xmi:type='uml:Port' xmi:id='p' name='p' type='pr' "
      "isConjugated='true' isBehavior='true'/>"
      "<ownedOperation xmi:id='f' name='f' method='fb'><ownedParameter "
      "xmi:id='fp' name='v'/></ownedOperation>"
      "<ownedBehavior xmi:id='fb' specification='f'><body>one();</body>"
      "</ownedBehavior>";
  const std::string b =
      "<ownedAttribute xmi:id='bx' redefinedProperty='x'>"
      "<defaultValue xmi:type='uml:LiteralInteger' value='4'/></ownedAttribute>"
      "<ownedAttribute xmi:type='uml:Port' xmi:id='bp' redefinedPort='p'>"
      "<upperValue xmi:type='uml:LiteralUnlimitedNatural' value='2'/>"
      "</ownedAttribute>"
      "<ownedOperation xmi:id='bf' redefinedOperation='f' method='bfb'/>"
      "<ownedBehavior xmi:id='bfb' specification='bf'><body>two();</body>"
      "</ownedBehavior>";
  // The stereotype holds for what redefines.
  EXPECT_EQ(capsule(file_of(class_of("A", "", a) + class_of("B", "A", b),
                            "<u:RTPort xmi:id='rp' base_Port='p' "
                            "isWired='false'/>"),
                    "B"),
            "  attribute x: int = 4\n"
            "  port p: ~P[2] unwired\n"
            "  operation f(v) { two(); }\n");
}

TEST(XmiInheritance, TheSameNameReplaces) {
  const std::string a =
      "<ownedAttribute xmi:id='x' name='x'><type href='l#Integer'/>"
      "</ownedAttribute>" +
      std::string(kPort) +
      "<ownedOperation xmi:id='f' name='f' method='fb'/>"
      "<ownedBehavior xmi:id='fb' specification='f'><body>one();</body>"
      "</ownedBehavior>" +
      kMachine;
  const std::string b =
      "<ownedAttribute xmi:id='bx' name='x'><type href='l#Boolean'/>"
      "</ownedAttribute>"
      "<ownedAttribute xmi:type='uml:Port' xmi:id='bp' name='p' type='pr'/>"
      "<ownedOperation xmi:id='bf' name='f'/>"
      "<ownedOperation xmi:id='bg' name='f'><ownedParameter xmi:id='gp' "
      "name='v'/></ownedOperation>";
  const std::string text =
      capsule(file_of(class_of("A", "", a) + class_of("B", "A", b)), "B");
  // A function of the same name with other parameters is another function.
  EXPECT_EQ(text.substr(0, text.find("  machine")),
            "  attribute x: bool\n"
            "  port p: P relay\n"
            "  operation f()\n"
            "  operation f(v)\n");
  // Triggers of the parent are those of the child's port.
  EXPECT_NE(text.find("on p.go"), std::string::npos);
}

TEST(XmiInheritance, ATypeOfItsOwnReplacesTheInheritedCppType) {
  EXPECT_EQ(
      capsule(
          file_of(class_of("A", "", "<ownedAttribute xmi:id='x' name='x'/>") +
                      class_of("B",
                               "A",
                               "<ownedAttribute xmi:id='bx' "
                               "redefinedProperty='x'><type "
                               "href='l#Boolean'/></ownedAttribute>"),
                  "<r:AttributeProperties xmi:id='ap' "
                  "base_Property='x' type='long'/>"),
          "B"),
      "  attribute x: bool\n");
}

TEST(XmiInheritance, CppOfTheParentComesFirst) {
  const model::MachineModel m =
      parse_xmi(file_of(class_of("A", "", "") + class_of("B", "A", ""),
                        "<r:CapsuleProperties xmi:id='c1' base_Class='B' "
                        "headerPreface='int b;' privateDeclarations='int y;'/>"
                        "<r:CapsuleProperties xmi:id='c2' base_Class='A' "
                        "headerPreface='int a;' implementationPreface='int i;' "
                        "publicDeclarations='int x;'/>"),
                "f.uml");
  ASSERT_EQ(m.capsules.size(), 2U);
  EXPECT_EQ(m.capsules[0].header_preface.text, "int a;");
  const model::Capsule& b = m.capsules[1];
  EXPECT_EQ(b.header_preface.text, "int a;\nint b;");
  EXPECT_EQ(b.header_preface.lines.size(), 2U);
  EXPECT_EQ(b.implementation_preface.text, "int i;");
  EXPECT_EQ(b.declarations.text, "int x;\nint y;");
}

TEST(XmiInheritance, RedefinedStatesAndTransitionsOmitWhatTheyInherit) {
  const std::string text = child(extended(
      "<subvertex xmi:type='uml:State' xmi:id='bs' redefinedState='s'>"
      "<entry xmi:id='ben'><body>more();</body></entry></subvertex>"
      "<transition xmi:id='bt1' redefinedTransition='t1' guard='bgu'>"
      "<ownedRule xmi:id='bgu'><specification xmi:type='uml:OpaqueExpression' "
      "xmi:id='bgx'><body>return false;</body></specification></ownedRule>"
      "<effect xmi:id='bef' redefinedBehavior='ef'/></transition>"
      "<transition xmi:id='bt3' name='n3' redefinedTransition='t3'>"
      "<effect xmi:id='be3'><body>three();</body></effect></transition>"));
  EXPECT_NE(text.find("    state S {\n      entry { more(); }\n"
                      "      exit { out(); }\n    }\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("    transition t1: S -> T {\n      on p.go\n"
                      "      when { return false; }\n      do { one(); }\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("    internal transition n3: S -> S {\n      on p.stop\n"
                      "      do { three(); }\n"),
            std::string::npos)
      << text;
}

TEST(XmiInheritance, TriggersAreAddedUnlessTheyAreTheSame) {
  const std::string text = child(
      extended("<transition xmi:id='bt1' redefinedTransition='t1'>"
               "<trigger xmi:id='b1' event='e' port='p'/>"
               "<trigger xmi:id='b2' event='e2' port='p'/></transition>"));
  EXPECT_NE(text.find("transition t1: S -> T {\n      on p.go\n"
                      "      on p.stop\n      when"),
            std::string::npos)
      << text;
}

TEST(XmiInheritance, GuardsOfTriggersAreInheritedAndRedefined) {
  EXPECT_NE(child("").find("on p.stop if { return p; }"), std::string::npos);
  const std::string text = child(extended(
      "<transition xmi:id='bt2' redefinedTransition='t2'>"
      "<ownedRule xmi:id='bg' constrainedElement='ts'><specification "
      "xmi:type='uml:OpaqueExpression' xmi:id='bgy'><body>return 0;</body>"
      "</specification></ownedRule></transition>"));
  EXPECT_NE(text.find("on p.stop if { return 0; }"), std::string::npos) << text;
}

TEST(XmiInheritance, ReferencesLeadToTheElementsOfTheChild) {
  // From parent's and child's states to parent's and child's ones, and into
  // redefined composite states.
  const std::string text = child(extended(
      "<transition xmi:id='n1' name='n1' source='s' target='bv'>"
      "<trigger xmi:id='n1t' event='e' port='p'/></transition>"
      "<transition xmi:id='n2' name='n2' source='bv' target='bt'/>"
      "<transition xmi:id='bt1' redefinedTransition='t1' target='bv'/>"
      "<subvertex xmi:type='uml:State' xmi:id='bv' name='V'/>"
      "<subvertex xmi:type='uml:State' xmi:id='bt' redefinedState='t'>"
      "<connectionPoint xmi:id='cp' xmi:type='uml:Pseudostate' name='cp' "
      "kind='entryPoint'/>"
      "<region xmi:id='brt' extendedRegion='rt'>"
      "<transition xmi:id='n3' name='n3' source='cp' target='bw'/>"
      "<transition xmi:id='n4' name='n4' source='tu' target='bw'/>"
      "<subvertex xmi:type='uml:State' xmi:id='bw' name='W'/>"
      "</region></subvertex>"));
  EXPECT_NE(text.find("    state T {\n"
                      "      initial ti\n"
                      "      state U\n"
                      "      state W\n"
                      "      entrypoint cp\n"
                      "      transition u0: ti -> U\n"
                      "      transition n3: cp -> W\n"
                      "      transition n4: U -> W\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("transition t1: S -> V {\n"), std::string::npos) << text;
  EXPECT_NE(text.find("transition t2: T -> S {\n"), std::string::npos) << text;
  EXPECT_NE(text.find("transition n1: S -> V {\n"), std::string::npos) << text;
  EXPECT_NE(text.find("transition n2: V -> T\n"), std::string::npos) << text;
}

TEST(XmiInheritance, SeveralLevelsAddUp) {
  const std::string b = extended(
      "<subvertex xmi:type='uml:State' xmi:id='bs' redefinedState='s'>"
      "<entry xmi:id='ben' redefinedBehavior='en'><body>b();</body></entry>"
      "</subvertex>"
      "<subvertex xmi:type='uml:State' xmi:id='bv' name='V'/>");
  // Names the redefinition, or the first definition; both mean the same.
  for (const char* state : {"bs", "s"}) {
    const std::string d = extended(
        "<subvertex xmi:type='uml:State' xmi:id='ds' redefinedState='" +
            std::string(state) +
            "'><exit xmi:id='dex'><body>d();</body></exit></subvertex>"
            "<transition xmi:id='n' name='n' source='s' target='bv'>"
            "<trigger xmi:id='nt' event='e' port='p'/></transition>",
        "d",
        "b");
    // The order in the file does not matter.
    const std::string text =
        capsule(file_of(class_of("D", "B", d) + class_of("B", "A", b) +
                        class_of("A", "", kPort + kMachine)),
                "D");
    EXPECT_NE(text.find("    state S {\n      entry { b(); }\n"
                        "      exit { d(); }\n    }\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("transition n: S -> V {\n      on p.go\n"),
              std::string::npos)
        << text;
  }
}

TEST(XmiInheritance, ExcludedElementsAreGoneWithTheirTransitions) {
  const std::string text =
      child(extended("<subvertex xmi:type='uml:State' xmi:id='bt' "
                     "redefinedState='t'/>"),
            excluded("bt"));
  EXPECT_EQ(text,
            "  port p: P\n"
            "  machine SM {\n"
            "    initial i\n"
            "    state S {\n"
            "      entry { in(); }\n"
            "      exit { out(); }\n"
            "    }\n"
            "    transition t0: i -> S\n"
            "    internal transition t3: S -> S {\n"
            "      on p.stop\n"
            "    }\n"
            "  }\n");
  EXPECT_EQ(child(extended("<transition xmi:id='bt1' "
                           "redefinedTransition='t1'/>"),
                  excluded("bt1"))
                .find("t1"),
            std::string::npos);
  // With a root it is a redefinition.
  EXPECT_EQ(child(extended("<transition xmi:id='bt1' "
                           "redefinedTransition='t1'/>"),
                  "<u:RTRedefinedElement xmi:id='x' "
                  "base_RedefinableElement='bt1' rootFragment='t1'/>"),
            child(""));
  const std::string action = child(
      extended("<subvertex xmi:type='uml:State' xmi:id='bs' redefinedState='s'>"
               "<entry xmi:id='ben' redefinedBehavior='en'/></subvertex>"),
      excluded("ben"));
  EXPECT_NE(action.find("    state S {\n      exit { out(); }\n"),
            std::string::npos)
      << action;
}

/// A constraint that excludes what has these ids.
std::string rule(const std::string& ids) {
  return "<ownedRule xmi:id='xr' constrainedElement='" + ids +
         "'><specification xmi:type='uml:LiteralBoolean' xmi:id='xs'/>"
         "</ownedRule>";
}

TEST(XmiInheritance, ConstraintsExcludeWhatUmlCannotRedefine) {
  // An initial pseudostate with its transition, and others in their place.
  const std::string initial = child(extended(
      "<transition xmi:id='n' name='n' source='bi' target='t'/>" + rule("i") +
      "<subvertex xmi:type='uml:Pseudostate' xmi:id='bi' name='bi'/>"));
  EXPECT_NE(initial.find("    initial bi\n"), std::string::npos) << initial;
  EXPECT_NE(initial.find("    transition n: bi -> T\n"), std::string::npos);
  EXPECT_EQ(initial.find("t0"), std::string::npos);
  const std::string guard =
      child(extended("<transition xmi:id='bt1' redefinedTransition='t1'>" +
                     rule("gu") + "</transition>"));
  EXPECT_NE(guard.find("t1: S -> T {\n      on p.go\n      do { one(); }\n"),
            std::string::npos)
      << guard;
  // The guard of an excluded trigger goes with it.
  const std::string trigger = child(extended(
      "<transition xmi:id='bt2' redefinedTransition='t2'>" + rule("ts") +
      "<trigger xmi:id='b2' event='e' port='p'/></transition>"));
  EXPECT_NE(trigger.find("t2: T -> S {\n      on p.go\n    }\n"),
            std::string::npos)
      << trigger;
  // A guard that is false is a guard.
  EXPECT_NE(
      missing(file_of(class_of("A", "", kPort + kMachine) +
                      class_of("B",
                               "A",
                               extended("<transition xmi:id='bt1' guard='xr' "
                                        "redefinedTransition='t1'>" +
                                        rule("bt1") + "</transition>"))))
          .find("LiteralBoolean"),
      std::string::npos);
}

TEST(XmiInheritance, AMachineThatExtendsNothingReplaces) {
  const std::string text = child(
      "<ownedBehavior xmi:type='uml:StateMachine' xmi:id='own' name='Own'>"
      "<region xmi:id='or'><subvertex xmi:type='uml:Pseudostate' xmi:id='oi' "
      "name='oi'/><subvertex xmi:type='uml:State' xmi:id='os' name='S'/>"
      "<transition xmi:id='ot' name='ot' source='oi' target='os'/>"
      "</region></ownedBehavior>");
  EXPECT_EQ(text,
            "  port p: P\n"
            "  machine Own {\n"
            "    initial oi\n"
            "    state S\n"
            "    transition ot: oi -> S\n"
            "  }\n");
}

TEST(XmiInheritance, OlderFilesExtendByTheirElements) {
  // Neither machine nor region say what they extend; the initial pseudostate of
  // a region is that of the region.
  const std::string text = child(
      "<ownedBehavior xmi:type='uml:StateMachine' xmi:id='own' name='Own'>"
      "<region xmi:id='or'><subvertex xmi:type='uml:Pseudostate' xmi:id='oi' "
      "name='oi'/><subvertex xmi:type='uml:State' xmi:id='os' name='O' "
      "redefinedState='s'/><subvertex xmi:type='uml:State' xmi:id='ot' "
      "name='T'><entry xmi:id='oe'><body>t();</body></entry></subvertex>"
      "<transition xmi:id='ot0' redefinedTransition='t0' source='oi' "
      "target='os'/></region></ownedBehavior>");
  EXPECT_NE(text.find("    initial oi\n    state O {\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("    state T {\n      entry { t(); }\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("    transition t0: oi -> O\n"), std::string::npos);
  EXPECT_NE(text.find("    transition t2: T -> O {\n"), std::string::npos);
  EXPECT_EQ(text.find("state S"), std::string::npos);
}

TEST(XmiInheritance, OthersSeeTheNamesThatARedefinitionInherits) {
  EXPECT_EQ(capsule(file_of(class_of("A", "", kPort) +
                            class_of("B",
                                     "A",
                                     "<ownedAttribute xmi:type='uml:Port' "
                                     "xmi:id='bp' redefinedPort='p'/>") +
                            class_of("D",
                                     "",
                                     "<ownedAttribute xmi:id='d1' name='d1' "
                                     "type='B'/><ownedAttribute xmi:id='d2' "
                                     "name='d2' type='A'/><ownedConnector "
                                     "xmi:id='k' name='k'><end xmi:id='k1' "
                                     "role='bp' partWithPort='d1'/><end "
                                     "xmi:id='k2' role='p' partWithPort='d2'/>"
                                     "</ownedConnector>")),
                    "D"),
            "  part d1: B\n  part d2: A\n  connect d1.p to d2.p as k\n");
}

TEST(XmiInheritance, ListsWhatIsNotSupported) {
  const auto both = [](const std::string& generalization,
                       const std::string& members) {
    return file_of(class_of("A", "", kPort + kMachine) +
                   class_of("B", "", generalization + members) +
                   class_of("D", "", "") + class_of("E", "", ""));
  };
  const auto parent = [&](const std::string& attributes) {
    return missing(both("<generalization xmi:id='g' " + attributes + ">", ""));
  };
  EXPECT_EQ(parent("/"), "B: a generalization without a parent\n");
  EXPECT_EQ(parent("><general xmi:type='uml:Class' href='o.uml#_a'/>"
                   "</generalization"),
            "B: a parent in another file: 'o.uml#_a'\n");
  EXPECT_EQ(parent("general='in'/"), "B: inheritance from a Interface\n");
  EXPECT_EQ(parent("general='E'/"),
            "B: a capsule that inherits from a passive class\n");
  EXPECT_EQ(parent("general='A'/><generalization xmi:id='h' general='D'/"),
            "B: a second parent, 'D'\n");
}

TEST(XmiInheritance, ListsRedefinitionsOfWhatIsNotInherited) {
  const auto b = [](const std::string& members,
                    const std::string& stereotypes = "") {
    return missing(file_of(
        class_of("A", "", kPort + kMachine) + class_of("B", "A", members),
        stereotypes));
  };
  EXPECT_EQ(b(extended("<subvertex xmi:type='uml:State' xmi:id='bs' name='Q' "
                       "redefinedState='tu'/>")),
            "B::Q: attribute redefinedState\n");
  EXPECT_EQ(
      b(extended("<subvertex xmi:type='uml:State' xmi:id='bs' name='Q'/>"),
        excluded("bs")),
      "B::Q: an exclusion of what is not inherited\n");
  EXPECT_EQ(b(extended("<transition xmi:id='n' name='n' source='s' "
                       "target='t'/><subvertex xmi:type='uml:State' "
                       "xmi:id='bt' redefinedState='t'/>"),
              excluded("bt")),
            "B::n: a transition from or to what is not supported\n");
  EXPECT_EQ(b("<ownedBehavior xmi:type='uml:StateMachine' xmi:id='bsm'>"
              "<extendedStateMachine href='o.uml#_s'/></ownedBehavior>"),
            "B: extendedStateMachine (extendedStateMachine)\n");
  // An exclusion outside of classes that inherit.
  EXPECT_EQ(b("", excluded("s")), "M: an exclusion of what is not inherited\n");
}

/// A protocol Q whose parent is P; `messages` are those that it receives.
std::string protocol_q(const std::string& messages,
                       const std::string& interface = "") {
  return "<packagedElement xmi:type='uml:Collaboration' xmi:id='q' name='Q'>" +
         std::string(interface.empty()
                         ? "<generalization xmi:id='gq' general='pr'/>"
                         : "") +
         "<interfaceRealization xmi:id='iq' client='q' supplier='qi'/>"
         "</packagedElement><packagedElement xmi:type='uml:Interface' "
         "xmi:id='qi' name='Q'>" +
         interface + messages + "</packagedElement>";
}

TEST(XmiInheritance, PartsOfParentsInOtherFilesAreListed) {
  // Nothing of the file is an error, so that its other capsules can be tested.
  EXPECT_EQ(missing(file_of(class_of(
                "B",
                "",
                "<generalization xmi:id='g'><general href='o.uml#_a'/>"
                "</generalization>"
                "<ownedAttribute xmi:type='uml:Port' xmi:id='bp'>"
                "<redefinedPort href='o.uml#_p'/></ownedAttribute>"
                "<ownedOperation xmi:id='bf'><redefinedOperation "
                "href='o.uml#_f'/></ownedOperation>"
                "<ownedBehavior xmi:type='uml:StateMachine' xmi:id='bsm'>"
                "<region xmi:id='br'><transition xmi:id='t1'>"
                "<redefinedTransition href='o.uml#_t'/></transition>"
                "<transition xmi:id='t2' name='t2' target='bs'>"
                "<source href='o.uml#_s'/></transition>"
                "<subvertex xmi:type='uml:State' xmi:id='bs' name='S'/>"
                "</region></ownedBehavior>"))),
            "B: a parent in another file: 'o.uml#_a'\n"
            "B: a redefinition of what is not in this file\n"
            "B: a redefinition of what is not in this file\n"
            "B: a transition from or to what is not supported\n"
            "B::t2: a transition from or to what is not supported\n");
  EXPECT_EQ(missing(file_of(protocol_q("<ownedOperation xmi:id='oq'>"
                                       "<redefinedOperation href='o.uml#_o'/>"
                                       "</ownedOperation>"))),
            "Q: a redefinition of what is not in this file\n");
}

/// Members of a class: ports p and w, and a connector k between them.
std::string two_connected_ports() {
  return kPort + std::string(
                     "<ownedAttribute xmi:type='uml:Port' xmi:id='w' name='w' "
                     "type='pr'/><ownedConnector xmi:id='k' name='k'><end "
                     "xmi:id='k1' role='p'/><end xmi:id='k2' role='w'/>"
                     "</ownedConnector>");
}

TEST(XmiInheritance, ExcludedPortsTakeTheirConnectorsAlong) {
  const std::string a = two_connected_ports();
  const std::string no_w =
      "<ownedAttribute xmi:type='uml:Port' xmi:id='bw' redefinedPort='w'/>";
  EXPECT_EQ(capsule(file_of(class_of("A", "", a) + class_of("B", "A", no_w),
                            excluded("bw")),
                    "B"),
            "  port p: P\n");
  // What the child says itself about it is listed.
  EXPECT_EQ(missing(file_of(class_of("A", "", a) +
                                class_of("B",
                                         "A",
                                         no_w + "<ownedConnector xmi:id='k3' "
                                                "name='k3'><end xmi:id='k4' "
                                                "role='p'/><end xmi:id='k5' "
                                                "role='w'/></ownedConnector>"),
                            excluded("bw"))),
            "B::k3: a connector to what is excluded\n");
  EXPECT_NE(missing(file_of(class_of("A", "", a + kMachine) +
                                class_of("B",
                                         "A",
                                         "<ownedAttribute xmi:type='uml:Port' "
                                         "xmi:id='bp' redefinedPort='p'/>"),
                            excluded("bp")))
                .find("a trigger on an excluded port"),
            std::string::npos);
}

TEST(XmiInheritance, ConnectorsAreRedefinedEndByEnd) {
  const std::string a = two_connected_ports();
  const std::string b =
      "<ownedAttribute xmi:type='uml:Port' xmi:id='v' name='v' type='pr'/>"
      "<ownedConnector xmi:id='bk' redefinedConnector='k'><end xmi:id='k3'/>"
      "<end xmi:id='k4' role='v'/></ownedConnector>";
  EXPECT_EQ(capsule(file_of(class_of("A", "", a) + class_of("B", "A", b)), "B"),
            "  port p: P\n  port w: P relay\n  port v: P relay\n"
            "  connect p to v as k\n");
}

TEST(XmiInheritance, IncompleteParentsAreListedForTheirChildren) {
  EXPECT_EQ(missing(file_of(class_of("A",
                                     "",
                                     "<generalization xmi:id='g'><general "
                                     "href='o.uml#_a'/></generalization>" +
                                         std::string(kPort)) +
                            class_of("B", "A", ""))),
            "A: a parent in another file: 'o.uml#_a'\n"
            "B: a parent in another file: 'o.uml#_a'\n");
}

TEST(XmiInheritance, CyclesAreErrors) {
  EXPECT_EQ(fault(file_of(class_of("A", "B", "") + class_of("B", "D", "") +
                          class_of("D", "A", "") + class_of("E", "A", ""))),
            "f.uml:13:59: 'A' inherits from itself, by its parent 'B'; "
            "expected another parent");
  EXPECT_EQ(fault(file_of(class_of("A", "A", ""))),
            "f.uml:13:59: 'A' inherits from itself, by its parent 'A'; "
            "expected another parent");
}

TEST(XmiInheritance, AbstractCapsulesAreRead) {
  std::string text =
      file_of(class_of("A", "", kPort + kMachine) + class_of("B", "A", ""));
  text.insert(text.find(" name='A'"), " isAbstract='true'");
  const model::MachineModel m = parse_xmi(text, "f.uml");
  EXPECT_TRUE(m.unsupported.empty());
  ASSERT_EQ(m.warnings.size(), 1U);
  EXPECT_EQ(m.warnings[0].code, "capsule-abstract");
  EXPECT_EQ(m.warnings[0].severity, base::Severity::note);
}

/// The messages of Q, with their parameters.
std::string messages_of_q(const std::string& text) {
  const std::string sm = write_sm(parse_xmi(text, "f.uml"));
  const std::size_t from = sm.find("protocol Q {\n");
  return from == std::string::npos ? sm
                                   : sm.substr(from, sm.find("}", from) - from);
}

TEST(XmiInheritance, ProtocolsHaveTheMessagesOfTheirParents) {
  const std::string own = "<ownedOperation xmi:id='oq' name='more'/>";
  const std::string all =
      "protocol Q {\n  in go()\n  in stop()\n  out done()\n  in more()\n";
  EXPECT_EQ(messages_of_q(file_of(protocol_q(own))), all);
  EXPECT_EQ(missing(file_of(protocol_q(own))), "");
  // Interfaces may have the generalization alone, or as well.
  const std::string general = "<generalization xmi:id='gi' general='in'/>";
  EXPECT_EQ(messages_of_q(file_of(protocol_q(own, general))),
            "protocol Q {\n  in go()\n  in stop()\n  in more()\n");
  std::string both = protocol_q(general + own);
  EXPECT_EQ(messages_of_q(file_of(both)), all);
  EXPECT_EQ(missing(file_of(both)), "");
}

TEST(XmiInheritance, MessagesAreRedefinedAndExcluded) {
  const std::string parameter =
      "<ownedParameter xmi:id='op' name='v'><type href='l#Integer'/>"
      "</ownedParameter>";
  EXPECT_EQ(messages_of_q(file_of(protocol_q("<ownedOperation xmi:id='oq' "
                                             "redefinedOperation='o'>" +
                                             parameter + "</ownedOperation>"))),
            "protocol Q {\n  in go(v: int)\n  in stop()\n  out done()\n");
  EXPECT_EQ(messages_of_q(file_of(protocol_q("<ownedOperation xmi:id='oq' "
                                             "name='stop'>" +
                                             parameter + "</ownedOperation>"))),
            "protocol Q {\n  in go()\n  in stop(v: int)\n  out done()\n");
  const std::string without = file_of(
      protocol_q("<ownedOperation xmi:id='oq' redefinedOperation='o'/>"),
      excluded("oq"));
  EXPECT_EQ(messages_of_q(without),
            "protocol Q {\n  in stop()\n  out done()\n");
  EXPECT_EQ(missing(without), "");
}

TEST(XmiInheritance, ReplacedMessagesStayReplacedInGrandchildren) {
  const auto interface_of = [](const std::string& id,
                               const std::string& parent,
                               const std::string& message) {
    return "<packagedElement xmi:type='uml:Collaboration' xmi:id='" + id +
           "' name='" + id + "'><generalization xmi:id='g" + id +
           "' general='" + (parent == "in" ? "pr" : parent.substr(0, 1)) +
           "'/><interfaceRealization xmi:id='ir" + id + "' client='" + id +
           "' supplier='" + id +
           "i'/></packagedElement>"
           "<packagedElement xmi:type='uml:Interface' xmi:id='" +
           id + "i'><generalization xmi:id='h" + id + "' general='" + parent +
           "'/>" + message + "</packagedElement>";
  };
  EXPECT_EQ(
      messages_of_q(file_of(
          interface_of("V", "in", "<ownedOperation xmi:id='v' name='go'/>") +
          interface_of("W", "Vi", "<ownedOperation xmi:id='w' name='go'/>") +
          interface_of("Q", "Wi", "<ownedOperation xmi:id='x' name='q'/>"))),
      "protocol Q {\n  in go()\n  in stop()\n  out done()\n  in q()\n");
}

TEST(XmiInheritance, TheBaseProtocolOfTheLibraryAddsNothing) {
  const std::string text = file_of(protocol_q(
      "<ownedOperation xmi:id='oq' name='more'/>", "<ownedComment/>"));
  std::string based = text;
  based.insert(based.find("<interfaceRealization xmi:id='iq'"),
               "<generalization xmi:id='gq'><general href='x#"
               "__4DbwOzdEeSRtqCWFwOf8g'/></generalization>");
  EXPECT_EQ(missing(based), "");
  EXPECT_EQ(messages_of_q(based), messages_of_q(text));
}

TEST(XmiInheritance, InheritedMessagesAreThoseOfThePortsProtocol) {
  const auto text = [](const std::string& ports) {
    return file_of(
        protocol_q("") +
        class_of("A",
                 "",
                 kPort +
                     std::string("<ownedAttribute xmi:type='uml:Port' "
                                 "xmi:id='w' name='w' type='q' "
                                 "isBehavior='true'/>") +
                     "<ownedBehavior xmi:type='uml:StateMachine' xmi:id='sm'>"
                     "<region xmi:id='r'><subvertex xmi:type='uml:State' "
                     "xmi:id='s' name='S'/><transition xmi:id='t' name='t' "
                     "source='s' target='s'><trigger xmi:id='tr' event='e2' "
                     "port='" +
                     ports + "'/></transition></region></ownedBehavior>"));
  };
  const model::MachineModel m = parse_xmi(text("w"), "f.uml");
  ASSERT_EQ(m.protocols.size(), 2U);
  const model::Trigger& t = m.capsules[0].machine.transitions[0].triggers[0];
  EXPECT_EQ(t.protocol, m.capsules[0].ports[1].protocol);
  EXPECT_EQ(m.protocols[t.protocol].messages[t.message].name, "stop");
  EXPECT_EQ(missing(text("w")), "");
  EXPECT_EQ(missing(text("p w")),
            "A::t: a trigger by a message of ports with several protocols\n");
}

TEST(XmiInheritance, TypesHaveTheFieldsOfTheirParents) {
  const auto type = [](const std::string& id,
                       const std::string& kind,
                       const std::string& members) {
    return "<packagedElement xmi:type='uml:" + kind + "' xmi:id='" + id +
           "' name='" + id + "'>" + members + "</packagedElement>";
  };
  const model::MachineModel m = parse_xmi(
      file_of(type("K", "Class", "<ownedAttribute xmi:id='k1' name='x'/>") +
                  type("L",
                       "Class",
                       "<generalization xmi:id='gl' general='K'/>"
                       "<ownedAttribute xmi:id='l1' name='y'/>") +
                  type("E", "Enumeration", "<ownedLiteral name='one'/>") +
                  type("F",
                       "Enumeration",
                       "<generalization xmi:id='gf' general='E'/>"
                       "<ownedLiteral name='two'/>"),
              "<r:PassiveClassProperties xmi:id='pk' base_Class='K' "
              "headerPreface='int a;'/><r:PassiveClassProperties xmi:id='pl' "
              "base_Class='L' headerPreface='int b;' "
              "publicDeclarations='int z;'/>"),
      "f.uml");
  EXPECT_TRUE(m.unsupported.empty());
  ASSERT_EQ(m.types.size(), 4U);
  ASSERT_EQ(m.types[1].fields.size(), 2U);
  EXPECT_EQ(m.types[1].fields[0].name, "x");
  EXPECT_EQ(m.types[1].fields[1].name, "y");
  EXPECT_EQ(m.types[1].preface.text, "int a;\nint b;");
  EXPECT_EQ(m.types[1].declarations.text, "int z;");
  EXPECT_EQ(m.types[3].literals, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(m.types[0].fields.size(), 1U);
}

RC_GTEST_PROP(XmiInheritance, DamagedFilesAreReadOrRefused, ()) {
  std::string text = file_of(
      protocol_q("<ownedOperation xmi:id='oq' redefinedOperation='o'/>") +
          class_of("A", "", kPort + kMachine) +
          class_of("B",
                   "A",
                   "<ownedAttribute xmi:type='uml:Port' xmi:id='bp' "
                   "redefinedPort='p' type='q'/>" +
                       extended("<subvertex xmi:type='uml:State' xmi:id='bt' "
                                "redefinedState='t'/><transition xmi:id='bt1' "
                                "redefinedTransition='t1' target='s'/>" +
                                rule("i"))) +
          class_of("D", "B", ""),
      excluded("bt"));
  // An id, type or role is replaced by another one of the file, or cut out.
  const auto from = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto other = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto length = *rc::gen::inRange<std::size_t>(1, 9);
  const bool cut = *rc::gen::arbitrary<bool>();
  text.replace(from, length, cut ? "" : text.substr(other, length));
  try {
    RC_ASSERT(!write_sm(parse_xmi(text, "f.uml")).empty());
  } catch (const base::InputError&) {
  }
}

}  // namespace
}  // namespace catenary::frontend::umlrt
