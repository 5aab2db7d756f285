// SPDX-License-Identifier: Apache-2.0
/// \file
/// A pretty printer for .req files. Words are filled into lines of 80 columns;
/// a line may be broken before certain words only.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/lexer.h"
#include "frontend/contract/contract.h"

namespace catenary::frontend::contract {

namespace {

constexpr std::size_t kColumns = 80;

/// Strength of an expression's outermost operator, with the parser's levels of
/// precedence: an operand that binds weaker gets parentheses.
constexpr int kNot = 4;
constexpr int kSum = 5;
constexpr int kPower = 7;
constexpr int kPrimary = 8;

/// The level of the outermost operator; a greater one binds stronger.
int strength(const Expression& e) {
  switch (e.kind) {
    case Expression::Kind::conditional:
      return 0;
    case Expression::Kind::prefix:
      return e.text == "not" ? kNot : kPrimary;
    case Expression::Kind::infix:
      break;
    default:
      return kPrimary;
  }
  const std::string& op = e.operators[0].text;
  if (op == "<=>") return 0;
  if (op == "=>") return 1;
  if (op == "or") return 2;
  if (op == "and") return 3;
  if (op == "+" || op == "-") return kSum;
  if (op == "^") return kPower;
  return op == "*" || op == "/" ? kSum + 1 : kNot;
}

/// The words of one construct, filled into lines. Methods return the object for
/// chaining.
class Line {
 public:
  Line& word(std::string_view text) {
    if (glued_) return glue(text);
    words_.emplace_back(text);
    return *this;
  }
  /// A word before which the line may be broken.
  Line& breakable(std::string_view text) {
    breaks_.push_back(words_.size());
    return word(text);
  }
  /// Appends without a blank before it.
  Line& glue(std::string_view text) {
    glued_ = false;
    if (words_.empty()) words_.emplace_back();
    words_.back() += text;
    return *this;
  }
  /// A word without a blank behind it.
  Line& open(std::string_view text) {
    word(text);
    glued_ = true;
    return *this;
  }
  /// Appends without a blank before and behind it.
  Line& bridge(std::string_view text) {
    glue(text);
    glued_ = true;
    return *this;
  }
  Line& doc(const Doc& doc) {
    return doc.given ? word(base::in_quotes(doc.text)) : *this;
  }

  /// An expression, in parentheses where it binds weaker than `least`, or where
  /// it had some.
  Line& expression(const Expression& e, int least = 0) {
    if (!e.grouped && strength(e) >= least) return bare(e);
    return open("(").bare(e).glue(")");
  }

  /// The text. Continuation lines are indented by four more columns.
  [[nodiscard]] std::string fill(std::size_t indent) const {
    std::string out(indent, ' ');
    std::size_t column = indent;
    for (std::size_t i = 0; i < words_.size();) {
      // A part is what lies between two places where the line may be broken.
      std::string part = words_[i];
      std::size_t next = i + 1;
      while (next < words_.size() &&
             !std::ranges::binary_search(breaks_, next)) {
        part += " " + words_[next++];
      }
      const bool fits = column + 1 + part.size() <= kColumns;
      if (i > 0 && !fits) {
        column = indent + 4;
        out += "\n" + std::string(column, ' ');
      } else if (i > 0) {
        out += ' ';
        ++column;
      }
      out += part;
      column += part.size();
      i = next;
    }
    return out;
  }

 private:
  Line& bare(const Expression& e) {
    switch (e.kind) {
      case Expression::Kind::boolean:
      case Expression::Kind::integer:
      case Expression::Kind::decimal:
        return word(e.text);
      case Expression::Kind::name:
        return word(e.primed ? e.text + "'" : e.text);
      case Expression::Kind::prefix:
        // Two signs in a row would begin a comment.
        if (e.text == "-")
          return open("-").expression(
              e.operands[0], is_sign(e.operands[0]) ? kPrimary + 1 : kPower);
        return word("not").expression(e.operands[0], kNot);
      case Expression::Kind::infix:
        return infix(e);
      case Expression::Kind::conditional:
        return conditional(e);
      case Expression::Kind::call:
        return call(e);
    }
    return *this;
  }

