// SPDX-License-Identifier: Apache-2.0
/// \file
/// The canonical form of suites. The order of keys is fixed, empty members are
/// left out, and long lists of steps have a compact form.
#include "suite/write.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <system_error>

#include "base/check.h"
#include "suite/adaptive.h"
#include "suite/prefixes.h"
#include "suite/read.h"
#include "suite/texts.h"

namespace catenary::suite {
namespace {

/// The end of an interval; null for one that does not exist.
Json optional_value(const std::optional<logic::Value>& value) {
  return value ? to_json(*value) : Json();
}

/// Only if it is not empty; the same for lists below.
void set_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json.set(key, Json::string(text));
}

void set_strings(Json& json,
                 const char* key,
                 const std::vector<std::string>& texts) {
  if (!texts.empty()) json.set(key, Json::strings(texts));
}

/// An array of values.
Json values_to_json(const std::vector<logic::Value>& values) {
  Json out = Json::array();
  for (const logic::Value& value : values) out.push(to_json(value));
  return out;
}

/// Values by name; the characters of a text become one string if there is such
/// a string.
Json assignments_to_json(const std::vector<Assignment>& assignments,
                         const std::vector<Signal>& signals) {
  Json out = Json::object();
  std::map<std::uint32_t, logic::Value> values;
  for (const Assignment& a : assignments) values[a.signal] = a.value;
  std::uint32_t next = 0;  // what is before it was written
  for (const Assignment& a : assignments) {
    CATENARY_CHECK(a.signal < signals.size(), "no such signal");
    if (a.signal < next) continue;
    const std::optional<TextSignal> text = text_at(signals, a.signal);
    const auto spelling = text ? spelt(*text, values) : std::nullopt;
    if (spelling) {
      out.set(text->name, Json::string(*spelling));
      next = a.signal + text->size;
    } else {
      out.set(signals[a.signal].name, to_json(a.value));
    }
  }
  return out;
}

/// Expectations by the names of outputs.
Json expected_to_json(const std::vector<ExpectedOutput>& expected,
                      const Signature& signature) {
  Json out = Json::object();
  for (const ExpectedOutput& e : expected) {
    CATENARY_CHECK(e.signal < signature.outputs.size(), "no such output");
    out.set(signature.outputs[e.signal].name, to_json(e.expectation));
  }
  return out;
}

/// A message. Inputs are sent at `at`, outputs expected from then on `within` a
/// time, if one is given.
Json event_to_json(const Event& event, const Signature& signature) {
  CATENARY_CHECK(event.channel < signature.channels.size(), "no such channel");
  Json out = Json::object();
  out.set("at", to_json(event.at));
  out.set("channel", Json::string(signature.channels[event.channel].name));
  Json values = Json::array();
  for (const Expectation& value : event.values) values.push(to_json(value));
  out.set("values", std::move(values));
  if (event.within != 0) out.set("within", to_json(event.within));
  return out;
}

/// A transition, with references as positions.
Json transition_to_json(const TreeTransition& transition,
                        const Tree& tree,
                        const Signature& signature) {
  Json out = Json::object();
  CATENARY_CHECK(transition.from < tree.states.size(), "no such state");
  out.set("from", Json::number(std::int64_t{transition.from}));
  out.set(transition.to_leaf ? "verdict" : "to",
          Json::number(std::int64_t{transition.to}));
  out.set("action", Json::string(to_string(transition.action)));
  if (transition.action != Action::quiescence) {
    CATENARY_CHECK(transition.channel < signature.channels.size(),
                   "no such channel");
    out.set("channel",
            Json::string(signature.channels[transition.channel].name));
  }
  set_text(out, "delay", transition.delay);
  // Empty where the tree does not need them.
  set_strings(out, "variables", transition.variables);
  out.set("guard", Json::string(to_smtlib(transition.guard)));
  set_text(out, "sure_guard", to_smtlib(transition.sure_guard));
  set_text(out, "rule", transition.rule);
  return out;
}

/// Names with sorts, in the order of the tree.
void set_variables(Json& out,
                   const char* key,
                   const std::vector<TreeVariable>& variables) {
  Json& list = out.set(key, Json::array());
  for (const TreeVariable& v : variables) {
    Json& item = list.push(Json::object());
    item.set("name", Json::string(v.name));
    item.set("sort", Json::string(v.sort.to_string()));
  }
}

/// Functions that guards call. Small trees have none.
void set_functions(Json& out, const Tree& tree) {
  if (tree.functions.empty()) return;
  Json& functions = out.set("functions", Json::array());
  for (const TreeFunction& f : tree.functions) {
    Json& item = functions.push(Json::object());
    item.set("name", Json::string(f.name));
    set_variables(item, "parameters", f.parameters);
    item.set("body", Json::string(f.body));
  }
}

/// The definitions that a state computes when it is entered.
void set_definitions(Json& out, const TreeState& state) {
  if (state.definitions.empty()) return;
  Json& definitions = out.set("definitions", Json::array());
  for (const TreeDefinition& d : state.definitions) {
    Json& item = definitions.push(Json::object());
    item.set("name", Json::string(d.name));
    item.set("sort", Json::string(d.sort.to_string()));
    item.set("value", Json::string(to_smtlib(d.value)));
  }
}

/// All of a tree; transitions refer to states and verdicts by position, so
/// these come first.
void set_tree(Json& out, const Tree& tree, const Signature& signature) {
  set_variables(out, "variables", tree.variables);
  set_functions(out, tree);
  Json& states = out.set("states", Json::array());
  for (const TreeState& s : tree.states) {
    Json& item = states.push(Json::object());
    item.set("name", Json::string(s.name));
    item.set("time_out", to_json(s.time_out));
    set_definitions(item, s);
  }
  Json& leaves = out.set("verdicts", Json::array());
  for (const TreeLeaf& l : tree.leaves) {
    Json& item = leaves.push(Json::object());
    item.set("name", Json::string(l.name));
    item.set("verdict", Json::string(to_string(l.verdict)));
    set_text(item, "reason", l.reason);
  }
  Json& transitions = out.set("transitions", Json::array());
  for (const TreeTransition& t : tree.transitions) {
    transitions.push(transition_to_json(t, tree, signature));
  }
}

/// A goal. Depth and place may be unknown; there is always a reason.
Json goal_to_json(const SuiteGoal& goal) {
  Json out = Json::object();
  out.set("id", Json::string(goal.id));
  out.set("kind", Json::string(goal.kind));
  set_text(out, "text", goal.text);
  set_strings(out, "requirements", goal.requirements);
  if (goal.where.known()) out.set("where", to_json(goal.where));
  if (goal.violation) out.set("violation", Json::boolean(true));
  out.set("status", Json::string(to_string(goal.status)));
  out.set("trust", Json::string(to_string(goal.trust)));
  out.set("reason", Json::string(goal.reason));
  if (goal.depth >= 0) out.set("depth", Json::number(goal.depth));
  return out;
}

/// A certificate. Its data depend on the method and are copied.
Json certificate_to_json(const Certificate& certificate) {
  Json out = Json::object();
  out.set("kind", Json::string(certificate.kind));
  out.set("claim", Json::string(certificate.claim));
  out.set("by", Json::string(certificate.by));
  set_strings(out, "goals", certificate.goals);
  if (!certificate.data.members().empty()) out.set("data", certificate.data);
  return out;
}

/// A finding; a witness is the id of a test.
Json finding_to_json(const Finding& finding) {
  Json out = Json::object();
  out.set("code", Json::string(finding.code));
  out.set("severity", Json::string(base::to_string(finding.severity)));
  out.set("message", Json::string(finding.message));
  if (finding.where.known()) out.set("where", to_json(finding.where));
  set_strings(out, "requirements", finding.requirements);
  set_text(out, "witness", finding.witness);
  return out;
}

/// Signals; the characters of a text become one entry.
Json signals_to_json(const std::vector<Signal>& signals) {
  Json out = Json::array();
  // An array of characters that belong together is one text.
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const std::optional<TextSignal> text = text_at(signals, i);
    if (!text) {
      out.push(to_json(signals[i]));
      continue;
    }
    Json one = Json::object();
    one.set("name", Json::string(text->name));
    one.set("type", Json::string(kTextType));
    one.set("size", Json::number(std::int64_t{text->size}));
    out.push(std::move(one));
    i += text->size - 1;
  }
  return out;
}

