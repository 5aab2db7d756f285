// SPDX-License-Identifier: Apache-2.0
/// \file
/// The reader of suites: a walk over the JSON document that checks every
/// reference and range while it builds the suite.
#include "suite/read.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "base/printable.h"
#include "base/text_file.h"
#include "suite/adaptive.h"
#include "suite/field_reader.h"
#include "suite/read_formula.h"
#include "suite/read_parts.h"
#include "suite/texts.h"
#include "suite/write.h"

namespace catenary::suite {
namespace {

// Numbers up to here are exact in every reader of JSON.
constexpr std::int64_t kDeepest = std::int64_t{1} << 53;

/// A prefix as it is written: its own steps, after those of an earlier prefix.
struct PrefixSteps {
  std::int64_t after = -1;  ///< an earlier entry; -1 = none
  std::vector<Step> own;
  std::uint64_t total = 0;  ///< steps, with those of the entries before
};

/// Reads one document. Goals are read before tests, so that references can be
/// checked at once.
class SuiteReader {
 public:
  explicit SuiteReader(const std::string& file) : file_(file) {}

  Suite read(const Json& json) {
    FieldReader in(file_, json, "a suite");
    check_schema(in, kSuiteSchema);
    suite_.tool = in.text("tool");
    suite_.model = read_model(file_, in.require("model"));
    read_options(in.require("options"));
    suite_.seed = read_unsigned(
        file_, in.require("seed"), std::numeric_limits<std::uint64_t>::max());
    suite_.signature = read_signature(file_, in.require("signature"));
    index_signature();
    for (const Json& goal : read_array(file_, in.require("goals"))) {
      // Tests continue prefixes, so these are read first.
      read_goal(goal);
    }
    if (const Json* prefixes = in.optional("prefixes")) {
      for (const Json& prefix : read_array(file_, *prefixes)) {
        read_prefix(prefix);
      }
    }
    // Before anything is expanded: small files may describe large suites.
    const Json& tests = in.require("tests");
    check_size(tests);
    for (const Json& test : tests.items()) read_test(test);
    for (const Json& c : read_array(file_, in.require("certificates"))) {
      read_certificate(c);
    }
    for (const Json& f : read_array(file_, in.require("findings"))) {
      read_finding(f);
    }
    in.done();
    return std::move(suite_);
  }

 private:
  using Index = std::unordered_map<std::string, std::uint32_t>;

  /// Names to positions; the first of equal names counts.
  static Index index_of(const std::vector<Signal>& signals) {
    Index out;
    for (std::uint32_t i = 0; i < signals.size(); ++i) {
      out.emplace(signals[i].name, i);
    }
    return out;
  }

  void index_signature() {
    inputs_ = index_of(suite_.signature.inputs);
    outputs_ = index_of(suite_.signature.outputs);
    initial_ = index_of(suite_.signature.initial);
    for (std::uint32_t i = 0; i < suite_.signature.channels.size(); ++i) {
      channels_.emplace(suite_.signature.channels[i].name, i);
    }
  }

  /// Options are texts; this reader knows none of them.
  void read_options(const Json& json) {
    if (!json.is(Json::Kind::object)) {
      fail_at(file_, json, "expected an object of options");
    }
    for (const auto& [key, value] : json.members()) {
      suite_.options.emplace(key, read_string(file_, value));
    }
  }

  /// A goal; ids are unique.
  void read_goal(const Json& json) {
    FieldReader in(file_, json, "a goal");
    SuiteGoal goal;
    // Sets make this fast: large suites have many thousands of goals.
    goal.id = in.text("id");
    if (!goal_ids_.insert(goal.id).second) {
      fail_at(file_, json, "the goal \"" + goal.id + "\" is there twice");
    }
    goal.kind = in.text("kind");
    goal.text = in.text_or("text", "");
    goal.requirements = in.texts_or_none("requirements");
    if (const Json* where = in.optional("where")) {
      goal.where = read_location(file_, *where);
    }
    goal.violation = in.flag("violation");
    goal.status = read_enum(in, "status", GoalStatus::excluded);
    goal.trust = read_enum(in, "trust", Trust::certified);
    goal.reason = in.text("reason");
    if (const Json* depth = in.optional("depth")) {
      goal.depth =
          static_cast<std::int64_t>(read_unsigned(file_, *depth, kDeepest));
    }
    in.done();
    suite_.goals.push_back(std::move(goal));
  }

