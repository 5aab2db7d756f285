// SPDX-License-Identifier: Apache-2.0
/// \file
/// The search of exhaust(), without its child process. Internal to
/// engine/classes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "engine/classes/input_classes.h"
#include "engine/reach/process/board.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

/// Breadth-first exploration with one representative of each input class. Each
/// step is executed natively and compared with its formulas.
class Exhaustion {
 public:
  /// Everything given must outlive the search. Requires: can_exhaust().
  Exhaustion(const model::StepSystem& system,
             const reach::Options& options,
             const base::Budget& budget,
             reach::Board& board);

  /// Explores until nothing is left or a limit is met. Results are written to
  /// the board.
  void run();

 private:
  /// The step by which a state was found.
  struct Origin {
    /// The state before the step; kEnded for an initialisation.
    reach::StateId source = reach::kEnded;
    /// Index into letters_, or into initial_ for an initialisation.
    std::uint32_t letter = 0;
  };

  void initialise();
  void search();
  bool expand(reach::StateId state);
  void take(reach::StateId state,
            std::uint32_t letter,
            model::StepOutcome outcome);
  [[nodiscard]] reach::StateId target();
  void look_at_floats();
  void add_edge(reach::Edge edge, std::vector<reach::Edge>& to);
  [[nodiscard]] reach::HitSetId take_hits(Origin step);
  void note_trouble(Origin step, model::StepOutcome outcome);
  void note_gap(const std::string& why);
  [[nodiscard]] std::uint32_t number_of(const Bytes& letter);
  [[nodiscard]] model::Trace trace_to(Origin step) const;
  [[nodiscard]] bool over();
  void tell();
  void finish();

  const model::StepSystem& system_;
  const reach::Options& options_;
  const base::Budget& budget_;
  reach::Board& board_;
  StepPaths paths_;
  InputClasses classes_;
  std::unique_ptr<model::Stepper> stepper_;
  model::Alphabet initial_;

  std::unordered_map<std::string, reach::StateId> states_;
  std::vector<const std::string*> packed_;  ///< bytes of each state
  std::vector<Origin> found_by_;
  std::unordered_map<std::string, std::uint32_t> letter_ids_;
  std::vector<Bytes> letters_;
  std::vector<std::byte> next_;
  std::vector<std::uint64_t> seen_;  ///< goals, as Stepper::hits()
  std::map<std::vector<std::uint32_t>, reach::HitSetId> hit_set_ids_;
  std::vector<reach::Edge> out_;  ///< edges of the state that is expanded
  reach::Graph graph_;
  std::uint64_t steps_ = 0;
  std::uint64_t bytes_ = 0;
  std::size_t open_ = 0;  ///< goals not hit
  std::uint32_t hung_ = 0;
  bool gap_ = false;
  bool initial_ended_ = false;
  /// Runs of at most this many steps were examined.
  std::uint32_t depth_ = 0;
  /// The same as long as there was no gap: all of these runs are known.
  std::uint32_t complete_ = 0;
  bool started_ = false;
  std::chrono::steady_clock::time_point next_tell_ =
      std::chrono::steady_clock::now();
};

}  // namespace catenary::engine::classes
