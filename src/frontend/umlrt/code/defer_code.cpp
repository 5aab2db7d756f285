// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the queues of deferred and recalled messages, and decides whether
/// recalling can go on without end.
///
/// The decision: let D be the transitions with triggers whose run may defer,
/// and R those whose run may recall. If no message can trigger one of D and one
/// of R, a recalled message recalls nothing, so that a step recalls only what
/// its first message recalls, which the capacity of the queue bounds.
#include "frontend/umlrt/code/defer_code.h"

#include <algorithm>
#include <map>
#include <utility>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/inputs/chosen_value.h"
#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

/// Whether the value of the parameter can be kept by an assignment. Texts
/// cannot: their buffers are filled by the next message.
bool can_be_kept(const model::MachineModel& model,
                 const model::Capsule& capsule,
                 const model::MachineVariable& p) {
  const auto value = chosen_value(model, p, parameter_slot(model, capsule, p));
  return p.array_size.empty() && value && value->buffers.empty();
}

/// The parameters that are kept: from their variable in `given` to their C++
/// type.
std::map<std::string, std::string> slots(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const std::vector<Delivery>& deliveries) {
  std::map<std::string, std::string> out;
  for (const Delivery& d : deliveries) {
    if (d.signal != model::SignalKind::message) continue;
    const auto& protocol = model.protocols[capsule.ports[d.port].protocol];
    for (const auto& p : protocol.messages[d.message].parameters) {
      if (!can_be_kept(model, capsule, p)) continue;
      out[parameter_slot(model, capsule, p)] = p.type.empty() ? "int" : p.type;
    }
  }
  return out;
}

/// C++ `switch (selector)`: for each message with parameters, what `copy`
/// returns for the variable of each.
template <typename Copy>
std::string for_each_message(const model::MachineModel& model,
                             const model::Capsule& capsule,
                             const std::vector<Delivery>& deliveries,
                             const std::string& selector,
                             const Copy& copy) {
  std::string out = "switch (" + selector + ") {\n";
  for (std::size_t k = 0; k < deliveries.size(); ++k) {
    const Delivery& d = deliveries[k];
    if (d.signal != model::SignalKind::message) continue;
    const auto& protocol = model.protocols[capsule.ports[d.port].protocol];
    std::string body;
    for (const auto& p : protocol.messages[d.message].parameters) {
      body += can_be_kept(model, capsule, p)
                  ? copy(parameter_slot(model, capsule, p))
                  : "__catenary_unsupported(\"deferring a message with a text "
                    "or an array\");\n";
    }
    if (body.empty()) continue;
    // Numbers of messages begin with 1; 0 is a free place of a queue.
    out += "case " + std::to_string(k + 1) + ":\n" + body + "break;\n";
  }
  return out + "default: break;\n}\n";
}

