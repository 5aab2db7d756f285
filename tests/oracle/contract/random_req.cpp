// SPDX-License-Identifier: Apache-2.0
#include "oracle/contract/random_req.h"

#include <cstdlib>

namespace catenary::oracle {

namespace {

class Writer {
 public:
  Writer(base::Rng& rng, const Wanted& wanted) : rng_(rng), wanted_(wanted) {}

  RandomReq file();
  /// More contracts for a file made by file(), in whose order names were drawn.
  std::vector<RandomReq::Contracts> view(std::size_t index, bool with_hidden);
  void declare(std::string& head);

 private:
  struct Names {
    std::vector<std::string> flags, numbers, colours;
  };
  enum class Time { now, any };

  bool one_in(std::uint64_t n) { return rng_.chance(1, n); }
  const std::string& any(const std::vector<std::string>& of) {
    return of[rng_.below(of.size())];
  }
  std::string at(const std::string& name, Time time) {
    return time == Time::any && one_in(2) ? name : name + "'";
  }
  std::string number(const Names& names, Time time);
  std::string atom(const Names& names, Time time);
  std::string condition(const Names& names, Time time, int depth);
  std::string guarantee(Time time);
  std::string contract();
  void add(Names& to, const std::string& name, const std::string& type);
  void variable(std::string& out,
                const char* role,
                const std::string& name,
                Names& group);
  std::string promise();

