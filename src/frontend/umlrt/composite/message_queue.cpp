// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/composite/message_queue.h"

#include <algorithm>

#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/code/message_member.h"

namespace catenary::frontend::umlrt {

namespace {

/// The queue has no gaps and its free places are zero, so that equal situations
/// are equal states. There are no loops: the analysis of where values of inputs
/// go (program/analyse) follows places in memory whose indices are constants.
std::string queue_functions() {
  const auto place = [](std::size_t k) {
    return "catenary_queue[" + std::to_string(k) + "]";
  };
  std::string find;
  std::string put;
  std::string drop;
  std::string close;
  for (std::size_t k = 0; k < kMostQueued; ++k) {
    const std::string n = std::to_string(k);
    find += "if (" + place(k) + ".receipt != 0 && " + place(k) +
            ".priority <= one.priority) at = " + std::to_string(k + 1) + ";\n";
    put = "if (" + n + " == at) " + place(k) + " = one;\n" + put;
    if (k == 0) continue;
    put =
        "if (" + n + " > at) " + place(k) + " = " + place(k - 1) + ";\n" + put;
    drop += "if (" + place(k - 1) + ".receipt != 0) " + place(k - 1) + " = " +
            place(k) + ";\n";
    close += "if (at <= " + std::to_string(k - 1) + ") " + place(k - 1) +
             " = " + place(k) + ";\n";
  }
  const std::string last = place(kMostQueued - 1);
  return "catenary_entry catenary_queue[" + std::to_string(kMostQueued) +
         "];\nvoid catenary_enqueue(const catenary_entry& one) {\nif (" + last +
         ".receipt != 0) __catenary_unsupported(\"more than " +
         std::to_string(kMostQueued) + " messages wait\");\nint at = 0;\n" +
         find + put + "}\nvoid catenary_dequeue(catenary_entry& first) {\n" +
         "first = " + place(0) + ";\n" + drop + "catenary_zero(" + last +
         ");\n}\nvoid catenary_remove(int at) {\n" + close + "catenary_zero(" +
         last + ");\n}\n";
}

/// Writes the functions that send messages.
class Routes {
 public:
  Routes(const model::MachineModel& model,
         const InstanceTree& tree,
         const MessageTable& table,
         const AssumptionCode& assumption)
      : model_(model), tree_(tree), table_(table), assumption_(assumption) {}

  /// The functions that send messages, see route_name().
  [[nodiscard]] std::string write() const {
    std::string out;
    for (const model::Capsule* c : tree_.classes) {
      out += "namespace " + capsule_namespace(*c) + " {\n";
      for (std::uint32_t p = 0; p < c->ports.size(); ++p) {
        const model::Port& port = c->ports[p];
        if (port.protocol == model::kNoIndex) continue;
        const auto& messages = model_.protocols[port.protocol].messages;
        for (std::uint32_t m = 0; m < messages.size(); ++m) {
          if (!model::sends(port, messages[m])) continue;
          out += "int " + route_name(p, m) + "(" +
                 route_parameters(messages[m]) + ") {\nint sent = 0;\n" +
                 "bool unknown = false;\n(void)index;\n(void)priority;\n"
                 "switch (catenary_now) {\n" +
                 targets(*c, p, m) +
                 "default: break;\n}\nreturn unknown ? -1 : sent;\n}\n";
        }
      }
      out += "}\n";
    }
    return out;
  }

 private:
  /// For each instance of the class: where the message goes. The message may
  /// have another index in the protocol of the other end; it is found by its
  /// name.
  [[nodiscard]] std::string targets(const model::Capsule& c,
                                    std::uint32_t port,
                                    std::uint32_t message) const {
    std::string out;
    for (const std::size_t i : tree_.machines()) {
      if (tree_.instances[i].capsule != &c) continue;
      out += "case " + std::to_string(i) + ":\n";
      const auto& far = tree_.instances[i].far[port];
      for (std::uint32_t k = 0; k < far.size(); ++k) {
        out += "if (index < 0 || index == " + std::to_string(k) + ") {\n" +
               target(c, port, message, far[k]) +
               (far[k].environment ? seen(i, port, message, k) : "") + "}\n";
      }
      if (std::ranges::any_of(far, &FarEnd::environment)) {
        out += "if (unknown) {\n" + kept(i, port, message) + "}\n";
      }
      out += "break;\n";
    }
    return out;
  }

