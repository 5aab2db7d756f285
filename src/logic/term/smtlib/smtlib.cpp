// SPDX-License-Identifier: Apache-2.0
/// \file
/// SMT-LIB 2.6 printing, with a stack of pending items instead of recursion.
#include "logic/term/smtlib/smtlib.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "logic/term/traverse.h"
#include "logic/value/ieee754.h"

namespace catenary::logic {

namespace {

/// Whether the operator is printed with a guard, which mentions its operands
/// again. A division by a constant other than 0 needs none.
bool is_guarded(Term t) {
  switch (t.op()) {
    case Op::int_div:
    case Op::int_mod:
    case Op::real_div:
      return !t[1].is_constant() || t[1].value() == default_value(t[1].sort());
    case Op::fp_min:
    case Op::fp_max:
    case Op::fp_to_signed:
    case Op::fp_to_unsigned:
    case Op::fp_to_bits:
    case Op::fp_to_real:
      return true;
    case Op::fp_round_to_integral:
      return !(integral_format(t.sort()) == t.sort());
    default:
      return false;
  }
}

/// Prints one term. A scope is the text outside of all quantifiers, or the body
/// of one: `let` names are introduced at its begin.
class Printer {
 public:
  std::string print(Term root) {
    begin_scope(root);
    while (!pending_.empty()) {
      const Item item = std::move(pending_.back());
      pending_.pop_back();
      switch (item.kind) {
        case Item::Kind::text:
          out_ += item.text;
          break;
        case Item::Kind::reference:
          print_reference(item.term);
          break;
        case Item::Kind::definition:
          print_application(item.term);
          break;
        case Item::Kind::scope:
          begin_scope(item.term);
          break;
        case Item::Kind::end_of_scope:
          scopes_.pop_back();
          break;
      }
    }
    return std::move(out_);
  }

 private:
  /// The work that is left, the next item at the end.
  struct Item {
    enum class Kind : std::uint8_t {
      text,
      reference,   ///< a term, by its name where it has one
      definition,  ///< a term, spelled out
      scope,       ///< the body of a quantifier
      end_of_scope
    };
    Kind kind = Kind::text;
    std::string text;
    Term term;
  };

  /// Names of shared terms, by id.
  using Names = std::unordered_map<std::uint32_t, std::string>;

  static Item text(std::string s) {
    return {Item::Kind::text, std::move(s), Term()};
  }
  static Item reference(Term t) { return {Item::Kind::reference, "", t}; }

  /// To be printed next, in this order.
  void push(std::vector<Item> items) {
    for (auto i = items.rbegin(); i != items.rend(); ++i) {
      pending_.push_back(std::move(*i));
    }
  }

  /// The subterms of `root` outside of quantifiers that are applications and
  /// are mentioned more than once, operands first. A guard counts as two
  /// mentions.
  static std::vector<Term> shared_terms(Term root) {
    struct Frame {
      Term term;
      std::size_t next;
    };
    std::unordered_map<std::uint32_t, std::uint32_t> uses;
    std::vector<Term> order;
    std::vector<Frame> stack{{root, 0}};
    uses[root.id()] = 1;
    while (!stack.empty()) {
      Frame& top = stack.back();
      const Term t = top.term;
      if (t.is_quantifier() || top.next == t.operands().size()) {
        order.push_back(t);
        stack.pop_back();
        continue;
      }
      const Term operand = t.operands()[top.next++];
      std::uint32_t& count = uses[operand.id()];
      count += is_guarded(t) ? 2 : 1;
      // The first mention: the operand was not walked yet.
      if (count <= (is_guarded(t) ? 2U : 1U)) stack.push_back({operand, 0});
    }
    std::erase_if(order, [&](Term t) {
      return t.operands().empty() || uses.at(t.id()) < 2;
    });
    return order;
  }

  /// Opens the lets of a scope and prints its root.
  void begin_scope(Term root) {
    scopes_.emplace_back();
    std::vector<Item> items;
    std::string closing;
    const std::vector<Term> shared = shared_terms(root);
    for (const Term t : shared) {
      const std::string name = "!" + std::to_string(++names_used_);
      items.push_back(text("(let ((" + name + " "));
      items.push_back({Item::Kind::definition, name, t});
      items.push_back(text(")) "));
      closing += ')';
    }
    items.push_back(reference(root));
    items.push_back(text(closing));
    items.push_back({Item::Kind::end_of_scope, "", Term()});
    // A name may be used only after its definition, and definitions come with
    // operands first, so all of them can be known from the start.
    for (const Item& item : items) {
      if (item.kind == Item::Kind::definition) {
        scopes_.back().emplace(item.term.id(), item.text);
      }
    }
    push(std::move(items));
  }

