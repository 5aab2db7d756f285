// SPDX-License-Identifier: Apache-2.0
/// \file
/// Texts in the C++ of a UML-RT model: functions of the C library that work on
/// them, as code that can be followed. Included by umlrt.h.
#pragma once

// What goes wrong in here goes wrong where it is called.
#ifdef __clang__
#pragma clang attribute push(__attribute__((always_inline)), \
                             apply_to = function)
#pragma clang attribute push(__attribute__((nodebug)), \
                             apply_to = hasType(functionType))
#endif

/// A text that the model does not say. Logging it is fine, since logs go
/// nowhere; whoever reads it comes to the end of what is modelled.
struct UMLRTUnknownText {
  int of;  ///< 0: this instance, 1: its current state, 2: another capsule
  operator const char*() const {
    CATENARY_UMLRT_LIMIT(of != 0, "the name of an instance");
    CATENARY_UMLRT_LIMIT(of != 1, "the name of the current state");
    CATENARY_UMLRT_LIMIT(of != 2, "the name of another capsule");
    return "";
  }
};

/// A value of a type that nobody knows. It takes any value and gives none.
struct UMLRTUnknownType {
  UMLRTUnknownType() = default;
  template <typename Any>
  UMLRTUnknownType(const Any&) {}
};

#ifdef CATENARY_UMLRT_RUN
extern "C" {
size_t strlen(const char* text) noexcept CATENARY_OWN(strlen);
int strcmp(const char* a, const char* b) noexcept CATENARY_OWN(strcmp);
int strncmp(const char* a, const char* b, size_t n) noexcept
    CATENARY_OWN(strncmp);
int strcasecmp(const char* a, const char* b) noexcept CATENARY_OWN(strcasecmp);
int memcmp(const void* a, const void* b, size_t n) noexcept
    CATENARY_OWN(memcmp);
char* strcpy(char* to, const char* from) noexcept CATENARY_OWN(strcpy);
char* strncpy(char* to, const char* from, size_t n) noexcept
    CATENARY_OWN(strncpy);
char* strcat(char* to, const char* from) noexcept CATENARY_OWN(strcat);
char* strncat(char* to, const char* from, size_t n) noexcept
    CATENARY_OWN(strncat);
long strtol(const char* text, char** end, int base) noexcept
    CATENARY_OWN(strtol);
int atoi(const char* text) noexcept CATENARY_OWN(atoi);
long atol(const char* text) noexcept CATENARY_OWN(atol);
int tolower(int c) noexcept CATENARY_OWN(tolower);
int toupper(int c) noexcept CATENARY_OWN(toupper);
int isdigit(int c) noexcept CATENARY_OWN(isdigit);
int isalpha(int c) noexcept CATENARY_OWN(isalpha);
int isalnum(int c) noexcept CATENARY_OWN(isalnum);
int isspace(int c) noexcept CATENARY_OWN(isspace);
int isupper(int c) noexcept CATENARY_OWN(isupper);
int islower(int c) noexcept CATENARY_OWN(islower);
int isxdigit(int c) noexcept CATENARY_OWN(isxdigit);
int isprint(int c) noexcept CATENARY_OWN(isprint);
int ispunct(int c) noexcept CATENARY_OWN(ispunct);

int isdigit(int c) noexcept {
  return c >= '0' && c <= '9';
}
int islower(int c) noexcept {
  return c >= 'a' && c <= 'z';
}
int isupper(int c) noexcept {
  return c >= 'A' && c <= 'Z';
}
int isalpha(int c) noexcept {
  return islower(c) || isupper(c);
}
int isalnum(int c) noexcept {
  return isalpha(c) || isdigit(c);
}
int isspace(int c) noexcept {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
int isxdigit(int c) noexcept {
  return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
int isprint(int c) noexcept {
  return c >= ' ' && c <= '~';
}
int ispunct(int c) noexcept {
  return c > ' ' && c <= '~' && !isalnum(c);
}
int tolower(int c) noexcept {
  return isupper(c) ? c + ('a' - 'A') : c;
}
int toupper(int c) noexcept {
  return islower(c) ? c - ('a' - 'A') : c;
}

size_t strlen(const char* text) noexcept {
  size_t n = 0;
  while (text[n] != 0) ++n;
  return n;
}
int strncmp(const char* a,
                                  const char* b,
                                  size_t n) noexcept {
  for (size_t i = 0; i < n; ++i) {
    if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
  return 0;
}
int strcmp(const char* a, const char* b) noexcept {
  for (size_t i = 0;; ++i) {
    if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
}
int strcasecmp(const char* a, const char* b) noexcept {
  for (size_t i = 0;; ++i) {
    const int x = tolower((unsigned char)a[i]);
    const int y = tolower((unsigned char)b[i]);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
}
int memcmp(const void* a,
                                 const void* b,
                                 size_t n) noexcept {
  const unsigned char* x = (const unsigned char*)a;
  const unsigned char* y = (const unsigned char*)b;
  for (size_t i = 0; i < n; ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}
char* strcpy(char* to, const char* from) noexcept {
  size_t i = 0;
  for (; from[i] != 0; ++i) to[i] = from[i];
  to[i] = 0;
  return to;
}
char* strncpy(char* to,
                                    const char* from,
                                    size_t n) noexcept {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  for (; i < n; ++i) to[i] = 0;
  return to;
}
char* strcat(char* to, const char* from) noexcept {
  strcpy(to + strlen(to), from);
  return to;
}
char* strncat(char* to,
                                    const char* from,
                                    size_t n) noexcept {
  char* end = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) end[i] = from[i];
  end[i] = 0;
  return to;
}
/// Numbers that do not fit end the run.
long strtol(const char* text,
                                  char** end,
                                  int base) noexcept {
  CATENARY_UMLRT_LIMIT(base == 10, "strtol() of another base than 10");
  size_t i = 0;
  while (isspace((unsigned char)text[i])) ++i;
  const bool negative = text[i] == '-';
  if (text[i] == '-' || text[i] == '+') ++i;
  const size_t first = i;
  long value = 0;
  for (; isdigit((unsigned char)text[i]); ++i) {
    CATENARY_UMLRT_LIMIT(value <= (LONG_MAX - 9) / 10,
                         "a text of a number that is too large");
    value = value * 10 + (text[i] - '0');
  }
  if (end != nullptr) *end = (char*)(i == first ? text : text + i);
  return negative ? -value : value;
}
long atol(const char* text) noexcept {
  return strtol(text, nullptr, 10);
}
int atoi(const char* text) noexcept {
  const long value = strtol(text, nullptr, 10);
  CATENARY_UMLRT_LIMIT(value >= INT_MIN && value <= INT_MAX,
                       "a text of a number that is too large");
  return (int)value;
}
}


// The library declares these twice, for constant texts and others.
template <typename Char>
Char* catenary_strchr(Char* text, int c) {
  for (size_t i = 0;; ++i) {
    if (text[i] == (char)c) return text + i;
    if (text[i] == 0) return nullptr;
  }
}
template <typename Char>
Char* catenary_strrchr(Char* text, int c) {
  Char* last = nullptr;
  for (size_t i = 0;; ++i) {
    if (text[i] == (char)c) last = text + i;
    if (text[i] == 0) return last;
  }
}
template <typename Char>
Char* catenary_strstr(Char* text, const char* part) {
  const size_t n = strlen(part);
  for (size_t i = 0;; ++i) {
    if (strncmp(text + i, part, n) == 0) return text + i;
    if (text[i] == 0) return nullptr;
  }
}
namespace std {
using ::catenary_strchr;
using ::catenary_strrchr;
using ::catenary_strstr;
}  // namespace std
#define strchr(text, c) catenary_strchr(text, c)
#define strrchr(text, c) catenary_strrchr(text, c)
#define strstr(text, part) catenary_strstr(text, part)
#endif

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute pop
#endif
