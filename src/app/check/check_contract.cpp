// SPDX-License-Identifier: Apache-2.0
#include "app/check/check_contract.h"
#include "app/check/left_out.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <functional>
#include <limits>
#include <ostream>
#include <utility>

#include "app/challenge/walk_report.h"
#include "app/check/certify_consistency.h"
#include "app/check/check_refinement.h"
#include "app/check/check_time.h"
#include "app/model_file.h"
#include "app/report/publish.h"
#include "challenge/walk/interface_walks.h"
#include "engine/contract/consistency/consistency.h"
#include "report/console/contract_check.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;
using Clock = std::chrono::steady_clock;

contract::CheckSettings settings_of(const CheckOptions& options) {
  contract::CheckSettings out;
  out.strategy = options.notion != NotionChoice::no_dead_end;
  out.no_dead_end = options.notion != NotionChoice::strategy;
  out.max_conflicts = options.max_conflicts;
  out.max_corrections = options.max_conflicts;
  if (options.steps.empty() || options.steps == "forever") return out;
  std::uint32_t steps = 0;
  const char* end = options.steps.data() + options.steps.size();
  const auto read = std::from_chars(options.steps.data(), end, steps);
  if (read.ec != std::errc() || read.ptr != end) {
    throw base::InputError({},
                           "--steps: '" + options.steps +
                               "' is not a step; expected a number or forever",
                           "option-value");
  }
  out.steps = steps;
  return out;
}

/// Names and values, without variables that are derived from others.
report::NamedValues named(const model::Interface& interface,
                          const contract::Valuation& values) {
  report::NamedValues out;
  for (const auto& [v, value] : values) {
    if (interface.variables[v].derived) continue;
    out.emplace_back(interface.variables[v].name, value.to_string());
  }
  return out;
}

std::vector<std::string> contract_ids(const model::Interface& interface,
                                      const contract::Indices& contracts) {
  std::vector<std::string> out;
  for (const std::uint32_t c : contracts) {
    out.push_back(interface.contracts[c].id);
  }
  return out;
}

report::CheckedCulprits checked(const model::Interface& interface,
                                const contract::Culprits& culprits) {
  report::CheckedCulprits out;
  out.contracts = contract_ids(interface, culprits.contracts);
  out.requirements = contract::requirement_ids(interface, culprits.contracts);
  for (const std::uint32_t v : culprits.ranges) {
    const model::InterfaceVariable& x = interface.variables[v];
    out.ranges.push_back(x.name + ": " + (x.lo ? x.lo->to_string() : "") +
                         ".." + (x.hi ? x.hi->to_string() : ""));
  }
  for (const contract::TraceStep& step : culprits.trace) {
    out.trace.push_back(
        {named(interface, step.inputs), named(interface, step.answer)});
  }
  out.inputs_suffice = culprits.inputs_suffice;
  return out;
}

std::optional<report::CheckedNotion> checked(
    const model::Interface& interface,
    const std::optional<contract::Judgement>& judgement) {
  if (!judgement) return std::nullopt;
  const contract::Judgement& j = *judgement;
  report::CheckedNotion out;
  out.verdict = contract::to_string(j.verdict);
  const bool undecided = j.verdict == contract::ConsistencyStatus::undecided;
  if (undecided ? j.settled : !j.for_ever) out.k = j.k;
  out.for_ever = j.for_ever;
  out.certified = j.certified;
  out.reason = j.reason;
  for (const contract::Culprits& c : j.culprits) {
    out.culprits.push_back(checked(interface, c));
  }
  out.all_culprits = j.all_culprits;
  for (const contract::Indices& c : j.corrections) {
    out.corrections.push_back(contract_ids(interface, c));
  }
  out.all_corrections = j.all_corrections;
  out.incomplete = j.incomplete;
  return out;
}

std::string view_names(const model::Interface& interface,
                       const contract::Indices& views) {
  std::string out;
  for (const std::uint32_t v : views) {
    out += (out.empty() ? "" : " and ") + interface.views[v].name;
  }
  return out;
}

/// What a finding is about, and how bad it is.
struct FindingKind {
  const char* code;
  base::Severity severity;
};

/// Adds the finding of one judgement about `whom`; none where it is consistent.
void note_judgement(const model::Interface& interface,
                    const contract::Judgement& j,
                    const FindingKind& kind,
                    const std::string& whom,
                    const base::SourceLocation& where,
                    suite::Suite& suite) {
  if (j.verdict == contract::ConsistencyStatus::undecided) {
    suite.findings.push_back({"consistency-undecided",
                              base::Severity::warning,
                              whom + " undecided: " + j.reason,
                              where,
                              {},
                              ""});
  }
  if (j.verdict != contract::ConsistencyStatus::inconsistent) return;
  contract::Indices contracts;
  for (const contract::Culprits& c : j.culprits) {
    contracts.insert(contracts.end(), c.contracts.begin(), c.contracts.end());
  }
  contract::make_set(contracts);
  suite.findings.push_back(
      {kind.code,
       kind.severity,
       whom + " inconsistent at step " + std::to_string(j.k),
       where,
       contract::requirement_ids(interface, contracts),
       ""});
}

