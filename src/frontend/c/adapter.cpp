// SPDX-License-Identifier: Apache-2.0
/// \file
/// The adapter is one C file: the harness with the program in it, tables of its
/// accessors, and fixed text that implements the adapter interface.
#include "frontend/c/adapter.h"

#include <cctype>
#include <filesystem>
#include <set>

#include "base/printable.h"
#include "base/text/lexer.h"
#include "base/text_file.h"
#include "frontend/c/harness.h"
#include "program/build/recipe.h"
#include "program/build/redefine.h"

namespace catenary::frontend::c {

namespace {

namespace fs = std::filesystem;

/// Fixed text: conversions between the interface's values and the harness.
constexpr const char* kGlue = R"c(
static void __cat_hit(int goal) { (void)goal; }

/* CATENARY_* constants by the harness's type codes. */
static const uint32_t catenary_codes[] = {
    CATENARY_BOOL,   CATENARY_INT8,  CATENARY_UINT8,  CATENARY_INT16,
    CATENARY_UINT16, CATENARY_INT32, CATENARY_UINT32, CATENARY_INT64,
    CATENARY_UINT64, CATENARY_FLOAT32, CATENARY_FLOAT64};

typedef struct {
  const char* name;
  const int* type;
  void (*set_integer)(long long);
  void (*set_real)(double);
  void (*set_single)(float);
} catenary_setter;
typedef struct {
  const char* name;
  const int* type;
  long long (*integer)(void);
  double (*real)(void);
} catenary_getter;

static int catenary_is_real(int type) { return type >= 9; }

static void catenary_set(const catenary_setter* to, catenary_value value) {
  if (*to->type == 9 && value.reserved != 0) { /* a NaN of these bits */
    union {
      uint32_t bits;
      float value;
    } single;
    single.bits = value.reserved;
    to->set_single(single.value);
  } else if (catenary_is_real(*to->type)) {
    to->set_real(value.as.d);
  } else {
    to->set_integer((long long)value.as.i);
  }
}

static catenary_value catenary_get(const catenary_getter* from) {
  catenary_value value;
  value.type = catenary_codes[*from->type];
  value.reserved = 0;
  if (catenary_is_real(*from->type)) {
    value.as.d = from->real();
  } else {
    value.as.i = from->integer();
  }
  return value;
}
)c";

/// Fixed text: the functions of include/catenary/adapter.h.
constexpr const char* kInterface = R"c(
#define CATENARY_COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array[0])) - 1)

static catenary_signal catenary_input_signals[CATENARY_COUNT(catenary_inputs) + 1];
static catenary_signal catenary_initial_signals[CATENARY_COUNT(catenary_initials) + 1];
static catenary_signal catenary_output_signals[CATENARY_COUNT(catenary_outputs) + 1];
static catenary_signature catenary_signals;
static const char* catenary_error = "";
static int catenary_resets;

uint32_t catenary_adapter_abi_version(void) {
  return CATENARY_ADAPTER_ABI_VERSION;
}

const catenary_signature* catenary_adapter_signature(void) {
  uint32_t i;
  for (i = 0; i < CATENARY_COUNT(catenary_inputs); ++i) {
    catenary_input_signals[i].name = catenary_inputs[i].name;
    catenary_input_signals[i].type = catenary_codes[*catenary_inputs[i].type];
  }
  for (i = 0; i < CATENARY_COUNT(catenary_initials); ++i) {
    catenary_initial_signals[i].name = catenary_initials[i].name;
    catenary_initial_signals[i].type = catenary_codes[*catenary_initials[i].type];
  }
  for (i = 0; i < CATENARY_COUNT(catenary_outputs); ++i) {
    catenary_output_signals[i].name = catenary_outputs[i].name;
    catenary_output_signals[i].type = catenary_codes[*catenary_outputs[i].type];
  }
  catenary_signals.name = CATENARY_PROGRAM_NAME;
  catenary_signals.input_count = CATENARY_COUNT(catenary_inputs);
  catenary_signals.initial_count = CATENARY_COUNT(catenary_initials);
  catenary_signals.output_count = CATENARY_COUNT(catenary_outputs);
  catenary_signals.inputs = catenary_input_signals;
  catenary_signals.initial = catenary_initial_signals;
  catenary_signals.outputs = catenary_output_signals;
  return &catenary_signals;
}

int32_t catenary_adapter_open(const char* arguments, catenary_sut** sut) {
  (void)arguments;
  *sut = (catenary_sut*)0;
  return CATENARY_OK;
}

int32_t catenary_adapter_reset(catenary_sut* sut, const catenary_value* initial) {
  uint32_t i;
  (void)sut;
  if (catenary_resets++ > 0 && !CATENARY_HAS_INIT) {
    catenary_error = "the program has no init: only a new process resets it";
    return CATENARY_FAILED;
  }
  for (i = 0; i < CATENARY_COUNT(catenary_initials); ++i) {
    catenary_set(&catenary_initials[i], initial[i]);
  }
  catenary_initialise();
  return CATENARY_OK;
}

int32_t catenary_adapter_step(catenary_sut* sut,
                              const catenary_value* inputs,
                              catenary_value* outputs) {
  uint32_t i;
  (void)sut;
  for (i = 0; i < CATENARY_COUNT(catenary_inputs); ++i) {
    catenary_set(&catenary_inputs[i], inputs[i]);
  }
  if (!catenary_allowed()) {
    catenary_error = "the inputs break an assumption of the description";
    return CATENARY_BAD_INPUT;
  }
  __cat_pre();
  __cat_step();
  __cat_post();
  for (i = 0; i < CATENARY_COUNT(catenary_outputs); ++i) {
    outputs[i] = catenary_get(&catenary_outputs[i]);
  }
  return CATENARY_OK;
}

void catenary_adapter_close(catenary_sut* sut) { (void)sut; }

const char* catenary_adapter_last_error(catenary_sut* sut) {
  (void)sut;
  return catenary_error;
}
)c";

