// SPDX-License-Identifier: Apache-2.0
/// \file
/// From syntax to an interface: names, types, terms.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/problems.h"
#include "frontend/contract/parse/syntax.h"
#include "logic/term/substitute.h"
#include "model/contract/interface.h"

namespace catenary::frontend::contract {

using base::Problems;

/// What an expression reads, and where it does so first.
struct Reads {
  struct First {
    Place where;
    std::string name;
  };
  /// A variable without a prime.
  std::optional<First> before;
  /// A variable with one.
  std::optional<First> now;
  /// An output or hidden one without.
  std::optional<First> system_before;
  /// An output or hidden one with one.
  std::optional<First> system_now;
  /// A function that looks back.
  std::optional<First> memory;

  void add(const Reads& other, Place where, const std::string& name);
};

/// The variables that remember what was, each with the contracts that define
/// it. docs/req.md says what each function means.
class Memory {
 public:
  explicit Memory(model::Interface& out) : out_(out) {}

  /// What is made next belongs to that contract of the last requirement.
  void enter(const std::string& contract) { owner_ = contract; }
  /// Nothing made for another view is used again.
  void enter_view() { known_.clear(); }

  /// Where the function is called before: its term of the current step.
  /// `bound` 0: without one, or that many steps.
  [[nodiscard]] logic::Term pre(logic::Term e, bool at_first);
  [[nodiscard]] logic::Term once(logic::Term e, std::uint32_t bound);
  [[nodiscard]] logic::Term since(logic::Term kept,
                                  logic::Term e,
                                  std::uint32_t bound);

  /// What is asked for, at the first step and at later ones.
  struct Steps {
    logic::Term first, later;
  };
  /// Steps since the oldest unanswered trigger, the step of it counted; at
  /// most `bound`.
  [[nodiscard]] model::InterfaceVariable waiting(const Steps& trigger,
                                                 const Steps& answer,
                                                 std::uint32_t bound);
  /// Steps that are still owed, this one counted.
  [[nodiscard]] model::InterfaceVariable owed(const Steps& trigger,
                                              std::uint32_t bound);
  /// Whether the trigger was not yet followed by the release.
  [[nodiscard]] model::InterfaceVariable held(const Steps& trigger,
                                              const Steps& release);

  /// Primes all.
  [[nodiscard]] logic::Term at_now(logic::Term t);
  /// Unprimes all.
  [[nodiscard]] logic::Term at_before(logic::Term t);
  /// Tells of a variable that was declared.
  void declared(const model::InterfaceVariable& v);

 private:
  [[nodiscard]] model::InterfaceVariable make(
      const char* what, std::optional<std::uint32_t> most);
  void define(const model::InterfaceVariable& v, const Steps& value);
  [[nodiscard]] std::string unique(const std::string& wanted);

  model::Interface& out_;
  std::string owner_;
  /// By function and arguments.
  std::map<std::string, logic::Term> known_;
  std::unordered_set<std::string> names_;
  logic::Substitution to_now_, to_before_;
};

/// Terms of expressions. An invalid Term stands for one whose fault was
/// reported.
class Scope {
 public:
  Scope(model::Interface& out, Memory& memory, Problems& problems)
      : out_(out), memory_(memory), problems_(problems) {}

  void declare(const FileSyntax& file);
  /// Functions that look back may be called from now on, or may not.
  void allow_memory(bool allowed) { memory_allowed_ = allowed; }
  /// What definitions that look back have become is not for another view.
  void enter_view();

  [[nodiscard]] logic::Term term(const Expression& e, Reads& reads);
  [[nodiscard]] logic::Term condition(const Expression& e,
                                      Reads& reads,
                                      const char* of_what);
  /// A number that no variable takes part in, within the limits.
  [[nodiscard]] std::optional<std::uint32_t> count(const Expression& e,
                                                   std::uint32_t least,
                                                   const char* of_what);
  /// The index of a declared variable; nothing, and an error, without one.
  [[nodiscard]] std::optional<std::uint32_t> variable(const Name& wanted,
                                                      const char* of_what);
  void warn_unused();

