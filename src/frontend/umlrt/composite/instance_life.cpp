// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/composite/instance_life.h"

#include <algorithm>

#include "frontend/umlrt/code/inputs/port_index.h"
#include "frontend/umlrt/composite/message_queue.h"

namespace catenary::frontend::umlrt {

namespace {

std::string number(std::size_t n) {
  return std::to_string(n);
}

/// C++ that ends the run as unsupported.
std::string unsupported(const std::string& what) {
  return "__catenary_unsupported(\"" + what + "\");\n";
}

}  // namespace

InstanceLife::InstanceLife(const model::MachineModel& model,
                           const InstanceTree& tree,
                           const MessageTable& table,
                           bool timers)
    : model_(model), tree_(tree), table_(table), timers_(timers) {
  for (const std::size_t i : tree_.machines()) {
    if (tree_.instances[i].dynamic) machines_.push_back(i);
  }
}

bool InstanceLife::parts_first() const {
  return model_.semantics == model::Semantics::code_realtime;
}

std::vector<std::size_t> InstanceLife::initialised_with(
    std::size_t instance) const {
  std::vector<std::size_t> out = tree_.together(instance, parts_first());
  std::erase_if(out, [this](std::size_t i) {
    return !tree_.instances[i].capsule->has_machine;
  });
  return out;
}

std::size_t InstanceLife::receipt_of(std::size_t instance) const {
  const auto at = std::ranges::find(machines_, instance) - machines_.begin();
  return table_.receipts.size() + static_cast<std::size_t>(at) + 1;
}

std::string InstanceLife::begin() const {
  std::string out;
  for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
    const bool dynamic = tree_.instances[i].dynamic;
    if (tree_.is_dynamic()) {
      out += exists_flag(i) + (dynamic ? " = false;\n" : " = true;\n");
    }
    if (dynamic && tree_.instances[i].capsule->has_machine) {
      out += instance_object(i) +
             ".catenary_state = " + std::to_string(kAbsentState) + ";\n";
    }
  }
  for (const std::size_t i : initialised_with(0)) out += initialise(i);
  return out;
}

std::string InstanceLife::initialise(std::size_t instance) const {
  return "{\ncatenary_now = " + number(instance) +
         ";\ncatenary_timing_base = " + number(table_.timing_base[instance]) +
         ";\nUMLRTMessage first;\n" + instance_object(instance) +
         ".catenary_begin(&first);\n}\n";
}

std::string InstanceLife::initialisations() const {
  std::string out;
  for (const std::size_t i : machines_) {
    out += "case " + number(receipt_of(i)) +
           ":\ncatenary_to = " + number(i + 1) + ";\n" + initialise(i) +
           "break;\n";
  }
  return out;
}

std::string InstanceLife::begun(std::size_t instance) const {
  if (!tree_.instances[instance].dynamic) return "";
  return "if (" + instance_object(instance) +
         ".catenary_state == " + std::to_string(kNewState) + ") " +
         unsupported("a message to an instance before its initialisation");
}

std::string InstanceLife::create(std::size_t instance) const {
  std::string out = "void catenary_create_" + number(instance) + "() {\n";
  const std::vector<std::size_t> all = tree_.machines();
  for (const std::size_t i : tree_.together(instance, parts_first())) {
    out += exists_flag(i) + " = true;\n";
    if (!tree_.instances[i].capsule->has_machine) continue;
    const auto index = std::ranges::find(all, i) - all.begin();
    out += "catenary_make(" + instance_object(i) + ", " +
           std::to_string(index) + ");\n" + instance_object(i) +
           ".catenary_mark();\n" + instance_object(i) +
           ".catenary_state = " + std::to_string(kNewState) +
           ";\ncatenary_begin_later(" + number(receipt_of(i)) + ");\n";
  }
  return out + "}\n";
}

