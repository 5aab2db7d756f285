// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results of tasks that others compute for us, as they arrive: what is here is
/// never computed again, whatever dies.
#pragma once

#include <optional>
#include <string>

#include "store/journal_store.h"

namespace catenary::store {

/// An open journal of one job: from the first task until all are done, over any
/// number of processes that begin it again. For one thread; see JournalStore.
class FleetJournal {
 public:
  /// Opens the file, or creates it with a new job. Throws StoreError, as all
  /// functions do.
  explicit FleetJournal(const std::string& path);

  /// The name of the job: letters and digits, random.
  [[nodiscard]] const std::string& job() const { return job_; }
  /// The result of a task; nothing if there is none, or its bytes are not those
  /// that were put.
  [[nodiscard]] std::optional<std::string> find(const std::string& task) const;
  /// Keeps a result, unless the task has one. It is on the disk when this
  /// returns.
  void put(const std::string& task, const std::string& body) const;
  /// The job is done: forgets its results, and begins a new one.
  void finish();

 private:
  JournalStore store_;
  std::string job_;
};

}  // namespace catenary::store
