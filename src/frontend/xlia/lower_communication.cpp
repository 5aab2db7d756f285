// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lowers inputs and outputs. A transition has at most one of them, not under
/// an `if`: so its action does not depend on the state. An input comes before
/// all statements of its transition, wherever it is written.
#include <algorithm>
#include <utility>

#include "frontend/xlia/lower.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::xlia {

using logic::Op;
using logic::Term;
using model::TimedAction;
using model::TimedStatement;

namespace {

/// The port of a communication; nothing, and an error, where it is unknown, of
/// the other direction, or carries another number of values.
std::optional<std::uint32_t> channel_of(const Statement& s,
                                        const model::TimedAutomaton& automaton,
                                        Problems& problems) {
  const bool input = s.kind == Statement::Kind::input;
  const char* word = input ? "input" : "output";
  const auto channel = automaton.find_channel(s.name.text);
  if (!channel) {
    problems.error(s.name.where,
                   "'" + s.name.text + "' is unknown: expected a declared " +
                       word + " port",
                   "xlia-unknown-port");
    return std::nullopt;
  }
  const model::TimedChannel& port = automaton.channels[*channel];
  if (port.input != input) {
    problems.error(s.name.where,
                   "'" + s.name.text + "' is an " +
                       (port.input ? "input" : "output") +
                       " port: expected an " + word + " port",
                   "xlia-direction");
    return std::nullopt;
  }
  // The number of values is part of the port's type.
  if (s.arguments.size() != port.parameters.size()) {
    const std::size_t n = port.parameters.size();
    problems.error(s.where,
                   "port '" + port.name + "' carries " +
                       (n == 0 ? "nothing" : std::to_string(n)) +
                       (n == 0   ? ""
                        : n == 1 ? " value"
                                 : " values") +
                       ": expected as many, found " +
                       std::to_string(s.arguments.size()),
                   "xlia-arguments");
    return std::nullopt;
  }
  return channel;
}

/// The input comes before all statements, wherever it is written. Statements
/// before it in the text that use a received variable would see another value
/// than the text suggests: a warning for guards, which often are written so,
/// an error for others.
void check_earlier(const Statement& s,
                   const std::set<Term>& received,
                   const std::vector<TimedStatement>& earlier,
                   const model::TimedAutomaton& automaton,
                   Problems& problems) {
  for (const TimedStatement& before : earlier) {
    bool reads = false;
    for (const Term v : received) {
      std::vector<Term> roots;
      if (before.condition.valid()) roots.push_back(before.condition);
      for (const model::TimedAssignment& a : before.assignments) {
        roots.push_back(a.value);
        roots.push_back(automaton.variables[a.variable].term);
      }
      const std::vector<Term> free = logic::free_variables(roots);
      reads = reads || std::ranges::find(free, v) != free.end();
    }
    if (!reads) continue;
    if (before.kind == TimedStatement::Kind::guard) {
      problems.warning({before.where.line, before.where.column},
                       "this guard uses what the input below it receives, "
                       "and is about the value received",
                       "xlia-received");
    } else {
      problems.error(s.where,
                     "this input receives what a statement above it uses: "
                     "expected the input first",
                     "xlia-input-late");
    }
  }
}

}  // namespace

void BlockLowering::communicate(const Statement& s, const Frame& frame) {
  const bool input = s.kind == Statement::Kind::input;
  const char* word = input ? "input" : "output";
  if (transition_ == nullptr) {
    problems_.error(s.where,
                    std::string("an ") + word +
                        " in '@init': expected communications in transitions "
                        "only",
                    "xlia-communication");
    return;
  }
  // Only the first is recorded; the second may be in another block.
  if (communication_) {
    problems_.again(s.where,
                    "a second communication in transition '" +
                        transition_->name + "': expected at most one",
                    "xlia-communication",
                    *communication_);
    return;
  }
  communication_ = s.where;
  if (conditional_ > 0) {
    problems_.error(s.where,
                    std::string("an ") + word +
                        " under an 'if': expected two transitions, each with "
                        "a guard",
                    "xlia-communication");
    return;
  }
  if (!scope_.in_scope(s.name)) return;
  const auto channel = channel_of(s, automaton_, problems_);
  if (!channel) return;
  transition_->channel = *channel;
  transition_->action_where = problems_.location(s.where);
  if (input) {
    transition_->action = TimedAction::input;
    receive(s, *channel);
  } else {
    transition_->action = TimedAction::output;
    send(s, *channel, frame);
  }
}

