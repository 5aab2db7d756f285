// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/chosen_value.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

using model::MachineVariable;

std::string without_spaces(const std::string& type) {
  std::string out;
  for (const char c : type) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) out += c;
  }
  return out;
}

bool is_text_pointer(const std::string& type) {
  const std::string bare = without_spaces(type);
  return bare == "constchar*" || bare == "char*" || bare == "charconst*";
}

bool is_string(const std::string& type) {
  return type == "std::string" || type == "string";
}

/// Elements of an array of that size as C++ has it; 0 where that is no plain
/// number.
unsigned elements(const std::string& size) {
  if (size.empty() || size.size() > 4 ||
      !std::ranges::all_of(
          size, [](unsigned char c) { return std::isdigit(c) != 0; })) {
    return 0;
  }
  return static_cast<unsigned>(std::stoul(size));
}

std::string at(const std::string& array, unsigned index) {
  return array + "[" + std::to_string(index) + "]";
}

const model::MachineType* type_of(const model::MachineModel& model,
                                  const std::string& name) {
  const auto it =
      std::ranges::find(model.types, name, &model::MachineType::name);
  return it == model.types.end() ? nullptr : &*it;
}

constexpr int kDeepest = 4;

class Choice {
 public:
  explicit Choice(const model::MachineModel& model) : model_(model) {}

  /// False where something in it cannot be chosen. `lvalue` is C++ within
  /// namespace given, `name` for people.
  bool variable(const MachineVariable& v,
                const std::string& lvalue,
                const std::string& name,
                int depth) {
    const std::string type = v.type.empty() ? "int" : v.type;
    if (v.array_size.empty()) return value(type, lvalue, name, depth);
    const unsigned n = elements(v.array_size);
    if (n == 0 || n > kMostElements) return false;
    if (type == "char") {
      characters(lvalue, name, n);
      return true;
    }
    for (unsigned i = 0; i < n; ++i) {
      if (!value(type, at(lvalue, i), at(name, i), depth)) return false;
    }
    return true;
  }

  ChosenValue take() { return std::move(out_); }

 private:
  bool value(const std::string& type,
             const std::string& lvalue,
             const std::string& name,
             int depth) {
    if (is_number(type)) {
      out_.scalars.push_back({"given::" + lvalue, name, nullptr, ""});
      return true;
    }
    if (is_text_pointer(type)) {
      const std::string buffer = code_name(lvalue) + "_text";
      out_.buffers.push_back("given::" + buffer);
      out_.set += "given::" + lvalue + " = given::" + buffer + ";\n";
      out_.unset += "given::" + lvalue + " = nullptr;\n";
      characters(buffer, name, kTextLength);
      return true;
    }
    if (is_string(type)) {
      characters(lvalue + ".text", name, kTextLength);
      return true;
    }
    const model::MachineType* known = type_of(model_, type);
    if (known == nullptr || depth == 0) return false;
    if (known->enumeration) {
      out_.scalars.push_back({"given::" + lvalue, name, known, ""});
      return true;
    }
    return std::ranges::all_of(known->fields, [&](const MachineVariable& f) {
      return variable(f, lvalue + "." + f.name, name + "." + f.name, depth - 1);
    });
  }

  void characters(const std::string& array,
                  const std::string& name,
                  unsigned n) {
    for (unsigned i = 0; i < n; ++i) {
      out_.scalars.push_back(
          {"given::" + at(array, i), at(name, i), nullptr, name});
    }
  }

  const model::MachineModel& model_;
  ChosenValue out_;
};

/// Attributes that point to texts, fields of structures too.
void find_pointers(const model::MachineModel& model,
                   const std::vector<MachineVariable>& variables,
                   const std::string& prefix,
                   int depth,
                   std::vector<std::string>& out) {
  for (const MachineVariable& v : variables) {
    const unsigned n = v.array_size.empty() ? 1 : elements(v.array_size);
    for (unsigned i = 0; i < std::min(n, kMostElements); ++i) {
      const std::string lvalue =
          prefix + (v.array_size.empty() ? v.name : at(v.name, i));
      if (is_text_pointer(v.type)) {
        out.push_back(lvalue);
        continue;
      }
      const model::MachineType* known = type_of(model, v.type);
      if (known == nullptr || known->enumeration || depth == 0) continue;
      find_pointers(model, known->fields, lvalue + ".", depth - 1, out);
    }
  }
}

}  // namespace

std::optional<ChosenValue> chosen_value(const model::MachineModel& model,
                                        const MachineVariable& parameter,
                                        const std::string& slot) {
  Choice choice(model);
  if (!choice.variable(parameter, slot, slot, kDeepest)) return std::nullopt;
  return choice.take();
}

std::string keep_texts(const model::MachineModel& model,
                       const model::Capsule& capsule,
                       const std::vector<std::string>& buffers) {
  std::vector<std::string> pointers;
  if (!buffers.empty()) {
    find_pointers(
        model, capsule.attributes, "catenary_capsule.", kDeepest, pointers);
  }
  if (pointers.empty()) return "void catenary_keep_texts() {}\n";
  const std::string size = std::to_string(kTextLength + 1);
  const std::string count = std::to_string(pointers.size());
  std::string find;
  std::string probe;
  std::string store;
  for (std::size_t p = 0; p < pointers.size(); ++p) {
    const std::string n = std::to_string(p);
    find += "is_kept[" + n + "] = catenary_find(" + pointers[p] + ", texts[" +
            n + "]);\n";
    probe += "if (!is_kept[" + n + "]) catenary_probe(" + pointers[p] + ");\n";
    store += "if (is_kept[" + n + "]) " + pointers[p] +
             " = catenary_kept_texts[" + n + "];\n";
  }
  std::string compare;
  std::string fill;
  for (const std::string& b : buffers) {
    compare += "if (text == " + b + ") return catenary_copy(text, to);\n";
    fill += "memset(" + b + ", c, " + size + ");\n";
  }
  // Whether a pointer leads into a buffer is seen by what it leads to when the
  // buffers change: comparing addresses would say nothing to a solver.
  return "char catenary_kept_texts[" + count + "][" + size +
         "];\n"
         "bool catenary_copy(const char* from, char* to) {\n"
         "for (int i = 0; i < " +
         std::to_string(kTextLength) +
         " && from[i] != 0; ++i) to[i] = from[i];\nreturn true;\n}\n"
         "bool catenary_find(const char* text, char* to) {\n" +
         compare + "for (int k = 0; k < " + count +
         "; ++k) {\nif (text == catenary_kept_texts[k]) return "
         "catenary_copy(text, to);\n}\nreturn false;\n}\n"
         "void catenary_fill(char c) {\n" +
         fill +
         "memset(catenary_kept_texts, c, sizeof catenary_kept_texts);\n}\n" +
         "void catenary_probe(const char* text) {\n"
         "if (text == nullptr) return;\ncatenary_fill(1);\n"
         "const char one = *text;\ncatenary_fill(2);\n"
         "if (one == 1 && *text == 2) __catenary_unsupported(\"a pointer into "
         "a text is kept\");\n}\n"
         "void catenary_keep_texts() {\nchar texts[" +
         count + "][" + size + "] = {};\nbool is_kept[" + count + "] = {};\n" +
         find + probe + "catenary_fill(0);\n" +
         "memcpy(catenary_kept_texts, texts, sizeof texts);\n" + store + "}\n";
}

}  // namespace catenary::frontend::umlrt
