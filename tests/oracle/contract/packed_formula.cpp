// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cctype>
#include <map>

#include "base/error.h"
#include "oracle/contract/packed.h"

namespace catenary::oracle {

namespace {

/// So many steps that no trace has them.
constexpr std::size_t kUnbounded = 1'000'000;

/// Reads a formula; equal parts become one node.
class Reader {
 public:
  Reader(std::string_view text, const std::vector<std::string>& names)
      : text_(text), names_(names) {}

  std::vector<PackedFormula::Node> read() {
    (void)implication();
    skip();
    if (at_ != text_.size()) fail("the end");
    return std::move(nodes_);
  }

 private:
  using Node = PackedFormula::Node;
  using Index = std::size_t;

  [[noreturn]] void fail(const std::string& wanted) const {
    throw base::ToolError("expected " + wanted + " at " +
                          std::string(text_.substr(at_)));
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view sign) {
    skip();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  std::string word() {
    skip();
    std::size_t end = at_;
    while (end < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 ||
            text_[end] == '_')) {
      ++end;
    }
    return std::string(text_.substr(at_, end - at_));
  }

  Index add(const std::string& op,
            std::vector<Index> operands,
            std::size_t from = 0,
            std::size_t to = kUnbounded,
            std::size_t variable = 0) {
    std::string key = op + " " + std::to_string(from) + " " +
                      std::to_string(to) + " " + std::to_string(variable);
    bool ends = op == "LAST" || op == "X" || op == "F" || op == "G" ||
                op == "U" || op == "V";
    for (const Index i : operands) {
      key += " " + std::to_string(i);
      ends = ends || nodes_[i].ends;
    }
    const auto [known, is_new] = known_.emplace(key, nodes_.size());
    if (is_new) {
      nodes_.push_back({op, std::move(operands), variable, from, to, ends});
    }
    return known->second;
  }

  Index implication() {
    const Index a = equivalence();
    if (!take("->")) return a;
    const Index b = implication();
    return add("|", {add("!", {a}), b});
  }
  Index equivalence() {
    Index a = disjunction();
    while (take("<->")) {
      const Index b = disjunction();
      a = add("!", {add("^", {a, b})});
    }
    return a;
  }
  Index disjunction() {
    Index a = conjunction();
    while (take("|")) a = add("|", {a, conjunction()});
    return a;
  }
  Index conjunction() {
    Index a = binary();
    while (take("&")) a = add("&", {a, binary()});
    return a;
  }
  Index binary() {
    Index a = unary();
    while (true) {
      const std::string op = word();
      if (op != "S" && op != "T" && op != "U" && op != "V") return a;
      ++at_;
      a = add(op, {a, unary()});
    }
  }
  Index unary() {
    if (take("!")) return add("!", {unary()});
    const std::string op = word();
    if (op == "H" || op == "O" || op == "F" || op == "G") {
      ++at_;
      const auto [from, to] = interval();
      return add(op, {unary()}, from, to);
    }
    if (op == "X" || op == "Y" || op == "Z") {
      ++at_;
      return add(op, {unary()});
    }
    return primary(op);
  }
  std::pair<std::size_t, std::size_t> interval() {
    if (!take("[")) return {0, kUnbounded};
    if (take("=")) {
      const std::size_t n = steps();
      return {n, n};
    }
    if (take("<=")) return {0, steps()};
    if (!take("<")) fail("<, <= or =");
    const std::size_t n = steps();
    if (n == 0) return {1, 0};
    return {0, n - 1};
  }
  std::size_t steps() {
    std::size_t n = 0;
    do {
      const std::string digits = word();
      at_ += digits.size();
      n += std::stoul(digits);
    } while (take("+"));
    if (!take("]")) fail("]");
    return n;
  }
  Index primary(const std::string& name) {
    if (take("(")) {
      const Index a = implication();
      if (!take(")")) fail(")");
      return a;
    }
    at_ += name.size();
    if (name == "LAST" || name == "FTP" || name == "TRUE" || name == "FALSE") {
      return add(name, {});
    }
    const auto at = std::ranges::find(names_, name);
    if (at == names_.end()) fail("a variable instead of '" + name + "'");
    return add("variable",
               {},
               0,
               kUnbounded,
               static_cast<std::size_t>(at - names_.begin()));
  }

