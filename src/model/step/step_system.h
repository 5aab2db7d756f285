// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems: what reachability and chaining need to know of a reactive
/// program (state, inputs, one deterministic step), and the door through which
/// a natively compiled step function is run.
///
/// After Schrammel, Melham, Kroening, "Generating test case chains for
/// reactive systems", STTT 2014, section 2: a program is (Sigma, Upsilon, T,
/// Init); an input sequence determines exactly one execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/value/value.h"
#include "model/goal.h"

namespace catenary::model {

/// Machine type of a variable, as the compiled program stores it.
enum class ScalarType : std::uint8_t {
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64
};
[[nodiscard]] const char* to_string(ScalarType type);  ///< "bool", "int8", …
[[nodiscard]] std::size_t size_bytes(ScalarType type);

/// A name for one value of a variable, e.g. button = 1.
struct NamedValue {
  std::string name;
  logic::Value value;
};

/// Inputs and initial choices, by index, that something may hold unchanged.
/// Of an input whose domain has one value a class, what it may be is more than
/// what an exploration of the domain shows.
struct Holds {
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> initial;
};

/// An input, output or initially chosen variable.
///
/// Values: boolean for ScalarType::boolean, integer for the integer types,
/// float32/float64 for the floats.
struct Variable {
  std::string name;  ///< as the user wrote it, e.g. "i.signal"
  ScalarType type = ScalarType::int32;
  std::string unit;
  base::SourceLocation where;
  std::vector<NamedValue> names;
  logic::Value lo, hi;     ///< inclusive; the whole type where nothing was said
  bool has_range = false;  ///< the user gave lo and hi
  /// True where the variable is no part of the user's interface but computed
  /// by us, e.g. "p1.holds": a SUT need not provide it.
  bool derived = false;
  bool called = false;  ///< an input that the code calls for where it reads it

  /// Inputs and initial choices: the values explored, ascending. One value
  /// may stand for a class of values that no step can tell apart.
  std::vector<logic::Value> domain;
  /// True where `domain` stands for every value of lo..hi, so that an
  /// exhausted search over it is a proof.
  bool exhaustive = true;
  std::string why_not_exhaustive;
  /// Where values of `domain` stand for classes of integers: the least of each,
  /// up to the one before the next, the last up to `hi`; n values a class where
  /// n inputs are compared with each other. Empty: each stands for itself.
  std::vector<logic::Value> class_starts;

  /// Where its bytes are in a letter (see Stepper); filled by
  /// StepSystem::lay_out().
  std::size_t offset = 0;

  Holds holds;  ///< outputs: inputs that the expression may read
};

/// A number or truth value in the state; of an array all its elements.
struct StateScalar {
  std::string name;  ///< e.g. "s.mode", "table[0..9]"
  ScalarType type = ScalarType::int32;
  std::vector<std::size_t> offsets;  ///< in a packed state; one an element
  /// Width of a bit-field of that type, and its lowest bit, counted from bit 0
  /// of the byte at the offset; 0 = no bit-field.
  std::uint32_t bits = 0;
  std::uint32_t first_bit = 0;
  Holds holds;
};

/// Part of the state, for people (`catenary check`).
struct StateField {
  std::string name;
  std::uint64_t bytes = 0;
  /// What is known to be in it; pointers and unions are not.
  std::vector<StateScalar> scalars;
};

class Encoder;

/// How a step or the initialisation came out.
enum class StepOutcome : std::uint8_t {
  running,     ///< completed; the state is the successor
  ended,       ///< exit, abort, error call, failed assertion: the run is over
  discarded,   ///< an assumption was false; hits made before it count
  crashed,     ///< a signal or trapped undefined behaviour
  hung,        ///< did not return within the step time limit
  unsupported  ///< ran into a construct that cannot be executed faithfully
};
[[nodiscard]] const char* to_string(StepOutcome outcome);

/// One instance of a step system that can be run: owns a copy of the program's
/// memory. Not thread-safe; different instances may run in different threads.
///
/// A *letter* is a flat array of bytes that holds one value of every input
/// (or initial choice) at Variable::offset, in machine representation.
///
/// State machine: after construction call reset() or load(); step() requires
/// that the last call was a reset(), load() or step() and, for reset() and
/// step(), that its outcome was `running`.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// Bytes of a packed state; the same for every instance of a system.
  [[nodiscard]] virtual std::size_t state_bytes() const = 0;

  /// Initialises the program and puts it before its first step.
  virtual StepOutcome reset(const std::byte* initial_letter) = 0;
  /// One step with these inputs. Cost: the user's code plus about 10 ns.
  virtual StepOutcome step(const std::byte* letter) = 0;

  /// Copies the state to or from `state_bytes()` bytes.
  virtual void save(std::byte* packed) const = 0;
  virtual void load(const std::byte* packed) = 0;

  /// load(from), step(letter) and, where the outcome is `running`, save(to);
  /// steppers may do it in one go. `from` and `to` do not overlap.
  virtual StepOutcome step_from(const std::byte* from,
                                const std::byte* letter,
                                std::byte* to) {
    load(from);
    const StepOutcome outcome = step(letter);
    if (outcome == StepOutcome::running) save(to);
    return outcome;
  }

  /// Goals hit by the last reset() or step(): bit g % 64 of word g / 64 for
  /// goal g. Valid until the next call.
  [[nodiscard]] virtual const std::uint64_t* hits() const = 0;

