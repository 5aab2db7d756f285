// SPDX-License-Identifier: Apache-2.0
#include "report/export/findings/requirement_verdicts.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "report/console/console.h"

namespace catenary::report {

namespace {

/// What one test says of a requirement, the words of the summary.
enum class Word : std::uint8_t {
  failed,
  failed_elsewhere,
  error,
  inconclusive,
  passed,
  not_run
};
constexpr std::array kWords = {Word::failed,
                               Word::failed_elsewhere,
                               Word::error,
                               Word::inconclusive,
                               Word::passed,
                               Word::not_run};

const char* text_of(Word word) {
  switch (word) {
    case Word::failed:
      return "failed";
    case Word::failed_elsewhere:
      return "failed for others";
    case Word::error:
      return "error";
    case Word::inconclusive:
      return "inconclusive";
    case Word::passed:
      return "passed";
    case Word::not_run:
      break;
  }
  return "not run";
}

/// A test that fails may be about several requirements. Where it is known whose
/// expectation was violated, the others are not failed; neither did they pass.
Word word_of(const suite::TestResult* result, const std::string& requirement) {
  if (result == nullptr) return Word::not_run;
  switch (result->verdict) {
    case suite::Verdict::pass:
      return Word::passed;
    case suite::Verdict::inconclusive:
      return Word::inconclusive;
    case suite::Verdict::error:
      return Word::error;
    case suite::Verdict::fail:
      break;
  }
  bool named = false;
  for (const suite::Violation& v : result->violations) {
    if (std::ranges::find(v.requirements, requirement) !=
        v.requirements.end()) {
      return Word::failed;
    }
    named = named || !v.requirements.empty();
  }
  return named ? Word::failed_elsewhere : Word::failed;
}

RequirementStatus status_of(
    const std::map<Word, std::vector<std::string>>& tests) {
  if (tests.contains(Word::failed)) return RequirementStatus::failed;
  const bool run = std::ranges::any_of(
      tests, [](const auto& entry) { return entry.first != Word::not_run; });
  if (!run) return RequirementStatus::not_run;
  return tests.size() == 1 && tests.contains(Word::passed)
             ? RequirementStatus::passed
             : RequirementStatus::inconclusive;
}

std::string summary_of(const std::map<Word, std::vector<std::string>>& tests) {
  std::string out;
  for (const Word word : kWords) {
    const auto at = tests.find(word);
    if (at == tests.end()) continue;
    if (!out.empty()) out += "; ";
    out += std::to_string(at->second.size()) + " " + text_of(word) + ": " +
           join(at->second);
  }
  return out.empty() ? "no test" : out;
}

}  // namespace

const char* to_string(RequirementStatus status) {
  switch (status) {
    case RequirementStatus::passed:
      return "passed";
    case RequirementStatus::failed:
      return "failed";
    case RequirementStatus::inconclusive:
      return "inconclusive";
    case RequirementStatus::not_run:
      break;
  }
  return "not run";
}

std::map<std::string, RequirementVerdict> requirement_verdicts(
    const suite::Suite& suite, const suite::RunResults* results) {
  std::unordered_map<std::string, const suite::TestResult*> by_id;
  if (results != nullptr) {
    for (const suite::TestResult& r : results->tests) by_id.emplace(r.id, &r);
  }
  std::map<std::string, std::map<Word, std::vector<std::string>>> tests;
  for (const suite::SuiteGoal& g : suite.goals) {
    for (const std::string& id : g.requirements) tests[id];
  }
  for (const suite::Test& t : suite.tests) {
    const auto found = by_id.find(t.id);
    const suite::TestResult* result =
        found == by_id.end() ? nullptr : found->second;
    std::set<std::string> about(t.requirements.begin(), t.requirements.end());
    if (result != nullptr) {
      about.insert(result->requirements.begin(), result->requirements.end());
      for (const suite::Violation& v : result->violations) {
        about.insert(v.requirements.begin(), v.requirements.end());
      }
    }
    for (const std::string& id : about) {
      tests[id][word_of(result, id)].push_back(t.name.empty() ? short_id(t.id)
                                                              : t.name);
    }
  }
  std::map<std::string, RequirementVerdict> out;
  for (const auto& [id, words] : tests) {
    out[id] = {status_of(words), summary_of(words)};
  }
  return out;
}

}  // namespace catenary::report
