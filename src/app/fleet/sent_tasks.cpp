// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/sent_tasks.h"

#include <algorithm>

#include "base/check.h"

namespace catenary::app {

std::optional<std::size_t> SentTasks::find(const std::string& name) const {
  const auto found = ids_.find(name);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

void SentTasks::add(const std::string& name, std::size_t id) {
  CATENARY_CHECK(ids_.emplace(name, id).second, "the task is there already");
  waiting_.push_back(name);
}

std::optional<std::size_t> SentTasks::next(std::size_t most) {
  if (waiting_.empty() || ids_.size() - waiting_.size() >= most) {
    return std::nullopt;
  }
  const std::size_t id = ids_.at(waiting_.front());
  waiting_.pop_front();
  return id;
}

void SentTasks::remove(const std::string& name) {
  ids_.erase(name);
  std::erase(waiting_, name);
}

std::vector<std::size_t> SentTasks::in_queue() const {
  std::vector<std::size_t> out;
  for (const auto& [name, id] : ids_) {
    if (std::ranges::find(waiting_, name) == waiting_.end()) out.push_back(id);
  }
  return out;
}

}  // namespace catenary::app
