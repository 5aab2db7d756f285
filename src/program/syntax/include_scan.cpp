// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/include_scan.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <system_error>

#include "base/error.h"
#include "base/inputs/input_log.h"
#include "base/process.h"
#include "base/text_file.h"
#include "program/build/recipe.h"
#include "program/syntax/clang_messages.h"
#include "program/syntax/dependencies.h"

namespace catenary::program {

namespace {

namespace fs = std::filesystem;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

/// Joins lines that end in a backslash, blanks after which clang ignores.
std::string joined_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t end = i + 1;
    if (text[i] == '\\') {
      while (end < text.size() && is_blank(text[end])) ++end;
    }
    if (text[i] != '\\' || end == text.size() || !is_line_end(text[end])) {
      out += text[i];
      continue;
    }
    // Two different characters are one end of a line.
    const char first = text[end];
    i = end;
    if (end + 1 < text.size() && is_line_end(text[end + 1]) &&
        text[end + 1] != first) {
      ++i;
    }
  }
  return out;
}

/// Reads the names behind each '#', wherever it stands.
class IncludeReader {
 public:
  explicit IncludeReader(std::string_view text) : text_(text) {}

  std::optional<std::vector<IncludedName>> read() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      std::size_t behind = i + 1;
      if (text_.substr(i, 2) == "%:") {
        ++behind;
      } else if (text_[i] != '#') {
        continue;
      }
      if (!take(i, skip(behind))) return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  /// Behind blanks and comments. A comment may be longer than a line.
  [[nodiscard]] std::size_t skip(std::size_t at) const {
    while (at < text_.size()) {
      if (is_blank(text_[at])) {
        ++at;
      } else if (text_.substr(at, 2) == "/*") {
        const std::size_t end = text_.find("*/", at + 2);
        if (end == std::string_view::npos) return text_.size();
        at = end + 2;
      } else {
        break;
      }
    }
    return at;
  }
  /// Whether a '#' there begins a directive as far as its line tells: only
  /// blanks, or the end of a comment, are before it.
  [[nodiscard]] bool may_begin_directive(std::size_t hash) const {
    std::size_t at = hash;
    while (at > 0 && !is_line_end(text_[at - 1])) {
      const char c = text_[at - 1];
      // Other blanks than those of ASCII count as well.
      const bool other = static_cast<unsigned char>(c) >= 0x80;
      if (!is_blank(c) && !other) return at > 1 && c == '/' && ends_comment(at);
      --at;
    }
    return true;
  }
  [[nodiscard]] bool ends_comment(std::size_t at) const {
    return text_[at - 2] == '*';
  }
  /// A directive whose word is at `at`. Returns false where nobody knows what
  /// it includes.
  bool take(std::size_t hash, std::size_t at) {
    constexpr std::array kWords = {"include",
                                   "include_next",
                                   "import",
                                   "include_macros",
                                   "__include_macros"};
    std::size_t end = at;
    while (end < text_.size() && is_of_name(text_[end])) ++end;
    const std::string_view word = text_.substr(at, end - at);
    const bool other_letter =
        end < text_.size() && static_cast<unsigned char>(text_[end]) >= 0x80;
    // It reads a file of another kind.
    if (word == "embed") return false;
    if (std::ranges::find(kWords, word) == kWords.end()) {
      return !(word.empty() && other_letter && may_begin_directive(hash));
    }
    const std::size_t name = skip(end);
    const char first = name < text_.size() ? text_[name] : '\n';
    if (first != '"' && first != '<') {
      const bool macro = is_of_name(first) || first == '\\' ||
                         static_cast<unsigned char>(first) >= 0x80;
      return !(macro && may_begin_directive(hash));
    }
    const char last = first == '"' ? '"' : '>';
    std::size_t closed = name + 1;
    while (closed < text_.size() && text_[closed] != last &&
           !is_line_end(text_[closed])) {
      ++closed;
    }
    if (closed < text_.size() && text_[closed] == last) {
      out_.push_back({std::string(text_.substr(name + 1, closed - name - 1)),
                      first == '"'});
    }
    return true;
  }

  std::string_view text_;
  std::vector<IncludedName> out_;
};

/// Without parts ".", as clang names files. Parts ".." stay: behind a link they
/// lead elsewhere.
fs::path without_dots(const fs::path& path) {
  fs::path out;
  for (const fs::path& part : path) {
    if (part != ".") out /= part;
  }
  return out;
}

/// A scan of one unit.
class Scan {
 public:
  explicit Scan(std::vector<fs::path> folders) : folders_(std::move(folders)) {}

