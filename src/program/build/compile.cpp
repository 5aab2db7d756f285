// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs clang for the units of a recipe: flags that fix the dialect,
/// declarations of a verifier's prelude, an overlay for redefined macros, and
/// clang's messages.
#include "program/build/compile.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/inputs/input_log.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "program/build/annotations.h"
#include "program/build/prelude.h"
#include "program/build/redefine.h"
#include "program/syntax/clang_messages.h"
#include "program/syntax/dependencies.h"
#include "program/syntax/include_scan.h"
#include "program/syntax/lenient.h"
#include "program/syntax/source_overlay.h"

namespace catenary::program {

namespace {

namespace fs = std::filesystem;

/// Command lines of clang for one recipe, and the files that they share.
class Compiler {
 public:
  using OnSources = std::function<void(const CompiledSources&)>;

  /// Calls `on_sources`, if there is one, when it is known how the units are to
  /// be compiled, and again when that changes.
  Compiler(const Recipe& recipe,
           const CompileOptions& options,
           const base::Budget& budget,
           const OnSources& on_sources)
      : recipe_(recipe),
        options_(options),
        budget_(budget),
        on_sources_(on_sources),
        lenient_(recipe.units.size()),
        preludes_(recipe.units.size()) {
    fs::create_directories(directory_->file("include/catenary"));
    directory_->write("include/catenary/c.h", annotations_header());
    for (std::size_t i = 0; i < recipe.units.size(); ++i) {
      files_.push_back(write_unit(i));
    }
    overlay_redefinitions();
    // At once, so that the other compiler runs beside ours.
    if (on_sources_) on_sources_(sources());
  }

  /// Compiles unit `index`; throws InputError. Tries again as long as its
  /// errors ask for names of the prelude.
  Bitcode unit(std::size_t index, std::vector<base::Diagnostic>& warnings);
  /// Notes what the unit reads.
  void note_unit(std::size_t index) const;

 private:
  /// How the units are compiled, with the prelude as far as it is known.
  CompiledSources sources();
  void declare(const std::set<std::string>& names, std::size_t index);
  void be_lenient(std::size_t index,
                  const std::vector<base::Diagnostic>& errors,
                  std::vector<base::Diagnostic>& warnings);
  base::ProcessResult run(const std::vector<std::string>& arguments) const;
  base::ProcessResult run_noted(std::vector<std::string> arguments) const;
  std::vector<Statement> statements(const std::vector<std::string>& arguments,
                                    std::size_t index);
  [[nodiscard]] std::vector<std::string> base_arguments(
      const Unit& unit, const CompileOptions& options) const;
  void overlay_redefinitions();
  std::vector<std::string> files_read(std::size_t index);
  [[nodiscard]] std::string write_unit(std::size_t index) const;
  [[nodiscard]] const std::string& unit_file(std::size_t index) const {
    return files_[index];
  }

