// SPDX-License-Identifier: Apache-2.0
/// \file
/// The texts of rules, by the codes of findings.
#include <algorithm>
#include <array>

#include "report/export/findings/issues.h"

namespace catenary::report {

namespace {

struct RuleText {
  const char* id;
  const char* title;
  const char* help;
};

constexpr std::array kRules{
    RuleText{"property-violated",
             "A property is violated",
             "A run of the model violates a property of its description. The "
             "steps of the run are those of the witness."},
    RuleText{"requirement-violated",
             "A requirement is violated",
             "A run of the model does what a requirement forbids. The steps of "
             "the run are those of the witness."},
    RuleText{"assertion-failed",
             "An assertion fails",
             "A run of the program reaches an assert() whose condition is "
             "false."},
    RuleText{"undefined-behaviour",
             "Undefined behaviour",
             "A run of the program does what C leaves undefined, such as a "
             "division by zero or a signed overflow. The compiler may make "
             "anything of it."},
    RuleText{
        "defect-crashed",
        "The program crashes",
        "A run of the program ends in a crash, such as a null pointer or a "
        "division by zero."},
    RuleText{"defect-hung",
             "The program hangs",
             "A step of the program does not end within its time limit."},
    RuleText{"unsupported",
             "Part of the model is not supported",
             "What the model does here is not followed. Nothing behind it is "
             "searched, and it is not a defect of the model."},
    RuleText{
        "goal-unreachable",
        "Unreachable goal",
        "It is proved that no run of any length reaches the goal: the code "
        "is dead, or the condition always has the same value."},
    RuleText{
        "goal-undecided",
        "Undecided goal",
        "The search ended before it reached the goal or proved that no run "
        "does. More time, or a smaller model, may decide it."},
    RuleText{"property-undecided",
             "Undecided property",
             "The search found no violation of the property, and no proof that "
             "there is none."},
    RuleText{"property-vacuous",
             "A property never applies",
             "It is proved that the condition of the property never holds, so "
             "that the property says nothing about the model."},
    RuleText{
        "search-incomplete",
        "The search did not end",
        "A limit of time, memory or work ended the search: what it did not "
        "find may exist."},
    RuleText{
        "input-not-enumerable",
        "Only some values of an input were tried",
        "The input has too many values to try all of them, so that what is "
        "not reached stays undecided. A range in the description helps."},
    RuleText{"no-final-after",
             "No final state after a goal",
             "No run was found that reaches the goal and then ends in a final "
             "state, so that no chain has the goal."},
    RuleText{"no-goals",
             "The model has no goals",
             "Neither properties nor a coverage criterion give the search "
             "something to look for."},
    RuleText{"wrong-claim",
             "A defect of Catenary",
             "Two results of the tool contradict each other. Please report it; "
             "nothing is claimed to be proved."},
    RuleText{"contract-conflict",
             "Contracts contradict each other",
             "No answer of a system fulfils all of these contracts at once."},
    RuleText{"contract-conflict-triggered",
             "Contracts contradict each other",
             "A run leads to a step in which no answer fulfils all of these "
             "contracts at once."},
    RuleText{"contract-vacuous",
             "A contract never applies",
             "The assumption of the contract never holds, so that it requires "
             "nothing."},
    RuleText{"contract-redundant",
             "A contract follows from others",
             "Whatever fulfils the other contracts fulfils this one."},
    RuleText{"test-failed",
             "A test failed",
             "The system under test answered something else than the test "
             "allows."},
    RuleText{"test-error",
             "A test could not be judged",
             "The system under test crashed, hung, or refused the test."},
};

/// "goal-unreachable" as "Goal unreachable".
std::string words(const std::string& id) {
  std::string out = id;
  std::ranges::replace(out, '-', ' ');
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') {
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
  }
  return out;
}

}  // namespace

IssueRule issue_rule(const std::string& id) {
  const auto* at = std::ranges::find_if(
      kRules, [&](const RuleText& r) { return id == r.id; });
  if (at != kRules.end()) return {id, at->title, at->help};
  return {id, words(id), "See the message of the finding."};
}

}  // namespace catenary::report
