// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes a model of the syntax trees of Art: capsules with what they inherit,
/// the protocols of their ports, and resolved names. Internal to
/// frontend/umlrt.
///
/// An element that cannot be resolved or is not supported makes its capsule
/// unsupported (model::Unsupported); the other capsules of the file can be
/// tested.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/umlrt/art/art_inherit.h"
#include "frontend/umlrt/art/art_project.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Reads one project; use it once.
class ArtReader {
 public:
  /// The project must outlive the reader.
  explicit ArtReader(ArtProject& project) : project_(project) {}

  /// The model of the file itself, and of what it refers to in other files.
  [[nodiscard]] model::MachineModel read();

 private:
  using Index = std::uint32_t;

  /// Adds the capsule, or notes that it is waiting to be added.
  void capsule(const ArtCapsule& written);
  void snippets(const ArtCapsule& c, model::Capsule& out);
  /// The files whose declarations the C++ includes as "NAME.art.h".
  void included(const model::ActionCode& code);
  void ports(const ArtCapsule& c, model::Capsule& out);
  void port(const ArtPort& p, model::Capsule& out);
  void parts(const ArtCapsule& c, model::Capsule& out);
  void connectors(const ArtCapsule& c, model::Capsule& out);
  /// The index of the protocol, which is added to the model if it is not there;
  /// kNoIndex, and a refusal, where it is not declared.
  [[nodiscard]] Index protocol(const ArtName& name);
  void add_protocol(const ArtProtocol& written);
  /// Adds a refusal of the capsule that is read.
  void refuse(const base::SourceLocation& where, std::string what);

  // State machines (art_machine.cpp).
  void vertices(const ArtRegion& r, Index parent, model::Capsule& out);
  void transitions(const ArtRegion& r, Index parent, model::Capsule& out);
  /// The vertex within `parent` (kNoIndex: the machine) of that name; kNoIndex
  /// where there is none.
  [[nodiscard]] Index vertex(Index parent, const std::string& name) const;
  /// The vertex that an end names, which may be an initial pseudostate or a
  /// history that is not declared; kNoIndex, and a refusal, where there is
  /// none.
  [[nodiscard]] Index end(const ArtEnd& e, Index parent, model::Capsule& out);
  [[nodiscard]] Index add_vertex(model::Vertex v, model::Capsule& out);
  void transition(const ArtTransition& t, Index parent, model::Capsule& out);
  [[nodiscard]] model::Trigger trigger(const ArtTrigger& t,
                                       const model::Capsule& c);
  /// Sets what the trigger waits for; false where the port has no such event.
  [[nodiscard]] bool signal(const std::string& event,
                            Index port,
                            const model::Capsule& c,
                            model::Trigger& out) const;

  ArtProject& project_;
  model::MachineModel out_;
  std::map<std::string, Index> protocols_;
  /// Capsules that are to be read, in that order, and all that are known.
  std::deque<const ArtCapsule*> open_;
  std::set<std::string> known_;
  std::set<const ArtFile*> headers_;
  /// For the capsule being read: its index, its vertices by parent and name,
  /// the `notify` ports, and the ports that connectors name.
  Index current_ = 0;
  std::map<std::pair<Index, std::string>, Index> vertices_;
  std::set<Index> notifying_;
  std::set<std::string> connected_;
};

}  // namespace catenary::frontend::umlrt