/// The queues have no gaps and their free places are zero, so that equal
/// situations have equal bytes, which is how states are compared. Loops have
/// constant bounds and constant indices, so that the encoder can unroll them.
constexpr const char* kQueues = R"(
catenary_kept catenary_deferred[catenary_most];
catenary_kept catenary_recalled[catenary_most];
void catenary_compact(catenary_kept* queue) {
  for (int round = 1; round < catenary_most; ++round) {
    for (int k = 0; k + 1 < catenary_most; ++k) {
      if (queue[k].message == 0 && queue[k + 1].message != 0) {
        queue[k] = queue[k + 1];
        catenary_zero(queue[k + 1]);
      }
    }
  }
}
/// Before what is at `at`, or at the end.
void catenary_insert(catenary_kept* queue, const catenary_kept& one, int at) {
  if (queue[catenary_most - 1].message != 0) {
    __catenary_unsupported("more than 8 messages deferred at once");
  }
  for (int k = catenary_most - 1; k > 0; --k) {
    if (k > at) queue[k] = queue[k - 1];
  }
  bool done = false;
  for (int k = 0; k < catenary_most; ++k) {
    if (!done && (k == at || queue[k].message == 0)) {
      queue[k] = one;
      done = true;
    }
  }
}
void catenary_defer(const UMLRTMessage& message) {
  if (message.number == 0) {
    __catenary_unsupported("deferring where no message has come");
  }
  catenary_kept one;
  catenary_keep(message, one);
  catenary_insert(catenary_deferred, one, catenary_most);
}
bool catenary_is_of(const catenary_kept& one, int port, int index) {
  return one.message != 0 && one.port == port &&
         (index < 0 || one.index == index);
}
int catenary_recall(int port, int index, bool all, bool front) {
  int found = 0;
  for (int k = 0; k < catenary_most; ++k) {
    if ((all || found == 0) &&
        catenary_is_of(catenary_deferred[k], port, index)) {
      catenary_insert(catenary_recalled, catenary_deferred[k],
                      front ? found : catenary_most);
      catenary_zero(catenary_deferred[k]);
      ++found;
    }
  }
  catenary_compact(catenary_deferred);
  return found;
}
int catenary_purge(int port, int index) {
  int found = 0;
  for (int k = 0; k < catenary_most; ++k) {
    if (catenary_is_of(catenary_deferred[k], port, index)) {
      catenary_zero(catenary_deferred[k]);
      ++found;
    }
  }
  catenary_compact(catenary_deferred);
  return found;
}
void catenary_forget_all() {
  for (int k = 0; k < catenary_most; ++k) {
    catenary_zero(catenary_deferred[k]);
    catenary_zero(catenary_recalled[k]);
  }
}
bool catenary_next(UMLRTMessage& received) {
  const catenary_kept one = catenary_recalled[0];
  if (one.message == 0) return false;
  catenary_zero(catenary_recalled[0]);
  catenary_compact(catenary_recalled);
  catenary_give(one);
  received.number = one.message;
  received.index = one.index;
  return true;
}
)";

/// Whether the code may recall messages.
bool recalls(const std::string& code) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{
          "recall", "recallAll", "recallAt", "recallAllAt"},
      [&](std::string_view word) { return has_word(code, word); });
}

/// Whether some message can trigger both.
bool share_message(const model::Trigger& a, const model::Trigger& b) {
  using model::SignalKind;
  if (a.signal == SignalKind::any || b.signal == SignalKind::any) return true;
  return a.signal == b.signal &&
         (a.signal != SignalKind::message ||
          (a.protocol == b.protocol && a.message == b.message)) &&
         std::ranges::any_of(a.ports, [&](std::uint32_t port) {
           return std::ranges::find(b.ports, port) != b.ports.end();
         });
}

/// The transitions with triggers whose run may execute code for which `has` is
/// true, as pairs (0, index of the transition).
template <typename Has>
ActionMessages::Set that_run(const model::StateMachine& machine,
                             model::Semantics semantics,
                             const Has& has) {
  // In a copy of the machine each transition waits for a message of its own; so
  // the messages of an action are the transitions that lead to it.
  model::StateMachine numbered = machine;
  for (std::uint32_t t = 0; t < machine.transitions.size(); ++t) {
    if (machine.transitions[t].triggers.empty()) continue;
    model::Trigger trigger;
    trigger.signal = model::SignalKind::message;
    trigger.protocol = 0;
    trigger.message = t;
    numbered.transitions[t].triggers = {trigger};
  }
  const ActionMessages found = action_messages(numbered, semantics);
  ActionMessages::Set out;
  const auto add = [&](const model::ActionCode& code,
                       const ActionMessages::Set& by) {
    if (has(code.text)) out.insert(out.end(), by.begin(), by.end());
  };
  for (std::size_t t = 0; t < machine.transitions.size(); ++t) {
    add(machine.transitions[t].effect, found.transitions[t]);
  }
  for (std::size_t v = 0; v < machine.vertices.size(); ++v) {
    add(machine.vertices[v].entry, found.entries[v]);
    add(machine.vertices[v].exit, found.exits[v]);
  }
  return out;
}

}  // namespace

