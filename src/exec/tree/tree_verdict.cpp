// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdict codes of leaves and of failed calls.
#include "exec/tree/tree_explain.h"

namespace catenary::exec {

using suite::Verdict;
using suite::VerdictCode;

suite::VerdictCode code_of(const suite::TreeLeaf& leaf, bool is_silence) {
  const auto named = suite::parse_enum(leaf.name, suite::VerdictCode::inc_dur);
  switch (leaf.verdict) {
    case Verdict::pass:
      return VerdictCode::tree_pass;
    case Verdict::fail:
      // The same rule as below: a name of the paper that fits the verdict.
      if (named == VerdictCode::fail_dur) return VerdictCode::fail_dur;
      if (named == VerdictCode::fail_out) return VerdictCode::fail_out;
      return is_silence ? VerdictCode::fail_dur : VerdictCode::fail_out;
    // The name decides if it is one of the paper's.
    case Verdict::inconclusive:
      for (const VerdictCode code : {VerdictCode::inc_out,
                                     VerdictCode::inc_uc_in_spec,
                                     VerdictCode::inc_uc_in_unspec,
                                     VerdictCode::inc_dur}) {
        if (named == code) return code;
      }
      return is_silence ? VerdictCode::inc_dur : VerdictCode::inc_out;
    case Verdict::error:
      // A leaf cannot judge that the system is broken.
      break;
  }
  return VerdictCode::broken_test;
}

SutEnd explain_end(SutOutcome outcome, bool is_recorded) {
  switch (outcome) {
    case SutOutcome::interrupted:
      return {Verdict::inconclusive, VerdictCode::interrupted, "interrupted"};
    case SutOutcome::ended:
      // All that a log can do is to end too early.
      if (is_recorded) {
        return {Verdict::inconclusive,
                VerdictCode::log_mismatch,
                "the log ends before a verdict"};
      }
      return {Verdict::error, VerdictCode::sut_exited, "the SUT ended"};
    case SutOutcome::crashed:
      return {Verdict::error, VerdictCode::sut_crashed, "the SUT crashed"};
    case SutOutcome::exited:
      return {Verdict::error, VerdictCode::sut_exited, "the SUT ended"};
    case SutOutcome::hung:
      return {Verdict::error, VerdictCode::sut_hung, "the SUT hung"};
    case SutOutcome::refused:
      return {Verdict::error,
              VerdictCode::sut_refused,
              "the SUT reported an error"};
    case SutOutcome::ok:
    case SutOutcome::mismatch:
    case SutOutcome::protocol:
      break;
  }
  return {Verdict::error,
          VerdictCode::adapter_protocol,
          is_recorded ? "the log is wrong" : "the SUT gave nonsense"};
}

std::string about(const suite::Test& test) {
  // Goals and requirements, of which there may be none.
  const auto join = [](const char* what, const std::vector<std::string>& of) {
    std::string out;
    for (const std::string& s : of) {
      out += out.empty() ? std::string(what) + " " + s : ", " + s;
    }
    return out;
  };
  const std::string goals = join("goals", test.goals);
  const std::string requirements = join("requirements", test.requirements);
  if (goals.empty() && requirements.empty()) return {};
  const char* separator = goals.empty() || requirements.empty() ? "" : "; ";
  return " (" + goals + separator + requirements + ")";
}

}  // namespace catenary::exec