  std::string_view text_;
  const std::vector<std::string>& names_;
  std::size_t at_ = 0;
  std::vector<Node> nodes_;
  std::map<std::string, Index> known_;
};

constexpr std::size_t kInBlock = 11;  // 2^11 = 64 kWords
static_assert(std::size_t{1} << kInBlock == 64 * kWords);

}  // namespace

std::uint64_t Traces::blocks() const {
  const std::size_t bits = variables_ * steps_;
  return bits <= kInBlock ? 1 : std::uint64_t{1} << (bits - kInBlock);
}

Plane Traces::value(std::size_t variable,
                    std::size_t step,
                    std::uint64_t block) const {
  constexpr std::uint64_t kPatterns[] = {0xAAAAAAAAAAAAAAAA,
                                         0xCCCCCCCCCCCCCCCC,
                                         0xF0F0F0F0F0F0F0F0,
                                         0xFF00FF00FF00FF00,
                                         0xFFFF0000FFFF0000,
                                         0xFFFFFFFF00000000};
  const std::size_t bit = step * variables_ + variable;
  if (bit >= kInBlock) {
    return Plane::all((block >> (bit - kInBlock) & 1) != 0);
  }
  Plane out;
  for (std::size_t w = 0; w < kWords; ++w) {
    out.words[w] = bit < 6                     ? kPatterns[bit]
                   : (w >> (bit - 6) & 1) != 0 ? ~0ULL
                                               : 0;
  }
  return out;
}

std::string Traces::text(std::uint64_t trace,
                         const std::vector<std::string>& names) const {
  std::string out;
  for (std::size_t v = 0; v < variables_; ++v) {
    out += (v > 0 ? ", " : "") + names[v] + " ";
    for (std::size_t t = 0; t < steps_; ++t) {
      out += (trace >> (t * variables_ + v) & 1) != 0 ? '1' : '0';
    }
  }
  return out;
}

PackedFormula::PackedFormula(std::string_view text,
                             const std::vector<std::string>& names)
    : nodes_(Reader(text, names).read()) {
  values_.resize(nodes_.size());
}

void PackedFormula::evaluate(const Block& block) {
  steps_ = block.empty() ? 0 : block[0].size();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const bool ends = nodes_[n].ends;
    values_[n].resize(ends ? steps_ * steps_ : steps_);
    if (!ends) {
      for (std::size_t at = 0; at < steps_; ++at) {
        values_[n][at] = compute(n, at, steps_ - 1, block);
      }
      continue;
    }
    // Operators of the future look at the next step, those of the past, which
    // do not occur above them, at the one before.
    for (std::size_t last = 0; last < steps_; ++last) {
      for (std::size_t at = last + 1; at-- > 0;) {
        values_[n][slot(n, at, last)] = compute(n, at, last, block);
      }
    }
  }
}

Plane PackedFormula::compute(std::size_t node,
                             std::size_t at,
                             std::size_t last,
                             const Block& block) const {
  const Node& n = nodes_[node];
  const auto operand = [&](std::size_t i) -> const Plane& {
    return value(n.operands[i], at, last);
  };
  if (n.op == "variable") return block[n.variable][at];
  if (n.op == "TRUE" || n.op == "FALSE") return Plane::all(n.op == "TRUE");
  if (n.op == "FTP") return Plane::all(at == 0);
  if (n.op == "LAST") return Plane::all(at == last);
  if (n.op == "!") return ~operand(0);
  if (n.op == "&") return operand(0) & operand(1);
  if (n.op == "|") return operand(0) | operand(1);
  if (n.op == "^") return operand(0) ^ operand(1);
  return temporal(node, at, last);
}

Plane PackedFormula::temporal(std::size_t node,
                              std::size_t at,
                              std::size_t last) const {
  const Node& n = nodes_[node];
  const std::size_t a = n.operands[0];
  if (n.op == "X")
    return at < last ? value(a, at + 1, last) : Plane::all(false);
  if (n.op == "Y" || n.op == "Z") {
    return at > 0 ? value(a, at - 1, last) : Plane::all(n.op == "Z");
  }
  if (n.op == "H" || n.op == "O" || n.op == "F" || n.op == "G") {
    const bool every = n.op == "H" || n.op == "G";
    const bool back = n.op == "H" || n.op == "O";
    Plane out = Plane::all(every);
    const std::size_t most = std::min(n.to, back ? at : last - at);
    for (std::size_t d = n.from; d <= most; ++d) {
      const Plane& then = value(a, back ? at - d : at + d, last);
      out = every ? out & then : out | then;
    }
    return out;
  }
  // e S k: k now, or e now and (e S k) at the step before; U of the next step.
  // T and V are their duals.
  const Plane& kept = value(a, at, last);
  const Plane& end = value(n.operands[1], at, last);
  const bool back = n.op == "S" || n.op == "T";
  if (at == (back ? 0 : last)) return end;
  const Plane& beside = value(node, back ? at - 1 : at + 1, last);
  return n.op == "S" || n.op == "U" ? end | (kept & beside)
                                    : end & (kept | beside);
}

}  // namespace catenary::oracle
