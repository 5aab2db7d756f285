// SPDX-License-Identifier: Apache-2.0
/// \file
/// The writer: a line for each distinct subterm, operands first. A Boolean is a
/// bit. Initial values come before their states, as the format asks, and
/// mention states alone.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/unique_name.h"
#include "frontend/btor2/btor2.h"
#include "frontend/btor2/operators.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::btor2 {

using logic::Op;
using logic::Sort;
using logic::SortKind;
using logic::Term;
using model::TransitionSystem;

namespace {

/// On one line, whatever it holds.
std::string comment_text(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(
      out,
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      ' ');
  return out;
}

/// A symbol ends at a blank, and a word that begins with ';' is a comment.
std::string legal_symbol(std::string_view name) {
  std::string out = comment_text(name);
  std::ranges::replace(out, ' ', '_');
  if (out.empty() || out.front() == ';') out.insert(0, "_");
  return out;
}

class Writer {
 public:
  explicit Writer(const TransitionSystem& system)
      : system_(system), t_(*system.terms) {}

  std::string run() {
    comment(system_.name + (system_.path.empty() ? "" : ", " + system_.path));
    comment("a step is a frame: what holds in step k, holds in frame k - 1");
    for (const TransitionSystem::State& s : system_.states) state(s);
    for (const TransitionSystem::Input& i : system_.inputs) {
      where_ = i.where;
      known_[i.variable] =
          named("input", sort(i.variable.sort()), i.name, i.where, "");
    }
    for (const TransitionSystem::State& s : system_.states) {
      where_ = s.where;
      const std::string value = text(s.next);
      line("next " + sort(s.next.sort()) + " " + text(s.variable) + " " +
           value);
    }
    statements();
    return std::move(out_);
  }

 private:
  void state(const TransitionSystem::State& s);
  void statements();
  /// Writes a line that begins with a new id, which is returned.
  std::string line(const std::string& words) {
    const std::string id = std::to_string(++last_);
    out_ += id + " " + words + "\n";
    return id;
  }
  void comment(std::string_view text) {
    out_ += "; " + comment_text(text) + "\n";
  }
  /// A line with a symbol, below a comment with all that it is about.
  std::string named(const std::string& kind,
                    const std::string& words,
                    const std::string& name,
                    const base::SourceLocation& where,
                    const std::string& about);
  [[nodiscard]] std::string sort(const Sort& of);
  /// The id of the line that has the value; writes what is missing.
  [[nodiscard]] std::string text(Term root);
  [[nodiscard]] std::string application(Term term);
  [[nodiscard]] static Term same_bit(Term term);
  [[nodiscard]] std::string folded(Term term, const char* word);
  [[nodiscard]] std::string distinct(Term term);
  [[nodiscard]] std::string indexed(Term term);
  [[nodiscard]] std::string constant(Term term);
  [[nodiscard]] std::string bits(const Sort& of, const mpz_class& value);
  [[nodiscard]] std::string constant_array(Term term);
  [[nodiscard]] const std::string& at(Term operand) const {
    return known_.at(operand);
  }
  /// "WORD SORT OPERAND…".
  std::string operation(const std::string& word, Term term);
  [[noreturn]] void refuse(Term term) const;

