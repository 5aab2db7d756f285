// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints what a check of a program or a Lustre node found, for people.
///
/// Sections follow the order in which a reader needs them: what the model takes
/// and gives, what it keeps, which goals and properties it has, what is wrong
/// with them, and the sum in one line.
#include <map>
#include <ostream>
#include <utility>
#include <variant>

#include "report/console/check_report.h"
#include "report/console/paint.h"

namespace catenary::report {
namespace {

using suite::GoalStatus;

/// Whether the line of the goal says the same, so that the finding would only
/// repeat it.
bool is_in_the_list_of_goals(const suite::Finding& f) {
  return f.code == "goal-unreachable" || f.code == "goal-undecided" ||
         f.code == "property-undecided";
}

class Printer {
 public:
  Printer(std::ostream& out, const CheckReport& report, ConsoleStyle style)
      : out_(out), report_(report), style_(style) {}

  void print() {
    const suite::ModelReference& model = report_.suite.model;
    const suite::Signature& signature = report_.suite.signature;
    out_ << printable(model.name) << " (" << model.kind << ", "
         << printable(model.path) << ")\n";
    print_domains("inputs", signature.inputs, report_.inputs);
    print_domains("initial choices", signature.initial, report_.initial);
    print_outputs();
    print_state();
    print_goals();
    print_what_is_wrong();
    print_sum();
  }

 private:
  /// The name the model gives to a value, or nothing.
  static std::string name_of(const suite::Signal& signal,
                             const logic::Value& value) {
    for (const auto& [name, named] : signal.names) {
      if (named == value) return printable(name);
    }
    return "";
  }

  /// The name of a value, or the value itself.
  static std::string text(const suite::Signal& signal,
                          const logic::Value& value) {
    const std::string name = name_of(signal, value);
    return name.empty() ? value.to_string() : name;
  }

  void print_domains(const char* title,
                     const std::vector<suite::Signal>& signals,
                     const std::vector<CheckedDomain>& of) {
    // More than a line's worth of values helps nobody; the number of them is
    // printed in any case.
    constexpr std::size_t kMostValues = 12;
    if (of.empty()) return;
    out_ << title << "\n";
    for (std::size_t i = 0; i < of.size(); ++i) {
      const suite::Signal& s = signals[i];
      out_ << "  " << printable(s.name) << ": " << s.type;
      if (s.lo && s.hi) {
        out_ << " in [" << s.lo->to_string() << ", " << s.hi->to_string()
             << "]";
      }
      const std::size_t count = of[i].values.size();
      if (count > 0) {
        out_ << ", "
             << (of[i].classes      ? std::to_string(count) + " classes"
                 : of[i].exhaustive ? plural(count, "value")
                                    : "only " + plural(count, "value"))
             << " explored";
      }
      if (count > 0 && count <= kMostValues) {
        out_ << ":";
        for (const logic::Value& v : of[i].values) {
          const std::string name = name_of(s, v);
          out_ << " " << v.to_string() << (name.empty() ? "" : "=" + name);
        }
      }
      out_ << "\n";
    }
  }

  /// ", always in [0, 9]" where that is proved, ", seen [0, 9]" where only some
  /// states were explored, or nothing.
  static std::string text(const CheckedRange& range) {
    if (!range.known) return "";
    const bool boolean = range.lo.kind() == logic::SortKind::boolean;
    // A Boolean range and a NaN together say that nothing but NaN was found.
    if (range.nan && boolean) return ", NaN";
    std::string out = range.proved ? ", always " : ", seen ";
    if (range.lo == range.hi) {
      out += range.lo.to_string();
    } else if (boolean) {
      return range.proved ? "" : ", seen both";
    } else {
      out += (range.proved ? "in [" : "[") + range.lo.to_string() + ", " +
             range.hi.to_string() + "]";
    }
    return out + (range.nan ? " or NaN" : "");
  }

  void print_outputs() {
    bool first = true;
    for (std::size_t i = 0; i < report_.outputs.size(); ++i) {
      const suite::Signal& s = report_.suite.signature.outputs[i];
      // Derived signals, such as whether a property holds, are in the list of
      // goals.
      if (s.derived) continue;
      if (first) out_ << "outputs\n";
      first = false;
      out_ << "  " << printable(s.name) << ": " << s.type
           << text(report_.outputs[i]) << "\n";
    }
  }

  /// Fields of the harness are summed up: they are not the user's.
  void print_state() {
    out_ << "state, " << plural(state_bytes(report_), "byte") << "\n";
    std::uint64_t internal = 0;
    for (const CheckedField& f : report_.state) {
      if (f.internal) {
        internal += f.bytes;
        continue;
      }
      out_ << "  " << printable(f.name) << ": ";
      // A field of one number of its own name is that number.
      if (f.numbers.size() == 1 && f.numbers[0].name == f.name) {
        out_ << f.numbers[0].type << text(f.numbers[0].range) << "\n";
        continue;
      }
      out_ << plural(f.bytes, "byte") << "\n";
      for (const CheckedNumber& n : f.numbers) {
        out_ << "    " << printable(n.name) << ": " << n.type << text(n.range)
             << "\n";
      }
    }
    if (internal > 0) {
      out_ << "  " << plural(internal, "byte") << " of the harness\n";
    }
    print_why_no_ranges();
  }