void BlockLowering::receive(const Statement& s, std::uint32_t channel) {
  using Base = model::DataType::Base;
  const model::TimedChannel& port = automaton_.channels[channel];
  std::set<Term> received;
  for (std::size_t i = 0; i < s.arguments.size(); ++i) {
    const Expression& e = s.arguments[i];
    if (e.kind != Expression::Kind::name) {
      problems_.error(e.where,
                      "an input is received by variables: expected the name "
                      "of one",
                      "xlia-target");
      continue;
    }
    // Receiving assigns the variable, as `:=` does.
    const auto v = scope_.assignable(e.name, "received");
    if (!v) continue;
    const model::TimedVariable& variable = automaton_.variables[*v];
    if (variable.clock) {
      problems_.error(e.where,
                      "'" + e.name.text +
                          "' is a clock, which cannot be received: expected a "
                          "variable",
                      "xlia-target");
      continue;
    }
    // Numbers of other types are converted; a run requires a rational that goes
    // into an integer to be integral.
    const model::DataType& sent = port.parameters[i].type;
    if ((sent.base == Base::boolean) != (variable.type.base == Base::boolean)) {
      problems_.error(e.where,
                      "port '" + port.name + "' carries a " + sent.to_string() +
                          " here, but '" + e.name.text + "' is of type " +
                          variable.type.to_string(),
                      "xlia-type");
      continue;
    }
    if (!received.insert(variable.term).second) {
      problems_.error(e.where,
                      "'" + e.name.text +
                          "' is received twice by one input: expected another "
                          "variable",
                      "xlia-duplicate");
    }
    transition_->received.push_back(*v);
  }
  check_earlier(s, received, out_, automaton_, problems_);
}

void BlockLowering::send(const Statement& s,
                         std::uint32_t channel,
                         const Frame& frame) {
  const model::TimedChannel& port = automaton_.channels[channel];
  for (std::size_t i = 0; i < s.arguments.size(); ++i) {
    // Values are over the state before the frame: sending is emitted before the
    // effect.
    const Expression& e = s.arguments[i];
    Term t = scope_.value(e,
                          port.parameters[i].type,
                          "what port '" + port.name + "' carries here");
    if (t.valid()) t = before(t, frame, e.where);
    if (t.valid() && !frame.values.empty()) {
      t = scope_.fitted(t,
                        port.parameters[i].type,
                        e.where,
                        "what port '" + port.name + "' carries here");
    }
    if (!t.valid()) continue;
    // Such a value would need a choice between two outputs.
    if (t.op() == Op::ite) {
      problems_.error(e.where,
                      "an output of what the same simultaneous block makes "
                      "conditional is outside of the subset of XLIA that is "
                      "read",
                      "xlia-outside");
    }
    transition_->sent.push_back(t);
  }
  // The statement marks the place at which the values are computed.
  TimedStatement out;
  out.kind = TimedStatement::Kind::send;
  out.where = problems_.location(s.where);
  out_.push_back(std::move(out));
}

void BlockLowering::watch_received(const Block& block) {
  // All inputs in the block, at any depth; the worklist avoids recursion.
  std::set<std::uint32_t> received;
  std::vector<const Block*> open = {&block};
  while (!open.empty()) {
    const Block& here = *open.back();
    open.pop_back();
    for (const Statement& s : here.statements) {
      open.push_back(&s.then);
      open.push_back(&s.otherwise);
      if (s.kind != Statement::Kind::input) continue;
      for (const Expression& e : s.arguments) {
        if (e.kind != Expression::Kind::name) continue;
        const auto v = automaton_.find_variable(e.name.text);
        if (v) received.insert(*v);
      }
    }
  }
  scope_.watch(received,
               "is received in this simultaneous block, so this is the value "
               "received, not the one before");
}

}  // namespace catenary::frontend::xlia