  /// Names of goals, each of which must exist.
  std::vector<std::string> goal_names(const Json* json) {
    if (json == nullptr) return {};
    for (const Json& item : read_array(file_, *json)) {
      // Reported at the name, not at the list.
      if (goal_ids_.count(read_string(file_, item)) == 0) {
        fail_at(file_, item, "no goal is called \"" + item.text() + "\"");
      }
    }
    return read_strings(file_, *json);
  }

  /// The index of a name; an error at `at` if there is none.
  static std::uint32_t resolve(const std::string& file,
                               const Json& at,
                               const Index& index,
                               const std::string& name,
                               const char* what) {
    const auto found = index.find(name);
    if (found == index.end()) {
      fail_at(
          file, at, std::string("no ") + what + " is called \"" + name + "\"");
    }
    return found->second;
  }

  /// Calls `take` for each value of a row that is not null. Rows have one entry
  /// for each signal.
  template <typename Take>
  void for_each_in_row(const Json& json,
                       std::size_t size,
                       const Take& take) const {
    // A row without names would otherwise shift values to other signals.
    if (json.items().size() != size) {
      fail_at(file_,
              json,
              "expected " + std::to_string(size) +
                  " values, one for each signal of the signature");
    }
    for (std::uint32_t i = 0; i < size; ++i) {
      const Json& value = json.items()[i];
      if (!value.is(Json::Kind::null)) take(i, value);
    }
  }

  /// Values by name, in the order of the signature, or a row of values. A
  /// string stands for all characters of a text signal.
  std::vector<Assignment> assignments(const Json& json,
                                      const Index& index,
                                      const std::vector<Signal>& signals,
                                      const char* what) {
    std::vector<Assignment> out;
    if (json.is(Json::Kind::array)) {
      for_each_in_row(
          json, signals.size(), [&](std::uint32_t i, const Json& value) {
            out.push_back({i, value_from_json(value, signals[i], file_)});
          });
      return out;
    }
    if (!json.is(Json::Kind::object)) {
      fail_at(file_, json, "expected an object of values by name");
    }
    for (const auto& [name, value] : json.members()) {
      // "t" may be a text whose characters are "t[0]", "t[1]", ….
      const auto first = index.find(name + "[0]");
      const std::optional<TextSignal> text =
          first == index.end() || index.contains(name)
              ? std::nullopt
              : text_at(signals, first->second);
      const std::uint32_t i =
          text ? text->first : resolve(file_, value, index, name, what);
      // The order is part of the canonical form.
      if (!out.empty() && i <= out.back().signal) {
        fail_at(file_,
                value,
                "\"" + name +
                    "\" is not in the order of the "
                    "signature");
      }
      if (text) {
        add_text(*text, value, out);
      } else {
        out.push_back({i, value_from_json(value, signals[i], file_)});
      }
    }
    return out;
  }

  /// One assignment for each character of a text.
  void add_text(const TextSignal& text,
                const Json& value,
                std::vector<Assignment>& out) const {
    const auto all = letters(text, read_string(file_, value));
    if (!all) {
      fail_at(file_,
              value,
              "expected a text of up to " + std::to_string(text.size) +
                  " characters from U+0001 to U+00FF");
    }
    for (std::uint32_t k = 0; k < text.size; ++k) {
      out.push_back({text.first + k, (*all)[k]});
    }
  }

