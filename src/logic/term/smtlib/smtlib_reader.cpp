// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names, sorts, declarations, and the walk over terms with a stack of frames,
/// so that deeply nested text does not exhaust the stack.
#include "logic/term/smtlib/smtlib_reader.h"

#include <algorithm>
#include <memory>

namespace catenary::logic {

namespace {

// Larger indices would make terms of unreasonable width.
constexpr std::uint32_t kMaxIndex = 1U << 20;

std::string without_bars(std::string symbol) {
  if (symbol.starts_with('|')) symbol = symbol.substr(1, symbol.size() - 2);
  return symbol;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Text with %XY as the character of that code.
std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() &&
                        hex_digit(text[i + 1]) >= 0 &&
                        hex_digit(text[i + 2]) >= 0;
    if (escape) {
      result += static_cast<char>(hex_digit(text[i + 1]) * 16 +
                                  hex_digit(text[i + 2]));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace

/// The inverse of smtlib_symbol(): candidates are unescaped, and the one that
/// gives the symbol again is the name.
std::string name_of_smtlib_symbol(std::string_view symbol) {
  std::vector<std::string_view> candidates{symbol};
  if (symbol.ends_with('%')) {
    candidates.push_back(symbol.substr(0, symbol.size() - 1));
  }
  if (symbol.starts_with("%.") || symbol.starts_with("%@")) {
    candidates.push_back(symbol.substr(1));
  }
  for (const std::string_view candidate : candidates) {
    std::string name = unescaped(candidate);
    if (without_bars(smtlib_symbol(name)) == symbol) return name;
  }
  return std::string(symbol);
}

std::string SmtlibReader::symbol(Id id) const {
  if (text_.kind(id) != SExpressions::Kind::symbol) {
    text_.fail(id, "expected a symbol");
  }
  return std::string(text_.text(id));
}

std::uint32_t SmtlibReader::index(Id id, std::uint32_t lowest) const {
  constexpr std::size_t kMaxDigits = 9;
  if (text_.kind(id) == SExpressions::Kind::numeral &&
      text_.text(id).size() <= kMaxDigits) {
    const auto value = std::stoul(std::string(text_.text(id)));
    if (value >= lowest && value <= kMaxIndex) {
      return static_cast<std::uint32_t>(value);
    }
  }
  text_.fail(id,
             "expected a number from " + std::to_string(lowest) + " to " +
                 std::to_string(kMaxIndex));
}

/// Recursive for arrays only, whose nesting is limited.
Sort SmtlibReader::sort(Id id, int depth) const {
  if (!text_.is_list(id)) {
    const std::string name = symbol(id);
    if (name == "Bool") return Sort::boolean();
    if (name == "Int") return Sort::integer();
    if (name == "Real") return Sort::real();
    if (name == "Float16") return Sort::floating(5, 11);
    if (name == "Float32") return Sort::float32();
    if (name == "Float64") return Sort::float64();
    if (name == "Float128") return Sort::floating(15, 113);
    const auto known = sorts_.find(name);
    if (known != sorts_.end()) return known->second;
    text_.fail(id, "no sort is called '" + name + "'");
  }
  const std::vector<Id>& items = text_.items(id);
  if (items.size() == 3 && text_.is_symbol(items[0], "Array")) {
    constexpr int kMaxDepth = 64;
    if (depth == kMaxDepth) text_.fail(id, "arrays are nested too deep");
    const Sort from = sort(items[1], depth + 1);
    return Sort::array(from, sort(items[2], depth + 1));
  }
  if (items.size() == 3 && text_.is_symbol(items[0], "_") &&
      text_.is_symbol(items[1], "BitVec")) {
    return Sort::bitvec(index(items[2], 1));
  }
  if (items.size() == 4 && text_.is_symbol(items[0], "_") &&
      text_.is_symbol(items[1], "FloatingPoint")) {
    const std::uint32_t e = index(items[2], 2);
    if (e > 30) text_.fail(items[2], "expected 2 to 30 exponent bits");
    return Sort::floating(e, index(items[3], 2));
  }
  text_.fail(id,
             "expected a sort: Bool, Int, Real, (_ BitVec n), (_ FloatingPoint "
             "e s), (Array S T), an enumeration");
}

void SmtlibReader::note_enumerators(const Sort& sort) {
  if (sort.kind() == SortKind::array) {
    note_enumerators(sort.index());
    note_enumerators(sort.element());
  } else if (sort.kind() == SortKind::enumeration) {
    const auto decl = sort.enumeration_decl();
    // A sort of the same symbol may be known already, with the same values.
    sorts_.emplace(without_bars(smtlib_symbol(decl->name)), sort);
    for (std::uint32_t i = 0; i < decl->values.size(); ++i) {
      enumerators_.insert_or_assign(without_bars(smtlib_enumerator(*decl, i)),
                                    Value::enumerator(decl, i));
    }
  }
}

void SmtlibReader::know(Term variable) {
  note_enumerators(variable.sort());
  terms_[without_bars(smtlib_symbol(variable.name()))] = {variable};
}

/// A name may be used in the manager before, by another script, if it has the
/// same sort.
Term SmtlibReader::declare(Id id, const Sort& sort) {
  const std::string text = symbol(id);
  const std::string name = name_of_smtlib_symbol(text);
  const bool taken = terms_.contains(text) || functions_.contains(text) ||
                     enumerators_.contains(text) || !names_.insert(name).second;
  if (taken) text_.fail(id, "'" + text + "' is declared already");
  const Term known = manager_.find_variable(name);
  if (known.valid() && !(known.sort() == sort)) {
    text_.fail(id,
               "'" + name + "' is a variable of sort " +
                   known.sort().to_string() + " already");
  }
  const Term made = manager_.variable(name, sort);
  terms_[text] = {made};
  return made;
}

void SmtlibReader::define_sort(Id name, const Sort& sort) {
  if (!sorts_.emplace(symbol(name), sort).second) {
    text_.fail(name, "this sort is declared already");
  }
}

void SmtlibReader::define_enumeration(Id name, Id constructors) {
  Enumeration made;
  made.name = name_of_smtlib_symbol(symbol(name));
  std::vector<std::string> symbols;
  if (!text_.is_list(constructors) || text_.items(constructors).empty()) {
    text_.fail(constructors, "expected a list of constructors");
  }
  for (Id id : text_.items(constructors)) {
    if (text_.is_list(id)) {
      if (text_.items(id).size() != 1) {
        text_.fail(id, "expected a constructor without fields");
      }
      id = text_.items(id)[0];
    }
    const std::string text = symbol(id);
    // Symbols that smtlib_enumerator() made become the values' names again.
    const std::string prefix = symbol(name) + "!";
    std::string value = text;
    if (text.starts_with(prefix)) {
      const std::string inner = unescaped(text.substr(prefix.size()));
      const Enumeration trial{made.name, {inner}};
      if (without_bars(smtlib_enumerator(trial, 0)) == text) value = inner;
    }
    const bool again =
        std::find(made.values.begin(), made.values.end(), value) !=
        made.values.end();
    if (again || enumerators_.contains(text) || terms_.contains(text)) {
      text_.fail(id, "'" + text + "' is declared already");
    }
    made.values.push_back(value);
    symbols.push_back(text);
  }
  const auto decl = std::make_shared<const Enumeration>(std::move(made));
  define_sort(name, Sort::enumeration(decl));
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    enumerators_.insert_or_assign(symbols[i], Value::enumerator(decl, i));
  }
}

/// (NAME SORT) of a quantifier or of a function. The variable is fresh if the
/// name would otherwise be confused with a term in scope, a declared variable,
/// or a variable of another sort.
Term SmtlibReader::bind(Id id) {
  if (!text_.is_list(id) || text_.items(id).size() != 2) {
    text_.fail(id, "expected (NAME SORT)");
  }
  const std::string text = symbol(text_.items(id)[0]);
  const Sort of = sort(text_.items(id)[1]);
  const std::string name = name_of_smtlib_symbol(text);
  const Term known = manager_.find_variable(name);
  const auto shadowed = terms_.find(text);
  const bool hides = (shadowed != terms_.end() && !shadowed->second.empty()) ||
                     names_.contains(name) ||
                     (known.valid() && !(known.sort() == of));
  const Term made =
      hides ? manager_.fresh_variable(name, of) : manager_.variable(name, of);
  terms_[text].push_back(made);
  return made;
}

void SmtlibReader::hide(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto found = terms_.find(name);
    found->second.pop_back();
    if (found->second.empty()) terms_.erase(found);
  }
}

/// The body is read once; applications substitute its parameters.
void SmtlibReader::define_function(Id name, Id parameters, Id result, Id body) {
  const std::string text = symbol(name);
  if (terms_.contains(text) || functions_.contains(text)) {
    text_.fail(name, "'" + text + "' is declared already");
  }
  if (!text_.is_list(parameters)) {
    text_.fail(parameters, "expected a list of parameters");
  }
  Function made;
  std::vector<std::string> names;
  for (const Id p : text_.items(parameters)) {
    made.parameters.push_back(bind(p));
    names.push_back(symbol(text_.items(p)[0]));
  }
  made.body = term(body);
  hide(names);
  const Sort wanted = sort(result);
  // Int where Real is declared is converted.
  if (wanted == Sort::real()) made.body = as_real(manager_, made.body);
  if (!(made.body.sort() == wanted)) {
    text_.fail(body,
               "expected a term of sort " + wanted.to_string() + ", not " +
                   made.body.sort().to_string());
  }
  if (made.parameters.empty()) {
    terms_[text] = {made.body};
  } else {
    functions_.emplace(text, std::move(made));
  }
}

/// The parts of let, forall and exists. Names of a quantifier are in scope at
/// once, those of a let only in its body.
void SmtlibReader::enter_binder(Frame& frame, bool is_let) {
  const std::vector<Id>& items = text_.items(frame.id);
  if (items.size() != 3 || !text_.is_list(items[1]) ||
      text_.items(items[1]).empty()) {
    text_.fail(frame.id, "expected bindings and a term");
  }
  std::set<std::string> different;
  for (const Id binding : text_.items(items[1])) {
    if (!text_.is_list(binding) || text_.items(binding).size() != 2) {
      text_.fail(binding, "expected a name and what it stands for");
    }
    const std::string name = symbol(text_.items(binding)[0]);
    if (!different.insert(name).second) {
      text_.fail(binding, "'" + name + "' is bound twice");
    }
    if (is_let) {
      frame.let.push_back(name);
      frame.children.push_back(text_.items(binding)[1]);
    } else {
      frame.bound.push_back(bind(binding));
      frame.in_scope.push_back(name);
    }
  }
  frame.children.push_back(items[2]);
}

/// Determines which terms have to be read before this one.
void SmtlibReader::enter(Frame& frame) {
  if (!text_.is_list(frame.id)) return;
  const std::vector<Id>& items = text_.items(frame.id);
  if (items.empty()) text_.fail(frame.id, "expected a term");
  if (text_.is_symbol(items[0], "let")) return enter_binder(frame, true);
  if (text_.is_symbol(items[0], "forall") ||
      text_.is_symbol(items[0], "exists")) {
    return enter_binder(frame, false);
  }
  // An indexed constant has no operands.
  if (text_.is_symbol(items[0], "_")) return;
  // (! TERM ATTRIBUTES) and (as TERM SORT) are the term.
  if (text_.is_symbol(items[0], "!") || text_.is_symbol(items[0], "as")) {
    if (items.size() < 2) text_.fail(frame.id, "expected a term");
    frame.children.push_back(items[1]);
    return;
  }
  RoundingMode mode{};
  for (std::size_t i = 1; i < items.size(); ++i) {
    const bool rounds = i == 1 && !text_.is_list(items[i]) &&
                        is_rounding_mode(text_.text(items[i]), mode);
    if (!rounds) frame.children.push_back(items[i]);
  }
}

/// Builds the term whose children were read.
Term SmtlibReader::leave(Frame& frame) {
  if (!text_.is_list(frame.id)) return atom(frame.id);
  const Id first = text_.items(frame.id)[0];
  if (text_.is_symbol(first, "_")) return indexed_constant(frame.id);
  if (text_.is_symbol(first, "!") || text_.is_symbol(first, "as")) {
    return frame.values[0];
  }
  if (!frame.let.empty()) {
    hide(frame.in_scope);
    return frame.values.back();
  }
  if (!frame.bound.empty()) {
    hide(frame.in_scope);
    const Term body = frame.values[0];
    if (body.sort().kind() != SortKind::boolean) {
      text_.fail(frame.id, "expected a Boolean body");
    }
    const Op op = text_.is_symbol(first, "forall") ? Op::forall : Op::exists;
    return manager_.quantify(op, frame.bound, body);
  }
  return apply(frame.id, std::move(frame.values));
}

/// The walk: each round reads the next child of the topmost frame, or leaves
/// the frame.
Term SmtlibReader::term(Id root) {
  std::vector<Frame> stack(1);
  stack.back().id = root;
  enter(stack.back());
  while (true) {
    Frame& top = stack.back();
    // The last child of a let is in the scope of its names.
    if (!top.let.empty() && top.in_scope.empty() &&
        top.values.size() == top.let.size()) {
      for (std::size_t i = 0; i < top.let.size(); ++i) {
        terms_[top.let[i]].push_back(top.values[i]);
      }
      top.in_scope = top.let;
    }
    if (top.values.size() < top.children.size()) {
      Frame next;
      next.id = top.children[top.values.size()];
      enter(next);
      stack.push_back(std::move(next));
      continue;
    }
    const Term read = leave(top);
    stack.pop_back();
    if (stack.empty()) return read;
    stack.back().values.push_back(read);
  }
}

}  // namespace catenary::logic
