// SPDX-License-Identifier: Apache-2.0
#include "app/timed/timed_names.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text/characters.h"
#include "option/suggest.h"
#include "option/table.h"

namespace catenary::app {

namespace {

using engine::symbolic::Path;
using model::TimedAutomaton;

std::vector<std::string> names_of_states(const TimedAutomaton& automaton) {
  std::vector<std::string> out;
  for (const model::TimedState& s : automaton.states) out.push_back(s.name);
  return out;
}

/// Of the transitions that leave `state`, or of all: bare ones and qualified.
std::vector<std::string> names_of_transitions(
    const TimedAutomaton& automaton, std::optional<std::uint32_t> state) {
  std::vector<std::string> out;
  for (std::uint32_t t = 0; t < automaton.transitions.size(); ++t) {
    if (state && automaton.transitions[t].from != *state) continue;
    out.push_back(automaton.transitions[t].name);
  }
  for (std::uint32_t t = 0; t < automaton.transitions.size(); ++t) {
    out.push_back(automaton.qualified(t));
  }
  return out;
}

std::optional<std::uint32_t> leaving(const TimedAutomaton& automaton,
                                     std::uint32_t state,
                                     const std::string& name) {
  for (const std::uint32_t t : automaton.states[state].transitions) {
    if (automaton.transitions[t].name == name) return t;
  }
  return std::nullopt;
}

/// "a.tr1, b.tr1": all transitions of that bare name.
std::string candidates(const TimedAutomaton& automaton,
                       const std::string& name) {
  std::string out;
  for (std::uint32_t t = 0; t < automaton.transitions.size(); ++t) {
    if (automaton.transitions[t].name != name) continue;
    out += (out.empty() ? "" : ", ") + automaton.qualified(t);
  }
  return out;
}

/// A transition by its unique or qualified name.
std::uint32_t transition_named(const TimedAutomaton& automaton,
                               const std::string& name,
                               const std::string& option,
                               std::optional<std::uint32_t> state) {
  if (const auto found = automaton.find_transition(name)) return *found;
  const std::string all = candidates(automaton, name);
  if (!all.empty()) {
    throw base::InputError({automaton.path, 0, 0},
                           option + ": there are several transitions '" + name +
                               "'; expected one of " + all,
                           "ambiguous-transition");
  }
  const std::vector<std::string> names = names_of_transitions(automaton, state);
  throw base::InputError({automaton.path, 0, 0},
                         option + ": no transition '" + name + "'" +
                             option::did_you_mean(name, names),
                         "unknown-transition");
}

std::vector<std::string> words(const std::string& text,
                               const std::string& option) {
  // An empty name is a mistake, not nothing: the test would be another one.
  std::vector<std::string> out = option::split_list({text});
  const auto commas = std::count(text.begin(), text.end(), ',');
  if (out.empty() || out.size() != static_cast<std::size_t>(commas) + 1) {
    throw base::InputError({},
                           option +
                               ": expected names of transitions with "
                               "commas between them, found '" +
                               text + "'",
                           "option-path");
  }
  return out;
}

}  // namespace

mpq_class read_number(const std::string& text, const std::string& option) {
  constexpr std::size_t kLongest = 40;
  const auto digits = [](const std::string& s) {
    return !s.empty() && std::ranges::all_of(s, base::is_digit);
  };
  const std::size_t at = text.find_first_of("./");
  const std::string whole = text.substr(0, at);
  const std::string rest = at == std::string::npos ? "" : text.substr(at + 1);
  const bool good = text.size() <= kLongest && digits(whole) &&
                    (at == std::string::npos || digits(rest));
  if (good) {
    if (at == std::string::npos) return mpq_class(mpz_class(whole, 10));
    mpz_class divisor(1);
    mpz_class dividend(whole, 10);
    if (text[at] == '/') {
      divisor = mpz_class(rest, 10);
    } else {
      for (std::size_t i = 0; i < rest.size(); ++i) divisor *= 10;
      dividend = dividend * divisor + mpz_class(rest, 10);
    }
    if (divisor != 0) {
      mpq_class out(dividend, divisor);
      out.canonicalize();
      return out;
    }
  }
  throw base::InputError({},
                         option +
                             ": expected a number that is not negative, "
                             "e.g. 5, 2.5 or 5/2, found '" +
                             text + "'",
                         "option-number");
}

Path read_path(const TimedAutomaton& automaton, const std::string& text) {
  Path path;
  std::uint32_t state = automaton.initial;
  for (const std::string& name : words(text, "--path")) {
    const auto here = leaving(automaton, state, name);
    path.push_back(here ? *here
                        : transition_named(automaton, name, "--path", state));
    state = automaton.transitions[path.back()].to;
  }
  return path;
}

Path read_milestones(const TimedAutomaton& automaton, const std::string& text) {
  Path path;
  for (const std::string& name : words(text, "--through")) {
    path.push_back(
        transition_named(automaton, name, "--through", std::nullopt));
  }
  return path;
}

engine::symbolic::TestCaseOptions test_case_options(
    const TimedAutomaton& automaton, const TimedOptions& options) {
  engine::symbolic::TestCaseOptions out;
  std::vector<std::string> inputs;
  for (const model::TimedChannel& c : automaton.channels) {
    if (c.input) inputs.push_back(c.name);
  }
  for (const std::string& name : options.uncontrollable) {
    const auto channel = automaton.find_channel(name);
    if (!channel) {
      throw base::InputError({automaton.path, 0, 0},
                             "--uncontrollable: no channel '" + name + "'" +
                                 option::did_you_mean(name, inputs),
                             "unknown-channel");
    }
    if (!automaton.channels[*channel].input) {
      throw base::InputError(automaton.channels[*channel].where,
                             "--uncontrollable: '" + name +
                                 "' is an output; only inputs can be "
                                 "uncontrollable",
                             "uncontrollable-output");
    }
    out.uncontrollable.insert(*channel);
  }
  const auto time = [](const std::string& text, const std::string& option) {
    const mpq_class n = read_number(text, option);
    if (n > 0) return n;
    throw base::InputError(
        {},
        option + ": expected a time above 0, found '" + text + "'",
        "option-number");
  };
  if (!options.time_out.empty()) out.time_out = time(options.time_out, "--tm");
  for (const std::string& text : options.quiescence) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw base::InputError(
          {},
          "--quiescence: expected STATE=N, found '" + text + "'",
          "option-quiescence");
    }
    const std::string name = text.substr(0, equals);
    const auto state = automaton.find_state(name);
    if (!state) {
      throw base::InputError(
          {automaton.path, 0, 0},
          "--quiescence: no state '" + name + "'" +
              option::did_you_mean(name, names_of_states(automaton)),
          "unknown-state");
    }
    out.time_out_in[*state] = time(text.substr(equals + 1), "--quiescence");
  }
  out.simplify = !options.no_simplify;
  return out;
}

std::vector<std::pair<std::string, std::string>> recorded(
    const TimedOptions& options) {
  const auto list = [](const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& t : texts) out += (out.empty() ? "" : ",") + t;
    return out;
  };
  std::vector<std::pair<std::string, std::string>> out;
  if (!options.uncontrollable.empty()) {
    out.emplace_back("uncontrollable", list(options.uncontrollable));
  }
  if (!options.time_out.empty()) out.emplace_back("tm", options.time_out);
  if (!options.quiescence.empty()) {
    out.emplace_back("quiescence", list(options.quiescence));
  }
  if (options.no_simplify) out.emplace_back("simplify", "false");
  return out;
}

std::string path_text(const TimedAutomaton& automaton, const Path& path) {
  std::string out;
  for (const std::uint32_t t : path) {
    const std::string& bare = automaton.transitions[t].name;
    out += out.empty() ? "" : ", ";
    out += automaton.find_transition(bare) ? bare : automaton.qualified(t);
  }
  return out;
}

}  // namespace catenary::app
