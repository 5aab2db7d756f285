// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "frontend/umlrt/umlrt.h"
#include "xmi_answers.h"

namespace catenary::frontend::umlrt {
namespace {

/// A model with one capsule; `%` in the pieces stands for nothing.
std::string model_of(const std::string& region,
                     const std::string& stereotypes = "",
                     const std::string& capsule = "") {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/spec/XMI/20131001"
    xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML">
<uml:Model xmi:id="m" name="M">
<packagedElement xmi:type="uml:Class" xmi:id="c" name="C"
    classifierBehavior="sm" isActive="true">
<ownedAttribute xmi:type="uml:Port" xmi:id="p" name="p" type="pr"
    isBehavior="true"/>
<ownedAttribute xmi:type="uml:Port" xmi:id="t" name="timer" isBehavior="true">
<type xmi:type="uml:Collaboration" href="anywhere.uml#_MxQZgGXsEeS_4daqvwyFrg"/>
</ownedAttribute>
)" + capsule +
         R"(
<ownedBehavior xmi:type="uml:StateMachine" xmi:id="sm" name="SM">
<region xmi:id="r">
<subvertex xmi:type="uml:Pseudostate" xmi:id="i"/>
<subvertex xmi:type="uml:State" xmi:id="s" name="S"/>
<transition xmi:id="t0" source="i" target="s"/>
)" + region +
         R"(
</region></ownedBehavior>
</packagedElement>
<packagedElement xmi:type="uml:Collaboration" xmi:id="pr" name="P">
<interfaceRealization xmi:id="ir" client="pr" supplier="in"/>
</packagedElement>
<packagedElement xmi:type="uml:Interface" xmi:id="in" name="P">
<ownedOperation xmi:id="o" name="go"/></packagedElement>
<packagedElement xmi:type="uml:CallEvent" xmi:id="e" operation="o"/>
</uml:Model>
<u:Capsule xmlns:u="u" xmi:id="st" base_Class="c"/>
)" + stereotypes +
         "\n</xmi:XMI>\n";
}

TEST(Xmi, WhatIsLeftOutHasItsDefault) {
  const model::MachineModel m = parse_xmi(
      model_of("<transition xmi:id='t1' source='s' target='s' guard='g'>"
               "<ownedRule xmi:id='g'><specification "
               "xmi:type='uml:OpaqueExpression' xmi:id='x'><language>C++"
               "</language><body>\n  return a &lt; b;\n</body></specification>"
               "</ownedRule><trigger xmi:id='g1' event='e' port='p'/>"
               "<trigger xmi:id='g2' port='t'><event xmi:type='uml:CallEvent' "
               "href='x#_IaEO8HDxEeSwWKwNKw1iAA'/></trigger></transition>"),
      "f.uml");
  EXPECT_TRUE(m.unsupported.empty());
  ASSERT_EQ(m.capsules.size(), 1U);
  const model::Capsule& c = m.capsules[0];
  EXPECT_EQ(c.ports[1].kind, model::PortKind::timing);
  EXPECT_EQ(c.machine.vertices[0].kind, model::VertexKind::initial);
  EXPECT_EQ(c.machine.vertices[0].name, "initial");
  const model::Transition& t = c.machine.transitions[1];
  EXPECT_EQ(t.kind, model::TransitionKind::external);
  EXPECT_EQ(t.name, "S->S");
  EXPECT_EQ(t.guard.text, "return a < b;");
  EXPECT_EQ(t.guard.lines[0].to_string(), "f.uml:19:3");
  ASSERT_EQ(t.triggers.size(), 2U);
  EXPECT_EQ(model::to_string(m, c, t.triggers[0]), "p.go");
  EXPECT_EQ(t.triggers[1].signal, model::SignalKind::timeout);
}

TEST(Xmi, LineBreaksOfAttributesBeginNoLine) {
  const model::MachineModel m = parse_xmi(
      model_of("",
               "<x:CapsuleProperties xmlns:x='x' base_Class='c' "
               "headerPreface='#include &lt;a>&#xA;#include &lt;b>'/>"),
      "f.uml");
  const model::ActionCode& preface = m.capsules[0].header_preface;
  EXPECT_EQ(preface.text, "#include <a>\n#include <b>");
  ASSERT_EQ(preface.lines.size(), 2U);
  EXPECT_EQ(preface.lines[0].line, preface.lines[1].line);
  EXPECT_GT(preface.lines[1].column, preface.lines[0].column);
}

