// SPDX-License-Identifier: Apache-2.0
/// \file
/// The JSON documents that several commands print.
///
/// Members are in the order of the schemas in docs/schema, which readers see
/// too: a Json object keeps the order of its members.
#include "report/documents.h"

#include <map>

#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::GoalStatus;
using suite::Json;

/// Numbers below 0 stand for "not known" in the suite; here null does.
Json number_or_null(std::int64_t n) {
  return n < 0 ? Json() : Json::number(n);
}

}  // namespace

Json count_to_json(std::uint64_t n) {
  return Json::number(static_cast<std::int64_t>(n));
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json::string(text);
}

Json model_to_json(const suite::ModelReference& model) {
  Json out = Json::object();
  out.set("name", Json::string(model.name));
  out.set("kind", Json::string(model.kind));
  out.set("path", Json::string(model.path));
  out.set("sha256", Json::string(model.sha256));
  return out;
}

Json findings_to_json(const std::vector<suite::Finding>& findings) {
  Json list = Json::array();
  for (const suite::Finding& finding : findings) {
    Json& item = list.push(Json::object());
    item.set("code", Json::string(finding.code));
    item.set("severity", Json::string(base::to_string(finding.severity)));
    item.set("message", Json::string(finding.message));
    item.set("where",
             finding.where.known() ? suite::to_json(finding.where) : Json());
    item.set("requirements", Json::strings(finding.requirements));
    item.set("witness",
             finding.witness.empty() ? Json() : Json::string(finding.witness));
  }
  return list;
}

Json goals_to_json(const std::vector<suite::SuiteGoal>& goals) {
  Json list = Json::array();
  for (const suite::SuiteGoal& goal : goals) {
    Json& one = list.push(Json::object());
    one.set("id", Json::string(goal.id));
    one.set("kind", Json::string(goal.kind));
    one.set("text", Json::string(goal.text));
    one.set("where", goal.where.known() ? suite::to_json(goal.where) : Json());
    one.set("requirements", Json::strings(goal.requirements));
    one.set("violation", Json::boolean(goal.violation));
    one.set("status", Json::string(suite::to_string(goal.status)));
    one.set("reason", Json::string(goal.reason));
    one.set("trust", Json::string(suite::to_string(goal.trust)));
    one.set("depth", number_or_null(goal.depth));
  }
  return list;
}

SuiteCounts count(const suite::Suite& suite) {
  SuiteCounts out;
  out.goals = suite.goals.size();
  for (const suite::SuiteGoal& goal : suite.goals) {
    switch (goal.status) {
      case GoalStatus::covered:
        ++out.covered;
        break;
      case GoalStatus::unreachable:
        ++out.unreachable;
        break;
      case GoalStatus::not_within_bound:
        ++out.not_within_bound;
        break;
      case GoalStatus::undecided:
        ++out.undecided;
        break;
      case GoalStatus::excluded:
        ++out.excluded;
        break;
    }
  }
  out.tests = suite.tests.size();
  for (const suite::Test& test : suite.tests) {
    out.total_steps += suite::length_of(test);
  }
  return out;
}

