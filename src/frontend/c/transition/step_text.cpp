// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step reads the state into constants, computes all terms, says what it
/// covers, sets the outputs, and at last the state. What is assumed of inputs
/// and state is a function of its own.
#include "frontend/c/transition/step_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "base/text/unique_name.h"
#include "frontend/c/transition/term_text.h"
#include "frontend/c/transition/words.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::c {

using logic::Sort;
using logic::SortKind;
using logic::Term;
using model::TransitionSystem;

namespace {

constexpr std::uint32_t kMostIndexBits = 24;
constexpr std::uint32_t kMostOpenIndexBits = 8;

[[noreturn]] void refuse(const base::SourceLocation& where,
                         const std::string& what) {
  throw base::InputError(where, what, "unsupported");
}

std::string input_name(std::size_t index) {
  return "i" + std::to_string(index);
}
std::string output_name(std::size_t index) {
  return "o" + std::to_string(index);
}
/// The variable that says whether a property held in the last step.
std::string property_name(std::size_t index) {
  return "p" + std::to_string(index);
}

bool is_array(const Sort& sort) {
  return sort.kind() == SortKind::array;
}

class Writer {
 public:
  Writer(const TransitionSystem& system, const std::string& file)
      : system_(system), places_({system.path, 0, 0}) {
    out_.description.sources = {{file, {system.path, 0, 0}}};
  }

  GeneratedProgram run() {
    check_sorts();
    write("#include <catenary/c.h>\n#include <stdint.h>\n");
    declare();
    initialise();
    constrain();
    step();
    Description& d = out_.description;
    const base::SourceLocation whole{system_.path, 0, 0};
    d.generated = true;
    d.path = system_.path;
    d.init = Code{"catenary_init();", whole};
    d.step = Code{"catenary_step();", whole};
    std::string declared =
        "void catenary_init(void); void catenary_step(void); "
        "_Bool catenary_possible(void);";
    for (std::size_t p = 0; p < system_.properties.size(); ++p) {
      const TransitionSystem::Named& one = system_.properties[p];
      declared += " extern _Bool " + property_name(p) + ";";
      d.invariants.push_back({{property_name(p), one.where},
                              one.name + ".violated",
                              "'" + one.name + "' does not hold"});
    }
    d.declare = Code{declared, whole};
    d.places = std::move(places_);
    return std::move(out_);
  }

 private:
  void check_sorts() const;
  void declare();
  void declare_choice(const std::string& lvalue,
                      const std::string& name,
                      const base::SourceLocation& where,
                      const Sort& sort,
                      std::vector<VariableDescription>& list);
  void initialise();
  void constrain();
  void step();
  void read_state();
  void set_state();
  void write(const std::string& text);
  /// Adds what was written of terms.
  void flush() { write(text_.take()); }
  /// The value of a variable from its words.
  [[nodiscard]] static std::string combined(const std::string& lvalue,
                                            const Sort& sort);

