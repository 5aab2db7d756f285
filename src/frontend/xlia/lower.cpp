// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lowers ports, states and transitions. Declarations are collected first,
/// since transitions may use names that follow.
#include "frontend/xlia/lower.h"

#include <utility>

namespace catenary::frontend::xlia {

using model::TimedAutomaton;
using model::TimedStateKind;

namespace {

/// Lowers one model.
class Lowering {
 public:
  Lowering(const ModelSyntax& syntax,
           const std::string& path,
           Problems& problems)
      : syntax_(syntax), problems_(problems), scope_(out_, problems) {
    out_.system = syntax.system;
    out_.machine = syntax.machine;
    out_.path = path;
    out_.terms = std::make_shared<logic::TermManager>();
  }

  /// Order matters: names before what uses them, and initial values before the
  /// blocks that run after them.
  TimedAutomaton run() {
    ports();
    scope_.declare(syntax_);
    connects();
    states();
    initial_values();
    for (std::size_t i = 0; i < state_of_.size(); ++i) {
      if (state_of_[i]) state(syntax_.states[i], *state_of_[i]);
    }
    scope_.warn_unused();
    problems_.throw_errors();
    // Only a model without errors has warnings worth reading: unused ports may
    // follow from statements that could not be read.
    for (std::size_t i = 0; i < used_.size(); ++i) {
      const model::TimedChannel& c = out_.channels[i];
      const Place where{c.where.line, c.where.column};
      if (!used_[i]) {
        problems_.warning(
            where, "port '" + c.name + "' is never used", "xlia-unused");
      }
      if (!c.connected) {
        problems_.warning(where,
                          "port '" + c.name +
                              "' is not connected: expected it in 'connect< "
                              "env >'",
                          "xlia-unconnected");
      }
    }
    out_.warnings = problems_.warnings();
    return std::move(out_);
  }

 private:
  /// A second port of the same name is reported and left out.
  void ports() {
    for (const PortSyntax& p : syntax_.ports) {
      if (const auto first = out_.find_channel(p.name.text)) {
        duplicate(p.name, "port", out_.channels[*first].where);
        continue;
      }
      out_.channels.push_back({p.name.text,
                               p.input,
                               p.parameters,
                               false,
                               problems_.location(p.name.where)});
    }
    used_.resize(out_.channels.size(), false);
  }

  void duplicate(const Name& name,
                 const char* what,
                 const base::SourceLocation& first) {
    problems_.again(name.where,
                    std::string("a second ") + what + " of the name '" +
                        name.text + "': expected another name",
                    "xlia-duplicate",
                    {first.line, first.column});
  }

  /// Checks what is connected to the environment: each port once, in its
  /// direction.
  void connects() {
    for (const ConnectSyntax& c : syntax_.connects) {
      if (!scope_.in_scope(c.name)) continue;
      const auto channel = out_.find_channel(c.name.text);
      const char* word = c.input ? "input" : "output";
      if (!channel) {
        problems_.error(c.name.where,
                        "'" + c.name.text +
                            "' is unknown: expected a declared " + word +
                            " port",
                        "xlia-unknown-port");
        continue;
      }
      model::TimedChannel& port = out_.channels[*channel];
      if (port.input != c.input) {
        problems_.error(c.name.where,
                        "'" + c.name.text + "' is an " +
                            (port.input ? "input" : "output") +
                            " port: expected an " + word + " port",
                        "xlia-direction");
      } else if (port.connected) {
        problems_.error(
            c.name.where,
            "port '" + c.name.text + "' is connected twice: expected it once",
            "xlia-duplicate");
      }
      port.connected = true;
    }
  }

  /// Declares the states, so that transitions may lead to any of them.
  void states() {
    std::optional<std::uint32_t> start;
    for (const StateSyntax& s : syntax_.states) {
      // A duplicate has no index; its transitions are not lowered.
      if (const auto first = find_state(s.name.text)) {
        duplicate(s.name, "state", out_.states[*first].where);
        state_of_.emplace_back();
        continue;
      }
      const auto index = static_cast<std::uint32_t>(out_.states.size());
      state_of_.emplace_back(index);
      state_index_.emplace(s.name.text, index);
      out_.states.push_back(
          {s.name.text, s.kind, {}, problems_.location(s.name.where)});
      if (s.kind != TimedStateKind::start) continue;
      // The first start state counts.
      if (start) {
        const base::SourceLocation& where = out_.states[*start].where;
        problems_.again(s.name.where,
                        "a second start state: expected one",
                        "xlia-start",
                        {where.line, where.column});
        continue;
      }
      start = index;
    }
    if (!start) {
      problems_.error(syntax_.where,
                      "the state machine has no start state: expected one "
                      "'state< start > NAME'",
                      "xlia-start");
    }
    out_.initial = start.value_or(0);
  }