  base::Rng& rng_;
  Wanted wanted_;
  Names inputs_, outputs_, hidden_, all_, chosen_;
  std::string head_;
  bool defined_ = false;
  int contracts_ = 0;
  int temporal_ = 0;
  int requirements_ = 0;
};

void join(std::vector<std::string>& to, const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::string Writer::number(const Names& names, Time time) {
  switch (rng_.below(6)) {
    case 0:
      return std::to_string(rng_.below(3));
    case 1:
      return "(" + at(any(names.numbers), time) +
             (one_in(2) ? " + 1)" : " - 1)");
    case 2:
      return "(if " + at(any(names.flags), time) + " then " +
             at(any(names.numbers), time) + " else 1)";
    default:
      return at(any(names.numbers), time);
  }
}

std::string Writer::atom(const Names& names, Time time) {
  const std::uint64_t kind = rng_.below(6);
  if (kind < 2 && !names.numbers.empty() && !names.flags.empty()) {
    static const char* const kSigns[] = {" = ", " < ", " <= ", " != ", " > "};
    return "(" + number(names, time) + kSigns[rng_.below(5)] +
           number(names, time) + ")";
  }
  if (kind == 2 && !names.colours.empty()) {
    const std::string& name = any(names.colours);
    return "(" + at(name, time) + (one_in(3) ? " != " : " = ") +
           (one_in(2) ? "RED" : "BLUE") + ")";
  }
  if (kind == 3 && defined_ && one_in(2)) return one_in(3) ? "d" : "d'";
  if (names.flags.empty()) {
    return "(" + at(any(names.numbers), time) + " = 1)";
  }
  return at(any(names.flags), time);
}

std::string Writer::condition(const Names& names, Time time, int depth) {
  if (depth == 0) {
    std::string out = atom(names, time);
    // `d` without a prime is of the step before.
    if (time == Time::now && out == "d") out = "d'";
    return out;
  }
  const auto inner = [&] { return condition(names, time, depth - 1); };
  switch (rng_.below(7)) {
    case 0: {
      const std::string a = inner();
      return "(" + a + " and " + inner() + ")";
    }
    case 1: {
      const std::string a = inner();
      return "(" + a + " or " + inner() + ")";
    }
    case 2: {
      const std::string a = inner();
      return "(" + a + " => " + inner() + ")";
    }
    case 3: {
      const std::string a = inner();
      return "(" + a + " <=> " + inner() + ")";
    }
    case 4:
      return "(not " + inner() + ")";
    default:
      return condition(names, time, 0);
  }
}

/// Something about what the system chooses, mostly.
std::string Writer::guarantee(Time time) {
  if (wanted_.temporal && temporal_ < 2 && one_in(10) &&
      !chosen_.flags.empty()) {
    ++temporal_;
    const std::string left = any(chosen_.flags);
    return left + "' => " + (one_in(2) ? "once(" : "pre(") +
           condition(all_, Time::now, 1) + ")";
  }
  switch (rng_.below(5)) {
    case 0:
      if (!chosen_.numbers.empty()) {
        const std::string& left = any(chosen_.numbers);
        return left + (one_in(3) ? "' <= " : "' = ") + number(all_, time);
      }
      [[fallthrough]];
    case 1:
    case 2:
      if (!chosen_.flags.empty()) {
        const std::string& left = any(chosen_.flags);
        return left + "' <=> " + condition(all_, time, 1);
      }
      [[fallthrough]];
    case 3:
      return condition(chosen_, time, 1);
    default:
      return condition(all_, time, 2);
  }
}

std::string Writer::contract() {
  const std::string id = "c" + std::to_string(contracts_++);
  const std::uint64_t kind = rng_.below(wanted_.temporal ? 14 : 11);
  if (kind >= 11 && temporal_ < 2) {
    ++temporal_;
    const std::string when = "    always " + id + ": when " +
                             condition(all_, Time::now, 1) + " then ";
    const std::string goal = condition(chosen_, Time::now, 1);
    const std::string steps = std::to_string(1 + rng_.below(2));
    if (kind == 11) return when + "within " + steps + " steps " + goal;
    if (kind == 12) return when + "for " + steps + " steps " + goal;
    return when + "until " + condition(all_, Time::now, 1) + ", " + goal;
  }
  if (kind == 0 && !chosen_.numbers.empty()) {
    return "    frame " + any(chosen_.numbers);
  }
  const bool init = kind <= 2;
  const bool always = kind == 3;
  const Time time = init || always ? Time::now : Time::any;
  std::string out = std::string("    ") +
                    (init     ? "init "
                     : always ? "always "
                              : "step ") +
                    id + ": ";
  if (!one_in(3)) {
    out += "when " + condition(all_, time, 1) + " then ";
  }
  return out + guarantee(time);
}

void Writer::add(Names& to, const std::string& name, const std::string& type) {
  (type == "bool"  ? to.flags
   : type == "Hue" ? to.colours
                   : to.numbers)
      .push_back(name);
}

void Writer::variable(std::string& out,
                      const char* role,
                      const std::string& name,
                      Names& group) {
  std::string type = "bool";
  const std::uint64_t kind = rng_.below(4);
  if (kind == 0) type = "Hue";
  if (kind >= 2) {
    const std::int64_t lo = rng_.in_range(-1, 1);
    type = "int " + std::to_string(lo) + ".." +
           std::to_string(lo + rng_.in_range(1, 2));
  }
  add(group, name, type);
  out += std::string(role) + " " + name + " : " + type + "\n";
}

std::string Writer::promise() {
  Names before = all_;
  if (!wanted_.promises_read_hidden) {
    before = inputs_;
    join(before.flags, outputs_.flags);
    join(before.numbers, outputs_.numbers);
  }
  std::string past;
  if (!before.flags.empty()) past = any(before.flags);
  if (past.empty() || (!before.numbers.empty() && one_in(2))) {
    past =
        "(" + any(before.numbers) + " = " + std::to_string(rng_.below(2)) + ")";
  }
  switch (rng_.below(5)) {
    case 0:
      return "not (i and i')";
    case 4:
      return "i' and not " + past;
    case 1:
      return "i' or " + past;
    case 2:
      return past + " => i'";
    default:
      return "i' <=> (" + past + ")";
  }
}

void Writer::declare(std::string& head) {
  head = "interface random\nenum Hue = RED, BLUE\ninput i : bool\n";
  add(inputs_, "i", "bool");
  if (one_in(2)) variable(head, "input", "j", inputs_);
  head += "output x : bool\n";
  add(outputs_, "x", "bool");
  variable(head, "output", "n", outputs_);
  if (wanted_.hidden && !one_in(3)) variable(head, "hidden", "h", hidden_);
  for (const Names* names : {&inputs_, &outputs_, &hidden_}) {
    join(all_.flags, names->flags);
    join(all_.numbers, names->numbers);
    join(all_.colours, names->colours);
    if (names == &inputs_) continue;
    join(chosen_.flags, names->flags);
    join(chosen_.numbers, names->numbers);
    join(chosen_.colours, names->colours);
  }
}

std::vector<RandomReq::Contracts> Writer::view(std::size_t index,
                                               bool with_hidden) {
  Names all = all_;
  Names chosen = chosen_;
  if (!with_hidden) {
    all_ = inputs_;
    join(all_.flags, outputs_.flags);
    join(all_.numbers, outputs_.numbers);
    join(all_.colours, outputs_.colours);
    chosen_ = outputs_;
  }
  std::vector<RandomReq::Contracts> out;
  const std::uint64_t requirements = 1 + rng_.below(3);
  for (std::uint64_t r = 0; r < requirements; ++r) {
    const std::string id =
        "R" + std::to_string(index) + "-" + std::to_string(requirements_++);
    out.push_back({"  req " + id + " \"text of " + id + "\"", {}});
    const std::uint64_t lines = one_in(3) ? 2 : 1;
    for (std::uint64_t l = 0; l < lines; ++l) {
      out.back().lines.push_back(contract());
    }
  }
  all_ = std::move(all);
  chosen_ = std::move(chosen);
  return out;
}

RandomReq Writer::file() {
  RandomReq out;
  declare(out.head);
  if (wanted_.promises && one_in(4)) {
    out.head += "env polite : " + promise() + "\n";
  }
  if (one_in(3)) {
    Names seen = inputs_;
    join(seen.flags, outputs_.flags);
    join(seen.numbers, outputs_.numbers);
    // Without primes, so that a prime behind its name primes all of them.
    std::string text = condition(seen, Time::now, 1);
    std::erase(text, '\'');
    out.head += "def d = " + text + "\n";
    defined_ = true;
  }
  const std::uint64_t views = 1 + rng_.below(wanted_.views);
  for (std::uint64_t v = 0; v < views; ++v) {
    out.views.push_back(view(v, v == 0 || one_in(4)));
  }
  if (!wanted_.purposes) return out;
  for (int p = 0; p < 3; ++p) {
    out.tail += "purpose p" + std::to_string(p);
    if (one_in(2)) out.tail += " for v" + std::to_string(rng_.below(views));
    if (one_in(3)) out.tail += " within " + std::to_string(1 + rng_.below(4));
    out.tail += ": " + condition(all_, Time::any, 2) + "\n";
  }
  return out;
}

}  // namespace

std::string RandomReq::text() const {
  std::string out = head;
  for (std::size_t v = 0; v < views.size(); ++v) {
    out += "view v" + std::to_string(v) + "\n";
    for (const Contracts& r : views[v]) {
      if (r.lines.empty()) continue;
      out += r.requirement + "\n";
      for (const std::string& line : r.lines) out += line + "\n";
    }
  }
  return out + tail;
}

RandomReq random_req(base::Rng& rng, const Wanted& wanted) {
  return Writer(rng, wanted).file();
}

RandomReq relative_of(const RandomReq& file,
                      base::Rng& rng,
                      const Wanted& /*wanted*/) {
  RandomReq out = file;
  const bool fewer = rng.chance(1, 2);
  for (auto& view : out.views) {
    for (auto& requirement : view) {
      for (std::string& line : requirement.lines) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos || line.find("frame") < colon) continue;
        if (fewer && rng.chance(1, 3)) {
          line = line.substr(0, colon) + ": true";
        } else if (!fewer && rng.chance(1, 4) &&
                   line.find(" steps ") == std::string::npos &&
                   line.find("until") == std::string::npos) {
          // A stronger one: asked for whenever an input says so.
          const std::size_t when = line.find("when ");
          if (when != std::string::npos) {
            line.insert(when + 5, "i' or ");
          }
        }
      }
    }
  }
  return out;
}

std::uint64_t how_many() {
  const char* text = std::getenv("CATENARY_INTERFACES");
  return text == nullptr ? 50 : std::strtoull(text, nullptr, 10);
}

}  // namespace catenary::oracle
