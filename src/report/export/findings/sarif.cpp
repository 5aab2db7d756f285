// SPDX-License-Identifier: Apache-2.0
#include "report/export/findings/sarif.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/sha256.h"
#include "catenary/version.h"
#include "report/export/findings/issues.h"

namespace catenary::report {

namespace {

using suite::Json;

constexpr std::size_t kMostSteps = 200;
constexpr std::size_t kMostRelated = 20;

/// The file of "FILE#CAPSULE".
std::string file_of(const std::string& path) {
  const std::size_t hash = path.rfind('#');
  return hash == std::string::npos || hash == 0 ? path : path.substr(0, hash);
}

/// RFC 3986: everything but unreserved characters and '/' as "%2A".
std::string percent_encoded(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

Json text_of(const std::string& text) {
  Json out = Json::object();
  out.set("text", Json::string(text));
  return out;
}

/// An absolute path stays one.
Json artifact_of(const std::string& path) {
  const std::filesystem::path normal =
      std::filesystem::path(path).lexically_normal();
  Json out = Json::object();
  const std::string uri = percent_encoded(normal.string());
  if (normal.is_absolute()) {
    out.set("uri", Json::string("file://" + uri));
  } else {
    out.set("uri", Json::string(uri));
    out.set("uriBaseId", Json::string("%SRCROOT%"));
  }
  return out;
}

/// Requires: a place that is known.
Json physical_of(const base::SourceLocation& where) {
  Json out = Json::object();
  out.set("artifactLocation", artifact_of(file_of(where.file)));
  if (where.line != 0) {
    Json region = Json::object();
    region.set("startLine", Json::number(std::int64_t{where.line}));
    if (where.column != 0) {
      region.set("startColumn", Json::number(std::int64_t{where.column}));
    }
    out.set("region", std::move(region));
  }
  return out;
}

/// What a result is about, without the numbers that change with every edit.
std::string fingerprint(const Issue& issue) {
  std::string text = issue.rule + "\n" + file_of(issue.where.file) + "\n";
  for (const std::string& r : issue.requirements) text += r + "\n";
  bool in_number = false;
  for (const char c : issue.message) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit) text += c;
    if (digit && !in_number) text += '#';
    in_number = digit;
  }
  return base::sha256(text);
}

class Sarif {
 public:
  Sarif(const suite::Suite& suite, const suite::RunResults* results)
      : suite_(suite), issues_(issues_of(suite, results)) {
    for (const Issue& issue : issues_) rules_.try_emplace(issue.rule, 0);
    std::int64_t next = 0;
    for (auto& [id, index] : rules_) index = next++;
  }

  Json write() {
    Json out = Json::object();
    out.set("$schema",
            Json::string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/"
                         "schemas/sarif-schema-2.1.0.json"));
    out.set("version", Json::string("2.1.0"));
    out.set("runs", Json::array()).push(run());
    return out;
  }

 private:
  Json run() {
    Json out = Json::object();
    out.set("tool", Json::object()).set("driver", driver());
    Json details = Json::object();
    details.set("id", Json::string("catenary/" + suite_.model.name + "/"));
    out.set("automationDetails", std::move(details));
    out.set("originalUriBaseIds", Json::object())
        .set("%SRCROOT%", Json::object())
        .set("description", text_of("the folder where the model was read"));
    out.set("columnKind", Json::string("unicodeCodePoints"));
    Json& results = out.set("results", Json::array());
    for (const Issue& issue : issues_) results.push(result(issue));
    return out;
  }

  [[nodiscard]] Json driver() const {
    Json out = Json::object();
    out.set("name", Json::string("Catenary"));
    out.set("version", Json::string(CATENARY_VERSION_STRING));
    out.set("semanticVersion", Json::string(CATENARY_VERSION_STRING));
    Json& rules = out.set("rules", Json::array());
    for (const auto& [id, index] : rules_) rules.push(rule(id));
    return out;
  }

