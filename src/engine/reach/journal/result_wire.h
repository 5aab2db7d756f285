// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results of searches as bytes (base/wire.h), for the journal of a command.
/// Whoever reads them has the same system.
///
/// Every read() throws base::WireError where the bytes do not fit the system.
#pragma once

#include <cstdint>

#include "base/wire.h"
#include "engine/reach/engine.h"

namespace catenary::engine::reach {

/// Whether a result can be written: it has no ranges of values, and its graph
/// has at most kMostEdges.
[[nodiscard]] bool is_writable(const Result& result);
inline constexpr std::uint64_t kMostEdges = 5'000'000;

/// A result as what differs from an earlier one of the same search: reports of
/// goals that have not changed are left out. Without an earlier one give an
/// empty result. Requires: is_writable().
void write(base::WireWriter& to,
           const model::StepSystem& system,
           const Result& result,
           const Result& before);
/// `result` is the earlier one on entry.
void read(base::WireReader& from,
          const model::StepSystem& system,
          Result& result);

}  // namespace catenary::engine::reach
