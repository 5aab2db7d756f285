// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks that a text is TOML before a reader looks at its content.
///
/// toml++ 3.3 asserts conditions that a malformed text violates: that a key
/// begins where it expects one, and that nothing follows a value. With its own
/// assertions a wrong character would end the program. Every source that
/// includes toml++ therefore includes this header first, so that its assertions
/// throw, in all sources alike.
#pragma once

#include <cstddef>
#include <string>

/// Replaces the assert() of toml++.
#define TOML_ASSERT(expression)                          \
  do {                                                   \
    if (!(expression)) {                                 \
      ::catenary::option::throw_toml_fault(#expression); \
    }                                                    \
  } while (false)

#ifdef NDEBUG
#error "toml++ drops its checks with NDEBUG; build without it"
#endif

namespace catenary::option {

/// Throws the exception that require_toml() turns into an InputError.
[[noreturn]] void throw_toml_fault(const char* expression);

/// The largest number of parts of a dotted key: a.b.c has three. Every part is
/// a table within another, so that this limits recursion.
inline constexpr std::size_t kMaxTomlKeyParts = 32;

/// Checks the syntax. Throws base::InputError with line, column and `code`
/// unless `text` is TOML 1.0 with keys of at most kMaxTomlKeyParts parts.
/// `path` is only for the message. Afterwards toml::parse() of the same text
/// succeeds.
void require_toml(const std::string& text,
                  const std::string& path,
                  const char* code);

}  // namespace catenary::option
