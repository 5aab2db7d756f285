// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces in the languages of others, and their terms as people write them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/contract/interface.h"

namespace catenary::report {

enum class Notation : std::uint8_t {
  req,    ///< expressions of .req files: "E' <=> k' = 0"
  lustre  ///< expressions of Lustre: "E = (k = 0)"
};

/// The term as text, each variable as `name` says. Nothing where it would be
/// longer than `longest` characters. Not recursive.
///
/// Requires: operators that contracts have: Booleans, comparisons, linear and
/// non-linear arithmetic, if-then-else (checked).
[[nodiscard]] std::optional<std::string> to_text(
    logic::Term term,
    Notation notation,
    const std::function<std::string(logic::Term)>& name,
    std::size_t longest = std::size_t{1} << 20);

/// "when ASSUMPTION then GUARANTEE" in .req; "…" for what is very long.
[[nodiscard]] std::string to_text(const model::Contract& contract);

/// An SMT-LIB 2.6 script: declarations, then named formulas. |c step| and
/// |c init| say what contract c asks of later steps and of the first one,
/// |range x| what a range does, |promise e|, |purpose p| what they say at
/// later steps; |system init|, |system step|, |environment init| and
/// |environment step| join them. Variables x and x' are x and |x'|.
[[nodiscard]] std::string write_smtlib(const model::Interface& interface);

/// A contract of CoCoSpec, the contract language of Kind 2 for Lustre: inputs,
/// outputs and the hidden variables that the system chooses, which become
/// outputs; derived ones become ghost variables. Each guarantee is named after
/// its contract. Purposes have no counterpart and stand in comments.
///
/// Throws base::InputError where a text would be longer than a million
/// characters.
[[nodiscard]] std::string write_lustre(const model::Interface& interface);

}  // namespace catenary::report