std::string InstanceLife::destroy(std::size_t instance) const {
  std::string out = "void catenary_destroy_" + number(instance) + "() {\n";
  for (const std::size_t i : tree_.within(instance)) {
    out += "if (catenary_now == " + number(i) + ") " +
           unsupported("an instance that destroys itself");
  }
  for (const std::size_t i : tree_.within(instance)) {
    out += "if (" + exists_flag(i) + ") {\n" + exists_flag(i) + " = false;\n";
    const model::Capsule& c = *tree_.instances[i].capsule;
    if (c.has_machine) {
      const auto ports = static_cast<std::size_t>(std::ranges::count(
          c.ports, model::PortKind::timing, &model::Port::kind));
      out += "catenary_purge_instance(" + number(i + 1) + ");\n" +
             "catenary_unmake(" + instance_object(i) + ");\n" +
             instance_object(i) +
             ".catenary_state = " + std::to_string(kAbsentState) + ";\n";
      if (timers_ && ports > 0) {
        out += "catenary_end_timers(" + number(table_.timing_base[i]) + ", " +
               number(table_.timing_base[i] + ports) + ");\n";
      }
    }
    out += "}\n";
  }
  return out + "}\n";
}

/// C++ that drops what waits for an instance.
std::string InstanceLife::purge() const {
  std::string out =
      "bool catenary_is_to(int receipt, int instance) {\nswitch (receipt) {\n";
  for (std::size_t r = 0; r < table_.receipts.size(); ++r) {
    out += "case " + number(r + 1) +
           ": return instance == " + number(table_.receipts[r].instance + 1) +
           ";\n";
  }
  for (const std::size_t i : machines_) {
    out += "case " + number(receipt_of(i)) +
           ": return instance == " + number(i + 1) + ";\n";
  }
  out +=
      "default: return false;\n}\n}\n"
      "void catenary_purge_instance(int instance) {\n";
  for (std::size_t k = kMostQueued; k-- > 0;) {
    out += "if (catenary_is_to(catenary_queue[" + number(k) +
           "].receipt, instance)) catenary_remove(" + number(k) + ");\n";
  }
  return out + "}\n";
}

/// C++ that puts an initialisation into the queue.
std::string InstanceLife::begin_later() const {
  return std::string(
             "void catenary_begin_later(int receipt) {\n"
             "catenary_entry one;\ncatenary_zero(one);\n"
             "one.receipt = receipt;\none.priority = ") +
         (parts_first() ? "PRIORITY_SYSTEM" : "PRIORITY_NORMAL") +
         ";\ncatenary_enqueue(one);\n}\n";
}

/// C++ of whether a timeout waits for the instance that runs.
std::string InstanceLife::timeout_waits() const {
  std::string is =
      "bool catenary_is_timeout_of_now(int receipt) {\nswitch (receipt) {\n";
  for (std::size_t r = 0; r < table_.receipts.size(); ++r) {
    const Receipt& one = table_.receipts[r];
    if (one.delivery.signal != model::SignalKind::timeout) continue;
    is += "case " + number(r + 1) +
          ": return catenary_now == " + number(one.instance) + ";\n";
  }
  std::string out = is + "default: return false;\n}\n}\n" +
                    "bool catenary_timeout_waits() {\nreturn false";
  for (std::size_t k = 0; k < kMostQueued; ++k) {
    out += " ||\ncatenary_is_timeout_of_now(catenary_queue[" + number(k) +
           "].receipt)";
  }
  return out + ";\n}\n";
}

template <typename OfInstance, typename Behind>
std::string InstanceLife::by_part(const OfInstance& of_instance,
                                  const Behind& behind) const {
  std::string out = "switch (catenary_now) {\n";
  for (const std::size_t owner : tree_.machines()) {
    const model::Capsule& c = *tree_.instances[owner].capsule;
    if (c.parts.empty()) continue;
    out += "case " + number(owner) + ":\nswitch (part) {\n";
    for (std::size_t p = 0; p < c.parts.size(); ++p) {
      out += "case " + number(p) + ": {\n";
      for (std::size_t i = owner + 1; i < tree_.instances.size(); ++i) {
        const Instance& one = tree_.instances[i];
        if (one.owner == owner && one.part == p) out += of_instance(i);
      }
      out += behind(owner, p) + "break;\n}\n";
    }
    out += "default: break;\n}\nbreak;\n";
  }
  return out + "default: break;\n}\n";
}

/// The number of instances of a part that are accounted for.
std::size_t InstanceLife::places(std::size_t owner, std::size_t part) const {
  std::size_t all = 0;
  for (std::size_t i = owner + 1; i < tree_.instances.size(); ++i) {
    const Instance& one = tree_.instances[i];
    if (one.owner == owner && one.part == part) ++all;
  }
  return all;
}

