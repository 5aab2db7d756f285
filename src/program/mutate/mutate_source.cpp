// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutation of C and C++ sources, see mutate_source.h. One walk over the syntax
/// tree collects edits; each becomes one mutant (first-order mutation).
#include "program/mutate/mutate_source.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

#include "base/text_file.h"
#include "program/build/paths.h"
#include "program/mutate/replacements.h"
#include "program/syntax/syntax_tree.h"

namespace catenary::program {

namespace {

namespace fs = std::filesystem;

bool is_expression_statement(const SyntaxNode& n) {
  return n.kind == "CallExpr" || n.kind == "CXXMemberCallExpr" ||
         n.kind == "CXXOperatorCallExpr" ||
         n.kind == "CompoundAssignOperator" ||
         (n.kind == "BinaryOperator" && n.text == "=") ||
         (n.kind == "UnaryOperator" && (n.text == "++" || n.text == "--"));
}

/// The expression as it is written: without casts that the compiler added.
const SyntaxNode& written(const SyntaxNode& n) {
  const SyntaxNode* at = &n;
  while ((at->kind == "ImplicitCastExpr" || at->kind == "ConstantExpr" ||
          at->kind == "ExprWithCleanups") &&
         at->inner.size() == 1) {
    at = &at->inner[0];
  }
  return *at;
}

/// Collects the edits of one file.
class Mutator {
 public:
  Mutator(const SyntaxTree& tree, std::string text, std::string path)
      : tree_(tree), text_(std::move(text)), path_(std::move(path)) {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') lines_.push_back(i + 1);
    }
  }

  /// A replacement of `length` bytes at `offset` by a text.
  struct Edit {
    const char* kind;
    std::size_t offset, length;
    std::string by;
    std::string what;
  };

  /// All edits, by place. Stable: edits at one place stay in the order of the
  /// walk, so that mutants have the same numbers on every machine.
  std::vector<Edit> edits() {
    for (const SyntaxNode& f : tree_.functions) visit(f);
    std::stable_sort(
        edits_.begin(), edits_.end(), [](const Edit& a, const Edit& b) {
          return std::tie(a.offset, a.length) < std::tie(b.offset, b.length);
        });
    return std::move(edits_);
  }

  /// The place of an offset; columns count bytes.
  [[nodiscard]] base::SourceLocation place(std::size_t offset) const {
    const auto line =
        std::upper_bound(lines_.begin(), lines_.end(), offset) - 1;
    return {path_,
            static_cast<std::uint32_t>(line - lines_.begin() + 1),
            static_cast<std::uint32_t>(offset - *line + 1)};
  }

 private:
  /// Visits a node and those within it, and makes the mutants of each.
  void visit(const SyntaxNode& n);
  void statements_of(const SyntaxNode& n);
  void statement(const SyntaxNode& n);
  void condition(const SyntaxNode& n, bool may_be_stuck);
  void binary(const SyntaxNode& n);
  void unary(const SyntaxNode& n);
  void literal(const SyntaxNode& n);
  void name(const SyntaxNode& n);

  [[nodiscard]] std::string source(const TextRange& r) const {
    return text_.substr(r.begin, r.end - r.begin);
  }
  /// Whether the text is all there is of a node: arguments of a macro may
  /// stand behind it.
  [[nodiscard]] bool whole(const TextRange& r) const {
    if (r.end <= r.begin || r.end > text_.size()) return false;
    const std::size_t next = text_.find_first_not_of(" \t", r.end);
    return !r.end_in_macro || next == std::string::npos || text_[next] != '(';
  }
  /// One line of it, for messages.
  [[nodiscard]] static std::string shown(const std::string& source);
  /// Adds a replacement of `from`, which begins at the offset.
  void replace(const char* kind,
               std::size_t offset,
               const std::string& from,
               const std::string& by);
  void add(const char* kind,
           const TextRange& range,
           std::string by,
           std::string what);

