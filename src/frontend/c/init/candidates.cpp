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
#include <optional>
#include <sstream>
#include <string_view>
#include <tuple>

#include "base/text/letters.h"
#include "frontend/c/environment/sources.h"
#include "frontend/c/wiring_names.h"

namespace catenary::frontend::c {

namespace {

using base::in_small_letters;
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
                                                           "control",
                                                           "compute",
                                                           "handle",
                                                           "read_byte",
                                                           "parse",
                                                           "feed",
                                                           "body",
                                                           "main"};
constexpr std::initializer_list<const char*> kInitNames = {"setup",
                                                           "init",
                                                           "initialize",
                                                           "initialise",
                                                           "start",
                                                           "reset",
                                                           "begin",
                                                           "create",
                                                           "configure"};

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

/// Without what people and generators append: "poll_ex", "X_run__".
std::string stem(std::string name) {
  while (name.ends_with('_')) name.pop_back();
  if (name.ends_with("_ex")) name.resize(name.size() - 3);
  return name;
}

/// Whether a name ends with this word: "motor_run", "motorRun", "PIDRun",
/// "run".
bool ends_with_word(const std::string& full, const std::string& word) {
  const std::string name = stem(full);
  if (name.size() < word.size() || !in_small_letters(name).ends_with(word))
    return false;
  const std::size_t begin = name.size() - word.size();
  if (begin == 0 || name[begin - 1] == '_') return true;
  // The word begins after a small letter, or after an abbreviation.
  return is_upper(name[begin]) &&
         (!is_upper(name[begin - 1]) || !is_upper(name[begin + 1]));
}

/// Whether a name begins with this word: "init_motor", "initMotor", "init".
bool begins_with_word(const std::string& name, const std::string& word) {
  if (!in_small_letters(name).starts_with(word)) return false;
  if (name.size() == word.size()) return true;
  const auto next = static_cast<unsigned char>(name[word.size()]);
  return next == '_' || std::isupper(next) != 0;
}

bool is_init_name(const std::string& name) {
  return in_small_letters(name).find("_init_") != std::string::npos ||
         std::any_of(
             kInitNames.begin(), kInitNames.end(), [&](const char* word) {
               return ends_with_word(name, word) ||
                      begins_with_word(name, word);
             });
}

bool is_step_name(const std::string& name) {
  return begins_with_word(name, "handle") ||
         std::any_of(
             kStepNames.begin(), kStepNames.end(), [&](const char* word) {
               return ends_with_word(name, word);
             });
}

bool is_test_name(const std::string& name) {
  return begins_with_word(name, "test") || ends_with_word(name, "test") ||
         ends_with_word(name, "tests");
}

/// main(), also by the name that it has where it gives way.
bool is_main(const std::string& name) {
  return name == "main" || name == kRenamedMain;
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
  Candidate out{f.name, f.where, likelihood};
  for (const std::string& caller : f.callers) {
    (is_main(caller) ? out.in_main : out.in_tests) = true;
  }
  out.takes_arguments = f.takes_arguments;
  out.has_effect = f.has_effect;
  return out;
}

/// Whether the program itself does not call it.
bool is_free(const Inventory::Function& f) {
  return std::all_of(
      f.callers.begin(), f.callers.end(), [](const std::string& caller) {
        return is_main(caller) || is_test_name(caller);
      });
}

/// Whether a call of it can be written in the context of the first source.
bool can_be_given_arguments(const Inventory::Function& f) {
  // A structure as the result is an argument to the compiler, not a parameter.
  return (f.in_first_unit || !prototype(f).empty()) && !f.parameters.empty() &&
         !is_test_name(f.name) &&
         std::all_of(f.parameters.begin(),
                     f.parameters.end(),
                     [](const Inventory::Parameter& p) {
                       return p.type.kind == Kind::pointer ||
                              p.type.kind == Kind::scalar ||
                              !p.type.name.empty();
                     });
}

/// The functions that something outside of the program may call.
std::vector<const Inventory::Function*> entries(const Inventory& inventory) {
  std::vector<const Inventory::Function*> out;
  for (const Inventory::Function& f : inventory.functions) {
    const bool returns =
        f.result.kind == Kind::nothing || f.result.kind == Kind::scalar;
    if (is_main(f.name) || is_handler(f) || !is_free(f)) continue;
    if (f.takes_arguments ? !can_be_given_arguments(f) : !returns) {
      continue;
    }
    out.push_back(&f);
  }
  return out;
}

/// The period in a name such as "Door_10ms" or "log_1s", in milliseconds; 0:
/// none.
std::uint32_t period_ms(const std::string& function) {
  std::string name = in_small_letters(function);
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
    return std::make_tuple(a.likelihood, !a.has_effect, a.takes_arguments) <
           std::make_tuple(b.likelihood, !b.has_effect, b.takes_arguments);
  });
}

