// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes a monitor as two C functions, for the first and for later steps:
/// observe signals, check promises, check rules, store what the next step
/// reads.
#include "engine/contract/monitor/monitor_code.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "engine/contract/monitor/monitor_bounds.h"
#include "engine/contract/monitor/monitor_state.h"
#include "engine/contract/monitor/term_code.h"
#include "engine/contract/monitor/value_tables.h"
#include "logic/term/substitute.h"

namespace catenary::engine::contract {

using logic::SortKind;
using logic::Term;
using model::InterfaceVariable;
using model::Role;

namespace {

/// The number in decimal digits.
std::string text_of(std::size_t number) {
  return std::to_string(number);
}

/// Writes one monitor. Variables of the C code: now_V is the current value of
/// variable V, seen_V the signal of one with a table, unfit_V whether that
/// signal is no value of it, __cat_watch_kept_K something stored for the next
/// step.
class MonitorWriter {
 public:
  MonitorWriter(const Semantics& semantics,
                const Binding& binding,
                const suite::Signature& signature)
      : semantics_(semantics),
        interface_(semantics.interface()),
        terms_(semantics.terms()),
        binding_(binding),
        signature_(signature) {
    for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
      const InterfaceVariable& variable = interface_.variables[v];
      now_.emplace(variable.now, v);
      before_.emplace(variable.before, v);
      to_now_.emplace(variable.before, variable.now);
    }
  }

  MonitorCode write();
  /// The code of write_assumption().
  MonitorCode write_assumption();

 private:
  /// One goal for each requirement with a contract, and for each output whose
  /// signal has values beyond its range.
  void define_goals();
  /// Sets kept_ and kept_at_; see kept_of().
  void find_what_is_kept();
  /// The C function of one kind of step.
  [[nodiscard]] std::string step(bool first);
  /// A writer of statements for one kind of step.
  [[nodiscard]] TermCode block(bool first);
  /// Writes now_V for an input or output, and for one with a table unfit_V.
  void observe(TermCode& code, std::uint32_t variable);
  /// A C condition: some promise is broken; empty where none can be.
  [[nodiscard]] std::string broken_promise(TermCode& code, bool first);
  /// Writes the end of the monitor where a promise is broken.
  void promises(TermCode& code, bool first);
  /// The C function that discards a step of one kind in which a promise is
  /// broken.
  [[nodiscard]] std::string assuming(bool first);
  /// Fills the inputs of the code.
  void find_inputs();
  /// Writes the violations of outputs that have no value of their variable.
  void unfit_outputs(TermCode& code);
  /// Writes the violations of contracts and ranges.
  void rules(TermCode& code, bool first);
  /// Writes the values for the next step.
  void keep(TermCode& code);
  /// The C expression of a term that needs no computation here: kept, or
  /// observed. No value for derived variables of this step.
  [[nodiscard]] std::optional<CodeValue> known(Term term) const;
  [[nodiscard]] bool has_table(std::uint32_t v) const {
    return !binding_.tables.empty() && !binding_.tables[v].empty();
  }
  /// Whether a signal with a table can have a value that is not in it.
  [[nodiscard]] bool may_be_unfit(std::uint32_t v) const;
  /// Where a rule was written, for messages.
  [[nodiscard]] const base::SourceLocation& place_of(const Rule& rule) const {
    return rule.kind == Rule::Kind::range
               ? interface_.variables[rule.index].where
               : interface_.contracts[rule.index].where;
  }
  /// Declarations of the state, and the functions that reset, end and begin.
  [[nodiscard]] std::string state() const;

