// SPDX-License-Identifier: Apache-2.0
/// \file
/// From syntax to a timed automaton: names, types, basic statements.
///
/// Method: a block is executed symbolically. A condition around a statement
/// becomes part of the statement. Where that would be wrong, because statements
/// assign variables of their own condition, or are in a simultaneous block, the
/// joint effect of the block becomes one simultaneous assignment, whose
/// right-hand sides are over the state before the block.
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

/// The declared names, and expressions as typed terms. An invalid Term stands
/// for an expression with an error that has been reported; what contains it is
/// not reported again.
class Scope {
 public:
  /// Both must outlive the scope. Declared variables are added to the
  /// automaton.
  Scope(model::TimedAutomaton& automaton, Problems& problems)
      : automaton_(automaton), problems_(problems) {}

  /// Declares variables and constants, in the order of the text: a constant may
  /// use those before it. Initial values of variables are left to initial
  /// statements. A constant without a value becomes a parameter of the
  /// automaton.
  void declare(const ModelSyntax& model);

  /// The term of an expression: of sort Boolean, Int or Real.
  [[nodiscard]] logic::Term term(const Expression& expression);
  /// The same for a condition, which must be Boolean; `of_what` names it in
  /// messages.
  [[nodiscard]] logic::Term condition(const Expression& expression,
                                      const char* of_what);
  /// The term of an expression that becomes the value of a variable, constant
  /// or port parameter of that type. It has the sort of the type; or Real where
  /// the type is an integer and the value is not known to be integral, which
  /// each run then requires. `target` names what gets the value in messages.
  [[nodiscard]] logic::Term value(const Expression& expression,
                                  const model::DataType& type,
                                  const std::string& target);

  /// The same for a term. Requires: it is Boolean if the type is, and a number
  /// otherwise. A constant outside of the type is an error.
  [[nodiscard]] logic::Term fitted(logic::Term t,
                                   const model::DataType& type,
                                   Place where,
                                   const std::string& target);

  /// The index of the variable with that name, which is changed by `what`
  /// ("assigned", "received"); nothing, and an error, where the name is not
  /// that of a variable.
  [[nodiscard]] std::optional<std::uint32_t> assignable(const Name& name,
                                                        const char* what);
  /// Whether the qualification of a name is the machine, perhaps in its system;
  /// others are reported.
  [[nodiscard]] bool in_scope(const Name& name);

  /// Sets the variables whose use in an expression gives that warning from now
  /// on; an empty set ends it.
  void watch(const std::set<std::uint32_t>& variables, std::string warning);
  /// Warns of declared names that no expression or statement has used.
  void warn_unused();

 private:
  // Terms by kind of expression; each reports its own errors.
  [[nodiscard]] logic::Term name(const Expression& expression);
  [[nodiscard]] logic::Term number(const Expression& expression);
  [[nodiscard]] logic::Term prefix(const Expression& expression);
  [[nodiscard]] logic::Term infix(const Expression& expression);
  [[nodiscard]] logic::Term logical(const Expression& expression);
  [[nodiscard]] logic::Term compared(const Expression& expression);
  /// One arithmetic operation; integers become Reals beside a Real.
  [[nodiscard]] logic::Term arithmetic(logic::Term left,
                                       const Expression::Operator& op,
                                       logic::Term right);
  /// One comparison, of two numbers or two Booleans.
  [[nodiscard]] logic::Term related(logic::Term left,
                                    const Expression::Operator& op,
                                    logic::Term right);
  /// Whether the term is a number; a Boolean is reported.
  [[nodiscard]] bool is_number(logic::Term t, Place where);
  /// Declares a constant with a value.
  void constant(const VariableSyntax& syntax);

  model::TimedAutomaton& automaton_;
  Problems& problems_;
  /// The values of constants; an invalid Term after an error.
  std::map<std::string, logic::Term, std::less<>> constants_;
  /// Indices into TimedAutomaton::variables.
  std::map<std::string, std::uint32_t, std::less<>> variables_;
  /// The declarations of all names, for messages.
  std::map<std::string, Place, std::less<>> places_;
  /// Sorted, so that warnings have a fixed order.
  std::set<std::string> unused_;
  std::set<std::uint32_t> watched_;
  std::string watch_warning_;
};

/// Lowers one block, that of a transition or an `@init`; use it once.
class BlockLowering {
 public:
  /// All arguments must outlive the lowering. `transition` is null for `@init`,
  /// where communication is an error; otherwise its action, channel and values
  /// are set.
  BlockLowering(model::TimedAutomaton& automaton,
                Scope& scope,
                Problems& problems,
                model::TimedTransition* transition)
      : automaton_(automaton),
        scope_(scope),
        problems_(problems),
        transition_(transition) {}

