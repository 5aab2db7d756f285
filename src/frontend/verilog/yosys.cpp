// SPDX-License-Identifier: Apache-2.0
#include "frontend/verilog/yosys.h"

#include <string_view>

#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"

namespace catenary::frontend::verilog {

namespace {

constexpr const char* kYosys = "yosys";

/// Yosys writes assertions or covers, not both, and so covers become assertions
/// of the opposite, of the same name.
constexpr const char* kCoverAsAssertion =
    "(* techmap_celltype = \"$cover\" *)\n"
    "module cover_as_assertion(input A, EN);\n"
    "  \\$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));\n"
    "endmodule\n";

/// chformal: a check belongs to the step whose values it reads, not to the step
/// after it. The last lines: cells that BTOR2 does not have.
std::string script(const base::TemporaryDirectory& folder) {
  const auto file = [&folder](const char* name) { return folder.file(name); };
  return "prep -auto-top -flatten\n"
         "chformal -early\n"
         "async2sync\n"
         "memory_nordff\n"
         "dffunmap\n"
         "opt_clean\n"
         "write_json " +
         file("cells.json") + "\ntechmap -map " + file("cover.v") +
         "\nopt_clean\nwrite_btor -v -i " + file("design.info") + " " +
         file("design.btor") + "\n";
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
  (void)base::read_text_file(path);  // its faults have better messages
  const base::TemporaryDirectory folder;
  base::write_file(
      folder.file("cover.v"), kCoverAsAssertion, base::Overwrite::no);
  base::write_file(folder.file("script"), script(folder), base::Overwrite::no);
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
          base::read_text_file(folder.file("design.info")),
          base::read_text_file(folder.file("cells.json"))};
}

}  // namespace catenary::frontend::verilog
