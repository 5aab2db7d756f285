// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes a guess as a TOML file for people: what was taken as keys, and what
/// else it could be as comments that need their '#' removed only.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "base/printable.h"
#include "frontend/c/init/guess.h"

namespace catenary::frontend::c {

namespace {

/// A TOML string; C text and names of files have no control characters but ends
/// of lines, which a longer string keeps.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string list(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& t : texts)
    out += (out == "[" ? "" : ", ") + quoted(t);
  return out + "]";
}

/// "pump.c:12", for a comment.
std::string place(const Candidate& c) {
  const std::filesystem::path file = c.where.file;
  return base::printable(file.filename().string()) + ":" +
         std::to_string(c.where.line);
}

/// Writes one guess, section by section.
class Writer {
 public:
  explicit Writer(const Guess& g) : g_(g), d_(g.description) {}

  std::string write() {
    line(
        "# A description of this program for Catenary, made by 'catenary "
        "init'.");
    line(
        "# It holds guesses: correct what is wrong. docs/description.md "
        "explains");
    line("# all keys; 'catenary check' shows what they make of the program.");
    program();
    rows("inputs", g_.inputs);
    rows("outputs", g_.outputs);
    interrupts();
    tasks();
    coverage();
    properties();
    return out_;
  }

 private:
  /// "a, b, c and 4 more".
  static std::string several(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 5;
    std::string out;
    for (std::size_t i = 0; i < names.size() && i < kMost; ++i) {
      out += (i == 0 ? "" : ", ") + names[i];
    }
    if (names.size() > kMost) {
      out += " and " + std::to_string(names.size() - kMost) + " more";
    }
    return out;
  }

  void line(const std::string& text) { out_ += text + "\n"; }

  /// Another choice, behind '#'.
  void alternative(const std::string& key,
                   const std::string& value,
                   const Candidate& c) {
    line("# " + key + " = " + quoted(value) + "  # " + place(c) + ": " +
         c.reason());
  }

  void program() {
    line("\n[program]");
    std::vector<std::string> sources;
    for (const Code& s : d_.sources) sources.push_back(s.text);
    line("sources = " + list(sources));
    for (const std::string& clause : g_.left_out) {
      line("# " + base::printable(clause) + ": it is left out.");
    }
    line("# Add further sources here, or name a database in compile_commands.");
    if (d_.flags.empty()) {
      line("# flags = [\"-Iinclude\", \"-DVARIANT=1\"]");
    } else {
      line("flags = " + list(d_.flags));
    }
    if (!g_.stubbed.empty()) {
      line("# No source defines " + several(g_.stubbed) + ":");
      line("# they return inputs, and what they are given is an output.");
    }
    if (!g_.undefined.empty()) {
      line("# No source defines the variables " + several(g_.undefined) + ":");
      line("# those that are only read are inputs, others begin as 0.");
    }
    if (d_.stub_missing) line("stub_missing = true");
    if (g_.whole_program) {
      line(
          "# main() runs in an endless loop, so the file is a program of its "
          "own:");
      line(
          "# one iteration is a step. Inputs are calls such as "
          "CATENARY_INPUT(x).");
      line("# To drive functions of the file instead, remove the '#' below.");
      line("# rename_main = true");
    } else if (d_.rename_main) {
      line("rename_main = true  # a step is not a whole run of main()");
    }
    declarations();
    step();
    init();
  }

  void remarks(const std::vector<std::string>& all) {
    for (const std::string& one : all) {
      line("# " + base::printable(one) + ".");
    }
  }

  /// Of a step with arguments: a variable each.
  void declarations() {
    if (!d_.declare) return;
    line("# Variables for arguments.");
    std::string text = d_.declare->text;
    for (std::size_t at = text.find("; static "); at != std::string::npos;
         at = text.find("; static ", at + 1)) {
      text.replace(at, 2, ";\n");
    }
    while (text.ends_with(' ')) text.pop_back();
    line("declare = \"\"\"\n" + text + "\"\"\"");
  }

  void step() {
    if (!g_.doubt.empty()) {
      // Without what a message expects, which is this file.
      line("# In doubt: " +
           base::printable(g_.doubt.substr(0, g_.doubt.find("; expected"))) +
           ".");
    }
    const auto taken = std::find_if(
        g_.steps.begin(), g_.steps.end(), [this](const Candidate& c) {
          return c.name == g_.step;
        });
    if (taken != g_.steps.end()) {
      line("# Taken as the step: " + taken->reason() + " (" + place(*taken) +
           ").");
    }
    remarks(g_.step_remarks);
    if (d_.step) {
      line("step = " + quoted(d_.step->text));
    } else if (!g_.whole_program && g_.tasks.empty()) {
      line("# No function looks like a step: name what runs at every step.");
      line("# step = \"...();\"");
    }
    const std::vector<Candidate> others = other_steps();
    if (others.empty()) return;
    line(g_.equally_likely > 1 ? "# As likely, or less so:"
                               : "# It could also be:");
    for (const Candidate& c : others) alternative("step", c.call(), c);
    if (g_.equally_likely > 1 && !g_.events.empty()) {
      line(
          "# step = \";\"  # an empty step: only calls under [interrupts] run");
    }
  }

