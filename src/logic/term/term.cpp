// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms: storage, sharing, construction. Nodes, operands and values live in
/// containers that never move them.
#include "logic/term/term.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/value/hash.h"

namespace catenary::logic {

/// The target of a handle. Never changed after it was interned.
struct Term::Node {
  std::uint32_t id = 0;
  Op op = Op::constant;
  bool has_quantifier = false;
  std::uint32_t operand_count = 0;
  Indices indices;
  const Sort* sort = nullptr;  ///< interned: compared by address
  const Term* operands = nullptr;
  const Value* value = nullptr;
  const std::string* name = nullptr;
  std::size_t hash = 0;
};

namespace {

/// Memory for operands in blocks, so that their addresses stay the same and
/// there is no allocation for each term.
class OperandArena {
 public:
  const Term* copy(std::span<const Term> operands) {
    if (operands.empty()) return nullptr;
    if (left_ < operands.size()) {
      left_ = std::max<std::size_t>(kBlock, operands.size());
      blocks_.push_back(std::make_unique<Term[]>(left_));
      next_ = blocks_.back().get();
    }
    Term* result = next_;
    std::copy(operands.begin(), operands.end(), result);
    next_ += operands.size();
    left_ -= operands.size();
    return result;
  }

 private:
  static constexpr std::size_t kBlock = 8192;
  std::vector<std::unique_ptr<Term[]>> blocks_;
  Term* next_ = nullptr;
  std::size_t left_ = 0;
};

struct SortHash {
  std::size_t operator()(const Sort& s) const { return s.hash(); }
};

}  // namespace

/// All that a manager owns.
struct TermManager::Tables {
  struct NodeHash {
    std::size_t operator()(const Term::Node* n) const { return n->hash; }
  };
  struct NodeEqual {
    bool operator()(const Term::Node* a, const Term::Node* b) const {
      return a->hash == b->hash && a->op == b->op && a->sort == b->sort &&
             a->indices == b->indices &&
             std::equal(a->operands,
                        a->operands + a->operand_count,
                        b->operands,
                        b->operands + b->operand_count) &&
             (a->value == b->value ||
              (a->value != nullptr && b->value != nullptr &&
               *a->value == *b->value)) &&
             (a->name == b->name || (a->name != nullptr && b->name != nullptr &&
                                     *a->name == *b->name));
    }
  };

