// SPDX-License-Identifier: Apache-2.0
/// \file
/// What runs of timed tests and of mutants print.
#include "report/console/timed_run.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>

#include "report/console/paint.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::Json;

// In the order in which the table and the document have them.
constexpr std::array kStatuses = {MutantStatus::killed,
                                  MutantStatus::conforming,
                                  MutantStatus::survived,
                                  MutantStatus::undecided,
                                  MutantStatus::broken,
                                  MutantStatus::equivalent};

Json number(std::uint64_t n) {
  return Json::number(static_cast<std::int64_t>(n));
}

/// Fills with blanks on the right.
std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

/// A number at the right of its column.
std::string right(std::uint64_t n, std::size_t width) {
  std::string text = std::to_string(n);
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

/// "66.7".
std::string percent(double value) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << value;
  return out.str();
}

}  // namespace

void print_verdict(std::ostream& out,
                   const suite::TestResult& result,
                   // Verdicts are of different lengths; twelve columns hold all
                   // of them.
                   const ConsoleStyle& style) {
  out << paint(padded(suite::to_string(result.verdict), 12),
               colour_of(result.verdict),
               style)
      << "  " << short_id(result.id);
  if (result.verdict != suite::Verdict::pass) {
    out << "  " << suite::to_string(result.code) << ": "
        << printable(result.reason);
  }
  if (result.flaky) out << "  (flaky)";
  out << "\n";
}

void print_events(std::ostream& out,
                  const std::vector<suite::TimedObservation>& events) {
  constexpr std::size_t kShown = 8;
  // One more is shown rather than a line that says one was left out.
  const std::size_t first =
      events.size() > kShown + 1 ? events.size() - kShown : 0;
  if (first > 0) {
    out << "    " << plural(first, "event") << " before\n";
  }
  for (std::size_t i = first; i < events.size(); ++i) {
    const suite::TimedObservation& e = events[i];
    out << "    " << padded(suite::show_time(e.at), 8) << " "
        << padded(suite::to_string(e.kind), 8);
    if (!e.channel.empty()) out << " " << printable(e.channel);
    for (std::size_t k = 0; k < e.values.size(); ++k) {
      out << (k == 0 ? "(" : ", ") << e.values[k].to_string();
    }
    out << (e.values.empty() ? "" : ")") << "\n";
  }
}

const char* to_string(MutantStatus status) {
  switch (status) {
    case MutantStatus::killed:
      return "killed";
    case MutantStatus::conforming:
      return "conforming";
    case MutantStatus::survived:
      return "survived";
    case MutantStatus::undecided:
      return "undecided";
    case MutantStatus::broken:
      return "broken";
    case MutantStatus::equivalent:
      return "equivalent";
  }
  return "undecided";
}

std::uint64_t MutationReport::count(MutantStatus status) const {
  return static_cast<std::uint64_t>(
      std::count_if(mutants.begin(), mutants.end(), [&](const auto& m) {
        return m.status == status;
      }));
}

double MutationReport::score() const {
  // Mutants that cannot be told from the original count neither way.
  const std::uint64_t wrong = mutants.size() - count(MutantStatus::conforming) -
                              count(MutantStatus::equivalent);
  // Nothing could be found, so nothing was missed.
  if (wrong == 0) return 100;
  return 100.0 * static_cast<double>(count(MutantStatus::killed)) /
         static_cast<double>(wrong);
}

Json mutation_document(const MutationReport& report) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-mutation-1"));
  out.set("suite", Json::string(report.suite));
  out.set("sut", Json::string(report.sut));
  Json& summary = out.set("summary", Json::object());
  summary.set("possible", number(report.possible));
  summary.set("not_compiling", number(report.not_compiling));
  summary.set("mutants", number(report.mutants.size()));
  for (const MutantStatus status : kStatuses) {
    summary.set(to_string(status), number(report.count(status)));
  }
  summary.set("score", Json::number(report.score()));
  summary.set("seconds", Json::number(report.seconds));
  Json& list = out.set("mutants", Json::array());
  for (const MutantResult& m : report.mutants) {
    Json& one = list.push(Json::object());
    one.set("id", Json::string(m.id));
    one.set("kind", Json::string(m.kind));
    one.set("change", Json::string(m.change));
    one.set("where", m.where.known() ? suite::to_json(m.where) : Json());
    one.set("status", Json::string(to_string(m.status)));
    one.set("reason", Json::string(m.reason));
    one.set("test", m.test.empty() ? Json() : Json::string(m.test));
    one.set("requirements", Json::strings(m.requirements));
  }
  return out;
}

void print_mutation(std::ostream& out,
                    const MutationReport& report,
                    const ConsoleStyle& style) {
  std::map<std::string, std::map<MutantStatus, std::uint64_t>> by_kind;
  std::size_t widest = 6;
  for (const MutantResult& m : report.mutants) {
    ++by_kind[m.kind][m.status];
    widest = std::max(widest, m.kind.size());
  }
  out << paint(
             padded("CHANGE", widest) +
                 "  MUTANTS  KILLED  CONFORMING  SURVIVED  UNDECIDED  BROKEN" +
                 (report.count(MutantStatus::equivalent) > 0 ? "  EQUIVALENT"
                                                             : ""),
             Colour::bold,
             style)
      << "\n";
  for (auto& [kind, of] : by_kind) {
    std::uint64_t all = 0;
    for (const auto& [status, n] : of) all += n;
    out << padded(printable(kind), widest) << right(all, 9)
        << right(of[MutantStatus::killed], 8)
        << right(of[MutantStatus::conforming], 12)
        << right(of[MutantStatus::survived], 10)
        << right(of[MutantStatus::undecided], 11)
        << right(of[MutantStatus::broken], 8);
    if (report.count(MutantStatus::equivalent) > 0) {
      out << right(of[MutantStatus::equivalent], 12);
    }
    out << "\n";
  }
  // Only what asks for a look: survivors, and what could not be judged.
  for (const MutantResult& m : report.mutants) {
    if (m.status == MutantStatus::killed ||
        m.status == MutantStatus::conforming ||
        m.status == MutantStatus::equivalent) {
      continue;
    }
    out << "\n"
        << paint(to_string(m.status), Colour::yellow, style) << "  "
        << printable(m.id) << ": " << printable(m.change) << "\n";
    if (m.where.known()) out << "  " << printable(m.where.to_string()) << "\n";
    if (!m.reason.empty()) out << "  " << printable(m.reason) << "\n";
  }
  const std::uint64_t conforming = report.count(MutantStatus::conforming);
  const std::uint64_t equivalent = report.count(MutantStatus::equivalent);
  out << "\n"
      << report.count(MutantStatus::killed) << " of "
      << plural(report.mutants.size() - conforming - equivalent, "mutant")
      << " killed (" << percent(report.score()) << " %)";
  if (conforming > 0) out << ", " << conforming << " more conform";
  if (equivalent > 0) out << ", " << equivalent << " are the same program";
  if (report.not_compiling > 0) {
    out << ", " << report.not_compiling << " do not compile";
  }
  // Only some of the possible mutants were drawn.
  if (report.mutants.size() + report.not_compiling < report.possible) {
    out << "; " << report.possible << " are possible";
  }
  out << "\n";
}

}  // namespace catenary::report
