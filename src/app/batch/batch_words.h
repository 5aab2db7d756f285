// SPDX-License-Identifier: Apache-2.0
/// \file
/// The commands of a batch as words, and the names of the files they write.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "app/batch/project.h"
#include "report/batch/batch_report.h"

namespace catenary::app {

/// How the commands of a batch are called.
struct BatchSetting {
  std::string output;   ///< absolute path of the folder
  std::string project;  ///< absolute path of the working directory
  std::string cache;  ///< absolute path of the folder of answers; empty = none
  std::chrono::milliseconds model_timeout{0};  ///< of a command; 0 = no limit
  std::uint64_t model_work = 0;                ///< of a command; 0 = no limit
  bool pages = true;                           ///< a page for each model
};

/// The name of a file of a model below the folder of the batch, e.g.
/// "door/door.toml.suite.json": the path of the model is within it, so that
/// names do not collide. The '#' before a capsule or component becomes '@', and
/// ".." becomes "_up".
[[nodiscard]] std::string file_of(const PlannedModel& model,
                                  const char* ending);

/// Makes the words.
class CommandWords {
 public:
  /// `setting` must outlive this.
  explicit CommandWords(const BatchSetting& setting) : setting_(setting) {}

  /// The words of an action.
  [[nodiscard]] std::vector<std::string> of(const PlannedModel& model,
                                            const PlannedAction& action) const;
  /// Those of the command that makes the page of a model.
  [[nodiscard]] std::vector<std::string> of_page(
      const PlannedModel& model, const report::BatchModel& done) const;
  /// The path of a file of a model, relative to the project, so that files do
  /// not depend on where all of this is.
  [[nodiscard]] std::string path_of(const PlannedModel& model,
                                    const char* ending) const;

  /// Whether the words of an action begin an option so, e.g. "--timeout=".
  [[nodiscard]] static bool sets(const PlannedAction& action,
                                 const char* option);

 private:
  void add_limits(const PlannedAction& action,
                  std::vector<std::string>& to) const;

  const BatchSetting& setting_;
};

}  // namespace catenary::app
