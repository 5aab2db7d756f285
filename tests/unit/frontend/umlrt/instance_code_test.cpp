// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/inputs/instance_code.h"

#include <gtest/gtest.h>

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

TEST(InstanceCode, NamesThatAreOnlyLoggedDoNotMatter) {
  const std::string logged = "#define CATENARY_UMLRT_LOGS_NAME 1\n";
  EXPECT_EQ(made_for("log.log(\"%s\", this->getName());"), logged);
  EXPECT_EQ(made_for("// say it\nlog().show(\"%d %s\", n, getName(), 1);"),
            logged);
  EXPECT_EQ(made_for("#line 3 \"m.sm\"\nstd::cout << \"a\" << getName() << n;"),
            logged);
}

TEST(InstanceCode, NamesThatMayBeComparedEndARun) {
  for (const char* own :
       {"if (strcmp(getName(), \"a\") == 0) n = 1;",
        "log.log(\"%d\", strcmp(getName(), \"a\"));",
        "log.log(getName() ? \"a\" : \"b\");",
        "sprintf(text, \"%s\", getName());",
        "stream << getName();",
        "log.log(\"%s\", getName()); if (*getName() == 'a') n = 1;",
        "NAME;"}) {
    EXPECT_EQ(made_for(own), "") << own;
  }
}

TEST(InstanceCode, TheEnvironmentChoosesWhatIsAskedFor) {
  EXPECT_EQ(made_for("if (this -> index ( ) == 2) n = 1;"),
            "#define CATENARY_UMLRT_CHOOSES_INDEX 1\n");
  EXPECT_EQ(made_for("n = UMLRTMain::getArgCount();"),
            "#define CATENARY_UMLRT_CHOOSES_ARGUMENTS 1\n");
}

}  // namespace
}  // namespace catenary::frontend::umlrt
