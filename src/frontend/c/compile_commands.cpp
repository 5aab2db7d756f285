// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads compilation databases and selects the flags that matter.
#include "frontend/c/compile_commands.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/inputs/input_log.h"
#include "base/text/json.h"
#include "base/text_file.h"
#include "program/build/recipe.h"

namespace catenary::frontend::c {

namespace {

namespace fs = std::filesystem;
using base::Json;

/// Throws the error of a database that cannot be used.
[[noreturn]] void fail(const base::SourceLocation& where,
                       const std::string& what) {
  throw base::InputError(where, what, "compile-commands");
}

/// Splits a command line into words, like a POSIX shell (XCU 2.2): between
/// double quotes, a backslash is for the four characters that mean something
/// there, and else it is itself.
std::vector<std::string> words_of(const std::string& command) {
  constexpr std::string_view kEscaped = "$`\"\\";
  std::vector<std::string> out;
  std::string word;
  // A word may be empty: "" is one.
  bool begun = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (begun) out.push_back(std::move(word));
      word.clear();
      begun = false;
      continue;
    }
    begun = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < command.size() &&
               (quote == 0 ||
                kEscaped.find(command[i + 1]) != std::string_view::npos)) {
      word += command[++i];
    } else {
      word += c;
    }
  }
  if (begun) out.push_back(std::move(word));
  return out;
}

std::string absolute(const std::string& path, const fs::path& directory) {
  return (directory / path).lexically_normal().string();
}

bool starts_with(const std::string& text, const char* start) {
  return text.rfind(start, 0) == 0;
}

/// Flags whose value is a file or folder, in the same word or the next one.
constexpr std::array kPaths = {
    "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"};
/// Flags with another value, in the same word or the next one.
constexpr std::array kValues = {"-D", "-U"};
/// Prefixes of flags that are kept as they are.
constexpr std::array kWhole = {"-fshort-wchar",
                               "-fno-short-wchar",
                               "-std=",
                               "-ansi",
                               "-funsigned-char",
                               "-fsigned-char",
                               "-fno-signed-char",
                               "-fno-unsigned-char",
                               "-fshort-enums",
                               "-fno-short-enums",
                               "-fpack-struct",
                               "-fms-extensions",
                               "-fgnu89-inline",
                               "-fcommon",
                               "-fno-common",
                               "-fasm",
                               "-fno-asm",
                               "-fchar8_t",
                               "-fno-char8_t",
                               "-ffreestanding",
                               "-fexec-charset=",
                               "-finput-charset=",
                               "-nostdinc",
                               "-m32",
                               "-m64",
                               "-march="};

/// Prefixes of flags that change what a source means in ways that Clang does
/// not know, or that are not modelled.
constexpr std::array kForeign = {"-funsigned-bitfields",
                                 "-fno-signed-bitfields",
                                 "-fsingle-precision-constant",
                                 "-fplan9-extensions",
                                 "-fopenmp",
                                 "-fopenacc",
                                 "-fdenormal-fp-math"};

/// Prefixes of flags that are dropped. Most do not change what a source means;
/// what others promise to the optimiser, such as -ffast-math, or define, such
/// as -ftrapv, docs/description.md settles for all programs. Tested last.
constexpr std::array kHarmless = {"-W",
                                  "-O",
                                  "-g",
                                  "-f",
                                  "-M",
                                  "-c",
                                  "-S",
                                  "-E",
                                  "-pipe",
                                  "-pthread",
                                  "-w",
                                  "-pedantic",
                                  "-v",
                                  "-q"};

/// The flags that matter. Order of the tests: values, kept flags, flags with a
/// separate output file, foreign flags, then harmless ones; anything else is an
/// error, since it might change the meaning.
std::vector<std::string> flags_of(const std::vector<std::string>& words,
                                  const fs::path& directory,
                                  const std::string& file,
                                  const std::string& database) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto is = [&](const char* flag) { return starts_with(word, flag); };
    // The value follows the flag directly, or it is the next word.
    const auto with_value = [&](const char* flag, bool path) {
      std::string value = word.substr(std::string(flag).size());
      if (value.empty() && i + 1 < words.size()) value = words[++i];
      out.push_back(flag);
      // A header to include may also be meant relative to folders of headers.
      const std::string name = flag;
      if (name == "-include" || name == "-imacros") {
        base::note_input_file((directory / value).string());
      }
      const bool found = (name != "-include" && name != "-imacros") ||
                         fs::exists(directory / value);
      out.push_back(path && found ? absolute(value, directory) : value);
    };
    // Folders are relative to the directory of the entry, not to the
    // description.
    const auto path = std::find_if(kPaths.begin(), kPaths.end(), is);
    const auto value = std::find_if(kValues.begin(), kValues.end(), is);
    if (path != kPaths.end()) {
      with_value(*path, true);
    } else if (value != kValues.end()) {
      with_value(*value, false);
    } else if (std::any_of(kWhole.begin(), kWhole.end(), is)) {
      out.push_back(word);
    } else if (word == "-o" || word == "-MF" || word == "-MT" ||
               word == "-MQ") {
      ++i;
    } else if (starts_with(word, "-Wp,") || starts_with(word, "@") ||
               std::any_of(kForeign.begin(), kForeign.end(), is) ||
               (starts_with(word, "-") &&
                std::none_of(kHarmless.begin(), kHarmless.end(), is))) {
      fail({database, 0, 0},
           "flag '" + word + "' of '" + file +
               "' is not understood; expected a database without it, or "
               "'sources' and 'flags' in place of compile_commands");
    }
  }
  return out;
}

