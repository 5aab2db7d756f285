// SPDX-License-Identifier: Apache-2.0
/// \file
/// Candidates by the conventions of Arduino ("setup", "loop"), of CMSIS
/// ("..._IRQHandler"), AVR ("..._vect", which becomes "__vector_N") and AUTOSAR
/// ("..._10ms"), and by names that people give.
#include "frontend/c/init/candidates.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

#include "frontend/c/wiring_names.h"

namespace catenary::frontend::c {

namespace {

using program::Inventory;
using Kind = program::TypeShape::Kind;

constexpr std::initializer_list<const char*> kStepNames = {"loop",
                                                           "update",
                                                           "run",
                                                           "tick",
                                                           "task",
                                                           "process",
                                                           "poll",
                                                           "main_loop",
                                                           "cycle",
                                                           "periodic",
                                                           "scheduler",
                                                           "control"};
constexpr std::initializer_list<const char*> kInitNames = {"setup",
                                                           "init",
                                                           "initialize",
                                                           "initialise",
                                                           "start",
                                                           "reset",
                                                           "begin",
                                                           "configure"};

std::string lower(const std::string& text) {
  std::string out = text;
  for (char& c : out) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

/// Whether a name ends with this word: "motor_run", "motorRun", "run".
bool ends_with_word(const std::string& name, const std::string& word) {
  if (name.size() < word.size() || !lower(name).ends_with(word)) return false;
  const std::size_t begin = name.size() - word.size();
  if (begin == 0 || name[begin - 1] == '_') return true;
  return std::isupper(static_cast<unsigned char>(name[begin])) != 0 &&
         std::isupper(static_cast<unsigned char>(name[begin - 1])) == 0;
}

/// Whether a name begins with this word: "init_motor", "initMotor", "init".
bool begins_with_word(const std::string& name, const std::string& word) {
  if (!lower(name).starts_with(word)) return false;
  if (name.size() == word.size()) return true;
  const auto next = static_cast<unsigned char>(name[word.size()]);
  return next == '_' || std::isupper(next) != 0;
}

bool is_init_name(const std::string& name) {
  return std::any_of(
      kInitNames.begin(), kInitNames.end(), [&](const char* word) {
        return ends_with_word(name, word) || begins_with_word(name, word);
      });
}

bool is_step_name(const std::string& name) {
  return begins_with_word(name, "handle") ||
         std::any_of(
             kStepNames.begin(), kStepNames.end(), [&](const char* word) {
               return ends_with_word(name, word);
             });
}

bool is_handler_name(const std::string& name) {
  static constexpr std::array kEnds = {
      "_IRQHandler", "_Handler", "_ISR", "_isr", "ISR", "_interrupt", "_vect"};
  static constexpr std::array kBegins = {"isr_", "ISR_", "__vector_"};
  return std::any_of(kEnds.begin(),
                     kEnds.end(),
                     [&](const char* end) { return name.ends_with(end); }) ||
         std::any_of(kBegins.begin(), kBegins.end(), [&](const char* begin) {
           return name.starts_with(begin);
         });
}

bool is_handler(const Inventory::Function& f) {
  return !f.takes_arguments && !f.is_called && f.result.kind == Kind::nothing &&
         is_handler_name(f.name);
}

Candidate candidate(const Inventory::Function& f, Likelihood likelihood) {
  return {f.name, f.where, likelihood, f.only_main_calls};
}

/// The functions that something outside of the program may call as they are.
std::vector<const Inventory::Function*> entries(const Inventory& inventory) {
  std::vector<const Inventory::Function*> out;
  for (const Inventory::Function& f : inventory.functions) {
    const bool returns =
        f.result.kind == Kind::nothing || f.result.kind == Kind::scalar;
    if (f.name == "main" || f.takes_arguments || !returns || is_handler(f) ||
        (f.is_called && !f.only_main_calls)) {
      continue;
    }
    out.push_back(&f);
  }
  return out;
}

/// The period in a name such as "Door_10ms" or "log_1s", in milliseconds; 0:
/// none.
std::uint32_t period_ms(const std::string& function) {
  std::string name = lower(function);
  std::uint32_t factor = 1;
  if (name.ends_with("ms")) {
    name.resize(name.size() - 2);
  } else if (name.ends_with("s")) {
    name.resize(name.size() - 1);
    factor = 1000;
  } else {
    return 0;
  }
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  const std::size_t count = name.size() - digits;
  // More digits are no period that anybody counts in this unit.
  if (digits == 0 || count == 0 || count > 5) return 0;
  return factor * static_cast<std::uint32_t>(std::stoul(name.substr(digits)));
}

void sort_by_likelihood(std::vector<Candidate>& all) {
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.likelihood < b.likelihood;
  });
}

}  // namespace

std::string Candidate::reason() const {
  const std::string caller =
      in_main ? "only main() calls it" : "nobody calls it";
  if (likelihood == Likelihood::by_use) return caller;
  return caller + ", and its name says so";
}

std::vector<Candidate> step_candidates(const Inventory& inventory) {
  std::vector<Candidate> out;
  for (const Inventory::Function* f : entries(inventory)) {
    if (is_called(f->name, "step") || is_called(f->name, "Step")) {
      out.push_back(candidate(*f, Likelihood::by_convention));
    } else if (is_step_name(f->name)) {
      out.push_back(candidate(*f, Likelihood::by_name));
    } else if (!is_init_name(f->name)) {
      out.push_back(candidate(*f, Likelihood::by_use));
    }
  }
  sort_by_likelihood(out);
  return out;
}

std::vector<Candidate> init_candidates(const Inventory& inventory) {
  std::vector<Candidate> out;
  for (const Inventory::Function* f : entries(inventory)) {
    if (!is_init_name(f->name) || is_step_name(f->name)) continue;
    const bool conventional =
        is_called(f->name, "init") || is_called(f->name, "initialize") ||
        is_called(f->name, "initialise") || is_called(f->name, "Init");
    out.push_back(candidate(
        *f, conventional ? Likelihood::by_convention : Likelihood::by_name));
  }
  sort_by_likelihood(out);
  return out;
}

std::vector<Candidate> handler_candidates(const Inventory& inventory) {
  std::vector<Candidate> out;
  for (const Inventory::Function& f : inventory.functions) {
    if (is_handler(f)) out.push_back(candidate(f, Likelihood::by_name));
  }
  return out;
}

bool is_fault_handler(const std::string& name) {
  static constexpr std::array kFaults = {"fault",
                                         "nmi_handler",
                                         "default_handler",
                                         "reset_handler",
                                         "error_handler"};
  const std::string small = lower(name);
  return std::any_of(kFaults.begin(), kFaults.end(), [&](const char* word) {
    return small.find(word) != std::string::npos;
  });
}

std::vector<PeriodicFunction> periodic_functions(
    const std::vector<Candidate>& steps) {
  std::vector<PeriodicFunction> out;
  for (const Candidate& step : steps) {
    if (const std::uint32_t period = period_ms(step.name); period > 0) {
      out.push_back({step, period});
    }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.function.where.line < b.function.where.line;
  });
  return out;
}

}  // namespace catenary::frontend::c
