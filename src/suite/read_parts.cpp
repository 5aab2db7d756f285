// SPDX-License-Identifier: Apache-2.0
/// \file
/// Readers of signals, channels, trees and expectations.
#include "suite/read_parts.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "suite/read.h"
#include "suite/read_formula.h"
#include "suite/texts.h"

namespace catenary::suite {
namespace {

/// An end of an interval; null means infinity.
std::optional<logic::Value> bound(const std::string& file,
                                  const Json& json,
                                  const Signal& signal) {
  if (json.is(Json::Kind::null)) return std::nullopt;
  return value_from_json(json, signal, file);
}

/// Two ends, null for infinity; the first must not be above the second.
std::pair<std::optional<logic::Value>, std::optional<logic::Value>> read_ends(
    const std::string& file, const Json& json, const Signal& signal) {
  if (read_array(file, json).size() != 2) {
    fail_at(file, json, "expected two ends: [lowest, highest]");
  }
  // Enumerators are names, and bit patterns neither signed nor unsigned.
  if (signal.type == "enum" || signal.type.substr(0, 2) == "bv") {
    fail_at(file, json, "values of type " + signal.type + " have no order");
  }
  std::pair ends(bound(file, json.items()[0], signal),
                 bound(file, json.items()[1], signal));
  if (ends.first && ends.second) {
    const logic::Value& lo = *ends.first;
    const logic::Value& hi = *ends.second;
    // Whether the ends belong to the interval does not matter here.
    bool in_order = false;
    switch (lo.kind()) {
      case logic::SortKind::integer:
        in_order = lo.as_integer() <= hi.as_integer();
        break;
      case logic::SortKind::real:
        in_order = lo.as_real() <= hi.as_real();
        break;
      case logic::SortKind::boolean:
        in_order = !lo.as_bool() || hi.as_bool();
        break;
      // A NaN cannot be an end: it is not in order with anything.
      default:
        in_order = lo.as_double() <= hi.as_double();
        break;
    }
    if (!in_order) fail_at(file, json, "the lowest is above the highest");
  }
  return ends;
}

/// One signal, with its enumeration, names and range.
Signal read_signal(const std::string& file, const Json& json) {
  FieldReader in(file, json, "a signal");
  Signal signal;
  const Json& name = in.require("name");
  signal.name = read_string(file, name);
  if (signal.name.empty()) fail_at(file, name, "expected a name");
  const Json& type = in.require("type");
  signal.type = read_string(file, type);
  if (const Json* e = in.optional("enum")) {
    FieldReader part(file, *e, "an enumeration");
    logic::Enumeration enumeration{part.text("name"), {}};
    const Json& values = part.require("values");
    enumeration.values = read_strings(file, values);
    std::unordered_set<std::string> unique(enumeration.values.begin(),
                                           enumeration.values.end());
    // Two enumerators of one name could not be told apart in values.
    if (unique.empty() || unique.size() != enumeration.values.size()) {
      fail_at(file, values, "expected different names, at least one");
    }
    part.done();
    if (signal.type != "enum") fail_at(file, *e, "the type is not \"enum\"");
    signal.enumeration =
        std::make_shared<const logic::Enumeration>(std::move(enumeration));
  }
  // The error of Signal::sort() has no place; here it gets one.
  try {
    (void)signal.sort();
  } catch (const base::InputError& error) {
    fail_at(file, type, error.diagnostics().front().message);
  }
  signal.unit = in.text_or("unit", "");
  if (const Json* names = in.optional("names")) {
    if (!names->is(Json::Kind::object)) {
      fail_at(file, *names, "expected an object of values by name");
      // Names of values that the model has, e.g. of the states.
    }
    for (const auto& [key, value] : names->members()) {
      signal.names.emplace_back(key, value_from_json(value, signal, file));
    }
  }
  if (const Json* range = in.optional("range")) {
    std::tie(signal.lo, signal.hi) = read_ends(file, *range, signal);
  }
  signal.derived = in.flag("derived");
  in.done();
  return signal;
}

/// A text signal becomes one signal for each character.
std::vector<Signal> read_signal_or_text(const std::string& file,
                                        const Json& json) {
  if (json.is(Json::Kind::object)) {
    const Json* type = json.find("type");
    if (type != nullptr && type->is(Json::Kind::string) &&
        type->text() == kTextType) {
      // A limit, so that a short file cannot ask for endless memory.
      constexpr std::uint64_t kMost = 1'000'000;
      FieldReader in(file, json, "a text");
      const std::string name = in.text("name");
      (void)in.require("type");
      const std::uint64_t size = read_unsigned(file, in.require("size"), kMost);
      if (size == 0) fail_at(file, json, "a text has at least one character");
      in.done();
      return characters(name, static_cast<std::uint32_t>(size));
    }
  }
  return {read_signal(file, json)};
}

}  // namespace

/// Which model a suite was made from.
ModelReference read_model(const std::string& file, const Json& json) {
  FieldReader in(file, json, "a model");
  ModelReference model;
  model.name = in.text("name");
  model.kind = in.text("kind");
  model.path = in.text("path");
  model.sha256 = in.text("sha256");
  in.done();
  return model;
}

/// Signals with different names.
std::vector<Signal> read_signals(const std::string& file, const Json& json) {
  std::vector<Signal> out;
  std::unordered_set<std::string> names;
  for (const Json& item : read_array(file, json)) {
    for (Signal& signal : read_signal_or_text(file, item)) {
      out.push_back(std::move(signal));
      if (!names.insert(out.back().name).second) {
        fail_at(file, item, "\"" + out.back().name + "\" is there twice");
      }
    }
  }
  return out;
}

/// Channels with different names.
std::vector<Channel> read_channels(const std::string& file, const Json& json) {
  std::vector<Channel> out;
  std::unordered_set<std::string> names;
  for (const Json& item : read_array(file, json)) {
    FieldReader part(file, item, "a channel");
    Channel channel;
    channel.name = part.text("name");
    channel.direction = read_enum(part, "direction", Direction::output);
    // Inputs are controllable unless the suite denies it.
    channel.controllable =
        part.optional("controllable") == nullptr || part.flag("controllable");
    if (const Json* parameters = part.optional("parameters")) {
      channel.parameters = read_signals(file, *parameters);
    }
    part.done();
    if (!names.insert(channel.name).second) {
      fail_at(file, item, "\"" + channel.name + "\" is there twice");
    }
    out.push_back(std::move(channel));
  }
  return out;
}

/// All signals and channels, in this order.
Signature read_signature(const std::string& file, const Json& json) {
  FieldReader in(file, json, "a signature");
  Signature out;
  out.inputs = read_signals(file, in.require("inputs"));
  out.outputs = read_signals(file, in.require("outputs"));
  if (const Json* initial = in.optional("initial")) {
    out.initial = read_signals(file, *initial);
  }
  if (const Json* channels = in.optional("channels")) {
    out.channels = read_channels(file, *channels);
  }
  out.time_unit = in.text("time_unit");
  in.done();
  return out;
}

namespace {

/// The fields of a tree, which are members of its test.
class TreeReader {
 public:
  TreeReader(const std::string& file, const Signature& signature)
      : file_(file), signature_(signature) {
    tree_.terms = std::make_shared<logic::TermManager>();
    formulas_.emplace(tree_);
  }