  std::deque<Term::Node> nodes;
  OperandArena operands;
  std::deque<Value> values;
  std::unordered_set<Sort, SortHash> sorts;
  std::unordered_map<std::string, Term> variables;
  std::unordered_map<std::string, std::uint32_t> fresh_counts;
  std::unordered_set<const Term::Node*, NodeHash, NodeEqual> shared;
};

std::uint32_t Term::id() const {
  return node_->id;
}
Op Term::op() const {
  return node_->op;
}
const Sort& Term::sort() const {
  return *node_->sort;
}
const Indices& Term::indices() const {
  return node_->indices;
}

std::span<const Term> Term::operands() const {
  return {node_->operands, node_->operand_count};
}

Term Term::operator[](std::size_t operand) const {
  CATENARY_CHECK(operand < node_->operand_count, "no such operand");
  return node_->operands[operand];
}

const Value& Term::value() const {
  CATENARY_CHECK(is_constant(), "a constant is needed");
  return *node_->value;
}

const std::string& Term::name() const {
  CATENARY_CHECK(is_variable(), "a variable is needed");
  return *node_->name;
}

bool Term::is_true() const {
  return is_constant() && node_->sort->kind() == SortKind::boolean &&
         node_->value->as_bool();
}

bool Term::is_false() const {
  return is_constant() && node_->sort->kind() == SortKind::boolean &&
         !node_->value->as_bool();
}

bool Term::has_quantifier() const {
  return node_->has_quantifier;
}

std::strong_ordering Term::operator<=>(const Term& other) const {
  const std::uint32_t a = node_ == nullptr ? 0 : node_->id;
  const std::uint32_t b = other.node_ == nullptr ? 0 : other.node_->id;
  return a <=> b;
}

TermManager::TermManager() : tables_(std::make_unique<Tables>()) {}
TermManager::~TermManager() = default;

Term TermManager::intern(Op op,
                         const Sort& sort,
                         const Indices& indices,
                         std::span<const Term> operands,
                         const Value* value,
                         std::string_view name) {
  // A candidate node that borrows the operands, value and name of the caller.
  // They are copied only if the node is new.
  Term::Node node;
  node.op = op;
  node.indices = indices;
  // Most results have the sort of an operand, which is interned already.
  for (const Term t : operands) {
    if (t.sort() == sort) node.sort = t.node_->sort;
  }
  if (node.sort == nullptr) node.sort = &*tables_->sorts.insert(sort).first;
  node.operands = operands.data();
  node.operand_count = static_cast<std::uint32_t>(operands.size());
  node.value = value;
  const std::string name_text(name);
  if (op == Op::variable) node.name = &name_text;
  node.has_quantifier = op == Op::forall || op == Op::exists;

  // Deterministic within a run only: addresses of sorts are part of the hash.
  // Nothing iterates over the table.
  std::size_t h = hash_combine(static_cast<std::size_t>(op),
                               std::hash<const Sort*>{}(node.sort));
  h = hash_combine(h, indices.first);
  h = hash_combine(h, indices.second);
  h = hash_combine(h, static_cast<std::size_t>(indices.mode));
  for (const Term t : operands) {
    h = hash_combine(h, t.id());
    node.has_quantifier = node.has_quantifier || t.has_quantifier();
  }
  if (value != nullptr) h = hash_combine(h, value->hash());
  h = hash_combine(h, std::hash<std::string>{}(name_text));
  node.hash = h;

  // Large tables are outside of the processor's caches.
  constexpr base::WorkClock::duration kPrice{250};
  constexpr base::WorkClock::duration kPriceOfNew{1000};
  constexpr std::size_t kTermsPerNanosecond = 10'000;
  const base::WorkClock::duration distance(tables_->nodes.size() /
                                           kTermsPerNanosecond);
  base::WorkClock::charge(kPrice + distance);
  const auto found = tables_->shared.find(&node);
  if (found != tables_->shared.end()) return Term(*found);
  CATENARY_CHECK(
      tables_->nodes.size() < std::numeric_limits<std::uint32_t>::max() - 1,
      "a manager holds fewer than 2^32 terms");
  base::WorkClock::charge(kPriceOfNew + 2 * distance);
  // Ids begin at 1: 0 is left for invalid terms.
  node.id = static_cast<std::uint32_t>(tables_->nodes.size() + 1);
  node.operands = tables_->operands.copy(operands);
  if (value != nullptr) node.value = &tables_->values.emplace_back(*value);
  if (op == Op::variable) {
    node.name = &tables_->variables.try_emplace(name_text, Term()).first->first;
  }
  const Term::Node* kept = &tables_->nodes.emplace_back(node);
  tables_->shared.insert(kept);
  return Term(kept);
}

Term TermManager::constant(const Value& value) {
  // A NaN with bits of its own would make two constants that solvers cannot
  // tell apart.
  if (value.kind() == SortKind::floating) {  // SMT-LIB has one NaN
    const Value one = Value::floating(value.sort(), value.as_bits());
    return intern(Op::constant, one.sort(), {}, {}, &one, "");
  }
  return intern(Op::constant, value.sort(), {}, {}, &value, "");
}

Term TermManager::variable(std::string_view name, const Sort& sort) {
  const Term known = find_variable(name);
  if (known.valid()) {
    CATENARY_CHECK(known.sort() == sort,
                   "'" + std::string(name) + "' has two sorts, " +
                       known.sort().to_string() + " and " + sort.to_string());
    return known;
  }
  const Term t = intern(Op::variable, sort, {}, {}, nullptr, name);
  tables_->variables[std::string(name)] = t;
  return t;
}

Term TermManager::fresh_variable(std::string_view prefix, const Sort& sort) {
  std::uint32_t& count = tables_->fresh_counts[std::string(prefix)];
  std::string name;
  // A name that was made by other means is skipped.
  do {
    name = std::string(prefix) + "!" + std::to_string(++count);
  } while (find_variable(name).valid());
  return variable(name, sort);
}

Term TermManager::find_variable(std::string_view name) const {
  const auto found = tables_->variables.find(std::string(name));
  return found == tables_->variables.end() ? Term() : found->second;
}

Term TermManager::make(Op op,
                       std::span<const Term> operands,
                       const Indices& indices) {
  CATENARY_CHECK(op != Op::forall && op != Op::exists && op != Op::const_array,
                 "quantifiers and constant arrays are made otherwise");
  const Sort sort = result_sort(op, operands, indices);
  // Indices without a meaning do not make a difference.
  Indices used;
  if (info(op).indices > 0) used.first = indices.first;
  if (info(op).indices > 1) used.second = indices.second;
  if (info(op).rounds) used.mode = indices.mode;
  return intern(op, sort, used, operands, nullptr, "");
}

Term TermManager::quantify(Op op, std::span<const Term> bound, Term body) {
  CATENARY_CHECK(op == Op::forall || op == Op::exists, "no quantifier");
  CATENARY_CHECK(body.valid() && body.sort().kind() == SortKind::boolean,
                 "a quantifier's body is Boolean");
  if (bound.empty()) return body;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    CATENARY_CHECK(bound[i].valid() && bound[i].is_variable(),
                   "a quantifier binds variables");
    CATENARY_CHECK(
        std::find(bound.begin(),
                  bound.begin() + static_cast<std::ptrdiff_t>(i),
                  bound[i]) == bound.begin() + static_cast<std::ptrdiff_t>(i),
        "a quantifier binds a variable once");
  }
  std::vector<Term> operands(bound.begin(), bound.end());
  operands.push_back(body);
  return intern(op, Sort::boolean(), {}, operands, nullptr, "");
}