/// The whole signature.
Json signature_to_json(const Signature& signature) {
  Json out = Json::object();
  out.set("inputs", signals_to_json(signature.inputs));
  out.set("outputs", signals_to_json(signature.outputs));
  if (!signature.initial.empty()) {
    out.set("initial", signals_to_json(signature.initial));
  }
  if (!signature.channels.empty()) {
    Json& channels = out.set("channels", Json::array());
    for (const Channel& c : signature.channels) channels.push(to_json(c));
  }
  out.set("time_unit", Json::string(signature.time_unit));
  return out;
}

/// From this number of steps on, a list is written in compact form: values by
/// position, and equal steps in a row once.
constexpr std::size_t kManySteps = 1000;

/// Whether a list may be written by position: not if several signals are one
/// text, nor if most entries would be null.
template <typename Item>
bool is_dense(const std::vector<Item>& items,
              const std::vector<Signal>& signals) {
  if (2 * items.size() <= signals.size()) return false;
  // More than half of the row would be null.
  for (std::size_t i = 0; i < signals.size(); ++i) {
    if (text_at(signals, i)) return false;
  }
  return true;
}

/// Values by position, null for signals without a value. Requires: ascending by
/// signal.
template <typename Item, typename Value>
Json row_of(const std::vector<Item>& items,
            std::size_t size,
            const Value& value) {
  Json out = Json::array();
  std::size_t next = 0;
  for (const Item& item : items) {
    for (; next < item.signal; ++next) out.push(Json());
    out.push(value(item));
    ++next;
  }
  for (; next < size; ++next) out.push(Json());
  return out;
}

