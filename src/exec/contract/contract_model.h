// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirement interfaces as systems under test: `--sut model:FILE.req`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/budget.h"
#include "exec/adapter.h"
#include "model/contract/interface.h"

namespace catenary::exec::contract {

/// A system that conforms to the interface. Answers are random where there is
/// a seed, else always the same. A step without an allowed answer is refused.
/// Both must outlive it.
[[nodiscard]] std::unique_ptr<exec::Adapter> make_contract_model(
    const model::Interface& interface,
    std::optional<std::uint64_t> seed,
    const base::Budget& budget);

}  // namespace catenary::exec::contract