  /// Why the list above says nothing of values, where it does not.
  void print_why_no_ranges() {
    bool any = false;
    for (const CheckedRange& r : report_.outputs) any |= r.known;
    for (const CheckedField& f : report_.state) {
      for (const CheckedNumber& n : f.numbers) any |= n.range.known;
    }
    if (any || report_.search.engine != "symbolic") return;
    out_ << "  no ranges: the solver decides goals and does not list states\n";
  }

  /// Goals and properties have different words: reaching a goal is good,
  /// reaching the violation of a property is bad.
  static const char* word(const suite::SuiteGoal& goal) {
    switch (goal.status) {
      case GoalStatus::covered:
        return goal.violation ? "violated" : "reached";
      case GoalStatus::unreachable:
        return goal.violation ? "holds" : "never";
      case GoalStatus::not_within_bound:
      case GoalStatus::undecided:
        return "undecided";
      case GoalStatus::excluded:
        return "excluded";
    }
    return "undecided";
  }

  void print_goals() {
    out_ << "goals, " << report_.suite.goals.size() << "\n";
    for (const suite::SuiteGoal& goal : report_.suite.goals) {
      std::string status = word(goal);
      status.resize(11, ' ');
      const bool open = goal.status != GoalStatus::covered &&
                        goal.status != GoalStatus::unreachable;
      // The text of a decided goal says more than how it was decided; for an
      // open goal the reason matters.
      const std::string& why = open ? goal.reason : goal.text;
      out_ << "  " << paint(status, colour_of(goal), style_)
           << printable(goal.id) << " (" << goal.kind << ")"
           << (why.empty() ? "" : ": " + printable(why)) << "\n";
    }
  }

  /// Findings, with the run that shows each of them. Findings that share a run
  /// show it once.
  void print_what_is_wrong() {
    std::map<std::string, bool> shown;
    for (const suite::Finding& f : report_.suite.findings) {
      if (is_in_the_list_of_goals(f)) continue;
      suite::Finding line = f;
      // The run is printed here, which is better than its id.
      line.witness.clear();
      print_findings(out_, {line}, style_);
      const suite::Test* run = report_.suite.find_test(f.witness);
      if (run != nullptr && !std::exchange(shown[f.witness], true)) {
        print_run(*run);
      }
    }
  }

  /// The last steps of a run; the JSON document has all of it.
  void print_run(const suite::Test& run) {
    constexpr std::size_t kShown = 8;
    const suite::Signature& signature = report_.suite.signature;
    const auto assignments = [this](const std::vector<suite::Assignment>& all,
                                    const std::vector<suite::Signal>& of) {
      for (const suite::Assignment& a : all) {
        out_ << " " << printable(of[a.signal].name) << "="
             << text(of[a.signal], a.value);
      }
    };
    if (!run.initial.empty()) {
      out_ << "    at the start:";
      assignments(run.initial, signature.initial);
      out_ << "\n";
    }
    const std::size_t count = run.steps.size();
    // One step more is shown rather than a line that says one was left out.
    const std::size_t first = count > kShown + 1 ? count - kShown : 0;
    if (first > 0) {
      out_ << "    " << plural(first, "step") << " before (all with --json)\n";
    }
    for (std::size_t k = first; k < count; ++k) {
      out_ << "    step " << k + 1 << ":";
      assignments(run.steps[k].inputs, signature.inputs);
      const char* before = "  ->";
      for (const suite::ExpectedOutput& e : run.steps[k].expect) {
        const suite::Signal& s = signature.outputs[e.signal];
        if (s.derived) continue;
        const auto* value = std::get_if<logic::Value>(&e.expectation);
        out_ << before << " " << printable(s.name) << "="
             << (value != nullptr ? text(s, *value)
                                  : suite::to_string(e.expectation));
        before = "";
      }
      out_ << "\n";
    }
  }

  /// The last line: how many goals and properties, findings, and how far the
  /// search went.
  void print_sum() {
    std::map<base::Severity, std::uint64_t> of;
    for (const suite::Finding& f : report_.suite.findings) ++of[f.severity];
    const auto also =
        [this](const char* before, std::uint64_t n, const std::string& what) {
          if (n > 0) out_ << before << what;
        };
    const CheckTally t = tally(report_.suite);
    out_ << "\n"
         << t.reached << " of " << plural(t.goals, "goal") << " reached";
    also(", ", t.never, std::to_string(t.never) + " never");
    also(", ", t.open, std::to_string(t.open) + " undecided");
    also(", ",
         t.properties,
         std::to_string(t.hold) + " of " + std::to_string(t.properties) +
             (t.properties == 1 ? " property holds" : " properties hold"));
    also(", ", t.violated, std::to_string(t.violated) + " violated");
    const std::uint64_t errors = of[base::Severity::error];
    const std::uint64_t warnings = of[base::Severity::warning];
    also(", ", errors, plural(errors, "error"));
    also(", ", warnings, plural(warnings, "warning"));
    // "All states" may only be said of a closed search that listed them.
    const CheckedSearch& s = report_.search;
    if (s.closed && s.engine == "explicit") {
      out_ << "; all " << plural(s.states, "state") << " explored\n";
    } else if (s.closed) {
      out_ << "; every run examined (" << printable(s.engine) << ")\n";
    } else {
      out_ << "; " << plural(s.states, "state") << " explored"
           << (s.stop.empty() ? ", not all" : ", stopped by " + s.stop) << "\n";
    }
  }

  std::ostream& out_;
  const CheckReport& report_;
  ConsoleStyle style_;
};

}  // namespace

void print_check(std::ostream& out,
                 const CheckReport& report,
                 const ConsoleStyle& style) {
  Printer(out, report, style).print();
}

}  // namespace catenary::report
