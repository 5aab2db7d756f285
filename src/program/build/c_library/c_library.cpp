// SPDX-License-Identifier: Apache-2.0
/// \file
/// The texts of library functions, see c_library.h. After ISO/IEC 9899:2011
/// (C11), 7.4, 7.21.6, 7.22.1 and 7.24.
#include "program/build/c_library/c_library.h"

#include <llvm/IR/Module.h>

#include <map>
#include <vector>

#include "program/build/c_library/format.h"
#include "program/build/compile.h"

namespace catenary::program {

namespace {

struct LibraryFunction {
  const char* text;
  /// Functions of the library that it calls.
  std::vector<std::string> calls = {};
};

/// Classes of characters and conversions (7.4). C says only that the result is
/// not 0; these return what glibc returns, a bit for each class, so that a
/// program that does more than to compare it with 0 runs as on the machine.
const std::map<std::string, LibraryFunction>& character_functions() {
  static const std::map<std::string, LibraryFunction> table = {
      {"isdigit",
       {"int isdigit(int c) { return c >= '0' && c <= '9' ? 2048 : 0; }"}},
      {"isupper",
       {"int isupper(int c) { return c >= 'A' && c <= 'Z' ? 256 : 0; }"}},
      {"islower",
       {"int islower(int c) { return c >= 'a' && c <= 'z' ? 512 : 0; }"}},
      {"isalpha",
       {"int isalpha(int c) {\n"
        "  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? 1024 : "
        "0;\n"
        "}"}},
      {"isalnum",
       {"int isalnum(int c) { return isalpha(c) || isdigit(c) ? 8 : 0; }",
        {"isalpha", "isdigit"}}},
      {"isxdigit",
       {"int isxdigit(int c) {\n"
        "  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') ||\n"
        "                 (c >= 'a' && c <= 'f') ? 4096 : 0;\n}"}},
      {"isspace",
       {"int isspace(int c) {\n"
        "  return c == ' ' || (c >= 9 && c <= 13) ? 8192 : 0;\n}"}},
      {"isblank", {"int isblank(int c) { return c == ' ' || c == 9; }"}},
      {"iscntrl",
       {"int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127 ? 2 : 0; "
        "}"}},
      {"isprint",
       {"int isprint(int c) { return c >= 32 && c < 127 ? 16384 : 0; }"}},
      {"isgraph",
       {"int isgraph(int c) { return c > 32 && c < 127 ? 32768 : 0; }"}},
      {"ispunct",
       {"int ispunct(int c) { return isgraph(c) && !isalnum(c) ? 4 : 0; }",
        {"isgraph", "isalnum", "isalpha", "isdigit"}}},
      {"tolower",
       {"int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }"}},
      {"toupper",
       {"int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }"}},
  };
  return table;
}

/// Searches in strings and memory (7.24.5).
const std::map<std::string, LibraryFunction>& search_functions() {
  static const std::map<std::string, LibraryFunction> table = {
      {"strchr",
       {"char *strchr(const char *s, int c) {\n"
        "  for (;; ++s) {\n"
        "    if (*s == (char)c) return (char *)s;\n"
        "    if (*s == 0) return 0;\n  }\n}"}},
      {"strrchr",
       {"char *strrchr(const char *s, int c) {\n"
        "  char *last = 0;\n"
        "  for (;; ++s) {\n"
        "    if (*s == (char)c) last = (char *)s;\n"
        "    if (*s == 0) return last;\n  }\n}"}},
      {"memchr",
       {"void *memchr(const void *s, int c, unsigned long n) {\n"
        "  const unsigned char *p = s;\n"
        "  for (; n > 0; --n, ++p)\n"
        "    if (*p == (unsigned char)c) return (void *)p;\n"
        "  return 0;\n}"}},
      {"strspn",
       {"unsigned long strspn(const char *s, const char *of) {\n"
        "  unsigned long n = 0;\n"
        "  while (s[n] != 0 && strchr(of, s[n]) != 0) ++n;\n"
        "  return n;\n}",
        {"strchr"}}},
      {"strcspn",
       {"unsigned long strcspn(const char *s, const char *of) {\n"
        "  unsigned long n = 0;\n"
        "  while (s[n] != 0 && strchr(of, s[n]) == 0) ++n;\n"
        "  return n;\n}",
        {"strchr"}}},
      {"strpbrk",
       {"char *strpbrk(const char *s, const char *of) {\n"
        "  for (; *s != 0; ++s)\n"
        "    if (strchr(of, *s) != 0) return (char *)s;\n"
        "  return 0;\n}",
        {"strchr"}}},
      {"strstr",
       {"char *strstr(const char *s, const char *part) {\n"
        "  for (;; ++s) {\n"
        "    unsigned long n = 0;\n"
        "    while (part[n] != 0 && s[n] == part[n]) ++n;\n"
        "    if (part[n] == 0) return (char *)s;\n"
        "    if (*s == 0) return 0;\n  }\n}"}},
  };
  return table;
}

/// Other functions of strings (7.24).
const std::map<std::string, LibraryFunction>& string_functions() {
  static const std::map<std::string, LibraryFunction> table = {
      {"strnlen",
       {"unsigned long strnlen(const char *s, unsigned long most) {\n"
        "  unsigned long n = 0;\n"
        "  while (n < most && s[n] != 0) ++n;\n"
        "  return n;\n}"}},
      {"strcat",
       {"char *strcat(char *to, const char *from) {\n"
        "  char *at = to;\n"
        "  while (*at != 0) ++at;\n"
        "  while ((*at++ = *from++) != 0) {}\n"
        "  return to;\n}"}},
      {"strncat",
       {"char *strncat(char *to, const char *from, unsigned long most) {\n"
        "  char *at = to;\n"
        "  while (*at != 0) ++at;\n"
        "  for (; most > 0 && *from != 0; --most) *at++ = *from++;\n"
        "  *at = 0;\n"
        "  return to;\n}"}},
  };
  return table;
}

/// Numbers from texts (7.22.1), and times (7.27.2.2).
const std::map<std::string, LibraryFunction>& number_functions() {
  static const std::map<std::string, LibraryFunction> table = {
      {"atol",
       {"long atol(const char *s) {\n"
        "  unsigned long value = 0;\n"
        "  int negative = 0;\n"
        "  while (isspace(*s)) ++s;\n"
        "  if (*s == '+' || *s == '-') negative = *s++ == '-';\n"
        "  for (; *s >= '0' && *s <= '9'; ++s)\n"
        "    value = 10 * value + (unsigned long)(*s - '0');\n"
        "  return (long)(negative ? 0 - value : value);\n}",
        {"isspace"}}},
      {"atoi",
       {"int atoi(const char *s) { return (int)atol(s); }",
        {"atol", "isspace"}}},
      {"atoll",
       {"long long atoll(const char *s) { return atol(s); }",
        {"atol", "isspace"}}},
      {"strtoull",
       {"unsigned long long strtoull(const char *s, char **end, int base) {\n"
        "  return strtoul(s, end, base);\n}",
        {"isalpha", "isspace", "isxdigit", "tolower", "strtoul"}}},
      {"strtoll",
       {"long long strtoll(const char *s, char **end, int base) {\n"
        "  return strtol(s, end, base);\n}",
        {"isalpha", "isspace", "isxdigit", "tolower", "strtoul", "strtol"}}},
      {"difftime",
       {"double difftime(long a, long b) {\n"
        "  unsigned long between = (unsigned long)a - (unsigned long)b;\n"
        "  return a < b ? -(double)(0 - between) : (double)between;\n}"}},
  };
  return table;
}

/// Integers from texts in any base (7.22.1.4). errno is not set: code that
/// looks at it is refused.
const std::map<std::string, LibraryFunction>& integer_functions() {
  static const std::vector<std::string> calls = {
      "isalpha", "isspace", "isxdigit", "tolower", "strtoul"};
  static const std::map<std::string, LibraryFunction> table = {
      {"strtoul",
       {"unsigned long strtoul(const char *s, char **end, int base) {\n"
        "  const char *at = s;\n"
        "  unsigned long value = 0;\n"
        "  int negative = 0, over = 0, any = 0;\n"
        "  if (base < 0 || base == 1 || base > 36) return 0;\n"
        "  while (isspace(*at)) ++at;\n"
        "  if (*at == '+' || *at == '-') negative = *at++ == '-';\n"
        "  if ((base == 0 || base == 16) && at[0] == '0' &&\n"
        "      tolower(at[1]) == 'x' && isxdigit(at[2])) {\n"
        "    at += 2;\n"
        "    base = 16;\n"
        "  }\n"
        "  if (base == 0) base = *at == '0' ? 8 : 10;\n"
        "  for (;; ++at) {\n"
        "    int digit = *at >= '0' && *at <= '9' ? *at - '0'\n"
        "                : isalpha(*at) ? tolower(*at) - 'a' + 10 : 36;\n"
        "    if (digit >= base) break;\n"
        "    any = 1;\n"
        "    if (value > (~0UL - (unsigned long)digit) / (unsigned long)base)\n"
        "      over = 1;\n"
        "    value = value * (unsigned long)base + (unsigned long)digit;\n"
        "  }\n"
        "  if (end) *end = (char *)(any ? at : s);\n"
        "  if (over) return ~0UL;\n"
        "  return negative ? 0 - value : value;\n}",
        calls}},
      {"strtol",
       {"long strtol(const char *s, char **end, int base) {\n"
        "  const char *at = s;\n"
        "  while (isspace(*at)) ++at;\n"
        "  int negative = *at == '-';\n"
        "  unsigned long value = strtoul(s, end, base);\n"
        "  if (value == ~0UL && negative) {\n"
        "    /* Either -1 or too large. */\n"
        "    char *without;\n"
        "    if (strtoul(at + 1, &without, base) == 1) return -1;\n"
        "    return -0x7fffffffffffffffL - 1;\n"
        "  }\n"
        "  if (negative) {\n"
        "    value = 0 - value;\n"
        "    return value > 1UL << 63 ? -0x7fffffffffffffffL - 1\n"
        "                             : (long)(0 - value);\n"
        "  }\n"
        "  return value >> 63 ? 0x7fffffffffffffffL : (long)value;\n}",
        calls}},
  };
  return table;
}

/// Formatted output to strings (7.21.6).
const std::map<std::string, LibraryFunction>& print_functions() {
  static const std::map<std::string, LibraryFunction> table = {
      {"__catenary_format", {format_text()}},
      {"vsnprintf",
       {"int vsnprintf(char *to, unsigned long size, const char *f,\n"
        "              __builtin_va_list all) {\n"
        "  return __catenary_format(to, size, f, all);\n}",
        {"__catenary_format"}}},
      {"vsprintf",
       {"int vsprintf(char *to, const char *f, __builtin_va_list all) {\n"
        "  return __catenary_format(to, ~0UL, f, all);\n}",
        {"__catenary_format"}}},
      {"snprintf",
       {"int snprintf(char *to, unsigned long size, const char *f, ...) {\n"
        "  __builtin_va_list all;\n"
        "  __builtin_va_start(all, f);\n"
        "  int n = __catenary_format(to, size, f, all);\n"
        "  __builtin_va_end(all);\n"
        "  return n;\n}",
        {"__catenary_format"}}},
      {"sprintf",
       {"int sprintf(char *to, const char *f, ...) {\n"
        "  __builtin_va_list all;\n"
        "  __builtin_va_start(all, f);\n"
        "  int n = __catenary_format(to, ~0UL, f, all);\n"
        "  __builtin_va_end(all);\n"
        "  return n;\n}",
        {"__catenary_format"}}},
  };
  return table;
}

const LibraryFunction* find(const std::string& name) {
  for (const auto* table : {&character_functions(),
                            &search_functions(),
                            &string_functions(),
                            &number_functions(),
                            &integer_functions(),
                            &print_functions()}) {
    if (const auto at = table->find(name); at != table->end()) {
      return &at->second;
    }
  }
  return nullptr;
}

}  // namespace

bool is_in_c_library(const std::string& function) {
  return find(function) != nullptr;
}

std::string c_library_text(const std::set<std::string>& names,
                           const std::set<std::string>& defined) {
  std::set<std::string> needed;
  for (const std::string& name : names) {
    const LibraryFunction* f = find(name);
    if (f == nullptr) continue;
    needed.insert(name);
    needed.insert(f->calls.begin(), f->calls.end());
  }
  // Prototypes first: the order is that of the names.
  std::string prototypes;
  std::string definitions;
  for (const std::string& name : needed) {
    std::string text = find(name)->text;
    // The library does not call what the program defines.
    if (defined.contains(name)) {
      prototypes += "#define " + name + " __catenary_" + name + "\n";
      text = "static " + text;
    }
    prototypes += text.substr(0, text.find(" {")) + ";\n";
    definitions += text + "\n";
  }
  return "#line 1 \"<C library>\"\n" + prototypes + definitions;
}

void link_c_library(Workspace& w,
                    const std::string& directory,
                    const base::Budget& budget) {
  std::set<std::string> used;
  std::set<std::string> defined;
  for (const llvm::Function& f : *w.module) {
    const std::string name = f.getName().str();
    if (!f.isDeclaration() && !f.hasLocalLinkage()) defined.insert(name);
    if (f.isDeclaration() && !f.use_empty() && is_in_c_library(name)) {
      used.insert(name);
    }
  }
  if (used.empty()) return;
  Recipe recipe;
  recipe.directory = directory;
  recipe.units.push_back({"<C library>", c_library_text(used, defined), false});
  std::vector<base::Diagnostic> warnings;
  load_and_link(w, compile(recipe, CompileOptions(), budget, warnings));
}

}  // namespace catenary::program
