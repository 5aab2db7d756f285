// SPDX-License-Identifier: Apache-2.0
/// \file
/// Warnings and notes about assumptions, see assumptions.h.
#include "frontend/c/assumptions.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "frontend/c/wiring.h"
#include "program/analyse/forgotten_inputs.h"
#include "program/instrument/stub_notes.h"

namespace catenary::frontend::c {

namespace {

/// Whether the user has declared the variable as a constant.
bool is_parameter(const Description& d, const std::string& lvalue) {
  return std::any_of(d.parameters.begin(),
                     d.parameters.end(),
                     [&](const auto& p) { return p.lvalue.text == lvalue; });
}

/// "a, b, c"; only the first `most` names, then their number.
std::string list(const std::vector<std::string>& names, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == most) {
      return out + " and " + std::to_string(names.size() - most) + " more";
    }
    out += (i == 0 ? "" : ", ") + names[i];
  }
  return out;
}

/// Whether the warning is about a variable that may have been forgotten as an
/// input.
bool is_forgotten(const base::Diagnostic& w) {
  return w.code == program::kForgottenInput ||
         w.code == program::kChangedOutside;
}

/// The lines of a description that make these numbers inputs.
std::string input_lines(const std::vector<std::string>& numbers) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> lines;
  for (const std::string& n : numbers) lines.push_back("\"" + n + "\" = {}");
  return list(lines, kMost);
}

void note_interrupts(const Description& d, model::StepSystem& system) {
  if (d.interrupts.empty()) return;
  system.warnings.push_back(
      {base::Severity::note,
       d.interrupts.front().call.where,
       "interrupts are taken to happen between steps, never within one",
       kBetweenSteps,
       {}});
}

}  // namespace

void warn_of_assumptions(const Description& d,
                         const std::vector<base::Diagnostic>& guessed,
                         model::StepSystem& system) {
  std::vector<base::Diagnostic> others;
  std::vector<base::Diagnostic> forgotten;
  for (base::Diagnostic& w : system.warnings) {
    if (!is_forgotten(w)) {
      others.push_back(std::move(w));
      continue;
    }
    std::vector<std::string> numbers;
    for (const base::Diagnostic& note : w.notes) {
      // Parameters are constants by declaration.
      if (!is_parameter(d, note.message)) numbers.push_back(note.message);
    }
    const std::size_t end = w.message.find('\'', 1);
    // Without notes no description can name the variable.
    const bool nameless = w.notes.empty();
    if ((numbers.empty() && !nameless) ||
        is_parameter(d, w.message.substr(1, end - 1))) {
      continue;
    }
    // The notes are the scalars of the variable; the message names them.
    w.notes.clear();
    if (!nameless) {
      w.message +=
          "; if it comes from outside, expected under [inputs] of a "
          "description: " +
          input_lines(numbers) +
          "; if it is a constant, the same under [parameters]";
    }
    forgotten.push_back(std::move(w));
  }
  system.warnings = std::move(others);
  // A program without any input has one run: probably a mistake.
  if (system.inputs.empty() && system.initial.empty()) {
    const bool reads_constants =
        std::ranges::any_of(forgotten, [](const base::Diagnostic& w) {
          return w.code == program::kForgottenInput;
        });
    base::Diagnostic none;
    none.where = {system.path, 0, 0};
    none.code = kNoInput;
    // An error only if there are candidates for inputs; the notes name them.
    if (reads_constants) {
      none.message =
          "the program has no input, but reads variables that nothing sets; "
          "expected a description with some of them as inputs";
      none.notes = std::move(forgotten);
      for (base::Diagnostic& n : none.notes) n.severity = base::Severity::note;
      throw base::InputError(std::move(none));
    }
    none.severity = base::Severity::warning;
    none.message = "the program has no input, so that it has one run only";
    system.warnings.push_back(std::move(none));
  }
  system.warnings.insert(
      system.warnings.end(), forgotten.begin(), forgotten.end());
  system.warnings.insert(system.warnings.end(), guessed.begin(), guessed.end());
  note_interrupts(d, system);
}