/// A step in compact form: as to_json(), with dense lists as rows.
Json compact_step(const Step& step, const Signature& signature) {
  Json full = to_json(step, signature);
  Json out = Json::object();
  for (const auto& [key, value] : full.members()) {
    if (key == "inputs" && is_dense(step.inputs, signature.inputs)) {
      out.set(key,
              row_of(step.inputs,
                     signature.inputs.size(),
                     [](const Assignment& a) { return to_json(a.value); }));
    } else if (key == "expect" && is_dense(step.expect, signature.outputs)) {
      out.set(key,
              row_of(step.expect,
                     signature.outputs.size(),
                     [](const ExpectedOutput& e) {
                       return to_json(e.expectation);
                     }));
    } else {
      out.set(key, value);
    }
  }
  out.keep_on_one_line();
  return out;
}

/// Passes the steps first .. last of a test or prefix to `take`, one by one, so
/// that their JSON need not be in memory at once.
void each_step_to_json(const std::vector<Step>& steps,
                       std::size_t first,
                       std::size_t last,
                       const Signature& signature,
                       const std::function<void(Json)>& take) {
  // Small suites are for people, who read names rather than positions.
  const bool compact = last - first >= kManySteps;
  for (std::size_t i = first; i < last; ++i) {
    // A step is written once with the number of times, as long as nothing tells
    // it from the next.
    if (!compact) {
      take(to_json(steps[i], signature));
      continue;
    }
    Json step = compact_step(steps[i], signature);
    std::int64_t times = 1;
    // Goals and branches belong to one particular step.
    const bool plain = steps[i].goals.empty() && steps[i].next.empty();
    while (plain && i + 1 < last && steps[i + 1] == steps[i]) {
      ++times;
      ++i;
    }
    if (times > 1) step.set("repeat", Json::number(times));
    take(std::move(step));
  }
}

/// The steps first .. last as an array.
Json steps_to_json(const std::vector<Step>& steps,
                   std::size_t first,
                   std::size_t last,
                   const Signature& signature) {
  Json out = Json::array();
  each_step_to_json(steps, first, last, signature, [&out](Json step) {
    out.push(std::move(step));
  });
  return out;
}

/// All of a test except its steps.
Json head_to_json(const Test& test, const Signature& signature) {
  Json out = Json::object();
  set_text(out, "id", test.id);
  set_text(out, "name", test.name);
  out.set("kind", Json::string(to_string(test.kind)));
  out.set("goals", Json::strings(test.goals));
  set_strings(out, "requirements", test.requirements);
  set_text(out, "note", test.note);
  // Most systems have no choices at the start.
  if (!test.initial.empty() || !test.initial_goals.empty()) {
    Json& initial = out.set("initial", Json::object());
    initial.set("values", assignments_to_json(test.initial, signature.initial));
    set_strings(initial, "goals", test.initial_goals);
  }
  if (is_automaton(test)) set_tree(out, test.tree, signature);
  return out;
}