  /// A term by its name, if it has one in this scope. Names of outer scopes are
  /// not used: bound variables may be captured.
  void print_reference(Term t) {
    const auto named = scopes_.back().find(t.id());
    if (named != scopes_.back().end()) {
      out_ += named->second;
    } else {
      print_application(t);
    }
  }

  /// A term spelled out, with its operands as references.
  void print_application(Term t) {
    if (t.is_constant()) {
      out_ += t.value().to_smtlib();
    } else if (t.is_variable()) {
      out_ += smtlib_symbol(t.name());
    } else if (t.is_quantifier()) {
      print_quantifier(t);
    } else if (is_guarded(t)) {
      print_guarded(t);
    } else {
      push(plain(t));
    }
  }

  /// The body is a scope of its own.
  void print_quantifier(Term t) {
    const auto bound = t.operands().first(t.operands().size() - 1);
    out_ += std::string("(") + info(t.op()).smtlib + " (";
    for (std::size_t i = 0; i < bound.size(); ++i) {
      out_ += std::string(i > 0 ? " (" : "(") + smtlib_symbol(bound[i].name()) +
              " " + bound[i].sort().to_string() + ")";
    }
    out_ += ") ";
    push({{Item::Kind::scope, "", t.operands().back()}, text(")")});
  }

  static std::string to_format(const Sort& format) {
    return "(_ to_fp " + std::to_string(format.exponent_bits()) + " " +
           std::to_string(format.significand_bits()) + ") ";
  }

  /// The operator with its indices and rounding mode.
  static std::string head(Term t) {
    const OpInfo& op = info(t.op());
    std::string name = op.smtlib;
    if (t.op() == Op::const_array)
      return "(as const " + t.sort().to_string() + ")";
    if (op.indices > 0) {
      name = "(_ " + name + " " + std::to_string(t.indices().first);
      if (op.indices > 1) name += " " + std::to_string(t.indices().second);
      name += ")";
    }
    if (op.rounds) name += std::string(" ") + to_string(t.indices().mode);
    return name;
  }

  /// The application without a guard.
  static std::vector<Item> plain(Term t) {
    // A single operand is legal for our n-ary operators only.
    if (t.operands().size() == 1 && info(t.op()).max_operands == 255) {
      return {reference(t[0])};
    }
    std::vector<Item> items{text("(" + head(t))};
    for (const Term operand : t.operands()) {
      items.push_back(text(" "));
      items.push_back(reference(operand));
    }
    items.push_back(text(")"));
    return items;
  }

