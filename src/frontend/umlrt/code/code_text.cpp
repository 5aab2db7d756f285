// SPDX-License-Identifier: Apache-2.0
/// \file
/// A scanner for the few lexical properties of C++ that the writers need. It
/// knows comments and quoted literals; raw strings count as quoted.
#include "frontend/umlrt/code/code_text.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "frontend/umlrt/code/machine_code.h"

namespace catenary::frontend::umlrt {

std::string bare(const std::string& code) {
  std::string out;
  // Each round passes a comment, a literal or one character.
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i;
    if (code.compare(i, 2, "//") == 0) {
      end = std::min(code.find('\n', i), code.size());
    } else if (code.compare(i, 2, "/*") == 0) {
      end = code.find("*/", i + 2);
      end = end == std::string::npos ? code.size() : end + 2;
    } else if (code[i] == '"' || code[i] == '\'') {
      const char quote = code[i];
      for (end = i + 1; end < code.size() && code[end] != quote; ++end) {
        if (code[end] == '\\') ++end;
      }
      end = std::min(end + 1, code.size());
    }
    if (end > i) {
      out += ' ';
      i = end;
    } else {
      out += code[i++];
    }
  }
  return out;
}

bool is_replaced(std::string_view header) {
  static const std::set<std::string_view> kStreams = {"iostream",
                                                      "string",
                                                      "ios",
                                                      "iosfwd",
                                                      "ostream",
                                                      "istream",
                                                      "fstream",
                                                      "sstream",
                                                      "iomanip",
                                                      "streambuf"};
  return kStreams.contains(header) || header.starts_with("umlrt");
}

std::string included(std::string_view line) {
  const auto skip = [&line] {
    const std::size_t at = line.find_first_not_of(" \t");
    line.remove_prefix(std::min(at, line.size()));
  };
  skip();
  if (!line.starts_with("#")) return "";
  line.remove_prefix(1);
  skip();
  if (!line.starts_with("include")) return "";
  line.remove_prefix(7);
  skip();
  if (line.empty() || (line[0] != '<' && line[0] != '"')) return "";
  const std::size_t end = line.find(line[0] == '<' ? '>' : '"', 1);
  return end == std::string_view::npos ? ""
                                       : std::string(line.substr(0, end + 1));
}

bool has_word(std::string_view text, std::string_view word) {
  return count_word(text, word) > 0;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::size_t count_word(std::string_view text, std::string_view word) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  // Each occurrence that is not part of a longer identifier counts.
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_word(text[at - 1])) &&
        (end == text.size() || !in_word(text[end]))) {
      ++count;
    }
  }
  return count;
}

bool has_return(const std::string& code) {
  return has_word(bare(code), "return");
}

std::string code_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  // An identifier does not begin with a digit.
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) {
    out = "_" + out;
  }
  return out;
}

std::vector<std::pair<std::string, std::int64_t>> enumerators(
    const model::MachineModel& model, const model::MachineType& type) {
  std::vector<std::pair<std::string, std::int64_t>> out;
  const bool says =
      model.semantics == model::Semantics::uml && !type.values.empty();
  for (std::size_t k = 0; k < type.literals.size(); ++k) {
    const std::string name = code_name(type.literals[k]);
    const bool clashes = std::ranges::count(type.literals, name, code_name) > 1;
    out.emplace_back(clashes ? type.literals[k] : name,
                     says ? type.values[k] : static_cast<std::int64_t>(k));
  }
  return out;
}

std::string parameter_slot(const model::MachineModel& model,
                           const model::Capsule& capsule,
                           const model::MachineVariable& parameter) {
  std::vector<std::string> types;
  // Types in the order of ports and messages: the first with this name keeps
  // the plain name, and others get a number, which is stable.
  const auto key = [](const model::MachineVariable& v) {
    return v.type + "[" + v.array_size;
  };
  for (const model::Port& port : capsule.ports) {
    if (port.protocol == model::kNoIndex) continue;
    for (const auto& m : model.protocols[port.protocol].messages) {
      for (const model::MachineVariable& p : m.parameters) {
        if (p.name == parameter.name &&
            std::ranges::find(types, key(p)) == types.end()) {
          types.push_back(key(p));
        }
      }
    }
  }
  // The parameter is in the list, since its message is of a port.
  const auto at = std::ranges::find(types, key(parameter)) - types.begin();
  return code_name(parameter.name) +
         (at == 0 ? "" : "_" + std::to_string(at + 1));
}

std::size_t timing_rank(const model::Capsule& capsule, std::size_t port) {
  return static_cast<std::size_t>(std::count_if(
      capsule.ports.begin(),
      capsule.ports.begin() + static_cast<std::ptrdiff_t>(port),
      [](const model::Port& p) { return p.kind == model::PortKind::timing; }));
}

const model::MachineType* enumeration_of(const model::MachineModel& model,
                                         const std::string& type) {
  const auto it =
      std::ranges::find(model.types, type, &model::MachineType::name);
  return it != model.types.end() && it->enumeration ? &*it : nullptr;
}

bool is_kept(const model::MachineModel& model,
             const model::MachineVariable& parameter) {
  return parameter.array_size.empty() &&
         (is_number(parameter.type) ||
          enumeration_of(model, parameter.type) != nullptr);
}

std::string sent_member(const model::MachineMessage& message) {
  return "catenary_sent_" + message.name;
}

std::string value_member(const model::MachineMessage& message,
                         const model::MachineVariable& parameter) {
  return "catenary_value_" + std::to_string(message.name.size()) + "_" +
         message.name + "_" + parameter.name;
}

std::vector<Sent> sent(const model::MachineModel& model,
                       const model::Capsule& capsule) {
  std::vector<Sent> out;
  for (const model::Port& p : capsule.ports) {
    if (p.protocol == model::kNoIndex) continue;
    for (const auto& m : model.protocols[p.protocol].messages) {
      if (!model::sends(p, m)) continue;
      const std::string port = code_name(p.name) + ".";
      const std::string message = p.name + "." + m.name;
      out.push_back({port + sent_member(m), message, nullptr, true});
      for (const model::MachineVariable& v : m.parameters) {
        if (!is_kept(model, v)) continue;
        out.push_back({port + value_member(m, v),
                       message + "." + v.name,
                       enumeration_of(model, v.type),
                       false});
      }
    }
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
