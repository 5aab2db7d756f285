// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/composite/message_table.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "frontend/umlrt/code/inputs/port_index.h"
#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

using model::SignalKind;

/// Makes the tables of one system.
class Tables {
 public:
  Tables(const model::MachineModel& model, const InstanceTree& tree)
      : model_(model), tree_(tree) {}

  MessageTable make() {
    for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
      out_.timing_base.push_back(out_.timing_ports);
      const Instance& one = tree_.instances[i];
      if (!one.capsule->has_machine) continue;
      const std::vector<Delivery> all = deliveries(model_, *one.capsule);
      for (std::size_t k = 0; k < all.size(); ++k) add(i, k, all[k]);
      out_.timing_ports += static_cast<std::size_t>(std::ranges::count(
          one.capsule->ports, model::PortKind::timing, &model::Port::kind));
    }
    if (!reasons_.empty()) throw base::InputError(std::move(reasons_));
    return std::move(out_);
  }

 private:
  void refuse(const base::SourceLocation& where, const std::string& what) {
    const auto same = [&](const base::Diagnostic& d) {
      return d.message == what;
    };
    if (std::ranges::any_of(reasons_, same)) return;
    reasons_.push_back({base::Severity::error, where, what, "unsupported", {}});
  }

  void add(std::size_t instance, std::size_t local, const Delivery& d) {
    const Instance& one = tree_.instances[instance];
    const model::Port& port = one.capsule->ports[d.port];
    if (d.signal == SignalKind::bound || d.signal == SignalKind::unbound) {
      refuse(port.where,
             port.qualified +
                 ": not supported in a system: notifications "
                 "that a port is bound or unbound");
      return;
    }
    Receipt receipt{instance, local, d, named(one, d.name), {}};
    if (d.signal == SignalKind::message) {
      receipt.fields =
          fields(model_.protocols[port.protocol].messages[d.message]);
    }
    const std::size_t index = out_.receipts.size();
    out_.receipts.push_back(receipt);
    if (d.signal == SignalKind::timeout) {
      out_.stimuli.push_back(
          {index,
           0,
           receipt.name,
           out_.timing_base[instance] + timing_rank(*one.capsule, d.port),
           {}});
      return;
    }
    stimuli(index, one, port);
  }

  /// What the environment can send through the free instances of the port.
  void stimuli(std::size_t receipt,
               const Instance& one,
               const model::Port& port) {
    const Delivery& d = out_.receipts[receipt].delivery;
    const auto& far = one.far[d.port];
    const std::string message = d.name.substr(port.name.size());
    for (std::uint32_t k = 0; k < far.size(); ++k) {
      if (!far[k].environment) continue;
      const std::string at =
          far.size() > 1 ? "[" + std::to_string(k) + "]" : "";
      std::vector<std::size_t> through = far[k].through;
      if (one.dynamic) through.push_back(out_.receipts[receipt].instance);
      out_.receives = true;
      if (through.empty()) out_.always_receives = true;
      out_.stimuli.push_back({receipt,
                              k,
                              named(one, port.name + at + message),
                              0,
                              std::move(through)});
    }
  }

  static std::string named(const Instance& instance, const std::string& name) {
    return instance.path.empty() ? name : instance.path + "." + name;
  }

  /// The fields for the parameters of a message: those of one type share them
  /// by their order.
  std::vector<std::size_t> fields(const model::MachineMessage& message) {
    std::vector<std::size_t> out;
    std::map<std::string, std::size_t> used;
    for (const model::MachineVariable& p : message.parameters) {
      if (!p.array_size.empty()) {
        refuse(p.where,
               p.qualified +
                   ": not supported in a system: an array as a "
                   "parameter of a message");
      }
      const std::string type = p.type.empty() ? "int" : p.type;
      const std::pair key{type, used[type]++};
      const auto [at, is_new] =
          numbers_.try_emplace(key, out_.field_types.size());
      if (is_new) out_.field_types.push_back(type);
      out.push_back(at->second);
    }
    return out;
  }

  const model::MachineModel& model_;
  const InstanceTree& tree_;
  MessageTable out_;
  /// By type and order within a message.
  std::map<std::pair<std::string, std::size_t>, std::size_t> numbers_;
  std::vector<base::Diagnostic> reasons_;
};

}  // namespace

std::string border_port(const Instance& instance,
                        const model::Port& port,
                        std::uint32_t index) {
  const bool several = instances_of(port).value_or(0) > 1;
  return (instance.path.empty() ? "" : instance.path + ".") + port.name +
         (several ? "[" + std::to_string(index) + "]" : "");
}

std::ptrdiff_t MessageTable::find(const PortEnd& end,
                                  std::uint32_t message) const {
  const auto at = std::ranges::find_if(receipts, [&](const Receipt& r) {
    return r.instance == end.instance && r.delivery.port == end.port &&
           r.delivery.signal == SignalKind::message &&
           r.delivery.message == message;
  });
  return at == receipts.end() ? -1 : at - receipts.begin();
}

const std::vector<model::MachineVariable>& parameters_of(
    const model::MachineModel& model,
    const InstanceTree& tree,
    const Receipt& receipt) {
  static const std::vector<model::MachineVariable> kNone;
  if (receipt.delivery.signal != SignalKind::message) return kNone;
  const model::Capsule& c = *tree.instances[receipt.instance].capsule;
  return model.protocols[c.ports[receipt.delivery.port].protocol]
      .messages[receipt.delivery.message]
      .parameters;
}

MessageTable message_table(const model::MachineModel& model,
                           const InstanceTree& tree) {
  return Tables(model, tree).make();
}

}  // namespace catenary::frontend::umlrt