Term TermManager::const_array(const Sort& sort, Term everywhere) {
  CATENARY_CHECK(sort.kind() == SortKind::array && everywhere.valid() &&
                     everywhere.sort() == sort.element(),
                 "a constant array holds its element sort");
  return intern(
      Op::const_array, sort, {}, std::span(&everywhere, 1), nullptr, "");
}

Term TermManager::rebuild(Term like, std::span<const Term> operands) {
  // Unchanged operands are the common case in walks that replace little.
  if (std::equal(operands.begin(),
                 operands.end(),
                 like.operands().begin(),
                 like.operands().end())) {
    return like;
  }
  switch (like.op()) {
    case Op::forall:
    case Op::exists:
      CATENARY_CHECK(!operands.empty(), "a quantifier has a body");
      return quantify(
          like.op(), operands.first(operands.size() - 1), operands.back());
    case Op::const_array:
      CATENARY_CHECK(operands.size() == 1, "a constant array has one operand");
      return const_array(like.sort(), operands[0]);
    default:
      return make(like.op(), operands, like.indices());
  }
}

Term TermManager::logical_and(std::span<const Term> operands) {
  if (operands.empty()) return boolean(true);
  return operands.size() == 1 ? operands[0] : make(Op::logical_and, operands);
}

Term TermManager::logical_or(std::span<const Term> operands) {
  if (operands.empty()) return boolean(false);
  return operands.size() == 1 ? operands[0] : make(Op::logical_or, operands);
}

std::uint32_t TermManager::size() const {
  return static_cast<std::uint32_t>(tables_->nodes.size());
}

}  // namespace catenary::logic
