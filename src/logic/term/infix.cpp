// SPDX-License-Identifier: Apache-2.0
/// \file
/// The printer of infix notation. Terms are printed with an explicit stack of
/// work; brackets follow from levels of precedence.
#include "logic/term/infix.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "logic/term/traverse.h"
#include "logic/value/decimal.h"

namespace catenary::logic {

namespace {

/// Precedences, from the weakest.
enum Level : int {
  kWhole = 0,  ///< quantifiers, if-then-else: readable only
  kOr = 1,
  kAnd,
  kEqual,
  kLess,
  kAdd,
  kMul,
  kPrefix,
  kPrimary
};

/// An infix operator and its precedence.
struct Sign {
  const char* text;
  Level level;
};

/// The infix operator of an Op; its text is null for operators that are written
/// in another way.
Sign sign_of(Op op) {
  switch (op) {
    case Op::logical_and:
      return {"&&", kAnd};
    case Op::logical_or:
      return {"||", kOr};
    case Op::equal:
      return {"==", kEqual};
    case Op::distinct:
    case Op::logical_xor:
      return {"!=", kEqual};
    case Op::less:
      return {"<", kLess};
    case Op::less_equal:
      return {"<=", kLess};
    case Op::add:
      return {"+", kAdd};
    case Op::sub:
      return {"-", kAdd};
    case Op::mul:
      return {"*", kMul};
    case Op::int_div:
    case Op::real_div:
      return {"/", kMul};
    case Op::int_mod:
      return {"%", kMul};
    default:
      return {nullptr, kPrimary};
  }
}

/// Conversions from Int to Real are implicit in the languages that we print.
Term stripped(Term t) {
  return t.op() == Op::to_real ? t[0] : t;
}

/// Whether the text of the term shows by itself that it is a rational.
bool is_rational_text(Term t) {
  if (t.sort().kind() != SortKind::real || t.op() == Op::to_real) return false;
  return !t.is_constant() || t.value().as_real().get_den() != 1;
}

/// A finite decimal, or the quotient of two numbers.
std::string rational_text(const mpq_class& q, InfixStyle style, Level& level) {
  constexpr std::size_t kMostDigits = 400;
  level = q < 0 ? kPrefix : kPrimary;
  if (auto text = finite_decimal(q, kMostDigits)) return *std::move(text);
  level = kMul;
  const bool exact = style == InfixStyle::xlia;
  return q.get_num().get_str() + (exact ? ".0 / " : "/") +
         q.get_den().get_str();
}

/// Prints one term.
class Printer {
 public:
  Printer(InfixStyle style, std::size_t longest)
      : style_(style), longest_(longest) {}