  /// A message within a step.
  Event read_event(const Json& json) {
    FieldReader in(file_, json, "an event");
    Event event;
    event.at = read_duration(file_, in.require("at"));
    const Json& channel = in.require("channel");
    event.channel = resolve(
        file_, channel, channels_, read_string(file_, channel), "channel");
    const Channel& declared = suite_.signature.channels[event.channel];
    const Json& values = in.require("values");
    if (read_array(file_, values).size() != declared.parameters.size()) {
      fail_at(file_,
              values,
              "channel \"" + declared.name + "\" carries " +
                  std::to_string(declared.parameters.size()) + " values");
    }
    for (std::size_t i = 0; i < declared.parameters.size(); ++i) {
      event.values.push_back(expectation_from_json(
          values.items()[i], declared.parameters[i], file_, formulas_));
      // The tester chooses the values of inputs, so they must be single values.
      if (declared.direction == Direction::input &&
          !std::holds_alternative<logic::Value>(event.values.back())) {
        fail_at(file_, values.items()[i], "an input needs a single value");
      }
    }
    if (const Json* within = in.optional("within")) {
      event.within = read_duration(file_, *within);
    }
    in.done();
    return event;
  }

  /// Expectations by name, or a row of them.
  std::vector<ExpectedOutput> expected(const Json& json) {
    std::vector<ExpectedOutput> out;
    if (json.is(Json::Kind::array)) {
      const std::vector<Signal>& of = suite_.signature.outputs;
      for_each_in_row(json, of.size(), [&](std::uint32_t i, const Json& value) {
        out.push_back(
            {i, expectation_from_json(value, of[i], file_, formulas_)});
      });
      return out;
    }
    if (!json.is(Json::Kind::object)) {
      fail_at(file_, json, "expected an object of expectations by name");
    }
    for (const auto& [name, value] : json.members()) {
      const std::uint32_t i = resolve(file_, value, outputs_, name, "output");
      if (!out.empty() && i <= out.back().signal) {
        fail_at(file_,
                value,
                "\"" + name + "\" is not in the order of the signature");
      }
      out.push_back(
          {i,
           expectation_from_json(
               value, suite_.signature.outputs[i], file_, formulas_)});
    }
    return out;
  }

  /// A branch; whether its target exists is checked with the whole test.
  AdaptiveBranch read_branch(const Json& json) {
    FieldReader in(file_, json, "a branch");
    AdaptiveBranch branch;
    branch.when = expected(in.require("when"));
    branch.to = static_cast<std::uint32_t>(
        read_unsigned(file_, in.require("to"), kMostSuiteSteps));
    in.done();
    return branch;
  }

  /// A step. `times` receives how often it is executed: more than once only if
  /// it hits no goal and has no branches.
  Step read_step(const Json& json, std::uint64_t& times) {
    FieldReader in(file_, json, "a step");
    Step step;
    // Absent: one unit.
    if (const Json* dt = in.optional("dt")) step.dt = read_duration(file_, *dt);
    if (const Json* at = in.optional("at_ns")) {
      const mpq_class time = read_duration(file_, *at);
      if (time.get_den() != 1) {
        fail_at(file_, *at, "expected a whole number of nanoseconds");
      }
      step.at_ns = time.get_num();
    }
    step.inputs = assignments(
        in.require("inputs"), inputs_, suite_.signature.inputs, "input");
    step.expect = expected(in.require("expect"));
    if (const Json* events = in.optional("events")) {
      for (const Json& event : read_array(file_, *events)) {
        step.events.push_back(read_event(event));
      }
    }
    step.goals = goal_names(in.optional("goals"));
    if (const Json* next = in.optional("next")) {
      for (const Json& branch : read_array(file_, *next)) {
        step.next.push_back(read_branch(branch));
      }
    }
    if (const Json* repeat = in.optional("repeat")) {
      times = read_unsigned(file_, *repeat, kMostSuiteSteps);
      if (times < 2 || !step.goals.empty() || !step.next.empty()) {
        fail_at(file_,
                *repeat,
                "only a step without goals and branches is repeated, at least "
                "twice in all");
      }
    }
    in.done();
    return step;
  }

