// SPDX-License-Identifier: Apache-2.0
#include "app/certificate/certify.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/program_files.h"
#include "base/process.h"
#include "base/sha256.h"
#include "base/text/json.h"
#include "base/text_file.h"
#include "engine/certificate/certificate.h"
#include "report/console/console.h"

namespace catenary::app {

namespace {

namespace certificate = engine::certificate;
namespace chain = engine::chain;
namespace reach = engine::reach;
using model::GoalStatus;
using model::Trust;

/// The claims for which a certificate is sought.
certificate::CertificateRequest request_for(const reach::Result& reached,
                                            const chain::SuiteBound& suite) {
  certificate::CertificateRequest out;
  out.suite = suite;
  for (std::uint32_t g = 0; g < reached.goals.size(); ++g) {
    const reach::GoalReport& goal = reached.goals[g];
    const model::GoalResult& result = goal.result;
    if (result.status == GoalStatus::unreachable &&
        (result.trust == Trust::proved || result.trust == Trust::agreed)) {
      out.unreachable.push_back(g);
    }
    if (result.status == GoalStatus::covered && goal.shortest && goal.trace &&
        !goal.trace->steps.empty() && !reach::may_be_shorter(result)) {
      out.distances.emplace_back(
          g, static_cast<std::uint32_t>(goal.trace->steps.size()));
    }
  }
  return out;
}

/// "6 of 6 unreachable goals, 3 of 4 lengths of shortest runs, the least cost
/// of the suite".
std::string counts(const certificate::CertificateRequest& wanted,
                   const certificate::CertificateResult& made) {
  std::vector<std::string> out;
  const auto add =
      [&](std::size_t have, std::size_t of, const char* one, const char* many) {
        if (of == 0) return;
        out.push_back(std::to_string(have) + " of " + std::to_string(of) +
                      (of == 1 ? one : many));
      };
  add(made.unreachable.size(),
      wanted.unreachable.size(),
      " unreachable goal",
      " unreachable goals");
  add(made.distances.size(),
      wanted.distances.size(),
      " length of a shortest run",
      " lengths of shortest runs");
  if (!made.suite.empty()) out.emplace_back("the least cost of the suite");
  return report::join(out);
}

/// Why nothing can be certified; empty if something can.
std::string obstacle_to(const model::StepSystem& system,
                        const certificate::CertificateRequest& wanted) {
  if (system.encoder == nullptr) return "the model has no symbolic form";
  if (std::ranges::any_of(system.goals, [](const model::Goal& goal) {
        return goal.id.find('\n') != std::string::npos;
      })) {
    return "the id of a goal has more than one line";
  }
  if (wanted.unreachable.empty() && wanted.distances.empty() &&
      wanted.suite.goals.empty()) {
    return "no goal was proved unreachable, and no run a shortest one";
  }
  return {};
}

/// The bound of a suite as the checker names it.
suite::Json suite_json(const chain::SuiteBound& bound) {
  suite::Json out = suite::Json::object();
  const auto set = [&](const char* name, std::uint64_t n) {
    out.set(name, suite::Json::number(static_cast<std::int64_t>(n)));
  };
  set("resets", bound.resets);
  set("steps", bound.steps);
  // As the checker counts: more than any number of steps.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  set("weight", bound.weight ? *bound.weight : kMost);
  return out;
}

/// Whether a document of the checker says that any tests for these goals, and
/// no others, cost at least as much as the bound says.
bool has_bound(const suite::Json& document,
               const model::StepSystem& system,
               const chain::SuiteBound& bound,
               const std::vector<std::uint32_t>& goals) {
  const suite::Json* suite = document.find("suite");
  if (suite == nullptr || goals.empty()) {
    return suite == nullptr && goals.empty();
  }
  suite::Json wanted = suite_json(bound);
  suite::Json& ids = wanted.set("goals", suite::Json::array());
  for (const std::uint32_t g : goals) {
    ids.push(suite::Json::string(system.goals[g].id));
  }
  return std::ranges::all_of(wanted.members(), [&](const auto& member) {
    const suite::Json* const found = suite->find(member.first);
    return found != nullptr && *found == member.second;
  });
}

/// Whether the document of the checker establishes exactly what was asked for.
bool establishes(const std::string& document,
                 const model::StepSystem& system,
                 const certificate::CertificateRequest& request,
                 const certificate::CertificateResult& made) {
  const suite::Json json = base::parse_json(document, "catenary-check-proof");
  std::set<std::string> wanted;
  std::set<std::string> found;
  for (const std::uint32_t g : made.unreachable) {
    wanted.insert(system.goals[g].id);
  }
  for (const auto& [goal, steps] : made.distances) {
    wanted.insert(system.goals[goal].id + "\n" + std::to_string(steps));
  }
  const suite::Json* unreachable = json.find("unreachable");
  const suite::Json* distances = json.find("distances");
  if (unreachable == nullptr || distances == nullptr) return false;
  for (const suite::Json& goal : unreachable->items()) {
    found.insert(goal.text());
  }
  for (const auto& [goal, steps] : distances->members()) {
    found.insert(goal + "\n" + steps.text());
  }
  return found == wanted && has_bound(json, system, request.suite, made.suite);
}

/// Throws base::ToolError if there is none.
std::string path_of_checker() {
  return find_executable(
             {own_executable().parent_path() / "catenary-check-proof"})
      .string();
}

/// Whether the checker accepts a file. Throws base::ToolError if it does not
/// say.
bool is_accepted(const std::string& path,
                 const model::StepSystem& system,
                 const certificate::CertificateRequest& request,
                 const certificate::CertificateResult& made,
                 const base::Budget& budget,
                 std::string& why) {
  base::ProcessCommand command;
  command.argv = {
      path_of_checker(), std::filesystem::absolute(path).string(), "--json"};
  command.limits.stdout_bytes = std::size_t{1} << 30;
  const base::ProcessResult result = base::run_process(command, budget);
  if (result.succeeded()) {
    if (establishes(result.out, system, request, made)) return true;
    why = "it establishes something else than what was asked for";
    return false;
  }
  why = result.err.empty() ? result.describe() + ": " + result.out : result.err;
  while (!why.empty() && why.back() == '\n') why.pop_back();
  // Killed or stopped, it says nothing of the proof. A certificate of ours that
  // it cannot read (2) is as wrong as one that it rejects (1).
  if (result.ending != base::Ending::exited || result.exit_code > 2) {
    throw base::ToolError("the certificate was not checked: " + why);
  }
  return false;
}

/// Whether some claim has no proof.
bool is_incomplete(const certificate::CertificateRequest& wanted,
                   const certificate::CertificateResult& made) {
  return made.unreachable.size() < wanted.unreachable.size() ||
         made.distances.size() < wanted.distances.size() ||
         made.suite.empty() != wanted.suite.goals.empty();
}

/// After a contradiction nobody knows which proofs are right.
void withdraw(const certificate::CertificateRequest& wanted,
              const std::string& why,
              reach::Result& reached) {
  for (const std::uint32_t g : wanted.unreachable) {
    model::GoalResult& goal = reached.goals[g].result;
    goal.status = GoalStatus::undecided;
    goal.trust = Trust::claimed;
    goal.reason = "withdrawn: " + why;
  }
}

void note_accepted(const model::StepSystem& system,
                   const certificate::CertificateRequest& wanted,
                   const certificate::CertificateResult& made,
                   reach::Result& reached,
                   suite::Certificate& note) {
  note.kind = "proof";
  note.claim = "a certificate was accepted of " + counts(wanted, made);
  note.by = "catenary-check-proof";
  note.data.set("sha256", suite::Json::string(base::sha256(made.text)));
  for (const std::uint32_t g : made.unreachable) {
    reached.goals[g].result.trust = Trust::certified;
    note.goals.push_back(system.goals[g].id);
  }
  if (!made.suite.empty()) note.data.set("suite", suite_json(wanted.suite));
  if (made.distances.empty()) return;
  suite::Json& distances = note.data.set("distances", suite::Json::object());
  for (const auto& [goal, steps] : made.distances) {
    distances.set(system.goals[goal].id,
                  suite::Json::number(std::int64_t{steps}));
  }
}

}  // namespace

void require_checker(const CertificateOptions& options) {
  if (!options.certificate.empty()) (void)path_of_checker();
}

bool without_certificate(const std::string& why, Context& context) {
  context.partial = true;
  context.log.warning("no certificate is written: " + why);
  return true;
}

bool certify(const model::StepSystem& system,
             const CertificateOptions& options,
             bool force,
             const chain::SuiteBound& suite,
             reach::Result& reached,
             suite::Bound& bound,
             suite::Certificate& note,
             Context& context) {
  const auto nothing = [&](const std::string& why) {
    return without_certificate(why, context);
  };
  const certificate::CertificateRequest wanted = request_for(reached, suite);
  const std::string obstacle = obstacle_to(system, wanted);
  if (!obstacle.empty()) return nothing(obstacle);
  context.progress.update({"certifying", 0, wanted.unreachable.size(), ""});
  certificate::CertificateResult made;
  try {
    made = certificate::make_certificate(
        system,
        wanted,
        context.budget.without_work_limit().share(options.certificate_time));
  } catch (const base::ToolError& e) {
    return nothing(e.what());
  }
  if (!made.contradiction.empty()) {
    context.log.error("a proof is wrong: " + made.contradiction);
    withdraw(wanted, made.contradiction, reached);
    return false;
  }
  if (made.text.empty()) return nothing(made.why_not);
  base::write_file(options.certificate,
                   made.text,
                   force ? base::Overwrite::yes : base::Overwrite::no);
  std::string why;
  // The work of the search was used up by making the certificate, perhaps.
  const base::Budget check = context.budget.without_work_limit();
  try {
    if (!is_accepted(options.certificate, system, wanted, made, check, why)) {
      context.log.error("the certificate is wrong: " + why);
      std::filesystem::remove(options.certificate);
      withdraw(wanted, "its certificate was rejected", reached);
      return false;
    }
  } catch (const base::ToolError& e) {
    context.partial = true;
    context.log.warning(e.what());
    return true;
  }
  note_accepted(system, wanted, made, reached, note);
  bound.certified = !made.suite.empty();
  context.partial = context.partial || is_incomplete(wanted, made);
  context.log.info(
      options.certificate + ": " + note.claim +
      (made.why_not.empty() ? "" : "; of the others, " + made.why_not));
  return true;
}

}  // namespace catenary::app
