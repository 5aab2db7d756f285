// SPDX-License-Identifier: Apache-2.0
/// \file
/// Option tables: one row for each member of a plain struct. Command line,
/// config file, help, manual page and shell completion read the same rows, so
/// that each option is defined in one place.
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

/// Where an option, or one of its values, has an effect. It is an error to give
/// it elsewhere: find_inapplicable() in applies.h.
struct Applies {
  /// Kinds of models, in the plural; empty = all.
  std::vector<std::string> kinds{};
  /// Values of --method; empty = all.
  std::vector<std::string> methods{};
  /// Another option that must be given, too; empty = none.
  std::string with{};
};

/// The documentation of an option.
struct Spec {
  /// Without dashes, e.g. "max-steps".
  std::string name{};
  /// 'o' for -o; 0 = none.
  char short_name = 0;
  /// The placeholder of its value, e.g. "STEPS"; empty for flags.
  std::string value{};
  /// The heading in the help; empty = "Options".
  std::string group{};
  /// One or more sentences, without line breaks.
  std::string help{};
  /// A typical value; empty = none.
  std::string example{};
  /// The meaning of a default of 0 or "", for the help.
  std::string says_zero{};
  /// An argument without a name.
  bool positional = false;
  /// A value must be given; the default is empty.
  bool required = false;
  /// Not allowed in the config file.
  bool line_only = false;
  /// No result depends on it: it says how fast, and whether files may be
  /// replaced.
  bool never_matters = false;
  /// Where the option applies.
  Applies applies{};
  /// The same for single values; values that are not listed apply wherever the
  /// option does.
  std::vector<std::pair<std::string, Applies>> value_applies{};
};

/// The type of a value in a config file.
enum class Kind : std::uint8_t { flag, number, text, list };

/// A row, with the type of its member erased. `options` always points to the
/// struct that the table was made for.
struct Row {
  /// The documentation of the option.
  Spec spec;
  /// How a config file writes its value.
  Kind kind = Kind::text;
  /// The limits, e.g. "1..1000"; empty = anything.
  std::string allowed;
  /// All values, if they are few.
  std::vector<std::string> choices;
  /// Checks and stores a value; `texts` has one element, or any number for a
  /// list. Throws base::InputError, without location, naming what is allowed.
  std::function<void(void* options, const std::vector<std::string>& texts)>
      assign;
  /// The current value: one string, or any number for a list.
  std::function<std::vector<std::string>(const void* options)> print;
  /// A list of ListForm::repeated.
  bool repeated = false;
};

/// A command as its help presents it.
struct CommandText {
  /// For example "generate".
  std::string name;
  /// One line.
  std::string summary;
  /// Paragraphs, separated by blank lines.
  std::string description;
  /// An example with its explanation.
  struct Example {
    /// For example "catenary generate door.c -o door.json".
    std::string command;
    /// Its effect.
    std::string says;
  };
  /// Typical calls, the simplest first.
  std::vector<Example> examples;
};

/// A table without its struct: sufficient for help and completion.
class CommandTable {
 public:
  /// A table without rows; see Table for adding them.
  explicit CommandTable(CommandText text) : text_(std::move(text)) {}
  virtual ~CommandTable() = default;

  /// The command itself.
  [[nodiscard]] const CommandText& text() const { return text_; }
  /// In the order of the help.
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// The values of all options that a result may depend on, as text: equal for
  /// options that ask for the same. `options` points to the struct.
  [[nodiscard]] std::string fingerprint(const void* options) const;
  /// The row of an option, or null. Cost: linear.
  [[nodiscard]] const Row* find(std::string_view name) const;
  /// The values of a default-constructed struct, as Row::print gives them, row
  /// by row.
  [[nodiscard]] virtual std::vector<std::vector<std::string>> defaults()
      const = 0;

  /// Throws what Row::assign throws, on a default-constructed struct.
  virtual void try_value(const Row& row,
                         const std::vector<std::string>& texts) const = 0;

  /// Checks the table itself. Throws base::InternalError if a name is missing
  /// or taken, a default would be rejected, or a row has no help. Called by a
  /// test.
  virtual void check() const = 0;

 protected:
  // Copied with its rows, so a table may be returned by a function.
  CommandTable(const CommandTable&) = default;
  CommandTable(CommandTable&&) = default;
  /// Appends a row.
  void add(Row row) { rows_.push_back(std::move(row)); }
  /// check() with a default-constructed struct.
  void check_with(void* fresh) const;

 private:
  CommandText text_;
  std::vector<Row> rows_;
};

/// Inclusive limits of a number.
template <typename T>
struct Limits {
  /// The lowest number that is allowed.
  T lo;
  /// The highest.
  T hi;
};
/// Limits, for the call of row().
template <typename T>
[[nodiscard]] Limits<T> between(T lo, T hi) {
  return {lo, hi};
}

