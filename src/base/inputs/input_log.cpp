// SPDX-License-Identifier: Apache-2.0
#include "base/inputs/input_log.h"

#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/check.h"

namespace catenary::base {

namespace {

namespace fs = std::filesystem;

/// The notes of the process. Readers are everywhere, and know nothing of who
/// wants to know what they read.
struct Notes {
  std::mutex mutex;
  bool wanted = false;
  NotedInputs inputs;
};

Notes& notes() {
  static Notes one;
  return one;
}

/// Absolute; links are not resolved, since another target is another input of
/// the same name. ".." stays as well: behind a link it is not what it seems.
std::string absolute_name(const std::string& path) {
  std::error_code failed;
  const fs::path out = fs::absolute(path, failed);
  return failed ? path : out.string();
}

}  // namespace

InputLog::InputLog() {
  const std::lock_guard lock(notes().mutex);
  CATENARY_CHECK(!notes().wanted, "inputs are noted once at a time");
  notes().wanted = true;
  notes().inputs = {};
}

InputLog::~InputLog() {
  const std::lock_guard lock(notes().mutex);
  notes().wanted = false;
  notes().inputs = {};
}

NotedInputs InputLog::inputs() const {
  return noted_inputs();
}

NotedInputs noted_inputs() {
  const std::lock_guard lock(notes().mutex);
  return notes().wanted ? notes().inputs : NotedInputs{};
}

bool are_inputs_noted() {
  const std::lock_guard lock(notes().mutex);
  return notes().wanted;
}

bool is_temporary(const std::string& path) {
  return path.find("/catenary-" + std::to_string(::getpid()) + "-") !=
         std::string::npos;
}

void note_input_file(const std::string& path) {
  if (!are_inputs_noted()) return;
  std::string name = absolute_name(path);
  if (is_temporary(name)) return;
  std::error_code failed;
  const bool exists = fs::exists(name, failed);
  const std::lock_guard lock(notes().mutex);
  notes().inputs.files.emplace(std::move(name), exists);
}

void note_input_folder(const std::string& path, const std::string& ending) {
  if (!are_inputs_noted()) return;
  std::string name = absolute_name(path.empty() ? "." : path);
  if (is_temporary(name)) return;
  const std::lock_guard lock(notes().mutex);
  notes().inputs.folders.emplace(std::move(name), ending);
}

void note_obstacle(const std::string& why) {
  const std::lock_guard lock(notes().mutex);
  if (notes().wanted && notes().inputs.obstacle.empty()) {
    notes().inputs.obstacle = why;
  }
}

}  // namespace catenary::base