void trust_wiring(model::StepSystem& system) {
  // The wiring was generated with all inputs, so that nothing was forgotten.
  // What its C++ leaves unset are goals of their own there.
  std::erase_if(system.warnings, [](const base::Diagnostic& w) {
    return is_forgotten(w) || w.code == program::kUnsetRead;
  });
}

namespace {

/// "'F' changes nothing that …", from the note about a stub; empty where it
/// assumes nothing.
std::string about_stub(const std::string& note) {
  constexpr std::string_view kTaken = "it is taken to change ";
  const std::size_t at = note.find(kTaken);
  const std::string name = note.substr(0, note.find(" has no source"));
  return at == std::string::npos
             ? std::string()
             : name + " changes " + note.substr(at + kTaken.size());
}

}  // namespace

bool is_assumption(const base::Diagnostic& w) {
  return is_forgotten(w) || w.code == kOtherInit ||
         w.code == program::kRegisterKept || w.code == kBetweenSteps ||
         w.code == program::kUnsetRead || w.code == kFewWait ||
         w.code == kAssumed;
}

std::vector<std::string> assumptions_of(
    const std::vector<base::Diagnostic>& warnings) {
  std::vector<std::string> out;
  std::vector<std::string> stubs;
  std::vector<std::string> unset;
  for (const base::Diagnostic& w : warnings) {
    if (w.code == program::kForgottenInput) {
      out.push_back(w.message.substr(0, w.message.find(" is read")) +
                    " keeps its initial value");
    } else if (w.code == program::kChangedOutside) {
      out.push_back("nothing else changes " +
                    w.message.substr(0, w.message.find(" is read")));
    } else if (w.code == kOtherInit) {
      out.push_back(w.message.substr(0, w.message.find(':')));
    } else if (w.code == program::kUnsetRead) {
      unset.push_back(w.message.substr(0, w.message.find(" may be read")) +
                      " begins as 0");
    } else if (w.code == kBetweenSteps) {
      out.emplace_back("interrupts happen between steps only");
    } else if (w.code == kFewWait) {
      out.push_back(w.message);
    } else if (w.code == kAssumed) {
      out.push_back(w.message.substr(0, w.message.find(';')));
    } else if (w.code == program::kRegisterKept) {
      out.push_back(w.message.substr(0, w.message.find(" is in registers")) +
                    " changes only as the code says");
    } else if (w.code == program::kStubCode) {
      std::string assumed = about_stub(w.message);
      if (!assumed.empty()) stubs.push_back(std::move(assumed));
    }
  }
  // Programs with a library of drivers have dozens.
  constexpr std::size_t kMostListed = 3;
  if (stubs.size() > kMostListed) {
    stubs = {"the " + std::to_string(stubs.size()) +
             " functions without source change nothing that the code sees but "
             "what their notes say"};
  }
  std::ranges::move(stubs, std::back_inserter(out));
  if (unset.size() > kMostListed) {
    unset = {std::to_string(unset.size()) +
             " local variables begin as 0 that may be read before they are "
             "set"};
  }
  std::ranges::move(unset, std::back_inserter(out));
  return out;
}

void say_wiring(const Description& d, model::StepSystem& system) {
  // A whole program has no wiring: its main() calls for inputs.
  if (!d.step) return;
  constexpr std::size_t kMost = 20;
  const auto names = [](const auto& all, bool program_only) {
    std::vector<std::string> out;
    for (const auto& one : all) {
      // Variables of the harness are not part of the user's state.
      if (program_only && one.name.starts_with("__cat_")) continue;
      out.push_back(one.name);
    }
    return out.empty() ? std::string("none") : list(out, kMost);
  };
  const auto say = [&](const std::string& what, const std::string& text) {
    base::Diagnostic note;
    note.severity = base::Severity::note;
    note.where = {system.path, 0, 0};
    note.message = what + ": " + text;
    note.code = kWiring;
    system.warnings.push_back(std::move(note));
  };
  // Notes, so that a guess that is wrong can be seen.
  say("taken as inputs", names(system.inputs, false));
  say("taken as outputs", names(system.outputs, false));
  say("taken as state", names(system.state, true));
  say("taken as initialisation",
      d.init ? d.init->text : "none but the initialisers of variables");
}

}  // namespace catenary::frontend::c