  [[nodiscard]] std::optional<std::uint32_t> find_state(
      const std::string& name) const {
    const auto it = state_index_.find(name);
    if (it == state_index_.end()) return std::nullopt;
    return it->second;
  }

  /// Lowers the declared initial values, in the order of declarations; they run
  /// before any @init. They are assignments, so that their types are checked
  /// like those of other assignments.
  void initial_values() {
    Block block;
    std::set<std::string> seen;
    for (const VariableSyntax& v : syntax_.variables) {
      if (!seen.insert(v.name.text).second || v.constant || !v.value) continue;
      Statement s;
      s.kind = Statement::Kind::assign;
      s.where = v.name.where;
      s.name = v.name;
      s.arguments.push_back(*v.value);
      block.statements.push_back(std::move(s));
    }
    out_.init = BlockLowering(out_, scope_, problems_, nullptr).run(block);
  }

  /// Lowers the `@init` block and the transitions of a state.
  void state(const StateSyntax& syntax, std::uint32_t index) {
    if (syntax.init) {
      if (syntax.kind != TimedStateKind::start) {
        problems_.error(syntax.init->where,
                        "'@init' in state '" + syntax.name.text +
                            "', which is not the start state",
                        "xlia-init");
      }
      // The block is lowered even after the error, to report those in it.
      auto more =
          BlockLowering(out_, scope_, problems_, nullptr).run(*syntax.init);
      for (auto& s : more) out_.init.push_back(std::move(s));
    }
    std::map<std::string, Place> names;
    for (const TransitionSyntax& t : syntax.transitions) {
      if (syntax.kind == TimedStateKind::terminal) {
        problems_.error(t.name.where,
                        "a transition leaves the terminal state '" +
                            syntax.name.text + "': expected none",
                        "xlia-terminal");
      }
      // The scope of a transition, if given, is its state.
      if (t.name.scope.size() > 1 ||
          (t.name.scope.size() == 1 && t.name.scope[0] != syntax.name.text)) {
        problems_.error(t.name.where,
                        "'" + t.name.scope[0] +
                            "' is not the state around "
                            "transition '" +
                            t.name.text + "': expected '" + syntax.name.text +
                            "'",
                        "xlia-scope");
      }
      const auto [first, is_new] = names.emplace(t.name.text, t.name.where);
      if (!is_new) {
        problems_.again(t.name.where,
                        "a second transition of the name '" + t.name.text +
                            "' in state '" + syntax.name.text +
                            "': expected another name",
                        "xlia-duplicate",
                        first->second);
      }
      transition(t, index);
    }
  }

  void transition(const TransitionSyntax& syntax, std::uint32_t from) {
    model::TimedTransition t;
    t.name = syntax.name.text;
    t.from = from;
    t.where = problems_.location(syntax.name.where);
    // After an unknown target the automaton is not used, so that 0 will do.
    if (scope_.in_scope(syntax.target)) {
      const auto to = find_state(syntax.target.text);
      if (!to) {
        problems_.error(syntax.target.where,
                        "'" + syntax.target.text +
                            "' is unknown: expected a state of this machine",
                        "xlia-unknown-state");
      }
      t.to = to.value_or(0);
    }
    t.statements = BlockLowering(out_, scope_, problems_, &t).run(syntax.block);
    // Lowering the block has set the action and the channel.
    if (t.action != model::TimedAction::internal) used_[t.channel] = true;
    out_.states[from].transitions.push_back(
        static_cast<std::uint32_t>(out_.transitions.size()));
    out_.transitions.push_back(std::move(t));
  }

  const ModelSyntax& syntax_;
  Problems& problems_;
  TimedAutomaton out_;
  Scope scope_;
  std::vector<std::optional<std::uint32_t>> state_of_;  ///< by its syntax
  std::map<std::string, std::uint32_t> state_index_;
  std::vector<bool> used_;  ///< channels
};

}  // namespace

TimedAutomaton lower(const ModelSyntax& syntax,
                     const std::string& path,
                     Problems& problems) {
  return Lowering(syntax, path, problems).run();
}

}  // namespace catenary::frontend::xlia