/// Names for the values of an enumeration, in the order of the help.
template <typename E>
using Names = std::vector<std::pair<std::string, E>>;

/// Whether a value that Row::print gave is empty: that of a required option
/// that was not given.
[[nodiscard]] bool is_missing(const std::vector<std::string>& value);
/// Throws the InputError for a value outside of `allowed`.
[[noreturn]] void fail_range(const std::string& allowed,
                             const std::string& found);
/// The index of `text` in `choices`; throws InputError, suggesting the nearest.
/// A choice "name:WHAT" matches every "name:" that something follows.
[[nodiscard]] std::size_t find_choice(const std::vector<std::string>& choices,
                                      const std::string& text);
/// How a list is given on the command line.
enum class ListForm : std::uint8_t {
  /// Elements separated by commas, or the option several times.
  commas,
  /// One element each time the option is given; commas belong to it.
  repeated
};
/// Splits at commas; drops blanks around the parts, and empty parts.
[[nodiscard]] std::vector<std::string> split_list(
    const std::vector<std::string>& texts);

/// The rows of the struct `Options`, in the order of the help. Each row() adds
/// one and returns the table.
template <typename Options>
class Table final : public CommandTable {
 public:
  using CommandTable::CommandTable;

  /// A flag: false unless given.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec, bool Owner::* member) {
    // Every Boolean value is in range.
    return add_scalar(std::move(spec), Kind::flag, "", member, [](const bool&) {
      return true;
    });
  }

  /// Any string.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec, std::string Owner::* member) {
    return add_scalar(
        std::move(spec), Kind::text, "", member, [](const std::string&) {
          return true;
        });
  }

  /// One of a few strings.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec,
             std::string Owner::* member,
             const std::vector<std::string>& choices) {
    // The default need not be among the choices: "" stands for "not given".
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
    // Numbers may be bare in a config file; sizes and durations are texts.
    constexpr Kind kKind = std::is_arithmetic_v<T> ? Kind::number : Kind::text;
    return add_scalar(
        std::move(spec),
        kKind,
        // The limits are shown to users in the form in which values are given.
        print_text(limits.lo) + ".." + print_text(limits.hi),
        member,
        [limits](const T& v) { return !(v < limits.lo || limits.hi < v); });
  }

  /// One of a few names, for an enumeration.
  template <typename Owner, typename E>
    requires(std::derived_from<Options, Owner> && std::is_enum_v<E>)
  Table& row(Spec spec, E Owner::* member, const Names<E>& names) {
    Row r{std::move(spec), Kind::text, "", {}, {}, {}, false};
    // The values are found by their position, so names and choices agree.
    for (const auto& [name, value] : names) r.choices.push_back(name);
    r.assign = [member, names, choices = r.choices](
                   void* options, const std::vector<std::string>& texts) {
      static_cast<Options*>(options)->*member =
          names[find_choice(choices, texts.at(0))].second;
    };
    r.print = [member, names](const void* options) {
      // A member may hold a value that has no name; then nothing is printed.
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

  /// A list, separated by commas or given several times; each element must be
  /// one of `choices`, unless these are empty.
  template <typename Owner>
    requires std::derived_from<Options, Owner>
  Table& row(Spec spec,
             std::vector<std::string> Owner::* member,
             const std::vector<std::string>& choices = {}) {
    Row r{std::move(spec), Kind::list, "", choices, {}, {}, false};
    r.assign = [member, choices](void* options,
                                 const std::vector<std::string>& texts) {
      // One by one, so that a message names the wrong one.
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

  /// A list whose elements may contain commas.
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

  /// The defaults of the struct's own members: no table states them twice.
  [[nodiscard]] std::vector<std::vector<std::string>> defaults()
      const override {
    const Options fresh{};
    std::vector<std::vector<std::string>> out;
    for (const Row& r : rows()) out.push_back(r.print(&fresh));
    return out;
  }

  /// On a struct of its own, so that nothing is stored.
  void try_value(const Row& row,
                 const std::vector<std::string>& texts) const override {
    Options fresh{};
    row.assign(&fresh, texts);
  }

  /// Every row must accept its own default.
  void check() const override {
    Options fresh{};
    check_with(&fresh);
  }

 private:
  /// A row for one value that parse_text() reads; `accepts` checks its range.
  template <typename Owner, typename T, typename Accepts>
  Table& add_scalar(Spec spec,
                    Kind kind,
                    std::string allowed,
                    T Owner::* member,
                    Accepts accepts) {
    // The text of the limits is needed in the row and in messages.
    Row r{std::move(spec), kind, std::move(allowed), {}, {}, {}, false};
    r.assign = [member, accepts, text = r.allowed](
                   void* options, const std::vector<std::string>& texts) {
      // Nothing is stored unless all is well.
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
