// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes results as JUnit XML, in the dialect that CI servers read.
#include "report/export/junit.h"

#include <fmt/format.h>

#include "report/console/console.h"

namespace catenary::report {
namespace {

using suite::Verdict;

/// " name="value"", escaped.
std::string attribute(const char* name, std::string_view value) {
  return std::string(" ") + name + "=\"" + xml_escape(value) + "\"";
}

/// A property; the name is one of the tool's own.
std::string property(const char* name, std::string_view value) {
  return "      <property" + attribute("name", name) +
         attribute("value", value) + "/>\n";
}

/// Appends the properties of a test case. `test` is null where the suite does
/// not know it.
void write_properties(const suite::Suite& suite,
                      const suite::Test* test,
                      const suite::TestResult& result,
                      std::string& out) {
  std::string properties;
  properties += property("id", result.id);
  properties += property("seed", std::to_string(suite.seed));
  if (test != nullptr) {
    for (const std::string& r : test->requirements) {
      properties += property("requirement", r);
    }
    for (const std::string& g : test->goals) {
      properties += property("goal", g);
    }
  }
  if (result.flaky) properties += property("flaky", "true");
  out += "      <properties>\n";
  // The properties of a test are one level deeper than those of the suite.
  for (std::size_t at = 0; at < properties.size();) {
    const std::size_t end = properties.find('\n', at) + 1;
    out += "  " + properties.substr(at, end - at);
    at = end;
  }
  out += "      </properties>\n";
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

/// Appends one test case. `suite` has its goals and requirements, if it knows
/// the test.
void write_test(const suite::Suite& suite,
                const suite::TestResult& result,
                const JunitOptions& options,
                std::string& out) {
  const suite::Test* test = suite.find_test(result.id);
  std::string name = short_id(result.id);
  if (test != nullptr && !test->name.empty()) {
    name = test->name;
  } else if (test != nullptr && !test->goals.empty()) {
    name += " (";
    for (std::size_t i = 0; i < test->goals.size(); ++i) {
      name += (i == 0 ? "" : ", ") + test->goals[i];
    }
    name += ")";
  }
  out += "    <testcase" + attribute("classname", suite.model.name) +
         attribute("name", name) +
         attribute("time", fmt::format("{:.3f}", result.seconds)) + ">\n";
  write_properties(suite, test, result, out);
  const char* element = element_of(result.verdict, options);
  if (element != nullptr) {
    out +=
        std::string("      <") + element + attribute("message", result.reason);
    // A skipped element has only a message.
    if (result.verdict == Verdict::inconclusive && !options.strict) {
      out += "/>\n";
    } else {
      out += attribute("type", suite::to_string(result.code)) + ">" +
             xml_escape(result.reason) + "</" + element + ">\n";
    }
  }
  if (!result.output.empty()) {
    out += "      <system-out>" + xml_escape(result.output) + "</system-out>\n";
  }
  out += "    </testcase>\n";
}

}  // namespace

/// Escapes for attributes and texts. Blanks other than the space are written by
/// number, since a reader of XML replaces them in attributes.
std::string xml_escape(std::string_view text) {
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
        out += "&#9;";
        break;
      case '\n':
        out += "&#10;";
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

std::string write_junit(const suite::Suite& suite,
                        const suite::RunResults& results,
                        const JunitOptions& options) {
  const suite::VerdictCounts counts = results.count();
  // The sums must agree with the elements of the test cases.
  const std::uint64_t errors =
      counts.error + (options.strict ? counts.inconclusive : 0);
  const std::uint64_t skipped = options.strict ? 0 : counts.inconclusive;
  double seconds = 0;
  for (const suite::TestResult& test : results.tests) seconds += test.seconds;
  const std::string sums =
      attribute("name", suite.model.name) +
      attribute("tests", std::to_string(results.tests.size())) +
      attribute("failures", std::to_string(counts.fail)) +
      attribute("errors", std::to_string(errors)) +
      attribute("skipped", std::to_string(skipped)) +
      attribute("time", fmt::format("{:.3f}", seconds));
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
    write_test(suite, test, options, out);
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace catenary::report
