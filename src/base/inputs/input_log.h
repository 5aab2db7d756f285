// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which files a computation depends on, noted while it reads them.
///
/// Readers call the functions note_*(); they do nothing unless an InputLog
/// lives. What a forked child reads is not noted: its parent has to have read
/// the same files, or has to call note_obstacle().
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

namespace catenary::base {

/// Everything noted, as absolute paths.
struct NotedInputs {
  /// Files whose content was read, or that were looked for in vain, and whether
  /// they existed when they were noted first.
  std::map<std::string, bool> files;
  /// Folders whose names with this ending were read; the ending comes second.
  std::set<std::pair<std::string, std::string>> folders;
  /// Why the inputs are not known completely; empty = they are.
  std::string obstacle;
};

/// Notes inputs of this process while it lives. Thread-safe.
class InputLog {
 public:
  /// Requires: no other one lives.
  InputLog();
  ~InputLog();
  InputLog(const InputLog&) = delete;
  InputLog& operator=(const InputLog&) = delete;

  /// What was noted so far.
  [[nodiscard]] NotedInputs inputs() const;
};

/// What the InputLog that lives has noted so far; nothing if there is none.
[[nodiscard]] NotedInputs noted_inputs();

/// Whether notes are taken: for callers whose notes cost something.
[[nodiscard]] bool are_inputs_noted();

/// Whether a path is in a temporary directory of this process.
[[nodiscard]] bool is_temporary(const std::string& path);

/// The content of this file is read, or it is looked for. Files in a temporary
/// directory of this process are no inputs, and are left out.
void note_input_file(const std::string& path);
/// The names with this ending, e.g. ".c", in this folder are read.
void note_input_folder(const std::string& path, const std::string& ending);
/// There are inputs that nobody can note; the first reason is kept.
void note_obstacle(const std::string& why);

}  // namespace catenary::base
