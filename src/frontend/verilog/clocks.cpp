// SPDX-License-Identifier: Apache-2.0
#include "frontend/verilog/clocks.h"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/json.h"
#include "frontend/verilog/comments.h"

namespace catenary::frontend::verilog {

namespace {

using base::Json;

[[noreturn]] void refuse(const base::SourceLocation& where,
                         const std::string& what) {
  throw base::InputError(where, what, "verilog-clock");
}

const Json* member(const Json& of,
                   std::string_view first,
                   std::string_view key) {
  const Json* object = of.find(first);
  return object == nullptr ? nullptr : object->find(key);
}

/// The bits of a connection, each a number or a constant, as texts.
std::vector<std::string> bits_of(const Json* connection) {
  std::vector<std::string> out;
  if (connection == nullptr) return out;
  for (const Json& bit : connection->items()) out.push_back(bit.text());
  return out;
}

/// Bit `index` of a parameter, from the right; '0' where there is none.
char parameter_bit(const Json& cell, std::string_view name, std::size_t index) {
  const Json* value = member(cell, "parameters", name);
  if (value == nullptr || !value->is(Json::Kind::string)) return '0';
  const std::string& text = value->text();
  return index < text.size() ? text[text.size() - 1 - index] : '0';
}

class Clocks {
 public:
  explicit Clocks(const std::string& path) : path_(path) {}

  std::string run(const Json& document) {
    const Json* modules = document.find("modules");
    if (modules == nullptr) return "";
    for (const auto& [name, module] : modules->members()) {
      const Json* cells = module.find("cells");
      if (cells == nullptr) continue;
      find_checks(module);
      for (const auto& [cell_name, cell] : cells->members()) {
        read(cell_name, cell);
      }
      if (!clocks_.empty()) name_ = input(module);
    }
    return name_;
  }

 private:
  [[nodiscard]] base::SourceLocation place(const Json& cell) const {
    const Json* src = member(cell, "attributes", "src");
    const base::SourceLocation where =
        src != nullptr && src->is(Json::Kind::string)
            ? source_place(src->text())
            : base::SourceLocation{};
    return where.known() ? where : base::SourceLocation{path_, 0, 0};
  }
  void find_checks(const Json& module);
  void read(const std::string& name, const Json& cell);
  void add(const Json& cell,
           const char* port,
           const char* polarity,
           const char* enable);
  [[nodiscard]] std::string input(const Json& module) const;

  const std::string& path_;
  std::set<std::pair<std::string, char>> clocks_;  ///< bit and edge
  std::set<std::string>
      checks_;  ///< bits of registers that Yosys made for them
  bool has_global_ = false;
  std::string name_;
};

void Clocks::find_checks(const Json& module) {
  const Json* names = module.find("netnames");
  if (names == nullptr) return;
  for (const auto& [name, net] : names->members()) {
    if (name.find("$formal$") == std::string::npos) continue;
    for (const std::string& bit : bits_of(net.find("bits"))) {
      checks_.insert(bit);
    }
  }
}

/// The clocks of a port that has one for each of several accesses.
void Clocks::add(const Json& cell,
                 const char* port,
                 const char* polarity,
                 const char* enable) {
  const auto bits = bits_of(member(cell, "connections", port));
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (enable != nullptr && parameter_bit(cell, enable, i) != '1') continue;
    clocks_.emplace(bits[i], parameter_bit(cell, polarity, i));
  }
  if (clocks_.size() > 1 || (has_global_ && !clocks_.empty())) {
    refuse({path_, 0, 0},
           "the design has several clocks, or both edges of one; expected one "
           "edge of one clock");
  }
}

void Clocks::read(const std::string& name, const Json& cell) {
  const Json* type_member = cell.find("type");
  const std::string type = type_member == nullptr ? "" : type_member->text();
  if (!type.starts_with('$') || type.starts_with("$paramod")) {
    throw base::InputError(place(cell),
                           "the module of '" + name +
                               "' has no contents; expected all modules of the "
                               "design",
                           "verilog-black-box");
  }
  const bool memory = type.starts_with("$mem");
  if (type == "$ff" || type == "$_FF_") has_global_ = true;
  add(cell, "CLK", "CLK_POLARITY", memory ? "CLK_ENABLE" : nullptr);
  add(cell, "WR_CLK", "WR_CLK_POLARITY", "WR_CLK_ENABLE");
  add(cell, "RD_CLK", "RD_CLK_POLARITY", "RD_CLK_ENABLE");
  if (type == "$dff" || type == "$ff") return;
  const bool is_register = member(cell, "connections", "Q") != nullptr &&
                           member(cell, "connections", "D") != nullptr;
  for (const std::string& bit : bits_of(member(cell, "connections", "Q"))) {
    if (!is_register || !checks_.contains(bit)) continue;
    refuse(place(cell),
           "a statement beside an asynchronous set and reset; expected it in a "
           "process of its own");
  }
}

std::string Clocks::input(const Json& module) const {
  const std::string& clock = clocks_.begin()->first;
  const Json* ports = module.find("ports");
  for (const auto& [name, port] :
       ports == nullptr ? std::vector<Json::Member>{} : ports->members()) {
    const auto bits = bits_of(port.find("bits"));
    const Json* direction = port.find("direction");
    if (bits.size() == 1 && bits[0] == clock && direction != nullptr &&
        direction->text() == "input") {
      return name;
    }
  }
  refuse({path_, 0, 0},
         "the clock is made in the design, or a bit of a wider input; expected "
         "an input of one bit");
}

}  // namespace

std::string clock_of(const std::string& json, const std::string& path) {
  return Clocks(path).run(base::parse_json(json, path));
}

}  // namespace catenary::frontend::verilog
