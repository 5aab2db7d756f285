// SPDX-License-Identifier: Apache-2.0
/// \file
/// The shell script that compiles and links the challenge, and the tables by
/// which the driver calls the harness.
#include "program/plain/executable.h"

#include "program/plain/driver_object.h"

namespace catenary::program::plain {

namespace {

/// Quoted for /bin/sh.
std::string shell_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

/// Functions that end a program or print: the driver has its own. What the
/// program defines itself gets the new name everywhere, and wins.
constexpr const char* kRenamed[] = {
    "exit",    "_exit",   "_Exit",        "quick_exit", "abort", "printf",
    "fprintf", "puts",    "putchar",      "fputs",      "fputc", "putc",
    "fflush",  "vprintf", "vfprintf",     "fwrite",     "write", "perror",
    "syslog",  "main",    "__assert_fail"};

/// A table of what the harness defines for each variable, by parts of names;
/// those of constants begin with '&'.
std::string table(const std::string& type,
                  const std::string& name,
                  std::uint32_t count,
                  const std::vector<std::string>& parts) {
  std::string rows;
  for (std::uint32_t k = 0; k < count; ++k) {
    std::string row;
    for (const std::string& part : parts) {
      row += (row.empty() ? "" : ", ") + part + std::to_string(k);
    }
    rows += "  {" + row + "},\n";
  }
  return "static const struct " + type + " " + name + "[] = {\n" + rows +
         "  {0, 0, 0}};\n";
}

/// The text that defines the driver's `__cat_program`: tables of accessors, and
/// the functions that run a step. Its structures must agree with those in
/// runtime/challenge/driver.c.
std::string tables(const Interface& i) {
  const auto setters = [](const std::string& prefix) {
    return std::vector<std::string>{"&" + prefix + "type_",
                                    prefix + "seti_",
                                    prefix + "setf_",
                                    prefix + "setd_"};
  };
  std::string out =
      "struct __cat_setter { const int* type; void (*integer)(long long); "
      "void (*single)(float); void (*real)(double); };\n"
      "struct __cat_getter { const int* type; long long (*integer)(void); "
      "double (*real)(void); };\n"
      "struct __cat_program { unsigned inputs, initial, outputs, goals, whole; "
      "const struct __cat_setter* input; const struct __cat_setter* choice; "
      "const struct __cat_getter* output; void (*initialise)(void); "
      "void (*after_init)(void); int (*allowed)(void); void (*before)(void); "
      "void (*step)(void); void (*after)(void); };\n";
  out += table("__cat_setter", "__cat_inputs", i.inputs, setters("__cat_"));
  out +=
      table("__cat_setter", "__cat_initials", i.initial, setters("__cat_ini_"));
  out += table("__cat_getter",
               "__cat_outputs",
               i.outputs,
               {"&__cat_otype_", "__cat_outi_", "__cat_outd_"});
  out +=
      "extern const struct __cat_program __cat_plain;\n"
      "const struct __cat_program __cat_plain = {";
  for (const std::uint32_t n :
       {i.inputs, i.initial, i.outputs, i.goals, i.whole ? 1U : 0U}) {
    out += std::to_string(n) + ", ";
  }
  out += std::string("__cat_inputs, __cat_initials, __cat_outputs, ") +
         (i.has_init ? "__cat_init" : "0") + ", __cat_after_init, " +
         (i.has_assume ? "__cat_assume" : "0") + ", __cat_pre, " +
         (i.whole ? "0" : "__cat_step") + ", __cat_post};\n";
  return i.cpp ? "extern \"C\" {\n" + out + "}\n" : out;
}

/// The command that compiles a unit as its own build does, with counters, and
/// with traps where the model has them.
std::string compilation(const CompiledSources::Unit& unit,
                        const std::string& level) {
  std::string out;
  for (const std::string& argument : unit.arguments) {
    // Warnings are wanted: see unset_read() in plain.cpp.
    if (argument != "-w") out += shell_word(argument) + " ";
  }
  // Memory of alloca() begins as zeros, whatever it is called.
  out +=
      "-D__builtin_alloca_uninitialized=__builtin_alloca "
      "-D__builtin_alloca_with_align_uninitialized="
      "__builtin_alloca_with_align ";
  out +=
      "-Wno-everything -Wuninitialized -Wsometimes-uninitialized "
      "-Wconditional-uninitialized ";
  return out + level +
         " -g0 -fno-pie -fno-pic -fno-omit-frame-pointer "
         "-fprofile-instr-generate -fcoverage-mapping "
         "-fsanitize=array-bounds,integer-divide-by-zero,shift-exponent,"
         "float-cast-overflow,return,unreachable,null,builtin "
         "-fsanitize-trap=all";
}

/// Commands that link the objects of `arguments`. Most challenges are shorter
/// than a linker takes, so the quickest one comes first: gold, called as GCC
/// calls it, in half the time of GCC with its usual linker. Where that fails,
/// e.g. since there are two versions of GCC or another architecture, GCC links,
/// or Clang where GCC is missing. What no source defines is at address 0: a
/// call ends the run.
std::string linking(const std::string& arguments, const std::string& clang) {
  return "lib=/usr/lib/x86_64-linux-gnu gcc=/usr/lib/gcc/x86_64-linux-gnu/*\n"
         "ld.gold -m elf_x86_64 "
         "-dynamic-linker /lib64/ld-linux-x86-64.so.2 --hash-style=gnu "
         "--eh-frame-hdr --as-needed --unresolved-symbols=ignore-all "
         "-L$lib $lib/crt1.o $lib/crti.o $gcc/crtbegin.o " +
         arguments +
         " -lm -lc $gcc/libgcc.a $gcc/crtend.o $lib/crtn.o 2>/dev/null || "
         "$(command -v gcc || echo " +
         shell_word(clang) +
         ") -no-pie "
         "-Wl,--unresolved-symbols=ignore-all " +
         arguments + " -lm\n";
}

}  // namespace

Executable make_executable(const CompiledSources& sources,
                           const Interface& interface,
                           const std::string& level) {
  Executable out;
  out.directory = std::make_shared<base::TemporaryDirectory>();
  const auto file = [&out](const std::string& name) {
    return out.directory->file(name);
  };
  out.path = file("program");
  out.log = file("log");
  out.directory->write("driver.o", driver_object());
  const CompiledSources::Unit& first = sources.units.front();
  const std::string harness =
      out.directory->write(first.cpp ? "harness.cpp" : "harness.c",
                           interface.text + tables(interface));
  std::string renames;
  for (const char* name : kRenamed) {
    renames += std::string(name) + " plain_" + name + "\n";
  }
  out.directory->write("renames", renames);

  // What compilers leave behind when they are killed goes with our directory.
  std::string script =
      "set -e\nTMPDIR=" + shell_word(out.directory->path().string()) +
      "\nexport TMPDIR\n";
  std::string objects;
  for (std::size_t k = 0; k < sources.units.size(); ++k) {
    const CompiledSources::Unit& unit = sources.units[k];
    const std::string object =
        shell_word(file("unit" + std::to_string(k) + ".o"));
    script += compilation(unit, level) + " -c -o " + object + " " +
              shell_word(k == 0 ? harness : unit.file) + "\n";
    script += "objcopy --redefine-syms=" + shell_word(file("renames")) + " " +
              object + "\n";
    objects += " " + object;
  }
  script += linking("-o " + shell_word(out.path) + objects + " " +
                        shell_word(file("driver.o")),
                    first.arguments.front());
  out.compiler = std::make_unique<base::BackgroundProcess>(
      std::vector<std::string>{"/bin/sh", "-c", script},
      sources.working_directory,
      out.log);
  return out;
}

}  // namespace catenary::program::plain