  const Recipe& recipe_;
  const CompileOptions& options_;
  const base::Budget& budget_;
  const OnSources& on_sources_;
  std::shared_ptr<base::TemporaryDirectory> directory_ =
      std::make_shared<base::TemporaryDirectory>();
  std::vector<std::string> files_;  ///< of the units
  std::string overlay_;
  std::set<std::string> declared_;  ///< names of the prelude in use
  /// Whether a unit needs the C of before 1999, see has_implicit().
  std::vector<bool> lenient_;
  /// The arguments that include the prelude, for each unit; empty where it
  /// compiled without.
  std::vector<std::vector<std::string>> preludes_;
};

base::ProcessResult Compiler::run(
    const std::vector<std::string>& arguments) const {
  // Limits are far above what real programs need; they bound our memory.
  constexpr std::size_t kMaxMessages = std::size_t{4} << 20;
  constexpr std::size_t kMaxSyntax = std::size_t{1} << 30;
  base::ProcessCommand command;
  command.argv = arguments;
  command.working_directory = recipe_.directory;
  command.limits.time = std::chrono::minutes(5);
  command.limits.stderr_bytes = kMaxMessages;
  command.limits.stdout_bytes = kMaxSyntax;
  return base::run_process(command, budget_);
}

/// The same, and notes what clang read.
base::ProcessResult Compiler::run_noted(
    std::vector<std::string> arguments) const {
  if (!base::are_inputs_noted()) return run(arguments);
  const std::string rule = directory_->write("rule.d", "");
  arguments.insert(arguments.end(), {"-MD", "-MF", rule});
  base::ProcessResult result = run(arguments);
  note_dependencies_in(rule, recipe_.directory, arguments);
  return result;
}

void Compiler::note_unit(std::size_t index) const {
  const Unit& unit = recipe_.units[index];
  std::vector<std::string> arguments = base_arguments(unit, options_);
  // An overlay shows other texts than those of the files.
  if (overlay_.empty() && are_plain_flags(recipe_.flags) &&
      are_plain_flags(unit.flags) &&
      note_by_scan(unit_file(index), recipe_.directory, arguments)) {
    return;
  }
  const std::string rule = directory_->write("rule.d", "");
  arguments.insert(arguments.end(), {"-M", "-MF", rule, unit_file(index)});
  (void)run(arguments);
  note_dependencies_in(rule, recipe_.directory, arguments);
}

std::vector<std::string> Compiler::base_arguments(
    const Unit& unit, const CompileOptions& options) const {
  // One dialect of C for native runs and encoding: overflow wraps, no aliasing
  // by type, every automatic variable starts at zero, loops may run for ever.
  // The user's flags come first, so that ours win.
  std::vector<std::string> a = {kClang};
  a.insert(a.end(), recipe_.flags.begin(), recipe_.flags.end());
  a.insert(a.end(), unit.flags.begin(), unit.flags.end());
  a.insert(a.end(),
           {options.prototypes ? "-O1" : "-O0",
            "-fno-lto",
            "-fno-fast-math",
            "-Xclang",
            "-disable-O0-optnone",
            "-g",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-fno-delete-null-pointer-checks",
            "-ffp-contract=off",
            "-ftrivial-auto-var-init=zero",
            "-fno-finite-loops",
            "-fstrict-flex-arrays=2",
            "-fno-discard-value-names",
            "-fno-stack-protector",
            "-fno-exceptions",
            "-fno-rtti",
            "-fno-threadsafe-statics",
            "-fno-builtin-printf",
            "-fno-color-diagnostics",
            "-fno-caret-diagnostics",
            "-ferror-limit=0",
            "-w",
            "-D__CATENARY__=1",
            // Functions rather than macros over tables of glibc.
            "-D__NO_CTYPE",
            "-U_FORTIFY_SOURCE",
            "-iquote",
            "."});
  if (options.traps) {
    a.insert(a.end(),
             {"-fsanitize=array-bounds,integer-divide-by-zero,shift-exponent,"
              "float-cast-overflow,return,unreachable,null,builtin",
              "-fsanitize-minimal-runtime",
              "-fno-sanitize-recover=all"});
  }
  if (options.overflows) {
    a.insert(a.end(),
             {"-fsanitize=signed-integer-overflow",
              "-fsanitize-recover=signed-integer-overflow"});
  }
  if (options.coverage) {
    a.insert(a.end(), {"-fprofile-instr-generate", "-fcoverage-mapping"});
  }
  if (options.mcdc) a.push_back("-fcoverage-mcdc");
  // Ours last. `#include <own.h>` of a header beside the source is common.
  a.insert(a.end(),
           {"-idirafter", ".", "-idirafter", directory_->file("include")});
  if (!overlay_.empty()) a.insert(a.end(), {"-ivfsoverlay", overlay_});
  return a;
}

std::string Compiler::write_unit(std::size_t index) const {
  const Unit& unit = recipe_.units[index];
  if (!unit.text) return unit.path;
  return directory_->write(
      "unit" + std::to_string(index) + (unit.cpp ? ".cpp" : ".c"), *unit.text);
}

/// The source and the headers that clang reads for a unit, from a dependency
/// rule as for make; missing headers are listed as well (-MG).
std::vector<std::string> Compiler::files_read(std::size_t index) {
  std::vector<std::string> arguments =
      base_arguments(recipe_.units[index], options_);
  arguments.insert(arguments.end(), {"-MM", "-MG", unit_file(index)});
  return prerequisites(run(arguments).out);
}

/// Writes changed copies of the files that define the macros, and a virtual
/// file system in which they replace the originals: includes and messages keep
/// the names of the originals.
void Compiler::overlay_redefinitions() {
  if (recipe_.redefine.empty()) return;
  std::set<std::string> found;
  std::set<std::string> seen;
  SourceOverlay overlay(*directory_, "redefined");
  for (std::size_t u = 0; u < recipe_.units.size(); ++u) {
    for (const std::string& name : files_read(u)) {
      const fs::path full = fs::absolute(fs::path(recipe_.directory) / name);
      if (!fs::is_regular_file(full) || !seen.insert(full.string()).second) {
        continue;
      }
      std::set<std::string> here;
      const std::string changed =
          redefine_in(base::read_file(full.string()), recipe_.redefine, here);
      found.insert(here.begin(), here.end());
      if (!here.empty()) overlay.replace(full, changed);
    }
  }
  for (const auto& [macro, value] : recipe_.redefine) {
    if (found.count(macro) == 0) {
      throw base::InputError(
          recipe_.redefine_where,
          "no '#define " + macro + "' of an object-like macro in the sources",
          "redefine-unknown");
    }
  }
  overlay_ = overlay.write();
}

/// The statements of a unit that compiles with these arguments.
std::vector<Statement> Compiler::statements(
    const std::vector<std::string>& arguments, std::size_t index) {
  std::vector<std::string> dump = arguments;
  dump.insert(dump.end(), {"-fsyntax-only", "-Xclang", "-ast-dump=json"});
  const base::ProcessResult result = run(dump);
  if (result.ending == base::Ending::interrupted) {
    throw base::StoppedError("the compiler was stopped: " + result.describe());
  }
  if (!result.succeeded() || result.out_truncated) {
    throw base::InputError({recipe_.units[index].path, 0, 0},
                           "the syntax tree, which statement coverage needs, "
                           "is too large or took too long (" +
                               result.describe() + ")",
                           "syntax-tree");
  }
  return read_statements(result.out, unit_file(index), recipe_.directory);
}

CompiledSources Compiler::sources() {
  // The challenge must see the program without instrumentation of ours.
  CompileOptions nothing;
  nothing.traps = false;
  CompiledSources out;
  out.working_directory = recipe_.directory;
  out.directory = directory_;
  for (std::size_t i = 0; i < recipe_.units.size(); ++i) {
    const Unit& unit = recipe_.units[i];
    CompiledSources::Unit made;
    made.arguments = base_arguments(unit, nothing);
    if (lenient_[i]) add_lenient(made.arguments);
    made.arguments.insert(
        made.arguments.end(), preludes_[i].begin(), preludes_[i].end());
    made.file = unit_file(i);
    made.cpp = unit.text ? unit.cpp : is_cpp(unit.path);
    out.units.push_back(std::move(made));
  }
  return out;
}

/// Compiles the unit as C of before 1999 from now on, and says for what.
void Compiler::be_lenient(std::size_t index,
                          const std::vector<base::Diagnostic>& errors,
                          std::vector<base::Diagnostic>& warnings) {
  lenient_[index] = true;
  constexpr std::size_t kMost = 5;
  std::size_t shown = 0;
  for (base::Diagnostic d : errors) {
    if (!has_implicit({d}) || ++shown > kMost) continue;
    d.severity = base::Severity::warning;
    warnings.push_back(std::move(d));
  }
  if (on_sources_) on_sources_(sources());
}

/// Adds names of the prelude, for the unit and those after it.
void Compiler::declare(const std::set<std::string>& names, std::size_t index) {
  const std::size_t before = declared_.size();
  declared_.insert(names.begin(), names.end());
  if (declared_.size() == before) return;
  std::string declarations;
  for (const std::string& name : declared_) {
    declarations += prelude().at(name) + "\n";
  }
  // A header for both languages: a unit may be C or C++.
  const std::string file = directory_->write(
      "prelude.h",
      "#ifndef __cplusplus\n" + declarations + "#else\nextern \"C\" {\n" +
          declarations + "}\n#endif\n");
  for (std::size_t i = index; i < preludes_.size(); ++i) {
    preludes_[i] = {"-include", file};
  }
  if (on_sources_) on_sources_(sources());
}

Bitcode Compiler::unit(std::size_t index,
                       std::vector<base::Diagnostic>& warnings) {
  const Unit& unit = recipe_.units[index];
  const std::string out =
      directory_->file("unit" + std::to_string(index) + ".bc");
  // Without passes: see run_passes_of_clang().
  const std::vector<std::string> to_bitcode = {"-Xclang=-disable-llvm-passes",
                                               "-emit-llvm",
                                               "-c",
                                               "-o" + out,
                                               unit_file(index)};
  // Each round declares at least one more name of the prelude, or ends.
  for (;;) {
    std::vector<std::string> arguments = base_arguments(unit, options_);
    if (lenient_[index]) add_lenient(arguments);
    const std::vector<std::string>& prelude = preludes_[index];
    arguments.insert(arguments.end(), prelude.begin(), prelude.end());
    arguments.insert(arguments.end(), to_bitcode.begin(), to_bitcode.end());
    const base::ProcessResult result = run_noted(arguments);
    if (result.ending == base::Ending::timed_out ||
        result.ending == base::Ending::interrupted) {
      const std::string text = "the compiler was stopped: " + result.describe();
      if (budget_.poll() != base::StopReason::none) {
        throw base::StoppedError(text);
      }
      throw base::ToolError(text);
    }
    std::vector<base::Diagnostic> messages =
        parse_clang_output(result.err, recipe_.directory);
    for (base::Diagnostic& d : messages) explain(d);
    if (result.succeeded()) {
      warnings.insert(warnings.end(), messages.begin(), messages.end());
      Bitcode made{unit.path, base::read_file(out, std::uint64_t{1} << 30), {}};
      if (options_.statements) made.statements = statements(arguments, index);
      return made;
    }
    const std::size_t before = declared_.size();
    declare(undeclared(messages), index);
    if (declared_.size() > before) continue;
    // A description is new, and a misspelt call there is a mistake.
    const bool in_description =
        std::ranges::any_of(messages, [](const base::Diagnostic& d) {
          return d.where.file.ends_with(".toml");
        });
    if (!lenient_[index] && !in_description && has_implicit(messages)) {
      be_lenient(index, messages, warnings);
      continue;
    }
    // Warnings beside errors would hide the errors.
    std::erase_if(messages, [](const base::Diagnostic& d) {
      return d.severity != base::Severity::error;
    });
    constexpr std::size_t kMostShown = 20;
    if (messages.size() > kMostShown) messages.resize(kMostShown);
    if (messages.empty()) {
      throw base::InputError({unit.path, 0, 0},
                             "clang-19 failed (" + result.describe() +
                                 "): " + result.err.substr(0, 500),
                             "compile-failed");
    }
    throw base::InputError(std::move(messages));
  }
}

}  // namespace

bool is_cpp(const std::string& path) {
  const std::string ext = fs::path(path).extension().string();
  return ext == ".cpp" || ext == ".cc" || ext == ".cxx" || ext == ".C";
}

std::vector<Bitcode> compile(
    const Recipe& recipe,
    const CompileOptions& options,
    const base::Budget& budget,
    std::vector<base::Diagnostic>& warnings,
    const std::function<void(const CompiledSources&)>& on_sources) {
  Compiler compiler(recipe, options, budget, on_sources);
  std::vector<Bitcode> out;
  for (std::size_t i = 0; i < recipe.units.size(); ++i) {
    out.push_back(compiler.unit(i, warnings));
  }
  return out;
}

void note_inputs(const Recipe& recipe, const base::Budget& budget) {
  const std::function<void(const CompiledSources&)> nobody;
  const CompileOptions options;
  Compiler compiler(recipe, options, budget, nobody);
  for (std::size_t i = 0; i < recipe.units.size(); ++i) compiler.note_unit(i);
}

}  // namespace catenary::program
