// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems: what reachability and chaining need to know of a reactive
/// program (state, inputs, one deterministic step), and the interface through
/// which a natively compiled step function is run.
///
/// After Schrammel, Melham, Kroening, "Generating test case chains for reactive
/// systems", STTT 2014, section 2: a program is (Sigma, Upsilon, T, Init); an
/// input sequence determines exactly one execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/work_clock.h"
#include "logic/value/value.h"
#include "model/goal.h"

namespace catenary::model {

/// The machine type of a variable, as the compiled program stores it.
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
/// The name as in descriptions and suites: "bool", "int8", …
[[nodiscard]] const char* to_string(ScalarType type);
/// The size in memory, in bytes.
[[nodiscard]] std::size_t size_bytes(ScalarType type);

/// A name for one value of a variable, e.g. button = 1.
struct NamedValue {
  std::string name;
  logic::Value value;
};

/// Inputs and initial choices, by index, that may be copied verbatim into a
/// variable. If one value of an input stands for a class, the range of such a
/// variable must be widened to the whole class.
struct Holds {
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> initial;
};

/// An input, output or initially chosen variable.
///
/// Its values are Booleans for ScalarType::boolean, integers for the integer
/// types, float32 and float64 for the floats.
struct Variable {
  /// As the user wrote it, e.g. "i.signal".
  std::string name;
  ScalarType type = ScalarType::int32;
  /// For people, e.g. "km/h"; may be empty.
  std::string unit;
  base::SourceLocation where;
  /// Names of single values, for people.
  std::vector<NamedValue> names;
  /// Inclusive; the range of the type if nothing was stated.
  logic::Value lo, hi;
  /// The user stated lo and hi.
  bool has_range = false;
  /// True if the variable is not part of the user's interface but computed by
  /// Catenary, e.g. "p1.holds": a SUT need not provide it.
  bool derived = false;
  /// An input that the code asks for by a call at the place where it reads it.
  bool called = false;

  /// For inputs and initial choices: the values that are explored, ascending.
  /// One value may represent an input equivalence class.
  std::vector<logic::Value> domain;
  /// True if `domain` represents every value of lo..hi, so that an exhausted
  /// search over it is a proof.
  bool exhaustive = true;
  /// Empty if `exhaustive`.
  std::string why_not_exhaustive;
  /// If values of `domain` represent classes of integers: the least value of
  /// each class. A class extends to the value before the next start, the last
  /// class to `hi`. n inputs that are compared with each other have n values
  /// for each class, and an input of which remainders matter has as many as
  /// there are remainders. Empty: each value represents itself.
  std::vector<logic::Value> class_starts;

  /// The position of its bytes in a letter (see Stepper); filled by
  /// StepSystem::lay_out().
  std::size_t offset = 0;

  /// For outputs: inputs that the expression may read.
  Holds holds;
};

/// A number or truth value in the state; for an array, all of its elements
/// together.
struct StateScalar {
  /// For example "s.mode", "table[0..9]".
  std::string name;
  ScalarType type = ScalarType::int32;
  /// Positions in a packed state, one for each element.
  std::vector<std::size_t> offsets;
  /// Width of a bit-field of that type, and its lowest bit, counted from bit 0
  /// of the byte at the offset; a width of 0 = not a bit-field.
  std::uint32_t bits = 0;
  std::uint32_t first_bit = 0;
  /// Inputs that may be copied into it.
  Holds holds;
};

/// A variable of the program that is part of the state, for people (`catenary
/// check`).
struct StateField {
  std::string name;
  std::uint64_t bytes = 0;
  /// The numbers that are known to be in it; pointers and unions are not.
  std::vector<StateScalar> scalars;
};

class Encoder;

/// The outcome of a step or of the initialisation.
enum class StepOutcome : std::uint8_t {
  /// It completed; the state is the successor.
  running,
  /// exit, abort, a call of an error function or a failed assertion: the run is
  /// over.
  ended,
  /// An assumption was false; hits before it count.
  discarded,
  /// A signal, or undefined behaviour that was trapped.
  crashed,
  /// It did not return within the time limit of a step.
  hung,
  /// It reached a construct that cannot be executed faithfully.
  unsupported
};
/// The name of the enumerator.
[[nodiscard]] const char* to_string(StepOutcome outcome);

/// One instance of a step system that can be run: owns a copy of the program's
/// memory. Not thread-safe; different instances may run in different threads
/// (but see StepSystem::portable_states).
///
/// A *letter* is a flat array of bytes that holds one value of every input (or
/// initial choice) at Variable::offset, in machine representation.
///
/// State machine: after construction call reset() or load(). step() requires
/// that the last call was a reset(), load() or step() and, for reset() and
/// step(), that its outcome was `running`.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// The number of bytes of a packed state; the same for every instance of a
  /// system.
  [[nodiscard]] virtual std::size_t state_bytes() const = 0;
  /// The price of a step on the clock of work: an estimate of the time that a
  /// step of a compiled program takes, with the copies of its state. Whoever
  /// runs steps charges it.
  [[nodiscard]] base::WorkClock::duration step_price() const {
    constexpr base::WorkClock::rep kStep = 80;
    return base::WorkClock::duration(
        kStep + static_cast<base::WorkClock::rep>(state_bytes() / 4));
  }

