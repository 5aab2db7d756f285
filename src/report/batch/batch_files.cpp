// SPDX-License-Identifier: Apache-2.0
/// \file
/// A batch for servers and browsers: JUnit XML, Markdown, HTML.
#include <fmt/format.h>

#include <algorithm>

#include "report/batch/batch_report.h"
#include "report/export/findings/markdown.h"
#include "report/export/junit.h"

namespace catenary::report {

namespace {

bool is_failure(const BatchAction& a) {
  return a.status.end == BatchEnd::findings;
}

bool is_error(const BatchAction& a) {
  switch (a.status.end) {
    case BatchEnd::ok:
    case BatchEnd::findings:
    case BatchEnd::not_run:
    case BatchEnd::inconclusive:
      return false;
    default:
      return true;
  }
}

std::string message_of(const BatchAction& a) {
  const std::string status = to_string(a.status);
  return a.message.empty() ? status : status + ": " + a.message;
}

/// A relative path as a link: every byte that is special in an address.
std::string address(const std::string& path) {
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') ||
                       (byte >= 'A' && byte <= 'Z') ||
                       (byte >= 'a' && byte <= 'z') || c == '/' || c == '.' ||
                       c == '_' || c == '-';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

std::string link(const std::string& path, const std::string& text) {
  if (path.empty()) return "";
  return "<a href=\"./" + address(path) + "\">" + xml_escape(text) + "</a> ";
}

constexpr const char* kStyle =
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;"
    "padding:0 1rem;color:#1a1a1a;background:#fff}"
    "table{border-collapse:collapse;width:100%}"
    "th,td{padding:.3rem .6rem;border-bottom:1px solid #ccc;text-align:left}"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    ".ok{color:#17652b}.bad{color:#a61b1b;font-weight:600}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}"
    "a{color:#8ab4f8}.ok{color:#7bd88f}.bad{color:#ff8a80}"
    "th,td{border-color:#444}}";

std::string page_row(const BatchModel& m) {
  const bool good = m.status.end == BatchEnd::ok;
  std::string out =
      "<tr><td>" +
      (m.page.empty() ? xml_escape(m.path) : link(m.page, m.path)) +
      "</td><td class=\"" + (good ? "ok" : "bad") + "\">" +
      xml_escape(to_string(m.status)) + (m.unchanged ? ", unchanged" : "") +
      "</td>";
  for (const std::string& cell : batch_cells(m)) {
    out += "<td class=\"n\">" + xml_escape(cell) + "</td>";
  }
  out += "<td>" + link(m.suite, "suite") + link(m.results, "results") +
         link(m.log, "log") + "</td><td>";
  for (const BatchAction& a : m.actions) {
    if (a.message.empty()) continue;
    out += xml_escape(a.name + ": " + message_of(a)) + "<br>";
  }
  return out + "</td></tr>\n";
}

}  // namespace

std::string batch_junit(const BatchReport& report) {
  std::string suites;
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  for (const BatchModel& m : report.models) {
    for (const BatchAction& a : m.actions) {
      ++tests;
      suites += fmt::format(
          "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" "
          "time=\"{:.3f}\"",
          xml_escape(m.path),
          xml_escape(a.name),
          xml_escape(m.path),
          a.seconds);
      const char* element = nullptr;
      if (is_failure(a)) {
        element = "failure";
        ++failures;
      } else if (is_error(a)) {
        element = "error";
        ++errors;
      } else if (a.status.end != BatchEnd::ok) {
        element = "skipped";
        ++skipped;
      }
      suites +=
          element == nullptr
              ? "/>\n"
              : fmt::format(">\n      <{} message=\"{}\"/>\n    </testcase>\n",
                            element,
                            xml_escape(message_of(a)));
    }
  }
  const std::string counts = fmt::format(
      "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
      "time=\"{:.3f}\"",
      tests,
      failures,
      errors,
      skipped,
      report.seconds);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
         "  <testsuite name=\"catenary batch\" " +
         counts + ">\n" + suites + "  </testsuite>\n</testsuites>\n";
}

std::string batch_markdown(const BatchReport& report) {
  std::string out = "### catenary batch " + markdown_cell(report.project) +
                    "\n\n" + markdown_cell(batch_summary(report)) +
                    "\n\n| model | status | goals | tests | pass | mutants | "
                    "seconds |\n|---|---|--:|--:|--:|--:|--:|\n";
  // Code hosts cut long summaries; what needs attention stands first.
  std::vector<const BatchModel*> rows;
  for (const BatchModel& m : report.models) rows.push_back(&m);
  std::ranges::stable_partition(
      rows, [](const BatchModel* m) { return m->status.end != BatchEnd::ok; });
  constexpr std::size_t kMostRows = 1000;
  for (std::size_t i = 0; i < rows.size() && i < kMostRows; ++i) {
    const BatchModel& m = *rows[i];
    out += "| " + markdown_cell(m.path) + " | " +
           markdown_cell(to_string(m.status)) +
           (m.unchanged ? ", unchanged" : "");
    for (const std::string& cell : batch_cells(m)) {
      out += " | " + markdown_cell(cell);
    }
    out += " |\n";
  }
  for (const BatchModel* m : rows) {
    for (const BatchAction& a : m->actions) {
      if (a.message.empty()) continue;
      out += "\n- " + markdown_cell(m->path) + ": " + markdown_cell(a.name) +
             ": " + markdown_cell(message_of(a));
    }
  }
  return out + "\n";
}

std::string batch_page(const BatchReport& report) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>catenary batch</title>\n<style>";
  out += kStyle;
  out += "</style></head><body>\n<h1>" + xml_escape(report.project) +
         "</h1>\n<p>" + xml_escape(batch_summary(report)) + "</p>\n<table>\n";
  out += "<thead><tr><th>Model</th><th>Status</th>";
  for (const char* head : {"Goals", "Tests", "Pass", "Mutants", "Seconds"}) {
    out += std::string("<th class=\"n\">") + head + "</th>";
  }
  out += "<th>Files</th><th>Messages</th></tr></thead>\n<tbody>\n";
  for (const BatchModel& m : report.models) out += page_row(m);
  out += "</tbody></table>\n";
  if (!report.left_out.empty()) {
    out += "<h2>Files that are no models</h2>\n<ul>\n";
    for (const auto& [path, why] : report.left_out) {
      out += "<li>" + xml_escape(path + ": " + why) + "</li>\n";
    }
    out += "</ul>\n";
  }
  return out + "</body></html>\n";
}

}  // namespace catenary::report
