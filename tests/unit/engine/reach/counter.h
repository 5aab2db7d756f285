// SPDX-License-Identifier: Apache-2.0
/// \file
/// A counter as a step system, with or without trouble on the way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/reach/explicit/explicit.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::reach::test {

inline Result explore(const model::StepSystem& system,
                      const Options& options = {},
                      const base::Budget& budget = {}) {
  return ExplicitEngine().explore(system, options, budget, {});
}

inline std::uint32_t number(const std::vector<std::uint8_t>& state) {
  std::uint32_t n = 0;
  for (std::size_t i = state.size(); i-- > 0;) n = n << 8 | state[i];
  return n;
}

inline void set_number(std::vector<std::uint8_t>& state, std::uint32_t n) {
  for (std::uint8_t& byte : state) {
    byte = static_cast<std::uint8_t>(n);
    n >>= 8;
  }
}

// Counts up by its input, to `end`, where it stays. Goals: g0 reaches 10, g1
// reaches `end`, g2 never.
inline FakeProgram counter(std::uint32_t end) {
  FakeProgram program;
  program.state_bytes = 4;
  program.goals = 3;
  program.step = [end](auto& state, const auto& in) {
    Effect effect;
    const std::uint32_t n =
        std::min(end, number(state) + static_cast<std::uint32_t>(in.at(0)));
    set_number(state, n);
    if (n == 10) effect.hits.push_back(0);
    if (n == end) effect.hits.push_back(1);
    return effect;
  };
  return program;
}

// Calls `trouble` where the counter is `at` and the input 1.
inline FakeProgram counter_with(std::uint32_t end,
                                std::uint32_t at,
                                const std::function<void()>& trouble) {
  FakeProgram program = counter(end);
  program.step = [step = program.step, at, trouble](auto& state,
                                                    const auto& in) {
    if (number(state) == at && in[0] == 1) trouble();
    return step(state, in);
  };
  return program;
}

inline std::vector<int> inputs_of(const model::Trace& trace) {
  std::vector<int> inputs;
  for (const auto& step : trace.steps) {
    inputs.push_back(static_cast<int>(step.at(0).as_int64()));
  }
  return inputs;
}

}  // namespace catenary::engine::reach::test