/// C++ of incarnate(), and of an instance of a part by its index.
std::string InstanceLife::looking() const {
  const auto beyond = [this](std::size_t owner, std::size_t part) {
    return "if (index < 0 || index >= " + number(places(owner, part)) + ") " +
           unsupported("an instance of a part that is not accounted for");
  };
  // If the tree has all instances that the model allows, no place is free.
  const auto more = [&](std::size_t owner, std::size_t part) {
    const model::CapsulePart& p = tree_.instances[owner].capsule->parts[part];
    return !p.plugin && count_of(p.upper) == places(owner, part)
               ? std::string()
               : beyond(owner, part);
  };
  const auto make = [this](std::size_t i) {
    const Instance& one = tree_.instances[i];
    if (!one.optional) return std::string();
    return "if (!" + exists_flag(i) +
           " && (index < 0 || index == " + number(one.index) +
           ")) {\nif (*type != 0 && strcmp(type, \"" + one.capsule->name +
           "\") != 0) " +
           unsupported("an instance of another class than that of its part") +
           "catenary_create_" + number(i) + "();\nreturn " + number(i + 1) +
           ";\n}\n";
  };
  const auto find = [this](std::size_t i) {
    const std::string is =
        tree_.instances[i].dynamic ? exists_flag(i) : std::string();
    return "if (index == " + number(tree_.instances[i].index) +
           (is.empty() ? "" : " && " + is) + ") return " + number(i + 1) +
           ";\n";
  };
  return "int catenary_incarnate(int part, int index, const char* type) {\n" +
         by_part(make, more) +
         "return 0;\n}\nint catenary_instance_of(int part, int index) {\n" +
         by_part(find, beyond) + "return 0;\n}\n";
}

/// C++ of destroy(), of an instance and of a part.
std::string InstanceLife::destroying() const {
  std::string out = "bool catenary_destroy(int number) {\nswitch (number) {\n";
  for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
    if (!tree_.instances[i].optional) continue;
    out += "case " + number(i + 1) + ":\nif (!" + exists_flag(i) + ") " +
           unsupported("the id of an instance that was destroyed") +
           "catenary_destroy_" + number(i) + "();\nreturn true;\n";
  }
  // The run time of Papyrus-RT ends the program.
  if (!parts_first()) out += "case 0: abort();\n";
  out += "case 1: " + unsupported("a system that destroys itself") +
         "return false;\n";
  const auto end = [this](std::size_t i) {
    return tree_.instances[i].optional
               ? "if (" + exists_flag(i) + ") catenary_destroy_" + number(i) +
                     "();\n"
               : std::string();
  };
  const auto was_optional = [this](std::size_t owner, std::size_t part) {
    const model::CapsulePart& p = tree_.instances[owner].capsule->parts[part];
    return std::string("return ") + (p.lower == p.upper ? "false" : "true") +
           ";\n";
  };
  return out +
         "default: return false;\n}\n}\n"
         "bool catenary_destroy_part(int part) {\n" +
         by_part(end, was_optional) + "return false;\n}\n";
}

std::string InstanceLife::definitions() const {
  std::string out = timeout_waits();
  if (tree_.is_dynamic()) {
    out += "bool catenary_exists[" + number(tree_.instances.size()) + "];\n";
  }
  if (!machines_.empty()) {
    out +=
        "template <typename Any>\nvoid catenary_make(Any& any, int instance) "
        "{\n"
        "new ((catenary_place*)&any) Any(instance);\n}\n"
        "template <typename Any>\nvoid catenary_unmake(Any& any) {\n"
        "any.~Any();\nmemset((void*)&any, 0, sizeof(Any));\n}\n";
    if (timers_) {
      out +=
          "void catenary_end_timers(int from, int to) {\n"
          "for (int k = from * catenary_timers_of_port;\n"
          "k < to * catenary_timers_of_port; ++k) {\n"
          "if (catenary_timer_runs[k]) catenary_end(k);\n}\n}\n";
    }
    out += begin_later() + purge();
  }
  for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
    if (tree_.instances[i].optional) out += create(i) + destroy(i);
  }
  return out + looking() + destroying();
}

}  // namespace catenary::frontend::umlrt
