// SPDX-License-Identifier: Apache-2.0
/// \file
/// A recursive-descent parser. Levels of precedence, weakest first: -> , =>,
/// or and xor, and, comparisons, + -, * /, unary operators.
#include "frontend/contract/fret/fret_assignment.h"

#include <utility>

#include "base/text/scanner.h"
#include "base/text/token_parser.h"
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/fret/fret_expressions.h"

namespace catenary::frontend::contract::fret {

namespace {

using Kind = Expression::Kind;

class AssignmentParser : base::Scanner {
 public:
  AssignmentParser(std::string_view text, Place where)
      : Scanner(text), where_(where) {}

  std::optional<Expression> run() {
    try {
      Expression e = arrow();
      skip();
      if (!at_end()) return std::nullopt;
      return e;
    } catch (const Unreadable&) {
      return std::nullopt;
    }
  }

 private:
  struct Unreadable {};

  /// Counts the nesting while it lives.
  class Nested {
   public:
    explicit Nested(int& depth) : depth_(depth) {
      if (++depth_ > base::TokenParser::kDeepest) {
        --depth_;
        throw Unreadable{};
      }
    }
    ~Nested() { --depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    int& depth_;
  };

  void skip() { take_while(base::is_blank); }
  bool take(std::string_view sign) {
    skip();
    return accept(sign);
  }
  std::string_view word() {
    skip();
    return text_.substr(
        at_, count([](char c) { return base::in_word(c) || c == '.'; }));
  }
  bool take_word(std::string_view wanted) {
    if (word() != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  /// a -> b: a at the first step, b at later ones; right-associative.
  Expression arrow() {
    const Nested nested(depth_);
    Expression first = implication();
    if (!take("->")) return first;
    ++later_;
    Expression later = arrow();
    --later_;
    if (later.kind == Kind::call && later.text == kPrevious) {
      later.text = "pre";
      later.grouped = false;
      first.grouped = false;
      later.operands.push_back(std::move(first));
      return later;
    }
    Expression out = node(Kind::conditional, "", where_);
    out.operands.push_back(
        delayed(node(Kind::boolean, "false", where_), 1, true));
    out.operands.push_back(std::move(first));
    out.operands.push_back(std::move(later));
    out.grouped = true;
    return out;
  }

  Expression implication() {
    Expression e = disjunction();
    if (!take("=>")) return e;
    return infix(std::move(e), "=>", where_, implication());
  }
  Expression disjunction() {
    Expression e = conjunction();
    while (true) {
      if (take_word("or")) {
        e = joined(std::move(e), "or", where_, conjunction());
      } else if (take_word("xor")) {
        e = infix(std::move(e), "!=", where_, conjunction());
      } else {
        return e;
      }
    }
  }
  Expression conjunction() {
    Expression e = comparison();
    while (take_word("and")) {
      e = joined(std::move(e), "and", where_, comparison());
    }
    return e;
  }
  Expression comparison() {
    Expression e = sum();
    skip();
    if (sees("=>")) return e;
    for (const char* sign : {"<>", "<=", ">=", "=", "<", ">"}) {
      if (!accept(sign)) continue;
      const bool differ = std::string_view(sign) == "<>";
      return infix(std::move(e), differ ? "!=" : sign, where_, sum());
    }
    return e;
  }
  Expression sum() {
    Expression e = product();
    while (true) {
      skip();
      if (sees("->") || (!accept("+") && !accept("-"))) return e;
      const std::string op(1, text_[at_ - 1]);
      e = infix(std::move(e), op, where_, product());
    }
  }
  Expression product() {
    Expression e = unary();
    while (true) {
      skip();
      if (!accept("*") && !accept("/")) return e;
      const std::string op(1, text_[at_ - 1]);
      e = infix(std::move(e), op, where_, unary());
    }
  }
  Expression unary() {
    const Nested nested(depth_);
    if (take_word("not")) return negated(unary());
    if (take_word("pre")) {
      // At the first step there is no value before.
      if (later_ == 0) throw Unreadable{};
      --later_;
      Expression out = node(Kind::call, kPrevious, where_);
      out.operands.push_back(unary());
      out.operands[0].grouped = false;
      ++later_;
      return out;
    }
    skip();
    if (!sees("->") && accept("-")) {
      Expression out = node(Kind::prefix, "-", where_);
      out.operands.push_back(unary());
      return out;
    }
    return primary();
  }
  Expression primary() {
    if (take("(")) {
      Expression e = arrow();
      if (!take(")")) throw Unreadable{};
      e.grouped = true;
      return e;
    }
    const std::string w(word());
    if (w.empty()) throw Unreadable{};
    at_ += w.size();
    if (w == "if") return conditional();
    if (w == "true" || w == "false") return node(Kind::boolean, w, where_);
    if (base::is_digit(w[0])) return number(w);
    if (take("(")) {
      Expression e = node(Kind::call, kFunction + w, where_);
      do {
        e.operands.push_back(arrow());
      } while (take(","));
      if (!take(")")) throw Unreadable{};
      return e;
    }
    Expression e = node(Kind::name, fret_name(w), where_);
    e.primed = true;
    return e;
  }
  /// Weaker than all operators: "else a -> b" is "else (a -> b)".
  Expression conditional() {
    Expression out = node(Kind::conditional, "", where_);
    out.operands.push_back(arrow());
    if (!take_word("then")) throw Unreadable{};
    out.operands.push_back(arrow());
    if (!take_word("else")) throw Unreadable{};
    out.operands.push_back(arrow());
    out.grouped = true;
    return out;
  }
  Expression number(const std::string& w) {
    std::size_t dots = 0;
    for (const char c : w) {
      if (c == '.') ++dots;
      if (!base::is_digit(c) && c != '.') throw Unreadable{};
    }
    if (dots > 1 || w.back() == '.') throw Unreadable{};
    return node(dots == 0 ? Kind::integer : Kind::decimal, w, where_);
  }

  Place where_;
  int depth_ = 0;
  /// Arrows to the right of which this is, less the `pre` around it.
  int later_ = 0;
};

}  // namespace

std::optional<Expression> assignment_of(std::string_view text, Place where) {
  return AssignmentParser(text, where).run();
}

}  // namespace catenary::frontend::contract::fret