  const TransitionSystem& system_;
  logic::TermManager& t_;
  std::string out_;
  std::int64_t last_ = 0;
  std::map<std::string, std::string> sorts_;
  std::map<Term, std::string> known_;
  std::map<std::string, base::TakenNames> names_;  ///< by kind
  /// Where what is being written was declared.
  base::SourceLocation where_;
};

void Writer::refuse(Term term) const {
  const Sort& of = term.sort();
  const bool scalar =
      of.kind() == SortKind::bitvec || of.kind() == SortKind::boolean;
  throw base::InputError(
      where_,
      (scalar
           ? "the operator '" + std::string(logic::info(term.op()).smtlib) + "'"
           : "a value of the sort " + of.to_string()) +
          " cannot be written as BTOR2; expected bit-vectors and arrays of "
          "these alone",
      "btor2-unsupported");
}

std::string Writer::named(const std::string& kind,
                          const std::string& words,
                          const std::string& name,
                          const base::SourceLocation& where,
                          const std::string& about) {
  const std::string symbol =
      base::unique_name(legal_symbol(name), names_[kind]);
  if (symbol != name || !about.empty()) {
    comment(kind + " " + name + (about.empty() ? "" : ": " + about) +
            (where.line == 0 ? "" : ", " + where.to_string()));
  }
  return line(kind + " " + words + " " + symbol);
}

std::string Writer::sort(const Sort& of) {
  std::string words;
  if (of.kind() == SortKind::array && of.index().kind() == SortKind::bitvec &&
      of.element().kind() != SortKind::array) {
    const std::string index = sort(of.index());
    words = "array " + index + " " + sort(of.element());
  } else if (of.kind() == SortKind::boolean) {
    words = "bitvec 1";
  } else if (of.kind() == SortKind::bitvec) {
    words = "bitvec " + std::to_string(of.bits());
  } else {
    throw base::InputError(where_,
                           "a value of the sort " + of.to_string() +
                               " cannot be written as BTOR2; expected "
                               "bit-vectors and arrays of these alone",
                           "btor2-unsupported");
  }
  std::string& id = sorts_[words];
  if (id.empty()) id = line("sort " + words);
  return id;
}

/// The state, behind the terms of its initial value.
void Writer::state(const TransitionSystem::State& s) {
  where_ = s.where;
  const std::string of = sort(s.variable.sort());
  std::string value;
  if (s.init.valid()) {
    // An array is initialised by what all of its elements are.
    Term init = s.init;
    if (init.op() == Op::const_array) {
      init = init[0];
    } else if (init.is_constant() && init.sort().kind() == SortKind::array &&
               init.value().entries().empty()) {
      init = t_.constant(init.value().otherwise());
    }
    value = text(init);
  }
  const std::string id = named("state", of, s.name, s.where, "");
  known_[s.variable] = id;
  if (!value.empty()) line("init " + of + " " + id + " " + value);
}

void Writer::statements() {
  for (const TransitionSystem::Named& o : system_.outputs) {
    where_ = o.where;
    (void)named("output", text(o.term), o.name, o.where, o.text);
  }
  for (const TransitionSystem::Named& c : system_.constraints) {
    where_ = c.where;
    (void)named("constraint", text(c.term), c.name, c.where, c.text);
  }
  for (const TransitionSystem::Named& g : system_.goals) {
    where_ = g.where;
    (void)named("bad", text(g.term), g.name, g.where, g.text);
  }
  for (const TransitionSystem::Named& p : system_.properties) {
    where_ = p.where;
    (void)named("bad",
                text(t_.logical_not(p.term)),
                p.name + ".violated",
                p.where,
                p.text);
  }
}

/// Bits and conditions are the same here: (ite c 1 0) is c, and (= b 1) is b.
Term Writer::same_bit(Term term) {
  const auto is = [](Term t, int bit) {
    return t.is_constant() && t.sort() == Sort::bitvec(1) &&
           t.value().as_bits() == bit;
  };
  if (term.op() == Op::ite && is(term[1], 1) && is(term[2], 0)) return term[0];
  if (term.op() == Op::equal && is(term[1], 1)) return term[0];
  if (term.op() == Op::equal && is(term[0], 1)) return term[1];
  return {};
}

std::string Writer::text(Term root) {
  std::vector<Term> waiting{root};
  while (!waiting.empty()) {
    const Term term = waiting.back();
    if (known_.contains(term)) {
      waiting.pop_back();
      continue;
    }
    const Term same = same_bit(term);
    bool ready = true;
    const auto need = [&](Term t) {
      if (known_.contains(t)) return;
      waiting.push_back(t);
      ready = false;
    };
    if (same.valid()) {
      need(same);
    } else {
      // The first operand is on top.
      for (std::size_t i = term.operands().size(); i-- > 0;) need(term[i]);
    }
    if (!ready) continue;
    known_.emplace(term, same.valid() ? at(same) : application(term));
    waiting.pop_back();
  }
  return known_.at(root);
}

std::string Writer::operation(const std::string& word, Term term) {
  std::string words = word + " " + sort(term.sort());
  for (const Term operand : term.operands()) words += " " + at(operand);
  return line(words);
}

/// Of one operand or more, two by two.
std::string Writer::folded(Term term, const char* word) {
  const std::string of = sort(term.sort());
  std::string id = at(term[0]);
  for (std::size_t i = 1; i < term.operands().size(); ++i) {
    id = line(std::string(word) + " " + of + " " + id + " " + at(term[i]));
  }
  return id;
}

/// Each of the operands from each other.
std::string Writer::distinct(Term term) {
  const std::string of = sort(term.sort());
  std::string all;
  for (std::size_t i = 0; i < term.operands().size(); ++i) {
    for (std::size_t j = i + 1; j < term.operands().size(); ++j) {
      const std::string one =
          line("neq " + of + " " + at(term[i]) + " " + at(term[j]));
      all = all.empty() ? one : line("and " + of + " " + all + " " + one);
    }
  }
  return all;
}

std::string Writer::bits(const Sort& of, const mpz_class& value) {
  const std::string id = sort(of);
  const std::uint32_t width = of.kind() == SortKind::boolean ? 1 : of.bits();
  if (value == 0) return line("zero " + id);
  if (value == (mpz_class(1) << width) - 1) return line("ones " + id);
  if (value == 1) return line("one " + id);
  return line("constd " + id + " " + value.get_str());
}

std::string Writer::constant(Term term) {
  const logic::Value& value = term.value();
  switch (value.kind()) {
    case SortKind::boolean:
      return bits(term.sort(), value.as_bool() ? 1 : 0);
    case SortKind::bitvec:
      return bits(term.sort(), value.as_bits());
    case SortKind::array: {
      Term array = t_.const_array(term.sort(), t_.constant(value.otherwise()));
      for (const auto& [name, entry] : value.entries()) {
        const Term index = t_.constant(entry.first);
        const Term element = t_.constant(entry.second);
        array = t_.make(Op::store, {array, index, element});
      }
      return text(array);
    }
    default:
      refuse(term);
  }
}

/// A state that never changes: the format has no such value.
std::string Writer::constant_array(Term term) {
  const std::string of = sort(term.sort());
  if (!logic::free_variables(term).empty()) refuse(term);
  const std::string id = named("state", of, "constant-array", where_, "");
  line("init " + of + " " + id + " " + at(term[0]));
  line("next " + of + " " + id + " " + id);
  return id;
}

/// Operators with indices.
std::string Writer::indexed(Term term) {
  const std::string of = sort(term.sort());
  const std::string& operand = at(term[0]);
  const std::uint32_t n = term.indices().first;
  const std::uint32_t width = term[0].sort().bits();
  const auto slice = [&](std::uint32_t high, std::uint32_t low) {
    return "slice " + sort(Sort::bitvec(high - low + 1)) + " " + operand + " " +
           std::to_string(high) + " " + std::to_string(low);
  };
  switch (term.op()) {
    case Op::bv_extract:
      return line(slice(n, term.indices().second));
    case Op::bv_zero_extend:
      return line("uext " + of + " " + operand + " " + std::to_string(n));
    case Op::bv_sign_extend:
      return line("sext " + of + " " + operand + " " + std::to_string(n));
    case Op::bv_repeat: {
      std::string all = operand;
      for (std::uint32_t k = 2; k <= n; ++k) {
        const std::string wide = sort(Sort::bitvec(k * width));
        all = line("concat " + wide + " " + all + " " + operand);
      }
      return all;
    }
    default: {
      const std::uint32_t left = term.op() == Op::bv_rotate_left
                                     ? n % width
                                     : (width - n % width) % width;
      if (left == 0) return operand;
      const std::string low = line(slice(width - left - 1, 0));
      const std::string high = line(slice(width - 1, width - left));
      return line("concat " + of + " " + low + " " + high);
    }
  }
}

std::string Writer::application(Term term) {
  switch (term.op()) {
    case Op::constant:
      return constant(term);
    case Op::const_array:
      return constant_array(term);
    case Op::logical_not:
    case Op::bv_not:
      return operation("not", term);
    case Op::bv_neg:
      return operation("neg", term);
    case Op::logical_and:
      return folded(term, "and");
    case Op::logical_or:
      return folded(term, "or");
    case Op::logical_xor:
      return operation("xor", term);
    case Op::implies:
      return operation("implies", term);
    case Op::bv_comp:
      return operation("eq", term);
    case Op::distinct:
      return distinct(term);
    case Op::ite:
      return operation("ite", term);
    case Op::bv_concat:
      return operation("concat", term);
    case Op::select:
      return operation("read", term);
    case Op::store:
      return operation("write", term);
    case Op::bv_extract:
    case Op::bv_zero_extend:
    case Op::bv_sign_extend:
    case Op::bv_repeat:
    case Op::bv_rotate_left:
    case Op::bv_rotate_right:
      return indexed(term);
    default:
      break;
  }
  const char* word = word_of(term.op());
  if (word == nullptr) refuse(term);
  for (const Term operand : term.operands()) (void)sort(operand.sort());
  return operation(word, term);
}

}  // namespace

std::string write(const TransitionSystem& system) {
  return Writer(system).run();
}

}  // namespace catenary::frontend::btor2
