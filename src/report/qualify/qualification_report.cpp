// SPDX-License-Identifier: Apache-2.0
#include "report/qualify/qualification_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "base/printable.h"
#include "report/documents.h"

namespace catenary::report {

namespace {

using suite::Json;

Json facts_to_json(const QualificationFacts& facts) {
  Json out = Json::object();
  for (const auto& [name, value] : facts) out.set(name, Json::string(value));
  return out;
}

Json check_to_json(const QualificationCheck& c) {
  Json out = Json::object();
  out.set("command", Json::string(c.command));
  out.set("expected", Json::string(c.expected));
  out.set("observed", Json::string(c.observed));
  out.set("as_expected", Json::boolean(c.as_expected));
  return out;
}

Json test_to_json(const QualificationTest& t) {
  Json out = Json::object();
  out.set("id", Json::string(t.id));
  out.set("title", Json::string(t.title));
  out.set("truth", Json::string(t.truth));
  out.set("verdict", Json::string(to_string(t.verdict)));
  out.set("reason", text_or_null(t.reason));
  out.set("seconds", Json::number(t.seconds));
  Json& checks = out.set("checks", Json::array());
  for (const QualificationCheck& c : t.checks) checks.push(check_to_json(c));
  return out;
}

Json requirement_to_json(const QualificationRequirement& r) {
  Json out = Json::object();
  out.set("id", Json::string(r.id));
  out.set("group", Json::string(r.group));
  out.set("title", Json::string(r.title));
  out.set("text", Json::string(r.text));
  out.set("failures", Json::strings(r.failures));
  out.set("verdict", Json::string(to_string(r.verdict())));
  Json& tests = out.set("tests", Json::array());
  for (const QualificationTest& t : r.tests) tests.push(test_to_json(t));
  return out;
}

Json problem_to_json(const QualificationProblem& p) {
  Json out = Json::object();
  out.set("id", Json::string(p.id));
  out.set("title", Json::string(p.title));
  out.set("text", Json::string(p.text));
  out.set("avoid", Json::string(p.avoid));
  return out;
}

}  // namespace

const char* to_string(QualificationVerdict verdict) {
  switch (verdict) {
    case QualificationVerdict::passed:
      return "passed";
    case QualificationVerdict::not_run:
      return "not-run";
    case QualificationVerdict::failed:
      break;
  }
  return "failed";
}

QualificationVerdict QualificationRequirement::verdict() const {
  if (tests.empty()) return QualificationVerdict::not_run;
  QualificationVerdict out = QualificationVerdict::passed;
  for (const QualificationTest& t : tests) out = std::max(out, t.verdict);
  return out;
}

std::uint64_t QualificationReport::count(QualificationVerdict verdict) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      requirements, [&](const auto& r) { return r.verdict() == verdict; }));
}

std::string qualification_summary(const QualificationReport& report) {
  std::size_t tests = 0;
  for (const auto& r : report.requirements) tests += r.tests.size();
  std::string out = fmt::format("{} requirements, {} tests: {} passed",
                                report.requirements.size(),
                                tests,
                                report.count(QualificationVerdict::passed));
  for (const auto verdict :
       {QualificationVerdict::failed, QualificationVerdict::not_run}) {
    const std::uint64_t n = report.count(verdict);
    if (n > 0) out += fmt::format(", {} {}", n, to_string(verdict));
  }
  if (!report.stopped.empty()) out += "; stopped: " + report.stopped;
  return out;
}

Json qualification_document(const QualificationReport& report) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-qualify-1"));
  out.set("begun", Json::string(report.begun));
  Json& summary = out.set("summary", Json::object());
  summary.set("requirements", count_to_json(report.requirements.size()));
  for (const auto verdict : {QualificationVerdict::passed,
                             QualificationVerdict::failed,
                             QualificationVerdict::not_run}) {
    std::string name = to_string(verdict);
    std::ranges::replace(name, '-', '_');
    summary.set(name, count_to_json(report.count(verdict)));
  }
  summary.set("only_some", Json::boolean(report.only_some));
  summary.set("stopped", text_or_null(report.stopped));
  summary.set("exit", Json::number(std::int64_t{report.exit}));
  summary.set("seconds", Json::number(report.seconds));
  out.set("version", Json::string(report.version));
  out.set("tool", facts_to_json(report.tool));
  out.set("machine", facts_to_json(report.machine));
  Json& requirements = out.set("requirements", Json::array());
  for (const auto& r : report.requirements) {
    requirements.push(requirement_to_json(r));
  }
  Json& problems = out.set("known_problems", Json::array());
  for (const auto& p : report.problems) problems.push(problem_to_json(p));
  return out;
}

void print_qualification(std::ostream& out,
                         const QualificationReport& report,
                         const ConsoleStyle& /*style*/) {
  out << fmt::format(
      "{:<12} {:<8} {:>5}  {}\n", "REQUIREMENT", "VERDICT", "TESTS", "TITLE");
  for (const QualificationRequirement& r : report.requirements) {
    out << fmt::format("{:<12} {:<8} {:>5}  {}\n",
                       r.id,
                       to_string(r.verdict()),
                       r.tests.size(),
                       r.title);
  }
  for (const QualificationRequirement& r : report.requirements) {
    for (const QualificationTest& t : r.tests) {
      if (t.verdict == QualificationVerdict::passed) continue;
      out << fmt::format("\n{} {}: {}\n",
                         t.id,
                         to_string(t.verdict),
                         base::printable(t.reason));
    }
  }
  out << "\n" << qualification_summary(report) << "\n";
}

}  // namespace catenary::report
