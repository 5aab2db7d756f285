// SPDX-License-Identifier: Apache-2.0
#include "app/batch/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "base/text/json.h"

namespace catenary::app {

using report::BatchEnd;
using report::BatchModel;
using report::BatchStatus;

namespace {

using base::Json;

std::optional<std::uint64_t> number_in(const Json* object, const char* key) {
  const Json* value = object == nullptr || !object->is(Json::Kind::object)
                          ? nullptr
                          : object->find(key);
  if (value == nullptr || !value->is(Json::Kind::number)) return std::nullopt;
  try {
    return std::stoull(value->text());
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

BatchEnd end_of(ExitCode code) {
  switch (code) {
    case ExitCode::success:
      return BatchEnd::ok;
    case ExitCode::findings:
      return BatchEnd::findings;
    case ExitCode::usage:
      return BatchEnd::faulty;
    case ExitCode::tool_error:
      return BatchEnd::failed;
    case ExitCode::budget_spent:
      return BatchEnd::limit;
    case ExitCode::inconclusive:
      return BatchEnd::inconclusive;
    case ExitCode::internal_error:
      return BatchEnd::defect;
    case ExitCode::interrupted:
      break;
  }
  return BatchEnd::stopped;
}

ExitCode code_of(BatchEnd end) {
  switch (end) {
    case BatchEnd::defect:
      return ExitCode::internal_error;
    case BatchEnd::stopped:
      return ExitCode::interrupted;
    case BatchEnd::faulty:
      return ExitCode::usage;
    case BatchEnd::failed:
    case BatchEnd::crashed:
      return ExitCode::tool_error;
    case BatchEnd::findings:
      return ExitCode::findings;
    case BatchEnd::limit:
    case BatchEnd::not_run:
      return ExitCode::budget_spent;
    case BatchEnd::inconclusive:
      return ExitCode::inconclusive;
    case BatchEnd::ok:
      break;
  }
  return ExitCode::success;
}

BatchStatus worst_of(const std::vector<BatchStatus>& statuses) {
  const auto worst = std::ranges::min_element(statuses, {}, &BatchStatus::end);
  return worst == statuses.end() ? BatchStatus{} : *worst;
}

std::string first_error(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t at = line.find("error: ");
    if (at == std::string::npos) continue;
    constexpr std::size_t kMost = 300;
    return line.size() > kMost ? line.substr(0, kMost) + "..." : line;
  }
  return "";
}

void take_figures(Action action, const std::string& document, BatchModel& to) {
  Json root;
  try {
    root = base::parse_json(document, "the document of a command");
  } catch (const base::InputError&) {
    return;  // it ended before it printed one
  }
  const Json* summary =
      root.is(Json::Kind::object) ? root.find("summary") : nullptr;
  if (action == Action::generate) {
    to.goals = number_in(summary, "goals");
    to.covered = number_in(summary, "covered");
    to.unreachable = number_in(summary, "unreachable");
    to.tests = number_in(summary, "tests");
    to.steps = number_in(summary, "total_steps");
  } else if (action == Action::run) {
    to.passed = number_in(summary, "pass");
    to.failed = number_in(summary, "fail");
    to.inconclusive = number_in(summary, "inconclusive");
    to.errors = number_in(summary, "error");
  } else if (action == Action::mutate && summary != nullptr) {
    const Json* score = summary->find("score");
    if (score != nullptr && score->is(Json::Kind::number)) {
      to.score = std::strtod(score->text().c_str(), nullptr);
    }
  }
}

std::string why_not_ok(Action action, const BatchModel& m) {
  if (action == Action::run && m.passed) {
    return fmt::format("{} failed, {} inconclusive, {} errors",
                       m.failed.value_or(0),
                       m.inconclusive.value_or(0),
                       m.errors.value_or(0));
  }
  if (action == Action::generate && m.goals) {
    const std::uint64_t open =
        *m.goals - m.covered.value_or(0) - m.unreachable.value_or(0);
    return open > 0 ? fmt::format(
                          "{} goals are neither covered nor "
                          "unreachable",
                          open)
                    : "the suite has findings";
  }
  return action == Action::check ? "the model has findings" : "";
}

}  // namespace catenary::app
