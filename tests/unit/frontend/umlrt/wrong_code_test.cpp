// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/system/wrong_code.h"

#include <gtest/gtest.h>

#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {
namespace {

model::MachineModel machine() {
  return parse_sm(
      "model M\nprotocol P { in a() }\ncapsule C {\nport p: P\n"
      "attribute n: int = wrong\nmachine {\ninitial i\nstate s\n"
      "transition t0: i -> s\ntransition t1: s -> s {\non p.a\n"
      "when { return wrong(\"x\"); }\ndo { n = 1; }\n}\n}\n}\n",
      "m.sm");
}

base::Diagnostic error_at(std::uint32_t line) {
  return {base::Severity::error, {"m.sm", line, 1}, "no \"wrong\"", "c", {}};
}

TEST(WrongCode, IsWhereItsErrorIs) {
  const model::MachineModel m = machine();
  const auto rest = without_wrong_code(m, m.capsules[0], {error_at(12)});
  ASSERT_TRUE(rest);
  const model::Transition& t = rest->capsules[0].machine.transitions[1];
  EXPECT_EQ(t.guard.text,
            "__catenary_unsupported(\"wrong C++: no \\\"wrong\\\"\"); return "
            "false;");
  EXPECT_EQ(t.effect.text, "n = 1;");
  // It is replaced once: then the error must be elsewhere.
  EXPECT_FALSE(without_wrong_code(*rest, rest->capsules[0], {error_at(12)}));
}

TEST(WrongCode, OutsideOfActionsStaysAnError) {
  const model::MachineModel m = machine();
  EXPECT_FALSE(without_wrong_code(m, m.capsules[0], {error_at(5)}));
  EXPECT_FALSE(
      without_wrong_code(m, m.capsules[0], {error_at(12), error_at(5)}));
}

}  // namespace
}  // namespace catenary::frontend::umlrt
