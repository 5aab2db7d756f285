// SPDX-License-Identifier: Apache-2.0
/// \file
/// What commands print for people, apart from the checks.
///
/// Texts that come from models, suites or systems under test go through
/// printable(): they may hold control characters, which a terminal would obey.
#include "report/console/console.h"

#include <sys/ioctl.h>
#include <unistd.h>
#include <cctype>
#include <filesystem>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <ostream>
#include <string_view>

#include "base/printable.h"
#include "report/console/failure.h"
#include "report/console/paint.h"
#include "report/console/timed_run.h"

namespace catenary::report {
namespace {

using suite::GoalStatus;
using suite::Verdict;

/// Fills up to a width in columns; longer texts stay as they are.
std::string pad(std::string text, std::size_t width) {
  const std::size_t has = width_of(text);
  if (has < width) text.append(width - has, ' ');
  return text;
}

/// Columns left beside what is used; without a terminal there is no limit.
std::size_t room(const ConsoleStyle& style, std::size_t used) {
  if (style.columns == 0) return std::string::npos;
  return style.columns > used + 10 ? style.columns - used : 10;
}

/// The table of goals. Ids up to sixty columns wide are shown in full.
void print_goals(std::ostream& out,
                 const suite::Suite& suite,
                 const ConsoleStyle& style) {
  std::size_t widest = 4;
  for (const suite::SuiteGoal& goal : suite.goals) {
    widest = std::max(widest, width_of(printable(goal.id)));
  }
  widest = std::min<std::size_t>(widest, 60);
  out << paint(pad("GOAL", widest) + "  STATUS            TRUST     WHY",
               Colour::bold,
               style)
      << "\n";
  for (const suite::SuiteGoal& goal : suite.goals) {
    out << pad(cut(printable(goal.id), widest), widest) << "  "
        << paint(pad(suite::to_string(goal.status), 16), colour_of(goal), style)
        << "  " << pad(suite::to_string(goal.trust), 8) << "  "
        << cut(printable(goal.reason), room(style, widest + 30)) << "\n";
  }
}

/// The first few of many names.
std::string beginning(const std::vector<std::string>& names) {
  // "And one more" would take as much room as the name.
  constexpr std::size_t kShown = 8;
  if (names.size() <= kShown + 1) return join(names);
  return join({names.begin(), names.begin() + kShown}) + " and " +
         std::to_string(names.size() - kShown) + " more";
}

/// "4 of 5 goals covered, 1 unreachable, 3 of 3 properties hold, 1 test, 9
/// steps": what must be reached and what must not are counted apart.
void print_counts(std::ostream& out, const suite::Suite& suite) {
  std::map<GoalStatus, std::uint64_t> of;
  std::uint64_t goals = 0;
  std::uint64_t properties = 0;
  std::uint64_t hold = 0;
  std::uint64_t violated = 0;
  for (const suite::SuiteGoal& goal : suite.goals) {
    if (goal.violation) {
      ++properties;
      hold += goal.status == GoalStatus::unreachable ? 1 : 0;
      violated += goal.status == GoalStatus::covered ? 1 : 0;
    } else {
      ++goals;
      ++of[goal.status];
    }
  }
  out << of[GoalStatus::covered] << " of " << plural(goals, "goal")
      << " covered";
  const auto also = [&](std::uint64_t n, const char* what) {
    if (n > 0) out << ", " << n << " " << what;
  };
  also(of[GoalStatus::unreachable], "unreachable");
  also(of[GoalStatus::not_within_bound], "not within bound");
  also(of[GoalStatus::undecided], "undecided");
  also(of[GoalStatus::excluded], "excluded");
  if (properties > 0) {
    out << ", " << hold << " of " << properties
        << (properties == 1 ? " property holds" : " properties hold");
  }
  also(violated, "violated");
  also(properties - hold - violated, "not decided");
  const SuiteCounts counts = count(suite);
  out << ", " << plural(counts.tests, "test") << ", "
      << plural(counts.total_steps, "step");
}

}  // namespace

/// Colours and width for a terminal; neither for a file or a pipe.
ConsoleStyle console_style(int fd) {
  ConsoleStyle style;
  if (isatty(fd) == 0) return style;
  // NO_COLOR, set to anything but nothing, turns colours off: see no-color.org.
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  style.colour = (no_colour == nullptr || *no_colour == '\0') &&
                 (term == nullptr || std::string_view(term) != "dumb");
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) == 0) style.columns = size.ws_col;
  return style;
}

std::string join(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    out += (out.empty() ? "" : ", ") + printable(text);
  }
  return out;
}

std::string short_id(const std::string& id) {
  return id.substr(0, 12);
}

