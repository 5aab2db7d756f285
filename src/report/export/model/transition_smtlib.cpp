// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each function is printed as one term, so that its parts share what they have
/// in common.
#include "report/export/model/transition_smtlib.h"

#include <vector>

#include "base/error.h"
#include "base/text/unique_name.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/substitute.h"
#include "logic/value/value.h"
#include "report/console/console.h"

namespace catenary::report {

namespace {

using logic::Term;
using model::TransitionSystem;

class TransitionScript {
 public:
  TransitionScript(const TransitionSystem& system, std::uint32_t steps)
      : system_(system), t_(*system.terms), steps_(steps) {}

  std::string run() {
    name_variables();
    comment(system_.name + (system_.path.empty() ? "" : ", " + system_.path));
    comment("init: initial states; assumed: the step exists; trans: one step;");
    comment("bad ID: the step hits the goal ID");
    out_ += "(set-logic ALL)\n";
    out_ += enumerations();
    functions();
    goals();
    if (steps_ > 0) unrolling();
    return std::move(out_);
  }

 private:
  void name_variables();
  [[nodiscard]] std::string enumerations() const;
  void functions();
  void goals();
  void unrolling();
  /// Goals and properties as what a step hits.
  void goal(const TransitionSystem::Named& n, const std::string& id, Term hit);
  void comment(const std::string& text) {
    out_ += "; " + printable(text) + "\n";
  }
  void define(const std::string& symbol,
              const std::vector<Term>& parameters,
              Term body);
  [[nodiscard]] Term named(Term term) {
    return logic::substitute(t_, term, names_);
  }
  [[nodiscard]] Term fresh(const std::string& name, const logic::Sort& sort);
  /// "(FUNCTION s@k i@k s@k+1)", without what it does not take; a function
  /// without parameters is its name.
  [[nodiscard]] std::string call(const std::string& function,
                                 std::uint32_t step,
                                 bool inputs,
                                 bool after) const;
  void declare(const std::vector<Term>& variables, std::uint32_t step);

