// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/testing/hidden_belief.h"

#include <gtest/gtest.h>

#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

/// Two hidden counters that start anywhere in 0 .. 3: h counts up with x and
/// shows in o, l is what a promise speaks of; q is tied to nobody.
model::Interface counters() {
  Builder builder("counters");
  builder.boolean(Role::input, "x").integer(Role::output, "o", 0, 9);
  builder.integer(Role::hidden, "h", 0, 9).integer(Role::hidden, "l", 0, 3);
  builder.boolean(Role::hidden, "q");
  builder.requirement("r")
      .contract("c0", At::init, "", "(<= h' 3)")
      .contract("c1", At::step, "", "(= h' (ite x' (+ h 1) h))")
      .contract("c2", At::always, "", "(<= o' h')")
      .contract("c3", At::step, "", "(<= l' (+ l o'))");
  builder.promise("p", "(=> x' (not (= l 3)))");
  return builder.build();
}

class HiddenBeliefs : public ::testing::Test {
 protected:
  Snapshot seen(bool x, int o) const {
    return valuation(interface, {{"x", b(x)}, {"o", i(o)}});
  }
  model::Interface interface = counters();
  Semantics semantics{interface};
  Structure structure{interface};
};

TEST_F(HiddenBeliefs, AreApartWhereNoRuleTiesThem) {
  const std::vector<HiddenGroup> groups = hidden_groups(semantics, structure);
  const auto h = *interface.find_variable("h");
  const auto l = *interface.find_variable("l");
  const auto q = *interface.find_variable("q");
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].hidden, Indices{h});
  EXPECT_EQ(groups[0].rules.size(), 4U);  // c0, c1, c2, range of h
  EXPECT_TRUE(groups[0].promises.empty());
  EXPECT_EQ(groups[1].hidden, Indices{l});
  EXPECT_EQ(groups[1].rules.size(), 2U);
  EXPECT_EQ(groups[1].promises, Indices{0});
  EXPECT_EQ(groups[2].hidden, Indices{q});
}

TEST_F(HiddenBeliefs, DiagramsAndFormulasAgree) {
  const std::vector<HiddenGroup> groups = hidden_groups(semantics, structure);
  // Traces of four steps over both inputs and four outputs, here and there.
  for (unsigned code = 0; code < 8 * 8 * 8 * 8; code += 307) {
    for (const HiddenGroup& group : groups) {
      const auto diagrams = make_belief(semantics, structure, group, {});
      const auto formulas = make_formula_belief(
          semantics, group, {}, semantics.terms().boolean(true));
      Snapshot before;
      for (unsigned s = 0; s < 4; ++s) {
        const unsigned at = code >> (3 * s) & 7U;
        const Snapshot now =
            seen((at & 1U) != 0, static_cast<int>(at >> 1U) * 2);
        const SeenStep step{s == 0 ? nullptr : &before, &now};
        const auto broken = diagrams->breaks_promise(step);
        ASSERT_EQ(broken, formulas->breaks_promise(step)) << code;
        ASSERT_TRUE(broken.has_value());
        const auto possible = diagrams->step(step);
        ASSERT_EQ(possible, formulas->step(step)) << code;
        if (*broken || !*possible) break;
        before = now;
      }
    }
  }
}

TEST_F(HiddenBeliefs, FormulasGoOnFromWhereDiagramsStop) {
  const HiddenGroup group = hidden_groups(semantics, structure)[0];
  const auto diagrams = make_belief(semantics, structure, group, {});
  const Snapshot first = seen(false, 2);
  const Snapshot second = seen(true, 4);
  ASSERT_EQ(diagrams->step({nullptr, &first}), true);  // h is 2 or 3
  ASSERT_EQ(diagrams->step({&first, &second}), true);  // h is 4: it was 3
  for (int o = 0; o <= 9; ++o) {
    const auto formulas =
        make_formula_belief(semantics, group, {}, diagrams->possible());
    const Snapshot third = seen(true, o);
    EXPECT_EQ(formulas->step({&second, &third}), o <= 5) << o;
  }
}

TEST_F(HiddenBeliefs, APromiseIsBrokenWhereSomeHiddenValuesBreakIt) {
  const HiddenGroup group = hidden_groups(semantics, structure)[1];
  const auto belief = make_belief(semantics, structure, group, {});
  const Snapshot quiet = seen(false, 0);
  const Snapshot loud = seen(true, 0);
  EXPECT_EQ(belief->breaks_promise({nullptr, &loud}), false);  // reads the past
  ASSERT_EQ(belief->step({nullptr, &loud}), true);
  EXPECT_EQ(belief->breaks_promise({&loud, &quiet}), false);
  EXPECT_EQ(belief->breaks_promise({&quiet, &loud}), true);
  // Whatever the outputs of the step are.
  const Snapshot beyond = seen(false, 77);
  EXPECT_EQ(belief->breaks_promise({&quiet, &beyond}), false);
  belief->restart();
  EXPECT_EQ(belief->breaks_promise({nullptr, &loud}), false);
}

}  // namespace
}  // namespace catenary::engine::contract