/// `path`, relative to the description, as seen from `directory`; "" =
/// absolute.
std::string seen_from(const Description& d,
                      const std::string& path,
                      const std::string& directory) {
  const fs::path absolute =
      (fs::absolute(d.directory.empty() ? "." : d.directory) / path)
          .lexically_normal();
  if (directory.empty()) return absolute.string();
  return absolute.lexically_relative(fs::absolute(directory).lexically_normal())
      .string();
}

/// The option of a flag that names a folder of headers; "" for other flags.
std::string folder_option(const std::string& flag) {
  for (const char* known : {"-I", "-isystem", "-iquote", "-idirafter"}) {
    if (flag.rfind(known, 0) == 0) return known;
  }
  return "";
}

/// A source as the adapter has it: included, or copied where macros are
/// redefined.
std::string source_text(const Description& d,
                        const std::string& source,
                        const std::string& output_directory,
                        std::set<std::string>& redefined) {
  const fs::path full = fs::path(d.directory) / source;
  if (d.redefine.empty()) {
    // A name within #include has no escapes.
    return "#include \"" + seen_from(d, source, output_directory) + "\"\n";
  }
  return program::redefine_in(
      base::read_file(full.string()), d.redefine, redefined);
}

/// Headers are included, not copied, so macros in them cannot be redefined.
void require_redefined(const Description& d,
                       const std::set<std::string>& redefined) {
  for (const auto& [macro, value] : d.redefine) {
    if (redefined.count(macro) != 0) continue;
    std::string message = "'" + macro;
    message +=
        "' is defined in a header, where an adapter cannot redefine it; "
        "expected an #ifndef around the definition and a flag -D";
    message += macro;
    message += "=";
    message += value;
    throw base::InputError(d.redefine_where, message, "unsupported-redefine");
  }
}

/// Declares the verifier's functions that the text names as weak: functions
/// that no step calls may use them, and must still link.
std::string weak_verifier_functions(const std::string& text) {
  std::set<std::string> names;
  std::string word;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    if (program::is_verifier_function(word)) names.insert(word);
    word.clear();
  }
  std::string out;
  for (const std::string& name : names) out += "#pragma weak " + name + "\n";
  return out;
}

/// A table of accessors in C, one row for each variable, and an empty row at
/// the end, since C has no empty arrays.
std::string table(const char* type,
                  const char* name,
                  const std::vector<std::string>& names,
                  const std::string& type_prefix,
                  const std::vector<std::string>& functions) {
  std::string out =
      std::string("static const ") + type + " " + name + "[] = {\n";
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string n = std::to_string(k);
    out += "    {" + base::in_quotes(names[k]);
    out += ", &" + type_prefix + n;
    for (const std::string& prefix : functions) out += ", &" + prefix + n;
    out += "},\n";
  }
  out += "    {0, 0";
  for (std::size_t i = 0; i < functions.size(); ++i) out += ", 0";
  return out + "}};\n";
}

std::vector<std::string> names_of(const std::vector<VariableDescription>& v) {
  std::vector<std::string> out;
  out.reserve(v.size());
  for (const VariableDescription& one : v) out.push_back(one.shown());
  return out;
}

}  // namespace

std::string header_folder(const std::string& flag) {
  const std::string option = folder_option(flag);
  return option.empty() ? "" : flag.substr(option.size());
}

std::vector<std::string> flags_seen_from(const Description& d,
                                         const std::string& directory) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < d.flags.size(); ++i) {
    const std::string option = folder_option(d.flags[i]);
    std::string folder = d.flags[i].substr(option.size());
    // A folder may be the next word.
    if (option.empty() || (folder.empty() && i + 1 == d.flags.size())) {
      out.push_back(d.flags[i]);
      continue;
    }
    if (folder.empty()) folder = d.flags[++i];
    const bool relative = fs::path(folder).is_relative();
    out.push_back(option +
                  (relative ? seen_from(d, folder, directory) : folder));
  }
  const std::string own = seen_from(d, "", directory);
  if (own != ".") out.push_back("-iquote" + own);
  return out;
}

