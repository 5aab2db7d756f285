// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part of the test port that depends on the signals and channels of the
/// suite: how each message becomes a line, and each line a message.
#include <fmt/format.h>

#include "base/error.h"
#include "report/export/ttcn3/ttcn3_interface.h"
#include "suite/json.h"

namespace catenary::report {

namespace {

using suite::Channel;
using suite::Signal;

/// Titan doubles the underscores of TTCN-3 in C++.
std::string cpp_name(const std::string& id) {
  std::string out;
  for (const char c : id) out += c == '_' ? "__" : std::string(1, c);
  return out;
}

/// A C++ string literal; octal escapes end after three digits.
std::string cpp_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // With the standards before C++17, "??/" would be a backslash.
    if (c == '"' || c == '\\' || c == '?' || byte < 0x20 || byte >= 0x7f) {
      out += fmt::format("\\{:03o}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

bool is_sent(const Channel& c) {
  return c.direction == suite::Direction::input && c.controllable;
}

/// The table of an enumeration's names.
std::string table_of(const std::string& type) {
  return "names_of_" + type;
}

/// The text of a field as JSON.
std::string to_line(const Signal& signal,
                    const std::string& field,
                    const Ttcn3Interface& names) {
  if (signal.type == "float32") return "sut::text_of_float32(" + field + ")";
  if (signal.type == "enum") {
    const std::string& type =
        names.enumeration_types.at(signal.enumeration->name);
    return "sut::quoted(" + table_of(type) + "[" + field + ".as_int()])";
  }
  return "sut::text_of(" + field + ")";
}

/// A statement that reads a field from the JSON value `from`.
std::string from_line(const Signal& signal,
                      const std::string& field,
                      const std::string& from,
                      const Ttcn3Interface& names) {
  const std::string name = cpp_string(signal.name);
  if (signal.type == "bool") {
    return field + " = sut::boolean_of(" + from + ", " + name + ");\n";
  }
  if (signal.type == "enum") {
    const std::string& type =
        names.enumeration_types.at(signal.enumeration->name);
    return field + ".int2enum(sut::index_of(" + from + ", " + table_of(type) +
           ", " + std::to_string(signal.enumeration->values.size()) + ", " +
           name + "));\n";
  }
  if (signal.type == "float32") {
    return field + " = sut::float32_of(" + from + ", " + name + ");\n";
  }
  if (signal.type == "float64" || signal.type == "real") {
    return field + " = sut::float_of(" + from + ", " + name + ");\n";
  }
  return field + " = sut::integer_of(" + from + ", " + name + ");\n";
}

/// Statements that append {"name": value, …} to `line`.
std::string object_of(const std::vector<Signal>& signals,
                      const std::vector<std::string>& ids,
                      const std::string& record,
                      const Ttcn3Interface& names) {
  std::string out = "  line += \"{\";\n";
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const std::string key = suite::Json::string(signals[i].name).compact();
    out += "  line += " + cpp_string((i > 0 ? ", " : "") + key + ": ") +
           ";\n  line += " +
           to_line(signals[i], record + "." + cpp_name(ids[i]) + "()", names) +
           ";\n";
  }
  return out + "  line += \"}\";\n";
}

std::string send_start(const suite::Signature& s,
                       const Ttcn3Interface& names,
                       bool timed) {
  std::string others;
  for (const Channel& c : s.channels) {
    if (c.direction == suite::Direction::output || c.controllable) continue;
    others +=
        (others.empty() ? "" : ", ") + suite::Json::string(c.name).compact();
  }
  std::string out =
      "void SutPort::outgoing_send(const Start& start) {\n"
      "  std::string line =\n      \"{\\\"hello\\\": {\\\"protocol\\\": 1, "
      "\\\"tool\\\": \\\"TTCN-3\\\", \\\"kind\\\": ";
  if (timed) {
    out +=
        "\\\"timed\\\", \\\"time\\\": \\\"real\\\", \\\"unit\\\": \\\"\";\n"
        "  line += sut::text_of(start.x__unit());\n"
        "  line += " +
        cpp_string("\", \"uncontrollable\": [" + others + "]}}") + ";\n";
  } else {
    out += "\\\"step\\\"}}\";\n  (void)start;\n";
  }
  out += "  greet(line);\n  line = \"{\\\"reset\\\": \";\n";
  if (s.initial.empty()) {
    out += "  line += \"{}\";\n";
  } else {
    out += "  line += \"{\\\"initial\\\": \";\n" +
           object_of(s.initial, names.initial, "start.x__initial()", names) +
           "  line += \"}\";\n";
  }
  return out +
         "  line += \"}\";\n  reset(line);\n"
         "  Handler_Add_Fd_Read(input());\n  is_heard_ = true;\n}\n\n";
}

std::string send_message(const Channel& c,
                         std::size_t i,
                         const Ttcn3Interface& names) {
  std::string out =
      "void SutPort::outgoing_send(const " + cpp_name(names.messages[i]) +
      "& message) {\n  (void)message;\n  std::string line = " +
      cpp_string("{\"event\": {\"channel\": " +
                 suite::Json::string(c.name).compact() + ", \"values\": [") +
      ";\n";
  for (std::size_t p = 0; p < c.parameters.size(); ++p) {
    if (p > 0) out += "  line += \", \";\n";
    out += "  line += " +
           to_line(c.parameters[p],
                   "message." + cpp_name(names.fields[i][p]) + "()",
                   names) +
           ";\n";
  }
  return out + "  line += \"]}}\";\n  write_line(line);\n}\n\n";
}

std::string receive_messages(const suite::Signature& s,
                             const Ttcn3Interface& names) {
  std::string out =
      "void SutPort::on_line(const sut::Json& line) {\n"
      "  const sut::Json& event = line.at(\"event\");\n"
      "  const std::string channel = event.at(\"channel\").text();\n"
      "  const sut::Json& values = event.list(\"values\");\n";
  for (std::size_t i = 0; i < s.channels.size(); ++i) {
    const Channel& c = s.channels[i];
    if (is_sent(c)) continue;
    const std::string type = cpp_name(names.messages[i]);
    out += "  if (channel == " + cpp_string(c.name) +
           ") {\n    values.expect(" + std::to_string(c.parameters.size()) +
           ");\n    " + type + " message";
    // A record without fields is a value of its own.
    out += c.parameters.empty() ? " = NULL_VALUE;\n" : ";\n";
    for (std::size_t p = 0; p < c.parameters.size(); ++p) {
      out +=
          "    " + from_line(c.parameters[p],
                             "message." + cpp_name(names.fields[i][p]) + "()",
                             "values[" + std::to_string(p) + "]",
                             names);
    }
    out += "    incoming_message(message);\n    return;\n  }\n";
  }
  return out +
         "  TTCN_error(\"the system sends on channel '%s', where it has "
         "nothing "
         "to send\",\n             channel.c_str());\n}\n\n";
}

std::string step_functions(const suite::Signature& s,
                           const Ttcn3Interface& names) {
  std::string out =
      "void SutPort::outgoing_send(const Step& step) {\n"
      "  refuse_more();\n"
      "  std::string line = \"{\\\"step\\\": \";\n"
      "  line += sut::text_of(step.x__number());\n"
      "  line += \", \\\"dt\\\": \";\n"
      "  line += sut::text_of(step.x__dt());\n"
      "  line += \", \\\"in\\\": \";\n" +
      object_of(s.inputs, names.inputs, "step.x__in()", names) +
      "  line += \"}\";\n"
      "  number_ = step.x__number();\n"
      "  asked_ = true;\n"
      "  write_line(line);\n"
      "}\n\n"
      "void SutPort::on_line(const sut::Json& line) {\n"
      "  if (!asked_) TTCN_error(\"the system answers though nothing was "
      "asked\");\n"
      "  asked_ = false;\n"
      "  const sut::Json* number = line.find(\"step\");\n"
      "  if (number != nullptr && sut::integer_of(*number, \"step\") != "
      "number_) {\n"
      "    TTCN_error(\"the system answers another step than the one that was "
      "asked\");\n"
      "  }\n"
      "  Outputs outputs;\n"
      "  const sut::Json& out = line.at(\"out\");\n"
      "  const sut::Json* value = nullptr;\n";
  for (std::size_t i = 0; i < s.outputs.size(); ++i) {
    const std::string field = "outputs." + cpp_name(names.outputs[i]) + "()";
    out += "  value = out.find(" + cpp_string(s.outputs[i].name) +
           ");\n  if (value == nullptr) {\n    " + field +
           " = OMIT_VALUE;\n  } else {\n    " +
           from_line(s.outputs[i], field + "()", "*value", names) + "  }\n";
  }
  return out +
         "  const sut::Json* ended = line.find(\"ended\");\n"
         "  outputs.x__ended() = ended != nullptr && "
         "sut::boolean_of(*ended, \"ended\");\n"
         "  incoming_message(outputs);\n"
         "}\n\n";
}

}  // namespace

std::string ttcn3_port_header(const suite::Signature& signature,
                              const Ttcn3Interface& names,
                              bool timed) {
  const std::string module = kTtcn3Module;
  std::string out = "// The test port of " + module +
                    ".ttcn for Eclipse Titan.\n"
                    "#ifndef SutPort_HH\n#define SutPort_HH\n\n"
                    "#include \"" +
                    module +
                    ".hh\"\n#include \"SutLine.hh\"\n\n"
                    "namespace " +
                    module +
                    " {\n\nclass SutPort : public SutPort_BASE, private "
                    "sut::Process {\n public:\n"
                    "  explicit SutPort(const char* name = nullptr) : "
                    "SutPort_BASE(name) {}\n"
                    "  void set_parameter(const char* name, const char* value) "
                    "override;\n\n protected:\n"
                    "  void user_unmap(const char* system_port, Map_Params& "
                    "parameters) override;\n"
                    "  void Handle_Fd_Event_Readable(int fd) override;\n"
                    "  void outgoing_send(const Start& start) override;\n";
  if (timed) {
    for (std::size_t i = 0; i < signature.channels.size(); ++i) {
      if (!is_sent(signature.channels[i])) continue;
      out += "  void outgoing_send(const " + cpp_name(names.messages[i]) +
             "& message) override;\n";
    }
  } else {
    out += "  void outgoing_send(const Step& step) override;\n";
  }
  out +=
      "\n private:\n  void on_line(const sut::Json& line) override;\n"
      "  bool is_heard_ = false;  // lines are read when they come\n";
  if (!timed) {
    out +=
        "  INTEGER number_ = 0;   // of the step that was asked last\n"
        "  bool asked_ = false;   // an answer is due\n";
  }
  return out + "};\n\n}  // namespace " + module + "\n\n#endif\n";
}

std::string ttcn3_port_source(const suite::Signature& signature,
                              const Ttcn3Interface& names,
                              bool timed) {
  const std::string module = kTtcn3Module;
  std::string out = "#include \"SutPort.hh\"\n\nnamespace " + module + " {\n\n";
  for (const auto& [e, type] : names.enumerations) {
    out += "static const char* const " + table_of(type) + "[] = {";
    for (std::size_t i = 0; i < e->values.size(); ++i) {
      out += (i > 0 ? ", " : "") + cpp_string(e->values[i]);
    }
    out += "};\n\n";
  }
  out +=
      "void SutPort::set_parameter(const char* name, const char* value) {\n"
      "  if (std::string(name) == \"command\") {\n    command = value;\n"
      "  } else {\n    TTCN_error(\"the test port has no parameter '%s'\", "
      "name);\n  }\n}\n\n"
      "void SutPort::user_unmap(const char*, Map_Params&) {\n"
      "  if (is_heard_) Handler_Remove_Fd_Read(input());\n  "
      "is_heard_ = false;\n  end();\n}\n\n"
      "void SutPort::Handle_Fd_Event_Readable(int) {\n  read_lines();\n}\n\n";
  out += send_start(signature, names, timed);
  if (!timed) return out + step_functions(signature, names) + "}\n";
  for (std::size_t i = 0; i < signature.channels.size(); ++i) {
    if (!is_sent(signature.channels[i])) continue;
    out += send_message(signature.channels[i], i, names);
  }
  return out + receive_messages(signature, names) + "}\n";
}

}  // namespace catenary::report