  const SyntaxTree& tree_;
  std::string text_, path_;
  std::vector<std::size_t> lines_{0};  ///< where each begins
  /// Edits that were made: begin, end and replacement.
  std::set<std::tuple<std::size_t, std::size_t, std::string>> known_;
  /// In the order of the walk.
  std::vector<Edit> edits_;
};

std::string Mutator::shown(const std::string& source) {
  constexpr std::size_t kMost = 60;
  std::string out;
  for (const char c : source) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  if (out.size() > kMost) {
    out.resize(kMost);
    out += "...";
  }
  return out;
}

void Mutator::add(const char* kind,
                  const TextRange& range,
                  std::string by,
                  std::string what) {
  // Text that a macro expands to cannot be changed at one place.
  if (!whole(range) || source(range) == by) return;
  // The same edit may be found twice, e.g. "true" as constant and condition.
  if (!known_.emplace(range.begin, range.end, by).second) return;
  edits_.push_back({kind,
                    range.begin,
                    range.end - range.begin,
                    std::move(by),
                    std::move(what)});
}

void Mutator::replace(const char* kind,
                      std::size_t offset,
                      const std::string& from,
                      const std::string& by) {
  add(kind,
      {offset, offset + from.size()},
      by,
      "'" + shown(from) + "' becomes '" + shown(by) + "'");
}

void Mutator::statement(const SyntaxNode& n) {
  const SyntaxNode& s = written(n);
  if (!whole(s.range)) return;
  const std::string text = "'" + shown(source(s.range)) + "'";
  if (is_expression_statement(s) || s.kind == "BreakStmt" ||
      s.kind == "ContinueStmt" || (s.kind == "ReturnStmt" && s.inner.empty())) {
    add(kStatement, s.range, "(void)0", text + " is left out");
  }
}

void Mutator::condition(const SyntaxNode& n, bool may_be_stuck) {
  const SyntaxNode& c = written(n);
  if (c.kind.empty() || !whole(c.range)) return;
  const std::string text = source(c.range);
  // A loop whose condition is always true may never end, so that mutant is not
  // made for loops.
  const std::string quoted = "condition '" + shown(text) + "'";
  add(kCondition, c.range, "!(" + text + ")", quoted + " is negated");
  add(kCondition, c.range, "0", quoted + " is always false");
  if (may_be_stuck) {
    add(kCondition, c.range, "1", quoted + " is always true");
  }
}

void Mutator::statements_of(const SyntaxNode& n) {
  const std::size_t count = n.inner.size();
  if (n.kind == "CompoundStmt") {
    for (const SyntaxNode& s : n.inner) statement(s);
  } else if (n.kind == "IfStmt" && count >= 2) {
    // An initialiser or a variable may stand before the condition.
    const bool has_else = count >= 3 && n.inner[count - 2].type.empty();
    const std::size_t then = has_else ? count - 2 : count - 1;
    if (then >= 1) condition(n.inner[then - 1], true);
    for (std::size_t i = then; i < count; ++i) statement(n.inner[i]);
  } else if (n.kind == "WhileStmt" && count >= 2) {
    condition(n.inner[count - 2], false);
    statement(n.inner[count - 1]);
  } else if (n.kind == "DoStmt" && count == 2) {
    statement(n.inner[0]);
    condition(n.inner[1], false);
  } else if (n.kind == "ForStmt" && count == 5) {
    condition(n.inner[2], false);
    statement(n.inner[4]);
  } else if ((n.kind == "CaseStmt" || n.kind == "DefaultStmt") && count >= 1) {
    statement(n.inner[count - 1]);
  } else if (n.kind == "ConditionalOperator" && count == 3) {
    condition(n.inner[0], true);
  }
}

void Mutator::binary(const SyntaxNode& n) {
  if (n.inner.size() != 2) return;
  const SyntaxNode& left = n.inner[0];
  const SyntaxNode& right = n.inner[1];
  const auto other = replacements().find(n.text);
  if (other == replacements().end()) return;
  // The operator is what stands between the operands. With a comment there its
  // place is not certain, and the operator is left alone.
  const std::size_t from = left.range.end;
  const std::size_t to = right.range.begin;
  if (from >= to || to > text_.size()) return;
  const std::size_t at = text_.find(n.text, from);
  if (at == std::string::npos || at + n.text.size() > to) return;
  const auto blank = [this](std::size_t begin, std::size_t end) {
    return std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                       text_.begin() + static_cast<std::ptrdiff_t>(end),
                       [](unsigned char c) { return std::isspace(c) != 0; });
  };
  if (!blank(from, at) || !blank(at + n.text.size(), to)) return;
  for (const char* const by : other->second.by) {
    replace(other->second.kind, at, n.text, by);
  }
  if (n.text != "&&" && n.text != "||") return;
  for (const SyntaxNode* const only : {&left, &right}) {
    if (!whole(left.range) || !whole(right.range)) continue;
    const std::string text = source(only->range);
    add(kOperand,
        n.range,
        "(" + text + ")",
        "'" + shown(source(n.range)) + "' becomes '" + shown(text) + "'");
  }
}

void Mutator::unary(const SyntaxNode& n) {
  // The operand of ++ and -- ends or begins at the operator.
  if (n.text == "++" || n.text == "--") {
    const std::size_t at = n.postfix ? n.range.end - 2 : n.range.begin;
    if (n.range.in_macro()) return;
    replace(kArithmetic, at, n.text, n.text == "++" ? "--" : "++");
    return;
  }
  if ((n.text == "-" || n.text == "!" || n.text == "~") &&
      n.inner.size() == 1 && !n.range.in_macro()) {
    add(n.text == "!" ? kLogic : kArithmetic,
        {n.range.begin, n.range.begin + 1},
        " ",
        "'" + shown(source(n.range)) + "' becomes '" +
            shown(source(n.inner[0].range)) + "'");
  }
}