  std::optional<std::string> run(Term root) {
    push(root, kWhole, false);
    while (!work_.empty()) {
      const Work w = std::move(work_.back());
      work_.pop_back();
      if (w.term.valid()) {
        print(w);
      } else {
        out_ += w.text;
      }
      // Checked after each piece: the text of a term may be exponentially long.
      if (out_.size() > longest_) return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  struct Work {
    Term term;  ///< none: `text`
    Level level = kWhole;
    bool decimal = false;  ///< it must be seen to be rational
    std::string text;
  };

  void push(Term t, Level level, bool decimal) {
    work_.push_back({t, level, decimal, {}});
  }
  void push(std::string text) {
    work_.push_back({{}, kWhole, false, std::move(text)});
  }

  /// Work is done from the end of the stack. Items that are pushed between
  /// open() and close() are in reading order; close() reverses it.
  void open(Level own, Level asked) {
    start_ = work_.size();
    bracket_ = own < asked;
    if (bracket_) push("(");
  }
  void close() {
    if (bracket_) push(")");
    std::reverse(work_.begin() + static_cast<std::ptrdiff_t>(start_),
                 work_.end());
  }

  void print(const Work& w) {
    const Term t = stripped(w.term);
    if (t.is_constant()) return constant(t, w);
    // "+ 0.0" makes an integer text rational without changing its value.
    if (w.decimal && t.sort().kind() == SortKind::integer) {
      open(kAdd, w.level);
      push(t, kAdd, false);
      push(" + 0.0");
      return close();
    }
    if (t.is_variable()) {
      out_ += t.name();
      return;
    }
    if (t.op() == Op::logical_not || t.op() == Op::neg) {
      open(kPrefix, w.level);
      push(t.op() == Op::neg ? "-" : "!");
      push(t[0], kPrefix, false);
      return close();
    }
    // a => b has no operator: !a || b.
    if (t.op() == Op::implies) {
      open(kOr, w.level);
      push("!");
      push(t[0], kPrefix, false);
      push(" || ");
      push(t[1], kAnd, false);
      return close();
    }
    if (sign_of(t.op()).text != nullptr) return infix(t, w);
    CATENARY_CHECK(style_ == InfixStyle::readable, "no expression of XLIA");
    other(t, w);
  }

  void constant(Term t, const Work& w) {
    const Value& v = t.value();
    Level level = kPrimary;
    std::string text;
    if (v.kind() == SortKind::real) {
      text = v.as_real().get_num().get_str();
      if (v.as_real() < 0) level = kPrefix;
      if (v.as_real().get_den() != 1) {
        text = rational_text(v.as_real(), style_, level);
      } else if (w.decimal && style_ == InfixStyle::xlia) {
        text += ".0";
      }
    } else {
      text = v.to_string();
      if (v.kind() == SortKind::integer && v.as_integer() < 0) level = kPrefix;
      if (w.decimal && style_ == InfixStyle::xlia) text += ".0";
    }
    out_ += level < w.level ? "(" + text + ")" : text;
  }

  void infix(Term t, const Work& w) {
    const auto [text, own] = sign_of(t.op());
    if (t.op() == Op::distinct && t.operands().size() > 2) {
      return pairwise(t, w);
    }
    // All operands would be printed as integers, so that a reader would take
    // the term for one of Ints. One operand is marked to show that it is
    // rational: the first constant, else the first operand.
    std::size_t decimal = t.operands().size();
    if (style_ == InfixStyle::xlia && t[0].sort().kind() == SortKind::real &&
        std::ranges::none_of(t.operands(), is_rational_text)) {
      decimal = 0;
      for (std::size_t i = t.operands().size(); i-- > 0;) {
        if (t[i].is_constant()) decimal = i;
      }
    }
    open(own, w.level);
    // Chains of && and || are one application, those of + and - are nested to
    // the left, and comparisons are never nested.
    const bool nests = own == kAdd || own == kMul || own == kEqual;
    for (std::size_t i = 0; i < t.operands().size(); ++i) {
      if (i > 0) push(std::string(" ") + text + " ");
      // The left operand of a left-associative operator needs no brackets at
      // the same precedence; all others do.
      const Level asked = i == 0 && nests ? own : Level(own + 1);
      push(t[i], asked, i == decimal);
    }
    close();
  }

  /// distinct of more than two: all pairs.
  void pairwise(Term t, const Work& w) {
    open(kAnd, w.level);
    bool first = true;
    for (std::size_t i = 0; i < t.operands().size(); ++i) {
      for (std::size_t j = i + 1; j < t.operands().size(); ++j) {
        if (!std::exchange(first, false)) push(" && ");
        push(t[i], kLess, false);
        push(" != ");
        push(t[j], kLess, false);
      }
    }
    close();
  }

  /// Terms without an infix operator; only in the readable style.
  void other(Term t, const Work& w) {
    if (t.op() == Op::ite) {
      open(kWhole, w.level);
      push(t[0], kOr, false);
      push(" ? ");
      push(t[1], kOr, false);
      push(" : ");
      push(t[2], kOr, false);
      return close();
    }
    if (t.is_quantifier()) {
      open(kWhole, w.level);
      std::string bound = t.op() == Op::exists ? "exists " : "forall ";
      for (std::size_t i = 0; i + 1 < t.operands().size(); ++i) {
        bound += (i > 0 ? ", " : "") + t[i].name();
      }
      push(bound + ". ");
      push(t[t.operands().size() - 1], kWhole, false);
      return close();
    }
    open(kPrimary, w.level);
    push(std::string(info(t.op()).smtlib) + "(");
    for (std::size_t i = 0; i < t.operands().size(); ++i) {
      if (i > 0) push(", ");
      push(t[i], kWhole, false);
    }
    push(")");
    close();
  }

  InfixStyle style_;
  std::size_t longest_;
  std::vector<Work> work_;
  std::size_t start_ = 0;
  bool bracket_ = false;
  std::string out_;
};

}  // namespace

std::optional<std::string> to_infix(Term term,
                                    InfixStyle style,
                                    std::size_t longest) {
  return Printer(style, longest).run(term);
}

std::optional<std::string> outside_xlia(Term term) {
  for (const Term t : subterms(term)) {
    const SortKind kind = t.sort().kind();
    const bool sort = kind == SortKind::boolean || kind == SortKind::integer ||
                      kind == SortKind::real;
    if (!sort) return t.sort().to_string();
    const bool op = t.is_constant() || t.is_variable() ||
                    t.op() == Op::logical_not || t.op() == Op::neg ||
                    t.op() == Op::implies || t.op() == Op::to_real ||
                    sign_of(t.op()).text != nullptr;
    if (!op) return info(t.op()).smtlib;
  }
  return std::nullopt;
}

}  // namespace catenary::logic