  /// A prefix operator, which needs parentheses behind "-" and before "^".
  static bool is_sign(const Expression& e) {
    return e.kind == Expression::Kind::prefix;
  }

  Line& infix(const Expression& e) {
    // Operands must bind stronger: chains of one operator are one expression.
    const int inner = strength(e) + 1;
    const bool sign = strength(e) == kPower && is_sign(e.operands[0]);
    expression(e.operands[0], sign ? kPrimary + 1 : inner);
    for (std::size_t i = 0; i < e.operators.size(); ++i) {
      const std::string& op = e.operators[i].text;
      // Long formulas are broken at Boolean operators only.
      strength(e) < kNot ? breakable(op) : word(op);
      expression(e.operands[i + 1], inner);
    }
    return *this;
  }

  Line& conditional(const Expression& e) {
    std::size_t i = 0;
    for (; i + 1 < e.operands.size(); i += 2) {
      word("if").expression(e.operands[i]);
      breakable("then").expression(e.operands[i + 1]);
      breakable("else");
    }
    // Without parentheses another 'if' would belong to this chain.
    const bool another = e.operands[i].kind == Expression::Kind::conditional;
    return expression(e.operands[i], another ? 1 : 0);
  }

  Line& call(const Expression& e) {
    open(e.text + "(");
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      if (i > 0) glue(",");
      expression(e.operands[i]);
    }
    return glue(")");
  }

  std::vector<std::string> words_;
  std::vector<std::size_t> breaks_;  ///< ascending
  bool glued_ = false;
};

/// Writes the items in their order, with comments and blank lines.
class Writer {
 public:
  explicit Writer(const FileSyntax& file) : file_(file) {}

  std::string run() {
    line(0,
         Line().word("interface").word(file_.name.text).doc(file_.doc),
         file_.trivia);
    for (const Item& i : file_.items) item(i);
    for (const Trivia& t : file_.at_end) above(0, t);
    // The text ends with one end of line.
    while (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  /// The comments above a construct; at most one blank line in a row.
  void above(std::size_t indent, const Trivia& trivia) {
    if (trivia.blank && !out_.empty() && !out_.ends_with("\n\n")) out_ += "\n";
    for (const std::string& comment : trivia.above) {
      if (!comment.empty()) out_ += std::string(indent, ' ') + comment;
      out_ += "\n";
    }
  }

  // Comments behind stay on the line, however long it becomes.
  void line(std::size_t indent, const Line& line, const Trivia& trivia) {
    above(indent, trivia);
    out_ += line.fill(indent);
    for (const std::string& comment : trivia.behind) out_ += "  " + comment;
    out_ += "\n";
  }

  void item(const Item& i) {
    switch (i.kind) {
      case Item::Kind::constant: {
        const ConstSyntax& c = file_.constants[i.index];
        return line(0,
                    Line()
                        .word("const")
                        .word(c.name.text)
                        .word("=")
                        .expression(c.value, kSum),
                    i.trivia);
      }
      case Item::Kind::enumeration: {
        const EnumSyntax& e = file_.enumerations[i.index];
        Line l;
        l.word("enum").word(e.name.text).word("=");
        return line(0, names(l, e.values), i.trivia);
      }
      case Item::Kind::function:
        return function(file_.functions[i.index], i.trivia);
      case Item::Kind::variables:
        return variables(file_.variables[i.index], i.trivia);
      case Item::Kind::promise: {
        const NamedSyntax& p = file_.promises[i.index];
        return line(0,
                    Line()
                        .word("env")
                        .word(p.name.text)
                        .doc(p.doc)
                        .glue(":")
                        .expression(p.value),
                    i.trivia);
      }
      case Item::Kind::definition: {
        const NamedSyntax& d = file_.definitions[i.index];
        return line(
            0,
            Line().word("def").word(d.name.text).word("=").expression(d.value),
            i.trivia);
      }
      case Item::Kind::view:
        return view(file_.views[i.index], i.trivia);
      case Item::Kind::purpose:
        return purpose(file_.purposes[i.index], i.trivia);
      case Item::Kind::cover: {
        const CoverSyntax& c = file_.covers[i.index];
        Line l;
        l.word("cover").word(to_string(c.criterion));
        if (!c.view.text.empty()) l.word("for").word(c.view.text);
        return line(0, l, i.trivia);
      }
    }
  }

  /// Adds names with commas, which stay with the name before them.
  static Line& names(Line& l, const std::vector<Name>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) l.glue(",").breakable(all[i].text);
      if (i == 0) l.word(all[i].text);
    }
    return l;
  }

