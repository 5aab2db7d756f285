// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/bench_report.h"

#include <fmt/format.h>

#include "option/text.h"

namespace catenary::tools::bench {

namespace {

using suite::Json;

/// A cell of a Markdown table: no line break, no column separator.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string out;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) out += ',';
    out += csv_field(field);
  }
  return out + "\r\n";
}

std::string markdown_line(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& c : cells) out += " " + cell(c) + " |";
  return out + "\n";
}

/// A figure of the last run of a row or rival; "" where there is none.
template <typename Result>
std::string figure(const Result& result, const std::string& key) {
  const Json* value = look_up(result.document, bench_result_path(key));
  return value == nullptr || value->is(Json::Kind::null) ? ""
                                                         : value->compact();
}

std::string seconds(double value) {
  return fmt::format("{:.3f}", value);
}

std::string time_cell(const BenchTimes& times) {
  if (times.seconds.empty()) return "";
  return fmt::format(
      "{:.3f} ({:.3f}–{:.3f})", times.median(), times.least(), times.most());
}

/// Steps, and whether fewer are possible.
std::string steps_cell(const BenchRowResult& row) {
  const std::string steps = figure(row, "steps");
  if (steps.empty()) return "";
  if (figure(row, "minimal") == "true") return steps + ", minimal";
  const std::string lower = figure(row, "lower");
  return lower.empty() ? steps : steps + ", at least " + lower;
}

std::string published_cell(const BenchRow& row) {
  if (row.published.empty()) return "";
  return row.published + (row.like_for_like ? "" : " (not like for like)");
}

/// How many times as much; "" where nothing is known.
std::string times_as_much(const std::string& theirs, const std::string& ours) {
  double a = 0;
  double b = 0;
  if (theirs.empty() || ours.empty()) return "";
  option::parse_text(theirs, a);
  option::parse_text(ours, b);
  return b > 0 ? fmt::format("{:.2f}", a / b) : "";
}

double number_of(const std::string& text) {
  double out = 0;
  if (!text.empty()) option::parse_text(text, out);
  return out;
}

/// How large suites are, and how fast they run.
std::string sizes_markdown(const MeasuredTable& m) {
  std::string out;
  for (std::size_t i = 0; i < m.rows.size(); ++i) {
    const BenchRow& row = m.table.rows[i];
    const std::string bytes = figure(m.rows[i], "bytes");
    if (bytes.empty()) continue;
    const double steps = number_of(figure(m.rows[i], "steps"));
    const double seconds = m.rows[i].times.median();
    const bool runs = !row.run.empty() && seconds > 0;
    out += markdown_line(
        {row.name,
         bytes,
         steps > 0 ? fmt::format("{:.0f}", number_of(bytes) / steps) : "",
         runs ? fmt::format("{:.0f}", steps / seconds) : ""});
  }
  if (out.empty()) return out;
  return "\nHow large the suites are, and how many steps a second they run "
         "(the start of the program included):\n\n"
         "| row | bytes | bytes a step | steps a second |\n"
         "|---|--:|--:|--:|\n" +
         out;
}

/// Catenary against itself with other options: what comes out.
std::string ways_markdown(const MeasuredTable& m) {
  std::string out;
  for (std::size_t i = 0; i < m.rows.size(); ++i) {
    const BenchRowResult& ours = m.rows[i];
    for (std::size_t k = 0; k < ours.rivals.size(); ++k) {
      const BenchRivalResult& r = ours.rivals[k];
      // A check covers nothing.
      if (r.document.is(Json::Kind::null) || figure(r, "covered").empty()) {
        continue;
      }
      // Where less is covered, fewer steps mean nothing.
      const bool alike = figure(r, "covered") == figure(ours, "covered");
      const auto ratio = [&](const char* key) {
        return alike ? times_as_much(figure(r, key), figure(ours, key))
                     : std::string("–");
      };
      out += markdown_line(
          {m.table.rows[i].name,
           m.table.rows[i].rivals[k].name,
           figure(r, "covered") + " of " + figure(ours, "covered"),
           figure(r, "tests"),
           figure(r, "steps"),
           ratio("tests"),
           ratio("steps")});
    }
  }
  if (out.empty()) return out;
  return "\nWhat other options give, and how many times as much:\n\n"
         "| model | way | covered | tests | steps | tests, times | "
         "steps, times |\n"
         "|---|---|--:|--:|--:|--:|--:|\n" +
         out;
}

