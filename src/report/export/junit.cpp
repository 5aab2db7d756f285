// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes results as JUnit XML, in the dialect that CI servers read.
#include "report/export/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "report/console/console.h"
#include "report/console/failure.h"
#include "report/console/paint.h"

namespace catenary::report {
namespace {

using suite::Verdict;

/// Escapes for attributes and texts. Blanks other than the space are written by
/// number in attributes, since a reader of XML replaces them there; in texts
/// they stay, but for the carriage return.
std::string escaped(std::string_view text, bool in_attribute) {
  std::string out;
  const std::string utf8 = suite::to_utf8(text);
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const char c = utf8[i];
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
        out += in_attribute ? "&#9;" : "\t";
        break;
      case '\n':
        out += in_attribute ? "&#10;" : "\n";
        break;
      case '\r':
        out += "&#13;";
        break;
      default: {
        // U+FFFE and U+FFFF are well-formed UTF-8 but no characters of XML.
        const bool no_character = utf8.compare(i, 3, "\xEF\xBF\xBE") == 0 ||
                                  utf8.compare(i, 3, "\xEF\xBF\xBF") == 0;
        if (no_character) {
          out += "\xEF\xBF\xBD";
          i += 2;
          // Neither may control characters be written, not even by number.
        } else if (static_cast<unsigned char>(c) < 0x20) {
          out += "\xEF\xBF\xBD";
        } else {
          out += c;
        }
      }
    }
  }
  return out;
}

std::string xml_text(std::string_view text) {
  return escaped(text, false);
}

/// " name="value"", escaped.
std::string attribute(const char* name, std::string_view value) {
  return std::string(" ") + name + "=\"" + xml_escape(value) + "\"";
}

/// A property; the name is one of the tool's own.
std::string property(const char* name, std::string_view value) {
  return "      <property" + attribute("name", name) +
         attribute("value", value) + "/>\n";
}

/// Limits, so that documents stay small. A server shows the message as a line
/// of a list.
constexpr std::size_t kMostMessage = 200;
constexpr std::size_t kMostDetail = 2000;
constexpr std::size_t kMostOutput = 1000;
constexpr std::size_t kMostRequirements = 8;
constexpr std::size_t kMostName = 100;

/// What the document says of the tests of a suite, by their ids.
class Cases {
 public:
  explicit Cases(const suite::Suite& suite) {
    for (const suite::SuiteGoal& g : suite.goals) goals_.emplace(g.id, &g);
    const bool all_named = std::ranges::none_of(
        suite.tests, [](const suite::Test& t) { return t.name.empty(); });
    if (!all_named) {
      named_ = suite;
      suite::name_tests(named_);
    }
    const suite::Suite& names = all_named ? suite : named_;
    for (const suite::Test& t : names.tests) {
      tests_.emplace(t.id, Case{&t, unused(cut(t.name, kMostName))});
    }
  }

  /// Null if the suite does not know it.
  [[nodiscard]] const suite::Test* test(const std::string& id) const {
    const auto found = tests_.find(id);
    return found == tests_.end() ? nullptr : found->second.test;
  }
  /// The name; different for each result.
  [[nodiscard]] std::string name(const std::string& id) {
    const auto found = tests_.find(id);
    if (found == tests_.end()) return unused(short_id(id));
    // The same test twice is no result of ours.
    if (!found->second.is_told) {
      found->second.is_told = true;
      return found->second.name;
    }
    return unused(found->second.name);
  }
  /// Where what it tests stands in the model; unknown if no goal has a place.
  [[nodiscard]] base::SourceLocation where(const suite::Test& test) const {
    base::SourceLocation first;
    for (const std::string& id : test.goals) {
      const auto goal = goals_.find(id);
      if (goal == goals_.end() || !goal->second->where.known()) continue;
      if (!first.known()) first = goal->second->where;
      const std::string name = suite::name_after(id);
      if (test.name == name || test.name.starts_with(name + "-")) {
        return goal->second->where;
      }
    }
    return first;
  }

 private:
  struct Case {
    const suite::Test* test = nullptr;
    std::string name;
    bool is_told = false;
  };

  /// The name, or if it is in use with a number behind it.
  std::string unused(const std::string& name) {
    std::string out = name;
    for (int n = 2; !used_.insert(out).second; ++n) {
      out = name + "-" + std::to_string(n);
    }
    return out;
  }

  std::unordered_map<std::string_view, const suite::SuiteGoal*> goals_;
  std::unordered_map<std::string, Case> tests_;
  std::unordered_set<std::string> used_;
  suite::Suite named_;  ///< if not all tests of the suite had names
};

/// Appends the properties of a test case: few, since there are many tests.
void write_properties(const suite::Test* test,
                      const suite::TestResult& result,
                      std::string& out) {
  out += "      <properties>\n  " + property("id", result.id);
  if (test != nullptr) {
    const std::size_t all = test->requirements.size();
    for (std::size_t r = 0; r < std::min(all, kMostRequirements); ++r) {
      out += "  " + property("requirement", cut(test->requirements[r], 200));
    }
    if (all > kMostRequirements) {
      out += "  " + property("requirements", std::to_string(all));
    }
    if (!test->goals.empty()) {
      out += "  " + property("goals", std::to_string(test->goals.size()));
    }
  }
  if (!result.sut.empty()) out += "  " + property("sut", result.sut);
  if (result.flaky) out += "  " + property("flaky", "true");
  out += "      </properties>\n";
}

