// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the harness, see harness.h.
#include "frontend/c/harness.h"

#include <algorithm>

#include "base/error.h"
#include "base/text/lexer.h"
#include "frontend/c/environment/schedule.h"

namespace catenary::frontend::c {

namespace {

/// Codes of C's types, the index of model::ScalarType; _Generic selects one for
/// a scalar lvalue.
constexpr const char* kTypeCodes =
    "_Bool: 0, signed char: 1, char: ((char)-1 < 0 ? 1 : 2), unsigned char: 2, "
    "short: 3, unsigned short: 4, int: 5, unsigned int: 6, long: 7, "
    "unsigned long: 8, long long: 7, unsigned long long: 8, float: 9, "
    "double: 10, default: -1";

/// The same in C++, where enumerations are not integers.
constexpr const char* kTypeCodesCpp = R"cpp(
  template <typename T, bool = __is_enum(T)>
  struct __cat_code {
    enum { value = -1 };
  };
  template <typename T>
  struct __cat_code<T, true> : __cat_code<__underlying_type(T)> {};
  template <typename T>
  struct __cat_code<const T, false> : __cat_code<T> {};
  template <typename T>
  struct __cat_code<volatile T, false> : __cat_code<T> {};
#define CATENARY_CODE_(t, n)    \
    template <>                   \
    struct __cat_code<t, false> { \
      enum { value = n };         \
    };
  CATENARY_CODE_(bool, 0)
  CATENARY_CODE_(signed char, 1)
  CATENARY_CODE_(char, ((char)-1 < 0 ? 1 : 2))
  CATENARY_CODE_(unsigned char, 2)
  CATENARY_CODE_(short, 3)
  CATENARY_CODE_(unsigned short, 4)
  CATENARY_CODE_(int, 5)
  CATENARY_CODE_(unsigned int, 6)
  CATENARY_CODE_(long, 7)
  CATENARY_CODE_(unsigned long, 8)
  CATENARY_CODE_(long long, 7)
  CATENARY_CODE_(unsigned long long, 8)
  CATENARY_CODE_(float, 9)
  CATENARY_CODE_(double, 10)
)cpp";

/// Assembles the text. Functions for single steps are collected in pre_, post_
/// and after_init_ and written last.
class Writer {
 public:
  Writer(const Description& d, const HarnessOptions& options)
      : d_(d), options_(options) {}

  HarnessText write();

