// SPDX-License-Identifier: Apache-2.0
#include "app/machine/machine_system.h"

#include <algorithm>
#include <cstdint>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "app/machine/machine_compile.h"
#include "app/machine/machine_timers.h"
#include "base/sha256.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "frontend/c/load.h"
#include "frontend/c/plain.h"
#include "frontend/umlrt/umlrt.h"
#include "model/machine/state_machine.h"
#include "suite/texts.h"

namespace catenary::app {

namespace {

namespace umlrt = frontend::umlrt;

}  // namespace

const model::Capsule& the_capsule(const model::MachineModel& model,
                                  const std::string& name) {
  if (!name.empty()) return *chosen_capsules(model, name).front();
  std::vector<const model::Capsule*> with_machine;
  for (const model::Capsule& c : model.capsules) {
    if (c.has_machine) with_machine.push_back(&c);
  }
  if (with_machine.size() == 1) return *with_machine.front();
  std::string known;
  for (const model::Capsule* c : with_machine) {
    known += (known.empty() ? "" : ", ") + c->qualified;
  }
  throw base::InputError({model.path, 0, 0},
                         with_machine.empty()
                             ? "no capsule has a state machine"
                             : "several capsules have state machines; expected "
                               "--capsule and one of " +
                                   known,
                         "which-capsule");
}

namespace {

/// Lines of generated C++, as the #line directives in it say.
class LineMap {
 public:
  explicit LineMap(const std::string& source) {
    std::istringstream in(source);
    std::string text;
    base::SourceLocation now{"", 1, 0};
    while (std::getline(in, text)) {
      if (text.starts_with("#line ")) {
        const std::size_t open = text.find('"');
        now.line = static_cast<std::uint32_t>(std::stoul(text.substr(6)));
        now.file = unescaped(text.substr(open + 1));
        lines_.push_back(now);
        continue;
      }
      lines_.push_back(now);
      ++now.line;
    }
  }

  /// Unknown where it stands for nothing of the user.
  [[nodiscard]] base::SourceLocation find(std::uint32_t line) const {
    if (line == 0 || line > lines_.size()) return {};
    const base::SourceLocation& out = lines_[line - 1];
    return out.file.starts_with("<") ? base::SourceLocation{} : out;
  }

 private:
  static std::string unescaped(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size() && text[i] != '"'; ++i) {
      if (text[i] == '\\') ++i;
      out += text[i];
    }
    return out;
  }

  std::vector<base::SourceLocation> lines_;
};

/// Puts places of generated files back to where they come from.
class Places {
 public:
  Places(const umlrt::StepProgram& program,
         std::string source,
         std::string description,
         base::SourceLocation capsule)
      : lines_(program.source),
        source_(std::move(source)),
        description_(std::move(description)),
        capsule_(std::move(capsule)) {}

  void fix(base::SourceLocation& where) const {
    if (where.file == source_) {
      base::SourceLocation found = lines_.find(where.line);
      found.column = where.column;
      where = found.known() ? found : capsule_;
    } else if (where.file == description_ || where.file.starts_with("<")) {
      where = capsule_;
    }
  }

  void fix(base::Diagnostic& d) const {
    fix(d.where);
    for (base::Diagnostic& note : d.notes) fix(note);
  }

