// SPDX-License-Identifier: Apache-2.0
/// \file
/// Z3's tactics on (= o_i (bit i of the result)) for each i, where the o_i are
/// fresh Booleans; what comes back is read as a circuit with o_i true, which
/// is the bit, whatever shape the tactics gave to the equation.
#include "logic/smt/circuit/float_operator.h"

#include <z3++.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/work_clock.h"
#include "logic/smt/circuit/value_bits.h"
#include "logic/smt/z3/z3_terms.h"
#include "logic/smt/z3/z3_watch.h"

namespace catenary::logic::smt {

namespace {

using Signal = Circuit::Signal;

/// Identifies a circuit: operator, indices, rounding mode, formats.
std::string key_of(Term application) {
  std::string key = std::to_string(static_cast<int>(application.op()));
  const Indices& indices = application.indices();
  key += " " + std::to_string(indices.first) + " " +
         std::to_string(indices.second) + " " + to_string(indices.mode);
  for (const Term t : application.operands()) {
    key += " " + t.sort().to_string();
  }
  return key;
}

/// All failures of the translation are a reason to ask another solver.
[[noreturn]] void give_up(const std::string& text) {
  throw GaveUp(Unknown::failed, text);
}

/// A bit that Z3 leaves open, such as one of a NaN's representation: where it
/// is left open, our guard does not look at it.
bool is_open(const z3::expr& e) {
  const Z3_decl_kind kind = e.decl().decl_kind();
  return kind == Z3_OP_BIT2BOOL ||
         (kind == Z3_OP_UNINTERPRETED && e.is_const());
}

/// Formulas over named Booleans as signals.
class Reader {
 public:
  explicit Reader(Circuit& circuit) : circuit_(circuit) {}

  /// Gives a Boolean of Z3's a signal.
  void define(const z3::expr& name, Signal signal) {
    known_.emplace(Z3_get_ast_id(name.ctx(), name), signal);
  }

  Signal read(const z3::expr& formula) {
    struct Frame {
      z3::expr e;
      unsigned next;
    };
    std::vector<Frame> stack{{formula, 0}};
    while (!stack.empty()) {
      Frame& top = stack.back();
      const z3::expr e = top.e;
      if (known_.contains(id(e))) {
        stack.pop_back();
      } else if (!e.is_app()) {
        give_up("a quantifier came back");
      } else if (is_open(e)) {
        // Any value will do, see is_open().
        known_.emplace(id(e), Circuit::kFalse);
        kept_.push_back(e);
        stack.pop_back();
      } else if (top.next < e.num_args()) {
        stack.push_back({e.arg(top.next++), 0});
      } else {
        const Signal signal = build(e);
        known_.emplace(id(e), signal);
        kept_.push_back(e);
        stack.pop_back();
      }
    }
    return known_.at(id(formula));
  }

 private:
  static unsigned id(const z3::expr& e) { return Z3_get_ast_id(e.ctx(), e); }

  /// The signal of an application whose arguments are known.
  Signal build(const z3::expr& e) {
    std::vector<Signal> v;
    for (unsigned i = 0; i < e.num_args(); ++i) {
      v.push_back(known_.at(id(e.arg(i))));
    }
    switch (e.decl().decl_kind()) {
      case Z3_OP_TRUE:
        return Circuit::kTrue;
      case Z3_OP_FALSE:
        return Circuit::kFalse;
      case Z3_OP_NOT:
        return -v[0];
      case Z3_OP_AND:
        return circuit_.all_of(v);
      case Z3_OP_OR:
        return circuit_.any_of(v);
      case Z3_OP_IMPLIES:
        return circuit_.disjunction(-v[0], v[1]);
      case Z3_OP_ITE:
        return circuit_.choice(v[0], v[1], v[2]);
      case Z3_OP_XOR:
      case Z3_OP_IFF:
      case Z3_OP_EQ: {
        Signal odd = Circuit::kFalse;
        for (const Signal s : v) odd = circuit_.exclusive_or(odd, s);
        const bool is_xor = e.decl().decl_kind() == Z3_OP_XOR;
        // Equality of more than two Booleans is not chained exclusive or.
        if (!is_xor && v.size() != 2) give_up("an equation of many");
        return is_xor ? odd : -odd;
      }
      default:
        break;
    }
    give_up("'" + e.decl().name().str() + "' came back");
  }

