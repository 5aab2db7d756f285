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

std::string InstanceLife::exists(std::size_t instance) const {
  return tree_.instances[instance].dynamic ? exists_flag(instance) : "";
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
  if (!machines_.empty()) out += "catenary_zero(catenary_beginnings);\n";
  for (const std::size_t i : initialised_with(0)) out += initialise(i);
  return out;
}

std::string InstanceLife::initialise() const {
  return machines_.empty() ? "" : "catenary_begin_all();\n";
}

std::string InstanceLife::initialise(std::size_t instance) const {
  return "{\ncatenary_now = " + number(instance) +
         ";\ncatenary_timing_base = " + number(table_.timing_base[instance]) +
         ";\nUMLRTMessage first;\n" + instance_object(instance) +
         ".catenary_begin(&first);\n}\n";
}

/// C++ of an object as it is when it was made.
std::string InstanceLife::create(std::size_t instance) const {
  std::string out = "void catenary_create_" + number(instance) + "() {\n";
  for (const std::size_t i : tree_.together(instance, parts_first())) {
    out += exists_flag(i) + " = true;\n";
    if (!tree_.instances[i].capsule->has_machine) continue;
    out += "catenary_renew(" + instance_object(i) + ");\n" +
           instance_object(i) + ".catenary_mark();\ncatenary_begin_later(" +
           number(i + 1) + ");\n";
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
             "catenary_renew(" + instance_object(i) + ");\n" +
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

/// C++ that drops the messages to an instance, and its initialisation.
std::string InstanceLife::purge() const {
  std::string out =
      "bool catenary_is_to(int receipt, int instance) {\nswitch (receipt) {\n";
  for (std::size_t r = 0; r < table_.receipts.size(); ++r) {
    out += "case " + number(r + 1) +
           ": return instance == " + number(table_.receipts[r].instance + 1) +
           ";\n";
  }
  out +=
      "default: return false;\n}\n}\n"
      "void catenary_purge_instance(int instance) {\n";
  for (std::size_t k = kMostQueued; k-- > 0;) {
    out += "if (catenary_is_to(catenary_queue[" + number(k) +
           "].receipt, instance)) catenary_remove(" + number(k) + ");\n";
  }
  for (std::size_t k = machines_.size(); k-- > 0;) {
    out += "if (catenary_beginnings[" + number(k) +
           "] == instance) catenary_begun(" + number(k) + ");\n";
  }
  return out + "}\n";
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

/// C++ of the queue of instances that wait to be initialised.
std::string InstanceLife::beginnings() const {
  const std::size_t most = machines_.size();
  const auto place = [](std::size_t k) {
    return "catenary_beginnings[" + number(k) + "]";
  };
  std::string later = "void catenary_begin_later(int instance) {\n";
  std::string begun = "void catenary_begun(int at) {\n";
  for (std::size_t k = 0; k < most; ++k) {
    later += "if (" + place(k) + " == 0) {\n" + place(k) +
             " = instance;\nreturn;\n}\n";
    if (k + 1 < most) {
      begun += "if (at <= " + number(k) + ") " + place(k) + " = " +
               place(k + 1) + ";\n";
    }
  }
  std::string one =
      "void catenary_begin_first() {\nconst int first = " + place(0) +
      ";\ncatenary_begun(0);\nswitch (first) {\n";
  for (const std::size_t i : machines_) {
    one += "case " + number(i + 1) + ": " + initialise(i) + "break;\n";
  }
  std::string all = "void catenary_begin_all() {\n";
  for (std::size_t k = 0; k < most; ++k) {
    all += "if (" + place(0) + " != 0) catenary_begin_first();\n";
  }
  return "int catenary_beginnings[" + number(most) + "];\n" + later +
         unsupported("too many instances that wait to begin") + "}\n" + begun +
         place(most - 1) + " = 0;\n}\n" + one + "default: break;\n}\n}\n" +
         all + "if (" + place(0) + " != 0) " +
         unsupported("instances that incarnate others without end") +
         "catenary_now = -1;\ncatenary_timing_base = 0;\n}\n";
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

/// C++ for what is behind the last instance of a part: where the model allows
/// more than are accounted for, or plugs them in, nothing is known; else there
/// is no free one.
std::string InstanceLife::no_more(std::size_t owner, std::size_t part) const {
  const model::CapsulePart& p = tree_.instances[owner].capsule->parts[part];
  if (p.plugin) return unsupported("an instance of a plug-in part");
  std::size_t all = 0;
  for (std::size_t i = owner + 1; i < tree_.instances.size(); ++i) {
    const Instance& one = tree_.instances[i];
    if (one.owner == owner && one.part == part) ++all;
  }
  if (count_of(p.upper) == all) return "";
  return unsupported("more than " + number(all) + " instances of the part '" +
                     p.name + "'");
}

/// C++ of incarnate(), and of an instance of a part by its index.
std::string InstanceLife::looking() const {
  const auto more = [this](std::size_t owner, std::size_t part) {
    return no_more(owner, part);
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
    const std::string is = exists(i);
    return "if (index == " + number(tree_.instances[i].index) +
           (is.empty() ? "" : " && " + is) + ") return " + number(i + 1) +
           ";\n";
  };
  return "int catenary_incarnate(int part, int index, const char* type) {\n" +
         by_part(make, more) +
         "return 0;\n}\nint catenary_instance_of(int part, int index) {\n" +
         by_part(find, more) + "return 0;\n}\n";
}

/// C++ of destroy(), of an instance and of a part.
std::string InstanceLife::destroying() const {
  std::string out = "bool catenary_destroy(int number) {\nswitch (number) {\n";
  for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
    if (!tree_.instances[i].optional) continue;
    out += "case " + number(i + 1) + ":\nif (!" + exists_flag(i) +
           ") return false;\ncatenary_destroy_" + number(i) +
           "();\nreturn true;\n";
  }
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
        "template <typename Any>\nvoid catenary_renew(Any& any) {\n"
        "const int instance = any.catenary_instance;\nany.~Any();\n"
        "memset((void*)&any, 0, sizeof(Any));\n"
        "new ((catenary_place*)&any) Any(instance);\n}\n";
    if (timers_) {
      out +=
          "void catenary_end_timers(int from, int to) {\n"
          "for (int k = from * catenary_timers_of_port;\n"
          "k < to * catenary_timers_of_port; ++k) {\n"
          "if (catenary_timer_runs[k]) catenary_end(k);\n}\n}\n";
    }
    out += beginnings() + purge();
  }
  for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
    if (tree_.instances[i].optional) out += create(i) + destroy(i);
  }
  return out + looking() + destroying();
}

}  // namespace catenary::frontend::umlrt