  /// Whether a chain may end in the current state.
  virtual bool at_final() = 0;

  /// Value of output `index` after the last reset() or step().
  virtual logic::Value output(std::size_t index) = 0;

  /// The same in machine representation; `out` has size_bytes() of the type of
  /// the output. Cost: about 10 ns for compiled programs.
  virtual void output_bytes(std::size_t index, ScalarType type, std::byte* out);

  /// Inputs, after reset() initial choices, that the last call read by calls of
  /// the code, in the order of these calls; nothing where the system was not
  /// made to remember them.
  [[nodiscard]] virtual std::vector<std::uint32_t> called() const { return {}; }

  /// What the last outcome other than `running` was about, e.g. "division by
  /// zero"; `where` is unknown for a signal whose place is not known.
  struct Event {
    std::string text;
    base::SourceLocation where;
  };
  [[nodiscard]] virtual Event event() const = 0;
};

/// Makes steppers; shared by everything that runs the system.
class StepperFactory {
 public:
  virtual ~StepperFactory() = default;
  [[nodiscard]] virtual std::unique_ptr<Stepper> make() const = 0;
  /// Does what the next make() need not do then. For what forks: its children
  /// start at once, and no time is taken for that of a step. Runs nothing.
  virtual void prepare() const {}
};

/// A reactive program as the engines see it: functional, deterministic.
struct StepSystem {
  std::string name;    ///< e.g. "cruise1"
  std::string kind;    ///< front end: "c"
  std::string path;    ///< of the file the user named
  std::string sha256;  ///< of everything the behaviour depends on, hex
  std::vector<Variable> inputs;
  std::vector<Variable> outputs;
  std::vector<Variable> initial;  ///< chosen once, before the first step
  std::vector<StateField> state;
  std::vector<Goal> goals;
  std::vector<PairGoal> pair_goals;
  /// Every state may end a chain; at_final() need not be asked. A run that
  /// ended by itself (StepOutcome::ended) can end a chain only then.
  bool any_state_final = true;
  /// Packed states mean the same in every Stepper of the system; false where
  /// they hold addresses, and then only one instance may be used at a time.
  bool portable_states = true;
  /// Where the assumptions on inputs stand; unknown where there are none.
  base::SourceLocation assume_where;
  double step_ms = 0;   ///< duration of a step; 0 = not given
  double reset_ms = 0;  ///< cost of a reset; 0 = not given
  std::vector<base::Diagnostic> warnings;
  std::shared_ptr<const StepperFactory> factory;
  /// The same as terms; null where the front end has none.
  std::shared_ptr<const Encoder> encoder;

  /// Assigns Variable::offset to inputs and initial choices.
  void lay_out();
  [[nodiscard]] std::size_t letter_bytes() const;
  [[nodiscard]] std::size_t initial_letter_bytes() const;
  [[nodiscard]] std::size_t hit_words() const {
    return (goals.size() + 63) / 64;
  }
  /// False, with the first reason, where an input's domain is not exhaustive.
  [[nodiscard]] bool exhaustive(std::string* why_not = nullptr) const;
};

/// Writes `value` in machine representation; `out` holds size_bytes(type).
void encode_scalar(ScalarType type, const logic::Value& value, std::byte* out);
[[nodiscard]] logic::Value decode_scalar(ScalarType type, const std::byte* in);
/// What each of the variables is in a letter. Requires: they are laid out.
[[nodiscard]] std::vector<logic::Value> values_in(
    const std::vector<Variable>& variables, const std::byte* letter);

/// All letters over the domains of some variables: the product, in
/// lexicographic order with the last variable changing fastest.
class Alphabet {
 public:
  /// The number of letters of the product, saturating at 2^63.
  static std::uint64_t size_of(std::span<const Variable> variables);

  /// Requires: size_of(variables) fits the memory; lay_out() was called.
  explicit Alphabet(std::span<const Variable> variables);

  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] const std::byte* letter(std::size_t index) const {
    return bytes_.data() + index * stride_;
  }
  /// The values of letter `index`, one for each variable.
  [[nodiscard]] std::vector<logic::Value> values(std::size_t index) const;

 private:
  std::vector<Variable> variables_;
  std::vector<std::byte> bytes_;
  std::size_t stride_ = 0;
  std::size_t count_ = 0;
};

/// A run: the initial choices and the inputs of every step, one value for each
/// variable of StepSystem::initial and StepSystem::inputs.
struct Trace {
  std::vector<logic::Value> initial;
  std::vector<std::vector<logic::Value>> steps;
};

/// What a run did when it was simulated.
struct SimulatedStep {
  StepOutcome outcome = StepOutcome::running;
  std::vector<std::uint32_t> hits;    ///< goals, ascending
  std::vector<logic::Value> outputs;  ///< one for each output
  std::vector<std::uint32_t> called;  ///< see Stepper::called()
  Stepper::Event event;               ///< where outcome is not running
};
struct Simulation {
  SimulatedStep initial;             ///< hits and outputs of the initialisation
  std::vector<SimulatedStep> steps;  ///< ends at the first outcome not running
  bool ends_final = false;           ///< a chain may end where the run ended
};

/// Runs a trace from the start. Steps after one that did not run on are not
/// executed. Cost: one step call for each step.
[[nodiscard]] Simulation simulate(const StepSystem& system,
                                  Stepper& stepper,
                                  const Trace& trace);

}  // namespace catenary::model
