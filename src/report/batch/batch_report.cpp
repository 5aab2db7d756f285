// SPDX-License-Identifier: Apache-2.0
#include "report/batch/batch_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <ostream>

#include "report/console/paint.h"
#include "report/documents.h"

namespace catenary::report {

namespace {

using suite::Json;

Json number_or_null(const std::optional<std::uint64_t>& n) {
  return n ? count_to_json(*n) : Json();
}

Json action_to_json(const BatchAction& a) {
  Json out = Json::object();
  out.set("name", Json::string(a.name));
  out.set("status", Json::string(to_string(a.status)));
  out.set("exit", a.exit < 0 ? Json() : Json::number(std::int64_t{a.exit}));
  out.set("unchanged", Json::boolean(a.unchanged));
  out.set("seconds", Json::number(a.seconds));
  out.set("message", text_or_null(a.message));
  return out;
}

Json batch_model_to_json(const BatchModel& m) {
  Json out = Json::object();
  out.set("path", Json::string(m.path));
  out.set("kind", Json::string(m.kind));
  out.set("status", Json::string(to_string(m.status)));
  out.set("unchanged", Json::boolean(m.unchanged));
  out.set("goals", number_or_null(m.goals));
  out.set("covered", number_or_null(m.covered));
  out.set("unreachable", number_or_null(m.unreachable));
  out.set("tests", number_or_null(m.tests));
  out.set("steps", number_or_null(m.steps));
  out.set("passed", number_or_null(m.passed));
  out.set("failed", number_or_null(m.failed));
  out.set("inconclusive", number_or_null(m.inconclusive));
  out.set("errors", number_or_null(m.errors));
  out.set("mutation_score", m.score ? Json::number(*m.score) : Json());
  out.set("suite", text_or_null(m.suite));
  out.set("results", text_or_null(m.results));
  out.set("page", text_or_null(m.page));
  out.set("log", text_or_null(m.log));
  Json& actions = out.set("actions", Json::array());
  for (const BatchAction& a : m.actions) actions.push(action_to_json(a));
  return out;
}

std::uint64_t sum(const BatchReport& report,
                  std::optional<std::uint64_t> BatchModel::* member) {
  std::uint64_t out = 0;
  for (const BatchModel& m : report.models) out += (m.*member).value_or(0);
  return out;
}

std::uint64_t count_unchanged(const BatchReport& report) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      report.models, [](const BatchModel& m) { return m.unchanged; }));
}

/// How many models have which status.
std::map<std::string, std::uint64_t> statuses(const BatchReport& report) {
  std::map<std::string, std::uint64_t> out;
  for (const BatchModel& m : report.models) ++out[to_string(m.status)];
  return out;
}

double total_seconds(const BatchModel& m) {
  double out = 0;
  for (const BatchAction& a : m.actions) out += a.seconds;
  return out;
}

}  // namespace

std::string to_string(BatchStatus status) {
  constexpr std::array kNames = {"defect",
                                 "stopped",
                                 "faulty",
                                 "failed",
                                 "crashed",
                                 "findings",
                                 "limit",
                                 "not-run",
                                 "inconclusive",
                                 "ok"};
  const std::string name = kNames.at(static_cast<std::size_t>(status.end));
  return status.deliveries == 0
             ? name
             : fmt::format("{}({})", name, status.deliveries);
}

Json batch_document(const BatchReport& report) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-batch-1"));
  out.set("project", Json::string(report.project));
  Json& summary = out.set("summary", Json::object());
  summary.set("models", count_to_json(report.models.size()));
  summary.set("unchanged", count_to_json(count_unchanged(report)));
  Json& by_status = summary.set("status", Json::object());
  for (const auto& [status, n] : statuses(report)) {
    by_status.set(status, count_to_json(n));
  }
  summary.set("goals", count_to_json(sum(report, &BatchModel::goals)));
  summary.set("covered", count_to_json(sum(report, &BatchModel::covered)));
  summary.set("tests", count_to_json(sum(report, &BatchModel::tests)));
  summary.set("stopped", text_or_null(report.stopped));
  summary.set("exit", Json::number(std::int64_t{report.exit}));
  summary.set("seconds", Json::number(report.seconds));
  Json& models = out.set("models", Json::array());
  for (const BatchModel& m : report.models) models.push(batch_model_to_json(m));
  Json& left_out = out.set("left_out", Json::array());
  for (const auto& [path, why] : report.left_out) {
    Json& file = left_out.push(Json::object());
    file.set("path", Json::string(path));
    file.set("why", Json::string(why));
  }
  return out;
}

std::vector<std::string> batch_cells(const BatchModel& m) {
  std::vector<std::string> out(5, "-");
  if (m.goals) {
    out[0] = fmt::format(
        "{}/{}", m.covered.value_or(0), *m.goals - m.unreachable.value_or(0));
  }
  if (m.tests) {
    out[1] = m.steps ? fmt::format("{} ({})", *m.tests, *m.steps)
                     : std::to_string(*m.tests);
  }
  if (m.passed) {
    const std::uint64_t all = *m.passed + m.failed.value_or(0) +
                              m.inconclusive.value_or(0) + m.errors.value_or(0);
    out[2] = fmt::format("{}/{}", *m.passed, all);
  }
  if (m.score) out[3] = fmt::format("{:.0f} %", *m.score);
  out[4] = fmt::format("{:.1f}", total_seconds(m));
  return out;
}

std::string batch_summary(const BatchReport& report) {
  const std::size_t models = report.models.size();
  std::string out = fmt::format("{} model{}", models, models == 1 ? "" : "s");
  const char* before = ": ";
  for (const auto& [status, n] : statuses(report)) {
    out += fmt::format("{}{} {}", before, n, status);
    before = ", ";
  }
  out += fmt::format(
      "; {} unchanged; {} of {} goals covered, {} unreachable, {} tests",
      count_unchanged(report),
      sum(report, &BatchModel::covered),
      sum(report, &BatchModel::goals) - sum(report, &BatchModel::unreachable),
      sum(report, &BatchModel::unreachable),
      sum(report, &BatchModel::tests));
  if (!report.stopped.empty()) {
    out += "; stopped early (" + report.stopped + ")";
  }
  return out;
}

void print_batch(std::ostream& out,
                 const BatchReport& report,
                 const ConsoleStyle& style) {
  std::vector<std::vector<std::string>> rows = {
      {"MODEL", "STATUS", "GOALS", "TESTS", "PASS", "MUTANTS", "SECONDS"}};
  for (const BatchModel& m : report.models) {
    rows.push_back({printable(m.path),
                    to_string(m.status) + (m.unchanged ? ", unchanged" : "")});
    for (std::string& cell : batch_cells(m)) {
      rows.back().push_back(std::move(cell));
    }
  }
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      // Numbers to the right, names to the left.
      out << (i == 0 ? "" : "  ");
      if (i < 2) {
        out << fmt::format("{:<{}}", row[i], widths[i]);
      } else {
        out << fmt::format("{:>{}}", row[i], widths[i]);
      }
    }
    out << "\n";
  }
  for (const BatchModel& m : report.models) {
    for (const BatchAction& a : m.actions) {
      if (a.message.empty()) continue;
      const std::string what =
          printable(m.path) + ": " + a.name + ": " + to_string(a.status);
      out << paint(what, Colour::red, style) << ": " << printable(a.message)
          << "\n";
    }
  }
  if (!report.left_out.empty()) {
    out << report.left_out.size()
        << " C files are left out: no description names them, and they have "
           "neither main() nor annotations\n";
  }
  out << "\n" << batch_summary(report) << "\n";
}

}  // namespace catenary::report