/// Inconsistencies are findings too, so that every reader of findings sees
/// them, with the requirements to blame.
void note(const model::Interface& interface,
          const contract::Consistency& found,
          suite::Suite& suite) {
  const auto add = [&](const contract::Judgement& j,
                       const FindingKind& kind,
                       const std::string& whom,
                       const base::SourceLocation& where) {
    note_judgement(interface, j, kind, whom, where, suite);
  };
  const base::SourceLocation file{interface.path, 0, 0};
  if (found.strategy) {
    add(*found.strategy,
        {"inconsistent-strategy", base::Severity::error},
        "the interface is, under strategy,",
        file);
  }
  if (found.no_dead_end) {
    add(*found.no_dead_end,
        {"inconsistent-dead-end", base::Severity::error},
        "the interface is, under no dead end,",
        file);
  }
  for (const contract::ViewJudgement& v : found.views) {
    const base::SourceLocation& where = interface.views[v.views.back()].where;
    const std::string whom = (v.views.size() == 1 ? "view " : "views ") +
                             view_names(interface, v.views) + ":";
    if (v.strategy) {
      add(*v.strategy, {"view-strategy", base::Severity::error}, whom, where);
    }
    // Other views may keep runs away from a dead end of this one.
    if (v.no_dead_end) {
      add(*v.no_dead_end,
          {"view-dead-end", base::Severity::warning},
          whom + " under no dead end",
          where);
    }
  }
}

constexpr const char* kNoDeadEnd = "no dead end";

/// The step up to which (not included) every input is said to have an answer.
std::uint64_t answered_before(const contract::Judgement& j) {
  if (j.for_ever) return std::numeric_limits<std::uint64_t>::max();
  if (j.verdict == contract::ConsistencyStatus::inconsistent) return j.k;
  const bool said =
      j.verdict == contract::ConsistencyStatus::consistent || j.settled;
  return said ? std::uint64_t{j.k} + 1 : 0;
}

using challenge::ContractClaim;

/// Returns what the notions of consistency claim: inputs have answers.
std::vector<ContractClaim> claims_of_notions(
    const contract::Consistency& found) {
  std::vector<ContractClaim> claims;
  ContractClaim answered;
  answered.kind = ContractClaim::Kind::answered;
  if (found.no_dead_end) {
    answered.text = kNoDeadEnd;
    answered.before = answered_before(*found.no_dead_end);
    claims.push_back(answered);
  }
  // Who answers as it comes may avoid any dead end but one at the first step.
  if (found.strategy) {
    answered.text = "strategy";
    answered.before =
        std::min<std::uint64_t>(1, answered_before(*found.strategy));
    claims.push_back(answered);
  }
  return claims;
}

/// Adds the claims of findings about single contracts. `finding_of` gets the
/// index of the finding of each.
void add_claims_of_findings(const model::Interface& interface,
                            const std::vector<suite::Finding>& findings,
                            std::vector<ContractClaim>& claims,
                            std::vector<std::size_t>& finding_of) {
  for (std::size_t f = 0; f < findings.size(); ++f) {
    const suite::Finding& finding = findings[f];
    const bool never = finding.code == "contract-vacuous" ||
                       finding.code == "contract-conflict-triggered";
    if (!never && finding.code != "contract-redundant") continue;
    for (std::uint32_t i = 0; i < interface.contracts.size(); ++i) {
      const model::Contract& c = interface.contracts[i];
      if (!finding.message.starts_with(c.id + ": ")) continue;
      ContractClaim claim;
      claim.kind =
          never ? ContractClaim::Kind::never : ContractClaim::Kind::redundant;
      claim.text = finding.code + ": " + c.id;
      claim.contract = i;
      if (never) claim.target = challenge::assumption_of(interface, c);
      claims.push_back(std::move(claim));
      finding_of.push_back(f);
    }
  }
}

/// Challenges what is claimed by runs of random conforming systems. Returns
/// true if one of them contradicts it: then it is not said any more.
bool challenge(const model::Interface& interface,
               const CheckOptions& options,
               double proof_seconds,
               contract::Consistency& found,
               Context& context) {
  std::vector<ContractClaim> claims = claims_of_notions(found);
  const std::size_t notions = claims.size();
  std::vector<std::size_t> finding_of;
  add_claims_of_findings(interface, found.findings, claims, finding_of);
  const base::UncountedWork uncounted;
  auto budget = walk_budget(options, proof_seconds, context.budget);
  const auto contradictions =
      challenge::walk_interface(interface, claims, 1, budget);
  std::vector<std::size_t> withdrawn;
  for (const challenge::WalkContradiction& c : contradictions) {
    report_contradiction(claims[c.claim].text, c, "", context);
    if (c.claim >= notions) {
      withdrawn.push_back(finding_of[c.claim - notions]);
      continue;
    }
    const bool first = claims[c.claim].text == kNoDeadEnd;
    contract::Judgement& j = first ? *found.no_dead_end : *found.strategy;
    j = {};
    j.reason = "withdrawn: a random conforming system shows otherwise";
  }
  std::ranges::sort(withdrawn, std::greater());
  for (const std::size_t f : withdrawn) {
    found.findings.erase(found.findings.begin() +
                         static_cast<std::ptrdiff_t>(f));
  }
  return !contradictions.empty();
}

