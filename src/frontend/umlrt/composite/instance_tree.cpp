// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expands parts into instances, joins ends of connectors, and follows the
/// joints through relay ports to the ports where messages end.
#include "frontend/umlrt/composite/instance_tree.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "frontend/umlrt/code/inputs/port_index.h"

namespace catenary::frontend::umlrt {

namespace {

/// A place where a connector can join: the outer or the inner side of one
/// instance of a port. Ports that end at a state machine have one side.
using Joint = std::tuple<std::size_t, std::uint32_t, std::uint32_t, bool>;

/// Ports with more instances than this are refused.
constexpr std::uint32_t kMostPortInstances = 32;
/// Parts within parts; a capsule that contains itself is deeper than any.
constexpr int kDeepest = 16;

/// Builds one tree.
class Builder {
 public:
  explicit Builder(const model::MachineModel& model) : model_(model) {}

  InstanceTree build(const model::Capsule& system) {
    add(system, "", system.name, 0, 0);
    if (reasons_.empty()) {
      for (std::size_t i = 0; i < parts_.size(); ++i) connect(i);
    }
    if (!reasons_.empty()) throw base::InputError(std::move(reasons_));
    for (std::size_t i = 0; i < out_.instances.size(); ++i) find_far_ends(i);
    return std::move(out_);
  }

 private:
  void refuse(const base::SourceLocation& where, const std::string& what) {
    reasons_.push_back({base::Severity::error, where, what, "unsupported", {}});
  }

  /// Adds the instance and all that it contains.
  void add(const model::Capsule& capsule,
           const std::string& path,
           const std::string& role,
           std::uint32_t index,
           int depth) {
    if (depth > kDeepest || out_.instances.size() > 8 * kMostInstances) {
      if (reasons_.empty()) {
        refuse(capsule.where,
               "capsule '" + capsule.qualified +
                   "': too many parts within parts; expected a system of at "
                   "most " +
                   std::to_string(kMostInstances) +
                   " instances with state machines");
      }
      return;
    }
    const std::size_t self = out_.instances.size();
    out_.instances.push_back({&capsule, path, role, index, {}});
    parts_.emplace_back();
    if (capsule.has_machine) count(capsule);
    for (const model::Port& p : capsule.ports) check(capsule, p);
    for (const model::CapsulePart& part : capsule.parts) {
      if (part.outside) continue;
      if (parts_[self].contains(part.name)) {
        refuse(part.where,
               part.qualified + ": there are two parts of this name");
        continue;
      }
      const auto type =
          std::ranges::find(model_.capsules, part.type, &model::Capsule::name);
      const auto number = count_of(part.upper);
      if (type == model_.capsules.end()) {
        refuse(
            part.where,
            part.qualified + ": the capsule of this part is not in the file");
        continue;
      }
      if (!number || count_of(part.lower) != number) {
        refuse(part.where,
               part.qualified +
                   ": not supported: a part that is optional or has no fixed "
                   "number of instances");
        continue;
      }
      for (std::uint32_t k = 0; k < *number && reasons_.empty(); ++k) {
        const std::string name =
            part.name + (*number > 1 ? "[" + std::to_string(k) + "]" : "");
        parts_[self][part.name].push_back(out_.instances.size());
        add(*type,
            path.empty() ? name : path + "." + name,
            part.name,
            k,
            depth + 1);
      }
    }
  }

  void count(const model::Capsule& capsule) {
    if (std::ranges::find(out_.classes, &capsule) == out_.classes.end()) {
      out_.classes.push_back(&capsule);
    }
    if (++machines_ == kMostInstances + 1) {
      refuse(capsule.where,
             "not supported: more than " + std::to_string(kMostInstances) +
                 " instances with state machines");
    }
  }

  /// Refuses what is bound at run time.
  void check(const model::Capsule& capsule, const model::Port& port) {
    if (port.kind != model::PortKind::protocol) return;
    const std::string name = capsule.qualified + "." + port.name;
    if (!port.wired) {
      refuse(port.where,
             name +
                 ": not supported in a system: a port that is bound at run "
                 "time (unwired)");
    }
    if (instances_of(port).value_or(kMostPortInstances + 1) >
        kMostPortInstances) {
      refuse(port.where,
             name +
                 ": not supported in a system: a port without a fixed "
                 "number of instances, or with more than " +
                 std::to_string(kMostPortInstances));
    }
  }

  [[nodiscard]] const model::Capsule& capsule_of(std::size_t instance) const {
    return *out_.instances[instance].capsule;
  }

  /// Whether messages that arrive at the port end there.
  [[nodiscard]] bool ends(std::size_t instance, std::uint32_t port) const {
    const model::Capsule& c = capsule_of(instance);
    if (c.ports[port].behaviour) return true;
    const auto waits = [port](const model::Trigger& g) {
      return std::ranges::count(g.ports, port) > 0;
    };
    return std::ranges::any_of(c.machine.transitions,
                               [&](const model::Transition& t) {
                                 return std::ranges::any_of(t.triggers, waits);
                               });
  }

