// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables of library functions.
#include "program/build/library.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

// Functions that Clang's code calls for arithmetic that the machine has no
// instruction for; part of the compiler's library (GCC Internals, "The GCC
// low-level runtime library").
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
__int128 __divti3(__int128 a, __int128 b);
__int128 __modti3(__int128 a, __int128 b);
unsigned __int128 __udivti3(unsigned __int128 a, unsigned __int128 b);
unsigned __int128 __umodti3(unsigned __int128 a, unsigned __int128 b);
__int128 __fixsfti(float a);
__int128 __fixdfti(double a);
unsigned __int128 __fixunssfti(float a);
unsigned __int128 __fixunsdfti(double a);
float __floattisf(__int128 a);
double __floattidf(__int128 a);
float __floatuntisf(unsigned __int128 a);
double __floatuntidf(unsigned __int128 a);
float __powisf2(float a, int b);
double __powidf2(double a, int b);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace catenary::program {

std::optional<Trap> trap_of(const std::string& function) {
  static const std::map<std::string, std::pair<const char*, const char*>>
      texts = {
          {"out_of_bounds", {"bounds", "array index out of bounds"}},
          {"divrem_overflow", {"division", "division by zero"}},
          {"shift_out_of_bounds",
           {"shift", "shift by a negative or too large amount"}},
          {"float_cast_overflow",
           {"float-cast", "float does not fit the integer type"}},
          {"missing_return",
           {"no-return", "end of a function that should return a value"}},
          {"builtin_unreachable",
           {"unreachable", "__builtin_unreachable() reached"}},
          {"invalid_builtin",
           {"builtin", "__builtin_clz or __builtin_ctz of zero"}},
          {"type_mismatch", {"null", "null pointer used"}},
          {"add_overflow", {"overflow", "signed addition overflows"}},
          {"sub_overflow", {"overflow", "signed subtraction overflows"}},
          {"mul_overflow", {"overflow", "signed multiplication overflows"}},
          {"negate_overflow", {"overflow", "signed negation overflows"}}};
  constexpr const char* kPrefix = "__ubsan_handle_";
  if (function.rfind(kPrefix, 0) != 0) return std::nullopt;
  std::string kind = function.substr(std::string(kPrefix).size());
  const std::size_t end = kind.find("_minimal");
  // Only overflows are recovered from; others that never return, such as
  // "builtin_unreachable_minimal", have no "_abort" either.
  const bool runs_on = kind.substr(std::min(end, kind.size())) == "_minimal" &&
                       kind.substr(0, end).ends_with("_overflow") &&
                       kind.substr(0, end) != "float_cast_overflow";
  kind = kind.substr(0, end);
  if (runs_on && kind == "divrem_overflow") {
    return Trap{"overflow", "division overflows", true};
  }
  const auto at = texts.find(kind);
  if (at == texts.end()) return Trap{"other", "undefined behaviour", runs_on};
  return Trap{at->second.first, at->second.second, runs_on};
}

bool ends_run(const std::string& function) {
  static const std::set<std::string> names = {"exit",
                                              "abort",
                                              "_exit",
                                              "_Exit",
                                              "quick_exit",
                                              "__builtin_trap",
                                              "llvm.trap"};
  return names.count(function) != 0;
}

bool is_output_only(const std::string& function) {
  static const std::set<std::string> names = {"printf",
                                              "fprintf",
                                              "puts",
                                              "putchar",
                                              "fputs",
                                              "fputc",
                                              "putc",
                                              "perror",
                                              "fflush",
                                              "vprintf",
                                              "vfprintf",
                                              "fwrite",
                                              "write",
                                              "syslog"};
  return names.count(function) != 0;
}

namespace {

using D1 = double (*)(double);
using D2 = double (*)(double, double);
using F1 = float (*)(float);
using F2 = float (*)(float, float);
using D3 = double (*)(double, double, double);
using F3 = float (*)(float, float, float);

std::vector<NativeFunction> memory_functions() {
  return {
      {"memcpy", reinterpret_cast<void*>(&std::memcpy)},
      {"memmove", reinterpret_cast<void*>(&std::memmove)},
      {"memset", reinterpret_cast<void*>(&std::memset)},
      {"memcmp", reinterpret_cast<void*>(&std::memcmp)},
      {"strlen", reinterpret_cast<void*>(&std::strlen)},
      {"strcmp", reinterpret_cast<void*>(&std::strcmp)},
      {"strncmp", reinterpret_cast<void*>(&std::strncmp)},
      {"strcpy", reinterpret_cast<void*>(&std::strcpy)},
      {"strncpy", reinterpret_cast<void*>(&std::strncpy)},
      {"abs", reinterpret_cast<void*>(static_cast<int (*)(int)>(&std::abs))},
      {"labs", reinterpret_cast<void*>(&std::labs)},
      {"llabs", reinterpret_cast<void*>(&std::llabs)},
  };
}

std::vector<NativeFunction> double_functions() {
  return {
      {"fabs", reinterpret_cast<void*>(static_cast<D1>(&std::fabs))},
      {"floor", reinterpret_cast<void*>(static_cast<D1>(&std::floor))},
      {"ceil", reinterpret_cast<void*>(static_cast<D1>(&std::ceil))},
      {"trunc", reinterpret_cast<void*>(static_cast<D1>(&std::trunc))},
      {"round", reinterpret_cast<void*>(static_cast<D1>(&std::round))},
      {"rint", reinterpret_cast<void*>(static_cast<D1>(&std::rint))},
      {"nearbyint", reinterpret_cast<void*>(static_cast<D1>(&std::nearbyint))},
      {"sqrt", reinterpret_cast<void*>(static_cast<D1>(&std::sqrt))},
      {"fmin", reinterpret_cast<void*>(static_cast<D2>(&std::fmin))},
      {"fmax", reinterpret_cast<void*>(static_cast<D2>(&std::fmax))},
      {"fmod", reinterpret_cast<void*>(static_cast<D2>(&std::fmod))},
      {"copysign", reinterpret_cast<void*>(static_cast<D2>(&std::copysign))},
      {"fma", reinterpret_cast<void*>(static_cast<D3>(&std::fma))},
      {"fmaf", reinterpret_cast<void*>(static_cast<F3>(&std::fma))},
      {"roundeven", reinterpret_cast<void*>(static_cast<D1>(&::roundeven))},
      {"roundevenf", reinterpret_cast<void*>(static_cast<F1>(&::roundevenf))},
  };
}

std::vector<NativeFunction> float_functions() {
  return {
      {"fabsf", reinterpret_cast<void*>(static_cast<F1>(&std::fabs))},
      {"floorf", reinterpret_cast<void*>(static_cast<F1>(&std::floor))},
      {"ceilf", reinterpret_cast<void*>(static_cast<F1>(&std::ceil))},
      {"truncf", reinterpret_cast<void*>(static_cast<F1>(&std::trunc))},
      {"roundf", reinterpret_cast<void*>(static_cast<F1>(&std::round))},
      {"rintf", reinterpret_cast<void*>(static_cast<F1>(&std::rint))},
      {"nearbyintf", reinterpret_cast<void*>(static_cast<F1>(&std::nearbyint))},
      {"sqrtf", reinterpret_cast<void*>(static_cast<F1>(&std::sqrt))},
      {"fminf", reinterpret_cast<void*>(static_cast<F2>(&std::fmin))},
      {"fmaxf", reinterpret_cast<void*>(static_cast<F2>(&std::fmax))},
      {"fmodf", reinterpret_cast<void*>(static_cast<F2>(&std::fmod))},
      {"copysignf", reinterpret_cast<void*>(static_cast<F2>(&std::copysign))},
  };
}

/// Their results are those of this machine's library; replays use the same.
std::vector<NativeFunction> transcendental_functions() {
  return {
      {"sin", reinterpret_cast<void*>(static_cast<D1>(&std::sin))},
      {"cos", reinterpret_cast<void*>(static_cast<D1>(&std::cos))},
      {"tan", reinterpret_cast<void*>(static_cast<D1>(&std::tan))},
      {"atan", reinterpret_cast<void*>(static_cast<D1>(&std::atan))},
      {"atan2", reinterpret_cast<void*>(static_cast<D2>(&std::atan2))},
      {"exp", reinterpret_cast<void*>(static_cast<D1>(&std::exp))},
      {"log", reinterpret_cast<void*>(static_cast<D1>(&std::log))},
      {"pow", reinterpret_cast<void*>(static_cast<D2>(&std::pow))},
      {"asin", reinterpret_cast<void*>(static_cast<D1>(&std::asin))},
      {"acos", reinterpret_cast<void*>(static_cast<D1>(&std::acos))},
      {"sinh", reinterpret_cast<void*>(static_cast<D1>(&std::sinh))},
      {"cosh", reinterpret_cast<void*>(static_cast<D1>(&std::cosh))},
      {"tanh", reinterpret_cast<void*>(static_cast<D1>(&std::tanh))},
      {"exp2", reinterpret_cast<void*>(static_cast<D1>(&std::exp2))},
      {"log2", reinterpret_cast<void*>(static_cast<D1>(&std::log2))},
      {"log10", reinterpret_cast<void*>(static_cast<D1>(&std::log10))},
      {"expm1", reinterpret_cast<void*>(static_cast<D1>(&std::expm1))},
      {"log1p", reinterpret_cast<void*>(static_cast<D1>(&std::log1p))},
      {"cbrt", reinterpret_cast<void*>(static_cast<D1>(&std::cbrt))},
      {"hypot", reinterpret_cast<void*>(static_cast<D2>(&std::hypot))},
      {"sinf", reinterpret_cast<void*>(static_cast<F1>(&std::sin))},
      {"cosf", reinterpret_cast<void*>(static_cast<F1>(&std::cos))},
      {"tanf", reinterpret_cast<void*>(static_cast<F1>(&std::tan))},
      {"atanf", reinterpret_cast<void*>(static_cast<F1>(&std::atan))},
      {"expf", reinterpret_cast<void*>(static_cast<F1>(&std::exp))},
      {"logf", reinterpret_cast<void*>(static_cast<F1>(&std::log))},
      {"log2f", reinterpret_cast<void*>(static_cast<F1>(&std::log2))},
      {"log10f", reinterpret_cast<void*>(static_cast<F1>(&std::log10))},
      {"asinf", reinterpret_cast<void*>(static_cast<F1>(&std::asin))},
      {"acosf", reinterpret_cast<void*>(static_cast<F1>(&std::acos))},
      {"sinhf", reinterpret_cast<void*>(static_cast<F1>(&std::sinh))},
      {"coshf", reinterpret_cast<void*>(static_cast<F1>(&std::cosh))},
      {"tanhf", reinterpret_cast<void*>(static_cast<F1>(&std::tanh))},
      {"exp2f", reinterpret_cast<void*>(static_cast<F1>(&std::exp2))},
      {"expm1f", reinterpret_cast<void*>(static_cast<F1>(&std::expm1))},
      {"log1pf", reinterpret_cast<void*>(static_cast<F1>(&std::log1p))},
      {"cbrtf", reinterpret_cast<void*>(static_cast<F1>(&std::cbrt))},
      {"atan2f", reinterpret_cast<void*>(static_cast<F2>(&std::atan2))},
      {"powf", reinterpret_cast<void*>(static_cast<F2>(&std::pow))},
      {"hypotf", reinterpret_cast<void*>(static_cast<F2>(&std::hypot))},
  };
}

/// To the nearest integer, by powers of two, and remainders.
std::vector<NativeFunction> rounding_functions() {
  using LD = long (*)(double);
  using LF = long (*)(float);
  using LLD = long long (*)(double);
  using LLF = long long (*)(float);
  using DI = double (*)(double, int);
  using FI = float (*)(float, int);
  return {
      {"lround", reinterpret_cast<void*>(static_cast<LD>(&std::lround))},
      {"lrint", reinterpret_cast<void*>(static_cast<LD>(&std::lrint))},
      {"lroundf", reinterpret_cast<void*>(static_cast<LF>(&std::lround))},
      {"lrintf", reinterpret_cast<void*>(static_cast<LF>(&std::lrint))},
      {"llroundf", reinterpret_cast<void*>(static_cast<LLF>(&std::llround))},
      {"llrintf", reinterpret_cast<void*>(static_cast<LLF>(&std::llrint))},
      {"llround", reinterpret_cast<void*>(static_cast<LLD>(&std::llround))},
      {"llrint", reinterpret_cast<void*>(static_cast<LLD>(&std::llrint))},
      {"ldexp", reinterpret_cast<void*>(static_cast<DI>(&std::ldexp))},
      {"ldexpf", reinterpret_cast<void*>(static_cast<FI>(&std::ldexp))},
      {"remainder", reinterpret_cast<void*>(static_cast<D2>(&std::remainder))},
      {"remainderf", reinterpret_cast<void*>(static_cast<F2>(&std::remainder))},
      {"fdim", reinterpret_cast<void*>(static_cast<D2>(&std::fdim))},
      {"fdimf", reinterpret_cast<void*>(static_cast<F2>(&std::fdim))},
  };
}

/// Arithmetic of 128 bits, and powers.
std::vector<NativeFunction> wide_functions() {
  return {
      {"__divti3", reinterpret_cast<void*>(&__divti3)},
      {"__modti3", reinterpret_cast<void*>(&__modti3)},
      {"__udivti3", reinterpret_cast<void*>(&__udivti3)},
      {"__umodti3", reinterpret_cast<void*>(&__umodti3)},
      {"__fixsfti", reinterpret_cast<void*>(&__fixsfti)},
      {"__fixdfti", reinterpret_cast<void*>(&__fixdfti)},
      {"__fixunssfti", reinterpret_cast<void*>(&__fixunssfti)},
      {"__fixunsdfti", reinterpret_cast<void*>(&__fixunsdfti)},
      {"__floattisf", reinterpret_cast<void*>(&__floattisf)},
      {"__floattidf", reinterpret_cast<void*>(&__floattidf)},
      {"__floatuntisf", reinterpret_cast<void*>(&__floatuntisf)},
      {"__floatuntidf", reinterpret_cast<void*>(&__floatuntidf)},
      {"__powisf2", reinterpret_cast<void*>(&__powisf2)},
      {"__powidf2", reinterpret_cast<void*>(&__powidf2)},
  };
}

}  // namespace

const std::vector<NativeFunction>& native_functions() {
  static const std::vector<NativeFunction> table = [] {
    std::vector<NativeFunction> all;
    for (const auto& some : {memory_functions(),
                             double_functions(),
                             float_functions(),
                             transcendental_functions(),
                             rounding_functions(),
                             wide_functions()}) {
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return table;
}

bool is_native_function(const std::string& function) {
  for (const NativeFunction& f : native_functions()) {
    if (function == f.name) return true;
  }
  return false;
}

}  // namespace catenary::program
