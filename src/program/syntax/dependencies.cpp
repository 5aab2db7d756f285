// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/dependencies.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/error.h"
#include "base/inputs/input_log.h"
#include "base/text_file.h"

namespace catenary::program {

namespace {

namespace fs = std::filesystem;

/// Words of a source whose meaning is not in the files that it includes.
constexpr std::array kUnnotable = {"__DATE__",
                                   "__TIME__",
                                   "__TIMESTAMP__",
                                   "__has_include",
                                   "__has_embed",
                                   "#embed",
                                   ".incbin"};

/// Whether a flag tells of folders in a way that search_folders() does not
/// know.
bool names_other_folders(const std::string& flag) {
  const auto begins = [&](const char* with) { return flag.starts_with(with); };
  const bool known = begins("-iquote") || begins("-isystem") ||
                     begins("-idirafter") || begins("-include") ||
                     begins("-imacros");
  return (begins("-i") && !known) || begins("--sysroot") ||
         begins("--include-dir") || begins("-cxx-isystem") || begins("-B") ||
         begins("-F");
}

/// Notes what would be included instead of `file` if it existed.
void note_rivals(const fs::path& file, const std::set<fs::path>& folders) {
  // `#include <a/b/c.h>` has at most so many parts that we look for.
  const int kMostParts = is_of_system(file) ? 3 : 8;
  fs::path name;
  fs::path rest = file;
  for (int parts = 0; parts < kMostParts && rest.has_filename(); ++parts) {
    name = name.empty() ? rest.filename() : rest.filename() / name;
    rest = rest.parent_path();
    for (const fs::path& folder : folders) {
      const fs::path rival = folder / name;
      std::error_code failed;
      if (!fs::exists(rival, failed)) base::note_input_file(rival.string());
    }
  }
}

void note_unnotable(const fs::path& file) {
  try {
    const std::string text = base::read_file(file.string());
    if (const char* const word = unnotable_word(text)) {
      base::note_obstacle(file.string() + " uses " + word);
    }
  } catch (const base::InputError& e) {
    base::note_obstacle(e.what());
  }
}

}  // namespace

bool is_of_system(const std::string& file) {
  return file.starts_with("/usr/");
}

std::vector<std::string> search_folders(const std::vector<std::string>& flags) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    for (const std::string flag : {"-I", "-iquote", "-isystem", "-idirafter"}) {
      if (!flags[i].starts_with(flag)) continue;
      std::string value = flags[i].substr(flag.size());
      if (value.empty() && i + 1 < flags.size()) value = flags[i + 1];
      if (!value.empty()) out.push_back(value);
    }
  }
  return out;
}

const char* unnotable_word(std::string_view text) {
  for (const char* word : kUnnotable) {
    if (text.find(word) != std::string_view::npos) return word;
  }
  return nullptr;
}

std::vector<std::string> prerequisites(std::string_view rule) {
  std::vector<std::string> out;
  std::string word;
  bool after_colon = false;
  const auto end_word = [&] {
    if (after_colon && !word.empty()) out.push_back(word);
    if (!after_colon && word.ends_with(':')) after_colon = true;
    word.clear();
  };
  for (std::size_t i = 0; i < rule.size(); ++i) {
    const char c = rule[i];
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (c == '\\' && (next == '\n' || next == '\r')) {
      end_word();
      ++i;
    } else if ((c == '\\' && (next == ' ' || next == '#')) ||
               (c == '$' && next == '$')) {
      word += next;
      ++i;
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  return out;
}

void note_dependencies(std::string_view rule,
                       const std::string& directory,
                       const std::vector<std::string>& flags) {
  note_files_read(prerequisites(rule), directory, flags);
}

void note_files_read(const std::vector<std::string>& names,
                     const std::string& directory,
                     const std::vector<std::string>& flags) {
  if (!base::are_inputs_noted()) return;
  std::error_code failed;
  const fs::path base = fs::absolute(directory.empty() ? "." : directory);
  // Names are not normalised: ".." behind a link leads elsewhere.
  std::set<fs::path> folders = {base};
  for (const std::string& folder : search_folders(flags)) {
    folders.insert(base / folder);
  }
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    files.push_back(base / name);
    base::note_input_file(files.back().string());
    // What the harness includes is there only while it is compiled.
    if (is_of_system(files.back()) || !fs::exists(files.back(), failed)) {
      continue;
    }
    // `#include "../a.h"` is looked for from the folders above as well.
    for (fs::path above = files.back().parent_path(); above.has_relative_path();
         above = above.parent_path()) {
      folders.insert(above);
    }
    note_unnotable(files.back());
  }
  std::erase_if(folders, is_of_system);
  // Compilers look there before they look into /usr/include.
  folders.insert("/usr/local/include");
  for (const fs::path& file : files) note_rivals(file, folders);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag.starts_with("@") || flag.starts_with("-fplugin")) {
      base::note_obstacle("a flag of the compiler names a file of flags");
    }
    // Such an overlay of ours has what was read before.
    const bool own = flag == "-ivfsoverlay" && i + 1 < flags.size() &&
                     base::is_temporary(flags[i + 1]);
    if (!own && names_other_folders(flag)) {
      base::note_obstacle("headers are searched as " + flag + " says");
    }
    if (const char* const word = unnotable_word(flag)) {
      base::note_obstacle("a flag of the compiler uses " + std::string(word));
    }
  }
}

void note_dependencies_in(const std::string& file,
                          const std::string& directory,
                          const std::vector<std::string>& flags) {
  std::error_code failed;
  if (!fs::exists(file, failed)) {
    base::note_obstacle("clang did not say which files it read");
    return;
  }
  note_dependencies(base::read_file(file), directory, flags);
}

}  // namespace catenary::program