TEST(Xmi, CodeIsOfCppHoweverItIsCalled) {
  const auto with = [](const std::string& language) {
    return missing(
        model_of("<transition xmi:id='t1' source='s' target='s'><effect "
                 "xmi:type='uml:OpaqueBehavior' xmi:id='x'><language>" +
                 language + "</language><body>f();</body></effect>" +
                 "<trigger xmi:id='g1' event='e' port='p'/></transition>"));
  };
  EXPECT_EQ(with("C++"), "");
  EXPECT_EQ(with("C/C++"), "");
  EXPECT_NE(with("Java").find("code in the language 'Java'"),
            std::string::npos);
}

TEST(Xmi, NothingIsSkippedInSilence) {
  EXPECT_EQ(missing(model_of("<subvertex xmi:type='uml:Pseudostate' "
                             "xmi:id='f' name='f' kind='fork'/>")),
            "C::f: a pseudostate of the kind fork\n");
  EXPECT_EQ(missing(model_of("<subvertex xmi:type='uml:FinalState' "
                             "xmi:id='f' name='f'/><transition xmi:id='t1' "
                             "name='end' source='s' target='f'/>")),
            "C::f: a FinalState\n"
            "C::end: a transition from or to what is not supported\n");
  EXPECT_EQ(missing(model_of("<subvertex xmi:type='uml:State' xmi:id='q' "
                             "name='Q'><region xmi:id='r1'/><region "
                             "xmi:id='r2'/><doActivity xmi:id='d'/>"
                             "</subvertex>")),
            "C::Q: doActivity (doActivity)\nC::Q: a second region\n");
  EXPECT_EQ(missing(model_of("<subvertex xmi:type='uml:State' xmi:id='q' "
                             "name='Q' submachine='sm'/>")),
            "C::Q: attribute submachine\n");
  EXPECT_EQ(missing(model_of("", "", "<generalization xmi:id='g'/>")),
            "C: a generalization without a parent\n");
  EXPECT_EQ(missing(model_of("", "", "<mystery xmi:id='g'/>")),
            "C: mystery (mystery)\n");
  EXPECT_EQ(missing(model_of("<transition xmi:id='t1' name='t' source='s' "
                             "target='s'><trigger xmi:id='g'/></transition>")),
            "C::t: a trigger without an event\n");
}

TEST(Xmi, SaysWhatIsWrong) {
  EXPECT_EQ(
      fault("<a/>"),
      "f.uml:1:1: this is not a UML model; expected an element uml:Model, "
      "mostly within xmi:XMI");
  EXPECT_EQ(fault(model_of("<transition xmi:id='t1' source='s'/>")),
            "f.uml:18:1: this transition has no target; expected the id of a "
            "vertex");
  EXPECT_EQ(fault(model_of("<transition xmi:id='t1' source='s' target='z'/>")),
            "f.uml:18:1: no element has the id 'z', which 'target' names");
  EXPECT_EQ(fault(model_of("<transition xmi:id='t1' source='s' target='p'/>")),
            "f.uml:18:1: the target of this transition is a Port; expected a "
            "vertex");
  EXPECT_EQ(fault(model_of("<subvertex xmi:type='uml:State' xmi:id='s'/>")),
            "f.uml:18:1: the id 's' stands twice");
  EXPECT_EQ(fault("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"),
            "f.uml:1:1: a document type is not read: expected elements only");
}

TEST(Xmi, ConstraintsThatNothingUsesAreTold) {
  const model::MachineModel m = parse_xmi(
      model_of("<transition xmi:id='t1' name='t' source='s' target='s'>"
               "<ownedRule xmi:id='g'><specification "
               "xmi:type='uml:OpaqueExpression'><body>return x;</body>"
               "</specification></ownedRule></transition>"),
      "f.uml");
  EXPECT_TRUE(m.capsules[0].machine.transitions[1].guard.empty());
  ASSERT_EQ(m.warnings.size(), 1U);
  EXPECT_EQ(m.warnings[0].code, "constraint-unused");
}

/// Why it cannot be written as text.
std::string no_text(const std::string& text) {
  try {
    (void)write_sm(parse_xmi(text, "f.uml"));
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics()[0];
    return d.where.to_string() + ": " + d.message;
  }
  return "";
}

/// The warnings of a file, without its notes.
std::string warnings(const std::string& text) {
  std::string out;
  for (const base::Diagnostic& d : parse_xmi(text, "f.uml").warnings) {
    if (d.severity == base::Severity::warning) out += d.code + " ";
  }
  return out;
}