/// The document, all but the time it took.
report::ContractCheckReport report_of(const model::Interface& interface,
                                      const contract::Consistency& found) {
  report::ContractCheckReport report;
  suite::Suite& suite = report.suite;
  suite.model = {interface.name, "req", interface.path, interface.sha256};
  note(interface, found, suite);
  suite.findings.insert(
      suite.findings.end(), found.findings.begin(), found.findings.end());
  report.left_out = interface.left_out;
  for (const base::Diagnostic& w : interface.warnings) {
    suite.findings.push_back({w.code, w.severity, w.message, w.where, {}, ""});
  }
  for (const model::InterfaceVariable& v : interface.variables) {
    if (v.derived) continue;
    ++(v.role == model::Role::input    ? report.inputs
       : v.role == model::Role::output ? report.outputs
                                       : report.hidden);
  }
  report.contracts = static_cast<std::uint64_t>(std::count_if(
      interface.contracts.begin(), interface.contracts.end(), [](auto& c) {
        return !c.definition;
      }));
  for (const model::Requirement& r : interface.requirements) {
    report.requirements.push_back({r.id, r.text});
  }
  report.method = found.method;
  report.strategy = checked(interface, found.strategy);
  report.no_dead_end = checked(interface, found.no_dead_end);
  for (const contract::ViewJudgement& v : found.views) {
    report::CheckedViews& to = report.views.emplace_back();
    for (const std::uint32_t i : v.views) {
      to.views.push_back(interface.views[i].name);
    }
    to.strategy = checked(interface, v.strategy);
    to.no_dead_end = checked(interface, v.no_dead_end);
  }
  if (found.stop != base::StopReason::none) {
    report.stop = base::to_string(found.stop);
  }
  return report;
}

ExitCode exit_code(const suite::Suite& suite,
                   const contract::Consistency& found,
                   Context& context) {
  // Of any component of a file.
  if (found.stop != base::StopReason::none) context.partial = true;
  if (context.budget.interrupted()) return ExitCode::interrupted;
  for (const suite::Finding& f : suite.findings) {
    if (f.severity == base::Severity::error) return ExitCode::findings;
  }
  const auto open = [](const std::optional<contract::Judgement>& j) {
    return j && j->verdict == contract::ConsistencyStatus::undecided;
  };
  const bool spent = found.stop != base::StopReason::none ||
                     open(found.strategy) || open(found.no_dead_end);
  return spent ? ExitCode::budget_spent : ExitCode::success;
}

}  // namespace

ContractCheck judge_contract(const CheckOptions& options, Context& context) {
  const auto started = Clock::now();
  contract::CheckSettings settings = settings_of(options);
  settings.progress = [&](const std::string& what) {
    context.progress.update({"checking", 0, 0, what});
  };
  const model::Interface interface = load_interface(options.model, context);
  const bool endless = !context.budget.is_limited() && !interface.finite();
  const base::Budget budget =
      endless ? context.budget.share(kCheckTime) : context.budget;
  contract::Consistency found =
      contract::check_consistency(interface, settings, budget);
  bool contradicted =
      challenge(interface,
                options,
                std::chrono::duration<double>(Clock::now() - started).count(),
                found,
                context);

  doubt_inconsistency(interface, found);
  if (!options.certificate.empty() && !contradicted) {
    contradicted = !certify_consistency(interface, options, found, context);
  }
  ContractCheck out;
  out.report = report_of(interface, found);
  out.report.seconds =
      std::chrono::duration<double>(Clock::now() - started).count();
  out.exit = contradicted ? ExitCode::internal_error
                          : exit_code(out.report.suite, found, context);
  return out;
}

void refuse_contract_options(const CheckOptions& options) {
  refuse_options(options.model,
                 ModelKind::contract,
                 {{"--cover", !options.cover.empty()},
                  {"--max-steps", options.max_steps != 0}});
  (void)settings_of(options);
}

ExitCode check_contract(const CheckOptions& options, Context& context) {
  refuse_contract_options(options);
  if (!options.refines.empty()) {
    refuse_options(
        options.model,
        ModelKind::contract,
        {{"--notion beside --refines", options.notion != NotionChoice::both},
         {"--steps beside --refines", !options.steps.empty()},
         {"--certificate beside --refines", !options.certificate.empty()}});
    return check_refinement(options, context);
  }
  const ContractCheck check = judge_contract(options, context);
  show_check(check.report,
             options,
             &report::contract_check_document,
             &report::print_contract_check,
             context);
  return check.exit;
}

}  // namespace catenary::app
