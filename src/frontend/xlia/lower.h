// SPDX-License-Identifier: Apache-2.0
/// \file
/// From syntax to a timed automaton: names, types, basic statements.
///
/// Method: a block is executed symbolically. Where statements cannot be made
/// conditional one by one, because they assign what their own condition reads,
/// or stand in a simultaneous block, their joint effect becomes one
/// simultaneous assignment.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"
#include "frontend/xlia/syntax.h"
#include "model/timed/timed_automaton.h"

namespace catenary::frontend::xlia {

using base::Problems;

/// Terms of expressions. An invalid Term stands for one whose fault was
/// reported.
class Scope {
 public:
  Scope(model::TimedAutomaton& automaton, Problems& problems)
      : automaton_(automaton), problems_(problems) {}

  /// Declares variables and constants, in their order. Values of variables are
  /// left for the initial statements.
  void declare(const ModelSyntax& model);

  [[nodiscard]] logic::Term term(const Expression& expression);
  [[nodiscard]] logic::Term condition(const Expression& expression,
                                      const char* of_what);
  /// A value for a variable, constant or parameter of that type: of its sort,
  /// or a Real where the type is an integer and the value is not known to be.
  [[nodiscard]] logic::Term value(const Expression& expression,
                                  const model::DataType& type,
                                  const std::string& target);

  /// The same of a term; requires Boolean for Boolean, number for number.
  [[nodiscard]] logic::Term fitted(logic::Term t,
                                   const model::DataType& type,
                                   Place where,
                                   const std::string& target);

  /// The variable of that name, which something is put into by `what`;
  /// nothing, and an error, where it is none.
  [[nodiscard]] std::optional<std::uint32_t> assignable(const Name& name,
                                                        const char* what);
  /// Reports a scope other than the system and the machine.
  [[nodiscard]] bool in_scope(const Name& name);

  /// Variables whose use in an expression is worth a warning, and the warning.
  void watch(const std::set<std::uint32_t>& variables, std::string warning);
  void warn_unused();

 private:
  [[nodiscard]] logic::Term name(const Expression& expression);
  [[nodiscard]] logic::Term number(const Expression& expression);
  [[nodiscard]] logic::Term prefix(const Expression& expression);
  [[nodiscard]] logic::Term infix(const Expression& expression);
  [[nodiscard]] logic::Term logical(const Expression& expression);
  [[nodiscard]] logic::Term compared(const Expression& expression);
  [[nodiscard]] logic::Term arithmetic(logic::Term left,
                                       const Expression::Operator& op,
                                       logic::Term right);
  [[nodiscard]] logic::Term related(logic::Term left,
                                    const Expression::Operator& op,
                                    logic::Term right);
  [[nodiscard]] bool is_number(logic::Term t, Place where);
  void constant(const VariableSyntax& syntax);

  model::TimedAutomaton& automaton_;
  Problems& problems_;
  std::map<std::string, logic::Term, std::less<>> constants_;
  std::map<std::string, std::uint32_t, std::less<>> variables_;
  /// Of all names.
  std::map<std::string, Place, std::less<>> places_;
  std::set<std::string> unused_;
  std::set<std::uint32_t> watched_;
  std::string watch_warning_;
};

/// The basic statements of one block: a transition's, or an `@init`.
class BlockLowering {
 public:
  BlockLowering(model::TimedAutomaton& automaton,
                Scope& scope,
                Problems& problems,
                model::TimedTransition* transition)
      : automaton_(automaton),
        scope_(scope),
        problems_(problems),
        transition_(transition) {}

  /// `transition` above is null for an @init block: no communication then.
  [[nodiscard]] std::vector<model::TimedStatement> run(const Block& block);

 private:
  /// Conditions around a statement.
  using Path = std::vector<logic::Term>;

  /// What a variable has become since the state before a joint effect.
  struct Frame {
    std::map<std::uint32_t, logic::Term> values;
    /// Where (a condition).
    std::map<std::uint32_t, logic::Term> fresh;
    std::set<std::uint32_t> touched;
  };

  // One by one.
  void direct(const Block& block, const Path& path);
  void direct(const Statement& s, const Path& path);
  // Jointly.
  void joint(const Block& block, const Path& path, Frame& frame);
  void joint(const Statement& s, const Path& path, Frame& frame);
  void simultaneous(const Block& block, const Path& path, Frame& frame);
  void branches(const Statement& s, const Path& path, Frame& frame);
  void emit(const Frame& frame, const Path& path, Place where);

  void guard(const Statement& s,
             logic::Term condition,
             const Path& path,
             Place where);
  void communicate(const Statement& s, const Frame& frame);
  void receive(const Statement& s, std::uint32_t channel);
  void send(const Statement& s, std::uint32_t channel, const Frame& frame);
  void watch_received(const Block& block);
  /// Reports the use of a variable that is fresh in the frame.
  [[nodiscard]] bool still_assignable(std::uint32_t variable,
                                      const Frame& frame,
                                      Place where);
  /// `t` in terms of the state before the frame.
  [[nodiscard]] logic::Term before(logic::Term t,
                                   const Frame& frame,
                                   Place where);
  [[nodiscard]] logic::Term all(const Path& path);
  [[nodiscard]] logic::Term negated(logic::Term condition);
  [[nodiscard]] logic::Term under(const Path& path,
                                  logic::Term value,
                                  std::uint32_t variable);
  [[nodiscard]] logic::Term choice(logic::Term condition,
                                   logic::Term then,
                                   logic::Term otherwise);
  void collect_assigned(const Block& block, std::set<logic::Term>& out) const;

  model::TimedAutomaton& automaton_;
  Scope& scope_;
  Problems& problems_;
  model::TimedTransition* transition_;
  std::vector<model::TimedStatement> out_;
  /// How many `if` are around.
  int conditional_ = 0;
  /// How many |,| are around.
  int simultaneous_ = 0;
  std::optional<Place> communication_;
};

/// An application, or its value where all operands are constants.
[[nodiscard]] logic::Term computed(logic::TermManager& terms,
                                   logic::Op op,
                                   std::span<const logic::Term> operands);
/// `t` with every application to constants replaced by its value, and integers
/// made rational as late as an expression that is read would do it.
[[nodiscard]] logic::Term computed(logic::TermManager& terms, logic::Term t);

/// Throws base::InputError where the syntax makes no sense.
[[nodiscard]] model::TimedAutomaton lower(const ModelSyntax& syntax,
                                          const std::string& path,
                                          Problems& problems);

}  // namespace catenary::frontend::xlia
