// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts of verdicts.
#include "exec/describe.h"

#include <cstddef>

namespace catenary::exec {

namespace {

/// One violation.
std::string describe(const suite::Violation& v) {
  // Contracts are named by oracles only.
  const std::string at = "step " + std::to_string(v.step) + ": ";
  if (!v.contracts.empty()) return at + v.observed + " violates " + v.allowed;
  std::string out =
      at + v.signal + " is " + v.observed + ", expected " + v.allowed;
  std::string about;
  if (!v.goals.empty()) about = "goals " + join(v.goals);
  if (!v.requirements.empty()) {
    about += about.empty() ? "" : "; ";
    about += "requirements " + join(v.requirements);
  }
  if (!about.empty()) out += " (" + about + ")";
  return out;
}

}  // namespace

std::string join(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    if (!out.empty()) out += ", ";
    out += text;
  }
  return out;
}

std::string describe(const std::vector<suite::Violation>& violations) {
  // The results list all of them.
  constexpr std::size_t kMostShown = 3;
  std::string out;
  for (std::size_t i = 0; i < violations.size(); ++i) {
    if (i == kMostShown) {
      out +=
          "; and " + std::to_string(violations.size() - kMostShown) + " more";
      break;
    }
    if (i > 0) out += "; ";
    out += describe(violations[i]);
  }
  return out;
}

std::pair<suite::VerdictCode, const char*> meaning_of(SutOutcome outcome) {
  using suite::VerdictCode;
  switch (outcome) {
    case SutOutcome::crashed:
      return {VerdictCode::sut_crashed, "the SUT crashed"};
    case SutOutcome::exited:
      return {VerdictCode::sut_exited, "the SUT called exit()"};
    case SutOutcome::hung:
      return {VerdictCode::sut_hung, "the SUT hung"};
    case SutOutcome::refused:
      return {VerdictCode::sut_refused, "the SUT reported an error"};
    case SutOutcome::ended:
      return {VerdictCode::sut_ended, "the SUT ended"};
    default:
      return {VerdictCode::adapter_protocol, "the SUT gave nonsense"};
  }
}

}  // namespace catenary::exec