  /// Returns false where nobody knows what is included.
  bool run(const std::string& unit) {
    constexpr std::size_t kMostFiles = 2000;
    out_.files.push_back(without_dots(unit).string());
    seen_.insert(out_.files.front());
    for (std::size_t i = 0; i < out_.files.size(); ++i) {
      if (i >= kMostFiles) return false;
      // A copy: the list grows.
      const fs::path file = out_.files[i];
      const std::string text = base::read_file(file.string());
      const auto names = included_names(text);
      // Clang knows whether what is unnotable is read at all.
      if (!names || (!is_of_system(file.string()) && unnotable_word(text))) {
        return false;
      }
      for (const IncludedName& n : *names) {
        // Whether a header is missing, or not needed, clang has to say.
        if (!look_for(n, file) && !is_of_system(file.string())) return false;
      }
    }
    return !has_other_;
  }
  IncludeScan take() { return std::move(out_); }

 private:
  /// Whether some folder has the header that the file includes.
  bool look_for(const IncludedName& header, const fs::path& from) {
    if (fs::path(header.name).is_absolute()) return look_at(header.name);
    bool found = header.quoted && look_at(from.parent_path() / header.name);
    // All of them: `#include_next` reads one behind the first.
    for (const fs::path& folder : folders_) {
      found = look_at(folder / header.name) || found;
    }
    return found;
  }

  bool look_at(const fs::path& name) {
    const fs::path file = without_dots(name);
    std::error_code failed;
    const fs::file_status status = fs::status(file, failed);
    const bool is_file = fs::exists(status) && !fs::is_directory(status);
    if (fs::is_directory(status) || !seen_.insert(file.string()).second) {
      return is_file;
    }
    has_other_ = has_other_ || fs::is_other(status);
    (is_file ? out_.files : out_.absent).push_back(file.string());
    return is_file;
  }

  std::vector<fs::path> folders_;
  std::set<std::string> seen_;
  bool has_other_ = false;  ///< a pipe or device
  IncludeScan out_;
};

/// What clang says that it searches.
std::vector<std::string> ask_for_folders() {
  // It would search there as well, or do other things.
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS"}) {
    if (std::getenv(name) != nullptr) return {};
  }
  base::ProcessCommand command;
  command.argv = {kClang, "-E", "-v", "-x", "c", "/dev/null", "-o", "-"};
  std::vector<std::string> out;
  try {
    const base::ProcessResult result = base::run_process(command);
    if (!result.succeeded()) return {};
    std::istringstream lines(result.err);
    std::string line;
    bool inside = false;
    while (std::getline(lines, line)) {
      if (line.starts_with("Configuration file")) return {};
      if (line == "End of search list.") return out;
      if (inside) out.push_back(line.substr(line.find_first_not_of(' ')));
      inside = inside || line.starts_with("#include <...>");
      if (!out.empty() && !out.back().starts_with("/usr/")) return {};
    }
  } catch (const base::ToolError&) {
    return {};  // whoever needs clang says that it is missing
  }
  return {};
}

}  // namespace

std::optional<std::vector<IncludedName>> included_names(std::string_view text) {
  if (text.find('\0') != std::string_view::npos ||
      text.find("?\?=") != std::string_view::npos ||
      text.find("?\?/") != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string joined = joined_lines(text);
  return IncludeReader(joined).read();
}

std::optional<IncludeScan> scan_includes(
    const std::string& unit,
    const std::string& directory,
    const std::vector<std::string>& flags) {
  const std::vector<std::string>& system = system_include_folders();
  if (system.empty() || is_cpp(unit)) return std::nullopt;
  const fs::path base = fs::absolute(directory.empty() ? "." : directory);
  std::vector<fs::path> folders;
  for (const std::string& folder : search_folders(flags)) {
    folders.push_back(base / folder);
  }
  folders.insert(folders.end(), system.begin(), system.end());
  Scan scan(std::move(folders));
  try {
    if (!scan.run((base / unit).string())) return std::nullopt;
  } catch (const base::InputError&) {
    return std::nullopt;  // clang says what is wrong with the file
  }
  return scan.take();
}

bool note_by_scan(const std::string& unit,
                  const std::string& directory,
                  const std::vector<std::string>& flags) {
  const auto scan = scan_includes(unit, directory, flags);
  if (!scan) return false;
  note_files_read(scan->files, directory, flags);
  for (const std::string& file : scan->absent) base::note_input_file(file);
  return true;
}

bool are_plain_flags(const std::vector<std::string>& flags) {
  constexpr std::array kWithValue = {
      "-D", "-U", "-I", "-iquote", "-isystem", "-idirafter"};
  constexpr std::array kPlain = {
      "-O", "-O0", "-O1", "-O2", "-O3", "-Os", "-g", "-w", "-Wall", "-Wextra"};
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (std::ranges::find(kWithValue, flag) != kWithValue.end()) {
      ++i;  // the value is a word of its own
      continue;
    }
    const bool has_value = std::ranges::any_of(
        kWithValue, [&](const char* name) { return flag.starts_with(name); });
    const bool plain = std::ranges::find(kPlain, flag) != kPlain.end() ||
                       flag.starts_with("-std=") || flag.starts_with("-Wno-");
    if (!has_value && !plain) return false;
  }
  return true;
}

const std::vector<std::string>& system_include_folders() {
  static const std::vector<std::string> folders = ask_for_folders();
  return folders;
}

}  // namespace catenary::program
