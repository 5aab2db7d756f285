// SPDX-License-Identifier: Apache-2.0
#include "report/export/coverage/lcov.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/error.h"
#include "report/console/console.h"

namespace catenary::report {

namespace {

std::string numbers(std::initializer_list<std::uint64_t> list) {
  std::string out;
  for (const std::uint64_t n : list) {
    out += (out.empty() ? "" : ",") + std::to_string(n);
  }
  return out;
}

void write_sums(const char* found,
                const char* hit,
                const CoverageRate& rate,
                std::string& out) {
  out += std::string(found) + ":" + std::to_string(rate.found) + "\n";
  out += std::string(hit) + ":" + std::to_string(rate.hit) + "\n";
}

void write_file(const CoveredFile& file, std::string& out) {
  out += "SF:" + printable(file.path) + "\n";
  CoverageRate functions;
  for (const CoveredFunction& f : file.functions) {
    ++functions.found;
    if (f.calls != 0) ++functions.hit;
    out += "FN:" + std::to_string(f.line) + "," + printable(f.name) + "\n";
  }
  for (const CoveredFunction& f : file.functions) {
    out += "FNDA:" + std::to_string(f.calls) + "," + printable(f.name) + "\n";
  }
  if (!file.functions.empty()) write_sums("FNF", "FNH", functions, out);
  for (const CoveredBranch& b : file.branches) {
    out += "BRDA:" + numbers({b.line, b.block, b.branch}) + "," +
           (b.taken ? std::to_string(*b.taken) : "-") + "\n";
  }
  if (!file.branches.empty()) write_sums("BRF", "BRH", branch_rate(file), out);
  for (const auto& [line, count] : file.lines) {
    out += "DA:" + numbers({line, count}) + "\n";
  }
  write_sums("LF", "LH", line_rate(file), out);
  out += "end_of_record\n";
}

/// The fields of one record, e.g. "3,0,1,-" of a branch.
class Fields {
 public:
  explicit Fields(std::string_view text) : text_(text) {}

  /// The text up to the next comma.
  std::string_view next() {
    const std::size_t comma = text_.find(',');
    const std::string_view out = text_.substr(0, comma);
    text_ = comma == std::string_view::npos ? "" : text_.substr(comma + 1);
    return out;
  }
  template <class Number>
  Number number() {
    const std::string_view digits = next();
    Number out{};
    const auto [end, error] =
        std::from_chars(digits.begin(), digits.end(), out);
    if (error != std::errc() || end != digits.end()) {
      throw base::ToolError("llvm-cov wrote '" + std::string(digits) +
                            "' where a number was expected");
    }
    return out;
  }
  /// All that is left: names may have commas.
  [[nodiscard]] std::string rest() const { return std::string(text_); }

 private:
  std::string_view text_;
};

void read_record(std::string_view kind, Fields fields, CoveredFile& file) {
  if (kind == "SF") {
    file.path = fields.rest();
  } else if (kind == "FN") {
    const auto line = fields.number<std::uint32_t>();
    file.functions.push_back({fields.rest(), line, 0});
  } else if (kind == "FNDA") {
    const auto calls = fields.number<std::uint64_t>();
    const std::string name = fields.rest();
    for (CoveredFunction& f : file.functions) {
      if (f.name == name) f.calls = calls;
    }
  } else if (kind == "DA") {
    const auto line = fields.number<std::uint32_t>();
    file.lines[line] = fields.number<std::uint64_t>();
  } else if (kind == "BRDA") {
    CoveredBranch b;
    b.line = fields.number<std::uint32_t>();
    b.block = fields.number<std::uint32_t>();
    b.branch = fields.number<std::uint32_t>();
    const std::string taken = fields.rest();
    if (taken != "-") b.taken = Fields(taken).number<std::uint64_t>();
    file.branches.push_back(b);
  }
}

}  // namespace

std::string write_lcov(const Coverage& coverage) {
  std::string out;
  for (const CoveredFile& file : coverage) write_file(file, out);
  return out;
}

Coverage read_lcov(std::string_view text) {
  Coverage out;
  CoveredFile file;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text = text.substr(std::min(end + 1, text.size()));
    if (line == "end_of_record") {
      if (!file.lines.empty()) out.push_back(std::move(file));
      file = {};
      continue;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    read_record(line.substr(0, colon), Fields(line.substr(colon + 1)), file);
  }
  for (CoveredFile& f : out) {
    std::ranges::stable_sort(f.functions, {}, &CoveredFunction::line);
  }
  std::ranges::sort(out, {}, &CoveredFile::path);
  return out;
}

}  // namespace catenary::report