 private:
  struct Entry {
    enum class Kind : std::uint8_t { variable, constant, value, definition };
    Kind kind = Kind::variable;
    /// Of the variable or definition.
    std::uint32_t index = 0;
    /// Of constants and values.
    logic::Term term;
    Place where;
    bool used = false;
  };
  struct Definition {
    const NamedSyntax* syntax = nullptr;
    /// Other definitions.
    std::vector<std::uint32_t> uses;
    logic::Term term, primed;
    Reads reads;
    bool lowered = false;
    /// Lowered anew for each view.
    bool remembers = false;
    int depth = 1;
  };

  Entry* declare(const Name& name, Entry::Kind kind, logic::Term term);
  void constants(const FileSyntax& file);
  void enumerations(const FileSyntax& file);
  void variables(const VariablesSyntax& syntax);
  void range(const TypeSyntax& type, model::InterfaceVariable& v);
  [[nodiscard]] std::optional<logic::Sort> sort(const TypeSyntax& type);
  [[nodiscard]] std::optional<logic::Value> value(const Expression& e,
                                                  const char* of_what);
  void definitions(const FileSyntax& file);
  void uses(const Expression& e, Definition& definition);
  void in_order(std::uint32_t root, std::vector<std::uint8_t>& state);
  void lower(Definition& definition);

  [[nodiscard]] logic::Term name(const Expression& e, Reads& reads);
  [[nodiscard]] logic::Term definition(const Expression& e,
                                       std::uint32_t index,
                                       Reads& reads);
  [[nodiscard]] logic::Term prefix(const Expression& e, Reads& reads);
  [[nodiscard]] logic::Term infix(const Expression& e, Reads& reads);
  [[nodiscard]] logic::Term logical(const Expression& e,
                                    const std::vector<logic::Term>& operands);
  [[nodiscard]] logic::Term compared(const Expression& e,
                                     const std::vector<logic::Term>& operands);
  [[nodiscard]] logic::Term related(const Expression::Operator& op,
                                    logic::Term left,
                                    logic::Term right);
  [[nodiscard]] logic::Term arithmetic(const Expression& e,
                                       std::vector<logic::Term> operands);
  [[nodiscard]] logic::Term conditional(const Expression& e, Reads& reads);
  [[nodiscard]] logic::Term call(const Expression& e, Reads& reads);
  [[nodiscard]] logic::Term edge(const Expression& e, Reads& reads);
  void warn_never(const Expression::Operator& op,
                  logic::Term variable,
                  logic::Term constant);
  [[nodiscard]] logic::Term real(logic::Term t);
  bool is_number(logic::Term t, Place where, const std::string& what);
  bool is_condition(logic::Term t, Place where, const std::string& what);
  void unknown(const Name& wanted, const std::string& expected);

  model::Interface& out_;
  Memory& memory_;
  Problems& problems_;
  bool memory_allowed_ = false;
  std::unordered_map<std::string, Entry> names_;
  /// All names.
  std::vector<std::string> in_text_order_;
  std::unordered_map<std::string, logic::Sort> types_;
  std::unordered_map<std::string, Place> type_places_;
  std::vector<Definition> definitions_;
  /// By term.
  std::unordered_map<std::uint32_t, std::uint32_t> variable_of_;
};

/// Names of `names` that are like `name`: "; did you mean …?" or "".
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& names);

/// E.g. "an integer", "a value of 'State'".
[[nodiscard]] std::string described(const logic::Sort& sort);

/// The interface that a file describes. Throws base::InputError with all
/// errors; warnings are in the result.
[[nodiscard]] model::Interface lower(const FileSyntax& file,
                                     const std::string& path,
                                     Problems& problems);

}  // namespace catenary::frontend::contract