/// The lines of a text at its beginning and its end, as far as they fit: what
/// failed stands below what led to it.
std::string shortened(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  const std::string_view all = text;
  std::string_view head = all.substr(0, most / 4);
  std::string_view tail = all.substr(all.size() - (most - most / 4));
  head = head.substr(0, head.rfind('\n') + 1);
  const std::size_t begin = tail.find('\n');
  if (begin + 1 < tail.size()) tail.remove_prefix(begin + 1);
  return std::string(head) + "[more in the results]\n" + std::string(tail);
}

/// The element of a test case that did not pass; null for one that did.
const char* element_of(Verdict verdict, const JunitOptions& options) {
  switch (verdict) {
    case Verdict::pass:
      return nullptr;
    case Verdict::fail:
      return "failure";
    case Verdict::error:
      return "error";
    case Verdict::inconclusive:
      // Servers show skipped tests and still pass; with --strict nothing may be
      // left open.
      return options.strict ? "error" : "skipped";
  }
  return nullptr;
}

/// What a reader needs to see of a test that did not pass.
std::string detail_of(const suite::Suite& suite,
                      const suite::Test* test,
                      const suite::TestResult& result) {
  const std::string table =
      failure_table(suite, test, result, FailureDetail::brief);
  return shortened(failure_headline(test, result) + "\n" + table, kMostDetail);
}

/// Appends one test case.
void write_test(const suite::Suite& suite,
                Cases& cases,
                const suite::TestResult& result,
                const JunitOptions& options,
                std::string& out) {
  const suite::Test* test = cases.test(result.id);
  out += "    <testcase" +
         attribute("classname", cut(suite.model.name, kMostName)) +
         attribute("name", cases.name(result.id));
  const base::SourceLocation where =
      test == nullptr ? base::SourceLocation{} : cases.where(*test);
  if (where.known()) {
    out += attribute("file", where.file);
    if (where.line > 0) out += attribute("line", std::to_string(where.line));
  }
  out += attribute("time", fmt::format("{:.3f}", result.seconds)) + ">\n";
  write_properties(test, result, out);
  const char* element = element_of(result.verdict, options);
  if (element != nullptr) {
    out += std::string("      <") + element +
           attribute("message", failure_message(suite, result, kMostMessage));
    // A skipped element has only a message.
    if (result.verdict == Verdict::inconclusive && !options.strict) {
      out += "/>\n";
    } else {
      out += attribute("type", suite::to_string(result.code)) + ">" +
             xml_text(detail_of(suite, test, result)) + "</" + element + ">\n";
    }
  }
  // Its end is what was printed last before the failure.
  if (!result.output.empty() && element != nullptr) {
    const std::size_t skip =
        result.output.size() - std::min(result.output.size(), kMostOutput);
    out += "      <system-out>" + xml_text(result.output.substr(skip)) +
           "</system-out>\n";
  }
  out += "    </testcase>\n";
}

}  // namespace

std::string xml_escape(std::string_view text) {
  return escaped(text, true);
}

std::string write_junit(const suite::Suite& suite,
                        const suite::RunResults& results,
                        const JunitOptions& options) {
  const suite::VerdictCounts counts = results.count();
  // The sums must agree with the elements of the test cases.
  const std::uint64_t missing = results.complete ? 0 : 1;
  const std::uint64_t errors =
      counts.error + (options.strict ? counts.inconclusive : 0) + missing;
  const std::uint64_t skipped = options.strict ? 0 : counts.inconclusive;
  double seconds = 0;
  for (const suite::TestResult& test : results.tests) seconds += test.seconds;
  const std::string sums =
      attribute("name", suite.model.name) +
      attribute("tests", std::to_string(results.tests.size() + missing)) +
      attribute("failures", std::to_string(counts.fail)) +
      attribute("errors", std::to_string(errors)) +
      attribute("skipped", std::to_string(skipped)) +
      attribute("time", fmt::format("{:.3f}", seconds));
  Cases cases(suite);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += "<testsuites" + sums + ">\n  <testsuite" + sums + ">\n";
  out += "    <properties>\n";
  out += property("sut", results.sut);
  out += property("suite", results.suite_path);
  out += property("suite_sha256", results.suite_sha256);
  out += property("seed", std::to_string(suite.seed));
  out += property("sandbox", results.sandbox);
  out += "    </properties>\n";
  for (const suite::TestResult& test : results.tests) {
    write_test(suite, cases, test, options, out);
  }
  // A server that sees this document alone must not call the run a success.
  if (missing > 0) {
    out += "    <testcase" + attribute("classname", suite.model.name) +
           attribute("name", "all tests were run") +
           "><error message=\"the run was stopped before its end\"/>"
           "</testcase>\n";
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace catenary::report