void Mutator::literal(const SyntaxNode& n) {
  const std::string text = source(n.range);
  // A macro without arguments is a number for people, too.
  TextRange range = n.range;
  if (range.begin_in_macro && range.end_in_macro) {
    const bool plain =
        !text.empty() &&
        std::all_of(text.begin(), text.end(), [](unsigned char c) {
          return std::isalnum(c) != 0 || c == '_';
        });
    if (!plain) return;
    range.begin_in_macro = range.end_in_macro = false;
  }
  const auto change = [&](const std::string& by) {
    add(kConstant,
        range,
        by,
        "'" + shown(text) + "' becomes '" + shown(by) + "'");
  };
  if (text == "true" || text == "false") {
    change(text == "true" ? "false" : "true");
    return;
  }
  if (n.kind == "CharacterLiteral" || n.kind == "CXXBoolLiteralExpr") return;
  // Clang's value differs from the text for octal, hexadecimal and suffixed
  // numbers: these become sums below.
  if (n.kind == "IntegerLiteral" && text == n.text && text.size() < 9) {
    const long value = std::stol(text);
    change(std::to_string(value + 1));
    change(value == 0 ? "(-1)" : std::to_string(value - 1));
    return;
  }
  change("(" + text + " + 1)");
  change("(" + text + " - 1)");
}

/// Replaces a name by the next one of the same type in its group (say, the
/// variables of one scope, the fields of one structure); an enumerator also by
/// the one before.
void Mutator::name(const SyntaxNode& n) {
  const auto group = tree_.group_of.find(n.refers_to);
  if (group == tree_.group_of.end()) return;
  Siblings equals;
  std::size_t self = 0;
  for (const Sibling& s : tree_.groups[group->second]) {
    if (s.id == n.refers_to) self = equals.size();
    if (n.kind == "EnumeratorRef" || s.type == n.type) equals.push_back(s);
  }
  const std::size_t length = n.text.size();
  if (equals.size() < 2 || n.range.in_macro() || n.range.end < length ||
      text_.compare(n.range.end - length, length, n.text) != 0 ||
      self >= equals.size() || equals[self].id != n.refers_to) {
    return;
  }
  const std::size_t at = n.range.end - length;
  const bool is_constant = n.kind == "EnumeratorRef";
  const std::size_t next = (self + 1) % equals.size();
  const std::size_t before = (self + equals.size() - 1) % equals.size();
  const char* const kind = is_constant ? kConstant : kVariable;
  replace(kind, at, n.text, equals[next].name);
  if (is_constant) replace(kind, at, n.text, equals[before].name);
}

void Mutator::visit(const SyntaxNode& n) {
  statements_of(n);
  if (n.kind == "BinaryOperator" || n.kind == "CompoundAssignOperator") {
    binary(n);
  } else if (n.kind == "UnaryOperator") {
    unary(n);
  } else if (n.kind == "IntegerLiteral" || n.kind == "FloatingLiteral" ||
             n.kind == "CXXBoolLiteralExpr") {
    literal(n);
  } else if (n.kind == "DeclRefExpr" || n.kind == "EnumeratorRef" ||
             n.kind == "MemberExpr") {
    name(n);
  }
  for (std::size_t i = 0; i < n.inner.size(); ++i) {
    // Labels of a switch: a duplicate does not compile.
    if (n.kind == "CaseStmt" && i + 1 < n.inner.size()) continue;
    visit(n.inner[i]);
  }
}

}  // namespace

std::vector<SourceMutant> source_mutants(const Recipe& recipe,
                                         const base::Budget& budget) {
  std::vector<SourceMutant> out;
  for (const Unit& unit : recipe.units) {
    // A generated text is not the user's code.
    if (unit.text) continue;
    const std::string file = (fs::path(recipe.directory) / unit.path).string();
    const SyntaxTree tree = read_syntax(recipe, unit.path, budget);
    Mutator mutator(tree,
                    base::read_text_file(file),
                    display_path(unit.path, recipe.directory));
    // Numbered over all files, in their order.
    for (Mutator::Edit& e : mutator.edits()) {
      char id[24];
      std::snprintf(id, sizeof id, "m%03zu", out.size() + 1);
      out.push_back(
          {unit.path,
           {{id, e.kind, mutator.place(e.offset), std::move(e.what)},
            [offset = e.offset, length = e.length, by = std::move(e.by)](
                std::string& text) { text.replace(offset, length, by); }}});
    }
  }
  return out;
}

}  // namespace catenary::program
