// SPDX-License-Identifier: Apache-2.0
#include "app/batch/find_models.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <system_error>

#include "app/front_ends.h"
#include "base/error.h"
#include "base/text_file.h"
#include "option/toml_tree.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 100'000;

/// The files below a folder, sorted.
std::vector<fs::path> files_below(const std::string& folder,
                                  const std::string& output) {
  std::vector<fs::path> out;
  std::error_code failed;
  fs::recursive_directory_iterator it(
      folder, fs::directory_options::skip_permission_denied, failed);
  if (failed) {
    throw base::InputError({folder, 0, 0},
                           "cannot be read: " + failed.message(),
                           "folder-unreadable");
  }
  for (; it != fs::recursive_directory_iterator(); it.increment(failed)) {
    const fs::path& path = it->path();
    std::error_code type;
    if (it->is_directory(type)) {
      const bool hidden = path.filename().string().starts_with(".");
      if (hidden || fs::absolute(path).lexically_normal() == output) {
        it.disable_recursion_pending();
      }
      continue;
    }
    if (!it->is_regular_file(type)) continue;
    out.push_back(path.lexically_normal());
    if (out.size() > kMostFiles) {
      throw base::InputError({folder, 0, 0},
                             "more than 100,000 files; expected a folder of "
                             "models",
                             "folder-too-large");
    }
  }
  // A folder that cannot be read to its end may hide models.
  if (failed) {
    throw base::InputError({folder, 0, 0},
                           "cannot be read to its end: " + failed.message(),
                           "folder-unreadable");
  }
  std::ranges::sort(out);
  return out;
}

/// Whether a text has the word main before a parenthesis.
bool has_main(const std::string& text) {
  for (std::size_t at = text.find("main"); at != std::string::npos;
       at = text.find("main", at + 1)) {
    const char before = at == 0 ? ' ' : text[at - 1];
    const std::size_t after = text.find_first_not_of(" \t\r\n", at + 4);
    if (std::isalnum(static_cast<unsigned char>(before)) == 0 &&
        before != '_' && before != '.' && after != std::string::npos &&
        text[after] == '(') {
      return true;
    }
  }
  return false;
}

/// Sorts files into models and others.
class ModelFinder {
 public:
  /// Looks at a description; notes the sources that it names.
  void see_description(const fs::path& path) {
    option::TomlNode root;
    try {
      root = option::parse_toml(base::read_text_file(path.string()),
                                path.string());
    } catch (const base::InputError&) {
      // Broken; whether it is a description cannot be seen, so it is reported.
      found_.models.push_back(path.string());
      return;
    }
    const option::TomlNode* program = root.find("program");
    if (program == nullptr) return;
    found_.models.push_back(path.string());
    const option::TomlNode* sources = program->find("sources");
    if (sources == nullptr) return;
    for (const option::TomlNode& source : sources->items) {
      described_.insert((path.parent_path() / source.text).lexically_normal());
    }
  }
  void see_c_file(const fs::path& path) {
    if (described_.contains(path)) return;
    if (is_whole_program(path)) {
      found_.models.push_back(path.string());
    } else {
      found_.left_out.push_back({path.string(),
                                 "no description names it, and it has neither "
                                 "main() nor annotations of catenary/c.h"});
    }
  }
  void see_other(const fs::path& path) {
    if (front_end_of(path.string()) != nullptr) {
      found_.models.push_back(path.string());
    }
  }
  FoundModels take() {
    std::ranges::sort(found_.models);
    return std::move(found_);
  }

 private:
  static bool is_whole_program(const fs::path& path) {
    try {
      const std::string text = base::read_file(path.string());
      return has_main(text) || text.find("catenary/c.h") != std::string::npos;
    } catch (const base::InputError&) {
      return true;  // its fault is reported when it is loaded
    }
  }

  FoundModels found_;
  std::set<fs::path> described_;
};

}  // namespace

FoundModels find_models(const std::string& folder, const std::string& output) {
  const std::vector<fs::path> files = files_below(folder, output);
  ModelFinder finder;
  for (const fs::path& path : files) {
    if (path.extension() == ".toml") finder.see_description(path);
  }
  for (const fs::path& path : files) {
    const fs::path extension = path.extension();
    if (extension == ".c" || extension == ".i") {
      finder.see_c_file(path);
    } else if (extension != ".toml") {
      finder.see_other(path);
    }
  }
  return finder.take();
}

}  // namespace catenary::app
