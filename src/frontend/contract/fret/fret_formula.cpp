// SPDX-License-Identifier: Apache-2.0
/// \file
/// A recursive-descent parser for past-time formulas of FRET, in the syntax of
/// nuXmv (nuXmv 2.0 User Manual, "LTL Specifications").
///
/// Levels of precedence, weakest first: -> , <->, | and xor, &, S and T,
/// comparisons, + -, * /, unary minus, ^, other unary operators.
#include <utility>

#include "base/text/scanner.h"
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/fret/fret_expressions.h"
#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

namespace {

using fret::delayed;
using fret::infix;
using fret::Interval;
using fret::joined;
using fret::negated;
using fret::node;

/// The limit of the sum of all delays of a formula. Each step of a delay costs
/// a variable of the interface and a level of the expression.
constexpr std::uint32_t kMostDelay = 1000;

/// The largest end of an interval.
constexpr std::uint32_t kMostSteps = 100'000'000;

/// FRET 1 and 2 set what the user wrote in bold italics. Blanks in place of the
/// tags keep the columns.
std::string without_tags(std::string_view formula) {
  std::string out(formula);
  for (const std::string_view tag : {"<b>", "</b>", "<i>", "</i>"}) {
    for (std::size_t at = out.find(tag); at != std::string::npos;
         at = out.find(tag, at)) {
      out.replace(at, tag.size(), tag.size(), ' ');
    }
  }
  return out;
}

/// Methods take the formula of one level. Errors end the parse.
class FormulaParser : base::Scanner {
 public:
  FormulaParser(std::string_view text, Place where, Problems& problems)
      : Scanner(text), where_(where), problems_(problems) {}

  std::optional<Expression> run() {
    try {
      Expression e = implication();
      skip();
      if (!at_end()) fail("expected the end of the formula");
      return e;
    } catch (const Fault&) {
      return std::nullopt;
    }
  }