 private:
  // Invariant: lines_ is the number of line ends in the text.
  void raw(const std::string& text) {
    out_.text += text;
    lines_ +=
        static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  /// Appends the user's text at its own place.
  void code(const Code& c) {
    if (!options_.positions) return raw(c.text);
    raw("\n#line " + std::to_string(std::max<std::uint32_t>(c.where.line, 1)) +
        " " + base::in_quotes(shown(c.where.file)) + "\n");
    const std::uint32_t column = std::max<std::uint32_t>(c.where.column, 1);
    raw(std::string(column - 1, ' ') + c.text + "\n");
    back_to_harness();
    out_.pieces.push_back({lines_ + 1, c, variable_, name_});
  }
  void back_to_harness() {
    raw("#line " + std::to_string(lines_ + 2) + " \"" + kHarnessFile + "\"\n");
  }
  /// The file as seen from the directory in which clang runs, which is that of
  /// the description.
  std::string shown(const std::string& file) const {
    const std::string prefix = d_.directory.empty() ? "" : d_.directory + "/";
    return !prefix.empty() && file.rfind(prefix, 0) == 0
               ? file.substr(prefix.size())
               : file;
  }
  void expression(const std::string& head,
                  const Code& c,
                  const std::string& tail) {
    raw(head + "(");
    code(c);
    raw(")" + tail + "\n");
  }
  // For inputs and initial choices.
  void setters(const std::vector<VariableDescription>& variables,
               const std::string& prefix,
               const std::string& what);
  /// Defines a constant that other units see: the code of an expression's type.
  void type_code(const std::string& name, const Code& of) {
    if (d_.is_cpp()) {
      expression("extern const int " + name + " = __cat_code<__typeof__",
                 of,
                 ">::value;");
    } else {
      expression("const int " + name + " = _Generic(",
                 of,
                 std::string(", ") + kTypeCodes + ");");
    }
  }
  /// In C++ an enumeration needs a cast.
  void setter(const std::string& head, const Code& lvalue) {
    if (!d_.is_cpp()) return expression(head, lvalue, " = catenary_value; }");
    expression(head, lvalue, " = (__typeof__");
    expression("", lvalue, ")catenary_value; }");
  }
  /// Code that is not the user's: it has no branches to cover, and its
  /// overflows are not findings.
  void not_the_users(const std::string& text) {
    if (text.empty()) return;
    raw("#pragma clang attribute push(__attribute__(("
        "no_profile_instrument_function, "
        "no_sanitize(\"signed-integer-overflow\"))), apply_to = function)\n" +
        text + "#pragma clang attribute pop\n");
  }
  void stubs();
  void outputs();
  void properties();
  void invariants();
  void watcher();
  void step();
  void conditions();
  void steps();
  std::uint32_t goal(model::Goal g) {
    out_.harness.goals.push_back(std::move(g));
    return static_cast<std::uint32_t>(out_.harness.goals.size() - 1);
  }

  const Description& d_;
  const HarnessOptions& options_;
  HarnessText out_;
  std::size_t lines_ = 0;
  // Of the piece that is written next; see HarnessPiece.
  std::string variable_, name_;
  std::string pre_, post_, after_init_;
};

void Writer::setters(const std::vector<VariableDescription>& variables,
                     const std::string& prefix,
                     const std::string& what) {
  variable_ = what;
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const std::string n = std::to_string(k);
    const Code& lvalue = variables[k].lvalue;
    name_ = variables[k].shown();
    type_code(prefix + "type_" + n, lvalue);
    setter("void " + prefix + "seti_" + n + "(long long catenary_value) { ",
           lvalue);
    setter("void " + prefix + "setd_" + n + "(double catenary_value) { ",
           lvalue);
    // A float that is widened and narrowed is no longer a signalling NaN.
    setter("void " + prefix + "setf_" + n + "(float catenary_value) { ",
           lvalue);
  }
  variable_.clear();
}

void Writer::outputs() {
  std::size_t k = 0;
  variable_ = "output";
  for (const VariableDescription& v : d_.outputs) {
    const std::string n = std::to_string(k++);
    name_ = v.shown();
    type_code("__cat_otype_" + n, v.lvalue);
    expression("long long __cat_outi_" + n + "(void) { return (long long)",
               v.lvalue,
               "; }");
    expression(
        "double __cat_outd_" + n + "(void) { return (double)", v.lvalue, "; }");
  }
  variable_.clear();
  // Whether a property held is an output too, so tests can expect it.
  for (std::size_t p = 0; p < d_.properties.size(); ++p) {
    if (!d_.properties[p].then) continue;
    const std::string n = std::to_string(k++);
    const std::string held = "__cat_holds_" + std::to_string(p);
    raw((d_.is_cpp() ? "extern const int " : "const int ") +
        ("__cat_otype_" + n) + " = 0;\n");
    raw("long long __cat_outi_" + n + "(void) { return " + held + "; }\n");
    raw("double __cat_outd_" + n + "(void) { return " + held + "; }\n");
    out_.derived_outputs.push_back(d_.properties[p].id + ".holds");
  }
  out_.harness.outputs = static_cast<std::uint32_t>(k);
}

void Writer::properties() {
  for (std::size_t p = 0; p < d_.properties.size(); ++p) {
    const PropertyDescription& property = d_.properties[p];
    const std::string n = std::to_string(p);
    const std::size_t last = property.when.size() - 1;
    for (std::size_t j = 0; j <= last; ++j) {
      expression("static int __cat_when_" + n + "_" + std::to_string(j) +
                     "(void) { return !!",
                 property.when[j],
                 "; }");
    }
    // Whether the antecedent was met is decided before the step, on its inputs;
    // the consequent after it.
    raw("static unsigned char __cat_met_" + n + ";\n");
    model::Goal g;
    g.id = property.id;
    g.text = property.text;
    g.requirements = property.requirements;
    g.where = property.where;
    g.kind = model::GoalKind::property;
    const std::uint32_t index = goal(g);

    // For antecedents over several steps: seen_j remembers that conditions 0 …
    // j held in the last j + 1 steps. Older ones are updated from the back,
    // before their predecessors change.
    std::string met = "__cat_when_" + n + "_" + std::to_string(last) + "()";
    for (std::size_t j = 0; j < last; ++j) {
      raw("static unsigned char __cat_seen_" + n + "_" + std::to_string(j) +
          ";\n");
      after_init_ += "  __cat_seen_" + n + "_" + std::to_string(j) + " = 0;\n";
    }
    if (last > 0) {
      met = "__cat_seen_" + n + "_" + std::to_string(last - 1) + " && " + met;
    }
    pre_ += "  __cat_met_" + n + " = " + met + ";\n";
    for (std::size_t j = last; j-- > 0;) {
      const std::string seen = "__cat_seen_" + n + "_";
      pre_ += "  " + seen + std::to_string(j) + " = " +
              (j > 0 ? seen + std::to_string(j - 1) + " && " : "") +
              "__cat_when_" + n + "_" + std::to_string(j) + "();\n";
    }
    pre_ += "  if (__cat_met_" + n + ") __cat_hit(" + std::to_string(index) +
            ");\n";
    if (!property.then) continue;
    expression("static int __cat_then_" + n + "(void) { return !!",
               *property.then,
               "; }");
    raw("static unsigned char __cat_holds_" + n + " = 1;\n");
    after_init_ += "  __cat_holds_" + n + " = 1;\n";
    g.id += ".violated";
    g.text = "antecedent of " + property.id + " without its consequent";
    // Two goals a property: the antecedent is met (no vacuity), and violated.
    g.kind = model::GoalKind::violation;
    const std::uint32_t violated = goal(g);
    post_ += "  __cat_holds_" + n + " = !__cat_met_" + n + " || __cat_then_" +
             n + "();\n  if (!__cat_holds_" + n + ") __cat_hit(" +
             std::to_string(violated) + ");\n";
  }
}

void Writer::invariants() {
  for (std::size_t k = 0; k < d_.invariants.size(); ++k) {
    const InvariantDescription& one = d_.invariants[k];
    const std::string n = std::to_string(k + 1);
    expression("static int __cat_invariant_" + n + "(void) { return !!",
               one.when,
               "; }");
    model::Goal g;
    g.id = one.id.empty() ? "invariant" + n + ".violated" : one.id;
    g.text = one.text.empty()
                 ? "invariant '" + one.when.text + "' does not hold"
                 : one.text;
    g.where = one.when.where;
    g.kind = model::GoalKind::violation;
    const std::string check = "  if (!__cat_invariant_" + n + "()) __cat_hit(" +
                              std::to_string(goal(g)) + ");\n";
    // An invariant must hold after the initialisation as well.
    post_ += check;
    after_init_ += check;
  }
}

void Writer::stubs() {
  if (d_.stubs.empty()) return;
  not_the_users(d_.stubs);
  pre_ += d_.before_step;
}

void Writer::watcher() {
  if (options_.watcher == nullptr) return;
  const Watcher& w = *options_.watcher;
  variable_ = "input";
  for (const std::uint32_t k : w.inputs) {
    name_ = d_.inputs.at(k).shown();
    expression("static long long __cat_watch_in_" + std::to_string(k) +
                   "(void) { return (long long)",
               d_.inputs.at(k).lvalue,
               "; }");
  }
  variable_.clear();
  raw("#define __cat_watch_hit(k) __cat_hit(" +
      std::to_string(out_.harness.goals.size()) + " + (k))\n");
  not_the_users(w.text);
  for (const model::Goal& g : w.goals) (void)goal(g);
  pre_ += "  __cat_watch_begin();\n";
  post_ += "  __cat_watch_end();\n";
  after_init_ += "  __cat_watch_reset();\n";
}

/// Handlers of interrupts, then the user's step, then the tasks. Each text is a
/// function of its own, so that a `return` in it ends nothing else.
void Writer::step() {
  const auto function = [this](const std::string& name, const Code& text) {
    raw(name + "(void) {");
    code(text);
    raw(";}\n");
  };
  for (std::size_t k = 0; k < d_.interrupts.size(); ++k) {
    const std::string n = std::to_string(k);
    function("static void __cat_handler_" + n, d_.interrupts[k].call);
  }
  for (std::size_t k = 0; k < d_.tasks.size(); ++k) {
    function("static void __cat_task_" + std::to_string(k), d_.tasks[k].call);
  }
  not_the_users(schedule_calls(d_));
  after_init_ += schedule_reset(d_);
  if (d_.interrupts.empty() && d_.tasks.empty()) {
    return function("void __cat_step", *d_.step);
  }
  function("static void __cat_user_step", *d_.step);
  raw(std::string("void __cat_step(void) {\n") +
      (d_.interrupts.empty() ? "" : "  __cat_interrupts();\n") +
      "  __cat_user_step();\n" +
      (d_.tasks.empty() ? "" : "  __cat_tasks();\n") + "}\n");
}

/// When interrupts can happen; the assumptions ask for it.
void Writer::conditions() {
  for (std::size_t k = 0; k < d_.interrupts.size(); ++k) {
    if (!d_.interrupts[k].assume) continue;
    expression(
        "static __attribute__((no_profile_instrument_function)) int "
        "__cat_may_happen_" +
            std::to_string(k) + "(void) { return !!",
        *d_.interrupts[k].assume,
        "; }");
  }
}

void Writer::steps() {
  conditions();
  if (d_.init) {
    raw("void __cat_init(void) {");
    code(*d_.init);
    raw(";}\n");
  }
  if (d_.step) step();
  if (d_.final_state) {
    expression("int __cat_final(void) { return !!", *d_.final_state, "; }");
  }
  if (!d_.assume.empty()) {
    // A conjunction that stops at the first false assumption.
    raw("int __cat_assume(void) { return 1");
    for (const Code& c : d_.assume) expression(" && ", c, "");
    raw("; }\n");
  }
  raw("void __cat_pre(void) {\n" + pre_ + "}\n");
  raw("void __cat_post(void) {\n" + post_ + "}\n");
  raw("void __cat_after_init(void) {\n" + after_init_ + "}\n");
}

/// The name of a source within `#include "…"`, which has no escapes.
const std::string& included(const Code& source) {
  if (source.text.find_first_of("\"\n") != std::string::npos) {
    throw base::InputError(source.where,
                           "'#include' cannot name " +
                               base::in_quotes(source.text) +
                               "; expected a name without quotes and line ends",
                           "source-name");
  }
  return source.text;
}

// Order: the program, the user's declarations, then functions that use both.
HarnessText Writer::write() {
  const bool cpp = d_.is_cpp();
  if (cpp) raw("extern \"C\" {\n");
  raw(options_.hit_declaration);
  if (cpp) raw("}\n");
  if (options_.include.empty()) {
    back_to_harness();
    raw("#include \"" + included(d_.sources.front()) + "\"\n");
    back_to_harness();
  } else {
    raw(options_.include);
  }
  if (d_.declare) {
    code(*d_.declare);
    raw("\n");
  }
  stubs();
  raw(schedule_variables(d_));
  if (cpp) raw(std::string(kTypeCodesCpp) + "extern \"C\" {\n");
  setters(d_.inputs, "__cat_", "input");
  setters(d_.initial, "__cat_ini_", "initial choice");
  out_.harness.inputs = static_cast<std::uint32_t>(d_.inputs.size());
  out_.harness.initial = static_cast<std::uint32_t>(d_.initial.size());
  properties();
  invariants();
  outputs();
  watcher();
  steps();
  if (cpp) raw("}\n");
  return std::move(out_);
}

}  // namespace

HarnessText write_harness(const Description& description,
                          const HarnessOptions& options) {
  return Writer(description, options).write();
}

}  // namespace catenary::frontend::c
