// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decomposes the types of parameters into scalars, and writes the C++ that
/// keeps texts alive from one step to the next.
#include "frontend/umlrt/code/inputs/chosen_value.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>

#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

namespace {

using model::MachineVariable;

/// The type without white space, so that spellings compare equal.
std::string without_spaces(const std::string& type) {
  std::string out;
  for (const char c : type) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) out += c;
  }
  return out;
}

/// Whether the type is a pointer to characters.
bool is_text_pointer(const std::string& type) {
  const std::string bare = without_spaces(type);
  return bare == "constchar*" || bare == "char*" || bare == "charconst*";
}

bool is_string(const std::string& type) {
  return type == "std::string" || type == "string";
}

/// The number of elements where the size of an array is a decimal number; 0
/// where it is another expression, whose value is not known here.
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

// Nesting of structures that is followed; a structure that contains itself
// cannot be complete, but its text may be wrong.
constexpr int kDeepest = 4;

/// Decomposes one value.
class Choice {
 public:
  explicit Choice(const model::MachineModel& model) : model_(model) {}

  /// Adds the scalars of a variable; false where some part of it cannot be
  /// chosen. `lvalue` is C++ within the namespace `given`, `name` is for
  /// reports.
  bool variable(const MachineVariable& v,
                const std::string& lvalue,
                const std::string& name,
                int depth) {
    const std::string type = v.type.empty() ? "int" : v.type;
    // An array that is a text has one scalar per character, all of one text.
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
      out_.scalars.push_back({"given::" + lvalue, name});
      return true;
    }
    // The pointer itself is not an input: it points to the buffer, or the
    // program would read addresses that a test cannot name.
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
    if (is_of_runtime(type, lvalue, name)) return true;
    const model::MachineType* known = type_of(model_, type);
    if (known == nullptr || depth == 0) return false;
    // An enumeration is one scalar, whose values are its enumerators.
    if (known->enumeration) {
      out_.scalars.push_back({"given::" + lvalue, name, known});
      return true;
    }
    // What all objects share no message sets.
    return std::ranges::all_of(known->fields, [&](const MachineVariable& f) {
      return f.is_static ||
             variable(f, lvalue + "." + f.name, name + "." + f.name, depth - 1);
    });
  }

  /// Adds a value of a type of the run time; false for another type. A capsule
  /// id is valid or not: nothing else of one can be seen.
  bool is_of_runtime(const std::string& type,
                     const std::string& lvalue,
                     const std::string& name) {
    const std::string given = "given::" + lvalue;
    if (type == "UMLRTCapsuleId") {
      out_.scalars.push_back(
          {given + ".number", name + ".valid", nullptr, "", {{0, 1}}});
      return true;
    }
    if (type == "UMLRTTimespec") {
      constexpr std::int64_t kMostNanoseconds = 999'999'999;
      out_.scalars.push_back({given + ".tv_sec", name + ".tv_sec"});
      out_.scalars.push_back({given + ".tv_nsec",
                              name + ".tv_nsec",
                              nullptr,
                              "",
                              {{0, kMostNanoseconds}}});
      return true;
    }
    // Of a type that nobody knows there is nothing to choose.
    return type == model::kUnknownType;
  }

  /// Adds the characters of a text of at most `n` characters.
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

/// Adds the C++ lvalues of attributes that are pointers to characters,
/// including those in fields of structures and in arrays of known size.
void find_pointers(const model::MachineModel& model,
                   const std::vector<MachineVariable>& variables,
                   const std::string& prefix,
                   int depth,
                   std::vector<std::string>& out) {
  // Arrays of unknown size contribute nothing: a pointer in them is not
  // followed.
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
      std::vector<MachineVariable> own = known->fields;
      std::erase_if(own, [](const auto& f) { return f.is_static; });
      find_pointers(model, own, lvalue + ".", depth - 1, out);
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

std::string only_enumerators(const model::MachineModel& model,
                             const ChosenValue& value) {
  std::string out;
  for (const ChosenScalar& scalar : value.scalars) {
    if (scalar.enumeration == nullptr) continue;
    std::set<std::int64_t> values;
    for (const auto& [name, number] : enumerators(model, *scalar.enumeration)) {
      values.insert(number);
    }
    if (values.empty() ||
        *values.rbegin() - *values.begin() < std::ssize(values)) {
      continue;
    }
    std::string any;
    for (const std::int64_t v : values) {
      any += (any.empty() ? "" : " || ") + scalar.lvalue +
             " == " + std::to_string(v);
    }
    out += "if (!(" + any + ")) return false;\n";
  }
  return out;
}

std::string keep_texts(const model::MachineModel& model,
                       const model::Capsule& capsule,
                       const std::vector<std::string>& buffers) {
  std::vector<std::string> pointers;
  if (!buffers.empty()) {
    find_pointers(
        model, capsule.attributes, "catenary_capsule.", kDeepest, pointers);
    for (const model::MachineType& t : model.types) {
      std::vector<MachineVariable> shared = t.fields;
      std::erase_if(shared, [](const auto& f) { return !f.is_static; });
      find_pointers(model, shared, t.name + "::", kDeepest, pointers);
    }
  }
  // Nothing can be kept; the function exists, since a step calls it.
  if (pointers.empty()) return "void catenary_keep_texts() {}\n";
  const std::string size = std::to_string(kTextLength + 1);
  const std::string count = std::to_string(pointers.size());
  std::string find;
  std::string probe;
  std::string store;
  // Three passes for each pointer: copy the text where the pointer is the start
  // of a buffer, report a pointer into the middle of one, and redirect it to
  // the copy.
  for (std::size_t p = 0; p < pointers.size(); ++p) {
    const std::string n = std::to_string(p);
    find += "is_kept[" + n + "] = catenary_find(" + pointers[p] + ", texts[" +
            n + "]);\n";
    probe += "if (!is_kept[" + n + "]) catenary_probe(" + pointers[p] + ");\n";
    store += "if (is_kept[" + n + "]) " + pointers[p] +
             " = catenary_kept_texts[" + n + "];\n";
  }
  // A pointer may also lead to a text that an earlier step kept.
  std::string compare;
  std::string fill;
  for (const std::string& b : buffers) {
    compare += "if (text == " + b + ") return catenary_copy(text, to);\n";
    fill += "memset(" + b + ", c, " + size + ");\n";
  }
  // Whether a pointer leads into the middle of a buffer is tested by its
  // effect: the buffers are filled with two values, and the character that it
  // points to is read after each. A comparison of addresses would be
  // unconstrained for a solver.
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
