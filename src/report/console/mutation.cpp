// SPDX-License-Identifier: Apache-2.0
/// \file
/// What runs of mutants print.
#include "report/console/mutation.h"

#include <algorithm>
#include <array>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>

#include "report/console/paint.h"
#include "report/documents.h"
#include "suite/write.h"

namespace catenary::report {
namespace {

using suite::Json;
using suite::MutantResult;
using suite::MutantStatus;
using suite::MutationReport;

// In the order in which the table and the document have them.
constexpr std::array kStatuses = {MutantStatus::killed,
                                  MutantStatus::conforming,
                                  MutantStatus::survived,
                                  MutantStatus::undecided,
                                  MutantStatus::broken,
                                  MutantStatus::equivalent};

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

/// A row for each mutation operator.
void print_table(std::ostream& out,
                 const MutationReport& report,
                 const ConsoleStyle& style) {
  std::map<std::string, std::map<MutantStatus, std::uint64_t>> by_kind;
  std::size_t widest = 6;
  for (const MutantResult& m : report.mutants) {
    ++by_kind[m.mutation.kind][m.status];
    widest = std::max(widest, m.mutation.kind.size());
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
}

}  // namespace

Json mutation_document(const MutationReport& report) {
  Json out = Json::object();
  out.set("schema", Json::string("catenary-mutation-1"));
  out.set("suite", Json::string(report.suite));
  out.set("sut", Json::string(report.sut));
  Json& summary = out.set("summary", Json::object());
  summary.set("possible", count_to_json(report.possible));
  summary.set("not_compiling", count_to_json(report.not_compiling));
  summary.set("mutants", count_to_json(report.mutants.size()));
  for (const MutantStatus status : kStatuses) {
    summary.set(to_string(status), count_to_json(report.count(status)));
  }
  summary.set("score", Json::number(report.score()));
  summary.set("seconds", Json::number(report.seconds));
  Json& list = out.set("mutants", Json::array());
  for (const MutantResult& m : report.mutants) {
    Json& one = list.push(Json::object());
    one.set("id", Json::string(m.mutation.id));
    one.set("kind", Json::string(m.mutation.kind));
    one.set("change", Json::string(m.mutation.text));
    one.set(
        "where",
        m.mutation.where.known() ? suite::to_json(m.mutation.where) : Json());
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
  print_table(out, report, style);
  // Only what asks for a look: survivors, and what could not be judged.
  for (const MutantResult& m : report.mutants) {
    if (m.status == MutantStatus::killed ||
        m.status == MutantStatus::conforming ||
        m.status == MutantStatus::equivalent) {
      continue;
    }
    out << "\n"
        << paint(to_string(m.status), Colour::yellow, style) << "  "
        << printable(m.mutation.id) << ": " << printable(m.mutation.text)
        << "\n";
    if (m.mutation.where.known())
      out << "  " << printable(m.mutation.where.to_string()) << "\n";
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
