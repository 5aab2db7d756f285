// SPDX-License-Identifier: Apache-2.0
/// \file
/// The encoding for clingo, and the check of its answers.
///
/// The rules choose a subset of the arcs; each vertex has one predecessor and
/// one successor, where `start` and `stop` count as vertices; every vertex is
/// reachable from a begin, which excludes cycles.
#include "logic/ilp/path_cover_clingo.h"

#include <algorithm>
#include <map>
#include <regex>

#include "base/error.h"
#include "base/process.h"
#include "base/text/json.h"

namespace catenary::logic {

namespace {

using base::Json;

constexpr const char* kClingo = "clingo";

constexpr const char* kRules = R"(
{ begin(V) : first(V,_) }.
{ end(V) : last(V,_) }.
{ go(U,V) : between(U,V,_) }.
before(V,start) :- begin(V).
before(V,U) :- go(U,V).
after(V,stop) :- end(V).
after(U,V) :- go(U,V).
:- vertex(V), #count { U : before(V,U) } != 1.
:- vertex(V), #count { W : after(V,W) } != 1.
on_path(V) :- begin(V).
on_path(V) :- on_path(U), go(U,V).
:- vertex(V), not on_path(V).
:- #count { V : begin(V) } < min_paths.
:- #count { V : begin(V) } > max_paths.
#minimize { C,first,V : begin(V), first(V,C);
            C,last,V : end(V), last(V,C);
            C,between,U,V : go(U,V), between(U,V,C);
            path_cost,path,V : begin(V) }.
#show begin/1.
#show end/1.
#show go/2.
)";

std::string text(std::int64_t number) {
  return std::to_string(number);
}

/// The elements of an array that is a member of an answer, at least one.
const std::vector<Json>& items_of(const Json& answer, const char* key) {
  const Json* found =
      answer.is(Json::Kind::object) ? answer.find(key) : nullptr;
  if (found == nullptr || !found->is(Json::Kind::array) ||
      found->items().empty()) {
    throw base::ToolError("clingo's answer has another form than expected");
  }
  return found->items();
}

/// The answer of clingo; null where it is not JSON.
Json parse(const std::string& answer) {
  try {
    return base::parse_json(answer, kClingo);
  } catch (const base::InputError&) {
    return {};
  }
}

/// The paths of an answer, followed from their begins along the arcs.
/// Recomputes the cost.
PathCoverResult walk(const PathCoverProblem& p,
                     const std::vector<Json>& atoms) {
  std::map<std::uint32_t, std::uint32_t> next;
  std::vector<std::uint32_t> begins;
  std::vector<bool> ends(p.vertices, false);
  const std::regex form(R"((begin|end|go)\((\d+)(?:,(\d+))?\))");
  for (const Json& atom : atoms) {
    std::smatch found;
    const std::string name = atom.is(Json::Kind::string) ? atom.text() : "";
    // Anything unexpected is an error of the environment, not of the user.
    if (!std::regex_match(name, found, form)) {
      throw base::ToolError("clingo answers '" + name + "'");
    }
    const auto v = static_cast<std::uint32_t>(std::stoul(found[2]));
    if (v >= p.vertices) throw base::ToolError("clingo answers '" + name + "'");
    if (found[1] == "begin") begins.push_back(v);
    if (found[1] == "end") ends[v] = true;
    if (found[1] == "go") {
      next[v] = static_cast<std::uint32_t>(std::stoul(found[3]));
    }
  }
  std::sort(begins.begin(), begins.end());
  PathCoverResult out;
  std::size_t visited = 0;
  const auto add = [&out](std::int64_t arc) {
    if (arc == kNoArc) throw base::ToolError("clingo takes an arc of none");
    out.cost += arc;
  };
  for (const std::uint32_t begin : begins) {
    add(p.first[begin]);
    out.cost += p.path_cost;
    std::vector<std::uint32_t> path{begin};
    while (!ends[path.back()]) {
      const auto at = next.find(path.back());
      // More steps than vertices: a cycle.
      if (at == next.end() || at->second >= p.vertices ||
          ++visited > p.vertices) {
        throw base::ToolError("clingo's answer is no cover by paths");
      }
      add(p.between[std::size_t{path.back()} * p.vertices + at->second]);
      path.push_back(at->second);
    }
    add(p.last[path.back()]);
    ++visited;
    out.paths.push_back(std::move(path));
  }
  if (visited != p.vertices || out.paths.size() < p.min_paths ||
      out.paths.size() > p.max_paths) {
    throw base::ToolError("clingo's answer is no cover by paths");
  }
  return out;
}

}  // namespace

