// SPDX-License-Identifier: Apache-2.0
#include "oracle/contract/future_formula.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/contract/fret/fret.h"

namespace catenary::oracle {

namespace {

namespace contract = engine::contract;
using logic::Op;
using logic::Term;

/// Reads formulas of future time, in the syntax of nuXmv.
class Future {
 public:
  Future(std::string_view text, const contract::Semantics& semantics)
      : semantics_(semantics), terms_(semantics.terms()) {
    // The tags around what the user wrote, and blanks, mean nothing.
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '<' && i + 1 < text.size() &&
          (std::isalpha(text[i + 1]) != 0 || text[i + 1] == '/')) {
        const std::size_t end = text.find('>', i);
        if (end != std::string_view::npos && end - i <= 3) {
          i = end;
          text_ += ' ';
          continue;
        }
      }
      text_ += text[i];
    }
  }

  Meaning read() {
    Meaning all = implication();
    skip();
    if (at_ != text_.size()) fail("the end");
    return all;
  }

 private:
  [[noreturn]] void fail(const std::string& wanted) const {
    throw base::ToolError("expected " + wanted + " at " + text_.substr(at_));
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view sign) {
    skip();
    if (text_.compare(at_, sign.size(), sign) != 0) return false;
    at_ += sign.size();
    return true;
  }
  [[nodiscard]] std::string word() {
    skip();
    std::size_t end = at_;
    while (end < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 ||
            text_[end] == '_' || text_[end] == '.')) {
      ++end;
    }
    return text_.substr(at_, end - at_);
  }
  bool take_word(const std::string& wanted) {
    if (word() != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  using Join = std::function<Term(Term, Term)>;
  static Meaning joined(Meaning a, Meaning b, Join join) {
    return
        [a, b, join](int t, int last) { return join(a(t, last), b(t, last)); };
  }
  Meaning make(Op op, Meaning a, Meaning b) {
    return joined(
        a, b, [this, op](Term x, Term y) { return terms_.make(op, {x, y}); });
  }

  Meaning implication() {
    Meaning a = equivalence();
    if (!take("->") && !take("=>")) return a;
    return make(Op::implies, a, implication());
  }
  Meaning equivalence() {
    Meaning a = disjunction();
    while (take("<->") || take("<=>")) a = make(Op::equal, a, disjunction());
    return a;
  }
  Meaning disjunction() {
    Meaning a = conjunction();
    while (true) {
      if (take("|")) {
        (void)take("|");
        a = make(Op::logical_or, a, conjunction());
      } else if (take_word("xor")) {
        a = make(Op::logical_xor, a, conjunction());
      } else {
        return a;
      }
    }
  }
  Meaning conjunction() {
    Meaning a = until();
    while (take("&")) {
      (void)take("&");
      a = make(Op::logical_and, a, until());
    }
    return a;
  }

  /// p U q: q at some step, and p at all steps before. p V q is its dual.
  Meaning until() {
    Meaning p = comparison();
    while (word() == "U" || word() == "V") {
      const bool dual = word() == "V";
      ++at_;
      const Meaning q = comparison();
      p = [this, p, q, dual](int t, int last) {
        Term out = terms_.boolean(dual);
        for (int i = last; i >= t; --i) {
          const Term now = q(i, last);
          const Term before = p(i, last);
          out = dual ? terms_.logical_and(now, terms_.logical_or(before, out))
                     : terms_.logical_or(now, terms_.logical_and(before, out));
        }
        return out;
      };
    }
    return p;
  }

  Meaning comparison() {
    const Meaning a = sum();
    for (const std::string_view sign :
         {"!=", "<=", ">=", "==", "=", "<", ">"}) {
      skip();
      const std::string_view left = std::string_view(text_).substr(at_);
      if (left.starts_with("=>") || left.starts_with("<->") ||
          left.starts_with("<=>") || !take(sign)) {
        continue;
      }
      const Meaning b = sum();
      return joined(
          a, b, [this, sign](Term x, Term y) { return compared(sign, x, y); });
    }
    return a;
  }
  Term compared(std::string_view sign, Term x, Term y) {
    if (x.sort() != y.sort()) {
      if (x.sort() == logic::Sort::integer()) x = terms_.make(Op::to_real, {x});
      if (y.sort() == logic::Sort::integer()) y = terms_.make(Op::to_real, {y});
    }
    if (sign == "=" || sign == "==") return terms_.equal(x, y);
    if (sign == "!=") return terms_.logical_not(terms_.equal(x, y));
    if (sign == "<=") return terms_.make(Op::less_equal, {x, y});
    if (sign == ">=") return terms_.make(Op::less_equal, {y, x});
    return sign == "<" ? terms_.make(Op::less, {x, y})
                       : terms_.make(Op::less, {y, x});
  }

  Meaning sum() {
    Meaning a = product();
    while (true) {
      skip();
      if (text_.compare(at_, 2, "->") == 0) return a;
      const bool plus = take("+");
      if (!plus && !take("-")) return a;
      a = arithmetic(plus ? Op::add : Op::sub, a, product());
    }
  }
  Meaning product() {
    Meaning a = unary();
    while (take("*")) a = arithmetic(Op::mul, a, unary());
    return a;
  }
  Meaning arithmetic(Op op, const Meaning& a, const Meaning& b) {
    return joined(a, b, [this, op](Term x, Term y) {
      if (x.sort() != y.sort()) {
        if (x.sort() == logic::Sort::integer())
          x = terms_.make(Op::to_real, {x});
        if (y.sort() == logic::Sort::integer())
          y = terms_.make(Op::to_real, {y});
      }
      return terms_.make(op, {x, y});
    });
  }

  Meaning unary() {
    skip();
    if (at_ + 1 < text_.size() && text_[at_] == '!' && text_[at_ + 1] != '=') {
      ++at_;
      const Meaning a = unary();
      return
          [this, a](int t, int last) { return terms_.logical_not(a(t, last)); };
    }
    if (take("-")) {
      const Meaning a = unary();
      return [this, a](int t, int last) {
        return terms_.make(Op::neg, {a(t, last)});
      };
    }
    if (take_word("X")) {
      const Meaning a = unary();
      return [this, a](int t, int last) {
        return t < last ? a(t + 1, last) : terms_.boolean(false);
      };
    }
    if (word() == "F" || word() == "G") return eventually();
    return primary();
  }

  /// F p: at some step of the interval that there is. G p is its dual.
  Meaning eventually() {
    const bool all = word() == "G";
    ++at_;
    int from = 0;
    int to = 1'000'000;
    if (take("[")) {
      const bool equal = take("=");
      const bool strict = !equal && !take("<=") && take("<");
      to = steps() - (strict ? 1 : 0);
      if (equal) from = to;
      if (take(",")) {
        from = to;
        to = steps();
      }
      if (!take("]")) fail("]");
    }
    const Meaning a = unary();
    return [this, a, all, from, to](int t, int last) {
      std::vector<Term> any;
      for (int i = t + from; i <= std::min(t + to, last); ++i) {
        any.push_back(a(i, last));
      }
      return all ? terms_.logical_and(any) : terms_.logical_or(any);
    };
  }
  int steps() {
    int n = 0;
    do {
      const std::string digits = word();
      at_ += digits.size();
      n += std::stoi(digits);
    } while (take("+"));
    return n;
  }

  Meaning primary() {
    if (take("(")) {
      const Meaning a = implication();
      if (!take(")")) fail(")");
      return a;
    }
    const std::string name = word();
    if (name.empty()) fail("a formula");
    at_ += name.size();
    if (name == "LAST") {
      return [this](int t, int last) { return terms_.boolean(t == last); };
    }
    // The first step.
    if (name == "FTP") {
      return [this](int t, int /*last*/) { return terms_.boolean(t == 0); };
    }
    if (name == "TRUE" || name == "true") return constant(terms_.boolean(true));
    if (name == "FALSE" || name == "false")
      return constant(terms_.boolean(false));
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
      return constant(number(name));
    }
    if (name == "abs") return absolute();
    const auto v = semantics_.interface().find_variable(
        frontend::contract::fret_name(name));
    if (!v) fail("a variable instead of " + name);
    return [this, index = *v](int t, int /*last*/) {
      return semantics_.at(index, static_cast<std::size_t>(t));
    };
  }
  Meaning absolute() {
    const Meaning a = unary();
    return [this, a](int t, int last) {
      const Term x = a(t, last);
      const Term zero = x.sort() == logic::Sort::integer()
                            ? terms_.constant(logic::Value::integer(0))
                            : terms_.constant(logic::Value::real(mpq_class(0)));
      return terms_.ite(
          terms_.make(Op::less, {x, zero}), terms_.make(Op::neg, {x}), x);
    };
  }
  static Meaning constant(Term value) {
    return [value](int /*t*/, int /*last*/) { return value; };
  }
  Term number(const std::string& text) {
    const std::size_t dot = text.find('.');
    if (dot == std::string::npos) {
      return terms_.constant(logic::Value::integer(mpz_class(text)));
    }
    mpz_class scale = 1;
    for (std::size_t i = dot + 1; i < text.size(); ++i) scale *= 10;
    mpq_class value(mpz_class(text.substr(0, dot) + text.substr(dot + 1)),
                    scale);
    value.canonicalize();
    return terms_.constant(logic::Value::real(value));
  }

  const contract::Semantics& semantics_;
  logic::TermManager& terms_;
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

Meaning future_formula(std::string_view text,
                       const contract::Semantics& semantics) {
  // The terms of a meaning are made by the reader, which lives with it.
  const auto reader = std::make_shared<Future>(text, semantics);
  return
      [reader, all = reader->read()](int t, int last) { return all(t, last); };
}

}  // namespace catenary::oracle
