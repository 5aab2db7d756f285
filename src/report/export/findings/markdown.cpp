// SPDX-License-Identifier: Apache-2.0
#include "report/export/findings/markdown.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "report/console/console.h"
#include "report/documents.h"
#include "report/export/findings/issues.h"

namespace catenary::report {

namespace {

/// What the notes on rows that are left out may take.
constexpr std::size_t kReserved = 800;
/// Of a cell, in bytes.
constexpr std::size_t kLongestCell = 1000;

/// Cut at the beginning of a character.
std::string shortened(const std::string& text) {
  if (text.size() <= kLongestCell) return text;
  std::size_t end = kLongestCell;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return text.substr(0, end) + "…";
}

/// A code span, in which neither mentions nor links are recognised. A table
/// splits spans at bars, and a backslash cannot be escaped in one: HTML then.
std::string code_span(const std::string& text) {
  if (text.empty()) return "";
  if (text.find_first_of("`|\\") != std::string::npos) {
    return "<code>" + markdown_text(text) + "</code>";
  }
  return "`" + shortened(printable(text)) + "`";
}

/// Rows of tables up to a size.
class Document {
 public:
  explicit Document(std::size_t most) : most_(most) {}

  void line(const std::string& text) { out_ += text + "\n"; }
  void begin_table(const std::vector<std::string>& columns) {
    out_ += "\n";
    append(columns);
    append(std::vector<std::string>(columns.size(), "---"));
  }
  void row(const std::vector<std::string>& cells) {
    const std::size_t before = out_.size();
    append(cells);
    if (out_.size() + kReserved > most_) {
      out_.resize(before);
      ++left_out_;
    }
  }
  /// A table must end before this.
  void end_table() {
    if (left_out_ != 0) {
      out_ += "\n" + std::to_string(left_out_) +
              (left_out_ == 1 ? " row is" : " rows are") +
              " left out: the summary would be too long.\n";
    }
    left_out_ = 0;
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void append(const std::vector<std::string>& cells) {
    out_ += "|";
    for (const std::string& cell : cells) out_ += " " + cell + " |";
    out_ += "\n";
  }

  std::size_t most_;
  std::size_t left_out_ = 0;
  std::string out_;
};

/// How many of some goals have each status.
struct StatusCounts {
  std::uint64_t covered = 0, unreachable = 0, not_within_bound = 0,
                undecided = 0, excluded = 0;

  void add(suite::GoalStatus status) {
    switch (status) {
      case suite::GoalStatus::covered:
        ++covered;
        return;
      case suite::GoalStatus::unreachable:
        ++unreachable;
        return;
      case suite::GoalStatus::not_within_bound:
        ++not_within_bound;
        return;
      case suite::GoalStatus::undecided:
        ++undecided;
        return;
      case suite::GoalStatus::excluded:
        ++excluded;
        return;
    }
  }
};

/// A goal that shows a defect is none that tests should cover: it is a property
/// that holds where the goal is unreachable.
void write_counts(const suite::Suite& suite, Document& out) {
  StatusCounts goals;
  StatusCounts properties;
  for (const suite::SuiteGoal& g : suite.goals) {
    (g.violation ? properties : goals).add(g.status);
  }
  const SuiteCounts all = count(suite);
  const auto row = [&out](const std::vector<std::uint64_t>& numbers) {
    std::vector<std::string> cells;
    for (const std::uint64_t n : numbers) cells.push_back(std::to_string(n));
    out.row(cells);
    out.end_table();
  };
  out.begin_table({"goals covered",
                   "unreachable",
                   "not within bound",
                   "undecided",
                   "excluded",
                   "tests",
                   "steps"});
  row({goals.covered,
       goals.unreachable,
       goals.not_within_bound,
       goals.undecided,
       goals.excluded,
       all.tests,
       all.total_steps});
  const std::uint64_t open =
      properties.not_within_bound + properties.undecided + properties.excluded;
  if (properties.covered + properties.unreachable + open == 0) return;
  out.begin_table({"properties violated", "proved", "open"});
  row({properties.covered, properties.unreachable, open});
}

void write_verdicts(const suite::RunResults& results, Document& out) {
  const suite::VerdictCounts n = results.count();
  out.line("\n**Verdicts** on " + code_span(results.sut) +
           (results.complete ? "" : ", not all tests were run"));
  out.begin_table({"pass", "fail", "inconclusive", "error"});
  out.row({std::to_string(n.pass),
           std::to_string(n.fail),
           std::to_string(n.inconclusive),
           std::to_string(n.error)});
  out.end_table();
}

void write_open_goals(const suite::Suite& suite, Document& out) {
  const auto open = [](const suite::SuiteGoal& g) {
    return g.status == suite::GoalStatus::undecided ||
           g.status == suite::GoalStatus::not_within_bound;
  };
  if (std::ranges::none_of(suite.goals, open)) return;
  out.line("\n### Open goals");
  out.begin_table({"goal", "status", "reason"});
  for (const suite::SuiteGoal& g : suite.goals) {
    if (!open(g)) continue;
    out.row({code_span(g.id),
             markdown_text(suite::to_string(g.status)),
             markdown_text(g.reason)});
  }
  out.end_table();
}

void write_issues(const suite::Suite& suite,
                  const suite::RunResults* results,
                  Document& out) {
  const std::vector<Issue> issues = issues_of(suite, results);
  if (issues.empty()) return;
  out.line("\n### Findings");
  out.begin_table({"severity", "place", "finding", "requirements", "test"});
  for (const base::Severity severity :
       {base::Severity::error, base::Severity::warning, base::Severity::note}) {
    for (const Issue& issue : issues) {
      if (issue.severity != severity) continue;
      const std::string test = issue.witness == nullptr ? ""
                               : issue.witness->name.empty()
                                   ? short_id(issue.witness->id)
                                   : issue.witness->name;
      out.row({base::to_string(severity),
               code_span(issue.where.to_string()),
               markdown_text(issue.message) + " \\[" +
                   markdown_text(issue.rule) + "\\]",
               markdown_text(join(issue.requirements)),
               code_span(test)});
    }
  }
  out.end_table();
}

}  // namespace

std::string markdown_text(const std::string& text) {
  constexpr std::string_view kMarkup = "\\`*_{}[]#|~$!<>&^";
  std::string out;
  const std::string shown = shortened(printable(text));
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    const char next = i + 1 < shown.size() ? shown[i + 1] : '\0';
    // "http://" and "www." would become links.
    const bool link =
        (c == ':' && next == '/') ||
        (c == '.' && i > 0 && (shown[i - 1] == 'w' || shown[i - 1] == 'W'));
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (link || kMarkup.find(c) != std::string_view::npos) out += '\\';
      out += c;
      // A blank of no width keeps names from becoming mentions or references.
      if (c == '@' || c == '#') out += "&#8203;";
    }
  }
  return out;
}

std::string markdown_cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' ||
        c == ']' || c == '#') {
      out += '\\';
    }
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      out += c == '\n' || c == '\r' ? ' ' : c;
    }
  }
  return out;
}

std::string write_markdown(const suite::Suite& suite,
                           const suite::RunResults* results,
                           std::size_t most_bytes) {
  Document out(most_bytes);
  out.line("## Catenary: " + markdown_text(suite.model.name));
  write_counts(suite, out);
  if (results != nullptr) write_verdicts(*results, out);
  write_issues(suite, results, out);
  write_open_goals(suite, out);
  return out.take();
}

}  // namespace catenary::report
