// SPDX-License-Identifier: Apache-2.0
/// \file
/// A qualification as Markdown and as a page. Both have the same content in the
/// same order, made once as a list of blocks.
#include <fmt/format.h>

#include <functional>

#include "report/export/findings/markdown.h"
#include "report/export/junit.h"
#include "report/qualify/qualification_report.h"

namespace catenary::report {

namespace {

using Row = std::vector<std::string>;

/// Writes blocks in one of the two forms.
class Writer {
 public:
  virtual ~Writer() = default;
  virtual void heading(int level, const std::string& text) = 0;
  virtual void paragraph(const std::string& text) = 0;
  /// The first row is the head.
  virtual void table(const std::vector<Row>& rows) = 0;
  [[nodiscard]] std::string take() { return std::move(out_); }

 protected:
  std::string out_;
};

class Markdown final : public Writer {
 public:
  void heading(int level, const std::string& text) override {
    out_ += std::string(static_cast<std::size_t>(level), '#') + " " +
            markdown_cell(text) + "\n\n";
  }
  void paragraph(const std::string& text) override {
    out_ += markdown_cell(text) + "\n\n";
  }
  void table(const std::vector<Row>& rows) override {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::string line = "|";
      for (const std::string& cell : rows[i])
        line += " " + markdown_cell(cell) + " |";
      out_ += line + "\n";
      if (i > 0) continue;
      out_ += "|";
      for (std::size_t k = 0; k < rows[i].size(); ++k) out_ += "---|";
      out_ += "\n";
    }
    out_ += "\n";
  }
};

class Page final : public Writer {
 public:
  void heading(int level, const std::string& text) override {
    out_ += fmt::format("<h{0}>{1}</h{0}>\n", level, xml_escape(text));
  }
  void paragraph(const std::string& text) override {
    out_ += "<p>" + xml_escape(text) + "</p>\n";
  }
  void table(const std::vector<Row>& rows) override {
    out_ += "<table>\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out_ += "<tr>";
      const char* const cell = i == 0 ? "th" : "td";
      for (const std::string& text : rows[i]) {
        const char* look = "";
        if (text == "failed" || text == "NO") look = " class=\"bad\"";
        if (text == "passed") look = " class=\"ok\"";
        out_ += fmt::format("<{0}{1}>{2}</{0}>", cell, look, xml_escape(text));
      }
      out_ += "</tr>\n";
    }
    out_ += "</table>\n";
  }
};

std::vector<Row> fact_rows(const QualificationFacts& facts) {
  std::vector<Row> out = {{"What", "Value"}};
  for (const auto& [name, value] : facts) out.push_back({name, value});
  return out;
}

void write_test(const QualificationTest& t, Writer& w) {
  w.heading(4, t.id + ": " + t.title);
  w.paragraph("Source of the expected values: " + t.truth);
  w.paragraph(std::string("Verdict: ") + to_string(t.verdict) +
              (t.reason.empty() ? "" : " (" + t.reason + ")"));
  if (t.checks.empty()) return;
  std::vector<Row> rows = {{"Command", "Expected", "Observed", "As expected"}};
  for (const QualificationCheck& c : t.checks) {
    rows.push_back(
        {c.command, c.expected, c.observed, c.as_expected ? "yes" : "NO"});
  }
  w.table(rows);
}

void write_requirement(const QualificationRequirement& r, Writer& w) {
  w.heading(3, r.id + ": " + r.title);
  w.paragraph(r.text);
  std::string failures;
  for (const std::string& f : r.failures) {
    failures += (failures.empty() ? "" : ", ") + f;
  }
  if (!failures.empty()) w.paragraph("Malfunctions addressed: " + failures);
  w.paragraph(std::string("Verdict: ") + to_string(r.verdict()));
  for (const QualificationTest& t : r.tests) write_test(t, w);
}

/// What qualifies is signed by people.
void write_signatures(Writer& w) {
  w.heading(2, "Review and signatures");
  w.paragraph(
      "To be filled in by the user of the tool. This report is evidence for a "
      "tool qualification; the tool does not qualify itself.");
  w.table({{"Role", "Name", "Date", "Signature"},
           {"Executed by", "", "", ""},
           {"Reviewed by", "", "", ""},
           {"Approved by", "", "", ""}});
}

void write_blocks(const QualificationReport& report, Writer& w) {
  w.heading(1, "Tool qualification report: Catenary " + report.version);
  w.paragraph("Begun " + report.begun + ". " + qualification_summary(report) +
              fmt::format(". Exit code {}.", report.exit));
  if (report.only_some) {
    w.paragraph("INCOMPLETE: only some requirements were selected (--only).");
  }
  if (!report.stopped.empty()) {
    w.paragraph("INCOMPLETE: the run was stopped (" + report.stopped + ").");
  }
  w.heading(2, "Tool");
  w.table(fact_rows(report.tool));
  w.heading(2, "Machine");
  w.table(fact_rows(report.machine));
  w.heading(2, "Results");
  std::vector<Row> rows = {{"Requirement", "Title", "Tests", "Verdict"}};
  for (const QualificationRequirement& r : report.requirements) {
    rows.push_back({r.id,
                    r.title,
                    std::to_string(r.tests.size()),
                    to_string(r.verdict())});
  }
  w.table(rows);
  write_signatures(w);
  w.heading(2, "Known problems of this version");
  rows = {{"Problem", "What", "What to do"}};
  for (const QualificationProblem& p : report.problems) {
    rows.push_back({p.id + ": " + p.title, p.text, p.avoid});
  }
  w.table(rows);
  w.heading(2, "Requirements and tests");
  for (const QualificationRequirement& r : report.requirements) {
    write_requirement(r, w);
  }
}

constexpr const char* kStyle =
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;"
    "padding:0 1rem;color:#1a1a1a;background:#fff}"
    "table{border-collapse:collapse;width:100%;margin:0 0 1rem}"
    "th,td{padding:.3rem .6rem;border:1px solid #ccc;text-align:left;"
    "vertical-align:top;overflow-wrap:anywhere}"
    ".ok{color:#17652b}.bad{color:#a61b1b;font-weight:600}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}"
    ".ok{color:#7bd88f}.bad{color:#ff8a80}th,td{border-color:#444}}";

}  // namespace

std::string qualification_markdown(const QualificationReport& report) {
  Markdown w;
  write_blocks(report, w);
  std::string out = w.take();
  if (out.ends_with("\n\n")) out.pop_back();
  return out;
}

std::string qualification_page(const QualificationReport& report) {
  Page w;
  write_blocks(report, w);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
         "'none'; style-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width\">\n"
         "<title>Catenary: tool qualification report</title>\n<style>" +
         std::string(kStyle) + "</style></head><body>\n" + w.take() +
         "</body></html>\n";
}

}  // namespace catenary::report
