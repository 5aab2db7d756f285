// SPDX-License-Identifier: Apache-2.0
/// \file
/// From syntax to an interface: names, types, terms, and variables that
/// remember the past. Errors are collected, so that one run reports them all;
/// a term with an error is invalid, and what contains it is not reported again.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/problems.h"
#include "frontend/contract/parse/syntax.h"
#include "logic/term/substitute.h"
#include "model/contract/interface.h"

namespace catenary::frontend::contract {

using base::Problems;

/// The least and the greatest value of an integer.
using Range = std::pair<mpz_class, mpz_class>;

/// Which steps an expression reads, and whose variables of them, each with the
/// place where it does so first; for messages and for the rules about the first
/// step.
struct Reads {
  /// The variable (or definition) that is read, and where.
  struct First {
    /// The place of the name that reads it.
    Place where;
    /// As it is written, for messages.
    std::string name;
  };
  /// A variable of the step before: without a prime.
  std::optional<First> before;
  /// A variable of the current step: with a prime.
  std::optional<First> now;
  /// An output or hidden variable of the step before.
  std::optional<First> system_before;
  /// An output or hidden variable of the current step.
  std::optional<First> system_now;
  /// A function that looks back.
  std::optional<First> memory;

  /// Adds reads of a part, at this place under this name; earlier ones stay.
  void add(const Reads& other, Place where, const std::string& name);
};

/// Makes the variables that remember the past, each with contracts that define
/// it. docs/req.md has the meaning of each function. See memory.cpp for the
/// method.
class Memory {
 public:
  /// The interface must outlive it.
  explicit Memory(model::Interface& out) : out_(out) {}

  /// Variables made from now on belong to that contract of the last
  /// requirement.
  void enter(const std::string& contract) { owner_ = contract; }
  /// Forgets known variables: those of another view are not used again.
  void enter_view() { known_.clear(); }

  // Functions that look back, as terms of the current step. Equal calls within
  // a view share a variable. `bound` is in steps; 0 = unbounded.
  /// pre(e, first): e at the step before; `first`, of the same sort, at the
  /// first step. `range` is that of both, for an integer.
  [[nodiscard]] logic::Term pre(logic::Term e,
                                logic::Term first,
                                const std::optional<Range>& range);
  /// once(e): e held at some step up to now.
  [[nodiscard]] logic::Term once(logic::Term e, std::uint32_t bound);
  /// since(kept, e): e held at some step, and kept ever since.
  [[nodiscard]] logic::Term since(logic::Term kept,
                                  logic::Term e,
                                  std::uint32_t bound);

  /// A condition at the first step and at later ones.
  struct Steps {
    /// Over the variables of the current step; `later` also over those before.
    logic::Term first, later;
  };
  /// Counts the steps since the oldest trigger without an answer, the step of
  /// the trigger included; 0: none is open. At most `bound`.
  [[nodiscard]] model::InterfaceVariable waiting(const Steps& trigger,
                                                 const Steps& answer,
                                                 std::uint32_t bound);
  /// Counts the steps that are still owed, this one included.
  [[nodiscard]] model::InterfaceVariable owed(const Steps& trigger,
                                              std::uint32_t bound);
  /// Whether a trigger was not yet followed by the release.
  [[nodiscard]] model::InterfaceVariable held(const Steps& trigger,
                                              const Steps& release);

  /// The term with all variables of the current step (primed).
  [[nodiscard]] logic::Term at_now(logic::Term t);
  /// The term with all variables of the step before (unprimed).
  [[nodiscard]] logic::Term at_before(logic::Term t);
  /// Must be called for each variable that is declared, for the two functions
  /// above.
  void declared(const model::InterfaceVariable& v);

 private:
  /// Adds a hidden variable of that sort, with a range for an integer.
  [[nodiscard]] model::InterfaceVariable make(
      const char* what,
      const logic::Sort& sort,
      const std::optional<Range>& range = {});
  /// Adds one for 0 .. most.
  [[nodiscard]] model::InterfaceVariable counter(const char* what,
                                                 std::uint32_t most);
  /// Adds the two contracts that define it: at the first step and later.
  void define(const model::InterfaceVariable& v, const Steps& value);
  /// A name that no variable has.
  [[nodiscard]] std::string unique(const std::string& wanted);

  model::Interface& out_;
  // The contract whose name new variables get.
  std::string owner_;
  /// Terms by function, bound and arguments.
  std::map<std::string, logic::Term> known_;
  /// Names of all variables, declared or made.
  std::unordered_set<std::string> names_;
  /// For at_now() and at_before(): both are substitutions of variables.
  logic::Substitution to_now_, to_before_;
};

/// Lowers expressions to terms, within the names of a file. An invalid term
/// stands for one whose fault was reported; callers pass it on silently.
class Scope {
 public:
  /// All three must outlive it.
  Scope(model::Interface& out, Memory& memory, Problems& problems)
      : out_(out), memory_(memory), problems_(problems) {}