namespace {

Json summary_to_json(const suite::Suite& suite,
                     const suite::GenerateSummary& summary) {
  const SuiteCounts counts = count(suite);
  Json sums = Json::object();
  sums.set("goals", count_to_json(counts.goals));
  sums.set("covered", count_to_json(counts.covered));
  sums.set("unreachable", count_to_json(counts.unreachable));
  sums.set("not_within_bound", count_to_json(counts.not_within_bound));
  sums.set("undecided", count_to_json(counts.undecided));
  sums.set("excluded", count_to_json(counts.excluded));
  sums.set("tests", count_to_json(counts.tests));
  sums.set("total_steps", count_to_json(counts.total_steps));
  sums.set("resets", Json::number(summary.resets));
  Json& bound = sums.set("bound", Json::object());
  bound.set("lower", number_or_null(summary.bound.lower));
  bound.set("upper", number_or_null(summary.bound.upper));
  bound.set("minimal", Json::boolean(summary.bound.minimal()));
  bound.set("by", Json::string(summary.bound.by));
  if (summary.bound.minimal()) {
    bound.set("trust",
              Json::string(summary.bound.certified ? "certified" : "proved"));
  }
  sums.set("seconds", Json::number(summary.seconds));
  return sums;
}

Json goals_to_json(const suite::Suite& suite) {
  // A suite lists the goals of each test; readers of a document ask for the
  // tests of each goal as well.
  std::map<std::string, std::vector<std::string>> tests_of;
  for (const suite::Test& test : suite.tests) {
    for (const std::string& id : test.goals) tests_of[id].push_back(test.id);
  }
  Json goals = Json::array();
  for (const suite::SuiteGoal& goal : suite.goals) {
    Json& item = goals.push(Json::object());
    item.set("id", Json::string(goal.id));
    item.set("status", Json::string(suite::to_string(goal.status)));
    item.set("reason", Json::string(goal.reason));
    item.set("trust", Json::string(suite::to_string(goal.trust)));
    item.set("depth", number_or_null(goal.depth));
    item.set("tests", Json::strings(tests_of[goal.id]));
  }
  return goals;
}

Json stats_to_json(const suite::GenerateStats& counted) {
  Json stats = Json::object();
  stats.set("states", Json::number(counted.states));
  stats.set("transitions", Json::number(counted.transitions));
  stats.set("closed", Json::boolean(counted.closed));
  Json& encoded = stats.set("encoded", Json::object());
  encoded.set("instructions", Json::number(counted.encoded_instructions));
  encoded.set("terms", Json::number(counted.encoded_terms));
  encoded.set("variables", Json::number(counted.encoded_variables));
  encoded.set("clauses", Json::number(counted.encoded_clauses));
  stats.set("compile_seconds", Json::number(counted.compile_seconds));
  stats.set("explore_seconds", Json::number(counted.explore_seconds));
  stats.set("chain_seconds", Json::number(counted.chain_seconds));
  stats.set("challenge_seconds", Json::number(counted.challenge_seconds));
  Json& engines = stats.set("engines", Json::array());
  for (const suite::EngineShare& share : counted.engines) {
    Json& item = engines.push(Json::object());
    item.set("engine", Json::string(share.engine));
    item.set("allowed_work",
             share.allowed_work ? Json::number(*share.allowed_work) : Json());
    item.set("work", Json::number(share.work));
    item.set("seconds", Json::number(share.seconds));
    item.set("stopped_by", Json::string(share.stopped_by));
    item.set("covered", Json::number(share.covered));
    item.set("unreachable", Json::number(share.unreachable));
  }
  return stats;
}

}  // namespace

Json generate_document(const suite::Suite& suite,
                       const suite::GenerateSummary& summary,
                       const std::string& path) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-generate-1"));
  out.set("model", model_to_json(suite.model));
  out.set("method", Json::string(summary.method));
  out.set("summary", summary_to_json(suite, summary));
  out.set("goals", goals_to_json(suite));
  Json& tests = out.set("tests", Json::array());
  for (const suite::Test& test : suite.tests) {
    Json& item = tests.push(Json::object());
    item.set("id", Json::string(test.id));
    item.set("name", Json::string(test.name));
    item.set("kind", Json::string(suite::to_string(test.kind)));
    item.set("length", count_to_json(suite::length_of(test)));
    item.set("goals", Json::strings(test.goals));
  }
  out.set("findings", findings_to_json(suite.findings));
  out.set("suite", path.empty() ? Json() : Json::string(path));
  // Explicit and symbolic engines count different things: what does not apply
  // is 0.
  if (summary.stats) {
    out.set("stats", stats_to_json(*summary.stats));
  }
  return out;
}

Json run_document(const suite::RunResults& results) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-run-1"));
  out.set("suite", Json::string(results.suite_path));
  out.set("sut", Json::string(results.sut));
  const suite::VerdictCounts counts = results.count();
  Json& sums = out.set("summary", Json::object());
  sums.set("pass", count_to_json(counts.pass));
  sums.set("fail", count_to_json(counts.fail));
  sums.set("inconclusive", count_to_json(counts.inconclusive));
  sums.set("error", count_to_json(counts.error));
  Json& tests = out.set("tests", Json::array());
  for (const suite::TestResult& test : results.tests) {
    Json& item = tests.push(Json::object());
    item.set("id", Json::string(test.id));
    item.set("verdict", Json::string(suite::to_string(test.verdict)));
    item.set("code", Json::string(suite::to_string(test.code)));
    item.set("step", number_or_null(test.step));
    item.set("reason", Json::string(test.reason));
    item.set("goals", Json::strings(test.goals));
    item.set("requirements", Json::strings(test.requirements));
    if (!test.sut.empty()) item.set("sut", Json::string(test.sut));
  }
  return out;
}

}  // namespace catenary::report