  /// Steps from now on are given up after so many iterations of loops, as if an
  /// assumption had refused them, but without hits: for searches that need not
  /// try every input. Without effect where iterations are not counted.
  virtual void limit_loops(std::uint64_t iterations) { (void)iterations; }
  /// The price of the loops of all steps since the last call, beside
  /// step_price(). Steps of less than a thousand iterations cost nothing.
  [[nodiscard]] virtual base::WorkClock::duration take_loop_price() {
    return {};
  }

  /// Initialises the program and brings it before its first step.
  virtual StepOutcome reset(const std::byte* initial_letter) = 0;
  /// Executes one step with these inputs. Cost: the user's code plus about 10
  /// ns.
  virtual StepOutcome step(const std::byte* letter) = 0;

  /// Copies the state to or from `state_bytes()` bytes. A loaded state behaves
  /// as the state that was saved.
  virtual void save(std::byte* packed) const = 0;
  virtual void load(const std::byte* packed) = 0;

  /// load(from), step(letter) and, if the outcome is `running`, save(to);
  /// implementations may be faster than that. `from` and `to` must not overlap.
  virtual StepOutcome step_from(const std::byte* from,
                                const std::byte* letter,
                                std::byte* to) {
    load(from);
    const StepOutcome outcome = step(letter);
    if (outcome == StepOutcome::running) save(to);
    return outcome;
  }

  /// The goals hit by the last reset() or step(): bit g % 64 of word g / 64 for
  /// goal g. Valid until the next call.
  [[nodiscard]] virtual const std::uint64_t* hits() const = 0;

  /// Whether a chain may end in the current state.
  virtual bool at_final() = 0;

  /// The value of output `index` after the last reset() or step().
  virtual logic::Value output(std::size_t index) = 0;

  /// The same in machine representation; `out` has size_bytes() of the output's
  /// type. Cost: about 10 ns for compiled programs.
  virtual void output_bytes(std::size_t index, ScalarType type, std::byte* out);

  /// The inputs (after reset(): initial choices) that the last call read by
  /// calls of the code, in the order of these calls. Empty if the system was
  /// not made to record them.
  [[nodiscard]] virtual std::vector<std::uint32_t> called() const { return {}; }

  /// The reason of the last outcome other than `running`, e.g. "division by
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
  /// Does in advance what the next make() would have to do, without running the
  /// program. Call it before forking: the children start at once, and the time
  /// is not attributed to a step.
  virtual void prepare() const {}
};

/// Whether `kind`, of a StepSystem or of the model of a suite, is a format of
/// state machines. Their inputs of a step are a message, which comes once;
/// those of others are signals, which may stay as they are.
[[nodiscard]] bool is_state_machine(std::string_view kind);