  /// Declares all constants, enumerations, variables and definitions.
  void declare(const FileSyntax& file);
  /// Whether functions that look back may be called from now on.
  void allow_memory(bool allowed) { memory_allowed_ = allowed; }
  /// Definitions that look back are lowered anew for the next view.
  void enter_view();

  /// The term of an expression, of any sort; adds to `reads`.
  [[nodiscard]] logic::Term term(const Expression& e, Reads& reads);
  /// The term of an expression that must be Boolean; `of_what` is for messages.
  [[nodiscard]] logic::Term condition(const Expression& e,
                                      Reads& reads,
                                      const char* of_what);
  /// The condition of a purpose: false where it divides by 0.
  [[nodiscard]] logic::Term purpose(const Expression& e, Reads& reads);
  /// The value of an integer expression without variables, between `least` and
  /// 10^9; nothing, and an error, else.
  [[nodiscard]] std::optional<std::uint32_t> count(const Expression& e,
                                                   std::uint32_t least,
                                                   const char* of_what);
  /// The index of a declared variable; nothing, and an error, where there is
  /// none.
  [[nodiscard]] std::optional<std::uint32_t> variable(const Name& wanted,
                                                      const char* of_what);
  /// The conditions under which functions that look back had a value, of all
  /// that were lowered since the last call: they must hold at each step.
  [[nodiscard]] std::vector<logic::Term> take_needed() {
    return std::exchange(needed_, {});
  }
  /// Warns about names that were never used. Call it last.
  void warn_unused();

 private:
  /// A name of the file.
  struct Entry {
    /// A value is one of an enumeration.
    enum class Kind : std::uint8_t { variable, constant, value, definition };
    Kind kind = Kind::variable;
    /// Index of the variable or definition.
    std::uint32_t index = 0;
    /// Of constants, values and variables (current step).
    logic::Term term;
    Place where;
    /// Whether anything has used it; see warn_unused().
    bool used = false;
  };
  /// A function of the file: its value over the parameters.
  struct UserFunction {
    const FunctionSyntax* syntax = nullptr;
    std::vector<logic::Term> parameters;
    /// Invalid where an error was reported.
    logic::Term value;
  };
  /// A definition, lowered when it is first needed.
  struct Definition {
    /// The definition in the file, which must outlive the scope.
    const NamedSyntax* syntax = nullptr;
    /// Other definitions that it uses.
    std::vector<std::uint32_t> uses;
    // As written, and with a prime.
    logic::Term term, primed;
    Reads reads;
    /// What take_needed() has of it.
    std::vector<logic::Term> needed;
    /// Whether `term` and `primed` are set; they may be invalid.
    bool lowered = false;
    /// It looks back, so it is lowered anew for each view.
    bool remembers = false;
    // Nesting of definitions that look back.
    int depth = 1;
  };

  /// Adds a name; null, and an error, if it exists.
  Entry* declare(const Name& name, Entry::Kind kind, logic::Term term);
  /// Declares constants with their values.
  void constants(const FileSyntax& file);
  /// Declares enumerations and their values, as sorts and constants.
  void enumerations(const FileSyntax& file);
  /// Declares functions with their values, each after those above it.
  void functions(const FileSyntax& file);
  void function(const FunctionSyntax& syntax);
  /// Declares variables of one type.
  void variables(const VariablesSyntax& syntax);
  /// Sets the range of a variable, checked.
  void range(const TypeSyntax& type, model::InterfaceVariable& v);
  /// The sort of a type; nothing, and an error, for an unknown enumeration.
  [[nodiscard]] std::optional<logic::Sort> sort(const TypeSyntax& type);
  /// The value of a constant expression.
  [[nodiscard]] std::optional<logic::Value> value(const Expression& e,
                                                  const char* of_what);
  /// Declares and lowers definitions, each after those that it uses.
  void definitions(const FileSyntax& file);
  // For definitions().
  /// Adds the definitions that the expression uses.
  void uses(const Expression& e, Definition& definition);
  /// Lowers a definition after those that it uses; reports cycles. `state` says
  /// for each definition whether it is new, in progress or finished.
  void in_order(std::uint32_t root, std::vector<std::uint8_t>& state);
  /// Lowers one definition, for both steps.
  void lower(Definition& definition);