 private:
  LineMap lines_;
  std::string source_, description_;
  base::SourceLocation capsule_;
};

/// "mcdc@capsule.cpp:12:3" becomes "mcdc@model.uml:40:3", with a number where
/// another has that id.
void fix_place(model::Goal& goal,
               const std::string& source,
               const Places& places,
               std::set<std::string>& taken) {
  const std::string file = source.substr(source.rfind('/') + 1) + ":";
  const std::size_t at = goal.id.find(file);
  if (at != std::string::npos) {
    std::size_t end = at + file.size();
    const auto number = [&goal, &end] {
      std::uint32_t n = 0;
      for (; end < goal.id.size() && goal.id[end] >= '0' && goal.id[end] <= '9';
           ++end) {
        n = n * 10 + static_cast<std::uint32_t>(goal.id[end] - '0');
      }
      return n;
    };
    base::SourceLocation where{source, number(), 0};
    if (end < goal.id.size() && goal.id[end] == ':') {
      ++end;
      where.column = number();
    }
    places.fix(where);
    // Its own number is of the generated text.
    std::size_t rest = end;
    if (rest < goal.id.size() && goal.id[rest] == '#') {
      rest = goal.id.find_first_not_of("0123456789", rest + 1);
    }
    const std::string stem =
        goal.id.substr(0, at) + where.file.substr(where.file.rfind('/') + 1) +
        ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
    const std::string ending =
        rest < goal.id.size() ? goal.id.substr(rest) : std::string();
    goal.id = stem + ending;
    for (int n = 2; taken.contains(goal.id); ++n) {
      goal.id = stem + "#" + std::to_string(n) + ending;
    }
  }
  taken.insert(goal.id);
  places.fix(goal.where);
}

/// Goals of the program as those of the machine.
void fix_goal(model::Goal& goal,
              const umlrt::StepProgram& program,
              const std::string& source,
              const Places& places,
              std::set<std::string>& taken) {
  constexpr const char* kInvariant = "invariant";
  if (goal.kind == model::GoalKind::violation &&
      goal.id.starts_with(kInvariant)) {
    const umlrt::Violation& violation = program.violations.at(
        std::stoul(goal.id.substr(std::string(kInvariant).size())) - 1);
    goal.id = violation.id;
    goal.text = violation.text;
    goal.where = violation.where;
  }
  fix_place(goal, source, places, taken);
}

/// A character of a text that a function without source writes: "f_text_3" or,
/// of its second call, "f_text_3#2" becomes "f_text[3]", "f_text#2[3]".
void name_character(model::Variable& v) {
  static const std::regex kName(R"((.*_text\d*)_(\d+)((#\d+)?))");
  std::smatch parts;
  if (!std::regex_match(v.name, parts, kName)) return;
  v.name = parts[1].str() + parts[3].str() + "[" + parts[2].str() + "]";
  v.unit = suite::kCharacter;
}

void fix_variables(std::vector<model::Variable>& variables,
                   const umlrt::StepProgram& program,
                   const Places& places) {
  for (model::Variable& v : variables) {
    const auto it = program.names.find(v.name);
    if (it == program.names.end()) {
      places.fix(v.where);
      if (v.type == model::ScalarType::int8) name_character(v);
      continue;
    }
    v.where = it->second.where;
    v.name = it->second.name;
    if (!it->second.text.empty()) v.unit = suite::kCharacter;
  }
}

/// "input 'given::x' has …": names of generated variables within a text.
void fix_text(std::string& text, const umlrt::StepProgram& program) {
  for (const auto& [lvalue, name] : program.names) {
    const std::string generated = "'" + lvalue + "'";
    const std::size_t at = text.find(generated);
    if (at != std::string::npos) {
      text.replace(at, generated.size(), "'" + name.name + "'");
    }
  }
}

/// Names and places of the model in place of those of the generated program.
void fix_system(model::StepSystem& system,
                const umlrt::StepProgram& program,
                const std::string& source,
                const Places& places) {
  for (std::vector<model::Variable>* variables :
       {&system.inputs, &system.outputs, &system.initial}) {
    for (model::Variable& v : *variables) {
      fix_text(v.why_not_exhaustive, program);
    }
    fix_variables(*variables, program, places);
  }
  std::set<std::string> taken;
  for (model::Goal& g : system.goals) {
    fix_goal(g, program, source, places, taken);
  }
  for (model::PairGoal& p : system.pair_goals) {
    fix_place(p.goal, source, places, taken);
  }
  places.fix(system.assume_where);
  for (base::Diagnostic& d : system.warnings) places.fix(d);
}

}  // namespace

model::StepSystem compile_machine(const model::MachineModel& model,
                                  const model::Capsule& capsule,
                                  const umlrt::StepProgramOptions& how,
                                  const ModelOptions& options,
                                  const base::Budget& budget,
                                  std::shared_ptr<model::PlainProgram>* plain) {
  // The plain compiler may read it longer than we.
  const auto directory = std::make_shared<base::TemporaryDirectory>();
  const std::string source = directory->file("capsule.cpp");
  const std::string description = directory->file("capsule.toml");
  umlrt::StepProgramOptions with = how;
  with.code.includes = options.include;
  const umlrt::StepProgram program =
      umlrt::write_step_program(model, capsule, with, source);
  base::write_file(source, program.source, base::Overwrite::no);
  base::write_file(description, program.description, base::Overwrite::no);

  frontend::c::LoadOptions load;
  load.step_time_limit = options.step_timeout;
  load.directory = "";
  if (!options.cover.empty()) load.criteria = options.cover;
  if (options.watcher) {
    ModelOptions without = options;
    without.watcher = {};
    load.watcher =
        options.watcher(compile_machine(model, capsule, how, without, budget));
  }
  const Places places(program, source, description, capsule.where);
  model::StepSystem system;
  try {
    system = plain == nullptr
                 ? frontend::c::load(description, load, budget)
                 : frontend::c::load(description, load, budget, *plain);
    if (plain != nullptr) (*plain)->keep(directory);
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> diagnostics = error.diagnostics();
    for (base::Diagnostic& d : diagnostics) {
      places.fix(d);
      fix_text(d.message, program);
      hint_at_include(d);
    }
    throw base::InputError(std::move(diagnostics));
  }
  system.name = capsule.qualified;
  system.kind = model.kind;
  system.path = model.path + "#" + capsule.qualified;
  // The description names a temporary file, and how many timers there may be
  // is no part of the model.
  umlrt::StepProgramOptions one;
  one.code.includes = options.include;
  const umlrt::StepProgram once =
      umlrt::write_step_program(model, capsule, one, "");
  system.sha256 = base::sha256(once.description + once.source);
  fix_system(system, program, source, places);
  return system;
}