  const Semantics& semantics_;
  const model::Interface& interface_;
  logic::TermManager& terms_;
  const Binding& binding_;
  const suite::Signature& signature_;
  std::map<Term, std::uint32_t> now_, before_;
  logic::Substitution to_now_;
  /// By variable: what a derived one is at the kind of step that is written.
  Definitions defined_;
  std::vector<Kept> kept_;
  /// By term: its index in kept_.
  std::map<Term, std::size_t> kept_at_;
  MonitorCode out_;
  /// By requirement, and by variable: the goal.
  std::map<std::uint32_t, std::size_t> requirement_goal_, range_goal_;
  /// Whether the bounds of inputs are those of their ranges: only once the
  /// promises were checked. Bounds of outputs are those of the signals
  /// throughout.
  bool inputs_in_range_ = false;
};

void MonitorWriter::define_goals() {
  using Kind = MonitorGoal::Kind;
  for (std::uint32_t r = 0; r < interface_.requirements.size(); ++r) {
    const auto& contracts = interface_.requirements[r].contracts;
    const bool asks = std::ranges::any_of(contracts, [&](std::uint32_t c) {
      return !interface_.contracts[c].definition;
    });
    if (!asks) continue;
    requirement_goal_[r] = out_.goals.size();
    out_.goals.push_back({Kind::requirement, r});
  }
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role != Role::output) continue;
    const Bounds all =
        bounds_of(contract::signal_of(signature_, binding_.places[v]));
    const Bounds range = range_bounds(interface_.variables[v]);
    const bool beyond =
        has_table(v) ? may_be_unfit(v) : all.lo < range.lo || all.hi > range.hi;
    if (!beyond) continue;
    range_goal_[v] = out_.goals.size();
    out_.goals.push_back({Kind::range, v});
  }
}

bool MonitorWriter::may_be_unfit(std::uint32_t v) const {
  if (!has_table(v)) return false;
  const auto& table = binding_.tables[v];
  const auto has = [&](bool value) {
    return std::ranges::count(table, logic::Value::boolean(value)) != 0;
  };
  return contract::signal_of(signature_, binding_.places[v]).type != "bool" ||
         !has(false) || !has(true);
}

void MonitorWriter::find_what_is_kept() {
  kept_ = kept_of(semantics_, defined_);
  for (std::size_t k = 0; k < kept_.size(); ++k) kept_at_[kept_[k].term] = k;
}

std::optional<CodeValue> MonitorWriter::known(Term term) const {
  const auto kept = kept_at_.find(term);
  if (kept != kept_at_.end()) {
    const auto v = before_.find(term);
    return CodeValue{kept_[kept->second].name,
                     v == before_.end()
                         ? Bounds{0, 1}
                         : range_bounds(interface_.variables[v->second])};
  }
  const auto now = now_.find(term);
  if (now == now_.end()) return std::nullopt;
  const std::uint32_t v = now->second;
  const InterfaceVariable& variable = interface_.variables[v];
  // TermCode asks for the definition then.
  if (variable.role == Role::hidden) return std::nullopt;  // defined
  const bool in_range =
      has_table(v) || (variable.role == Role::input && inputs_in_range_);
  return CodeValue{"now_" + text_of(v),
                   in_range ? range_bounds(variable)
                            : bounds_of(contract::signal_of(
                                  signature_, binding_.places[v]))};
}

TermCode MonitorWriter::block(bool first) {
  defined_ = definitions_of(interface_, first);
  return TermCode([this](Term t) { return known(t); },
                  [this](Term t) {
                    const auto at = now_.find(t);
                    CATENARY_CHECK(at != now_.end(), "a variable of this step");
                    return defined_.at(at->second);
                  });
}

/// Writes now_V, and for a variable with a table unfit_V: whether its signal
/// has a value that is not in the table.
void MonitorWriter::observe(TermCode& code, std::uint32_t v) {
  const std::string name = text_of(v);
  const Place& place = binding_.places[v];
  const suite::Signal& signal = contract::signal_of(signature_, place);
  std::string read = place.side == Place::Side::input
                         ? "__cat_watch_given_" + text_of(place.index)
                         : "__cat_outi_" + text_of(place.index) + "()";
  const std::string type = code_type(bounds_of(signal));
  // The getter returns long long: values from 2^63 on come back negative.
  if (signal.type == "uint64") read = "(unsigned long long)" + read;
  const std::string seen = has_table(v) ? "seen_" : "now_";
  code.add("const " + type + " " + (seen + name) + " = " + read + ";");
  if (!has_table(v)) return;
  std::string position = "0";
  std::string fits;
  const auto& table = binding_.tables[v];
  // A chain of conditionals, from the end, with position 0 as the last case;
  // unfit_V tells whether that case was right.
  for (std::size_t i = table.size(); i-- > 0;) {
    if (table[i].sort() != signal.sort()) continue;  // no value of the signal
    const mpz_class value = table[i].kind() == SortKind::boolean
                                ? mpz_class(table[i].as_bool() ? 1 : 0)
                                : table[i].as_integer();
    const std::string is = seen + name + " == " + code_constant(value);
    if (i > 0) position = is + " ? " + text_of(i) + " : " + position;
    fits += (fits.empty() ? "" : " | ") + ("(" + is + ")");
  }
  code.add("const long long now_" + name + " = " + position + ";");
  code.add("const int unfit_" + name + " = !(" + (fits.empty() ? "0" : fits) +
           ");");
}