  // One method for each kind of expression.
  [[nodiscard]] logic::Term name(const Expression& e, Reads& reads);
  /// The term of a definition: primed or not, as it is used.
  [[nodiscard]] logic::Term definition(const Expression& e,
                                       std::uint32_t index,
                                       Reads& reads);
  [[nodiscard]] logic::Term prefix(const Expression& e, Reads& reads);
  [[nodiscard]] logic::Term infix(const Expression& e, Reads& reads);
  /// Boolean operators on operands that are lowered.
  [[nodiscard]] logic::Term logical(const Expression& e,
                                    const std::vector<logic::Term>& operands);
  /// Comparisons, which may be chained.
  [[nodiscard]] logic::Term compared(const Expression& e,
                                     const std::vector<logic::Term>& operands);
  /// One comparison of two values of the same kind.
  [[nodiscard]] logic::Term related(const Expression::Operator& op,
                                    logic::Term left,
                                    logic::Term right);
  // Operations on numbers; integers become reals beside a real, and in
  // quotients (arithmetic.cpp).
  [[nodiscard]] logic::Term sum(const Expression& e,
                                std::vector<logic::Term> operands);
  [[nodiscard]] logic::Term product(const Expression& e,
                                    std::vector<logic::Term> operands);
  /// Of two reals. `where` is the place of the divisor.
  [[nodiscard]] logic::Term quotient(logic::Term dividend,
                                     logic::Term divisor,
                                     Place where);
  /// By a constant exponent.
  [[nodiscard]] logic::Term power(const Expression& e,
                                  const std::vector<logic::Term>& operands);
  /// Whether all operands are numbers; reports the first that is not.
  bool numbers(const Expression& e, const std::vector<logic::Term>& operands);
  /// A chain of cases, whose values have one type.
  [[nodiscard]] logic::Term conditional(const Expression& e, Reads& reads);
  /// The value of a function of the file for these arguments.
  [[nodiscard]] logic::Term applied(const UserFunction& f,
                                    const Expression& e,
                                    Reads& reads);
  /// A call of a function.
  [[nodiscard]] logic::Term call(const Expression& e, Reads& reads);
  /// A call of a function that looks back. Its first `conditions` arguments are
  /// conditions; one more argument may follow.
  [[nodiscard]] logic::Term past(const Expression& e,
                                 std::size_t conditions,
                                 Reads& reads);
  /// The value of the step before; of any sort.
  [[nodiscard]] logic::Term previous(const Expression& e, Reads& reads);
  /// What stands for it at the first step, as a term of the sort of `value`,
  /// which becomes real beside a real number.
  [[nodiscard]] logic::Term at_first(const Expression& e,
                                     logic::Term& value,
                                     Reads& reads);
  /// Of an integer term; nothing where it is not known.
  [[nodiscard]] std::optional<Range> bounds(logic::Term t) const;
  /// An argument of a function that looks back; notes for take_needed() where
  /// it has a value.
  [[nodiscard]] logic::Term remembered(logic::Term argument);
  /// Functions that compare a condition at two successive steps.
  [[nodiscard]] logic::Term edge(const Expression& e, Reads& reads);
  /// Warns about a comparison with a value outside of a variable's range.
  void warn_never(const Expression::Operator& op,
                  logic::Term variable,
                  logic::Term constant);
  /// An integer as a real number.
  [[nodiscard]] logic::Term real(logic::Term t);
  // These report an error where they return false.
  bool is_number(logic::Term t, Place where, const std::string& what);
  bool is_condition(logic::Term t, Place where, const std::string& what);
  /// Reports a name that is not declared, with the most similar one.
  void unknown(const Name& wanted, const std::string& expected);

  model::Interface& out_;
  Memory& memory_;
  Problems& problems_;
  /// See allow_memory(); promises, for example, do not look back.
  bool memory_allowed_ = false;
  /// See take_needed().
  std::vector<logic::Term> needed_;
  /// By name.
  std::unordered_map<std::string, UserFunction> functions_;
  /// A function is being declared: there are no variables yet.
  bool in_function_ = false;
  /// All names of the file but types.
  std::unordered_map<std::string, Entry> names_;
  /// All names in the order of the text, for suggestions and warnings.
  std::vector<std::string> in_text_order_;
  /// The sorts of enumerations, by name.
  std::unordered_map<std::string, logic::Sort> types_;
  /// Where they are declared, for messages.
  std::unordered_map<std::string, Place> type_places_;
  /// In the order of the file.
  std::vector<Definition> definitions_;
  /// Index of a variable by the number of its terms.
  std::unordered_map<std::uint32_t, std::uint32_t> variable_of_;
};

/// A hint for messages: "; did you mean …?" with the most similar of `names`,
/// or "".
[[nodiscard]] std::string suggestion(const std::string& name,
                                     const std::vector<std::string>& names);

/// Whether the language has a function of that name.
[[nodiscard]] bool is_built_in(const std::string& function);

/// A sort for messages, e.g. "an integer", "a value of 'State'".
[[nodiscard]] std::string described(const logic::Sort& sort);

/// The interface that a file describes. Throws base::InputError with all
/// errors; warnings are in the result.
[[nodiscard]] model::Interface lower(const FileSyntax& file,
                                     const std::string& path,
                                     Problems& problems);

}  // namespace catenary::frontend::contract