  /// Candidates that were not taken, as many as a person reads.
  [[nodiscard]] std::vector<Candidate> other_steps() const {
    constexpr std::size_t kMost = 8;
    std::vector<Candidate> out;
    for (const Candidate& c : g_.steps) {
      if (c.name != g_.step && !is_task(c)) out.push_back(c);
      if (out.size() == kMost) break;
    }
    return out;
  }

  void init() {
    if (d_.init) {
      line("# Runs once, before the first step.");
      remarks(g_.init_remarks);
      line("init = " + quoted(d_.init->text));
    }
    for (const Candidate& c : g_.inits) {
      if (d_.init && d_.init->text.find(c.name + "(") != std::string::npos) {
        continue;
      }
      alternative("init", c.call(), c);
    }
  }

  /// A section of variables. Only candidates: all of it is a comment.
  void rows(const std::string& section, const std::vector<GuessedRow>& rows) {
    const bool is_input = section == "inputs";
    const bool any = std::any_of(
        rows.begin(), rows.end(), [](const GuessedRow& r) { return r.taken; });
    line(std::string("\n") + (any ? "" : "# ") + "[" + section + "]");
    if (is_input) {
      line("# Set before every step: what the file reads and never writes. A");
      line("# constant of the program belongs under [parameters].");
    } else {
      line("# Read after every step, and expected by tests.");
    }
    for (const GuessedRow& r : rows) {
      std::string remark = r.type;
      if (!r.remark.empty()) remark += (remark.empty() ? "" : ", ") + r.remark;
      if (is_input && r.range.empty() && r.type != "bool" &&
          r.type != "_Bool") {
        remark += std::string(remark.empty() ? "" : ", ") +
                  "e.g. { range = [0, 100] }";
      }
      const std::string range =
          r.range.empty() ? "{}" : "{ range = " + r.range + " }";
      line((r.taken ? "" : "# ") + quoted(r.lvalue) + " = " + range +
           (remark.empty() ? "" : "  # " + remark));
    }
    if (!rows.empty()) return;
    line(is_input ? "# \"variable\" = { range = [0, 100] }"
                  : "# \"variable\" = {}");
  }

  void interrupts() {
    const auto is_taken = [this](const Candidate& c) {
      return g_.is_interrupt(c);
    };
    const bool any =
        std::any_of(g_.handlers.begin(), g_.handlers.end(), is_taken);
    line(std::string("\n") + (any ? "" : "# ") + "[interrupts]");
    line("# Handlers that may be called before a step. With a condition:");
    line("# \"handler()\" = { assume = \"enabled\" }");
    for (const Candidate& c : g_.handlers) {
      line((is_taken(c) ? "" : "# ") + quoted(c.name + "()") + " = {}  # " +
           place(c));
    }
    if (g_.events.empty()) return;
    line(
        "# Functions that may be called between steps, with an input for each "
        "number:");
    for (const GuessedEvent& e : g_.events) {
      line("# " + quoted(e.call) + " = {}  # " + place(e.function));
    }
  }

  void tasks() {
    if (g_.tasks.empty()) {
      line("\n# [tasks]");
      line("# Calls that run at every N-th step only, e.g.:");
      std::vector<Candidate> others = other_steps();
      std::erase_if(others,
                    [](const Candidate& c) { return c.takes_arguments; });
      for (const Candidate& c : others) {
        line("# " + quoted(c.name + "()") + " = { period = 10 }");
      }
      if (others.empty()) line("# \"task()\" = { period = 10, offset = 0 }");
      return;
    }
    // The longest step with which every period is a number of steps.
    std::uint32_t step_ms = 0;
    for (const PeriodicFunction& p : g_.tasks) {
      step_ms = std::gcd(step_ms, p.period_ms);
    }
    line("\n[tasks]");
    line(g_.tasks_are_rates
             ? "# Their names number their rates, the fastest first; correct "
               "the periods."
             : "# Their names end in their periods; a step is " +
                   std::to_string(step_ms) + " ms.");
    for (const PeriodicFunction& p : g_.tasks) {
      line(fmt::format("{} = {{ period = {} }}",
                       quoted(p.function.name + "()"),
                       p.period_ms / step_ms));
    }
    if (g_.tasks_are_rates) return;
    line("\n[time]\nstep_ms = " + std::to_string(step_ms));
  }

  void coverage() {
    line("\n[coverage]");
    line("# What tests must cover; docs/coverage.md lists the criteria.");
    line(g_.has_branches ? "criteria = [\"branch\"]"
                         : "criteria = [\"statement\"]");
  }

  void properties() {
    line("\n# What must hold:");
    line("# [[property]]");
    line("# id = \"name\"");
    line("# when = \"a condition before the step, over state and inputs\"");
    line("# then = \"a condition after it\"");
  }

  [[nodiscard]] bool is_task(const Candidate& c) const {
    return std::any_of(g_.tasks.begin(), g_.tasks.end(), [&](const auto& p) {
      return p.function.name == c.name;
    });
  }

  const Guess& g_;
  const Description& d_;
  std::string out_;
};

}  // namespace

std::string description_text(const Guess& guess) {
  return Writer(guess).write();
}

}  // namespace catenary::frontend::c
