// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names as SMT-LIB 2.6 symbols (Barrett, Fontaine, Tinelli, "The SMT-LIB
/// Standard: Version 2.6", section 3.1). The mapping is injective: '%' only
/// comes from escapes.
#include <algorithm>
#include <array>
#include <string>

#include "base/check.h"
#include "base/text/characters.h"
#include "logic/value/value.h"

namespace catenary::logic {

namespace {

/// Reserved words, and symbols of the theories and of common solvers.
// clang-format off
constexpr auto kTaken = std::to_array<std::string_view>({
    "!", "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING", "_", "as",
    "exists", "forall", "let", "match", "par", "assert", "check-sat",
    "check-sat-assuming", "declare-const", "declare-datatype",
    "declare-datatypes", "declare-fun", "declare-sort", "define-fun",
    "define-fun-rec", "define-funs-rec", "define-sort", "echo", "exit",
    "get-assertions", "get-assignment", "get-info", "get-model", "get-option",
    "get-proof", "get-unsat-assumptions", "get-unsat-core", "get-value", "pop",
    "push", "reset", "reset-assertions", "set-info", "set-logic", "set-option",
    "Bool", "Int", "Real", "BitVec", "FloatingPoint", "Array", "RoundingMode",
    "Float16", "Float32", "Float64", "Float128", "String", "RegLan", "Seq",
    "List", "Pair", "true", "false", "not", "and", "or", "xor", "=>", "=",
    "distinct", "ite", "implies", "iff", "if", "+", "-", "*", "/", "<", "<=",
    ">", ">=", "^", "div", "mod", "rem", "abs", "to_real", "to_int", "is_int",
    "divisible", "select", "store", "const", "concat", "extract", "repeat",
    "zero_extend", "sign_extend", "rotate_left", "rotate_right", "RNE", "RNA",
    "RTP", "RTN", "RTZ", "fp", "roundNearestTiesToEven",
    "roundNearestTiesToAway", "roundTowardPositive", "roundTowardNegative",
    "roundTowardZero", "to_fp", "to_fp_unsigned", "NaN", "+oo", "-oo", "+zero",
    "-zero", "map", "default", "is", "union", "intersection", "setminus",
    "complement", "subset", "insert", "nil", "head", "tail", "pi", "euler",
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "int2bv", "nat2bv", "bv2int", "bv2nat", "bit1",
    "bit0", "mk-pair", "first", "second",
});
// clang-format on

/// The families of operator names that theories own as a whole.
bool has_theory_prefix(std::string_view name) {
  for (const std::string_view prefix :
       {"bv", "fp.", "str.", "re.", "seq.", "ext_rotate_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

/// Characters of simple symbols, which need no bars.
bool is_simple_character(char c) {
  constexpr std::string_view kSigns = "~!@$%^&*_-+=<>.?/";
  return base::in_word(c) || kSigns.find(c) != std::string_view::npos;
}

/// Escapes %, |, \, ! and everything that is not printable ASCII as %XX. The
/// result has no bars yet.
std::string escape(std::string_view name) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '|' || c == '\\' || c == '!' || byte < 0x20 ||
        byte >= 0x7f) {
      result += {'%', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      result += c;
    }
  }
  return result;
}

/// Adds bars if the symbol is not simple.
std::string quote_if_odd(std::string symbol) {
  const bool simple =
      !symbol.empty() && !base::is_digit(symbol.front()) &&
      std::all_of(symbol.begin(), symbol.end(), is_simple_character);
  return simple ? symbol : "|" + symbol + "|";
}

}  // namespace

std::string smtlib_symbol(std::string_view name) {
  std::string symbol = escape(name);
  const bool taken =
      // A trailing '%' cannot come from an escape, which ends with two digits.
      std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end();
  if (taken || has_theory_prefix(name)) symbol += '%';
  // Symbols that begin with these two belong to solvers.
  if (name.starts_with('.') || name.starts_with('@')) symbol.insert(0, "%");
  return quote_if_odd(std::move(symbol));
}

std::string smtlib_enumerator(const Enumeration& decl, std::uint32_t index) {
  CATENARY_CHECK(index < decl.values.size(), "no enumerator of that index");
  return quote_if_odd(escape(decl.name) + "!" + escape(decl.values[index]));
}

}  // namespace catenary::logic
