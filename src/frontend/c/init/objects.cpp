// SPDX-License-Identifier: Apache-2.0
/// \file
/// Declarations, see objects.h.
#include "frontend/c/init/objects.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <regex>

#include "base/text/letters.h"
#include "frontend/c/wiring_names.h"

namespace catenary::frontend::c {

namespace {

using base::in_small_letters;
using program::Inventory;
using program::TypeShape;

/// Functions of common headers whose names people give to parameters.
constexpr std::initializer_list<const char*> kLibraryNames = {
    "time",  "index", "read",   "write",  "y0",   "y1",     "yn",    "j0",
    "j1",    "jn",    "signal", "log",    "exp",  "gamma",  "send",  "recv",
    "open",  "close", "link",   "abs",    "div",  "clock",  "exit",  "wait",
    "pause", "sleep", "select", "accept", "bind", "listen", "raise", "remove"};

/// Whether SCADE's code generator gives this name to an input ('I') or output
/// ('O') of a context: "._I0_speed".
bool is_scade_member(const std::string& number, char kind) {
  const std::string begin = std::string("._") + kind;
  const std::size_t end = number.find_first_not_of("0123456789", begin.size());
  return number.starts_with(begin) && end != std::string::npos &&
         end > begin.size() && number[end] == '_' &&
         number.find('.', 1) == std::string::npos;
}

/// Whether the name of a member of a structure says what it is for.
Role role_of_member(const std::string& number) {
  const std::string name = in_small_letters(number);
  if (is_scade_member(number, 'I') || name == ".input" || name == ".in" ||
      name == ".setpoint") {
    return Role::input;
  }
  if (is_scade_member(number, 'O') || name == ".output" || name == ".out") {
    return Role::output;
  }
  return Role::memory;
}

/// Whether a function may write some bytes: it has a result, a pointer to
/// bytes, and a length. Its stub has to write them; see environment/stubs.h. A
/// `void *` is often a context, with any integer behind it.
bool fills_buffer(const program::TypeShape::Signature& signature) {
  if (signature.result == "void") return false;
  static const std::regex buffer(
      "(^|, )(char|signed char|unsigned char|u?int8_t) \\*p\\d+, "
      "(size_t|ssize_t|unsigned|u?int(8|16|32|64)?(_t)?|(unsigned )?(short|"
      "int|long|char)) p\\d+(,|$)");
  static const std::regex memory(
      "(^|, )void \\*p\\d+, (size_t|unsigned( int| long| short)?|"
      "uint(8|16|32|64)_t) p\\d+(,|$)");
  return std::regex_search(signature.parameters, buffer) ||
         std::regex_search(signature.parameters, memory);
}

/// The same without names, which are made up.
std::string without_names(const std::string& parameters) {
  static const std::regex name("p\\d+(?=,|$)");
  return std::regex_replace(parameters, name, "");
}

/// The names alone.
std::string names_of(const std::string& parameters) {
  static const std::regex name("p\\d+(?=,|$)");
  std::string out;
  for (std::sregex_iterator at(parameters.begin(), parameters.end(), name), end;
       at != end;
       ++at) {
    out += (out.empty() ? "" : ", ") + at->str();
  }
  return out;
}

/// Numbers of one member only, "" for the object itself: ".a.b[1]" of ".a".
bool belongs_to(const std::string& number, const std::string& pointer) {
  const std::size_t dot = pointer.rfind('.');
  return number.rfind('.') == dot &&
         number.compare(0, dot, pointer, 0, dot) == 0;
}

}  // namespace

ArgumentObjects::ArgumentObjects(const Inventory& inventory, Guess& guess)
    : inventory_(inventory),
      guess_(guess),
      taken_(kLibraryNames.begin(), kLibraryNames.end()) {
  taken_.insert(inventory.missing_functions.begin(),
                inventory.missing_functions.end());
  for (const Inventory::Global& g : inventory.globals) taken_.insert(g.name);
  for (const Inventory::Function& f : inventory.functions) {
    taken_.insert(f.name);
    taken_.insert(f.result.name);
    for (const Inventory::Parameter& p : f.parameters) {
      taken_.insert(p.type.name);
    }
  }
}

std::string ArgumentObjects::name_for(const std::string& wanted) {
  std::string name = wanted.empty() ? "argument" : wanted;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  while (!taken_.insert(name).second) name += "_";
  return name;
}

std::string ArgumentObjects::number(const std::string& type,
                                    const std::string& wanted,
                                    std::size_t elements) {
  std::string name = name_for(wanted);
  // An enumeration without a name is an int.
  declarations_ += "static " + (type.empty() ? "int" : type) + " " + name;
  if (elements > 0) declarations_ += "[" + std::to_string(elements) + "]";
  declarations_ += ";\n";
  return name;
}

std::string ArgumentObjects::structure(const TypeShape& type,
                                       const std::string& wanted,
                                       Role role) {
  std::string name = number(type.name, wanted);
  objects_.emplace_back(type.name, name);
  list(role, name, type.numbers);
  fill(name, type.pointers, type.links);
  return name;
}

std::string ArgumentObjects::function(const TypeShape::Signature& signature,
                                      const std::string& wanted) {
  const std::string key = signature.result + "(" + signature.parameters + ")";
  if (const auto at = functions_.find(key); at != functions_.end()) {
    return at->second;
  }
  std::string name = name_for(wanted);
  if (fills_buffer(signature)) {
    // Of a function that is called the compiler keeps the prototype.
    const std::string stub = name_for(name + "_stub");
    declarations_ += "extern " + signature.result + " " + stub + "(" +
                     without_names(signature.parameters) + ");\nstatic " +
                     signature.result + " " + name + "(" +
                     signature.parameters + ") { return " + stub + "(" +
                     names_of(signature.parameters) + "); }\n";
    guess_.description.stub_missing = true;
    functions_[key] = name;
    return name;
  }
  std::string body = "{}";
  if (signature.result != "void") {
    const std::string result = number(signature.result, name + "_result");
    if (signature.returns_number) row(Role::input, result, signature.result);
    body = "{ return " + result + "; }";
  }
  declarations_ += "static " + signature.result + " " + name + "(" +
                   signature.parameters + ") " + body + "\n";
  functions_[key] = name;
  return name;
}

std::string ArgumentObjects::declared(const std::string& type) const {
  const auto at = std::ranges::find_if(
      objects_, [&](const auto& one) { return one.first == type; });
  return at == objects_.end() ? "" : at->second;
}

void ArgumentObjects::row(Role role,
                          const std::string& lvalue,
                          const std::string& type,
                          const std::string& range) {
  const bool taken = role != Role::memory;
  if (role == Role::input || role == Role::memory) {
    guess_.inputs.push_back({lvalue, type, "", taken, range});
  }
  if (role == Role::output || role == Role::memory) {
    guess_.outputs.push_back({lvalue, type, "", taken, ""});
  }
}

void ArgumentObjects::list(Role role,
                           const std::string& object,
                           const std::vector<std::string>& numbers) {
  // As many candidates as a person reads.
  constexpr std::size_t kMostCandidates = 16;
  std::size_t candidates = 0;
  for (const std::string& number : numbers) {
    const Role own = role == Role::memory ? role_of_member(number) : role;
    if (own == Role::memory && ++candidates > kMostCandidates) continue;
    row(own, object + number, "");
  }
}

void ArgumentObjects::fill(const std::string& object,
                           const std::vector<TypeShape::Pointer>& pointers,
                           const std::vector<TypeShape::Link>& links) {
  for (const TypeShape::Pointer& p : pointers) {
    const std::string target =
        p.function ? function(*p.function, object + p.member)
                   : number(p.target, object + p.member, kWrittenElements);
    links_ += object + p.member + " = " + target + "; ";
  }
  for (const TypeShape::Link& l : links) link(object, l);
}

void ArgumentObjects::link(const std::string& object,
                           const TypeShape::Link& l) {
  std::string target = declared(l.target);
  if (target.empty() && l.target.empty()) return;
  if (target.empty()) {
    target = number(l.target, object + l.member);
    objects_.emplace_back(l.target, target);
    std::vector<std::string> numbers = l.numbers;
    Role role = Role::memory;
    if (!is_written(l.target)) {
      // The program only reads it: inputs, unless they say how long a buffer
      // is.
      role = Role::input;
      for (const TypeShape::Pointer& p : l.pointers) {
        if (p.function) continue;
        std::erase_if(numbers, [&](const std::string& number) {
          const bool is_length = belongs_to(number, p.member) &&
                                 length_name(number) != LengthName::none;
          if (is_length) {
            links_ += target + number + " = " +
                      std::to_string(kWrittenElements) + "; ";
          }
          return is_length;
        });
      }
    }
    list(role, target, numbers);
    fill(target, l.pointers, l.links);
  }
  links_ += object + l.member + " = &" + target + "; ";
}

namespace {

/// The name of a structure in sets of the inventory.
std::string structure_name(const std::string& type) {
  const std::string tag = "struct ";
  return "struct." + (type.starts_with(tag) ? type.substr(tag.size()) : type);
}

}  // namespace

bool ArgumentObjects::is_written(const std::string& type) const {
  return inventory_.written_structures.contains(structure_name(type));
}

bool ArgumentObjects::is_only_read(const std::string& type) const {
  return !is_written(type) &&
         !inventory_.shared_structures.contains(structure_name(type));
}

}  // namespace catenary::frontend::c