/// Whether it starts or ends an object that another function initialises, as
/// those of itemis CREATE (YAKINDU) do: "NAME_enter", "NAME_exit".
bool is_start_or_end(const Inventory& inventory, const std::string& name) {
  constexpr std::array<std::string_view, 2> kEnds = {"_enter", "_exit"};
  const auto initialises = [&](std::string_view end) {
    if (!name.ends_with(end)) return false;
    const auto init =
        std::ranges::find(inventory.functions,
                          name.substr(0, name.size() - end.size()) + "_init",
                          &Inventory::Function::name);
    return init != inventory.functions.end() && !init->parameters.empty() &&
           init->parameters[0].type.kind == Kind::pointer;
  };
  return std::ranges::any_of(kEnds, initialises);
}

/// How likely a function is the step; nothing: it is not a candidate.
std::optional<Likelihood> step_likelihood(const Inventory::Function& f) {
  if (is_called(f.name, "step") || is_called(f.name, "Step")) {
    return Likelihood::by_convention;
  }
  if (is_step_name(f.name)) return Likelihood::by_name;
  // An empty function does nothing.
  if (is_init_name(f.name) || f.size <= Inventory::Function::kEmptySize ||
      (f.takes_arguments && f.is_static)) {
    return std::nullopt;
  }
  return Likelihood::by_use;
}

}  // namespace

std::string prototype(const Inventory::Function& f) {
  const auto is_basic = [](const program::TypeShape& type) {
    static constexpr std::array<std::string_view, 8> kWords = {"char",
                                                               "short",
                                                               "int",
                                                               "long",
                                                               "signed",
                                                               "unsigned",
                                                               "float",
                                                               "double"};
    if (type.kind != Kind::scalar) return false;
    std::istringstream words(type.name);
    std::string word;
    std::size_t count = 0;
    while (words >> word) {
      if (std::ranges::find(kWords, word) == kWords.end()) return false;
      ++count;
    }
    return count > 0;
  };
  const bool is_void = f.result.kind == Kind::nothing;
  const bool is_mangled = f.name.starts_with("_Z");
  if (f.is_static || is_mangled || (!is_void && !is_basic(f.result))) {
    return "";
  }
  std::string parameters;
  for (const Inventory::Parameter& p : f.parameters) {
    if (!is_basic(p.type)) return "";
    parameters += (parameters.empty() ? "" : ", ") + p.type.name;
  }
  // Without debug information, nothing is known of them.
  if (parameters.empty() && f.takes_arguments) return "";
  return (is_void ? "void" : f.result.name) + " " + f.name + "(" +
         (parameters.empty() ? "void" : parameters) + ");";
}

std::string Candidate::reason() const {
  std::string callers = "nobody calls it";
  if (in_main) callers = "only main() calls it";
  if (in_tests) callers = "only tests call it";
  if (in_main && in_tests) callers = "only main() and tests call it";
  if (likelihood == Likelihood::by_use) return callers;
  return callers + ", and its name says so";
}

std::vector<Candidate> step_candidates(const Inventory& inventory) {
  std::vector<const Inventory::Function*> all = entries(inventory);
  // The parts of a program come before what uses them.
  const auto with =
      std::stable_partition(all.begin(), all.end(), [](const auto* f) {
        return !f->takes_arguments;
      });
  std::reverse(with, all.end());
  const auto unnamed = std::stable_partition(with, all.end(), [](auto* f) {
    return step_likelihood(*f) != Likelihood::by_use;
  });
  std::stable_sort(unnamed, all.end(), [](const auto* a, const auto* b) {
    return a->size > b->size;
  });
  std::vector<Candidate> out;
  for (const Inventory::Function* f : all) {
    if (is_start_or_end(inventory, f->name)) continue;
    const auto likelihood = step_likelihood(*f);
    if (likelihood) out.push_back(candidate(*f, *likelihood));
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
  const std::string small = in_small_letters(name);
  return std::any_of(kFaults.begin(), kFaults.end(), [&](const char* word) {
    return small.find(word) != std::string::npos;
  });
}

std::vector<PeriodicFunction> periodic_functions(
    const std::vector<Candidate>& steps) {
  std::vector<PeriodicFunction> out;
  for (const Candidate& step : steps) {
    if (step.takes_arguments) continue;
    if (const std::uint32_t period = period_ms(step.name); period > 0) {
      out.push_back({step, period});
    }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return a.function.where.line < b.function.where.line;
  });
  return out;
}

std::vector<Candidate> rate_functions(const std::vector<Candidate>& steps) {
  static constexpr std::string_view kFirst = "_step0";
  const auto named = [&](const std::string& name) {
    return std::find_if(steps.begin(), steps.end(), [&](const Candidate& c) {
      return c.name == name && !c.takes_arguments;
    });
  };
  for (const Candidate& first : steps) {
    if (!first.name.ends_with(kFirst)) continue;
    const std::string model = first.name.substr(0, first.name.size() - 1);
    std::vector<Candidate> out;
    for (auto at = named(model + "0"); at != steps.end();
         at = named(model + std::to_string(out.size()))) {
      out.push_back(*at);
    }
    if (out.size() > 1) return out;
  }
  return {};
}

}  // namespace catenary::frontend::c