  const TransitionSystem& system_;
  logic::TermManager& t_;
  std::uint32_t steps_;
  std::string out_;
  base::TakenNames taken_;
  /// The variables under the names that people know.
  logic::Substitution names_;
  std::vector<Term> before_, after_, inputs_, both_, all_;
  /// Of each goal: its id and its symbol.
  std::vector<std::pair<std::string, std::string>> bads_;
};

constexpr std::size_t kLargestScript = std::size_t{256} << 20;

/// The symbol of a variable in one step of the unrolling.
std::string at_step(Term variable, std::uint32_t step) {
  return logic::smtlib_symbol(variable.name() + "@" + std::to_string(step));
}

Term TransitionScript::fresh(const std::string& name, const logic::Sort& sort) {
  for (;;) {
    const std::string unique = base::unique_name(name, taken_);
    if (!t_.find_variable(unique).valid()) return t_.variable(unique, sort);
  }
}

void TransitionScript::name_variables() {
  // Functions of the script that a variable must not hide.
  for (const char* name : {"init", "assumed", "trans"}) taken_[name] = 2;
  for (const TransitionSystem::State& s : system_.states) {
    before_.push_back(fresh(s.name, s.variable.sort()));
    names_[s.variable] = before_.back();
  }
  for (const TransitionSystem::State& s : system_.states) {
    after_.push_back(fresh(s.name + "'", s.variable.sort()));
  }
  for (const TransitionSystem::Input& i : system_.inputs) {
    inputs_.push_back(fresh(i.name, i.variable.sort()));
    names_[i.variable] = inputs_.back();
  }
  both_ = before_;
  both_.insert(both_.end(), inputs_.begin(), inputs_.end());
  all_ = both_;
  all_.insert(all_.end(), after_.begin(), after_.end());
}

/// Declarations of the sorts, without those of variables.
std::string TransitionScript::enumerations() const {
  const std::string all = logic::smtlib_declarations(all_);
  return all.substr(0, all.find("(declare-fun "));
}

void TransitionScript::define(const std::string& symbol,
                              const std::vector<Term>& parameters,
                              Term body) {
  out_ += "(define-fun " + symbol + " (";
  for (const Term x : parameters) {
    if (out_.back() != '(') out_ += ' ';
    out_ +=
        "(" + logic::smtlib_symbol(x.name()) + " " + x.sort().to_string() + ")";
  }
  out_ += ") Bool " + logic::to_smtlib(body) + ")\n";
}

void TransitionScript::functions() {
  std::vector<Term> init;
  std::vector<Term> next;
  std::vector<Term> assumed;
  for (std::size_t s = 0; s < system_.states.size(); ++s) {
    const TransitionSystem::State& state = system_.states[s];
    if (state.init.valid()) {
      const Term value = named(state.init);
      init.push_back(t_.equal(before_[s], value));
    }
    const Term value = named(state.next);
    next.push_back(t_.equal(after_[s], value));
  }
  for (const TransitionSystem::Named& c : system_.constraints) {
    assumed.push_back(named(c.term));
  }
  define("init", before_, t_.logical_and(init));
  define("assumed", both_, t_.logical_and(assumed));
  next.insert(next.begin(), assumed.begin(), assumed.end());
  define("trans", all_, t_.logical_and(next));
}

void TransitionScript::goal(const TransitionSystem::Named& n,
                            const std::string& id,
                            Term hit) {
  const std::string name = "bad " + id;
  const std::string symbol =
      logic::smtlib_symbol(base::unique_name(name, taken_));
  comment(id + (n.text.empty() ? "" : ": " + n.text) +
          (n.where.line == 0 ? "" : ", " + n.where.to_string()));
  std::vector<Term> all;
  for (const TransitionSystem::Named& c : system_.constraints) {
    all.push_back(named(c.term));
  }
  all.push_back(named(hit));
  define(symbol, both_, t_.logical_and(all));
  bads_.emplace_back(id, symbol);
}

void TransitionScript::goals() {
  for (const TransitionSystem::Named& g : system_.goals) {
    goal(g, g.name, g.term);
  }
  for (const TransitionSystem::Named& p : system_.properties) {
    goal(p, p.name + ".violated", t_.logical_not(p.term));
  }
}

std::string TransitionScript::call(const std::string& function,
                                   std::uint32_t step,
                                   bool inputs,
                                   bool after) const {
  std::string arguments;
  for (const Term x : before_) arguments += " " + at_step(x, step);
  for (const Term x : inputs_) {
    if (inputs) arguments += " " + at_step(x, step);
  }
  for (const Term x : before_) {
    if (after) arguments += " " + at_step(x, step + 1);
  }
  return arguments.empty() ? function : "(" + function + arguments + ")";
}

void TransitionScript::declare(const std::vector<Term>& variables,
                               std::uint32_t step) {
  for (const Term x : variables) {
    out_ += "(declare-const " + at_step(x, step) + " " + x.sort().to_string() +
            ")\n";
  }
}

/// "run K" holds if K steps were taken from an initial state.
void TransitionScript::unrolling() {
  comment("runs of up to " + std::to_string(steps_) + " steps");
  for (std::uint32_t k = 0; k < steps_; ++k) {
    declare(before_, k);
    declare(inputs_, k);
    const std::string run = k == 0
                                ? call("init", 0, false, false)
                                : "(and |run " + std::to_string(k - 1) + "| " +
                                      call("trans", k - 1, true, true) + ")";
    out_ +=
        "(define-fun |run " + std::to_string(k) + "| () Bool " + run + ")\n";
  }
  for (const auto& [id, symbol] : bads_) {
    // Each question mentions all variables of all steps.
    if (out_.size() > kLargestScript) {
      throw base::InputError({system_.path, 0, 0},
                             "the questions about runs of " +
                                 std::to_string(steps_) +
                                 " steps are more than 256 MiB; expected "
                                 "fewer steps or goals",
                             "too-large");
    }
    std::string echo;
    for (const char c : printable(id))
      echo += c == '"' ? "\"\"" : std::string(1, c);
    out_ += "(push 1)\n(assert (or";
    for (std::uint32_t k = 0; k < steps_; ++k) {
      out_ += " (and |run " + std::to_string(k) + "| " +
              call(symbol, k, true, false) + ")";
    }
    out_ += "))\n(echo \"" + echo + "\")\n(check-sat)\n(pop 1)\n";
  }
}

}  // namespace

std::string write_smtlib(const model::TransitionSystem& system,
                         std::uint32_t steps) {
  return TransitionScript(system, steps).run();
}

}  // namespace catenary::report