  static const char* name_of(const TypeSyntax& type) {
    switch (type.base) {
      case TypeSyntax::Base::boolean:
        return "bool";
      case TypeSyntax::Base::integer:
        return "int";
      case TypeSyntax::Base::real:
        return "real";
      case TypeSyntax::Base::enumeration:
        break;
    }
    return type.enumeration.c_str();
  }

  void function(const FunctionSyntax& f, const Trivia& trivia) {
    Line l;
    l.word("function").open(f.name.text + "(");
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
      if (i > 0) l.glue(",");
      const FunctionSyntax::Parameter& p = f.parameters[i];
      l.word(p.name.text).glue(":").word(name_of(p.type));
    }
    line(0, l.glue(")").word("=").expression(f.value), trivia);
  }

  void variables(const VariablesSyntax& v, const Trivia& trivia) {
    Line l;
    l.word(model::to_string(v.role));
    names(l, v.names).word(":").word(name_of(v.type));
    if (v.type.lo && v.type.hi) {
      l.expression(*v.type.lo, kSum).bridge("..");
      l.expression(*v.type.hi, kSum);
    }
    line(0, l, trivia);
  }

  void view(const ViewSyntax& v, const Trivia& trivia) {
    // Views are set apart by a blank line.
    Trivia apart = trivia;
    apart.blank = true;
    line(0, Line().word("view").word(v.name.text).doc(v.doc), apart);
    for (const RequirementSyntax& r : v.requirements) {
      Line l;
      l.word("req").word(r.id.text).doc(r.doc);
      if (r.from.given) l.word("from").doc(r.from);
      if (!r.tags.empty()) l.word("tags");
      for (const Name& tag : r.tags) l.breakable(tag.text);
      line(2, l, r.trivia);
      for (const ContractSyntax& c : r.contracts) contract(c);
    }
  }

  void contract(const ContractSyntax& c) {
    using Kind = ContractSyntax::Kind;
    using When = ContractSyntax::When;
    Line l;
    if (c.kind == Kind::frame) {
      l.word("frame");
      for (const Name& n : c.frame) l.breakable(n.text);
      return line(4, l, c.trivia);
    }
    if (c.when != When::unsaid) {
      l.word(c.when == When::init   ? "init"
             : c.when == When::step ? "step"
                                    : "always");
      // An id that is not written is made when the file is lowered.
      if (!c.id.text.empty()) l.word(c.id.text);
      l.glue(":");
    }
    if (c.assumption) {
      l.word("when").expression(*c.assumption).breakable("then");
    }
    if (c.kind == Kind::within || c.kind == Kind::lasting) {
      l.word(c.kind == Kind::within ? "within" : "for");
      l.expression(*c.bound, kSum).word("steps");
    }
    if (c.kind == Kind::until) {
      l.word("until").expression(*c.release).glue(",");
    }
    line(4, l.expression(c.guarantee), c.trivia);
  }

  void purpose(const PurposeSyntax& p, const Trivia& trivia) {
    Line l;
    l.word("purpose").word(p.name.text).doc(p.doc);
    if (!p.view.text.empty()) l.word("for").word(p.view.text);
    if (p.within) l.word("within").expression(*p.within, kSum);
    line(0, l.glue(":").expression(p.value), trivia);
  }

  const FileSyntax& file_;
  std::string out_;
};

}  // namespace

std::string write(const FileSyntax& file) {
  return Writer(file).run();
}

}  // namespace catenary::frontend::contract
