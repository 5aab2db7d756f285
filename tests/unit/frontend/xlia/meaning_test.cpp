// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random blocks executed twice: as they are written, statement by statement,
/// and as the basic statements that were made of them.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <map>

#include "base/rng.h"
#include "frontend/xlia/parser.h"
#include "logic/term/evaluate/evaluate.h"
#include "sample.h"

namespace catenary::frontend::xlia::test {
namespace {

using State = std::map<std::string, mpq_class>;  // Booleans are 0 and 1
const std::vector<std::string> kNames = {"x", "y", "r", "b"};

/// Blocks over x, y (int), r (rational), b (bool). An integer gets integers.
class Blocks {
 public:
  explicit Blocks(std::uint64_t seed) : rng_(seed) {}

  std::string statements(int depth, std::uint64_t most = 4) {
    std::string out;
    for (std::uint64_t n = rng_.below(most + 1); n > 0; --n) {
      out += statement(depth);
    }
    return out;
  }

 private:
  template <typename... T>
  std::string one_of(T... options) {
    const std::vector<std::string> all = {options...};
    return all[rng_.below(all.size())];
  }
  std::string integer(int depth) {
    if (depth == 0) return one_of("x", "y", "1", "2", "0");
    return "(" + integer(depth - 1) + one_of(" + ", " - ", " * ") +
           integer(depth - 1) + ")";
  }
  std::string rational(int depth) {
    if (depth == 0) return one_of("r", "0.5", integer(0));
    return "(" + rational(depth - 1) + one_of(" + ", " - ") +
           rational(depth - 1) + ")";
  }
  std::string boolean(int depth) {
    if (depth > 0) {
      return "(" + boolean(depth - 1) + one_of(" && ", " || ", " == ", " != ") +
             boolean(depth - 1) + ")";
    }
    return one_of("b",
                  "!b",
                  integer(1) + one_of(" < ", " == ", " != ") + "x",
                  rational(1) + one_of(" <= ", " > ") + "r",
                  "0 <= " + integer(0) + " < " + integer(0));
  }
  std::string assignment() {
    switch (rng_.below(4)) {
      case 0:
        return "x := " + integer(1) + ";\n";
      case 1:
        return "y := " + integer(1) + ";\n";
      case 2:
        return "r := " + rational(1) + ";\n";
      default:
        return "b := " + boolean(0) + ";\n";
    }
  }
  std::string simultaneous(int depth) {
    std::string out = "{|,|\n";
    if (rng_.chance(1, 2)) out += "x := " + integer(1) + ";\n";
    if (rng_.chance(1, 2)) out += "r := " + rational(1) + ";\n";
    if (rng_.chance(1, 2)) {
      out += "{ b := " + boolean(1) + "; guard b == " + boolean(0) + "; }\n";
    }
    if (rng_.chance(1, 2)) {
      out += "if (" + boolean(1) + ") { y := " + integer(1) +
             "; y := " + integer(depth > 1 ? 1 : 0) + "; }\n";
    }
    return out + "}\n";
  }
  std::string statement(int depth) {
    switch (rng_.below(depth > 0 ? 8 : 4)) {
      case 0:
        return "guard " + boolean(1) + ";\n";
      case 4:
      case 5: {
        const std::string then = statements(depth - 1, 3);
        const std::string condition = boolean(1);
        return "if (" + condition + ") {\n" + then + "} else {\n" +
               statements(depth - 1, 3) + "}\n";
      }
      case 6:
        return simultaneous(depth);
      case 7:
        return "{\n" + statements(depth - 1, 3) + "}\n";
      default:
        return assignment();
    }
  }

  base::Rng rng_;
};

/// What is written, done.
class Interpreter {
 public:
  bool holds = true;  ///< all guards met so far

  void run(const Block& block, State& state) {
    if (!block.simultaneous) {
      for (const Statement& s : block.statements) run(s, state);
      return;
    }
    const State before = state;
    for (const Statement& s : block.statements) {
      State own = before;
      run(s, own);
      for (const auto& [name, value] : own) {
        if (value != before.at(name)) state[name] = value;
      }
    }
  }

 private:
  void run(const Statement& s, State& state) {
    switch (s.kind) {
      case Statement::Kind::guard:
        holds = holds && value(s.arguments[0], state) != 0;
        return;
      case Statement::Kind::assign:
        state[s.name.text] = value(s.arguments[0], state);
        return;
      case Statement::Kind::conditional:
        if (value(s.arguments[0], state) != 0) {
          run(s.then, state);
        } else {
          run(s.otherwise, state);
        }
        return;
      case Statement::Kind::block:
        run(s.then, state);
        return;
      default:
        FAIL() << "no such statement is made";
    }
  }

