// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary convert --to fmu`: an adapter with the functions of FMI before it,
/// preprocessed into one source without includes, compiled, and packed.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/convert/conversion.h"
#include "app/machine/machine_system.h"
#include "app/model_file.h"
#include "app/run/sut.h"
#include "base/archive/zip_writer.h"
#include "base/process.h"
#include "base/sha256.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "catenary/version.h"
#include "exec/adapter/model.h"
#include "frontend/c/adapter.h"
#include "frontend/c/load.h"
#include "frontend/umlrt/umlrt.h"
#include "logic/value/ieee754.h"
#include "program/build/annotations.h"
#include "program/syntax/clang_messages.h"
#include "report/export/fmu/fmu.h"
#include "suite/suite.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kFmuStepTime{1000};

/// What is compiled.
struct FmuSource {
  report::FmuModel model;
  /// The adapter, and fmu_look().
  std::string text;
  /// Flags that the user gave for the C compiler; folders in them are absolute.
  std::vector<std::string> flags;
};

/// A C identifier for the name of a file.
std::string identifier_of(const std::string& path) {
  std::string out;
  for (const char c : fs::path(path).stem().string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 128 && std::isalnum(byte) != 0;
    out += plain ? c : '_';
  }
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) {
    out.insert(0, "m_");
  }
  return out.substr(0, 100);
}

double step_seconds(const ConvertOptions& options, double step_ms) {
  if (!options.step_size.empty()) {
    return logic::float_round(logic::Sort::floating(11, 53),
                              logic::RoundingMode::nearest_even,
                              seconds_of_text(options.step_size))
        .as_double();
  }
  return step_ms > 0 ? step_ms / 1000 : 1;
}

/// The system of a C program: its adapter.
FmuSource source_of_program(const Conversion& conversion) {
  const std::string& input = conversion.options().input;
  Context& context = conversion.context();
  const frontend::c::Description d =
      frontend::c::describe(input, context.budget);
  FmuSource out;
  out.text = adapter_text(input, "", context) +
             "\nstatic void fmu_look(catenary_value* outputs) {\n"
             "  uint32_t i;\n"
             "  for (i = 0; i < CATENARY_COUNT(catenary_outputs); ++i) {\n"
             "    outputs[i] = catenary_get(&catenary_outputs[i]);\n"
             "  }\n"
             "}\n"
             "#define FMU_CAN_RESET CATENARY_HAS_INIT\n";
  const model::StepSystem system =
      load_step_system(input, {{"property"}, kFmuStepTime}, context);
  out.model.signature = exec::signature_of(system);
  out.model.step_seconds = step_seconds(conversion.options(), d.step_ms);
  out.flags = frontend::c::flags_seen_from(d, "");
  return out;
}

/// A state machine: its step program in C++.
FmuSource source_of_machine(const Conversion& conversion) {
  const ConvertOptions& options = conversion.options();
  Context& context = conversion.context();
  std::string path = options.input;
  if (!options.capsule.empty()) {
    path = frontend::umlrt::machine_name(path).file + "#" + options.capsule;
  }
  const model::StepSystem system =
      load_step_system(path, {{"property"}, kFmuStepTime}, context);
  suite::Suite of;
  of.model = {system.name, system.kind, path, system.sha256};
  of.signature = exec::signature_of(system);
  // Computed by Catenary, not by the code.
  std::erase_if(of.signature.outputs,
                [](const suite::Signal& s) { return s.derived; });
  const MachineProgram program = machine_program(of, context);
  FmuSource out;
  out.model.language = "cpp";
  out.model.name = system.name;
  out.model.signature = of.signature;
  out.model.step_seconds = step_seconds(options, system.step_ms);
  out.text =
      report::write_machine_adapter(out.model, program.source, program.lvalues);
  out.flags = {"-std=c++17", "-I", fs::current_path().string()};
  return out;
}

/// Clang in the dialect of the model: overflow wraps, automatic variables begin
/// as zeros, products are rounded.
class FmuCompiler {
 public:
  FmuCompiler(const FmuSource& source, const base::Budget& budget)
      : source_(source), budget_(budget) {
    fs::create_directories(directory_.path() / "catenary");
    directory_.write("catenary/c.h", program::annotations_header());
  }

  /// C without directives and without names of our folders. C++ is left as it
  /// is: it includes headers of the standard only, which other compilers have
  /// in other versions.
  std::string preprocess(const std::string& text) {
    if (source_.model.language == "cpp") return text;
    std::vector<std::string> command = begin();
    command.insert(command.end(), {"-E", "-P", write("unit", text)});
    return run(std::move(command));
  }

