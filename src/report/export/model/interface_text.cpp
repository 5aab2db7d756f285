// SPDX-License-Identifier: Apache-2.0
/// \file
/// The printer of contracts' terms, with an explicit stack of work and
/// precedences.
#include "report/export/model/interface_text.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "logic/value/decimal.h"

namespace catenary::report {

using logic::Op;
using logic::SortKind;
using logic::Term;

namespace {

/// Precedences, from the weakest.
enum Level : int {
  kWhole = 0,  ///< if-then-else, <=>
  kImplies,
  kOr,
  kAnd,
  kCompare,  ///< and 'not', whose operand is always a primary
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

/// Prints one term.
class Printer {
 public:
  Printer(Notation notation,
          const std::function<std::string(Term)>& name,
          std::size_t longest)
      : lustre_(notation == Notation::lustre), name_(name), longest_(longest) {}

  std::optional<std::string> run(Term root) {
    work_.push_back({root, kWhole, {}});
    while (!work_.empty()) {
      const Work w = std::move(work_.back());
      work_.pop_back();
      if (w.term.valid()) {
        print(w.term, w.level);
      } else {
        out_ += w.text;
      }
      if (out_.size() > longest_) return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  /// A term that is to be printed, or text between terms.
  struct Work {
    Term term;  ///< none: `text`
    Level level = kWhole;
    std::string text;
  };

  /// Pushes parts so that they are printed in their order, in brackets if the
  /// precedence demands it.
  void push(Level own, Level asked, std::vector<Work> parts) {
    if (own < asked) {
      parts.insert(parts.begin(), Work{{}, kWhole, "("});
      parts.push_back({{}, kWhole, ")"});
    }
    std::ranges::reverse(parts);
    std::ranges::move(parts, std::back_inserter(work_));
  }

  /// Work that is text.
  static Work text(std::string t) { return {{}, kWhole, std::move(t)}; }

  /// The infix operator of a term; none for those that print() treats apart.
  [[nodiscard]] Sign sign_of(Term t) const {
    switch (t.op()) {
      case Op::logical_and:
        return {" and ", kAnd};
      case Op::logical_or:
        return {" or ", kOr};
      case Op::implies:
        return {" => ", kImplies};
      case Op::equal:
        // In .req files "=" compares numbers and enumerators; Booleans have
        // "<=>".
        if (!lustre_ && t[0].sort().kind() == SortKind::boolean) {
          return {" <=> ", kWhole};
        }
        return {" = ", kCompare};
      case Op::less:
        return {" < ", kCompare};
      case Op::less_equal:
        return {" <= ", kCompare};
      case Op::add:
        return {" + ", kAdd};
      case Op::sub:
        return {" - ", kAdd};
      case Op::mul:
        return {" * ", kMul};
      case Op::real_div:
        return {" / ", kMul};
      default:
        return {nullptr, kPrimary};
    }
  }

  /// Prints a term, or pushes its parts. `asked` is the precedence below which
  /// brackets are needed.
  void print(Term t, Level asked) {
    if (t.is_constant()) return constant(t.value(), asked);
    if (t.is_variable()) {
      out_ += name_(t);
      return;
    }
    switch (t.op()) {
      case Op::logical_not:
        // Contracts have no operator for the negated equation in terms.
        if (t[0].op() == Op::equal &&
            t[0][0].sort().kind() != SortKind::boolean) {
          return push(kCompare,
                      asked,
                      {{t[0][0], kAdd, {}},
                       text(lustre_ ? " <> " : " != "),
                       {t[0][1], kAdd, {}}});
        }
        return push(kCompare, asked, {text("not "), {t[0], kPrimary, {}}});
      case Op::neg:
        return push(kPrefix, asked, {text("-"), {t[0], kPrimary, {}}});
      case Op::to_real:
        // In .req files integers become reals where they need to be.
        if (!lustre_) return print(t[0], asked);
        return push(
            kPrimary, asked, {text("real("), {t[0], kWhole, {}}, text(")")});
      case Op::real_div:
        if (!lustre_) break;
        // Terms take x / 0 to be 0; Lustre does not say what it is.
        return push(kWhole,
                    asked,
                    {text("if "),
                     {t[1], kAdd, {}},
                     text(" = 0.0 then 0.0 else "),
                     {t[0], kMul, {}},
                     text(" / "),
                     {t[1], kPrimary, {}}});
      case Op::ite:
        return push(kWhole,
                    asked,
                    {text("if "),
                     {t[0], kImplies, {}},
                     text(" then "),
                     {t[1], kImplies, {}},
                     text(" else "),
                     {t[2], kImplies, {}}});
      default:
        break;
    }
    const Sign sign = sign_of(t);
    CATENARY_CHECK(sign.text != nullptr, "a term of contracts");
    std::vector<Work> parts;
    for (std::size_t i = 0; i < t.operands().size(); ++i) {
      if (i > 0) parts.push_back(text(sign.text));
      const bool nests = i == 0 && sign.level == kAdd;
      // + and - associate to the left.
      parts.push_back({t[i], nests ? sign.level : Level(sign.level + 1), {}});
    }
    push(sign.level, asked, std::move(parts));
  }

  /// A number, truth value or enumerator.
  void constant(const logic::Value& v, Level asked) {
    bool negative = false;
    std::string t;
    if (v.kind() == SortKind::real) {
      const mpq_class& q = v.as_real();
      negative = q < 0;
      constexpr std::size_t kMostDigits = 300;
      if (const auto digits = logic::finite_decimal(q, kMostDigits)) {
        t = *digits;
        if (lustre_ && q.get_den() == 1) t += ".0";
      } else {
        const char* point = lustre_ ? ".0" : "";
        t = "(" + q.get_num().get_str() + point + "/" + q.get_den().get_str() +
            point + ")";
        negative = false;
      }
    } else {
      t = v.to_string();
      negative = v.kind() == SortKind::integer && v.as_integer() < 0;
    }
    // A negative number next to an operator is put into brackets.
    out_ += negative && asked > kCompare ? "(" + t + ")" : t;
  }

  bool lustre_;
  const std::function<std::string(Term)>& name_;
  std::size_t longest_;
  std::vector<Work> work_;
  std::string out_;
};

}  // namespace

std::optional<std::string> to_text(Term term,
                                   Notation notation,
                                   const std::function<std::string(Term)>& name,
                                   std::size_t longest) {
  return Printer(notation, name, longest).run(term);
}

std::string to_text(const model::Contract& contract) {
  // Longer ones are of no use to people.
  constexpr std::size_t kLongest = 2000;
  const auto part = [](Term t) {
    return to_text(
               t, Notation::req, [](Term v) { return v.name(); }, kLongest)
        .value_or("…");
  };
  std::string out;
  if (contract.has_assumption) {
    out = "when " + part(contract.assumption) + " then ";
  }
  return out + part(contract.guarantee);
}

}  // namespace catenary::report
