// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/monitor/simulation.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/contract/monitor/monitor.h"
#include "interfaces.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

/// Inputs at random; whatever the simulation answers is allowed.
void conforms(const model::Interface& interface,
              std::optional<std::uint64_t> seed,
              int steps) {
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  const auto simulation = simulate(interface, seed, {});
  base::Rng random(seed.value_or(0) + 100);
  for (int s = 0; s < steps; ++s) {
    Snapshot inputs = valuation(interface, {});
    for (std::size_t v = 0; v < inputs.size(); ++v) {
      if (interface.variables[v].role != Role::input) continue;
      inputs[v] = b(random.chance(1, 2));
    }
    const auto answer = simulation->step(inputs);
    ASSERT_TRUE(answer) << "step " << s;
    for (std::size_t v = 0; v < inputs.size(); ++v) {
      if (interface.variables[v].role != Role::input) continue;
      EXPECT_EQ((*answer)[v], inputs[v]);
    }
    ASSERT_EQ(monitor.step(*answer), Allowed::yes) << "step " << s;
  }
}

TEST(Simulation, OfTheBufferConforms) {
  const model::Interface interface = buffer(2);
  conforms(interface, std::nullopt, 50);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    conforms(interface, seed, 50);
  }
}

Builder avoidable() {
  Builder out("avoid");
  out.boolean(Role::input, "i").integer(Role::output, "x", 0, 2);
  out.requirement("r").contract("c", At::step, "(= x 2)", "(and i' (= x' 2))");
  return out;
}

TEST(Simulation, KeepsAwayFromDeadEnds) {
  const model::Interface interface = avoidable().build();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    conforms(interface, seed, 20);
  }
}

TEST(Simulation, EndsWhereNothingIsAllowed) {
  Builder builder = avoidable();
  builder.contract("d", At::always, "", "(= x' 2)");
  const model::Interface interface = builder.build();
  const auto simulation = simulate(interface, std::nullopt, {});
  for (int again = 0; again < 2; ++again) {
    EXPECT_TRUE(simulation->step(valuation(interface, {})));
    EXPECT_FALSE(simulation->step(valuation(interface, {})));
    EXPECT_FALSE(simulation->step(valuation(interface, {{"i", b(true)}})));
    simulation->restart();
  }
}

TEST(Simulation, GoesOnWhenAPromiseIsBroken) {
  Builder builder("polite");
  builder.boolean(Role::input, "i").boolean(Role::output, "o");
  builder.promise("p", "(not i')");
  builder.requirement("r").contract("c", At::always, "i'", "(and o' (not o'))");
  const model::Interface interface = builder.build();
  const auto simulation = simulate(interface, std::nullopt, {});
  EXPECT_TRUE(simulation->step(valuation(interface, {})));
  EXPECT_TRUE(simulation->step(valuation(interface, {{"i", b(true)}})));
  EXPECT_TRUE(simulation->step(valuation(interface, {})));
}

TEST(Simulation, OfRealNumbersConforms) {
  Builder builder("tank");
  builder.boolean(Role::input, "fill").real(Role::output, "level");
  builder.requirement("r")
      .contract("c0", At::init, "", "(= level' 0.0)")
      .contract("c1", At::step, "fill'", "(>= level' (+ level 1.5))")
      .contract("c2", At::step, "(not fill')", "(= level' level)");
  conforms(builder.build(), std::nullopt, 10);
}

}  // namespace
}  // namespace catenary::engine::contract