model::StepSystem load_machine_system(
    const std::string& path,
    const ModelOptions& options,
    Context& context,
    std::shared_ptr<model::PlainProgram>* plain) {
  const umlrt::MachineName named = umlrt::machine_name(path);
  // Statements of what is written around the user's code would count.
  if (std::ranges::count(options.cover, "statement") != 0) {
    throw base::InputError({named.file, 0, 0},
                           "statements are not counted in state machines; "
                           "expected another criterion, such as branch",
                           "unsupported");
  }
  const model::MachineModel model = load_machines(named.file, context);
  const model::Capsule& capsule = the_capsule(model, named.capsule);
  context.progress.update({"compiling", 0, 0, path});
  umlrt::StepProgramOptions how;
  const std::uint32_t most =
      std::max(umlrt::kMostTimers / umlrt::timing_ports(capsule), 1U);
  if (options.timers != 0) how.timers = std::min(options.timers, most);
  model::StepSystem system =
      compile_machine(model, capsule, how, options, context.budget, plain);
  const bool sets =
      umlrt::write_step_program(model, capsule, how, "").sets_timers;
  while (sets && options.timers == 0 && how.timers < most &&
         lacks_timers(system, context)) {
    how.timers = umlrt::more_timers(capsule, how.timers);
    system =
        compile_machine(model, capsule, how, options, context.budget, plain);
  }
  return system;
}

void name_messages(suite::Suite& suite, Context& context) {
  if (kind_of(suite.model.path) != ModelKind::machine) return;
  const umlrt::MachineName named = umlrt::machine_name(suite.model.path);
  const model::MachineModel model = load_machines(named.file, context);
  const umlrt::StepProgram program = umlrt::write_step_program(
      model, the_capsule(model, named.capsule), {}, "");
  for (const umlrt::StepProgram::Message& m : program.messages) {
    suite::Channel channel;
    channel.name = m.name;
    channel.direction =
        m.sent ? suite::Direction::output : suite::Direction::input;
    const std::vector<suite::Signal>& signals =
        m.sent ? suite.signature.outputs : suite.signature.inputs;
    for (const std::string& name : m.values) {
      const auto at = suite::find_signal(signals, name);
      if (at) channel.parameters.push_back(signals[*at]);
    }
    suite.signature.channels.push_back(std::move(channel));
  }
}

MachineProgram machine_program(const suite::Suite& suite, Context& context) {
  const umlrt::MachineName named = umlrt::machine_name(suite.model.path);
  const model::MachineModel model = load_machines(named.file, context);
  const model::Capsule& capsule = the_capsule(model, named.capsule);
  umlrt::StepProgramOptions how{{includes_of(suite), false}};
  how.timers = 2;
  const std::string choice =
      umlrt::write_step_program(model, capsule, how, "").timer_input;
  // As many timers as its inputs choose from.
  how.timers = 1;
  for (const suite::Signal& input : suite.signature.inputs) {
    if (!choice.empty() && input.name == choice) {
      how.timers =
          std::max(umlrt::kMostTimers / umlrt::timing_ports(capsule), 1U);
    }
  }
  const umlrt::StepProgram program =
      umlrt::write_step_program(model, capsule, how, "");
  MachineProgram out;
  out.source = program.source;
  for (const auto& [lvalue, name] : program.names) {
    out.lvalues[name.name] = lvalue;
  }
  return out;
}

void hint_at_include(base::Diagnostic& error) {
  for (const char* text :
       {"unknown type name", "undeclared identifier", "unknown class name"}) {
    if (error.message.find(text) == std::string::npos) continue;
    error.message += " (a header that declares it: --include FILE.h)";
    return;
  }
}

std::string join_includes(const std::vector<std::string>& files) {
  std::string out;
  for (const std::string& f : files) out += (out.empty() ? "" : ":") + f;
  return out;
}

std::vector<std::string> includes_of(const suite::Suite& suite) {
  std::vector<std::string> out;
  const auto at = suite.options.find(kIncludeOption);
  if (at == suite.options.end()) return out;
  std::istringstream in(at->second);
  for (std::string file; std::getline(in, file, ':');) out.push_back(file);
  return out;
}

}  // namespace catenary::app
