// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole SMT-LIB scripts and single terms, for tests of what we write.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logic/term/smtlib/smtlib_reader.h"
#include "logic/term/smtlib/smtlib_scope.h"

namespace catenary::logic {

/// The content of a script.
struct SmtlibScript {
  /// The argument of set-logic; empty without one.
  std::string logic;
  /// In the order of their declarations.
  std::vector<Term> variables;
  /// All of them, in order; push and pop are not supported.
  std::vector<Term> assertions;
  /// The number of (check-sat) commands.
  std::size_t checks = 0;
};

/// A script that is being read.
class ScriptReader {
 public:
  using Id = SExpressions::Id;

  ScriptReader(TermManager& manager, const SExpressions& text)
      : text_(text), reader_(manager, text) {}

  SmtlibScript read() {
    for (const Id command : text_.items(0)) {
      if (!text_.is_list(command) || text_.items(command).empty() ||
          text_.kind(text_.items(command)[0]) != SExpressions::Kind::symbol) {
        text_.fail(command, "expected a command, such as (assert TERM)");
      }
      if (!read_command(command)) break;
    }
    return std::move(result_);
  }

 private:
  /// Argument i of a command; fails if it is missing.
  [[nodiscard]] Id item(Id command, std::size_t i) const {
    const std::vector<Id>& items = text_.items(command);
    if (i >= items.size()) text_.fail(command, "this command needs more");
    return items[i];
  }

  void need_empty(Id list) const {
    if (!text_.is_list(list) || !text_.items(list).empty()) {
      text_.fail(list, "expected (), functions are not supported here");
    }
  }

  /// A constant is a function without parameters.
  void declare(Id name, Id sort) {
    result_.variables.push_back(reader_.declare(name, reader_.sort(sort)));
  }

  /// (declare-datatypes ((NAME 0)...) (BODY...)), for enumerations only.
  void declare_datatypes(Id command) {
    const Id names = item(command, 1);
    const Id bodies = item(command, 2);
    const bool fit = text_.is_list(names) && text_.is_list(bodies) &&
                     text_.items(names).size() == text_.items(bodies).size();
    if (!fit) text_.fail(command, "expected as many names as datatypes");
    for (std::size_t i = 0; i < text_.items(names).size(); ++i) {
      const Id name = text_.items(names)[i];
      const bool plain = text_.is_list(name) && text_.items(name).size() == 2 &&
                         text_.text(text_.items(name)[1]) == "0";
      if (!plain) text_.fail(name, "expected (NAME 0)");
      reader_.define_enumeration(text_.items(name)[0], text_.items(bodies)[i]);
    }
  }

  /// False where the script ends.
  bool read_command(Id command) {
    // Commands that do not change the meaning of the assertions.
    constexpr auto kSkipped =
        std::to_array<std::string_view>({"set-info",
                                         "set-option",
                                         "get-model",
                                         "get-value",
                                         "get-info",
                                         "get-option",
                                         "get-unsat-core",
                                         "get-unsat-assumptions",
                                         "get-assertions",
                                         "get-assignment",
                                         "get-proof",
                                         "echo"});
    const std::string_view name = text_.text(item(command, 0));
    if (name == "exit") return false;
    if (name == "set-logic") {
      result_.logic = std::string(text_.text(item(command, 1)));
    } else if (name == "declare-const") {
      declare(item(command, 1), item(command, 2));
    } else if (name == "declare-fun") {
      need_empty(item(command, 2));
      declare(item(command, 1), item(command, 3));
    } else if (name == "define-fun") {
      reader_.define_function(item(command, 1),
                              item(command, 2),
                              item(command, 3),
                              item(command, 4));
    } else if (name == "define-sort") {
      need_empty(item(command, 2));
      reader_.define_sort(item(command, 1), reader_.sort(item(command, 3)));
    } else if (name == "declare-datatype") {
      reader_.define_enumeration(item(command, 1), item(command, 2));
    } else if (name == "declare-datatypes") {
      declare_datatypes(command);
    } else if (name == "assert") {
      const Term t = reader_.term(item(command, 1));
      if (t.sort().kind() != SortKind::boolean) {
        text_.fail(item(command, 1), "expected a Boolean term");
      }
      result_.assertions.push_back(t);
    } else if (name == "check-sat") {
      ++result_.checks;
    } else if (std::find(kSkipped.begin(), kSkipped.end(), name) ==
               kSkipped.end()) {
      text_.fail(command,
                 "the command '" + std::string(name) + "' is not supported");
    }
    return true;
  }

  const SExpressions& text_;
  SmtlibReader reader_;
  SmtlibScript result_;
};

/// Reads declare-const, declare-fun without parameters, define-fun, define-sort
/// without parameters, declare-datatype(s) whose constructors have no fields
/// (enumerations), assert and check-sat; skips options, information and
/// questions about models; stops at exit. Operations that SMT-LIB leaves open,
/// such as division by zero, have our semantics (see op.h).
///
/// Symbols that to_smtlib() made become the names that they were made from;
/// other symbols are names as they are. Throws base::InputError with the place
/// in `file` on anything else, and if a name is a variable of another sort
/// already. Cost: linear in the text, times the uses of functions with
/// parameters. Not recursive in the depth of terms.
inline SmtlibScript parse_smtlib(TermManager& manager,
                                 std::string_view text,
                                 const std::string& file) {
  const SExpressions expressions(text, file);
  return ScriptReader(manager, expressions).read();
}

/// Reads one term over these variables and the enumerators of their sorts.
/// Throws as parse_smtlib().
inline Term parse_smtlib_term(TermManager& manager,
                              std::string_view text,
                              const std::string& file,
                              std::span<const Term> variables) {
  SmtlibScope scope(manager);
  for (const Term v : variables) scope.know(v);
  return scope.term(text, file);
}

}  // namespace catenary::logic
