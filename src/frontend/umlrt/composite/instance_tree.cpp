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

/// The lower bound of the multiplicity; nothing if it is not a number.
std::optional<std::uint32_t> least_of(const model::CapsulePart& part) {
  return part.lower == "0" ? 0 : count_of(part.lower);
}

/// Builds one tree.
class Builder {
 public:
  explicit Builder(const model::MachineModel& model) : model_(model) {}

  InstanceTree build(const model::Capsule& system) {
    add(system, {&system, "", system.name, 0, 0, 0, false, false, {}}, 0);
    if (reasons_.empty()) {
      for (std::size_t i = 0; i < parts_.size(); ++i) connect(i);
      for (std::size_t i = 0; i < parts_.size(); ++i) check_width(i);
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
  void add(const model::Capsule& capsule, Instance instance, int depth) {
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
    out_.instances.push_back(std::move(instance));
    parts_.emplace_back();
    if (capsule.has_machine) count(capsule);
    for (const model::Port& p : capsule.ports) check(capsule, p);
    for (std::size_t k = 0; k < capsule.parts.size(); ++k) {
      if (!capsule.parts[k].outside) add_part(self, k, depth);
    }
  }

  /// Adds the instances of a part.
  void add_part(std::size_t self, std::size_t number, int depth) {
    const model::CapsulePart& part = capsule_of(self).parts[number];
    if (parts_[self].contains(part.name)) {
      refuse(part.where, part.qualified + ": there are two parts of this name");
      return;
    }
    std::vector<std::size_t>& made = parts_[self][part.name];
    // Nothing is there before something is imported.
    if (part.plugin) {
      cut_.emplace(self, part.name);
      return;
    }
    const auto type =
        std::ranges::find(model_.capsules, part.type, &model::Capsule::name);
    if (type == model_.capsules.end()) {
      refuse(part.where,
             part.qualified + ": the capsule of this part is not in the file");
      return;
    }
    const auto least = least_of(part);
    if (!least) {
      refuse(part.where,
             part.qualified +
                 ": not supported: a part without a fixed least number of "
                 "instances");
      return;
    }
    const std::uint32_t most = count_of(part.upper).value_or(UINT32_MAX);
    const std::uint32_t all = is_within(self, *type)
                                  ? *least
                                  : std::min(most, *least + kMostOptional);
    if (all < most) cut_.emplace(self, part.name);
    for (std::uint32_t k = 0; k < all && reasons_.empty(); ++k) {
      const std::string name =
          part.name + (most > 1 ? "[" + std::to_string(k) + "]" : "");
      made.push_back(out_.instances.size());
      const Instance& owner = out_.instances[self];
      const bool optional = k >= *least;
      add(*type,
          {&*type,
           owner.path.empty() ? name : owner.path + "." + name,
           part.name,
           k,
           self,
           number,
           optional,
           optional || owner.dynamic,
           {}},
          depth + 1);
    }
  }

  /// Whether the instance, or one that contains it, is an instance of
  /// `capsule`. An optional part of that type could be nested without end.
  [[nodiscard]] bool is_within(std::size_t instance,
                               const model::Capsule& capsule) const {
    for (;;) {
      if (out_.instances[instance].capsule == &capsule) return true;
      if (instance == out_.instances[instance].owner) return false;
      instance = out_.instances[instance].owner;
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
  }

  /// Refuses ports of which not all instances are looked at, but where there is
  /// nothing at the others.
  void check_width(std::size_t instance) {
    const model::Capsule& c = capsule_of(instance);
    for (std::uint32_t p = 0; p < c.ports.size(); ++p) {
      const model::Port& port = c.ports[p];
      if (port.kind != model::PortKind::protocol || !is_wide(port) ||
          unsure_.contains({instance, p, true}) ||
          unsure_.contains({instance, p, false})) {
        continue;
      }
      refuse(port.where,
             c.qualified + "." + port.name +
                 ": not supported in a system: a port without a fixed "
                 "number of instances, or with more than " +
                 std::to_string(kMostPortInstances));
    }
  }

  /// Whether the multiplicity of the port exceeds kMostPortInstances, or is not
  /// known.
  static bool is_wide(const model::Port& port) {
    return instances_of(port).value_or(kMostPortInstances + 1) >
           kMostPortInstances;
  }
  static std::uint32_t width_of(const model::Port& port) {
    return std::min(instances_of(port).value_or(kMostPortInstances),
                    kMostPortInstances);
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
      for (std::uint32_t k = 0; k < width_of(*at); ++k) {
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

  /// Whether the end is a port of a part that may have more instances than the
  /// tree.
  [[nodiscard]] bool is_cut(std::size_t self,
                            const model::ConnectorEnd& end) const {
    return cut_.contains({self, end.part});
  }

  /// The side of the port that a joint is on.
  static std::tuple<std::size_t, std::uint32_t, bool> port_of(const Joint& j) {
    return {std::get<0>(j), std::get<1>(j), std::get<3>(j)};
  }

  /// Joins what the connectors of one instance connect.
  void connect(std::size_t self) {
    for (const model::Connector& c : capsule_of(self).connectors) {
      if (leads_outside(self, c.from) || leads_outside(self, c.to)) continue;
      const std::vector<Joint> from = joints(self, c, c.from);
      const std::vector<Joint> to = joints(self, c, c.to);
      if (!reasons_.empty()) continue;
      const std::size_t all = std::min(from.size(), to.size());
      if (is_cut(self, c.from) || is_cut(self, c.to)) {
        for (const auto& side : {from, to}) {
          for (const Joint& j : side) unsure_.insert(port_of(j));
        }
      } else if (all == 0) {
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
    std::vector<std::size_t> through;
    const auto pass = [&](std::size_t owner) {
      if (out_.instances[owner].dynamic &&
          std::ranges::count(through, owner) == 0) {
        through.push_back(owner);
      }
    };
    // Each relay port is passed at most once.
    for (std::size_t k = 0; k <= joined_.size(); ++k) {
      const auto next = joined_.find(now);
      if (next == joined_.end()) {
        // The outer side of a port that nothing is connected to.
        return {std::nullopt,
                std::get<3>(now) && !unsure_.contains(port_of(now)),
                through};
      }
      const auto& [owner, at, slot, outer] = next->second;
      pass(owner);
      if (!ends(owner, at)) {
        now = {owner, at, slot, !outer};
        continue;
      }
      if (!capsule_of(owner).has_machine) return {};
      return {PortEnd{owner, at, slot}, false, through};
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
      for (std::uint32_t k = 0; k < width_of(port); ++k) {
        far[p].push_back(follow(instance, p, k));
      }
    }
  }

  const model::MachineModel& model_;
  InstanceTree out_;
  /// For each instance: its parts by name, as indices of instances.
  std::vector<std::map<std::string, std::vector<std::size_t>>> parts_;
  std::map<Joint, Joint> joined_;
  /// Parts that may have more instances than are accounted for.
  std::set<std::pair<std::size_t, std::string>> cut_;
  /// Ports that are connected to such parts: nothing is at those of their
  /// instances that are not joined.
  std::set<std::tuple<std::size_t, std::uint32_t, bool>> unsure_;
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

std::vector<std::size_t> InstanceTree::within(std::size_t instance) const {
  std::vector<std::size_t> out = {instance};
  // Parts follow their owners.
  for (std::size_t i = instance + 1; i < instances.size(); ++i) {
    if (std::ranges::count(out, instances[i].owner) > 0) out.push_back(i);
  }
  return out;
}

std::vector<std::size_t> InstanceTree::together(std::size_t instance,
                                                bool parts_first) const {
  std::vector<std::size_t> out;
  if (!parts_first) out.push_back(instance);
  for (std::size_t i = instance + 1; i < instances.size(); ++i) {
    if (instances[i].owner != instance || instances[i].optional) continue;
    const std::vector<std::size_t> inner = together(i, parts_first);
    out.insert(out.end(), inner.begin(), inner.end());
  }
  if (parts_first) out.push_back(instance);
  return out;
}

bool InstanceTree::is_dynamic() const {
  return std::ranges::any_of(instances, &Instance::dynamic);
}

std::string instance_object(std::size_t instance) {
  return "catenary_instance_" + std::to_string(instance);
}

std::string exists_flag(std::size_t instance) {
  return "catenary_exists[" + std::to_string(instance) + "]";
}

std::string all_exist(const std::vector<std::size_t>& instances) {
  std::string out;
  for (const std::size_t i : instances) {
    out += (out.empty() ? "" : " && ") + exists_flag(i);
  }
  return out;
}

bool sends_to_itself(const model::Capsule& capsule) {
  return std::ranges::any_of(capsule.connectors, [](const auto& c) {
    return c.from.part.empty() && c.to.part.empty();
  });
}

bool can_be_system(const model::MachineModel& model,
                   const model::Capsule& capsule) {
  if (capsule.has_machine && sends_to_itself(capsule)) return true;
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
