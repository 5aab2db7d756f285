// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tasks of a coordinator that workers have, or that wait until they may.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace catenary::app {

/// Tasks by their names (fleet::TaskMessage::id), in order. Cost: a removal,
/// and in_queue(), visit all that wait.
class SentTasks {
 public:
  [[nodiscard]] bool empty() const { return ids_.empty(); }
  /// The Task::id of a task; nothing if it is not here.
  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;
  /// One that waits. Requires: find(name) is empty.
  void add(const std::string& name, std::size_t id);
  /// The next one for the queue, which waits no longer; nothing if none waits,
  /// or `most` are in the queue.
  [[nodiscard]] std::optional<std::size_t> next(std::size_t most);
  /// Its result is there, perhaps before it was sent: of an earlier process.
  void remove(const std::string& name);
  /// All but those that wait.
  [[nodiscard]] std::vector<std::size_t> in_queue() const;

 private:
  std::map<std::string, std::size_t> ids_;
  std::deque<std::string> waiting_;  ///< of them
};

}  // namespace catenary::app