  /// The basic statements of the block, in order. An input is not among them:
  /// it comes before all statements.
  /// After errors, which are reported, some statements are missing.
  [[nodiscard]] std::vector<model::TimedStatement> run(const Block& block);

 private:
  /// The conditions around a statement, the outermost first. They are over the
  /// state in which the statements of the block are executed.
  using Path = std::vector<logic::Term>;

  /// A joint effect: a symbolic state. Maps have an entry for variables that
  /// differ from the state before the effect.
  struct Frame {
    /// The new value, over the state before.
    std::map<std::uint32_t, logic::Term> values;
    /// The condition under which the variable gets an arbitrary value.
    std::map<std::uint32_t, logic::Term> fresh;
    /// All variables that some branch changes; a superset of the keys above.
    std::set<std::uint32_t> touched;
  };

  // Statements that are emitted one by one.
  void direct(const Block& block, const Path& path);
  void direct(const Statement& s, const Path& path);
  // Statements whose joint effect is collected in a frame.
  void joint(const Block& block, const Path& path, Frame& frame);
  void joint(const Statement& s, const Path& path, Frame& frame);
  /// Each statement reads the state before the block.
  void simultaneous(const Block& block, const Path& path, Frame& frame);
  /// Merges the effects of the branches of an `if`.
  void branches(const Statement& s, const Path& path, Frame& frame);
  /// Emits the effect as basic statements under the conditions `path`.
  void emit(const Frame& frame, const Path& path, Place where);

  /// Emits a guard: the conditions around it imply it.
  void guard(const Statement& s,
             logic::Term condition,
             const Path& path,
             Place where);
  /// Checks a communication and records it in the transition.
  void communicate(const Statement& s, const Frame& frame);
  /// Records the variables that receive.
  void receive(const Statement& s, std::uint32_t channel);
  /// Records the values that are sent, and emits the place of sending.
  void send(const Statement& s, std::uint32_t channel, const Frame& frame);
  /// Asks for warnings about reads of received variables in the block.
  void watch_received(const Block& block);
  /// Whether the variable still has a known value in the frame; reports its use
  /// after newfresh.
  [[nodiscard]] bool still_assignable(std::uint32_t variable,
                                      const Frame& frame,
                                      Place where);
  /// The term over the state before the frame: variables are replaced by their
  /// values in it. Invalid after an error, which is reported.
  [[nodiscard]] logic::Term before(logic::Term t,
                                   const Frame& frame,
                                   Place where);
  /// The conjunction of the conditions.
  [[nodiscard]] logic::Term all(const Path& path);
  /// The negation, computed where it is constant.
  [[nodiscard]] logic::Term negated(logic::Term condition);
  /// The value of the variable: `value` where all conditions hold, else its old
  /// value.
  [[nodiscard]] logic::Term under(const Path& path,
                                  logic::Term value,
                                  std::uint32_t variable);
  /// If-then-else; numbers of different sorts become Reals.
  [[nodiscard]] logic::Term choice(logic::Term condition,
                                   logic::Term then,
                                   logic::Term otherwise);
  /// Adds the variables that the block may change, at any depth.
  void collect_assigned(const Block& block, std::set<logic::Term>& out) const;

  model::TimedAutomaton& automaton_;
  Scope& scope_;
  Problems& problems_;
  model::TimedTransition* transition_;
  /// What is emitted so far, in the order of execution.
  std::vector<model::TimedStatement> out_;
  /// The number of `if` around the present statement.
  int conditional_ = 0;
  /// The number of simultaneous blocks around it.
  int simultaneous_ = 0;
  /// The place of the communication, of which a transition has at most one.
  std::optional<Place> communication_;
};

/// The application of an operator; its value where all operands are constants.
[[nodiscard]] logic::Term computed(logic::TermManager& terms,
                                   logic::Op op,
                                   std::span<const logic::Term> operands);
/// The term with all applications to constants replaced by their values.
/// Conversions from integers to rationals are moved outwards, to where reading
/// the written term would put them: so that reading what write() wrote gives
/// the same term.
[[nodiscard]] logic::Term computed(logic::TermManager& terms, logic::Term t);

/// The automaton of a model. Throws base::InputError with all errors; warnings
/// are in the result. Requires: `syntax` was read without errors.
[[nodiscard]] model::TimedAutomaton lower(const ModelSyntax& syntax,
                                          const std::string& path,
                                          Problems& problems);

}  // namespace catenary::frontend::xlia