  /// The level of a rule is the worst of its results.
  [[nodiscard]] Json rule(const std::string& id) const {
    const IssueRule texts = issue_rule(id);
    base::Severity worst = base::Severity::note;
    for (const Issue& issue : issues_) {
      if (issue.rule == id) worst = std::min(worst, issue.severity);
    }
    Json out = Json::object();
    out.set("id", Json::string(id));
    out.set("shortDescription", text_of(texts.title));
    out.set("fullDescription", text_of(texts.help));
    out.set("help", text_of(texts.help));
    out.set("defaultConfiguration", Json::object())
        .set("level", Json::string(base::to_string(worst)));
    return out;
  }

  Json result(const Issue& issue) {
    Json out = Json::object();
    out.set("ruleId", Json::string(issue.rule));
    out.set("ruleIndex", Json::number(rules_.at(issue.rule)));
    out.set("level", Json::string(base::to_string(issue.severity)));
    out.set("message", text_of(issue.message));
    Json& locations = out.set("locations", Json::array());
    const base::SourceLocation where =
        issue.where.known() ? issue.where
                            : base::SourceLocation{suite_.model.path, 0, 0};
    if (where.known()) {
      locations.push(Json::object())
          .set("physicalLocation", physical_of(where));
    }
    add_related(issue, out);
    add_flow(issue, out);
    const std::string print = fingerprint(issue);
    // Results that are alike are numbered.
    out.set("partialFingerprints", Json::object())
        .set("catenaryIssue/v1",
             Json::string(print + ":" + std::to_string(++seen_[print])));
    add_properties(issue, out);
    return out;
  }

  static void add_related(const Issue& issue, Json& out) {
    Json related = Json::array();
    for (const suite::SuiteGoal* goal : issue.goals) {
      if (!goal->where.known()) continue;
      if (related.items().size() == kMostRelated) break;
      Json location = Json::object();
      location.set(
          "id",
          Json::number(static_cast<std::int64_t>(related.items().size()) + 1));
      location.set("physicalLocation", physical_of(goal->where));
      location.set("message",
                   text_of("goal " + goal->id +
                           (goal->text.empty() ? "" : ": " + goal->text)));
      related.push(std::move(location));
    }
    if (!related.items().empty()) {
      out.set("relatedLocations", std::move(related));
    }
  }

  /// The steps of the witness; a step has the place of the first goal that it
  /// covers, where it covers one.
  void add_flow(const Issue& issue, Json& out) const {
    if (issue.witness == nullptr) return;
    const suite::Test& test = *issue.witness;
    const std::vector<std::string> lines =
        step_lines(test, suite_.signature, kMostSteps);
    if (lines.empty()) return;
    const std::size_t before = test.initial.empty() ? 0 : 1;
    Json& thread = out.set("codeFlows", Json::array())
                       .push(Json::object())
                       .set("threadFlows", Json::array())
                       .push(Json::object())
                       .set("locations", Json::array());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      Json location = Json::object();
      if (i >= before && i - before < test.steps.size() && i < kMostSteps) {
        for (const std::string& id : test.steps[i - before].goals) {
          const suite::SuiteGoal* goal = suite_.find_goal(id);
          if (goal == nullptr || !goal->where.known()) continue;
          location.set("physicalLocation", physical_of(goal->where));
          break;
        }
      }
      location.set("message", text_of(lines[i]));
      thread.push(Json::object()).set("location", std::move(location));
    }
  }

  static void add_properties(const Issue& issue, Json& out) {
    if (issue.requirements.empty() && issue.witness == nullptr) return;
    Json& properties = out.set("properties", Json::object());
    if (!issue.requirements.empty()) {
      properties.set("requirements", Json::strings(issue.requirements));
    }
    if (issue.witness != nullptr) {
      properties.set("witness", Json::string(issue.witness->id));
    }
  }

  const suite::Suite& suite_;
  std::vector<Issue> issues_;
  /// To their indices, in the order of the ids.
  std::map<std::string, std::int64_t> rules_;
  /// How many results with this fingerprint there are so far.
  std::map<std::string, std::uint64_t> seen_;
};

}  // namespace

std::string write_sarif(const suite::Suite& suite,
                        const suite::RunResults* results) {
  return Sarif(suite, results).write().pretty();
}

}  // namespace catenary::report
