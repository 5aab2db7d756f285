// SPDX-License-Identifier: Apache-2.0
#include "store/fleet_journal.h"

#include "base/sha256.h"

namespace catenary::store {

namespace {

constexpr const char* kJob = "job";

std::string name_of(const std::string& task) {
  return "task " + task;
}

}  // namespace

FleetJournal::FleetJournal(const std::string& path)
    : store_(path, JournalStore::Kind::fleet) {
  job_ = store_.find(kJob).value_or("");
  if (job_.empty()) finish();
}

std::optional<std::string> FleetJournal::find(const std::string& task) const {
  return store_.find(name_of(task));
}

void FleetJournal::put(const std::string& task, const std::string& body) const {
  if (!find(task)) store_.put({{name_of(task), body}});
}

void FleetJournal::finish() {
  constexpr std::size_t kNameBytes = 12;
  job_ = base::random_hex(kNameBytes);
  store_.replace({{kJob, job_}});
}

}  // namespace catenary::store
