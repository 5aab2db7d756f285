// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/instance_code.h"

#include <gtest/gtest.h>

#include "frontend/umlrt/code/inputs/capsule_class.h"

namespace catenary::frontend::umlrt {
namespace {

/// What the program is made for where the capsule has that C++.
std::string made_for(const std::string& own) {
  model::MachineModel m;
  model::Capsule& c = m.capsules.emplace_back();
  c.name = "C";
  model::Port& log = c.ports.emplace_back();
  log.name = "log";
  log.kind = model::PortKind::log;
  const std::string all = InstanceCode(m, c, own).definitions();
  return all.substr(all.find('\n') + 1);
}

TEST(InstanceCode, TheEnvironmentChoosesWhatIsAskedFor) {
  EXPECT_EQ(made_for("if (this -> index ( ) == 2) n = 1;"),
            "#define CATENARY_UMLRT_CHOOSES_INDEX 1\n");
  EXPECT_EQ(made_for("n = UMLRTMain::getArgCount();"),
            "#define CATENARY_UMLRT_CHOOSES_ARGUMENTS 1\n");
  // A macro may ask.
  EXPECT_EQ(made_for("#define WHO getName() << ' ' << getIndex()\n"),
            "#define CATENARY_UMLRT_CHOOSES_INDEX 1\n");
  EXPECT_EQ(made_for("#if getIndex()\n#endif\n"), "");
}

TEST(InstanceCode, TimesWithoutAValueAreThoseOfTheClock) {
  model::MachineModel m;
  model::MachineType& type = m.types.emplace_back();
  type.name = "Pair";
  type.fields.resize(2);
  type.fields[0].name = "one";
  type.fields[0].type = "UMLRTTimespec";
  type.fields[1].name = "n";
  type.fields[1].type = "int";
  model::Capsule c;
  c.attributes.resize(3);
  c.attributes[0].name = "pairs";
  c.attributes[0].type = "Pair";
  c.attributes[0].array_size = "2";
  c.attributes[1].name = "since";
  c.attributes[1].type = "UMLRTTimespec";
  c.attributes[2] = c.attributes[1];
  c.attributes[2].initial.text = "{0, 0}";
  EXPECT_EQ(InstanceCode(m, c, "").before_begin(),
            "#ifdef CATENARY_UMLRT_RUN\ncatenary_has_begun = true;\n"
            "for (auto& time_4 : catenary_capsule.pairs) {\n"
            "time_4.one = UMLRTTimespec();\n}\n"
            "catenary_capsule.since = UMLRTTimespec();\n#endif\n");
}

TEST(CapsuleClass, CapsulesThatAreNamedAreConstants) {
  model::MachineModel m;
  m.capsules.resize(3);
  m.capsules[0].name = "Top";
  m.capsules[1].name = "Leaf";
  m.capsules[2].name = "Other";
  model::Capsule& c = m.capsules[0];
  model::Vertex& v = c.machine.vertices.emplace_back();
  v.entry.text = "frame.incarnate(leaf, Leaf); // not Other";
  EXPECT_EQ(capsule_classes(m, c), std::vector<std::string>{"Leaf"});
  // What declares the name is not known.
  c.header_preface.text = "enum Kinds { Leaf };";
  EXPECT_TRUE(capsule_classes(m, c).empty());
  c.header_preface.text = "";
  c.attributes.emplace_back().name = "Leaf";
  EXPECT_TRUE(capsule_classes(m, c).empty());
}

}  // namespace
}  // namespace catenary::frontend::umlrt
