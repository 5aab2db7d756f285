// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stubs for functions without source, see stubs.h.
#include "frontend/c/environment/stubs.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>

#include "base/text/letters.h"
#include "base/text/lexer.h"
#include "frontend/c/environment/located.h"
#include "frontend/c/wiring_names.h"
#include "program/instrument/stub_notes.h"

namespace catenary::frontend::c {

namespace {

using program::MissingFunction;
using Kind = program::TypeShape::Kind;
using Value = MissingFunction::Value;

/// A call may write at most so many elements of an array.
constexpr std::uint64_t kMostElements = 16;
/// A structure with more numbers is taken to be left as it is.
constexpr std::size_t kMostNumbers = 16;

bool is_unsigned(const Value& v) {
  using model::ScalarType;
  return v.scalar == ScalarType::uint8 || v.scalar == ScalarType::uint16 ||
         v.scalar == ScalarType::uint32 || v.scalar == ScalarType::uint64;
}

/// How a type without a name, such as an enumeration, is passed.
std::string number_text(const Value& v) {
  if (!v.type.name.empty()) return v.type.name;
  return is_unsigned(v) ? "unsigned int" : "int";
}

/// Whether the name of a function says that it writes settings to a device
/// rather than results to its caller.
bool is_setup(const std::string& function) {
  const std::string name = base::in_small_letters(function);
  return name.find("init") != std::string::npos ||
         name.find("config") != std::string::npos;
}

bool is_number(const Value& v) {
  return v.type.kind == Kind::scalar;
}

/// Or points to bytes.
bool is_byte(const Value& v) {
  return v.scalar && model::size_bytes(*v.scalar) == 1 &&
         *v.scalar != model::ScalarType::boolean;
}

bool is_real(const Value& v) {
  return v.scalar == model::ScalarType::float32 ||
         v.scalar == model::ScalarType::float64;
}

/// What a parameter behind a pointer says of the memory there. `of_bytes`: the
/// pointer is to bytes, so that all lengths mean the same.
LengthName length_of(const Value& v, bool of_bytes) {
  if (!is_number(v) || is_real(v)) return LengthName::none;
  const LengthName length =
      v.name.empty() && of_bytes ? LengthName::bytes : length_name(v.name);
  return length == LengthName::either && of_bytes ? LengthName::bytes : length;
}

/// Writes the stub of one function.
class Stub {
 public:
  Stub(const MissingFunction& f, StubText& out) : f_(f), out_(out) {}

  void write();

 private:
  /// A call of a new input function with a result of this type.
  std::string chosen(const std::string& type,
                     bool of_unsigned,
                     const std::string& part);
  void record();
  void pointer(std::size_t i);
  void elements(const std::string& type, std::size_t i, bool of_unsigned);
  std::string argument(std::size_t i) const {
    return "catenary_" + std::to_string(i + 1);
  }
  /// What reports call the parameter.
  std::string part_name(std::size_t i) const {
    const std::string& name = f_.parameters[i].name;
    return name.empty() ? std::to_string(i + 1) : name;
  }
  std::string parameters() const;
  void output(const std::string& variable, const std::string& name);
  void written_as_whole(std::size_t i) {
    written_ += (written_.empty() ? "'" : ", '") + part_name(i) + "'";
  }
  void written_first(const std::string& what, std::size_t i) {
    written_ += std::string(written_.empty() ? "" : ", ") + "the first " +
                what + " of '" + part_name(i) + "'";
  }