std::string as_answer_set_programme(const PathCoverProblem& p) {
  // The sum of all costs bounds the cost of every cover.
  std::int64_t all = 0;
  std::string facts =
      "vertex(0.." + text(std::int64_t{p.vertices} - 1) + ").\n";
  const auto fact = [&](const std::string& head, std::int64_t cost) {
    if (cost == kNoArc) return;
    all += cost;
    facts += head + "," + text(cost) + ").\n";
  };
  for (std::uint32_t v = 0; v < p.vertices; ++v) {
    fact("first(" + text(v), p.first[v]);
    fact("last(" + text(v), p.last[v]);
    for (std::uint32_t w = 0; w < p.vertices; ++w) {
      if (v == w) continue;
      fact("between(" + text(v) + "," + text(w),
           p.between[std::size_t{v} * p.vertices + w]);
    }
  }
  all += p.path_cost * p.vertices;
  if (all >= INT32_MAX) {
    throw base::ToolError("the costs do not fit the numbers of clingo");
  }
  facts += "#const path_cost = " + text(p.path_cost) + ".\n";
  facts += "#const min_paths = " + text(p.min_paths) + ".\n";
  facts +=
      "#const max_paths = " + text(std::min(p.max_paths, p.vertices)) + ".\n";
  return facts + kRules;
}

PathCoverResult cover_by_paths_with_clingo(const PathCoverProblem& problem,
                                           const base::Budget& budget) {
  base::ProcessCommand command;
  // One witness with its cost, as JSON; the last one is the best.
  command.argv = {kClingo, "--outf=2", "--quiet=1,1,2", "-"};
  // Clingo is a process of its own, which counts none of our work: it gets the
  // time that the work should take.
  if (budget.is_limited()) {
    const auto left = std::min(budget.time_left(), budget.work_left());
    const auto seconds = std::max<std::int64_t>(left.count() / 1000, 1);
    command.argv.push_back("--time-limit=" + text(seconds));
  }
  command.stdin_text = as_answer_set_programme(problem);
  const base::ProcessResult process = base::run_process(command, budget);
  // Killed by the budget before clingo's own limit ended it: nothing is known.
  if (process.ending == base::Ending::timed_out ||
      process.ending == base::Ending::interrupted) {
    return {};
  }
  const Json answer = parse(process.out);
  const Json* found =
      answer.is(Json::Kind::object) ? answer.find("Result") : nullptr;
  const std::string result =
      found != nullptr && found->is(Json::Kind::string) ? found->text() : "";
  if (result == "UNSATISFIABLE") {
    PathCoverResult none;
    none.status = IlpStatus::infeasible;
    return none;
  }
  PathCoverResult out;
  if (result == "OPTIMUM FOUND" || result == "SATISFIABLE") {
    const Json& witness =
        items_of(items_of(answer, "Call").back(), "Witnesses").back();
    out = walk(problem, items_of(witness, "Value"));
    // A disagreement means that one of the two encodings of costs is wrong.
    if (items_of(witness, "Costs").front() != Json::number(out.cost)) {
      throw base::ToolError("clingo's answer is not of the cost it says");
    }
    if (result == "OPTIMUM FOUND") {
      out.status = IlpStatus::optimal;
      out.bound = out.cost;
    }
  } else if (result != "UNKNOWN") {
    throw base::ToolError("clingo gives no answer: " + process.describe());
  }
  return out;
}

std::string clingo_version() {
  base::ProcessCommand command;
  command.argv = {kClingo, "--version"};
  try {
    const base::ProcessResult result = base::run_process(command);
    return result.out.substr(0, result.out.find('\n'));
    // A missing program is not an error: it is optional.
  } catch (const base::ToolError&) {
    return "";
  }
}

}  // namespace catenary::logic