  const TransitionSystem& system_;
  GeneratedProgram out_;
  base::SourceMap places_;
  TermText text_;
  std::uint32_t lines_ = 0;
  /// The names of each list of variables.
  std::map<const void*, base::TakenNames> taken_;
};

void Writer::write(const std::string& text) {
  out_.source += text;
  lines_ += static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
}

void Writer::check_sorts() const {
  const auto scalar = [](const Sort& sort) {
    return sort.kind() == SortKind::boolean || sort.kind() == SortKind::bitvec;
  };
  const auto expected = "; expected Booleans, bit-vectors and arrays of these";
  for (const TransitionSystem::Input& i : system_.inputs) {
    if (!scalar(i.variable.sort())) {
      refuse(i.where,
             "'" + i.name + "' is of sort " + i.variable.sort().to_string() +
                 expected);
    }
  }
  for (const TransitionSystem::State& s : system_.states) {
    const Sort& sort = s.variable.sort();
    const bool array = is_array(sort) &&
                       sort.index().kind() == SortKind::bitvec &&
                       scalar(sort.element());
    if (!array && !scalar(sort)) {
      refuse(s.where,
             "'" + s.name + "' is of sort " + sort.to_string() + expected);
    }
    if (!array) continue;
    const std::uint32_t most =
        s.init.valid() ? kMostIndexBits : kMostOpenIndexBits;
    if (sort.index().bits() > most) {
      refuse(s.where,
             "the array '" + s.name + "' has 2^" +
                 std::to_string(sort.index().bits()) + " elements" +
                 (s.init.valid() ? "" : " and no initial value") +
                 "; expected at most 2^" + std::to_string(most));
    }
  }
}

/// Declares the words of a variable that is chosen, or shown.
void Writer::declare_choice(const std::string& lvalue,
                            const std::string& name,
                            const base::SourceLocation& where,
                            const Sort& sort,
                            std::vector<VariableDescription>& list) {
  for (const Word& word : words_of(sort)) {
    VariableDescription v;
    v.lvalue = {lvalue + word.suffix, where};
    // The model may have a variable that is called like a word of another.
    v.name = base::unique_name(name + word.bits, taken_[&list]);
    v.range_where = where;
    const bool partial = word.width != 8 && word.width != 16 &&
                         word.width != 32 && word.width != 64;
    if (sort.kind() == SortKind::bitvec && partial &&
        &list != &out_.description.outputs) {
      const mpz_class most = (mpz_class(1) << word.width) - 1;
      v.lo = Number{"0", true};
      v.hi = Number{most.get_str(), true};
    }
    list.push_back(std::move(v));
  }
}

void Writer::declare() {
  Description& d = out_.description;
  const auto declare_words = [&](const std::string& lvalue, const Sort& sort) {
    for (const Word& w : words_of(sort)) {
      write(stored_type(sort_of(w, sort)) + " " + lvalue + w.suffix + ";\n");
    }
  };
  for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
    const TransitionSystem::Input& in = system_.inputs[i];
    declare_words(input_name(i), in.variable.sort());
    declare_choice(
        input_name(i), in.name, in.where, in.variable.sort(), d.inputs);
  }
  for (std::size_t o = 0; o < system_.outputs.size(); ++o) {
    const TransitionSystem::Named& out = system_.outputs[o];
    if (is_array(out.term.sort())) continue;  // no test can expect it
    declare_words(output_name(o), out.term.sort());
    declare_choice(
        output_name(o), out.name, out.where, out.term.sort(), d.outputs);
  }
  for (std::size_t p = 0; p < system_.properties.size(); ++p) {
    write("_Bool " + property_name(p) + ";\n");
  }
  for (std::size_t k = 0; k < system_.states.size(); ++k) {
    const TransitionSystem::State& s = system_.states[k];
    const Sort& sort = s.variable.sort();
    const std::string name = state_name(k);
    if (!is_array(sort)) {
      write("static " + stored_type(sort) + " " + name + ";\n");
      if (s.init.valid()) continue;
      declare_words(name + "_init", sort);
      declare_choice(name + "_init", s.name, s.where, sort, d.initial);
      continue;
    }
    const std::uint64_t size = std::uint64_t{1} << sort.index().bits();
    write("static " + stored_type(sort.element()) + " " + name + "[" +
          std::to_string(size) + "];\n");
    for (std::uint64_t e = 0; e < size && !s.init.valid(); ++e) {
      const std::string index = std::to_string(e);
      declare_words(name + "_init_" + index, sort.element());
      declare_choice(name + "_init_" + index,
                     s.name + "[" + index + "]",
                     s.where,
                     sort.element(),
                     d.initial);
    }
  }
}

std::string Writer::combined(const std::string& lvalue, const Sort& sort) {
  const std::string type = "(" + value_type(sort) + ")";
  std::string out;
  for (const Word& word : words_of(sort)) {
    std::string part = type + lvalue + word.suffix;
    if (word.low > 0)
      part = "(" + part + " << " + std::to_string(word.low) + ")";
    out += (out.empty() ? "" : " | ") + part;
  }
  return out;
}

void Writer::initialise() {
  write("void catenary_init(void) {\n");
  for (std::size_t p = 0; p < system_.properties.size(); ++p) {
    text_.line("  " + property_name(p) + " = 1;");
  }
  for (std::size_t k = 0; k < system_.states.size(); ++k) {
    const TransitionSystem::State& s = system_.states[k];
    const Sort& sort = s.variable.sort();
    const std::string name = state_name(k);
    if (is_array(sort)) {
      if (s.init.valid()) {
        text_.prepare(s.init);
        text_.change(name, {}, s.init, "  ");
      }
      const std::uint64_t size = std::uint64_t{1} << sort.index().bits();
      for (std::uint64_t e = 0; e < size && !s.init.valid(); ++e) {
        const std::string index = std::to_string(e);
        text_.line("  " + name + "[" + index + "] = " +
                   combined(name + "_init_" + index, sort.element()) + ";");
      }
      text_.define(s.variable, name);
      continue;
    }
    const std::string value =
        s.init.valid() ? text_.value(s.init) : combined(name + "_init", sort);
    text_.line("  " + name + " = " + value + ";");
    text_.line("  const " + value_type(sort) + " v" + std::to_string(k) +
               " = " + value + ";");
    text_.define(s.variable, "v" + std::to_string(k));
  }
  flush();
  write("}\n");
}