TEST(Xmi, TriggersOfOtherFilesMayBeAnyMessageOfTheirPorts) {
  using Ports = std::vector<std::uint32_t>;
  const auto with = [](const std::string& trigger) {
    return model_of("<transition xmi:id='t1' name='t' source='s' target='s'>" +
                    trigger + "</transition>");
  };
  const std::string library =
      with("<trigger xmi:id='g' port='p'><event href='x#y'/></trigger>");
  const std::string other = with("<trigger xmi:id='g' port='p' event='x#y'/>");
  const std::string elsewhere = with(
      "<trigger xmi:id='g'><event href='x#y'/><port href='x#p'/></trigger>");
  for (const std::string& text : {library, other, elsewhere}) {
    EXPECT_EQ(missing(text), "");
    EXPECT_EQ(warnings(text), "trigger-unknown ");
    const model::MachineModel m = parse_xmi(text, "f.uml");
    EXPECT_TRUE(m.capsules[0].machine.transitions[1].triggers.empty());
    EXPECT_EQ(m.capsules[0].machine.transitions[1].unknown_ports, Ports{0});
    EXPECT_NE(write_sm(m).find("transition t: S -> S\n"), std::string::npos);
  }
}

TEST(Xmi, WhatCppNamesHasAName) {
  EXPECT_EQ(fault(model_of("", "", "<ownedAttribute xmi:id='a'/>")),
            "f.uml:12:1: this attribute or parameter has no name; expected "
            "one");
  EXPECT_EQ(fault(model_of("", "", "<ownedOperation xmi:id='a'/>")),
            "f.uml:12:1: this operation has no name; expected one");
}

TEST(Xmi, TypesOfTheCLibraryAreFoundByTheirIds) {
  const auto type = [](const std::string& id) {
    const model::MachineModel m = parse_xmi(
        model_of("",
                 "",
                 "<ownedAttribute xmi:id='a' name='a'><type "
                 "xmi:type='uml:PrimitiveType' href='x/AnsiCLibrary.uml#" +
                     id + "'/></ownedAttribute>"),
        "f.uml");
    return m.capsules[0].attributes[0].type;
  };
  EXPECT_EQ(type("_zL7x0OmKEeG_gcDHG3asaQ"), "int8_t");
  EXPECT_EQ(type("_V3dAkOmJEeG_gcDHG3asaQ"), "int16_t");
  EXPECT_EQ(type("_yJpD0OmJEeG_gcDHG3asaQ"), "int32_t");
  EXPECT_EQ(type("_7wRIABydEduyofBvg4RL2w"), "int");
}

/// A model with a passive class U.
std::string model_with_class(const std::string& members) {
  std::string text = model_of("");
  const std::string end = "</uml:Model>";
  return text.insert(text.find(end),
                     "<packagedElement xmi:type='uml:Class' xmi:id='u' "
                     "name='U'>" +
                         members + "</packagedElement>\n");
}

