// SPDX-License-Identifier: Apache-2.0
#include "program/build/prelude.h"

#include <utility>

namespace catenary::program {

const std::map<std::string, std::string>& prelude() {
  static const std::map<std::string, std::string> table = [] {
    std::map<std::string, std::string> t;
    const std::vector<std::pair<std::string, std::string>> nondet = {
        {"int", "int"},
        {"uint", "unsigned"},
        {"char", "char"},
        {"uchar", "unsigned char"},
        {"short", "short"},
        {"ushort", "unsigned short"},
        {"long", "long"},
        {"ulong", "unsigned long"},
        {"longlong", "long long"},
        {"ulonglong", "unsigned long long"},
        {"bool", "_Bool"},
        {"float", "float"},
        {"double", "double"},
        {"unsigned", "unsigned"},
        {"size_t", "unsigned long"},
        {"u8", "unsigned char"},
        {"u16", "unsigned short"},
        {"u32", "unsigned"}};
    for (const auto& [suffix, type] : nondet) {
      t["__VERIFIER_nondet_" + suffix] =
          "extern " + type + " __VERIFIER_nondet_" + suffix + "(void);";
      t["nondet_" + suffix] =
          "extern " + type + " nondet_" + suffix + "(void);";
    }
    t["__VERIFIER_assume"] = "extern void __VERIFIER_assume(int);";
    t["__CPROVER_assume"] = "extern void __CPROVER_assume(int);";
    t["__VERIFIER_error"] = "extern void __VERIFIER_error();";
    t["__VERIFIER_assert"] =
        "extern void __assert_fail(const char*, const char*, unsigned, const "
        "char*);\n#define __VERIFIER_assert(c) ((c) ? (void)0 : "
        "__assert_fail(#c, __FILE__, __LINE__, __func__))";
    t["__CPROVER_assert"] =
        "extern void __assert_fail(const char*, const char*, unsigned, const "
        "char*);\n#define __CPROVER_assert(c, text) ((c) ? (void)0 : "
        "__assert_fail(text, __FILE__, __LINE__, __func__))";
    t["assert"] =
        "extern void __assert_fail(const char*, const char*, unsigned, const "
        "char*);\n#define assert(c) ((c) ? (void)0 : "
        "__assert_fail(#c, __FILE__, __LINE__, __func__))";
    t["reach_error"] = "extern void reach_error(void);";
    t["abort"] = "extern void abort(void);";
    t["exit"] = "extern void exit(int);";
    return t;
  }();
  return table;
}

std::set<std::string> undeclared(const std::vector<base::Diagnostic>& errors) {
  std::set<std::string> names;
  for (const base::Diagnostic& d : errors) {
    if (d.message.find("undeclared") == std::string::npos) continue;
    const std::size_t open = d.message.find('\'');
    const std::size_t close = d.message.find('\'', open + 1);
    if (open == std::string::npos || close == std::string::npos) continue;
    const std::string name = d.message.substr(open + 1, close - open - 1);
    if (prelude().count(name) != 0) names.insert(name);
  }
  return names;
}

}  // namespace catenary::program