void Writer::read_state() {
  text_ = TermText();
  for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
    const Term x = system_.inputs[i].variable;
    const std::string name = "x" + std::to_string(i);
    text_.line("  const " + value_type(x.sort()) + " " + name + " = " +
               combined(input_name(i), x.sort()) + ";");
    text_.define(x, name);
  }
  for (std::size_t k = 0; k < system_.states.size(); ++k) {
    const Term s = system_.states[k].variable;
    if (is_array(s.sort())) {
      text_.define(s, state_name(k));
      continue;
    }
    const std::string name = "v" + std::to_string(k);
    text_.line("  const " + value_type(s.sort()) + " " + name + " = (" +
               value_type(s.sort()) + ")" + state_name(k) + ";");
    text_.define(s, name);
  }
}

/// A quoted C string.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// An assumption of the description, so that constraints that no input meets
/// are found and said as they are for programs.
void Writer::constrain() {
  if (system_.constraints.empty()) return;
  write("_Bool catenary_possible(void) {\n");
  read_state();
  std::string all;
  for (const TransitionSystem::Named& c : system_.constraints) {
    all += (all.empty() ? "" : " & ") + text_.value(c.term);
  }
  text_.line("  return " + all + ";");
  flush();
  write("}\n");
  Description& d = out_.description;
  d.assume = {{"catenary_possible()", system_.constraints.front().where}};
}

void Writer::step() {
  write("void catenary_step(void) {\n");
  read_state();
  for (const TransitionSystem::State& s : system_.states) {
    text_.prepare(s.next);
  }
  for (const TransitionSystem::Named& g : system_.goals) {
    const std::string holds = text_.value(g.term);
    flush();
    places_.begin(lines_ + 1, g.where);
    write("  CATENARY_GOAL(" + quoted(g.name) + ", " + holds + ");\n");
    places_.begin_home(lines_ + 1);
  }
  for (std::size_t p = 0; p < system_.properties.size(); ++p) {
    const std::string holds = text_.value(system_.properties[p].term);
    text_.line("  " + property_name(p) + " = " + holds + ";");
  }
  for (std::size_t o = 0; o < system_.outputs.size(); ++o) {
    const Term out = system_.outputs[o].term;
    if (is_array(out.sort())) continue;
    const std::string value = text_.value(out);
    for (const Word& word : words_of(out.sort())) {
      text_.line("  " + output_name(o) + word.suffix + " = (" +
                 stored_type(sort_of(word, out.sort())) + ")(" + value +
                 (word.low > 0 ? " >> " + std::to_string(word.low) : "") +
                 ");");
    }
  }
  set_state();
  flush();
  write("}\n");
}

void Writer::set_state() {
  // An array that becomes another one gets its value from before the step.
  std::set<Term> copied;
  for (std::size_t k = 0; k < system_.states.size(); ++k) {
    const TransitionSystem::State& s = system_.states[k];
    if (!is_array(s.variable.sort())) continue;
    for (const Term x : logic::free_variables(s.next)) {
      if (is_array(x.sort()) && x != s.variable) copied.insert(x);
    }
  }
  for (std::size_t k = 0; k < system_.states.size(); ++k) {
    const Term x = system_.states[k].variable;
    if (!copied.contains(x)) continue;
    const std::string name = state_name(k);
    text_.line("  __typeof__(" + name + ") " + name + "_before;");
    text_.line("  __builtin_memcpy(" + name + "_before, " + name + ", sizeof " +
               name + ");");
    text_.define(x, name + "_before");
  }
  for (std::size_t k = 0; k < system_.states.size(); ++k) {
    const TransitionSystem::State& s = system_.states[k];
    const std::string name = state_name(k);
    if (is_array(s.variable.sort())) {
      text_.change(name, s.variable, s.next, "  ");
    } else {
      text_.line("  " + name + " = " + text_.value(s.next) + ";");
    }
  }
}

}  // namespace

std::string state_name(std::size_t index) {
  return "s" + std::to_string(index);
}

GeneratedProgram write_step_text(const TransitionSystem& system,
                                 const std::string& file) {
  return Writer(system, file).run();
}

}  // namespace catenary::frontend::c