std::string rivals_markdown(const MeasuredTable& m) {
  std::string out;
  for (std::size_t i = 0; i < m.rows.size(); ++i) {
    const BenchRow& row = m.table.rows[i];
    for (std::size_t k = 0; k < row.rivals.size(); ++k) {
      const BenchRivalResult& r = m.rows[i].rivals[k];
      if (r.times.seconds.empty()) continue;
      const double limit = row.rivals[k].at_most;
      out += markdown_line({row.name,
                            row.measure,
                            time_cell(m.rows[i].times),
                            row.rivals[k].name,
                            time_cell(r.times),
                            r.ratio > 0 ? fmt::format("{:.2f}", r.ratio) : "",
                            limit > 0 ? fmt::format("{:.2f}", limit) : "",
                            to_string(r.status)});
    }
  }
  if (out.empty()) return out;
  return "\nSide by side, run in turn:\n\n"
         "| model | time | catenary, s | rival | rival, s | ratio | limit | |\n"
         "|---|---|--:|---|--:|--:|--:|---|\n" +
         out;
}

std::string remarks(const MeasuredTable& m) {
  std::string out;
  const auto remark = [&out](const std::string& name,
                             BenchStatus status,
                             const std::string& message) {
    if (status == BenchStatus::ok || message.empty()) return;
    out += fmt::format("- {}: {}: {}\n", to_string(status), name, message);
  };
  for (std::size_t i = 0; i < m.rows.size(); ++i) {
    const BenchRow& row = m.table.rows[i];
    remark(row.name, m.rows[i].status, m.rows[i].message);
    for (std::size_t k = 0; k < row.rivals.size(); ++k) {
      const BenchRivalResult& r = m.rows[i].rivals[k];
      remark(row.name + ", " + row.rivals[k].name, r.status, r.message);
    }
  }
  return out.empty() ? out : "\n" + out;
}

Json times_to_json(const BenchTimes& times) {
  Json out = Json::array();
  for (const double t : times.seconds) out.push(Json::number(t));
  return out;
}

/// Columns with figures of a run.
std::vector<std::string> csv_figures() {
  return {"states",
          "transitions",
          "goals",
          "covered",
          "unreachable",
          "tests",
          "steps",
          "lower",
          "minimal",
          "bytes"};
}

void add_times(std::vector<std::string>& line, const BenchTimes& times) {
  const bool some = !times.seconds.empty();
  line.push_back(some ? seconds(times.median()) : "");
  line.push_back(some ? seconds(times.least()) : "");
  line.push_back(some ? seconds(times.most()) : "");
}

/// The line of another tool, or another way, below that of its row.
std::vector<std::string> rival_fields(const std::string& table,
                                      const BenchRow& row,
                                      const BenchRival& rival,
                                      const BenchRivalResult& other) {
  std::vector<std::string> line = {
      table, row.name, rival.name, to_string(other.status)};
  for (const std::string& key : csv_figures()) {
    line.push_back(figure(other, key));
  }
  line.push_back(rival.command.empty()   ? row.measure
                 : rival.seconds.empty() ? "wall"
                                         : "printed");
  add_times(line, other.times);
  line.insert(line.end(),
              {other.ratio > 0 ? fmt::format("{:.3f}", other.ratio) : "",
               rival.at_most > 0 ? fmt::format("{:.2f}", rival.at_most) : "",
               "",
               "",
               other.message});
  return line;
}

}  // namespace

std::string bench_markdown(const MeasuredTable& m) {
  std::string out = "# " + m.table.title + "\n\n";
  if (!m.rows.empty()) {
    out +=
        "| model | | states | goals | covered | tests | steps | seconds: "
        "median (least–most) | published |\n"
        "|---|---|--:|--:|--:|--:|--:|--:|---|\n";
  }
  for (std::size_t i = 0; i < m.rows.size(); ++i) {
    const BenchRowResult& r = m.rows[i];
    out += markdown_line({m.table.rows[i].name,
                          to_string(r.status),
                          figure(r, "states"),
                          figure(r, "goals"),
                          figure(r, "covered"),
                          figure(r, "tests"),
                          steps_cell(r),
                          time_cell(r.times),
                          published_cell(m.table.rows[i])});
  }
  out += ways_markdown(m) + sizes_markdown(m) + rivals_markdown(m) + remarks(m);
  for (std::size_t i = 0; i < m.coverage.size(); ++i) {
    out += coverage_markdown(m.table.coverage[i], m.coverage[i]);
  }
  if (!m.table.text.empty()) {
    out += "\n" + m.table.text;
    if (out.back() != '\n') out += '\n';
  }
  return out;
}