/// A reactive program as the engines see it: functional and deterministic.
struct StepSystem {
  /// For people, e.g. "cruise1".
  std::string name;
  /// The front end, e.g. "c".
  std::string kind;
  /// The file that the user named.
  std::string path;
  /// The hash of everything that the behaviour depends on; hexadecimal.
  std::string sha256;
  std::vector<Variable> inputs;
  std::vector<Variable> outputs;
  /// Chosen once, before the first step.
  std::vector<Variable> initial;
  /// The variables that make up the state.
  std::vector<StateField> state;
  /// Hits are reported by index in this vector.
  std::vector<Goal> goals;
  /// Goals that need two hits; see PairGoal.
  std::vector<PairGoal> pair_goals;
  /// Every state may end a chain, so that at_final() need not be asked. A run
  /// that ended by itself (StepOutcome::ended) can end a chain only if this is
  /// set.
  bool any_state_final = true;
  /// An over-approximation: every run of the model is a run of the system, but
  /// not vice versa. Only proofs that no run exists carry over.
  bool over_approximates = false;
  /// Packed states mean the same in every Stepper of the system. False if they
  /// contain addresses; only one instance may be used at a time then.
  bool portable_states = true;
  /// The place of the assumptions on inputs; unknown if there are none.
  base::SourceLocation assume_where;
  /// Duration of a step in milliseconds; 0 = not given.
  double step_ms = 0;
  /// Cost of a reset in milliseconds; 0 = not given.
  double reset_ms = 0;
  std::vector<base::Diagnostic> warnings;
  /// Never null in a system that can be run.
  std::shared_ptr<const StepperFactory> factory;
  /// The symbolic form of the system; null if the front end has none.
  std::shared_ptr<const Encoder> encoder;

  /// Assigns Variable::offset to inputs and initial choices. Call it after the
  /// last change of these.
  void lay_out();
  /// Bytes of a letter of the inputs, or of the initial choices.
  [[nodiscard]] std::size_t letter_bytes() const;
  [[nodiscard]] std::size_t initial_letter_bytes() const;
  /// The number of words of Stepper::hits().
  [[nodiscard]] std::size_t hit_words() const {
    return (goals.size() + 63) / 64;
  }
  /// Whether the domain of each input is exhaustive; if not, `why_not` (may be
  /// null) receives the first reason.
  [[nodiscard]] bool exhaustive(std::string* why_not = nullptr) const;
};

/// Writes `value` in machine representation to `out`, which holds
/// size_bytes(type).
void encode_scalar(ScalarType type, const logic::Value& value, std::byte* out);
/// The value of a machine representation; NaNs become one.
[[nodiscard]] logic::Value decode_scalar(ScalarType type, const std::byte* in);
/// The values of the variables in a letter. Requires: lay_out() was called.
[[nodiscard]] std::vector<logic::Value> values_in(
    const std::vector<Variable>& variables, const std::byte* letter);

/// All letters over the domains of some variables: their product, in
/// lexicographic order with the last variable changing fastest. Stores all of
/// them.
class Alphabet {
 public:
  /// The number of letters of the product, saturating at 2^63.
  static std::uint64_t size_of(std::span<const Variable> variables);

  /// Requires: size_of(variables) letters fit into memory; lay_out() was
  /// called.
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

/// A run as its inputs: the initial choices and the inputs of every step, one
/// value for each variable of StepSystem::initial and StepSystem::inputs.
struct Trace {
  std::vector<logic::Value> initial;
  std::vector<std::vector<logic::Value>> steps;
};

/// The observations of one step of a simulated run.
struct SimulatedStep {
  StepOutcome outcome = StepOutcome::running;
  /// Indices of goals, ascending.
  std::vector<std::uint32_t> hits;
  /// One for each output.
  std::vector<logic::Value> outputs;
  /// See Stepper::called().
  std::vector<std::uint32_t> called;
  /// If the outcome is not `running`.
  Stepper::Event event;
};
/// The observations of a simulated run.
struct Simulation {
  /// The hits and outputs of the initialisation.
  SimulatedStep initial;
  /// Ends with the first outcome other than `running`.
  std::vector<SimulatedStep> steps;
  /// A chain may end where the run ended.
  bool ends_final = false;
};

/// Runs a trace from the start. Steps after one that did not run on are not
/// executed. Cost: one call of step() for each step.
[[nodiscard]] Simulation simulate(const StepSystem& system,
                                  Stepper& stepper,
                                  const Trace& trace);

}  // namespace catenary::model