  /// Reads the steps that are written here, and the prefix that they continue.
  PrefixSteps read_steps(FieldReader& in) {
    PrefixSteps out;
    if (const Json* after = in.optional("after")) {
      if (prefixes_.empty()) fail_at(file_, *after, "there is no such prefix");
      const auto index = read_unsigned(file_, *after, prefixes_.size() - 1);
      out.after = static_cast<std::int64_t>(index);
      out.total = prefixes_[index].total;
    }
    const Json& own = in.require("steps");
    for (const Json& json : read_array(file_, own)) {
      std::uint64_t times = 1;
      Step step = read_step(json, times);
      steps_ += times;
      // Repetitions count: memory is needed for each of them.
      if (steps_ > kMostSuiteSteps) {
        fail_at(file_,
                json,
                "the suite has more than " + std::to_string(kMostSuiteSteps) +
                    " steps");
      }
      out.own.insert(out.own.end(), times, step);
    }
    out.total += out.own.size();
    return out;
  }

  /// A prefix. It may continue an earlier one only, so there are no cycles.
  void read_prefix(const Json& json) {
    FieldReader in(file_, json, "a prefix");
    PrefixSteps prefix = read_steps(in);
    in.done();
    prefixes_.push_back(std::move(prefix));
  }

  /// Rejects suites whose prefixes expand to too many steps, before any test is
  /// built.
  void check_size(const Json& tests) const {
    std::uint64_t total = 0;
    for (const Json& test : read_array(file_, tests)) {
      // Other faults are reported when the test is read.
      if (!test.is(Json::Kind::object)) continue;
      const Json* after = test.find("after");
      if (after == nullptr || prefixes_.empty()) continue;
      total +=
          prefixes_[read_unsigned(file_, *after, prefixes_.size() - 1)].total;
      if (total > kMostSuiteSteps) {
        fail_at(file_,
                test,
                "the suite has more than " + std::to_string(kMostSuiteSteps) +
                    " steps");
      }
    }
  }

  /// The complete steps of a test: its chain of prefixes, then its own.
  std::vector<Step> expand(PrefixSteps tail) {
    std::vector<const PrefixSteps*> parts;
    for (std::int64_t i = tail.after; i >= 0;) {
      parts.push_back(&prefixes_[static_cast<std::size_t>(i)]);
      i = parts.back()->after;
    }
    // From the first prefix to the last.
    std::vector<Step> steps;
    steps.reserve(tail.total);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      steps.insert(steps.end(), (*part)->own.begin(), (*part)->own.end());
    }
    std::move(tail.own.begin(), tail.own.end(), std::back_inserter(steps));
    return steps;
  }