  /// States and verdicts come before transitions, which refer to them, and all
  /// names before the formulas.
  Tree read(FieldReader& test) {
    tree_.variables = variables(test.require("variables"), true);
    for (const Json& item : read_array(file_, test.require("states"))) {
      read_state(item);
    }
    if (const Json* functions = test.optional("functions")) {
      for (const Json& item : read_array(file_, *functions)) {
        read_function(item);
      }
    }
    auto value = values_.begin();
    for (TreeState& state : tree_.states) {
      for (TreeDefinition& d : state.definitions) {
        d.value = formula_at(file_, **value++, [&](const std::string& text) {
          return formulas_->value(d.name, text);
        });
      }
    }
    for (const Json& item : read_array(file_, test.require("verdicts"))) {
      FieldReader in(file_, item, "a verdict");
      TreeLeaf leaf;
      leaf.name = in.text("name");
      leaf.verdict = read_enum(in, "verdict", Verdict::error);
      leaf.reason = in.text_or("reason", "");
      in.done();
      tree_.leaves.push_back(std::move(leaf));
    }
    for (const Json& item : read_array(file_, test.require("transitions"))) {
      tree_.transitions.push_back(transition(item));
    }
    return std::move(tree_);
  }

 private:
  /// A name and a sort; declared for the formulas, unless it is a parameter.
  TreeVariable variable(FieldReader& in, bool declare) {
    const Json& name = in.require("name");
    TreeVariable out{
        read_string(file_, name),
        formula_at(file_, in.require("sort"), [&](const std::string& text) {
          return formulas_->sort(text);
        })};
    if (declare) {
      formula_at(file_, name, [&](const std::string& text) {
        formulas_->declare(text, out.sort);
      });
    }
    return out;
  }

  std::vector<TreeVariable> variables(const Json& list, bool declare) {
    std::vector<TreeVariable> out;
    for (const Json& item : read_array(file_, list)) {
      FieldReader in(file_, item, "a variable");
      out.push_back(variable(in, declare));
      in.done();
    }
    return out;
  }