  /// The joints of an end of a connector within `self`, which are free.
  std::vector<Joint> joints(std::size_t self,
                            const model::Connector& connector,
                            const model::ConnectorEnd& end) {
    std::vector<std::size_t> owners = {self};
    if (!end.part.empty()) {
      const auto part = parts_[self].find(end.part);
      if (part == parts_[self].end()) {
        refuse(connector.where,
               connector.qualified + ": there is no part '" + end.part + "'");
        return {};
      }
      owners = part->second;
    }
    std::vector<Joint> out;
    for (const std::size_t owner : owners) {
      const auto& ports = capsule_of(owner).ports;
      const auto at = std::ranges::find(ports, end.port, &model::Port::name);
      if (at == ports.end()) {
        refuse(connector.where,
               connector.qualified + ": there is no port '" + end.port + "'");
        return {};
      }
      const auto port = static_cast<std::uint32_t>(at - ports.begin());
      const bool outer = !end.part.empty() || ends(owner, port);
      for (std::uint32_t k = 0; k < instances_of(*at).value_or(0); ++k) {
        const Joint joint{owner, port, k, outer};
        if (!joined_.contains(joint)) out.push_back(joint);
      }
    }
    return out;
  }

  /// Whether the end is at a part that is left to the environment.
  [[nodiscard]] bool leads_outside(std::size_t self,
                                   const model::ConnectorEnd& end) const {
    const auto& parts = capsule_of(self).parts;
    const auto at =
        std::ranges::find(parts, end.part, &model::CapsulePart::name);
    return at != parts.end() && at->outside;
  }

  /// Joins what the connectors of one instance connect.
  void connect(std::size_t self) {
    for (const model::Connector& c : capsule_of(self).connectors) {
      if (leads_outside(self, c.from) || leads_outside(self, c.to)) continue;
      const std::vector<Joint> from = joints(self, c, c.from);
      const std::vector<Joint> to = joints(self, c, c.to);
      if (!reasons_.empty()) continue;
      const std::size_t all = std::min(from.size(), to.size());
      if (all == 0) {
        refuse(c.where,
               c.qualified +
                   ": all instances of one of its ports are "
                   "connected already");
      }
      for (std::size_t k = 0; k < all; ++k) {
        joined_[from[k]] = to[k];
        joined_[to[k]] = from[k];
      }
    }
  }

  /// Follows the joints from the port to its other end.
  [[nodiscard]] FarEnd follow(std::size_t instance,
                              std::uint32_t port,
                              std::uint32_t index) const {
    Joint now{instance, port, index, true};
    // Each relay port is passed at most once.
    for (std::size_t k = 0; k <= joined_.size(); ++k) {
      const auto next = joined_.find(now);
      if (next == joined_.end()) {
        // The outer side of a port that nothing is connected to.
        return {std::nullopt, std::get<3>(now)};
      }
      const auto& [owner, at, slot, outer] = next->second;
      if (!ends(owner, at)) {
        now = {owner, at, slot, !outer};
        continue;
      }
      if (!capsule_of(owner).has_machine) return {};
      return {PortEnd{owner, at, slot}, false};
    }
    return {};
  }

  void find_far_ends(std::size_t instance) {
    const model::Capsule& c = capsule_of(instance);
    auto& far = out_.instances[instance].far;
    far.resize(c.ports.size());
    if (!c.has_machine) return;
    for (std::uint32_t p = 0; p < c.ports.size(); ++p) {
      const model::Port& port = c.ports[p];
      if (port.kind != model::PortKind::protocol || !ends(instance, p))
        continue;
      for (std::uint32_t k = 0; k < instances_of(port).value_or(0); ++k) {
        far[p].push_back(follow(instance, p, k));
      }
    }
  }

  const model::MachineModel& model_;
  InstanceTree out_;
  /// For each instance: its parts by name, as indices of instances.
  std::vector<std::map<std::string, std::vector<std::size_t>>> parts_;
  std::map<Joint, Joint> joined_;
  std::size_t machines_ = 0;
  std::vector<base::Diagnostic> reasons_;
};

}  // namespace

std::vector<std::size_t> InstanceTree::machines() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    if (instances[i].capsule->has_machine) out.push_back(i);
  }
  return out;
}

std::string instance_object(std::size_t instance) {
  return "catenary_instance_" + std::to_string(instance);
}

bool has_parts_with_machines(const model::MachineModel& model,
                             const model::Capsule& capsule) {
  std::set<const model::Capsule*> seen = {&capsule};
  std::vector<const model::Capsule*> open = {&capsule};
  while (!open.empty()) {
    const model::Capsule* now = open.back();
    open.pop_back();
    for (const model::CapsulePart& part : now->parts) {
      const auto type =
          std::ranges::find(model.capsules, part.type, &model::Capsule::name);
      if (part.outside || type == model.capsules.end()) continue;
      if (type->has_machine) return true;
      if (seen.insert(&*type).second) open.push_back(&*type);
    }
  }
  return false;
}

InstanceTree instance_tree(const model::MachineModel& model,
                           const model::Capsule& system) {
  return Builder(model).build(system);
}

}  // namespace catenary::frontend::umlrt