std::string bench_csv(const MeasuredTable& m) {
  std::vector<std::string> heading = {"table", "row", "rival", "status"};
  const std::vector<std::string> figures = csv_figures();
  heading.insert(heading.end(), figures.begin(), figures.end());
  for (const char* name : {"measure",
                           "median_seconds",
                           "least_seconds",
                           "most_seconds",
                           "ratio",
                           "limit",
                           "published",
                           "like_for_like",
                           "message"}) {
    heading.emplace_back(name);
  }
  std::string out = csv_line(heading);
  for (std::size_t i = 0; i < m.rows.size(); ++i) {
    const BenchRow& row = m.table.rows[i];
    const BenchRowResult& r = m.rows[i];
    std::vector<std::string> line = {
        m.table.name, row.name, "", to_string(r.status)};
    for (const std::string& key : figures) line.push_back(figure(r, key));
    line.push_back(row.measure);
    add_times(line, r.times);
    line.insert(line.end(),
                {"",
                 "",
                 row.published,
                 row.like_for_like ? "true" : "false",
                 r.message});
    out += csv_line(line);
    for (std::size_t k = 0; k < row.rivals.size(); ++k) {
      const BenchRival& rival = row.rivals[k];
      const BenchRivalResult& other = r.rivals[k];
      out += csv_line(rival_fields(m.table.name, row, rival, other));
    }
  }
  return out;
}

Json bench_document(const std::vector<MeasuredTable>& tables) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-bench-1"));
  Json& list = out.set("tables", Json::array());
  for (const MeasuredTable& m : tables) {
    Json& table = list.push(Json::object());
    table.set("name", Json::string(m.table.name));
    table.set("title", Json::string(m.table.title));
    Json& rows = table.set("rows", Json::array());
    for (std::size_t i = 0; i < m.rows.size(); ++i) {
      const BenchRow& row = m.table.rows[i];
      const BenchRowResult& r = m.rows[i];
      Json& item = rows.push(Json::object());
      item.set("name", Json::string(row.name));
      item.set("status", Json::string(to_string(r.status)));
      item.set("message", Json::string(r.message));
      item.set("measure", Json::string(row.measure));
      item.set("seconds", times_to_json(r.times));
      item.set("median_seconds", Json::number(r.times.median()));
      const Json* bytes = look_up(r.document, "bytes");
      if (bytes != nullptr) item.set("bytes", *bytes);
      for (const char* part : {"summary", "stats"}) {
        const Json* found = look_up(r.document, part);
        item.set(part, found == nullptr ? Json() : *found);
      }
      item.set("published", Json::string(row.published));
      item.set("like_for_like", Json::boolean(row.like_for_like));
      Json& rivals = item.set("rivals", Json::array());
      for (std::size_t k = 0; k < row.rivals.size(); ++k) {
        Json& rival = rivals.push(Json::object());
        const BenchRivalResult& other = r.rivals[k];
        rival.set("name", Json::string(row.rivals[k].name));
        rival.set("status", Json::string(to_string(other.status)));
        rival.set("message", Json::string(other.message));
        const Json* summary = look_up(other.document, "summary");
        rival.set("summary", summary == nullptr ? Json() : *summary);
        rival.set("seconds", times_to_json(other.times));
        rival.set("median_seconds", Json::number(other.times.median()));
        rival.set("ratio", Json::number(other.ratio));
        rival.set("limit", Json::number(row.rivals[k].at_most));
      }
    }
    Json& coverage = table.set("coverage", Json::array());
    for (std::size_t i = 0; i < m.coverage.size(); ++i) {
      coverage.push(coverage_json(m.table.coverage[i], m.coverage[i]));
    }
  }
  return out;
}

}  // namespace catenary::tools::bench
