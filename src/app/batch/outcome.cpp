// SPDX-License-Identifier: Apache-2.0
#include "app/batch/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "base/text/json.h"

namespace catenary::app {

namespace {

using base::Json;
using report::BatchModel;

/// The worst first, as app/exit_code.h says.
constexpr std::array<std::pair<const char*, ExitCode>, 10> kWorstFirst = {
    {{"defect", ExitCode::internal_error},
     {"stopped", ExitCode::interrupted},
     {"faulty", ExitCode::usage},
     {"failed", ExitCode::tool_error},
     {"crashed", ExitCode::tool_error},
     {"findings", ExitCode::findings},
     {"limit", ExitCode::budget_spent},
     {"not-run", ExitCode::budget_spent},
     {"inconclusive", ExitCode::inconclusive},
     {"ok", ExitCode::success}}};

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

const char* status_of(ExitCode code) {
  switch (code) {
    case ExitCode::success:
      return "ok";
    case ExitCode::findings:
      return "findings";
    case ExitCode::usage:
      return "faulty";
    case ExitCode::tool_error:
      return "failed";
    case ExitCode::budget_spent:
      return "limit";
    case ExitCode::inconclusive:
      return "inconclusive";
    case ExitCode::internal_error:
      return "defect";
    case ExitCode::interrupted:
      break;
  }
  return "stopped";
}

std::pair<std::string, ExitCode> worst_of(
    const std::vector<std::string>& statuses) {
  for (const auto& one : kWorstFirst) {
    // "crashed(3)" is a kind of "crashed".
    const auto is = [&](const std::string& status) {
      return status.substr(0, status.find('(')) == one.first;
    };
    const auto found = std::ranges::find_if(statuses, is);
    if (found != statuses.end()) return {*found, one.second};
  }
  return kWorstFirst.back();
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
