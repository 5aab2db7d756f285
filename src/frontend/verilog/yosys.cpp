// SPDX-License-Identifier: Apache-2.0
#include "frontend/verilog/yosys.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/inputs/input_log.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::frontend::verilog {

namespace {

constexpr const char* kYosys = "yosys";
constexpr const char* kResetFile = "catenary.techmap.reset.v";
constexpr const char* kCoverFile = "catenary.techmap.cover.v";

/// Yosys writes assertions or covers, not both, and so covers become assertions
/// of the opposite, of the same name.
constexpr const char* kCoverAsAssertion =
    "(* techmap_celltype = \"$cover\" *)\n"
    "module cover_as_assertion(input A, EN);\n"
    "  \\$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));\n"
    "endmodule\n";

/// A check in a process with an asynchronous reset takes place at edges of the
/// clock alone, like any other: where the reset is active, what it does is the
/// reset's value.
constexpr const char* kCheckWithReset =
    "(* techmap_celltype = \"$adff\" *)\n"
    "module check_with_reset(CLK, ARST, D, Q);\n"
    "  parameter WIDTH = 1, CLK_POLARITY = 1;\n"
    "  parameter ARST_POLARITY = 1, ARST_VALUE = 0;\n"
    "  input CLK, ARST;\n"
    "  input [WIDTH-1:0] D;\n"
    "  output [WIDTH-1:0] Q;\n"
    "  \\$dff #(.WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY)) _TECHMAP_REPLACE_ "
    "(\n"
    "    .CLK(CLK), .D(ARST == ARST_POLARITY ? ARST_VALUE : D), .Q(Q));\n"
    "endmodule\n"
    "(* techmap_celltype = \"$aldff\" *)\n"
    "module check_with_load(CLK, ALOAD, AD, D, Q);\n"
    "  parameter WIDTH = 1, CLK_POLARITY = 1, ALOAD_POLARITY = 1;\n"
    "  input CLK, ALOAD;\n"
    "  input [WIDTH-1:0] AD, D;\n"
    "  output [WIDTH-1:0] Q;\n"
    "  \\$dff #(.WIDTH(WIDTH), .CLK_POLARITY(CLK_POLARITY)) _TECHMAP_REPLACE_ "
    "(\n"
    "    .CLK(CLK), .D(ALOAD == ALOAD_POLARITY ? AD : D), .Q(Q));\n"
    "endmodule\n";

/// What is optimised loses statements, since equal ones are merged, and so are
/// registers of statements with those of the design. So first of all the cells
/// are written, statements are kept from then on, and chformal lets each belong
/// to the step whose values it reads, not to the step after it. dffunmap,
/// memory_nordff: cells that BTOR2 does not have.
std::string script(const base::TemporaryDirectory& folder) {
  const auto file = [&folder](const char* name) { return folder.file(name); };
  return "tee -q -o " + file("all") +
         " ls\n"
         "hierarchy -auto-top -check\n"
         "tee -q -o " +
         file("used") +
         " ls\n"
         "setattr -mod -unset keep_hierarchy\n"
         "setattr -unset keep_hierarchy\n"
         "proc\n"
         "flatten\n"
         "select -set checks w:*$formal$* %ci1 t:$adff t:$aldff %u %i\n"
         "techmap -map " +
         file(kResetFile) +
         " @checks\n"
         "dffunmap -srst-only\n"
         "write_json " +
         file("cells.json") +
         "\nsetattr -set keep 1 t:$assert t:$assume t:$cover\n"
         "opt_clean\n"
         "chformal -early\n"
         "prep\n"
         "async2sync\n"
         "dffunmap\n"
         "memory_nordff\n"
         "opt_clean\n"
         "techmap -map " +
         file(kCoverFile) + "\nopt_clean\nwrite_btor -v " +
         file("design.btor") + "\n";
}

/// The names in what `ls` prints, after its headings.
std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) out.push_back(line.substr(2));
  }
  return out;
}

/// Modules that the top module does not use, with parameters or without.
std::vector<std::string> unused_modules(const std::string& all,
                                        const std::string& used) {
  std::vector<std::string> out;
  for (const std::string& name : listed(all)) {
    // "fifo" or "$paramod\fifo\W=…"
    const std::string as_parameter = "\\" + name;
    const bool is_used =
        std::ranges::any_of(listed(used), [&](const std::string& one) {
          const std::size_t at = one.find(as_parameter);
          const std::size_t end =
              at == std::string::npos ? at : at + as_parameter.size();
          return one == name ||
                 (one.starts_with("$paramod") && at != std::string::npos &&
                  (end == one.size() || one[end] == '\\'));
        });
    if (!is_used) out.push_back(name);
  }
  return out;
}

}  // namespace

base::Diagnostic first_error(const std::string& output,
                             const std::string& path) {
  base::Diagnostic out;
  out.where = {path, 0, 0};
  out.code = "verilog";
  constexpr std::string_view kError = "ERROR: ";
  const std::size_t at = output.find(kError);
  if (at == std::string::npos) {
    out.message = "yosys does not read this design";
    return out;
  }
  const std::size_t begin = at + kError.size();
  out.message = output.substr(begin, output.find('\n', begin) - begin);
  // "FILE:LINE: ERROR: …"
  std::size_t line = output.rfind('\n', at);
  line = line == std::string::npos ? 0 : line + 1;
  std::string_view place(output.data() + line, at - line);
  if (!place.ends_with(": ")) return out;
  place.remove_suffix(2);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos) return out;
  std::uint32_t number = 0;
  for (const char c : place.substr(colon + 1)) {
    if (c < '0' || c > '9' || number > 100'000'000) return out;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  out.where = {std::string(place.substr(0, colon)), number, 0};
  return out;
}

Netlist run_yosys(const std::string& path, const base::Budget& budget) {
  (void)base::read_file(path);  // its faults have better messages
  base::note_obstacle("yosys does not say which files it reads");
  const base::TemporaryDirectory folder;
  folder.write(kCoverFile, kCoverAsAssertion);
  folder.write(kResetFile, kCheckWithReset);
  folder.write("script", script(folder));
  base::ProcessCommand command;
  // A name that begins with '-' would be an option.
  command.argv = {
      kYosys,
      "-q",
      "-f",
      path.ends_with(".sv") ? "verilog -formal -sv" : "verilog -formal",
      "-s",
      folder.file("script"),
      path.starts_with('-') ? "./" + path : path};
  base::ProcessResult result;
  try {
    result = base::run_process(command, budget);
  } catch (const base::ToolError&) {
    throw base::ToolError(
        "Verilog is read by yosys, which is not installed; install the package "
        "yosys");
  }
  if (budget.poll() != base::StopReason::none) {
    throw base::StoppedError("yosys was stopped: " + result.describe());
  }
  if (!result.succeeded()) {
    if (result.ending != base::Ending::exited) {
      throw base::ToolError("yosys ended: " + result.describe());
    }
    throw base::InputError(first_error(result.err + result.out, path));
  }
  return {base::read_text_file(folder.file("design.btor")),
          base::read_text_file(folder.file("cells.json")),
          unused_modules(base::read_text_file(folder.file("all")),
                         base::read_text_file(folder.file("used")))};
}

}  // namespace catenary::frontend::verilog