  /// The bytes of a shared library.
  std::string compile(const std::string& text) {
    std::vector<std::string> command = begin();
    const std::string library = directory_.file("unit.so");
    for (const char* flag : {"-O2",
                             "-g0",
                             "-fPIC",
                             "-shared",
                             "-fvisibility=hidden",
                             "-fwrapv",
                             "-fno-strict-aliasing",
                             "-fno-delete-null-pointer-checks",
                             "-ffp-contract=off",
                             "-fno-fast-math",
                             "-ftrivial-auto-var-init=zero",
                             // Names of other FMUs in the process do not mix.
                             "-Wl,-Bsymbolic",
                             "-Wl,-z,defs",
                             "-o"}) {
      command.emplace_back(flag);
    }
    command.insert(command.end(), {library, write("whole", text)});
    if (source_.model.language == "cpp") command.emplace_back("-lstdc++");
    command.emplace_back("-lm");
    (void)run(std::move(command));
    return base::read_file(library, std::uint64_t{1} << 30);
  }

 private:
  [[nodiscard]] std::vector<std::string> begin() const {
    std::vector<std::string> out = {program::kClang};
    out.insert(out.end(), source_.flags.begin(), source_.flags.end());
    out.insert(out.end(),
               {"-I",
                directory_.path().string(),
                "-w",
                "-fno-caret-diagnostics",
                "-ferror-limit=5"});
    return out;
  }

  [[nodiscard]] std::string write(const std::string& name,
                                  const std::string& text) const {
    return directory_.write(name + "." + source_.model.language, text);
  }

  std::string run(std::vector<std::string> argv) {
    base::ProcessCommand command;
    command.argv = std::move(argv);
    command.limits.time = std::chrono::minutes(5);
    command.limits.stdout_bytes = std::size_t{1} << 28;
    const base::ProcessResult done = base::run_process(command, budget_);
    if (done.succeeded() && !done.out_truncated) return done.out;
    throw base::ToolError("the FMU cannot be compiled: " + done.describe() +
                          "\n" + done.err);
  }

  const FmuSource& source_;
  const base::Budget& budget_;
  base::TemporaryDirectory directory_;
};

/// The platform's folder of binaries, as the versions of the standard call it.
std::string binaries_folder(int version) {
#if defined(__aarch64__)
  (void)version;
  return "binaries/aarch64-linux/";
#else
  return version == 2 ? "binaries/linux64/" : "binaries/x86_64-linux/";
#endif
}

/// A token in the form of a GUID, which changes with whatever is exported.
std::string token_of(const std::string& text) {
  const std::string hash = base::sha256(text);
  return "{" + hash.substr(0, 8) + "-" + hash.substr(8, 4) + "-" +
         hash.substr(12, 4) + "-" + hash.substr(16, 4) + "-" +
         hash.substr(20, 12) + "}";
}

}  // namespace

std::string make_fmu(const Conversion& conversion, ExportSource source_kind) {
  const ConvertOptions& options = conversion.options();
  if (options.output.empty()) {
    throw base::InputError(
        {}, "an FMU is a binary file; expected -o FILE.fmu", "output");
  }
  FmuSource source = source_kind == ExportSource::machine
                         ? source_of_machine(conversion)
                         : source_of_program(conversion);
  report::FmuModel& model = source.model;
  model.version = static_cast<int>(options.fmi);
  if (model.name.empty()) model.name = fs::path(options.input).stem().string();
  model.identifier = identifier_of(options.input);
  model.tool = std::string("catenary ") + CATENARY_VERSION_STRING;
  FmuCompiler compiler(source, conversion.context().budget);
  // The token is that of the text which it is not yet in.
  model.token = token_of(
      compiler.preprocess(source.text + report::write_fmu_functions(model)));
  const std::string text =
      compiler.preprocess(source.text + report::write_fmu_functions(model));
  const std::string warning = report::fmu_warning(model);
  if (!warning.empty()) conversion.context().log.warning(warning);
  const std::string name = model.identifier;
  std::vector<base::ZipFile> files = {
      {"modelDescription.xml", report::write_model_description(model)},
      {binaries_folder(model.version) + name + ".so", compiler.compile(text)},
      {"sources/" + name + "." + model.language, text}};
  if (model.language == "cpp") {
    files.push_back({"sources/catenary/c.h", program::annotations_header()});
  }
  if (model.version == 3) {
    files.push_back({"sources/buildDescription.xml",
                     report::write_build_description(model)});
  }
  return base::write_zip(files);
}

}  // namespace catenary::app
