// SPDX-License-Identifier: Apache-2.0
/// \file
/// A journal in memory, for tests of what is kept in one.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/journal/task_journal.h"

namespace catenary::test {

class MemoryJournal final : public base::TaskJournal {
 public:
  std::optional<std::string> find(const std::string& task) override {
    const auto at = items.find(task);
    if (at == items.end()) return std::nullopt;
    return at->second;
  }
  void keep(const std::string& task, std::string_view result) override {
    items[task] = result;
  }
  std::map<std::string, std::string> items;
};

}  // namespace catenary::test