namespace {

/// Throws base::InputError where there is no adapter for a program.
void require_adaptable(const Description& d) {
  if (!d.step) {
    throw base::InputError(
        d.program_where.known() ? d.program_where
                                : base::SourceLocation{d.path, 0, 0},
        "an adapter needs a step function to call: whole programs have none; "
        "expected a description with 'step'",
        "no-step");
  }
  // One translation unit cannot have several sets of flags.
  if (!d.source_flags.empty()) {
    throw base::InputError(
        d.compile_commands ? d.compile_commands->where : d.program_where,
        "an adapter is one file that includes the sources; these are compiled "
        "with different flags; expected the same for all",
        "adapter-flags");
  }
  for (const Code& source : d.sources) {
    if (!program::is_cpp(source.text)) continue;
    throw base::InputError(
        source.where.known() ? source.where : d.program_where,
        "an adapter is C and includes the sources; '" + source.text +
            "' is C++, for which there is none yet",
        "adapter-cpp");
  }
}

/// How to build the adapter, as a comment, and what keeps the program's own
/// main() out of it.
std::string heading(const Description& d, const std::string& output_directory) {
  std::string text = "\n/* Made from " + fs::path(d.path).filename().string() +
                     ". Build it with the program's own flags; hidden, its "
                     "names do not\n * mix "
                     "with those of other libraries:\n *   cc -shared -fPIC "
                     "-fvisibility=hidden";
  for (const std::string& flag : flags_seen_from(d, output_directory)) {
    text += " " + base::printable_comment(flag);
  }
  text += " -o libsut.so THIS_FILE\n */\n";
  // The program's own main() is never called and must not need anything: an
  // inline function that nobody calls is not emitted, whatever the optimiser
  // does, and what verifiers declare for it may stay undeclared.
  if (d.rename_main) {
    text +=
        "#pragma GCC diagnostic ignored \"-Wimplicit-function-declaration\"\n"
        "#define main __attribute__((unused)) static __inline__ "
        "catenary_user_main\n";
  }
  return text;
}

/// The tables and functions through which the interface reaches the program.
std::string bindings(const Description& d, const HarnessText& harness) {
  std::string text;
  std::vector<std::string> outputs = names_of(d.outputs);
  outputs.insert(outputs.end(),
                 harness.derived_outputs.begin(),
                 harness.derived_outputs.end());
  text += table("catenary_setter",
                "catenary_inputs",
                names_of(d.inputs),
                "__cat_type_",
                {"__cat_seti_", "__cat_setd_", "__cat_setf_"});
  text += table("catenary_setter",
                "catenary_initials",
                names_of(d.initial),
                "__cat_ini_type_",
                {"__cat_ini_seti_", "__cat_ini_setd_", "__cat_ini_setf_"});
  text += table("catenary_getter",
                "catenary_outputs",
                outputs,
                "__cat_otype_",
                {"__cat_outi_", "__cat_outd_"});
  text += "#define CATENARY_PROGRAM_NAME " +
          base::in_quotes(fs::path(d.path).stem().string()) + "\n";
  text +=
      std::string("#define CATENARY_HAS_INIT ") + (d.init ? "1" : "0") + "\n";
  text += "static void catenary_initialise(void) { " +
          std::string(d.init ? "__cat_init(); " : "") +
          "__cat_after_init(); }\n";
  text += std::string("static int catenary_allowed(void) { return ") +
          (d.assume.empty() ? "1" : "__cat_assume()") + "; }\n";
  return text;
}

}  // namespace

std::string write_adapter(const Description& d,
                          const std::string& output_directory) {
  require_adaptable(d);
  std::string text = heading(d, output_directory);
  // Clang must know before the code which functions are weak; GCC forgets the
  // pragma at an implicit declaration, so it is repeated behind the code.
  std::string weak;
  for (const Code& source : d.sources) {
    weak += weak_verifier_functions(
        base::read_file((fs::path(d.directory) / source.text).string()));
  }
  text += weak;
  std::set<std::string> redefined;
  std::string sources;
  // The last source first: the first one includes what the harness sees.
  for (std::size_t i = d.sources.size(); i-- > 0;) {
    sources += source_text(d, d.sources[i].text, output_directory, redefined);
  }
  require_redefined(d, redefined);
  HarnessOptions options;
  options.positions = false;
  options.include = sources + (d.rename_main ? "#undef main\n" : "");
  options.hit_declaration = "static void __cat_hit(int);\n";
  const HarnessText harness = write_harness(d, options);
  text += harness.text;
  text += weak;
  text += kGlue;
  text += bindings(d, harness);
  return text + kInterface;
}

}  // namespace catenary::frontend::c