std::string MonitorWriter::broken_promise(TermCode& code, bool first) {
  std::string broken;
  const auto add = [&](const std::string& condition) {
    broken += (broken.empty() ? "" : " | ") + condition;
  };
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    const InterfaceVariable& variable = interface_.variables[v];
    if (variable.role != Role::input) continue;
    if (has_table(v)) add("unfit_" + text_of(v));
    const Term range = model::range_of(interface_, variable);
    if (!range.is_true()) add("!" + code.condition(range, variable.where));
  }
  for (const model::Promise& p : interface_.promises) {
    const Term formula = model::formula_at(interface_, p, first);
    if (!formula.is_true()) add("!" + code.condition(formula, p.where));
  }
  return broken;
}

void MonitorWriter::promises(TermCode& code, bool first) {
  const std::string broken = broken_promise(code, first);
  if (broken.empty()) return;
  // Non-short-circuit operators: the conditions have no side effects, and the
  // code has fewer branches, which symbolic engines prefer.
  code.add("if (" + broken + ") {\n__cat_watch_over();\nreturn;\n}");
}

/// Reported alone: no range contains such a value.
void MonitorWriter::unfit_outputs(TermCode& code) {
  std::string any;
  std::string hits;
  for (const auto& [v, goal] : range_goal_) {
    if (!has_table(v)) continue;
    any += (any.empty() ? "" : " | ") + ("unfit_" + text_of(v));
    hits += "if (unfit_" + text_of(v) + ") __cat_watch_hit(" + text_of(goal) +
            ");\n";
  }
  if (any.empty()) return;
  code.add("if (" + any + ") {\n" + hits + "__cat_watch_over();\nreturn;\n}");
}

void MonitorWriter::rules(TermCode& code, bool first) {
  std::map<std::size_t, std::string> holds;  // by goal
  for (std::size_t r = 0; r < semantics_.rules().size(); ++r) {
    const Rule& rule = semantics_.rules()[r];
    const Term formula = semantics_.rule(r, first);
    if (rule.kind == Rule::Kind::definition || formula.is_true()) continue;
    // A range that the signal's type cannot leave, or that of a derived
    // variable.
    if (rule.kind == Rule::Kind::range && !range_goal_.contains(rule.index)) {
      continue;  // it cannot be left
    }
    const std::size_t goal =
        rule.kind == Rule::Kind::range
            ? range_goal_.at(rule.index)
            : requirement_goal_.at(
                  interface_.contracts[rule.index].requirement);
    std::string& all = holds[goal];
    all += (all.empty() ? "" : " & ") + code.condition(formula, place_of(rule));
  }
  std::string any;
  for (const auto& [goal, condition] : holds) {
    const std::string name = "violates_" + text_of(goal);
    code.add("const int " + name + " = !(" + condition + ");");
    any += (any.empty() ? "" : " | ") + name;
  }
  if (any.empty()) return;
  for (const auto& [goal, condition] : holds) {
    const std::string number = text_of(goal);
    // All violations are computed before the first is reported, and all of one
    // step are reported.
    code.add("if (violates_" + number + ") __cat_watch_hit(" + number + ");");
  }
  code.add("if (" + any + ") {\n__cat_watch_over();\nreturn;\n}");
}

void MonitorWriter::keep(TermCode& code) {
  // Every value is a temporary that was computed before the first store, with
  // one exception: a derived variable whose definition is a kept term by itself
  // ("d' = x") reads that term's variable directly. It must be stored before
  // this variable is overwritten. The order of kept_ ensures it: terms are
  // found from the roots of later definitions to those of earlier ones, and a
  // derived variable is read at the step before by later definitions only.
  std::string stores;
  for (const Kept& k : kept_) {
    const Term now = logic::substitute(terms_, k.term, to_now_);
    stores += k.name + " = " + code.condition(now, {}) + ";\n";
  }
  code.add(stores + "__cat_watch_phase = 1;");
}

