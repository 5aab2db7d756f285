// SPDX-License-Identifier: Apache-2.0
/// \file
/// The option table of `catenary worker`.
#include "cli/tables.h"

namespace catenary::cli {

namespace {

/// What the help says about the command.
option::CommandText worker_text() {
  return {
      "worker",
      "Compute tasks of batches and of mutants on this machine.",
      "Takes tasks of 'catenary batch --nats' and 'catenary run --mutate "
      "--nats' from a NATS server with JetStream, runs each in a folder and a "
      "process of its own, and sends "
      "the results back. Only tasks with the seal of the fleet's key are "
      "taken, and of those only check, generate, run and report on files that "
      "they bring along.\n\n"
      "Ctrl-C gives its tasks back to the queue, exit code 130. With --idle it "
      "ends by itself, exit code 0. Exit code 3: the server refuses it, or was "
      "away for a minute.",
      {{"catenary worker --nats nats://host:4222 --nats-key-file key",
        "Until Ctrl-C, one task at a time."},
       {"catenary worker --nats tls://host --nats-key-file key --jobs 8 "
        "--idle 10m",
        "Eight tasks at a time, until there is none for ten minutes."}}};
}

}  // namespace

option::Table<app::WorkerOptions> worker_table() {
  using O = app::WorkerOptions;
  option::Table<O> t(worker_text());
  add_nats_rows(t, "The NATS server with JetStream. Required.");
  t.row({.name = "jobs",
         .short_name = 'j',
         .value = "N",
         .group = "Limits",
         .help = "Tasks at a time, each in one thread.",
         .never_matters = true},
        &O::jobs,
        option::between(1U, 1024U));
  t.row({.name = "idle",
         .value = "TIME",
         .group = "Limits",
         .help = "End where no task has come for this time.",
         .example = "10m",
         .says_zero = "until Ctrl-C",
         .never_matters = true},
        &O::idle,
        option::between(std::chrono::milliseconds(0), kLongestTime));
  add_common_rows(t);
  return t;
}

}  // namespace catenary::cli