  Circuit& circuit_;
  std::unordered_map<unsigned, Signal> known_;
  std::vector<z3::expr> kept_;  // so that ids are not given out again
};

/// Which of the o_i a formula is about.
class Owners {
 public:
  explicit Owners(const z3::expr_vector& names)
      : context_(names.ctx()), count_(names.size()) {
    for (unsigned i = 0; i < count_; ++i) {
      index_.emplace(id(names[static_cast<int>(i)]), i);
    }
  }

  /// Nothing where it only says what an open bit may be.
  std::optional<unsigned> of(const z3::expr& formula) {
    // Breadth first: an o_i is near the root.
    std::vector<z3::expr> queue{formula};
    std::unordered_set<unsigned> seen;
    bool open = false;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const z3::expr e = queue[next];
      const auto found = index_.find(id(e));
      if (found != index_.end()) return found->second;
      if (!e.is_app()) continue;
      open = open || e.decl().decl_kind() == Z3_OP_BIT2BOOL;
      for (unsigned i = 0; i < e.num_args(); ++i) {
        if (seen.insert(id(e.arg(i))).second) queue.push_back(e.arg(i));
      }
    }
    if (!open) give_up("a formula about no output");
    return std::nullopt;
  }

 private:
  unsigned id(const z3::expr& e) const { return Z3_get_ast_id(context_, e); }

  z3::context& context_;
  unsigned count_;
  std::unordered_map<unsigned, unsigned> index_;
};

/// A variable as a bit-vector of named Booleans.
z3::expr variable_of_bits(z3::context& context,
                          Z3Terms& translation,
                          const Sort& sort,
                          const z3::expr_vector& bits) {
  z3::expr_vector parts(context);  // highest first
  for (unsigned i = bits.size(); i-- > 0;) {
    parts.push_back(z3::ite(
        bits[static_cast<int>(i)], context.bv_val(1, 1), context.bv_val(0, 1)));
  }
  z3::expr all = z3::concat(parts);
  if (sort.kind() != SortKind::floating) return all;
  const z3::sort format = translation.sort(sort);
  return {context, Z3_mk_fpa_to_fp_bv(context, all, format)};
}

/// One operator as equations for its bits, and their way back as a circuit.
class Maker {
 public:
  explicit Maker(Term application) : outputs_(context_) {
    TermManager terms;
    Z3Terms translation(context_);
    std::vector<Term> operands;
    for (const Term t : application.operands()) {
      const Sort& sort = t.sort();
      const Term v =
          terms.variable("x" + std::to_string(operands.size()), sort);
      z3::expr_vector bits(context_);
      for (std::size_t i = 0; i < bit_count(sort).value(); ++i) {
        const std::string name = v.name() + "." + std::to_string(i);
        bits.push_back(context_.bool_const(name.c_str()));
        inputs_.push_back(bits.back());
      }
      // Operands are floats or bit-vectors made of named Booleans, so that the
      // result can be expressed by these.
      translation.define(v,
                         variable_of_bits(context_, translation, sort, bits));
      operands.push_back(v);
    }
    Term result = terms.make(application.op(), operands, application.indices());
    // Through the IEEE representation, with NaN guarded to one pattern.
    if (result.sort().kind() == SortKind::floating) {
      result = terms.make(Op::fp_to_bits, {result});
    }
    const z3::expr meaning = translation.translate(result);
    for (unsigned i = 0; i < result.sort().bits(); ++i) {
      outputs_.push_back(
          context_.bool_const(("o." + std::to_string(i)).c_str()));
      equations_.push_back(outputs_.back() ==
                           (meaning.extract(i, i) == context_.bv_val(1, 1)));
    }
  }

