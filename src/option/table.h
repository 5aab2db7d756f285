// SPDX-License-Identifier: Apache-2.0
/// \file
/// Option tables: one row for each member of a plain struct. Command line,
/// config file, help, manual page and shell completion read the same rows, so
/// that an option is written down once.
///
///     struct SearchOptions { std::uint32_t max_steps = 64; };
///     Table<SearchOptions> table({"search", "Looks for a run."});
///     table.row({.name = "max-steps", .value = "N", .help = "Depth."},
///               &SearchOptions::max_steps, between(1U, 1000U));
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "option/text.h"

namespace catenary::option {

/// Where an option, or one of its values, has a meaning. Elsewhere it is an
/// error to give it: find_inapplicable() in applies.h.
struct Applies {
  std::vector<std::string> kinds{};  ///< of models, in the plural; empty = all
  std::vector<std::string> methods{};  ///< values of --method; empty = all
  std::string with{};  ///< another option that must be given; empty = none
};

/// What people see of an option.
struct Spec {
  std::string name{};       ///< without dashes, e.g. "max-steps"
  char short_name = 0;      ///< 'o' for -o; 0 = none
  std::string value{};      ///< its placeholder, e.g. "STEPS"; empty for flags
  std::string group{};      ///< heading in the help; empty = "Options"
  std::string help{};       ///< one or more sentences, no line breaks
  std::string example{};    ///< a value worth copying; empty = none
  std::string says_zero{};  ///< what a default of 0 or "" means, for the help
  bool positional = false;  ///< an argument without a name
  /// Its value, "" or nameless by default, must be given.
  bool required = false;
  bool line_only = false;  ///< not for the config file
  Applies applies{};
  /// The same for single values; those that are not named apply as the option.
  std::vector<std::pair<std::string, Applies>> value_applies{};
};

/// How a value appears in a config file.
enum class Kind : std::uint8_t { flag, number, text, list };

/// A row with its member's type erased. `options` always points to the struct
/// that the table was made for.
struct Row {
  Spec spec;
  Kind kind = Kind::text;
  std::string allowed;               ///< "1..1000", "" = anything
  std::vector<std::string> choices;  ///< all values, where they are few
  /// Checks and stores; `texts` has one element, or any number for a list.
  /// Throws base::InputError, without location, naming what is allowed.
  std::function<void(void* options, const std::vector<std::string>& texts)>
      assign;
  /// The current value: one text, or any number for a list.
  std::function<std::vector<std::string>(const void* options)> print;
  bool repeated = false;  ///< a list of ListForm::repeated
};

/// A command as its help presents it.
struct CommandText {
  std::string name;         ///< "generate"
  std::string summary;      ///< one line
  std::string description;  ///< paragraphs, separated by blank lines
  struct Example {
    std::string command;  ///< "catenary generate door.c -o door.json"
    std::string says;     ///< what it does
  };
  std::vector<Example> examples;
};

/// A table without its struct: all that help and completion need.
class CommandTable {
 public:
  explicit CommandTable(CommandText text) : text_(std::move(text)) {}
  virtual ~CommandTable() = default;

  [[nodiscard]] const CommandText& text() const { return text_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// The row of an option, or null.
  [[nodiscard]] const Row* find(std::string_view name) const;
  /// The values of a fresh struct, as Row::print gives them, row by row.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> defaults()
      const = 0;

  /// Throws what Row::assign throws, on a fresh struct.
  virtual void try_value(const Row& row,
                         const std::vector<std::string>& texts) const = 0;

  /// Throws base::InternalError where a name is missing or taken, a default
  /// would be rejected, or a row has no help.
  virtual void check() const = 0;

 protected:
  CommandTable(const CommandTable&) = default;
  CommandTable(CommandTable&&) = default;
  void add(Row row) { rows_.push_back(std::move(row)); }
  void check_with(void* fresh) const;

 private:
  CommandText text_;
  std::vector<Row> rows_;
};

/// Inclusive limits of a number.
template <typename T>
struct Limits {
  T lo;
  T hi;
};
template <typename T>
[[nodiscard]] Limits<T> between(T lo, T hi) {
  return {lo, hi};
}

/// Names for the values of an enumeration, in the order of the help.
template <typename E>
using Names = std::vector<std::pair<std::string, E>>;

/// Whether a value printed by Row::print says nothing: what a required option
/// has when it was not given.
[[nodiscard]] bool is_missing(const std::vector<std::string>& value);
/// Throws the InputError for a value outside `allowed`.
[[noreturn]] void fail_range(const std::string& allowed,
                             const std::string& found);
/// The index of `text` in `choices`; the InputError suggests the nearest. A
/// choice "name:WHAT" stands for every "name:" with something behind it.
[[nodiscard]] std::size_t find_choice(const std::vector<std::string>& choices,
                                      const std::string& text);
/// How a list is given on the command line.
enum class ListForm : std::uint8_t {
  commas,   ///< elements separated by commas, or the option several times
  repeated  ///< one element each time the option is given; commas belong to it
};
/// Splits at commas, drops blanks around the parts and empty parts.
[[nodiscard]] std::vector<std::string> split_list(
    const std::vector<std::string>& texts);

/// The rows of struct `Options`, in the order of the help.
template <typename Options>
class Table final : public CommandTable {
 public:
  using CommandTable::CommandTable;