/// The whole test, except for the steps before `first`, which belong to the
/// prefix `after` (-1 = none).
Json test_to_json(const Test& test,
                  const Signature& signature,
                  std::size_t first,
                  std::int64_t after) {
  Json out = head_to_json(test, signature);
  // A tree has states instead of steps.
  if (is_automaton(test)) return out;
  if (after >= 0) out.set("after", Json::number(after));
  out.set("steps",
          steps_to_json(test.steps, first, test.steps.size(), signature));
  return out;
}

/// Sets "prefixes", if there are any, and "tests". Many tests begin alike; what
/// they share is written once.
void set_tests(Json& out, const Suite& suite) {
  const PrefixTable table = share_prefixes(suite);
  if (!table.prefixes.empty()) {
    Json& prefixes = out.set("prefixes", Json::array());
    for (const Prefix& prefix : table.prefixes) {
      Json& item = prefixes.push(Json::object());
      if (prefix.after >= 0) item.set("after", Json::number(prefix.after));
      item.set("steps",
               steps_to_json(suite.tests[prefix.test].steps,
                             prefix.first,
                             prefix.last,
                             suite.signature));
    }
  }
  Json& tests = out.set("tests", Json::array());
  for (std::size_t i = 0; i < suite.tests.size(); ++i) {
    const std::int64_t after = table.after[i];
    // The steps of the prefix are not repeated.
    const std::size_t first =
        after < 0 ? 0 : table.prefixes[static_cast<std::size_t>(after)].last;
    tests.push(test_to_json(suite.tests[i], suite.signature, first, after));
  }
}

}  // namespace

Json to_json(const base::SourceLocation& where) {
  Json out = Json::object();
  // 0 stands for "not known" in both.
  out.set("file", Json::string(where.file));
  if (where.line > 0) out.set("line", Json::number(std::int64_t{where.line}));
  if (where.column > 0) {
    out.set("column", Json::number(std::int64_t{where.column}));
  }
  return out;
}

Json to_json(const Signal& signal) {
  Json out = Json::object();
  out.set("name", Json::string(signal.name));
  out.set("type", Json::string(signal.type));
  if (signal.enumeration != nullptr) {
    Json& enumeration = out.set("enum", Json::object());
    enumeration.set("name", Json::string(signal.enumeration->name));
    enumeration.set("values", Json::strings(signal.enumeration->values));
  }
  set_text(out, "unit", signal.unit);
  if (!signal.names.empty()) {
    Json& names = out.set("names", Json::object());
    for (const auto& [name, value] : signal.names) {
      names.set(name, to_json(value));
    }
  }
  // A range may have one end only.
  if (signal.lo || signal.hi) {
    Json& range = out.set("range", Json::array());
    range.push(optional_value(signal.lo));
    range.push(optional_value(signal.hi));
  }
  if (signal.derived) out.set("derived", Json::boolean(true));
  return out;
}

Json to_json(const Channel& channel) {
  Json out = Json::object();
  out.set("name", Json::string(channel.name));
  out.set("direction", Json::string(to_string(channel.direction)));
  // Most channels are controllable, so that is not written.
  if (!channel.controllable) out.set("controllable", Json::boolean(false));
  if (!channel.parameters.empty()) {
    out.set("parameters", signals_to_json(channel.parameters));
  }
  return out;
}

Json to_json(const Expectation& expectation) {
  /// One form for each kind of expectation. A bare value is by far the most
  /// common.
  struct Printer {
    Json operator()(const logic::Value& v) const { return to_json(v); }
    Json operator()(const Interval& i) const {
      Json out = Json::object();
      Json& ends = out.set("interval", Json::array());
      ends.push(optional_value(i.lo));
      ends.push(optional_value(i.hi));
      if (i.lo_open || i.hi_open) {
        out.set("open",
                Json::string(!i.hi_open   ? "lo"
                             : !i.lo_open ? "hi"
                                          : "both"));
      }
      return out;
    }
    Json operator()(const OneOf& s) const {
      Json out = Json::object();
      out.set("set", values_to_json(s.values));
      return out;
    }
    Json operator()(const Formula& f) const {
      Json out = Json::object();
      out.set("smtlib", Json::string(to_smtlib(f)));
      return out;
    }
  };
  return std::visit(Printer{}, expectation);
}