  void read_function(const Json& item) {
    FieldReader in(file_, item, "a function");
    TreeFunction f;
    f.name = in.text("name");
    f.parameters = variables(in.require("parameters"), false);
    formula_at(file_, in.require("body"), [&](const std::string& text) {
      f.body = text;
      formulas_->define(f);
    });
    in.done();
    tree_.functions.push_back(std::move(f));
  }

  /// A state; the values of its definitions are read later.
  void read_state(const Json& item) {
    FieldReader in(file_, item, "a state");
    TreeState state;
    state.name = in.text("name");
    state.time_out = read_duration(file_, in.require("time_out"));
    if (const Json* definitions = in.optional("definitions")) {
      for (const Json& d : read_array(file_, *definitions)) {
        FieldReader part(file_, d, "a definition");
        TreeVariable v = variable(part, true);
        values_.push_back(&part.require("value"));
        part.done();
        state.definitions.push_back({std::move(v.name), v.sort, {}});
      }
    }
    in.done();
    tree_.states.push_back(std::move(state));
  }

  /// The position that `reference` is, in a list of that size.
  std::uint32_t index(const Json& reference, std::size_t size) const {
    if (size == 0) fail_at(file_, reference, "there is nothing to refer to");
    return static_cast<std::uint32_t>(
        read_unsigned(file_, reference, size - 1));
  }

  TreeTransition transition(const Json& json) {
    FieldReader in(file_, json, "a transition");
    TreeTransition t;
    t.from = index(in.require("from"), tree_.states.size());
    // A transition leads to a verdict or to a state.
    const Json* leaf = in.optional("verdict");
    t.to_leaf = leaf != nullptr;
    t.to = t.to_leaf ? index(*leaf, tree_.leaves.size())
                     : index(in.require("to"), tree_.states.size());
    t.action = read_enum(in, "action", Action::quiescence);
    // Silence has no channel.
    if (t.action != Action::quiescence) {
      const Json& channel = in.require("channel");
      const std::string name = read_string(file_, channel);
      const auto found =
          std::ranges::find(signature_.channels, name, &Channel::name);
      if (found == signature_.channels.end()) {
        fail_at(file_, channel, "no channel is called \"" + name + "\"");
      }
      t.channel =
          static_cast<std::uint32_t>(found - signature_.channels.begin());
    }
    t.delay = in.text_or("delay", "");
    t.variables = in.texts_or_none("variables");
    const auto guard = [&](const std::string& text) {
      return formulas_->guard(text);
    };
    t.guard = formula_at(file_, in.require("guard"), guard);
    const Json* sure = in.optional("sure_guard");
    if (sure != nullptr) t.sure_guard = formula_at(file_, *sure, guard);
    t.rule = in.text_or("rule", "");
    in.done();
    return t;
  }

  const std::string& file_;
  const Signature& signature_;
  Tree tree_;
  std::optional<TreeFormulas> formulas_;
  /// Of the definitions, in their order.
  std::vector<const Json*> values_;
};

}  // namespace

Tree read_tree(FieldReader& test, const Signature& signature) {
  return TreeReader(test.file(), signature).read(test);
}

/// A value, an interval, a set or a formula, by the keys of the object.
Expectation expectation_from_json(const Json& json,
                                  const Signal& signal,
                                  const std::string& file,
                                  StepFormulas& formulas) {
  if (!json.is(Json::Kind::object)) return value_from_json(json, signal, file);
  FieldReader in(file, json, "an expectation");
  Expectation out;
  if (const Json* interval = in.optional("interval")) {
    Interval i;
    std::tie(i.lo, i.hi) = read_ends(file, *interval, signal);
    if (const Json* open = in.optional("open")) {
      const std::string which = read_string(file, *open);
      i.lo_open = which == "lo" || which == "both";
      i.hi_open = which == "hi" || which == "both";
      if (!i.lo_open && !i.hi_open) {
        fail_at(file, *open, "expected \"lo\", \"hi\" or \"both\"");
      }
    }
    out = std::move(i);
  } else if (const Json* set = in.optional("set")) {
    OneOf s;
    for (const Json& item : read_array(file, *set)) {
      s.values.push_back(value_from_json(item, signal, file));
    }
    // An empty set would be violated by every answer.
    if (s.values.empty()) fail_at(file, *set, "expected a value at least");
    out = std::move(s);
  } else {
    out = formula_at(file, in.require("smtlib"), [&](const std::string& text) {
      return formulas.read(text);
    });
  }
  in.done();
  return out;
}

}  // namespace catenary::suite
