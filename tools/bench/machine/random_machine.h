// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random state machines of any size: well formed, every state reachable, every
/// transition with something that triggers it. They measure methods of test
/// generation, and small ones test ours against brute force.
///
/// After the random models of Ahmadi, Dingel, "Concolic testing for models of
/// state-based systems", ESEC/FSE 2019, doi 10.1145/3338906.3338908, whose
/// generator was not published.
#pragma once

#include <cstdint>

#include "model/machine/state_machine.h"

namespace catenary::tools::bench {

/// Sizes asked for are sizes got, or refused. kNoIndex = follows from others.
struct RandomMachineOptions {
  std::uint64_t seed = 1;
  std::uint32_t branches = 60;  ///< outcomes of conditions in actions; even
  std::uint32_t states = model::kNoIndex;  ///< composite ones too
  std::uint32_t transitions =
      model::kNoIndex;      ///< initial ones and branches too
  std::uint32_t depth = 1;  ///< of states within states; 0 = flat
  std::uint32_t choices = model::kNoIndex, junctions = model::kNoIndex;
  std::uint32_t histories = model::kNoIndex;  ///< composites entered by one
  std::uint32_t points =
      model::kNoIndex;           ///< composites with entry and exit point
  std::uint32_t attributes = 4;  ///< that branches depend on; at least 1
  std::uint32_t values = 4;      ///< of each of them: 0 .. values - 1
  std::uint32_t messages = 6;    ///< that it receives
  std::uint32_t parameters = 2;  ///< of each message, of type short
  /// Percent of conditions with an outcome that cannot be: by the conditions
  /// around it, or by what holds of attributes after every step.
  std::uint32_t infeasible = 10;
  /// Different constants that parameters are compared with; 0 = any.
  std::uint32_t constants = 0;
  /// Sums, products and remainders of parameters, too; else they are compared
  /// with constants only.
  bool arithmetic = true;
};

/// A model of one capsule, "Random". The same options give the same model, on
/// every platform. Its attributes `mode`, which follows the state, and
/// `mirror`, which follows the first attribute, make some branches infeasible
/// for reasons that need several steps.
///
/// A random choice has an else; guards on messages leave room for what waits
/// for the same message, so that every state is reachable. Throws
/// base::InputError where sizes do not go together, with the least that would.
[[nodiscard]] model::MachineModel random_machine(
    const RandomMachineOptions& options);

}  // namespace catenary::tools::bench