Json to_json(const Step& step, const Signature& signature) {
  Json out = Json::object();
  // A step takes one unit of time unless it says otherwise.
  if (step.dt != 1) out.set("dt", to_json(step.dt));
  if (step.at_ns) out.set("at_ns", to_json(mpq_class(*step.at_ns)));
  out.set("inputs", assignments_to_json(step.inputs, signature.inputs));
  out.set("expect", expected_to_json(step.expect, signature));
  if (!step.events.empty()) {
    Json& events = out.set("events", Json::array());
    for (const Event& event : step.events) {
      events.push(event_to_json(event, signature));
    }
  }
  set_strings(out, "goals", step.goals);
  // Only tests that are trees of steps have branches.
  if (step.next.empty()) return out;
  Json& next = out.set("next", Json::array());
  for (const AdaptiveBranch& branch : step.next) {
    Json& item = next.push(Json::object());
    item.set("when", expected_to_json(branch.when, signature));
    item.set("to", Json::number(std::int64_t{branch.to}));
  }
  return out;
}

Json to_json(const Test& test, const Signature& signature) {
  return test_to_json(test, signature, 0, -1);
}

std::string compact_text(const Test& test, const Signature& signature) {
  // The text is assembled by hand: the document of a long test would take a
  // multiple of its text in memory.
  std::string out = head_to_json(test, signature).compact();
  if (is_automaton(test)) return out;
  // The closing brace; it comes back at the end.
  out.pop_back();
  out += ",\"steps\":[";
  bool is_first = true;
  each_step_to_json(
      test.steps, 0, test.steps.size(), signature, [&](const Json& step) {
        if (!is_first) out += ',';
        is_first = false;
        out += step.compact();
      });
  return out + "]}";
}

std::string write_suite(const Suite& suite) {
  // Checked before the work, and the size after it: what cannot be read again
  // must not be written.
  std::uint64_t steps = 0;
  for (const Test& test : suite.tests) steps += test.steps.size();
  if (steps > kMostSuiteSteps) {
    throw base::ToolError("the suite has " + std::to_string(steps) +
                          " steps, more than can be read again (" +
                          std::to_string(kMostSuiteSteps) +
                          "); expected fewer or shorter tests, see --cover and "
                          "--max-steps");
  }
  Json out = Json::object();
  out.set("schema", Json::string(kSuiteSchema));
  out.set("tool", Json::string(suite.tool));
  Json& model = out.set("model", Json::object());
  model.set("name", Json::string(suite.model.name));
  model.set("kind", Json::string(suite.model.kind));
  model.set("path", Json::string(suite.model.path));
  model.set("sha256", Json::string(suite.model.sha256));
  Json& options = out.set("options", Json::object());
  for (const auto& [key, value] : suite.options) {
    options.set(key, Json::string(value));
  }
  // By way of a rational, which becomes a string where a double is too small.
  out.set("seed", to_json(mpq_class(mpz_class(std::to_string(suite.seed)))));
  out.set("signature", signature_to_json(suite.signature));
  Json& goals = out.set("goals", Json::array());
  for (const SuiteGoal& goal : suite.goals) goals.push(goal_to_json(goal));
  set_tests(out, suite);
  Json& certificates = out.set("certificates", Json::array());
  for (const Certificate& c : suite.certificates) {
    certificates.push(certificate_to_json(c));
  }
  Json& findings = out.set("findings", Json::array());
  for (const Finding& f : suite.findings) findings.push(finding_to_json(f));
  std::string text = out.pretty();
  if (text.size() > kMostSuiteBytes) {
    throw base::ToolError(
        "the suite has " + std::to_string(text.size()) +
        " bytes, more than can be read again (" +
        std::to_string(kMostSuiteBytes) +
        "); expected fewer or shorter tests, see --cover and --max-steps");
  }
  return text;
}

void write_file(const std::string& path, std::string_view text) {
  // Another name, so that nobody ever finds half a file. Its process makes it
  // unique; the same folder makes the renaming atomic.
  const std::string temporary =
      path + "." + std::to_string(::getpid()) + ".tmp";
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) {
      std::remove(temporary.c_str());
      throw base::ToolError(path + ": cannot write the file");
    }
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    std::remove(temporary.c_str());
    throw base::ToolError(path + ": cannot write the file");
  }
}

}  // namespace catenary::suite
