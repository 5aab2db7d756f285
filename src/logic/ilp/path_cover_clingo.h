// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cheapest cover by paths as an answer-set programme for clingo, as
/// Schrammel, Melham and Kroening solved it (STTT 18(3), 2016, DOI
/// 10.1007/s10009-014-0358-6): a second, independent solver for path_cover.h.
///
/// clingo: Gebser, Kaminski, Kaufmann, Schaub, "Multi-shot ASP solving with
/// clingo", TPLP 19(1), 2019 (DOI 10.1017/S1471068418000054). It runs as a
/// child process (Debian's package gringo) and need not be installed.
#pragma once

#include <string>

#include "base/budget.h"
#include "logic/ilp/path_cover.h"

namespace catenary::logic {

/// The problem in clingo's language. In an answer, begin(V), end(V) and go(U,V)
/// are the arcs that are used. Throws ToolError if the costs of all arcs
/// together do not fit clingo's numbers (2^31).
[[nodiscard]] std::string as_answer_set_programme(
    const PathCoverProblem& problem);

/// Solves the problem. The relaxation, nodes and cutoff of PathCoverOptions do
/// not apply. The answer is checked by following its arcs: throws ToolError for
/// an answer that is not a cover or does not have the cost that clingo reports,
/// and if clingo is missing or fails. If the budget ends the search, the result
/// has the best paths known and the bound 0.
[[nodiscard]] PathCoverResult cover_by_paths_with_clingo(
    const PathCoverProblem& problem, const base::Budget& budget);

/// The first line of `clingo --version`; empty if clingo is not installed.
[[nodiscard]] std::string clingo_version();

}  // namespace catenary::logic