  static mpq_class value(const Expression& e, const State& state) {
    switch (e.kind) {
      case Expression::Kind::boolean:
        return e.text == "true" ? 1 : 0;
      case Expression::Kind::integer:
        return mpq_class(std::string(e.text));
      case Expression::Kind::decimal:
        return mpq_class(1, 2);  // there is no other
      case Expression::Kind::name:
        return state.at(e.name.text);
      case Expression::Kind::prefix: {
        const mpq_class v = value(e.operands[0], state);
        return e.text == "!" ? mpq_class(v == 0 ? 1 : 0) : mpq_class(-v);
      }
      case Expression::Kind::infix:
        return infix(e, state);
    }
    return 0;
  }

  static mpq_class infix(const Expression& e, const State& state) {
    mpq_class left = value(e.operands[0], state);
    bool chain = true;
    bool compares = false;
    for (std::size_t i = 0; i < e.operators.size(); ++i) {
      const mpq_class right = value(e.operands[i + 1], state);
      const std::string_view op = e.operators[i].text;
      if (op == "<" || op == "<=" || op == ">" || op == ">=") {
        chain = chain && (op == "<"    ? left < right
                          : op == "<=" ? left <= right
                          : op == ">"  ? left > right
                                       : left >= right);
        compares = true;
        left = right;
      } else if (op == "+") {
        left += right;
      } else if (op == "-") {
        left -= right;
      } else if (op == "*") {
        left *= right;
      } else if (op == "==") {
        left = left == right ? 1 : 0;
      } else if (op == "!=") {
        left = left != right ? 1 : 0;
      } else if (op == "&&") {
        left = left != 0 && right != 0 ? 1 : 0;
      } else {
        left = left != 0 || right != 0 ? 1 : 0;
      }
    }
    return compares ? mpq_class(chain ? 1 : 0) : left;
  }
};

logic::Value as_value(const model::TimedVariable& v, const mpq_class& number) {
  switch (v.type.base) {
    case model::DataType::Base::boolean:
      return logic::Value::boolean(number != 0);
    case model::DataType::Base::integer:
      return logic::Value::integer(number.get_num());
    default:
      return logic::Value::real(number);
  }
}

mpq_class as_number(const logic::Value& v) {
  if (v.kind() == logic::SortKind::boolean) return v.as_bool() ? 1 : 0;
  if (v.kind() == logic::SortKind::integer) return v.as_integer();
  return v.as_real();
}

/// What was made of it, done. False where a guard fails.
bool run_basic(const model::TimedAutomaton& a, State& state) {
  bool holds = true;
  for (const model::TimedStatement& s : a.transitions[0].statements) {
    logic::Assignment now;
    for (const std::string& name : kNames) {
      const auto& v = a.variables[*a.find_variable(name)];
      now.set(v.term, as_value(v, state.at(name)));
    }
    if (s.kind == model::TimedStatement::Kind::guard) {
      holds = holds && logic::evaluate(s.condition, now)->as_bool();
      continue;
    }
    State after = state;
    for (const model::TimedAssignment& x : s.assignments) {
      after[a.variables[x.variable].name] =
          as_number(*logic::evaluate(x.value, now));
    }
    state = after;
  }
  return holds;
}

TEST(Meaning, BasicStatementsDoWhatIsWritten) {
  int read = 0;
  int held = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const std::string text = with_block(Blocks(seed).statements(3));
    if (!errors_of(text).empty()) continue;  // e.g. two values at once
    ++read;
    const auto a = parse(text, "m.xlia");
    const auto again = parse(write(a), "again.xlia");
    Problems problems("m.xlia", "xlia");
    const auto tokens = tokens_of(text, problems);
    const ModelSyntax syntax = Parser(tokens, problems).parse();
    const Block& block = syntax.states[0].transitions[0].block;
    base::Rng rng(seed);
    for (int i = 0; i < 8; ++i) {
      State start;
      for (const std::string& name : kNames) {
        start[name] = static_cast<long>(rng.below(name == "b" ? 2 : 4));
      }
      start["r"] /= 2;
      State expected = start;
      Interpreter interpreter;
      interpreter.run(block, expected);
      State basic = start;
      ASSERT_EQ(run_basic(a, basic), interpreter.holds) << text << write(a);
      State written = start;
      ASSERT_EQ(run_basic(again, written), interpreter.holds) << text;
      ASSERT_EQ(written, basic) << text;
      if (interpreter.holds) ++held;
      ASSERT_EQ(basic, expected) << text << write(a);
    }
  }
  EXPECT_GT(read, 800);
  EXPECT_GT(held, 1000);
}

}  // namespace
}  // namespace catenary::frontend::xlia::test
