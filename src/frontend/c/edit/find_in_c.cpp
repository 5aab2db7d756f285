// SPDX-License-Identifier: Apache-2.0
/// \file
/// Definitions in C files by words and brackets at the outermost level.
#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "base/text/scanner.h"
#include "frontend/c/description.h"
#include "frontend/c/edit/inspect.h"

namespace catenary::frontend::c {

namespace {

/// A scan of one C file for a name.
class CSearch : base::Scanner {
 public:
  CSearch(std::string_view text, std::string_view name)
      : Scanner(text), name_(name) {}

  std::optional<base::Place> run() {
    while (!at_end() && !defined_) step();
    return defined_ ? defined_ : declared_;
  }

 private:
  void step() {
    const char c = look();
    if (accept("//")) {
      skip_line();
    } else if (accept("/*")) {
      if (!skip_past("*/")) at_ = text_.size();
    } else if (c == '"' || c == '\'') {
      literal(c);
    } else if (c == '#') {
      directive();
    } else if (base::begins_word(c)) {
      const std::size_t begin = at_;
      if (take_while(base::in_word) == name_ && depth_ == 0) named(begin);
    } else {
      if (c == '{') ++depth_;
      if (c == '}' && depth_ > 0) --depth_;
      ++at_;
    }
  }

  void literal(char quote) {
    ++at_;
    while (!at_end() && look() != quote && look() != '\n') {
      at_ += look() == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    }
    if (!at_end()) ++at_;
  }

  void blanks() { (void)take_while(base::is_blank); }

  /// A macro counts where it is defined; other directives are passed.
  void directive() {
    ++at_;
    blanks();
    const bool define = take_while(base::in_word) == "define";
    if (define) {
      blanks();
      const std::size_t begin = at_;
      if (take_while(base::in_word) == name_) defined_ = place(begin);
    }
    // A backslash at the end continues the line.
    skip_line();
    while (!at_end() && text_[at_ - 1] == '\\') {
      ++at_;
      skip_line();
    }
  }

  /// The name stands outside of all braces.
  void named(std::size_t begin) {
    blanks();
    if (look() != '(') {
      const bool variable =
          look() == '=' || look() == ';' || look() == '[' || look() == ',';
      if (variable) defined_ = place(begin);
      return;
    }
    // The brackets of the parameters, then "{" for a definition.
    int open = 0;
    while (!at_end()) {
      const char c = look();
      ++at_;
      if (c == '(') ++open;
      if (c == ')' && --open == 0) break;
    }
    blanks();
    if (look() == '{') {
      defined_ = place(begin);
    } else if (!declared_) {
      declared_ = place(begin);
    }
  }

  std::string_view name_;
  int depth_ = 0;
  std::optional<base::Place> defined_, declared_;
};

/// The files that a text includes by "…", in its order.
std::vector<std::string> included(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = text.find("#include"); at != std::string_view::npos;
       at = text.find("#include", at + 1)) {
    const std::size_t line = std::min(text.find('\n', at), text.size());
    const std::size_t open = text.find('"', at);
    if (open >= line) continue;
    const std::size_t close = text.find('"', open + 1);
    if (close >= line) continue;
    out.emplace_back(text.substr(open + 1, close - open - 1));
  }
  return out;
}

/// The sources of a description, as far as it can be read.
std::vector<Code> sources_of(const std::string& text, const std::string& path) {
  Description description;
  try {
    parse_description(text, path, description);
  } catch (const base::InputError&) {
    return description.sources;
  }
  return description.sources;
}

/// The most files that are searched.
constexpr std::size_t kMostFiles = 200;

}  // namespace

std::optional<base::Place> find_in_c(std::string_view text,
                                     std::string_view name) {
  return CSearch(text, name).run();
}

std::optional<base::SourceLocation> find_in_sources(const std::string& text,
                                                    const std::string& path,
                                                    std::string_view name,
                                                    const FileText& read) {
  std::vector<std::string> files;
  std::set<std::string> seen;
  const auto add = [&](const std::filesystem::path& file) {
    const std::string normal = file.lexically_normal().string();
    if (files.size() < kMostFiles && seen.insert(normal).second) {
      files.push_back(normal);
    }
  };
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  for (const Code& source : sources_of(text, path)) add(folder / source.text);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::optional<std::string> content = read(files[i]);
    if (!content) continue;
    if (const auto found = find_in_c(*content, name)) {
      return base::SourceLocation{files[i], found->line, found->column};
    }
    const std::filesystem::path beside =
        std::filesystem::path(files[i]).parent_path();
    for (const std::string& header : included(*content)) add(beside / header);
  }
  return std::nullopt;
}

}  // namespace catenary::frontend::c
