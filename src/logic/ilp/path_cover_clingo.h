// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cheapest cover by paths as an answer-set programme for clingo, as
/// Schrammel, Melham and Kroening solved it (STTT 18(3), 2016, DOI
/// 10.1007/s10009-014-0358-6): a second opinion on what path_cover.h says.
///
/// clingo: Gebser, Kaminski, Kaufmann, Schaub, "Multi-shot ASP solving with
/// clingo", TPLP 19(1), 2019 (DOI 10.1017/S1471068418000054). Debian's package
/// gringo; it need not be installed.
#pragma once

#include <string>

#include "base/budget.h"
#include "logic/ilp/path_cover.h"

namespace catenary::logic {

/// The problem as clingo reads it: begin(V), end(V) and go(U,V) are the arcs
/// that are taken. Throws ToolError where a cost of all arcs together would
/// not fit clingo's numbers (2^31).
[[nodiscard]] std::string as_answer_set_programme(
    const PathCoverProblem& problem);

/// What clingo answers; PathCoverOptions' relaxation, nodes and cutoff do not
/// matter to it. Its answer is walked: an answer that is no cover, or not of
/// the cost it says, is a ToolError, as is a clingo that is missing or breaks
/// down. Where the budget ends it, the best paths known and a bound of 0.
[[nodiscard]] PathCoverResult cover_by_paths_with_clingo(
    const PathCoverProblem& problem, const base::Budget& budget);

/// "clingo version …", or nothing where it is not installed.
[[nodiscard]] std::string clingo_version();

}  // namespace catenary::logic
