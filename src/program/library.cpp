// SPDX-License-Identifier: Apache-2.0
#include "program/library.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>

namespace catenary::program {

const char* trap_text(const std::string& function) {
  static const std::map<std::string, const char*> texts = {
      {"out_of_bounds", "array index out of bounds"},
      {"divrem_overflow", "division by zero"},
      {"shift_out_of_bounds", "shift by a negative or too large amount"},
      {"float_cast_overflow", "float does not fit the integer type"},
      {"missing_return", "end of a function that should return a value"},
      {"builtin_unreachable", "__builtin_unreachable() reached"},
      {"type_mismatch", "null pointer used"},
  };
  constexpr const char* kPrefix = "__ubsan_handle_";
  if (function.rfind(kPrefix, 0) != 0) return nullptr;
  std::string kind = function.substr(std::string(kPrefix).size());
  kind = kind.substr(0, kind.find("_minimal"));
  const auto at = texts.find(kind);
  return at == texts.end() ? "undefined behaviour" : at->second;
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

const std::vector<NativeFunction>& native_functions() {
  using D1 = double (*)(double);
  using D2 = double (*)(double, double);
  using F1 = float (*)(float);
  using F2 = float (*)(float, float);
  static const std::vector<NativeFunction> table = {
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
      {"fabsf", reinterpret_cast<void*>(static_cast<F1>(&std::fabs))},
      {"floorf", reinterpret_cast<void*>(static_cast<F1>(&std::floor))},
      {"ceilf", reinterpret_cast<void*>(static_cast<F1>(&std::ceil))},
      {"truncf", reinterpret_cast<void*>(static_cast<F1>(&std::trunc))},
      {"roundf", reinterpret_cast<void*>(static_cast<F1>(&std::round))},
      {"rintf", reinterpret_cast<void*>(static_cast<F1>(&std::rint))},
      {"sqrtf", reinterpret_cast<void*>(static_cast<F1>(&std::sqrt))},
      {"fminf", reinterpret_cast<void*>(static_cast<F2>(&std::fmin))},
      {"fmaxf", reinterpret_cast<void*>(static_cast<F2>(&std::fmax))},
      {"fmodf", reinterpret_cast<void*>(static_cast<F2>(&std::fmod))},
      {"copysignf", reinterpret_cast<void*>(static_cast<F2>(&std::copysign))},
      {"sin", reinterpret_cast<void*>(static_cast<D1>(&std::sin))},
      {"cos", reinterpret_cast<void*>(static_cast<D1>(&std::cos))},
      {"tan", reinterpret_cast<void*>(static_cast<D1>(&std::tan))},
      {"atan", reinterpret_cast<void*>(static_cast<D1>(&std::atan))},
      {"atan2", reinterpret_cast<void*>(static_cast<D2>(&std::atan2))},
      {"exp", reinterpret_cast<void*>(static_cast<D1>(&std::exp))},
      {"log", reinterpret_cast<void*>(static_cast<D1>(&std::log))},
      {"pow", reinterpret_cast<void*>(static_cast<D2>(&std::pow))},
      {"sinf", reinterpret_cast<void*>(static_cast<F1>(&std::sin))},
      {"cosf", reinterpret_cast<void*>(static_cast<F1>(&std::cos))},
      {"expf", reinterpret_cast<void*>(static_cast<F1>(&std::exp))},
      {"powf", reinterpret_cast<void*>(static_cast<F2>(&std::pow))},
  };
  return table;
}

bool is_native_function(const std::string& function) {
  for (const NativeFunction& f : native_functions()) {
    if (function == f.name) return true;
  }
  return false;
}

}  // namespace catenary::program