  /// A test: a tree of states, a tree of steps, or a sequence of steps. The id
  /// must belong to the content.
  void read_test(const Json& json) {
    FieldReader in(file_, json, "a test");
    Test test;
    const Json* id = in.optional("id");
    std::string name = in.text_or("name", "");
    if (!is_test_name(name)) {
      fail_at(
          file_,
          json,
          "the name '" + base::printable(name) +
              "' has characters other than letters, digits, '.', '_' and '-'");
    }
    test.kind = read_enum(in, "kind", TestKind::tree);
    test.goals = goal_names(&in.require("goals"));
    test.requirements = in.texts_or_none("requirements");
    test.note = in.text_or("note", "");
    if (const Json* initial = in.optional("initial")) {
      FieldReader part(file_, *initial, "an initialisation");
      test.initial = assignments(part.require("values"),
                                 initial_,
                                 suite_.signature.initial,
                                 "initial choice");
      test.initial_goals = goal_names(part.optional("goals"));
      part.done();
    }
    const bool is_tree = test.kind == TestKind::tree;
    if (is_tree && json.find("steps") == nullptr) {
      test.tree = read_tree(in, suite_.signature);
    } else {
      test.steps = expand(read_steps(in));
      // The steps refer to each other: the walk over them must be a tree.
      if (is_tree) {
        const std::string why =
            test.steps.empty() ? "it has no steps" : why_no_tree(test.steps);
        if (!why.empty())
          fail_at(file_, json, "the test is not a tree: " + why);
      } else if (std::any_of(test.steps.begin(),
                             test.steps.end(),
                             [](const Step& s) { return !s.next.empty(); })) {
        fail_at(file_, json, "only a test of kind \"tree\" has branches");
      }
    }
    in.done();
    // Recomputed: an id that was copied with changed content is an error.
    test.id = content_id(test, suite_.signature);
    test.name = std::move(name);
    if (!test.name.empty() && !test_names_.insert(test.name).second) {
      fail_at(file_, json, "a second test of the name '" + test.name + "'");
    }
    if (id != nullptr && read_string(file_, *id) != test.id) {
      fail_at(file_,
              *id,
              "the id does not belong to this content, whose id "
              "is " +
                  test.id +
                  "; without the key it is "
                  "computed");
    }
    if (!test_ids_.insert(test.id).second) {
      fail_at(file_, json, "the same test is there twice");
    }
    suite_.tests.push_back(std::move(test));
  }

  /// A certificate. Its data are not interpreted here.
  void read_certificate(const Json& json) {
    FieldReader in(file_, json, "a certificate");
    Certificate c;
    c.kind = in.text("kind");
    c.claim = in.text("claim");
    c.by = in.text("by");
    c.goals = goal_names(in.optional("goals"));
    // Anything in it is kept.
    if (const Json* data = in.optional("data")) {
      if (!data->is(Json::Kind::object)) {
        fail_at(file_, *data, "expected an object");
      }
      c.data = *data;
    }
    in.done();
    suite_.certificates.push_back(std::move(c));
  }

  /// A finding; its witness must be a test of this suite, so that findings are
  /// read after the tests.
  void read_finding(const Json& json) {
    FieldReader in(file_, json, "a finding");
    Finding f;
    f.code = in.text("code");
    f.severity = read_enum(in, "severity", base::Severity::note);
    f.message = in.text("message");
    if (const Json* where = in.optional("where")) {
      f.where = read_location(file_, *where);
    }
    f.requirements = in.texts_or_none("requirements");
    if (const Json* witness = in.optional("witness")) {
      f.witness = read_string(file_, *witness);
      if (test_ids_.count(f.witness) == 0) {
        fail_at(file_, *witness, "no test has this id");
      }
    }
    in.done();
    suite_.findings.push_back(std::move(f));
  }

  const std::string& file_;
  Suite suite_;
  StepFormulas formulas_{suite_.signature};
  Index inputs_, outputs_, initial_, channels_;
  std::unordered_set<std::string> goal_ids_;
  std::unordered_set<std::string> test_ids_;
  std::unordered_set<std::string> test_names_;
  std::vector<PrefixSteps> prefixes_;
  std::uint64_t steps_ = 0;  ///< in the file, with repetitions
};

}  // namespace

Suite read_suite(std::string_view text, const std::string& file) {
  return SuiteReader(file).read(parse_suite_json(text, file));
}

std::string read_suite_text(const std::string& path) {
  return base::read_text_file(path, kMostSuiteBytes);
}

Json parse_suite_json(std::string_view text, const std::string& file) {
  JsonLimits limits;
  limits.bytes = kMostSuiteBytes;
  // Every value takes at least a byte, so that the size limits the values.
  limits.values = kMostSuiteBytes;  // each has a byte
  return parse_json(text, file, limits);
}

Suite read_suite_file(const std::string& path) {
  return read_suite(read_suite_text(path), path);
}

}  // namespace catenary::suite