std::string printable(const std::string& text) {
  return base::printable(suite::to_utf8(text));
}

std::string report_command(const std::string& suite,
                           const std::string& results) {
  const auto word = [](const std::string& text) {
    const bool plain = std::ranges::all_of(text, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("./_-+=:,@%").find(c) != std::string_view::npos;
    });
    if (plain && !text.empty()) return text;
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
  };
  std::filesystem::path page = results.empty() ? suite : results;
  page.replace_extension(".html");
  return "catenary report " + word(suite) +
         (results.empty() ? "" : " " + word(results)) + " --html " +
         word(page.string());
}

void print_generate(std::ostream& out,
                    const suite::Suite& suite,
                    const suite::GenerateSummary& summary,
                    const ConsoleStyle& style) {
  if (!suite.goals.empty()) print_goals(out, suite, style);
  if (!suite.tests.empty()) {
    out << "\n"
        << paint("TEST          KIND    STEPS  GOALS", Colour::bold, style)
        << "\n";
    for (const suite::Test& test : suite.tests) {
      std::string steps = std::to_string(suite::length_of(test));
      // Numbers stand at the right of their column.
      steps.insert(0, steps.size() < 5 ? 5 - steps.size() : 0, ' ');
      out << pad(short_id(test.id), 12) << "  "
          << pad(suite::to_string(test.kind), 6) << "  " << steps << "  "
          << cut(beginning(test.goals), room(style, 29)) << "\n";
    }
  }
  if (!suite.findings.empty()) {
    out << "\n";
    print_findings(out, suite.findings, style);
  }
  out << "\n";
  print_counts(out, suite);
  const suite::Bound& bound = summary.bound;
  if (bound.minimal()) {
    // Only chains are chosen to be few. Runs to violations and defects come on
    // top of them.
    const bool only_chains = std::all_of(
        suite.tests.begin(), suite.tests.end(), [](const suite::Test& t) {
          return t.kind == suite::TestKind::chain;
        });
    out << (only_chains ? ", minimal (" : ", chains minimal (")
        << (bound.certified ? "certified; " : "") << "proved by "
        << printable(bound.by) << ")";
    // A lower bound of 0 is true of every suite: nothing was proved.
  } else if (bound.lower == 0) {
    out << ", not proved minimal";
  } else if (bound.lower > 0) {
    out << ", at least " << bound.lower << " needed (by " << printable(bound.by)
        << ")";
  }
  out << "\n";
}

void print_findings(std::ostream& out,
                    const std::vector<suite::Finding>& findings,
                    const ConsoleStyle& style) {
  if (findings.empty()) out << "no findings\n";
  for (const suite::Finding& finding : findings) {
    if (finding.where.known()) {
      out << printable(finding.where.to_string()) << ": ";
    }
    const Colour colour = finding.severity == base::Severity::error
                              ? Colour::red
                              : Colour::yellow;
    out << paint(base::to_string(finding.severity), colour, style) << ": "
        << printable(finding.message) << " [" << printable(finding.code)
        << "]\n";
    if (!finding.requirements.empty()) {
      out << "  requirements: " << join(finding.requirements) << "\n";
    }
    if (!finding.witness.empty()) {
      out << "  witness: test " << short_id(finding.witness) << "\n";
    }
  }
}

void ConsoleRun::run_begins(const suite::Suite& suite, const std::string& sut) {
  suite_ = &suite;
  out_ << "running ";
  if (selected_) out_ << *selected_ << " of ";
  out_ << plural(suite.tests.size(), "test") << " on " << printable(sut)
       << "\n";
}

void ConsoleRun::test_ends(const suite::Test& test,
                           const suite::TestResult& result) {
  if (result.verdict == Verdict::pass || suite_ == nullptr) {
    print_verdict(out_, result, style_);
    return;
  }
  out_ << paint(padded(suite::to_string(result.verdict), 12),
                colour_of(result.verdict),
                style_)
       << "  " << short_id(result.id) << "  "
       << (test.name.empty() ? "" : printable(test.name) + ": ")
       << failure_headline(&test, result) << (result.flaky ? "  (flaky)" : "")
       << "\n"
       << failure_table(*suite_, &test, result, detail_);
}

void ConsoleRun::run_ends(const suite::Suite& suite,
                          const suite::RunResults& results) {
  const suite::VerdictCounts counts = results.count();
  out_ << "\n"
       << counts.pass << " passed, " << counts.fail << " failed, "
       << counts.inconclusive << " inconclusive, " << counts.error
       << (counts.error == 1 ? " error" : " errors");
  if (!results.complete) out_ << " (stopped early)";
  out_ << "\n";
}

}  // namespace catenary::report