TEST(Xmi, PassiveClassesHaveOperationsAndStaticAttributes) {
  const model::MachineModel m = parse_xmi(
      model_with_class(
          "<ownedAttribute xmi:id='a' name='LIMIT' isStatic='true' "
          "isReadOnly='true'><type href='x#Integer'/><defaultValue "
          "xmi:type='uml:LiteralInteger' xmi:id='d' value='3'/>"
          "</ownedAttribute><ownedBehavior xmi:id='b' specification='f'>"
          "<language>C++</language><body>return x > LIMIT;</body>"
          "</ownedBehavior><ownedOperation xmi:id='f' name='over' "
          "isStatic='true' method='b'><ownedParameter xmi:id='x' name='x'>"
          "<type href='x#Integer'/></ownedParameter><ownedParameter "
          "xmi:id='y' name='y' direction='return'><type href='x#Boolean'/>"
          "</ownedParameter></ownedOperation><ownedOperation xmi:id='g' "
          "name='none'/>"),
      "f.uml");
  EXPECT_TRUE(m.unsupported.empty());
  const std::string text = write_sm(m);
  EXPECT_NE(text.find("data U {\n"
                      "  static const field LIMIT: int = 3\n"
                      "  static operation over(x: int): bool { return x > "
                      "LIMIT; }\n"
                      "  operation none()\n"
                      "}\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(write_sm(parse_sm(text, "f.sm")), text);
}

TEST(Xmi, TypesThatAreNotKnownHaveNoValues) {
  const std::string text =
      model_of("",
               "",
               "<ownedAttribute xmi:id='a' name='a'><type href='x#_none'/>"
               "</ownedAttribute><ownedAttribute xmi:id='b' name='b'>"
               "<type href='x#_8I6RgBydEduyofBvg4RL2w'/></ownedAttribute>");
  const model::MachineModel m = parse_xmi(text, "f.uml");
  EXPECT_TRUE(m.unsupported.empty());
  EXPECT_EQ(m.capsules[0].attributes[0].type, model::kUnknownType);
  EXPECT_EQ(m.capsules[0].attributes[1].type, model::kUnknownType);
  EXPECT_EQ(warnings(text), "type-unknown type-unknown ");
}

/// The same model with an enumeration E.
std::string model_with_enumeration(const std::string& literals) {
  std::string text = model_of("");
  return text.insert(text.find("</uml:Model>"),
                     "<packagedElement xmi:type='uml:Enumeration' xmi:id='u' "
                     "name='E'>" +
                         literals + "</packagedElement>\n");
}

TEST(Xmi, EnumeratorsMayHaveValues) {
  const auto literal = [](const std::string& name, const std::string& value) {
    return "<ownedLiteral xmi:id='l" + name + "' name='" + name +
           "'><specification xmi:type='uml:LiteralInteger' xmi:id='v" + name +
           "'" + value + "/></ownedLiteral>";
  };
  const std::string usual = model_with_enumeration(
      literal("a", "") + "<ownedLiteral xmi:id='b' name='b'/>");
  EXPECT_EQ(warnings(usual), "");
  EXPECT_TRUE(parse_xmi(usual, "f.uml").types[0].values.empty());
  const std::string others = model_with_enumeration(
      literal("a", " value='-3'") + "<ownedLiteral xmi:id='b' name='b'/>");
  EXPECT_EQ(warnings(others), "enumerator-values ");
  EXPECT_EQ(parse_xmi(others, "f.uml").types[0].values,
            (std::vector<std::int64_t>{-3, -2}));
  EXPECT_NE(no_text(others).find("the values of the enumerators of 'E'"),
            std::string::npos);
  EXPECT_EQ(missing(model_with_enumeration(
                "<ownedLiteral xmi:id='l' name='l'><specification "
                "xmi:type='uml:LiteralString' xmi:id='v' value='x'/>"
                "</ownedLiteral>")),
            "E: LiteralString as the value of an enumerator\n");
}

TEST(Xmi, CapsulesWithinACapsuleStandForThemselves) {
  const std::string nested =
      "<nestedClassifier xmi:type='uml:Class' xmi:id='n' name='N'/>";
  const model::MachineModel m = parse_xmi(
      model_of("", "<u:Capsule xmlns:u='u' base_Class='n'/>", nested), "f.uml");
  EXPECT_TRUE(m.unsupported.empty());
  ASSERT_EQ(m.capsules.size(), 2U);
  EXPECT_EQ(m.capsules[1].name, "N");
  EXPECT_EQ(missing(model_of("", "", nested)),
            "C::N: a class within a capsule\n");
}

TEST(Xmi, TheStereotypeOfAnInterfaceGivesTheDirection) {
  const auto direction = [](const std::string& kind) {
    const model::MachineModel m =
        parse_xmi(model_of("",
                           "<u:RTMessageSet xmlns:u='u' base_Interface='in'" +
                               kind + "/>"),
                  "f.uml");
    return m.protocols[0].messages[0].direction;
  };
  EXPECT_EQ(direction(""), model::MessageDirection::in);
  EXPECT_EQ(direction(" rtMsgKind='out'"), model::MessageDirection::out);
  EXPECT_EQ(direction(" rtMsgKind='inOut'"), model::MessageDirection::in_out);
}

TEST(Xmi, RelationsToOtherThanInterfacesSayNothing) {
  std::string text = model_of("");
  text.insert(text.find("</uml:Model>"),
              "<packagedElement xmi:type='uml:Realization' xmi:id='z' "
              "client='pr' supplier='c'/>");
  EXPECT_EQ(missing(text), "");
}

TEST(Xmi, PassiveClassesHaveNoMachines) {
  EXPECT_EQ(missing(model_with_class("<ownedBehavior xmi:id='b' "
                                     "xmi:type='uml:StateMachine' name='S'/>")),
            "U::S: StateMachine of a passive class\n");
}

// An editor lets a modeller add an attribute twice. Only where both say the
// same is it clear which one is meant.
TEST(Xmi, AnAttributeThatIsThereTwiceCountsOnce) {
  const auto attribute = [](const std::string& id, const std::string& type) {
    return "<ownedAttribute xmi:id='" + id +
           "' name='hour'><type xmi:type='uml:PrimitiveType' "
           "href='pathmap://UML_LIBRARIES/UMLPrimitiveTypes.library.uml#" +
           type + "'/></ownedAttribute>";
  };
  const std::string twice =
      model_of("", "", attribute("h1", "Boolean") + attribute("h2", "Boolean"));
  EXPECT_EQ(parse_xmi(twice, "f.uml").capsules[0].attributes.size(), 1U);
  EXPECT_EQ(warnings(twice), "attribute-doubled ");
  const std::string other =
      model_of("", "", attribute("h1", "Boolean") + attribute("h2", "Integer"));
  EXPECT_EQ(parse_xmi(other, "f.uml").capsules[0].attributes.size(), 2U);
  EXPECT_EQ(warnings(other), "");
}

TEST(Xmi, StringsWithoutAValueAreTheTextNull) {
  const auto value = [](const std::string& literal) {
    const model::MachineModel m = parse_xmi(
        model_with_class("<ownedAttribute xmi:id='a' name='a'><defaultValue "
                         "xmi:type='uml:LiteralString' xmi:id='d'" +
                         literal + "</ownedAttribute>"),
        "f.uml");
    return m.types[0].fields[0].initial.text;
  };
  EXPECT_EQ(value("><value xsi:nil='true' xmlns:xsi='x'/></defaultValue>"),
            "\"null\"");
  EXPECT_EQ(value("/>"), "\"null\"");
  EXPECT_EQ(value(" value=''/>"), "\"\"");
  EXPECT_EQ(value(" value='a'/>"), "\"a\"");
}

TEST(Xmi, ConnectorsEndAtPorts) {
  EXPECT_EQ(missing(model_of("",
                             "",
                             "<ownedConnector xmi:id='k' name='k'><end "
                             "xmi:id='k1' role='p'/><end xmi:id='k2' "
                             "role='t0'/></ownedConnector>")),
            "C: a connector to no port\n");
  EXPECT_EQ(missing(model_of("",
                             "",
                             "<ownedConnector xmi:id='k' name='k'><end "
                             "xmi:id='k1' role='p' partWithPort='t0'/>"
                             "</ownedConnector>")),
            "C: a part that is a Transition\n");
}

TEST(Xmi, WhatNoTextSaysIsNotWritten) {
  EXPECT_EQ(no_text(model_of("")), "");
  const std::string attribute =
      "<ownedAttribute xmi:id='a' name='a'/><ownedAttribute xmi:id='b' "
      "name='%' isStatic='true'/>";
  std::string twice = attribute;
  twice.replace(twice.find('%'), 1, "a");
  EXPECT_EQ(no_text(model_of("", "", twice)),
            "f.uml:12:38: there are two attributes 'a'");
  EXPECT_EQ(no_text(model_of("",
                             "<x:AttributeProperties xmlns:x='x' "
                             "base_Property='a' type='int; int'/>",
                             attribute)),
            "f.uml:12:1: the type of 'a' cannot be written as text: expected "
            "C++ in one line with closed brackets, and without comments, found "
            "'int; int'");
  EXPECT_EQ(
      no_text(model_of(
          "", "<x:CapsulePart xmlns:x='x' base_Property='a'/>", attribute)),
      "f.uml:12:1: part 'a' is of no capsule in this file; expected one, "
      "to write it as text");
}

RC_GTEST_PROP(Xmi, DamagedFilesAreReadOrRefused, ()) {
  std::string text = model_of(
      "<transition xmi:id='t1' source='s' target='s' guard='g'><ownedRule "
      "xmi:id='g'/><trigger xmi:id='g1' event='e' port='p'/></transition>"
      "<subvertex xmi:type='uml:State' xmi:id='q' name='Q'><region "
      "xmi:id='r1'><subvertex xmi:type='uml:Pseudostate' xmi:id='h' "
      "kind='deepHistory'/></region></subvertex>",
      "<x:CapsuleProperties xmlns:x='x' base_Class='c' headerPreface='a'/>");
  // An id, type or role is replaced by another one of the file, or cut out.
  const auto from = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto other = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto length = *rc::gen::inRange<std::size_t>(1, 9);
  const bool cut = *rc::gen::arbitrary<bool>();
  text.replace(from, length, cut ? "" : text.substr(other, length));
  try {
    const model::MachineModel m = parse_xmi(text, "f.uml");
    const std::string once = write_sm(m);
    RC_ASSERT(!once.empty());
  } catch (const base::InputError&) {
  }
}

}  // namespace
}  // namespace catenary::frontend::umlrt