bool may_recall_endlessly(const model::MachineModel& model,
                          const model::Capsule& capsule) {
  const model::StateMachine& m = capsule.machine;
  const model::Semantics semantics = model.semantics;
  // Operations and the prefaces can be called from any action, and guards run
  // for other messages than that of their transition: there nothing is known.
  const auto elsewhere = [](const model::ActionCode& code) {
    return has_word(code.text, "defer") || recalls(code.text);
  };
  if (elsewhere(capsule.header_preface) ||
      elsewhere(capsule.implementation_preface) ||
      elsewhere(capsule.declarations) ||
      std::ranges::any_of(
          capsule.operations, elsewhere, &model::Operation::body) ||
      std::ranges::any_of(model.types, [&](const model::MachineType& t) {
        return elsewhere(t.preface) || elsewhere(t.declarations) ||
               std::ranges::any_of(
                   t.operations, elsewhere, &model::Operation::body);
      })) {
    return true;
  }
  for (const model::Transition& t : m.transitions) {
    if (elsewhere(t.guard) ||
        std::ranges::any_of(t.triggers, elsewhere, &model::Trigger::guard)) {
      return true;
    }
  }
  const ActionMessages::Set defer =
      that_run(m, semantics, [](const std::string& code) {
        return has_word(code, "defer");
      });
  const ActionMessages::Set recall = that_run(m, semantics, recalls);
  // Quadratic in the transitions that defer or recall, which are few.
  for (const auto& [d, deferring] : defer) {
    for (const auto& [r, recalling] : recall) {
      for (const model::Trigger& a : m.transitions[deferring].triggers) {
        for (const model::Trigger& b : m.transitions[recalling].triggers) {
          if (share_message(a, b)) return true;
        }
      }
    }
  }
  return false;
}

std::string defer_code(const model::MachineModel& model,
                       const model::Capsule& capsule,
                       const std::vector<Delivery>& deliveries) {
  // A member with the name of the parameter could clash with a macro of the
  // user, or with `port`.
  const auto member = [](const std::string& slot) { return "given_" + slot; };
  std::string out =
      "constexpr int catenary_most = " + std::to_string(kMostDeferred) +
      ";\nstruct catenary_kept {\n"
      "int message;  // as UMLRTMessage::number\n"
      "int port, index;\n";
  for (const auto& [slot, type] : slots(model, capsule, deliveries)) {
    out += type + " " + member(slot) + ";\n";
  }
  // The whole struct is zeroed first: parameters of other messages must not
  // differ between equal situations.
  out +=
      "};\ntemplate <typename Any>\nvoid catenary_zero(Any& any);\n"
      "void catenary_keep(const UMLRTMessage& message, "
      "catenary_kept& one) {\ncatenary_zero(one);\n"
      "one.message = message.number;\none.index = message.index;\n"
      "switch (message.number) {\n";
  for (std::size_t k = 0; k < deliveries.size(); ++k) {
    out += "case " + std::to_string(k + 1) +
           ": one.port = " + std::to_string(deliveries[k].port) + "; break;\n";
  }
  out += "default: break;\n}\n" +
         for_each_message(model,
                          capsule,
                          deliveries,
                          "message.number",
                          [&](const std::string& slot) {
                            return "one." + member(slot) + " = given::" + slot +
                                   ";\n";
                          }) +
         "}\nvoid catenary_give(const catenary_kept& one) {\n" +
         for_each_message(model,
                          capsule,
                          deliveries,
                          "one.message",
                          [&](const std::string& slot) {
                            return "given::" + slot + " = one." + member(slot) +
                                   ";\n";
                          }) +
         "}\n";
  return out + kQueues;
}

Violation endless_recall(const model::Capsule& capsule) {
  return {kEndlessRun + capsule.qualified,
          "messages are recalled " + std::to_string(kMostRecalled) +
              " times for one message, so that it is not dealt with",
          capsule.where};
}

}  // namespace catenary::frontend::umlrt