const std::string* text_of(const Json& entry, const char* key) {
  const Json* at = entry.find(key);
  return at == nullptr || !at->is(Json::Kind::string) ? nullptr : &at->text();
}

CompileCommand command_of(const Json& entry,
                          std::size_t number,
                          const std::string& path) {
  const base::SourceLocation where{path, 0, 0};
  const std::string name = "entry " + std::to_string(number);
  if (!entry.is(Json::Kind::object)) fail(where, name + " is not an object");
  const std::string* directory = text_of(entry, "directory");
  const std::string* file = text_of(entry, "file");
  if (directory == nullptr || file == nullptr) {
    fail(where,
         name +
             " has no 'directory' or no 'file'; expected both as "
             "strings");
  }
  // Paths are relative to the entry's directory, and that to the database.
  const fs::path base = fs::absolute(path).parent_path() / *directory;
  CompileCommand out;
  out.file = absolute(*file, base);
  const Json* arguments = entry.find("arguments");
  if (arguments != nullptr && arguments->is(Json::Kind::array)) {
    std::vector<std::string> words;
    for (const Json& word : arguments->items()) {
      if (!word.is(Json::Kind::string)) {
        fail(where,
             "'arguments' of " + name +
                 " holds something that is not a "
                 "string");
      }
      words.push_back(word.text());
    }
    out.flags = flags_of(words, base, *file, path);
  } else if (const std::string* command = text_of(entry, "command")) {
    out.flags = flags_of(words_of(*command), base, *file, path);
  } else {
    fail(where,
         name +
             " has neither 'arguments', a list of strings, nor "
             "'command', a string");
  }
  return out;
}

/// Whether a file of this name is compiled as C or C++.
// Assembler and objects may be in a database, too.
bool is_source(const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  return extension == ".c" || extension == ".i" || program::is_cpp(path);
}

}  // namespace

std::vector<CompileCommand> parse_compile_commands(const std::string& text,
                                                   const std::string& path) {
  Json document;
  try {
    document = base::parse_json(text, path);
  } catch (const base::InputError& e) {
    fail(e.diagnostics().front().where,
         "no compilation database: expected JSON, a list of objects");
  }
  if (!document.is(Json::Kind::array)) {
    fail({path, 1, 1}, "no compilation database: expected a list of objects");
  }
  std::vector<CompileCommand> out;
  std::size_t number = 0;
  for (const Json& entry : document.items()) {
    CompileCommand command = command_of(entry, ++number, path);
    const auto known =
        std::find_if(out.begin(), out.end(), [&](const CompileCommand& other) {
          return other.file == command.file;
        });
    // The same file twice is common (several targets); with other flags it
    // would be two programs.
    if (known == out.end()) {
      out.push_back(std::move(command));
    } else if (known->flags != command.flags) {
      fail({path, 0, 0},
           "'" + command.file +
               "' is compiled twice, with different flags; expected it once");
    }
  }
  return out;
}

void take_compile_commands(Description& d) {
  if (!d.compile_commands) return;
  const std::string path =
      (fs::path(d.directory) / d.compile_commands->text).string();
  const std::vector<CompileCommand> commands =
      parse_compile_commands(base::read_text_file(path), path);
  if (d.sources.empty()) {
    for (const CompileCommand& command : commands) {
      if (!is_source(command.file)) continue;
      d.sources.push_back({command.file, d.compile_commands->where});
    }
    if (d.sources.empty()) {
      fail(d.compile_commands->where,
           "'" + d.compile_commands->text + "' names no C or C++ source");
    }
  }
  const fs::path directory =
      fs::absolute(d.directory.empty() ? "." : d.directory);
  for (const Code& source : d.sources) {
    const std::string file = absolute(source.text, directory);
    const auto at = std::find_if(
        commands.begin(), commands.end(), [&](const CompileCommand& command) {
          return command.file == file;
        });
    if (at == commands.end()) {
      fail(source.where,
           "source '" + source.text + "' is not in '" +
               d.compile_commands->text + "'; expected one that is");
    }
    d.source_flags.push_back(at->flags);
  }
  const auto differs = [&](const std::vector<std::string>& flags) {
    return flags != d.source_flags.front();
  };
  // Different flags stay with the sources.
  if (std::any_of(d.source_flags.begin(), d.source_flags.end(), differs)) {
    return;
  }
  d.flags.insert(d.flags.end(),
                 d.source_flags.front().begin(),
                 d.source_flags.front().end());
  d.source_flags.clear();
}

}  // namespace catenary::frontend::c
