// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a batch did with every model: for people, machines and servers.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"

namespace catenary::report {

/// How a command ended, or all those of a model; the worst first.
enum class BatchEnd : std::uint8_t {
  defect,   ///< of Catenary
  stopped,  ///< by the user
  faulty,   ///< the input
  failed,   ///< the environment
  crashed,
  findings,
  limit,
  not_run,
  inconclusive,
  ok
};
struct BatchStatus {
  BatchEnd end = BatchEnd::ok;
  std::uint64_t deliveries = 0;  ///< workers that died of it
  bool operator==(const BatchStatus&) const = default;
};
/// In documents: "ok", "not-run"; "crashed(3)" where three workers died of it.
[[nodiscard]] std::string to_string(BatchStatus status);

/// A command of a batch.
struct BatchAction {
  std::string name;  ///< "check", "generate", "run", "mutate"
  BatchStatus status;
  int exit = 0;            ///< exit code of the command; -1 = it did not end
  bool unchanged = false;  ///< nothing it depends on changed: as it was before
  double seconds = 0;
  std::string message;  ///< the first error, one line; may be empty
};

struct BatchModel {
  std::string path;
  std::string kind;    ///< "programs", …
  BatchStatus status;  ///< the worst of its actions
  bool unchanged = false;
  std::vector<BatchAction> actions;
  /// Files, relative to the folder of the batch; empty = there is none.
  std::string suite, results, page, log;
  std::optional<std::uint64_t> goals, covered, unreachable, tests, steps;
  std::optional<std::uint64_t> passed, failed, inconclusive, errors;
  std::optional<double> score;  ///< of mutants, percent
};

struct BatchReport {
  std::string project;
  std::vector<BatchModel> models;
  /// Files that are no models of their own, and why.
  std::vector<std::pair<std::string, std::string>> left_out;
  /// Why it ended early: "interrupted", "time", "work"; empty = it did not.
  std::string stopped;
  int exit = 0;
  double seconds = 0;
};

/// The document of `batch --json`, docs/schema/batch.schema.json.
[[nodiscard]] suite::Json batch_document(const BatchReport& report);
/// A row for each model, and a line about all.
void print_batch(std::ostream& out,
                 const BatchReport& report,
                 const ConsoleStyle& style);
/// JUnit XML: a testcase for each action of each model.
[[nodiscard]] std::string batch_junit(const BatchReport& report);
/// A table in Markdown, for the summaries of code hosts.
[[nodiscard]] std::string batch_markdown(const BatchReport& report);
/// A page that links the pages of the models. Needs no network.
[[nodiscard]] std::string batch_page(const BatchReport& report);

/// The line about all models, e.g. "60 models: 58 ok, 2 findings; …".
[[nodiscard]] std::string batch_summary(const BatchReport& report);
/// The cells of a model's row, after path and status: goals, tests, runs,
/// mutants, seconds.
[[nodiscard]] std::vector<std::string> batch_cells(const BatchModel& model);

}  // namespace catenary::report