  const MissingFunction& f_;
  StubText& out_;
  std::string inputs_;  ///< declarations
  std::string body_;
  std::string written_;  ///< what it writes to, for people
};

std::string Stub::chosen(const std::string& type,
                         bool of_unsigned,
                         const std::string& part) {
  // The name says whether the number has a sign, which machine code does not.
  const std::string name = std::string(of_unsigned ? program::kUnsignedStubInput
                                                   : program::kStubInput) +
                           f_.name + (part.empty() ? "" : "__" + part);
  inputs_ += "extern " + type + " " + name + "(void);\n";
  return name + "()";
}

std::string Stub::parameters() const {
  std::string out;
  for (std::size_t i = 0; i < f_.parameters.size(); ++i) {
    const Value& v = f_.parameters[i];
    std::string type = "void *";
    if (v.type.kind != Kind::pointer) {
      type = (is_number(v) ? number_text(v) : v.type.name) + " ";
    }
    out += (out.empty() ? "" : ", ") + type + argument(i);
  }
  // Without a prototype, calls give what they like.
  if (out.empty()) return f_.is_variadic ? "" : "void";
  return f_.is_variadic ? out + ", ..." : out;
}

void Stub::output(const std::string& variable, const std::string& name) {
  VariableDescription row;
  row.lvalue = {variable, f_.where};
  row.name = name;
  out_.outputs.push_back(std::move(row));
  out_.before_step += "  " + variable + " = 0;\n";
}

/// A function without a result is an output: what it is given shows what the
/// program does.
void Stub::record() {
  const std::string calls = "catenary_calls_" + f_.name;
  out_.definitions += "static unsigned int " + calls + ";\n";
  body_ += "  ++" + calls + ";\n";
  output(calls, f_.name + ".calls");
  for (std::size_t i = 0; i < f_.parameters.size(); ++i) {
    const Value& v = f_.parameters[i];
    if (!is_number(v)) continue;
    const std::string variable =
        "catenary_given_" + f_.name + "_" + std::to_string(i + 1);
    out_.definitions += "static " + number_text(v) + " " + variable + ";\n";
    body_ += "  " + variable + " = " + argument(i) + ";\n";
    output(variable, f_.name + "." + part_name(i));
  }
}

/// Some elements of an array, as many as the parameters behind it say.
void Stub::elements(const std::string& type, std::size_t i, bool of_unsigned) {
  const bool of_bytes = type == "unsigned char" || is_byte(f_.parameters[i]);
  const LengthName length = length_of(f_.parameters[i + 1], of_bytes);
  std::string count = argument(i + 1);
  std::uint64_t most = std::min(
      f_.parameters[i + 1].largest.value_or(kMostElements), kMostElements);
  // As fread() has it: size and number.
  if (i + 2 < f_.parameters.size() && !f_.parameters[i + 2].name.empty() &&
      length_of(f_.parameters[i + 2], true) != LengthName::none) {
    count += " * " + argument(i + 2);
    most = kMostElements;
  }
  if (length == LengthName::bytes && !of_bytes)
    count += " / sizeof(" + type + ")";
  if (length == LengthName::either) most = 0;
  for (std::uint64_t k = 0; k < most; ++k) {
    const std::string index = std::to_string(k);
    body_ += "  if (" + argument(i) + " && " + count + " > " + index + ") ((" +
             type + " *)" + argument(i) + ")[" + index +
             "] = " + chosen(type, of_unsigned, part_name(i) + index) + ";\n";
  }
  inputs_ += "extern void __catenary_unsupported(const char *);\n";
  body_ +=
      "  if (" + argument(i) + " && " + count + " > " + std::to_string(most) +
      ") __catenary_unsupported(" +
      base::in_quotes("call of '" + f_.name + "', which may write more than " +
                      std::to_string(most) + " elements") +
      ");\n";
  written_as_whole(i);
}

/// What the function may write through a pointer.
void Stub::pointer(std::size_t i) {
  const Value& v = f_.parameters[i];
  if (v.type.is_const || v.is_volatile || is_setup(f_.name)) return;
  const bool has_length = i + 1 < f_.parameters.size() &&
                          length_of(f_.parameters[i + 1],
                                    v.type.target == Kind::nothing ||
                                        is_byte(v)) != LengthName::none;
  if (v.type.target == Kind::nothing) {
    if (has_length) elements("unsigned char", i, true);
  } else if (v.type.target == Kind::scalar) {
    const std::string type = number_text(v);
    if (has_length) return elements(type, i, is_unsigned(v));
    body_ += "  if (" + argument(i) + ") *(" + type + " *)" + argument(i) +
             " = " + chosen(type, is_unsigned(v), part_name(i)) + ";\n";
    written_first("number", i);
  } else if (v.type.target == Kind::structure && !v.type.incomplete &&
             v.type.links.empty() && !v.type.loose_pointers &&
             !v.type.has_bit_fields && !v.type.name.empty() &&
             !v.type.numbers.empty() && v.type.numbers.size() <= kMostNumbers) {
    written_first("structure", i);
    for (const std::string& number : v.type.numbers) {
      const std::string target = "((" + v.type.name + " *)";
      const std::string place = target + argument(i) + ")[0]" + number;
      const std::string type = "__typeof__(" + target + "0)[0]" + number + ")";
      std::string part = part_name(i) + number;
      std::ranges::replace_if(
          part, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      body_ += "  if (" + argument(i) + ") " + place + " = " +
               chosen(type, false, part) + ";\n";
    }
  }
}

void Stub::write() {
  const bool is_output = f_.result.type.kind == Kind::nothing;
  if (is_output) record();
  for (std::size_t i = 0; i < f_.parameters.size(); ++i) {
    if (f_.parameters[i].type.kind != Kind::pointer) continue;
    pointer(i);
  }
  std::string result = "void";
  if (is_number(f_.result)) {
    result = number_text(f_.result);
    body_ += "  return " + chosen(result, is_unsigned(f_.result), "") + ";\n";
  }
  // Under a name of its own: the prototype may name types that have no name.
  const std::string signature =
      result + " " + program::kStubPrefix + f_.name + "(" + parameters() + ")";
  out_.definitions += inputs_ + signature + " __asm__(\"" + f_.name + "\");\n" +
                      signature + " {\n" + body_ + "}\n";
  out_.notes.push_back(
      {base::Severity::note,
       f_.where,
       "'" + f_.name + "' has no source: " +
           (is_output ? "its calls are outputs"
                      : "its result is an input of the test") +
           ", and it is taken to change nothing that the code sees" +
           (written_.empty() ? "" : ", but what it is given as " + written_),
       program::kStubCode,
       {}});
}

/// Whether a stub in C can stand for the function.
bool can_be_written(const MissingFunction& f) {
  const Kind result = f.result.type.kind;
  if (result != Kind::nothing && result != Kind::scalar) return false;
  return std::ranges::none_of(f.parameters, [](const Value& v) {
    const bool is_known =
        v.type.kind == Kind::scalar || v.type.kind == Kind::pointer ||
        (v.type.kind == Kind::structure && !v.type.name.empty());
    return !is_known;
  });
}

}  // namespace

namespace {

/// A pointer to a variable of a PLC: inputs of the PLC are set by tests,
/// outputs are seen by them.
void define_located(const program::MissingVariable& v, StubText& out) {
  // The sources declare it within functions, so that its type is not known
  // here: by the size that its name tells. %X is a single bit.
  static const std::map<char, const char*> kTypes = {{'X', "_Bool"},
                                                     {'B', "unsigned char"},
                                                     {'W', "unsigned short"},
                                                     {'D', "unsigned int"},
                                                     {'L', "unsigned long"}};
  const std::string target = "catenary_at_" + v.name;
  out.definitions += "static " + std::string(kTypes.at(v.name[3])) + " " +
                     target + ";\nvoid *catenary_pointer_" + v.name +
                     " __asm__(\"" + v.name + "\") = &" + target + ";\n";
  const char direction = program::located_direction(v.name);
  VariableDescription row;
  row.lvalue = {target, v.where};
  row.name = v.name;
  std::string role =
      "begins as 0, and is taken to change only as the code says";
  if (direction == 'I') {
    role = "is an input of the test";
    out.inputs.push_back(std::move(row));
  } else if (direction == 'Q') {
    role = "is an output, and is taken to change only as the code says";
    out.outputs.push_back(std::move(row));
  }
  out.notes.push_back(
      {base::Severity::note,
       v.where,
       "'" + v.name + "' has no source: what it points to " + role,
       program::kStubCode,
       {}});
}

/// Throws base::InputError where located variables may share memory: each would
/// get memory of its own, and what is proved of that may be false on a PLC.
void require_apart(const std::vector<program::MissingVariable>& all) {
  for (auto a = all.begin(); a != all.end(); ++a) {
    if (!a->is_located) continue;
    for (auto b = std::next(a); b != all.end(); ++b) {
      if (!b->is_located || !may_overlap(a->name, b->name)) continue;
      throw base::InputError(
          b->where,
          "'" + a->name + "' and '" + b->name +
              "' may share memory of the PLC, and no source says how; expected "
              "definitions of these pointers among the sources",
          "located-overlap");
    }
  }
}

/// A variable of somebody else: what the program only reads is an input.
void define(const program::MissingVariable& v, StubText& out) {
  if (v.is_located) return define_located(v, out);
  out.definitions += "__typeof__(" + v.name + ") " + v.name + ";\n";
  if (v.is_read_number) {
    VariableDescription row;
    row.lvalue = {v.name, v.where};
    out.inputs.push_back(std::move(row));
  }
  out.notes.push_back(
      {base::Severity::note,
       v.where,
       "'" + v.name + "' has no source: " +
           (v.is_read_number
                ? "it is an input of the test"
                : "it begins as 0, and it is taken to change only as the code "
                  "says"),
       program::kStubCode,
       {}});
}

}  // namespace

StubText write_stubs(const program::MissingSymbols& missing) {
  StubText out;
  require_apart(missing.variables);
  for (const program::MissingVariable& v : missing.variables) define(v, out);
  bool all = true;
  for (const MissingFunction& f : missing.functions) {
    if (can_be_written(f)) {
      Stub(f, out).write();
    } else {
      all = false;
    }
  }
  // Asks program/ for the others.
  if (!all) out.definitions += "int __catenary_stubs;\n";
  return out;
}

std::vector<base::Diagnostic> add_stubs(
    Description& d, const program::MissingSymbols& missing) {
  StubText text = write_stubs(missing);
  d.stubs = std::move(text.definitions);
  d.before_step = std::move(text.before_step);
  std::ranges::move(text.outputs, std::back_inserter(d.outputs));
  for (VariableDescription& v : text.inputs) {
    const auto is_it = [&v](const VariableDescription& other) {
      return other.lvalue.text == v.lvalue.text;
    };
    if (std::ranges::none_of(d.inputs, is_it) &&
        std::ranges::none_of(d.parameters, is_it)) {
      d.inputs.push_back(std::move(v));
    }
  }
  return std::move(text.notes);
}

}  // namespace catenary::frontend::c
