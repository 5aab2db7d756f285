// SPDX-License-Identifier: Apache-2.0
/// \file
/// The state of a monitor in C: what derived variables are, and what a step
/// leaves behind for the next one. Internal to this folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// By derived variable: the right side of its definition, over `before` and
/// `now` variables.
using Definitions = std::map<std::uint32_t, logic::Term>;

/// The definitions of the derived variables at first or later steps. Requires:
/// contracts that the front end made, with ids "NAME:init" and "NAME:step".
[[nodiscard]] Definitions definitions_of(const model::Interface& interface,
                                         bool first);

/// Something that is stored for the next step.
struct Kept {
  /// The name of the C variable, e.g. "__cat_watch_kept_0".
  std::string name;
  /// Over `before` variables: what the next step calls it.
  logic::Term term;
};

/// The part of the step before that later steps read: the largest Boolean terms
/// that read nothing else, and otherwise single variables. `definitions`: those
/// of later steps. The order matters, see MonitorWriter::keep(): terms are
/// found from the roots of later definitions to those of earlier ones.
[[nodiscard]] std::vector<Kept> kept_of(const Semantics& semantics,
                                        const Definitions& definitions);

}  // namespace catenary::engine::contract