  FloatOperator run(const base::Budget& budget) {
    const Options no_limits;
    Z3Watch watch(context_, budget, no_limits);
    try {
      z3::goal goal(context_);
      for (const z3::expr& e : equations_) goal.add(e);
      const z3::tactic tactics =
          z3::tactic(context_, "simplify") & z3::tactic(context_, "fpa2bv") &
          z3::tactic(context_, "simplify") & z3::tactic(context_, "bit-blast");
      const z3::apply_result results = tactics(goal);
      if (results.size() != 1) give_up("several goals came back");
      return read(results[0]);
    } catch (const z3::exception& e) {
      const Unknown reason = watch.stop();
      throw GaveUp(reason == Unknown::none ? Unknown::failed : reason, e.msg());
    }
  }

 private:
  FloatOperator read(const z3::goal& goal) {
    FloatOperator result;
    Reader reader(result.circuit);
    for (const z3::expr& bit : inputs_) {
      result.inputs.push_back(result.circuit.input());
      reader.define(bit, result.inputs.back());
    }
    // With o_i set to true, a formula about (o_i = bit) is the bit itself.
    for (unsigned i = 0; i < outputs_.size(); ++i) {
      reader.define(outputs_[static_cast<int>(i)], Circuit::kTrue);
    }
    Owners owners(outputs_);
    std::vector<bool> found(outputs_.size());
    result.outputs.assign(outputs_.size(), Circuit::kTrue);
    for (unsigned i = 0; i < goal.size(); ++i) {
      const z3::expr formula = goal[static_cast<int>(i)];
      const auto owner = owners.of(formula);
      if (!owner) continue;
      found[*owner] = true;
      // Tactics may split an equation into several formulas, whose conjunction
      // is the bit.
      result.outputs[*owner] = result.circuit.conjunction(
          result.outputs[*owner], reader.read(formula));
    }
    for (const bool f : found) {
      if (!f) give_up("an output without a formula");
    }
    return result;
  }

  z3::context context_;
  std::vector<z3::expr> inputs_;
  z3::expr_vector outputs_;
  std::vector<z3::expr> equations_;
};

}  // namespace

bool is_reliable(const Sort& format) {
  constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, 6> kFormats{
      {{5, 11}, {8, 8}, {8, 24}, {11, 53}, {15, 64}, {15, 113}}};
  return std::find(kFormats.begin(),
                   kFormats.end(),
                   std::pair(format.exponent_bits(),
                             format.significand_bits())) != kFormats.end();
}

FloatOperator float_operator(Term application, const base::Budget& budget) {
  const auto text = [&](const char* why) {
    return std::string("Z3 makes no circuit of '") +
           info(application.op()).smtlib + "' on " +
           application[0].sort().to_string() + ": " + why;
  };
  // Formats of the result and of all operands.
  std::vector<Sort> sorts{application.sort()};
  for (const Term t : application.operands()) sorts.push_back(t.sort());
  for (const Sort& sort : sorts) {
    if (sort.kind() == SortKind::floating && !is_reliable(sort)) {
      throw GaveUp(Unknown::unsupported,
                   std::string("'") + info(application.op()).smtlib + "' on " +
                       sort.to_string() +
                       ": Z3 is not reliable for this format");
    }
  }
  try {
    FloatOperator made = Maker(application).run(budget);
    // Z3's tactics, and reading what they give.
    constexpr base::WorkClock::duration kPriceOfGate{5'000};
    base::WorkClock::charge(made.circuit.size(), kPriceOfGate);
    return made;
  } catch (const GaveUp& e) {
    throw GaveUp(e.reason(), text(e.what()));
  } catch (const z3::exception& e) {
    throw GaveUp(Unknown::failed, text(e.msg()));
  }
}

const FloatOperator& known_float_operator(Term application,
                                          const base::Budget& budget) {
  static thread_local std::map<std::string, FloatOperator> known;
  std::string key = key_of(application);
  if (const auto at = known.find(key); at != known.end()) return at->second;
  return known.emplace(std::move(key), float_operator(application, budget))
      .first->second;
}

}  // namespace catenary::logic::smt