  /// The application in an if-then-else that selects the result of op.h where
  /// SMT-LIB leaves it open.
  void print_guarded(Term t) {
    std::vector<Item> items;
    const auto add = [&](std::string s) {
      items.push_back(text(std::move(s)));
    };
    const auto add_plain = [&] {
      std::vector<Item> application = plain(t);
      std::move(
          application.begin(), application.end(), std::back_inserter(items));
    };
    switch (t.op()) {
      case Op::int_div:
      // (ite (= y 0) RESULT (div x y))
      case Op::int_mod:
      case Op::real_div: {
        const std::string zero = default_value(t.sort()).to_smtlib();
        add("(ite (= ");
        items.push_back(reference(t[1]));
        add(" " + zero + ") ");
        items.push_back(t.op() == Op::int_mod ? reference(t[0]) : text(zero));
        add(" ");
        add_plain();
        add(")");
        break;
      }
      case Op::fp_min:
      // (ite (and (fp.isZero x) (fp.isZero y)) y (fp.min x y))
      case Op::fp_max:
        add("(ite (and (fp.isZero ");
        items.push_back(reference(t[0]));
        add(") (fp.isZero ");
        items.push_back(reference(t[1]));
        add(")) ");
        items.push_back(reference(t[1]));
        add(" ");
        add_plain();
        add(")");
        break;
      case Op::fp_to_bits:
        // (ite (fp.isNaN x) NAN-BITS (fp.to_ieee_bv x))
        add("(ite (fp.isNaN ");
        items.push_back(reference(t[0]));
        add(") " +
            Value::bitvec(t.sort().bits(), FloatFormat(t[0].sort()).nan_bits())
                .to_smtlib() +
            " ");
        add_plain();
        add(")");
        break;
      case Op::fp_to_real:
        // (ite (or (fp.isNaN x) (fp.isInfinite x)) 0.0 (fp.to_real x))
        add("(ite (or (fp.isNaN ");
        items.push_back(reference(t[0]));
        add(") (fp.isInfinite ");
        items.push_back(reference(t[0]));
        add(")) 0.0 ");
        add_plain();
        add(")");
        break;
      case Op::fp_round_to_integral:
        // Rounded in a wider format, where all integers exist, and back.
        add("(" + to_format(t.sort()) + to_string(t.indices().mode) +
            " (fp.roundToIntegral " + to_string(t.indices().mode) + " (" +
            to_format(integral_format(t.sort())) + "RNE ");
        items.push_back(reference(t[0]));
        add(")))");
        break;
      default: {
        // fp.to_sbv and fp.to_ubv, guarded by a comparison of the rounded
        // number with the range of the bit-vector.
        const Sort& format = t[0].sort();
        const Sort wide = integral_format(format);
        const FloatRange range = convertible_range(
            wide, t.indices().first, t.op() == Op::fp_to_signed);
        const std::string x = "!" + std::to_string(++names_used_);
        const std::string rounded = "!" + std::to_string(++names_used_);
        add("(let ((" + x + " ");
        if (!(wide == format)) add("(" + to_format(wide) + "RNE ");
        items.push_back(reference(t[0]));
        if (!(wide == format)) add(")");
        add(")) (let ((" + rounded + " (fp.roundToIntegral " +
            to_string(t.indices().mode) + " " + x + "))) (ite (and (fp.leq " +
            range.lowest.to_smtlib() + " " + rounded + ") (fp.leq " + rounded +
            " " + range.highest.to_smtlib() + ")) (" + head(t) + " " + x +
            ") " + Value::bitvec(t.indices().first, -1).to_smtlib() + ")))");
      }
    }
    push(std::move(items));
  }

  std::string out_;
  std::vector<Item> pending_;
  std::vector<Names> scopes_;
  std::uint64_t names_used_ = 0;
};

/// The enumerations that occur in a sort, by name.
void collect_enumerations(
    const Sort& sort,
    std::map<std::string, std::shared_ptr<const Enumeration>>& found) {
  if (sort.kind() == SortKind::array) {
    collect_enumerations(sort.index(), found);
    collect_enumerations(sort.element(), found);
  } else if (sort.kind() == SortKind::enumeration) {
    const auto decl = sort.enumeration_decl();
    const auto known = found.try_emplace(decl->name, decl).first;
    CATENARY_CHECK(*known->second == *decl,
                   "two enumerations are named '" + decl->name + "'");
  }
}

}  // namespace

std::string to_smtlib(Term term) {
  return Printer().print(term);
}

std::string smtlib_declarations(std::span<const Term> terms) {
  std::map<std::string, std::shared_ptr<const Enumeration>> enumerations;
  for (const Term t : subterms(terms)) {
    // Sorted by name, so that the text does not depend on the order of terms.
    collect_enumerations(t.sort(), enumerations);
  }
  std::string out;
  for (const auto& [name, decl] : enumerations) {
    out += "(declare-datatypes ((" + smtlib_symbol(name) + " 0)) ((";
    for (std::uint32_t i = 0; i < decl->values.size(); ++i) {
      out +=
          std::string(i > 0 ? " (" : "(") + smtlib_enumerator(*decl, i) + ")";
    }
    out += ")))\n";
  }
  for (const Term v : free_variables(terms)) {
    out += "(declare-fun " + smtlib_symbol(v.name()) + " () " +
           v.sort().to_string() + ")\n";
  }
  return out;
}

std::string smtlib_script(std::span<const Term> assertions) {
  std::string out = "(set-logic ALL)\n" + smtlib_declarations(assertions);
  for (const Term t : assertions) {
    CATENARY_CHECK(t.sort().kind() == SortKind::boolean,
                   "an assertion is Boolean");
    out += "(assert " + to_smtlib(t) + ")\n";
  }
  return out + "(check-sat)\n";
}

}  // namespace catenary::logic
