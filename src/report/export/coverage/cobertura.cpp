// SPDX-License-Identifier: Apache-2.0
#include "report/export/coverage/cobertura.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "catenary/version.h"
#include "report/export/junit.h"

namespace catenary::report {

namespace {

CoverageRate operator+(CoverageRate a, const CoverageRate& b) {
  a.found += b.found;
  a.hit += b.hit;
  return a;
}

/// Of lines and of branches.
struct Rates {
  CoverageRate lines, branches;
};

Rates rates_of(const std::vector<const CoveredFile*>& files) {
  Rates out;
  for (const CoveredFile* file : files) {
    out.lines = out.lines + line_rate(*file);
    out.branches = out.branches + branch_rate(*file);
  }
  return out;
}

std::string attributes(const Rates& rates) {
  return fmt::format(" line-rate=\"{}\" branch-rate=\"{}\" complexity=\"0\"",
                     rates.lines.text(),
                     rates.branches.text());
}

/// "50% (1/2)", as the condition-coverage of a line.
std::string percent(const CoverageRate& rate) {
  return fmt::format(
      "{}% ({}/{})", rate.hit * 100 / rate.found, rate.hit, rate.found);
}

/// The branches of each line, and those of each condition on it.
struct LineBranches {
  CoverageRate all;
  std::map<std::uint32_t, CoverageRate> conditions;
};

std::map<std::uint32_t, LineBranches> branches_by_line(
    const CoveredFile& file) {
  std::map<std::uint32_t, LineBranches> out;
  for (const CoveredBranch& b : file.branches) {
    const CoverageRate one{1, b.taken.value_or(0) != 0 ? 1U : 0U};
    LineBranches& line = out[b.line];
    line.all = line.all + one;
    CoverageRate& condition = line.conditions[b.block];
    condition = condition + one;
  }
  return out;
}

void write_lines(const CoveredFile& file, std::string& out) {
  const std::map<std::uint32_t, LineBranches> branches = branches_by_line(file);
  // A line may have branches alone, as that of a macro's use.
  std::map<std::uint32_t, std::uint64_t> lines = file.lines;
  for (const auto& [line, _] : branches) lines.try_emplace(line, 0);
  out += "          <lines>\n";
  for (const auto& [line, count] : lines) {
    const auto at = branches.find(line);
    out +=
        fmt::format("            <line number=\"{}\" hits=\"{}\"", line, count);
    if (at == branches.end()) {
      out += " branch=\"false\"/>\n";
      continue;
    }
    out += fmt::format(" branch=\"true\" condition-coverage=\"{}\">\n",
                       percent(at->second.all));
    out += "              <conditions>\n";
    for (const auto& [number, rate] : at->second.conditions) {
      out += fmt::format(
          "                <condition number=\"{}\" type=\"jump\" "
          "coverage=\"{}%\"/>\n",
          number,
          rate.hit * 100 / rate.found);
    }
    out += "              </conditions>\n            </line>\n";
  }
  out += "          </lines>\n";
}

/// Functions have their first line alone: which others are theirs is not
/// recorded.
void write_methods(const CoveredFile& file, std::string& out) {
  out += "          <methods>\n";
  for (const CoveredFunction& f : file.functions) {
    const char* rate = f.calls != 0 ? "1" : "0";
    out += fmt::format(
        "            <method name=\"{}\" signature=\"\" line-rate=\"{}\" "
        "branch-rate=\"{}\" complexity=\"0\">\n"
        "              <lines>\n"
        "                <line number=\"{}\" hits=\"{}\"/>\n"
        "              </lines>\n"
        "            </method>\n",
        xml_escape(f.name),
        rate,
        rate,
        f.line,
        f.calls);
  }
  out += "          </methods>\n";
}

void write_class(const CoveredFile& file, std::string& out) {
  const std::filesystem::path path(file.path);
  out += "        <class name=\"" + xml_escape(path.filename().string()) +
         "\" filename=\"" + xml_escape(file.path) + "\"" +
         attributes(rates_of({&file})) + ">\n";
  write_methods(file, out);
  write_lines(file, out);
  out += "        </class>\n";
}

}  // namespace

std::string write_cobertura(const Coverage& coverage) {
  std::vector<const CoveredFile*> all;
  std::map<std::string, std::vector<const CoveredFile*>> packages;
  for (const CoveredFile& file : coverage) {
    all.push_back(&file);
    const std::string folder =
        std::filesystem::path(file.path).parent_path().string();
    packages[folder.empty() ? "." : folder].push_back(&file);
  }
  const Rates rates = rates_of(all);
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<!DOCTYPE coverage SYSTEM "
      "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n";
  out += "<coverage" + attributes(rates) +
         fmt::format(
             " lines-covered=\"{}\" lines-valid=\"{}\" "
             "branches-covered=\"{}\" branches-valid=\"{}\" "
             "version=\"catenary {}\" timestamp=\"0\">\n",
             rates.lines.hit,
             rates.lines.found,
             rates.branches.hit,
             rates.branches.found,
             CATENARY_VERSION_STRING);
  out += "  <sources>\n    <source>.</source>\n  </sources>\n  <packages>\n";
  for (const auto& [name, files] : packages) {
    out += "    <package name=\"" + xml_escape(name) + "\"" +
           attributes(rates_of(files)) + ">\n      <classes>\n";
    for (const CoveredFile* file : files) write_class(*file, out);
    out += "      </classes>\n    </package>\n";
  }
  return out + "  </packages>\n</coverage>\n";
}

}  // namespace catenary::report