  /// Names of FRET may have dots and non-ASCII letters; see fret_name().
  static bool in_name(char c) {
    return base::in_word(c) || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

 private:
  // Thrown after the error was reported.
  struct Fault {};

  /// Counts the depth while it lives; users' formulas may be nested at will.
  class Nested {
   public:
    explicit Nested(FormulaParser& p) : p_(p) {
      if (++p_.depth_ > base::TokenParser::kDeepest) {
        --p_.depth_;
        p_.fail("this is nested more than " +
                std::to_string(base::TokenParser::kDeepest) + " deep");
      }
    }
    ~Nested() { --p_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    FormulaParser& p_;
  };

  // Formulas are on one line of the JSON.
  [[nodiscard]] Place here() const {
    return {where_.line, where_.column + static_cast<std::uint32_t>(at_)};
  }

  /// Reports an error at the present position and ends the parse.
  [[noreturn]] void fail(const std::string& message) {
    problems_.error(here(), message, "fret-formula");
    throw Fault{};
  }

  /// The same for formulas of nuXmv that are not read.
  [[noreturn]] void unsupported(const std::string& what, Place where) {
    problems_.error(where, what + " is not read from FRET", "fret-unsupported");
    throw Fault{};
  }

  void skip() { take_while(base::is_blank); }

  bool accept(std::string_view sign) {
    skip();
    return Scanner::accept(sign);
  }

  /// The word at the current position; "" where there is none. Takes nothing.
  std::string_view word() {
    skip();
    return text_.substr(at_, count(in_name));
  }

  bool accept_word(std::string_view wanted) {
    if (word() != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  Expression implication() {
    const Nested nested(*this);
    // Right-associative, as in nuXmv.
    Expression e = equivalence();
    skip();
    const Place at = here();
    if (!accept("->") && !accept("=>")) return e;
    return infix(std::move(e), "=>", at, implication());
  }

  Expression equivalence() {
    Expression e = disjunction();
    while (true) {
      skip();
      const Place at = here();
      if (!accept("<->") && !accept("<=>")) return e;
      e = infix(std::move(e), "<=>", at, disjunction());
    }
  }

  Expression disjunction() {
    Expression e = conjunction();
    while (true) {
      skip();
      const Place at = here();
      if (accept("||") || accept("|") || accept_word("or")) {
        e = joined(std::move(e), "or", at, conjunction());
      } else if (accept_word("xor")) {
        e = infix(std::move(e), "!=", at, conjunction());
      } else {
        return e;
      }
    }
  }

  Expression conjunction() {
    Expression e = binary();
    while (true) {
      skip();
      const Place at = here();
      if (!accept("&&") && !accept("&") && !accept_word("and")) return e;
      e = joined(std::move(e), "and", at, binary());
    }
  }

  /// S and T, left-associative, each with an interval.
  Expression binary() {
    Expression e = comparison();
    while (true) {
      const std::string_view w = word();
      if (w != "S" && w != "T") return e;
      const Place at = here();
      ++at_;
      const Interval i = interval();
      Expression right = comparison();
      e = w == "T" ? fret::triggered(std::move(e), std::move(right), i, at)
                   : fret::since(std::move(e), std::move(right), i, at);
    }
  }

  Expression comparison() {
    Expression e = sum();
    while (true) {
      skip();
      const Place at = here();
      std::string op;
      for (const char* sign : {"!=", "<=", ">=", "=", "<", ">"}) {
        // The beginnings of arrows are not comparisons.
        const bool arrow = sees("=>") || sees("<->") || sees("<=>");
        if (arrow || !accept(sign)) continue;
        op = sign;
        break;
      }
      if (op.empty()) return e;
      // nuXmv and FRET disagree about "H a = b".
      if (fret::is_bare_past(e)) {
        fail(
            "a comparison behind an operator such as 'H' can be read in two "
            "ways: expected parentheses");
      }
      accept("=");  // "==" is the same
      e = infix(std::move(e), op, at, sum());
    }
  }

  Expression sum() {
    Expression e = product();
    while (true) {
      skip();
      const Place at = here();
      // "a ->" is not a difference.
      if (sees("->")) return e;
      if (!accept("+") && !accept("-")) return e;
      const std::string op(1, text_[at_ - 1]);
      e = infix(std::move(e), op, at, product());
    }
  }

  Expression product() {
    Expression e = power();
    while (true) {
      skip();
      const Place at = here();
      if (word() == "mod") unsupported("'mod'", at);
      if (!accept("*") && !accept("/")) return e;
      const std::string op(1, text_[at_ - 1]);
      e = infix(std::move(e), op, at, power());
    }
  }

  Expression power() {
    Expression e = unary();
    skip();
    const Place at = here();
    if (!accept("^")) return e;
    return infix(std::move(e), "^", at, unary());
  }

  Expression unary() {
    const Nested nested(*this);
    skip();
    const Place at = here();
    if (look() == '!' && look(1) != '=') {
      ++at_;
      return negated(unary());
    }
    if (accept_word("not")) return negated(unary());
    if (look() == '-' && look(1) != '>') {
      ++at_;
      Expression out = node(Expression::Kind::prefix, "-", at);
      // -x ^ 2 is -(x ^ 2).
      out.operands.push_back(power());
      return out;
    }
    const std::string_view w = word();
    // Historically, once, yesterday, weak yesterday.
    if (w == "H" || w == "O" || w == "Y" || w == "Z") {
      ++at_;
      skip();
      if ((w == "Y" || w == "Z") && look() == '[') {
        unsupported("an interval behind 'Y' or 'Z'", here());
      }
      const Interval i = interval();
      return fret::past(w[0], i, unary(), at);
    }
    return primary();
  }

  /// An interval: "[a, b]", "[<= b]", "[< b]", "[= b]"; nothing = unbounded.
  Interval interval() {
    Interval out;
    if (!accept("[")) return out;
    const Place at = here();
    if (accept("<=")) {
      out.to = steps();
    } else if (accept("<")) {
      out.to = steps();
      out.empty = *out.to == 0;
      if (!out.empty) --*out.to;
    } else if (accept("=")) {
      out.from = steps();
      out.to = out.from;
    } else {
      out.from = steps();
      if (!accept(",")) fail("expected ',' between the ends of an interval");
      out.to = steps();
    }
    if (!accept("]")) fail("expected ']' after an interval");
    if (out.from > *out.to) fail("this interval is empty");
    delay_ += out.from;
    if (delay_ > kMostDelay) {
      unsupported("a formula that looks back more than " +
                      std::to_string(kMostDelay) + " steps by its intervals",
                  at);
    }
    return out;
  }

  /// A number of steps, at most 10^8. FRET writes n + 1 where the timing of a
  /// requirement is "after n steps".
  std::uint32_t steps() {
    std::uint32_t n = plain_steps();
    for (skip(); accept("+"); skip()) {
      n += plain_steps();
      if (n > kMostSteps) too_many_steps();
    }
    return n;
  }

  std::uint32_t plain_steps() {
    skip();
    std::uint32_t n = 0;
    if (!base::is_digit(look())) fail("expected a number of steps");
    // The limit excludes an overflow of n.
    while (base::is_digit(look())) {
      n = n * 10 + static_cast<std::uint32_t>(look() - '0');
      if (n > kMostSteps) too_many_steps();
      ++at_;
    }
    return n;
  }

  [[noreturn]] void too_many_steps() {
    fail("expected at most " + std::to_string(kMostSteps) + " steps");
  }

  Expression primary() {
    skip();
    const Place at = here();
    if (accept("(")) {
      Expression e = implication();
      if (!accept(")")) fail("expected ')'");
      e.grouped = true;
      return e;
    }
    const std::string_view w = word();
    if (w.empty()) fail("expected a formula");
    at_ += w.size();
    if (w == "TRUE" || w == "true") {
      return node(Expression::Kind::boolean, "true", at);
    }
    if (w == "FALSE" || w == "false") {
      return node(Expression::Kind::boolean, "false", at);
    }
    // First time point: the only step before which there is none.
    if (w == "FTP") {
      return delayed(node(Expression::Kind::boolean, "false", at), 1, true);
    }
    if (base::is_digit(w[0])) return literal(w, at);
    skip();
    if (accept("(")) return application(std::string(w), at);
    // FRET's formulas are about the current step: primed here.
    Expression e = node(Expression::Kind::name, fret_name(w), at);
    e.primed = true;
    return e;
  }

  /// The arguments of a function, behind the parenthesis.
  Expression application(const std::string& function, Place at) {
    Expression e = node(Expression::Kind::call, fret::kFunction + function, at);
    do {
      e.operands.push_back(implication());
    } while (accept(","));
    if (!accept(")")) fail("expected ')' behind the arguments of a function");
    return e;
  }

  /// An integer or decimal number; the word is passed already.
  Expression literal(std::string_view w, Place at) {
    std::size_t dots = 0;
    for (const char c : w) {
      if (c == '.') ++dots;
      if (!base::is_digit(c) && c != '.') dots = 2;
    }
    if (dots > 1 || w.back() == '.') {
      at_ -= w.size();
      fail("a number is digits, or digits '.' digits; found '" +
           std::string(w) + "'");
    }
    return node(
        dots == 0 ? Expression::Kind::integer : Expression::Kind::decimal,
        std::string(w),
        at);
  }

  Place where_;
  Problems& problems_;
  int depth_ = 0;
  std::uint64_t delay_ = 0;  ///< of all intervals so far
};

}  // namespace

std::vector<std::string> fret_names(std::string_view formula) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : without_tags(formula) + " ") {
    if (FormulaParser::in_name(c)) {
      word += c;
      continue;
    }
    if (!word.empty()) out.push_back(word);
    word.clear();
  }
  return out;
}

std::optional<Expression> fret_formula(std::string_view formula,
                                       Place where,
                                       Problems& problems) {
  const std::string text = without_tags(formula);
  return FormulaParser(text, where, problems).run();
}

std::string fret_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    out += base::in_word(c) ? c : '_';
  }
  // A name does not begin with a digit.
  if (out.empty() || base::is_digit(out[0])) out.insert(0, "_");
  if (is_reserved(out)) out += "_";
  return out;
}

}  // namespace catenary::frontend::contract