  /// C++ that counts a message to the environment and keeps its values, in the
  /// members of its port.
  [[nodiscard]] std::string kept(std::size_t instance,
                                 std::uint32_t port,
                                 std::uint32_t message) const {
    const model::Port& p = tree_.instances[instance].capsule->ports[port];
    const auto& m = model_.protocols[p.protocol].messages[message];
    const std::string owner =
        instance_object(instance) + "." + code_name(p.name) + ".";
    std::string out = "++" + owner + sent_member(m) + ";\n";
    for (const model::MachineVariable& v : m.parameters) {
      if (!is_kept(model_, v)) continue;
      out += owner + value_member(m, v) + " = catenary_" +
             std::to_string(&v - m.parameters.data()) + ";\n";
    }
    return out;
  }

  /// The same where the way to the environment exists.
  [[nodiscard]] std::string seen(std::size_t instance,
                                 std::uint32_t port,
                                 std::uint32_t message,
                                 std::uint32_t index) const {
    const std::string what = observed(instance, port, message, index);
    const std::string way =
        all_exist(tree_.instances[instance].far[port][index].through);
    return way.empty() || what.empty() ? what
                                       : "if (" + way + ") {\n" + what + "}\n";
  }

  /// What the assumption observes where the message goes to the environment.
  [[nodiscard]] std::string observed(std::size_t instance,
                                     std::uint32_t port,
                                     std::uint32_t message,
                                     std::uint32_t index) const {
    const Instance& from = tree_.instances[instance];
    const model::Port& p = from.capsule->ports[port];
    const auto& m = model_.protocols[p.protocol].messages[message];
    std::vector<std::string> values;
    for (std::size_t k = 0; k < m.parameters.size(); ++k) {
      values.push_back("catenary_" + std::to_string(k));
    }
    return assumption_.sent(border_port(from, p, index), m.name, values);
  }

  [[nodiscard]] std::string target(const model::Capsule& c,
                                   std::uint32_t port,
                                   std::uint32_t message,
                                   const FarEnd& far) const {
    const std::string way = all_exist(far.through);
    if (far.environment) {
      return (way.empty() ? "" : "if (" + way + ") ") + "unknown = true;\n";
    }
    if (!far.end) return "";
    const PortEnd& end = *far.end;
    const model::Capsule& other = *tree_.instances[end.instance].capsule;
    const auto& sent =
        model_.protocols[c.ports[port].protocol].messages[message];
    const auto& known =
        model_.protocols[other.ports[end.port].protocol].messages;
    const auto at =
        std::ranges::find(known, sent.name, &model::MachineMessage::name);
    const std::ptrdiff_t receipt =
        at == known.end()
            ? -1
            : table_.find(end, static_cast<std::uint32_t>(at - known.begin()));
    const auto type = [](const model::MachineVariable& v) {
      return type_of(v) + "[" + v.array_size;
    };
    if (receipt < 0 ||
        !std::ranges::equal(at->parameters, sent.parameters, {}, type, type)) {
      return "__catenary_unsupported(\"a message that the other end of the "
             "port does not know\");\n";
    }
    const auto number = static_cast<std::size_t>(receipt);
    const std::string enqueue =
        enqueue_code(
            table_,
            number,
            end.index,
            "priority",
            [](std::size_t p) { return "catenary_" + std::to_string(p); }) +
        "++sent;\n";
    // A message to an instance that does not exist is lost.
    return way.empty() ? enqueue : "if (" + way + ") {\n" + enqueue + "}\n";
  }

  const model::MachineModel& model_;
  const InstanceTree& tree_;
  const MessageTable& table_;
  const AssumptionCode& assumption_;
};

}  // namespace

std::string queue_code(const MessageTable& table) {
  std::string out =
      "struct catenary_entry {\nint receipt;\nint index;\nint priority;\n";
  for (std::size_t f = 0; f < table.field_types.size(); ++f) {
    out += table.field_types[f] + " field_" + std::to_string(f) + ";\n";
  }
  return out + "};\n" + queue_functions();
}

std::string enqueue_code(const MessageTable& table,
                         std::size_t receipt,
                         std::uint32_t index,
                         const std::string& priority,
                         const std::function<std::string(std::size_t)>& value) {
  const std::vector<std::size_t>& fields = table.receipts[receipt].fields;
  std::string out =
      "catenary_entry one;\ncatenary_zero(one);\n"
      "one.receipt = " +
      std::to_string(receipt + 1) + ";\none.index = " + std::to_string(index) +
      ";\none.priority = " + priority + ";\n";
  for (std::size_t p = 0; p < fields.size(); ++p) {
    out += "one.field_" + std::to_string(fields[p]) + " = " + value(p) + ";\n";
  }
  return out + "catenary_enqueue(one);\n";
}

std::string route_code(const model::MachineModel& model,
                       const InstanceTree& tree,
                       const MessageTable& table,
                       const AssumptionCode& assumption) {
  return Routes(model, tree, table, assumption).write();
}

}  // namespace catenary::frontend::umlrt