  /// A flag: false unless given.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec, bool Owner::* member) {
    return add_scalar(std::move(spec), Kind::flag, "", member, [](const bool&) {
      return true;
    });
  }

  /// Any text.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec, std::string Owner::* member) {
    return add_scalar(
        std::move(spec), Kind::text, "", member, [](const std::string&) {
          return true;
        });
  }

  /// One of a few texts.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec,
             std::string Owner::* member,
             const std::vector<std::string>& choices) {
    Row r{std::move(spec), Kind::text, "", choices, {}, {}, false};
    r.assign = [member, choices](void* options,
                                 const std::vector<std::string>& texts) {
      static_cast<Options*>(options)->*member =
          choices[find_choice(choices, texts.at(0))];
    };
    r.print = [member](const void* options) {
      return std::vector<std::string>{
          static_cast<const Options*>(options)->*member};
    };
    add(std::move(r));
    return *this;
  }

  /// A number, size or duration within limits.
  template <typename Owner, typename T>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec, T Owner::* member, Limits<T> limits) {
    constexpr Kind kKind = std::is_arithmetic_v<T> ? Kind::number : Kind::text;
    return add_scalar(
        std::move(spec),
        kKind,
        print_text(limits.lo) + ".." + print_text(limits.hi),
        member,
        [limits](const T& v) { return !(v < limits.lo || limits.hi < v); });
  }

  /// One of a few names.
  template <typename Owner, typename E>
    requires(std::derived_from<Options, Owner> && std::is_enum_v<E>)
  Table& row(Spec spec, E Owner::* member, const Names<E>& names) {
    Row r{std::move(spec), Kind::text, "", {}, {}, {}, false};
    for (const auto& [name, value] : names) r.choices.push_back(name);
    r.assign = [member, names, choices = r.choices](
                   void* options, const std::vector<std::string>& texts) {
      static_cast<Options*>(options)->*member =
          names[find_choice(choices, texts.at(0))].second;
    };
    r.print = [member, names](const void* options) {
      std::vector<std::string> out;
      for (const auto& [name, value] : names) {
        if (static_cast<const Options*>(options)->*member == value) {
          out = {name};
        }
      }
      return out;
    };
    add(std::move(r));
    return *this;
  }

  /// A list, separated by commas or given several times; each element one of
  /// `choices`, where there are any.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec,
             std::vector<std::string> Owner::* member,
             const std::vector<std::string>& choices = {}) {
    Row r{std::move(spec), Kind::list, "", choices, {}, {}, false};
    r.assign = [member, choices](void* options,
                                 const std::vector<std::string>& texts) {
      std::vector<std::string> list = split_list(texts);
      if (!choices.empty()) {
        for (const std::string& text : list) {
          static_cast<void>(find_choice(choices, text));
        }
      }
      static_cast<Options*>(options)->*member = std::move(list);
    };
    r.print = [member](const void* options) {
      return static_cast<const Options*>(options)->*member;
    };
    add(std::move(r));
    return *this;
  }

  /// A list whose elements may hold commas.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec,
             std::vector<std::string> Owner::* member,
             ListForm form) {
    Row r{std::move(spec), Kind::list, "", {}, {}, {}, false};
    r.repeated = form == ListForm::repeated;
    r.assign = [member, form](void* options,
                              const std::vector<std::string>& texts) {
      static_cast<Options*>(options)->*member =
          form == ListForm::repeated ? texts : split_list(texts);
    };
    r.print = [member](const void* options) {
      return static_cast<const Options*>(options)->*member;
    };
    add(std::move(r));
    return *this;
  }

  [[nodiscard]] std::vector<std::vector<std::string>> defaults()
      const override {
    const Options fresh{};
    std::vector<std::vector<std::string>> out;
    for (const Row& r : rows()) out.push_back(r.print(&fresh));
    return out;
  }

  void try_value(const Row& row,
                 const std::vector<std::string>& texts) const override {
    Options fresh{};
    row.assign(&fresh, texts);
  }

  void check() const override {
    Options fresh{};
    check_with(&fresh);
  }

 private:
  template <typename Owner, typename T, typename Accepts>
  Table& add_scalar(Spec spec,
                    Kind kind,
                    std::string allowed,
                    T Owner::* member,
                    Accepts accepts) {
    Row r{std::move(spec), kind, std::move(allowed), {}, {}, {}, false};
    r.assign = [member, accepts, text = r.allowed](
                   void* options, const std::vector<std::string>& texts) {
      T value{};
      parse_text(texts.at(0), value);
      if (!accepts(value)) fail_range(text, texts.at(0));
      static_cast<Options*>(options)->*member = std::move(value);
    };
    r.print = [member](const void* options) {
      return std::vector<std::string>{
          print_text(static_cast<const Options*>(options)->*member)};
    };
    add(std::move(r));
    return *this;
  }
};

}  // namespace catenary::option
