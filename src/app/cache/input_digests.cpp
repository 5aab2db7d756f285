// SPDX-License-Identifier: Apache-2.0
#include "app/cache/input_digests.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <sstream>
#include <system_error>

#include "base/error.h"
#include "base/sha256.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

std::int64_t nanoseconds(const std::timespec& t) {
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

/// The digest of the sorted names with this ending. Returns nothing if the
/// folder cannot be read.
std::optional<std::string> digest_of_names(const std::string& folder,
                                           const std::string& ending) {
  std::set<std::string> names;
  std::error_code failed;
  fs::directory_iterator it(folder, failed);
  for (; !failed && it != fs::directory_iterator(); it.increment(failed)) {
    const std::string name = it->path().filename().string();
    if (name.ends_with(ending)) names.insert(name);
  }
  if (failed) return std::nullopt;
  std::string all;
  for (const std::string& name : names) all += name + '/';
  return base::sha256(all);
}

/// The digest of a file. Returns nothing if it cannot be read.
std::optional<std::string> digest_of_file(const std::string& path) {
  try {
    return base::sha256_file(path);
  } catch (const base::InputError&) {
    return std::nullopt;
  }
}

bool is_absent(const std::string& path) {
  struct stat about{};
  return ::stat(path.c_str(), &about) != 0 &&
         (errno == ENOENT || errno == ENOTDIR);
}

/// Whether a file or folder has not changed since the computation began.
bool is_older(const struct stat& about, const std::timespec& began) {
  return nanoseconds(about.st_ctim) < nanoseconds(began);
}

/// The line that describes a file. Returns nothing if the file may have changed
/// during the computation.
std::optional<std::string> describe_file(const std::string& path,
                                         bool existed,
                                         const std::timespec& began) {
  if (!existed && is_absent(path)) return "A " + path + "\n";
  struct stat about{};
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode) ||
      !is_older(about, began)) {
    return std::nullopt;
  }
  const auto digest = digest_of_file(path);
  if (!digest) return std::nullopt;
  return "F " + *digest + " " + path + "\n";
}

/// Cuts the next word off a line.
std::string next_word(std::string& line) {
  const std::size_t space = line.find(' ');
  std::string word = line.substr(0, space);
  line.erase(0, space == std::string::npos ? space : space + 1);
  return word;
}

bool line_holds(std::string line) {
  const std::string kind = next_word(line);
  if (kind == "A") return is_absent(line);
  const std::string digest = next_word(line);
  if (kind == "F") return digest_of_file(line) == digest;
  if (kind != "L") return false;
  const std::string ending = next_word(line);
  return digest_of_names(line, ending) == digest;
}

}  // namespace

std::optional<std::string> describe_inputs(const base::NotedInputs& inputs,
                                           const std::timespec& began,
                                           std::string& why) {
  why = inputs.obstacle;
  if (!why.empty()) return std::nullopt;
  std::string out;
  for (const auto& [path, existed] : inputs.files) {
    const auto line = describe_file(path, existed, began);
    if (!line || path.find('\n') != std::string::npos) {
      why = path + " is no regular file, or has just been changed";
      return std::nullopt;
    }
    out += *line;
  }
  for (const auto& [path, ending] : inputs.folders) {
    const auto digest = digest_of_names(path, ending);
    struct stat about{};
    if (!digest || ::stat(path.c_str(), &about) != 0 ||
        !is_older(about, began) || path.find('\n') != std::string::npos) {
      why = path + " cannot be read, or has just been changed";
      return std::nullopt;
    }
    out += "L " + *digest + " " + ending + " " + path + "\n";
  }
  return out;
}

bool inputs_hold(const std::string& description) {
  std::istringstream lines(description);
  std::string line;
  while (std::getline(lines, line)) {
    if (!line_holds(line)) return false;
  }
  return true;
}

}  // namespace catenary::app