std::string MonitorWriter::step(bool first) {
  TermCode code = block(first);
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role != Role::hidden) observe(code, v);
  }
  inputs_in_range_ = false;
  // The bounds of a term in C follow what is known at its first use.
  promises(code, first);
  inputs_in_range_ = true;
  unfit_outputs(code);
  rules(code, first);
  keep(code);
  return std::string("static void __cat_watch_") + (first ? "first" : "later") +
         "(void) {\n" + code.statements() + "}\n";
}

/// The declarations of the state, and the functions that set it.
std::string MonitorWriter::state() const {
  std::string variables = "static unsigned char __cat_watch_phase;\n";
  std::string forget;
  for (const Kept& k : kept_) {
    const bool truth = k.term.sort().kind() == SortKind::boolean;
    const auto v = before_.find(k.term);
    variables +=
        "static " +
        (truth ? "unsigned char"
               : code_type(range_bounds(interface_.variables[v->second]))) +
        " " + k.name + ";\n";
    forget += k.name + " = 0;\n";
  }
  std::string begin;
  for (const std::uint32_t k : out_.inputs) {
    const std::string name = "__cat_watch_given_" + text_of(k);
    variables += "static long long " + name + ";\n";
    begin += name + " = __cat_watch_in_" + text_of(k) + "();\n";
  }
  return variables + "static void __cat_watch_over(void) {\n" + forget +
         "__cat_watch_phase = 2;\n}\n" +
         "static void __cat_watch_reset(void) {\n" + forget +
         "__cat_watch_phase = 0;\n}\n" +
         "static void __cat_watch_begin(void) {\n" + begin + "}\n";
}

std::string MonitorWriter::assuming(bool first) {
  TermCode code = block(first);
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    if (interface_.variables[v].role == Role::input) observe(code, v);
  }
  const std::string broken = broken_promise(code, first);
  if (!broken.empty()) code.add("__catenary_assume(!(" + broken + "));");
  return std::string("static void __cat_watch_") + (first ? "first" : "later") +
         "(void) {\n" + code.statements() + "}\n";
}

void MonitorWriter::find_inputs() {
  for (const Place& place : binding_.places) {
    if (place.side == Place::Side::input) out_.inputs.push_back(place.index);
  }
  std::sort(out_.inputs.begin(), out_.inputs.end());
}

MonitorCode MonitorWriter::write_assumption() {
  refuse_what_is_not_offered(interface_);
  find_inputs();
  find_what_is_kept();
  const std::string later = assuming(false);
  const std::string first = assuming(true);
  TermCode end = block(false);
  for (std::uint32_t v = 0; v < interface_.variables.size(); ++v) {
    observe(end, v);
  }
  keep(end);
  out_.text =
      "#ifdef __cplusplus\nextern \"C\" void __catenary_assume(bool);\n#else\n"
      "void __catenary_assume(_Bool);\n#endif\n" +
      state() + first + later +
      "static void __cat_watch_check(void) {\n__cat_watch_begin();\n"
      "if (__cat_watch_phase == 0) {\n__cat_watch_first();\n} else {\n"
      "__cat_watch_later();\n}\n}\n"
      "static void __cat_watch_end(void) {\n" +
      end.statements() + "}\n";
  return std::move(out_);
}

MonitorCode MonitorWriter::write() {
  refuse_what_is_not_offered(interface_);
  find_inputs();
  define_goals();
  defined_ = definitions_of(interface_, false);
  // The state depends on later steps only; the first step reads none.
  find_what_is_kept();
  const std::string later = step(false);
  const std::string first = step(true);
  out_.text = state() + first + later +
              "static void __cat_watch_end(void) {\n"
              "if (__cat_watch_phase == 0) {\n__cat_watch_first();\n} else "
              "if (__cat_watch_phase == 1) {\n__cat_watch_later();\n}\n}\n";
  return std::move(out_);
}

}  // namespace

MonitorCode write_monitor(const Semantics& semantics,
                          const Binding& binding,
                          const suite::Signature& signature) {
  return MonitorWriter(semantics, binding, signature).write();
}

MonitorCode write_assumption(const Semantics& semantics,
                             const Binding& binding,
                             const suite::Signature& signature) {
  return MonitorWriter(semantics, binding, signature).write_assumption();
}

}  // namespace catenary::engine::contract
