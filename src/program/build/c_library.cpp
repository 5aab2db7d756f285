// SPDX-License-Identifier: Apache-2.0
/// \file
/// The texts of library functions, see c_library.h. After ISO/IEC 9899:2011
/// (C11), 7.4, 7.21.6, 7.22.1 and 7.24.
#include "program/build/c_library.h"

#include <llvm/IR/Module.h>

#include <map>
#include <vector>

#include "program/build/compile.h"

namespace catenary::program {

namespace {

struct LibraryFunction {
  const char* text;
  /// Functions of the library that it calls.
  std::vector<std::string> calls = {};
};

/// Classes of characters and conversions (7.4).
const std::map<std::string, LibraryFunction>& character_functions() {
  static const std::map<std::string, LibraryFunction> table = {
      {"isdigit", {"int isdigit(int c) { return c >= '0' && c <= '9'; }"}},
      {"isupper", {"int isupper(int c) { return c >= 'A' && c <= 'Z'; }"}},
      {"islower", {"int islower(int c) { return c >= 'a' && c <= 'z'; }"}},
      {"isalpha",
       {"int isalpha(int c) {\n"
        "  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');\n}"}},
      {"isalnum",
       {"int isalnum(int c) { return isalpha(c) || isdigit(c); }",
        {"isalpha", "isdigit"}}},
      {"isxdigit",
       {"int isxdigit(int c) {\n"
        "  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') ||\n"
        "         (c >= 'a' && c <= 'f');\n}"}},
      {"isspace",
       {"int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }"}},
      {"isblank", {"int isblank(int c) { return c == ' ' || c == 9; }"}},
      {"iscntrl",
       {"int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }"}},
      {"isprint", {"int isprint(int c) { return c >= 32 && c < 127; }"}},
      {"isgraph", {"int isgraph(int c) { return c > 32 && c < 127; }"}},
      {"ispunct",
       {"int ispunct(int c) { return isgraph(c) && !isalnum(c); }",
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

/// Formatted output to strings (7.21.6). Decimals are exact: a fraction below 1
/// is an integer of at most 1,074 bits, whose products with ten give the
/// digits.
constexpr const char* kFormat =
    R"(static int __catenary_format(char *to, unsigned long size, const char *f,
                             __builtin_va_list all) {
  void __catenary_unsupported(const char *);
  enum { kMost = 60, kWidest = 100000 };
#define PUT(c)                      \
  do {                              \
    char put = (char)(c);           \
    if (n + 1 < size) to[n] = put;  \
    ++n;                            \
  } while (0)
#define REFUSE(why) __catenary_unsupported("snprintf(): " why)
  unsigned long n = 0;
  for (; *f != 0; ++f) {
    if (*f != '%') {
      PUT(*f);
      continue;
    }
    int left = 0, plus = 0, space = 0, zero = 0, other = 0;
    for (++f;; ++f) {
      if (*f == '-') left = 1;
      else if (*f == '+') plus = 1;
      else if (*f == ' ') space = 1;
      else if (*f == '0') zero = 1;
      else if (*f == '#') other = 1;
      else break;
    }
    int width = 0, precision = -1, size_of = 4, is_wide = 0;
    if (*f == '*') {
      width = __builtin_va_arg(all, int);
      ++f;
      if (width < -kWidest) REFUSE("a field of more than 100,000 characters");
      if (width < 0) left = 1, width = -width;
    } else {
      for (; *f >= '0' && *f <= '9' && width <= kWidest; ++f)
        width = 10 * width + (*f - '0');
    }
    if (width > kWidest) REFUSE("a field of more than 100,000 characters");
    if (*f == '.') {
      precision = 0;
      if (*++f == '*') {
        precision = __builtin_va_arg(all, int);
        ++f;
        if (precision < 0) precision = -1;
      } else {
        for (; *f >= '0' && *f <= '9' && precision <= kWidest; ++f)
          precision = 10 * precision + (*f - '0');
      }
      if (precision > kWidest) REFUSE("more than 100,000 digits");
    }
    if (*f == 'h') {
      size_of = 2;
      if (*++f == 'h') size_of = 1, ++f;
    } else if (*f == 'l' || *f == 'z' || *f == 'j' || *f == 't') {
      size_of = 8;
      is_wide = *f == 'l' && f[1] != 'l';
      if (*f++ == 'l' && *f == 'l') ++f;
    }
    /* Digits from the last to the first, or a text. */
    char digits[2 * kMost] = {0}, sign = 0;
    int count = 0, least = 0;
    unsigned base = 0;
    unsigned long value = 0, length = 0;
    const char *text = 0, *prefix = "";
    switch (*f) {
      case '%':
        PUT('%');
        continue;
      case 'c':
        if (size_of != 4) REFUSE("a wide character");
        digits[0] = (char)__builtin_va_arg(all, int);
        text = digits;
        length = 1;
        zero = 0;
        break;
      case 's':
        if (size_of != 4) REFUSE("a wide string");
        text = __builtin_va_arg(all, const char *);
        while ((precision < 0 || length < (unsigned long)precision) &&
               text[length] != 0)
          ++length;
        zero = 0;
        break;
      case 'd':
      case 'i': {
        long v = size_of == 8 ? __builtin_va_arg(all, long)
                              : __builtin_va_arg(all, int);
        if (size_of == 2) v = (short)v;
        if (size_of == 1) v = (signed char)v;
        sign = v < 0 ? '-' : plus ? '+' : space ? ' ' : 0;
        value = v < 0 ? 0 - (unsigned long)v : (unsigned long)v;
        base = 10;
        break;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        value = size_of == 8 ? __builtin_va_arg(all, unsigned long)
                             : __builtin_va_arg(all, unsigned);
        if (size_of == 2) value = (unsigned short)value;
        if (size_of == 1) value = (unsigned char)value;
        base = *f == 'u' ? 10 : *f == 'o' ? 8 : 16;
        if (other && base == 16 && value != 0)
          prefix = *f == 'x' ? "0x" : "0X";
        break;
      case 'f':
      case 'F': {
        if (size_of != 4 && !is_wide) REFUSE("a long double");
        double x = __builtin_va_arg(all, double);
        unsigned long bits;
        __builtin_memcpy(&bits, &x, sizeof bits);
        sign = bits >> 63 ? '-' : plus ? '+' : space ? ' ' : 0;
        int e = (int)(bits >> 52 & 0x7ff);
        unsigned long m = bits & ((1UL << 52) - 1);
        if (e == 0x7ff) {
          text = *f == 'f' ? (m ? "nan" : "inf") : (m ? "NAN" : "INF");
          length = 3;
          zero = 0;
          break;
        }
        /* The number is m * 2^e. */
        if (e != 0) m |= 1UL << 52;
        e = (e != 0 ? e : 1) - 1075;
        if (precision < 0) precision = 6;
        if (e > 10) REFUSE("a number of 2^63 or more");
        if (precision > kMost) REFUSE("a number with more than 60 decimals");
        int s = e < 0 ? -e : 0;
        value = s == 0 ? m << e : s < 64 ? m >> s : 0;
        unsigned long rest = s < 64 ? m & ((1UL << s) - 1) : m;
        unsigned part[40] = {(unsigned)rest, (unsigned)(rest >> 32)};
        unsigned *at = part + s / 32;
        char decimals[kMost + 1] = {0};
        for (int i = 0; i < precision; ++i) {
          unsigned long carry = 0;
          for (int w = 0; w <= s / 32 + 1; ++w) {
            carry += 10UL * part[w];
            part[w] = (unsigned)carry;
            carry >>= 32;
          }
          unsigned long both = at[0] | (unsigned long)at[1] << 32;
          decimals[i] = (char)(both >> s % 32);
          at[0] = (unsigned)(both & ((1UL << s % 32) - 1));
          at[1] = 0;
        }
        if (s > 0) {
          /* To the nearest, and to the even one of two. */
          int half = part[(s - 1) / 32] >> (s - 1) % 32 & 1, more = 0;
          part[(s - 1) / 32] &= ~(1U << (s - 1) % 32);
          for (int w = 0; w <= s / 32 + 1; ++w) more |= part[w] != 0;
          int odd = precision > 0 ? decimals[precision - 1] & 1 : value & 1;
          int up = half && (more || odd);
          for (int i = precision - 1; i >= 0 && up; --i) {
            up = decimals[i] == 9;
            decimals[i] = up ? 0 : decimals[i] + 1;
          }
          value += (unsigned long)up;
        }
        for (int i = precision - 1; i >= 0; --i)
          digits[count++] = '0' + decimals[i];
        if (precision > 0 || other) digits[count++] = '.';
        least = count + 1;
        base = 10;
        precision = -1;
        break;
      }
      default:
        REFUSE("a conversion other than %d %i %u %o %x %X %c %s %f %F");
    }
    if (text == 0) {
      if (precision > kMost) REFUSE("a number with more than 60 digits");
      if (least == 0) least = precision < 0 ? 1 : precision;
      if (precision >= 0) zero = 0;
      for (; value != 0 || count < least; value /= base) {
        unsigned digit = (unsigned)(value % base);
        digits[count++] =
            (char)(digit < 10 ? '0' + digit
                              : (*f == 'X' ? 'A' : 'a') + digit - 10);
      }
      if (other && base == 8 && (count == 0 || digits[count - 1] != '0'))
        digits[count++] = '0';
      length = (unsigned long)count;
    }
    unsigned long used = length + (sign != 0) + (*prefix != 0 ? 2 : 0);
    unsigned long pad =
        (unsigned long)width > used ? (unsigned long)width - used : 0;
    if (left) zero = 0;
    for (unsigned long i = 0; i < pad && !left && !zero; ++i) PUT(' ');
    if (sign != 0) PUT(sign);
    for (; *prefix != 0; ++prefix) PUT(*prefix);
    for (unsigned long i = 0; i < pad && zero; ++i) PUT('0');
    for (unsigned long i = 0; i < length; ++i)
      PUT(text != 0 ? text[i] : digits[length - 1 - i]);
    for (unsigned long i = 0; i < pad && left; ++i) PUT(' ');
  }
  if (size > 0) to[n < size ? n : size - 1] = 0;
  if (n > 0x7fffffff) REFUSE("a string of 2^31 characters or more");
  return (int)n;
})";

const std::map<std::string, LibraryFunction>& print_functions() {
  static const std::map<std::string, LibraryFunction> table = {
      {"__catenary_format", {kFormat}},
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
    const std::string text = find(name)->text;
    prototypes += text.substr(0, text.find(" {")) + ";\n";
    if (!defined.contains(name)) definitions += text + "\n";
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
