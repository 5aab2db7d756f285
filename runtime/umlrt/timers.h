// SPDX-License-Identifier: Apache-2.0
/// \file
/// Timers of a capsule on a virtual clock. What is kept is not the time but the
/// set of all times that fit what has happened, as a difference bound matrix
/// (Dill, CAV 1989, doi 10.1007/3-540-52148-8_17) over the deadlines and now:
/// so a timer may expire exactly where some run in time lets it, before all
/// others. The same situation is the same bytes: what is not used is zero.
#pragma once

#include <limits.h>

// For Catenary, and in exported tests; without either for the errors of the
// compiler alone.
#if defined(CATENARY_UMLRT_RUN) || defined(CATENARY_UMLRT_TESTS)
#define CATENARY_UMLRT_EXECUTED 1
#endif

#ifdef CATENARY_UMLRT_EXECUTED
extern "C" void __catenary_unsupported(const char* what);
/// What the environment chooses in the initialisation; in steps these are
/// inputs, see catenary_is_refused().
extern "C" bool nondet_stub_timer_refused(void);
extern "C" bool nondet_stub_timer_queued(void);
namespace {

/// CATENARY_UMLRT_CANCELS: the C++ may cancel timers. CATENARY_UMLRT_IS_VALID: it
/// may ask whether one runs; with CATENARY_UMLRT_ASKS timers may be refused, too.
/// CATENARY_UMLRT_TIMERS is how many timers each timing port may have at once,
/// CATENARY_UMLRT_TIMING_PORTS how many such ports there are. A timer of port
/// p is one of p * TIMERS … p * TIMERS + TIMERS - 1.
constexpr int catenary_timers_of_port = CATENARY_UMLRT_TIMERS;
constexpr int catenary_timers =
    CATENARY_UMLRT_TIMERS * CATENARY_UMLRT_TIMING_PORTS > 0
        ? CATENARY_UMLRT_TIMERS * CATENARY_UMLRT_TIMING_PORTS
        : 1;
/// With one timer there is no order to keep.
constexpr bool catenary_ordered = catenary_timers > 1;
/// In a system a timer that was set again must not expire before time goes on.
#ifdef CATENARY_UMLRT_SYSTEM
constexpr bool catenary_keeps_period = true;
#else
constexpr bool catenary_keeps_period = catenary_ordered;
#endif
// CATENARY_UMLRT_TOO_FEW is what a run says that ends since a port needs more
// timers: whoever wrote this program knows it by that, and may provide for
// more.

constexpr long catenary_longest = 1L << 61;  ///< ns, 73 years: sums of two fit

bool catenary_timer_runs[catenary_timers];
bool catenary_timer_repeats[catenary_timers];
/// Set in this step, for later than now.
bool catenary_timer_fresh[catenary_timers];
#ifdef CATENARY_UMLRT_CANCELS
/// Cancelled when its timeout was waiting already, which arrives all the same.
bool catenary_timer_queued[catenary_timers];
#endif
int catenary_timer_number[catenary_timers];   ///< of its UMLRTTimerId
long catenary_timer_period[catenary_timers];  ///< ns
/// bound[a][b] is the most that D(a) - D(b) can be, in ns, where D(0) is now
/// and D(k + 1) the deadline of timer k. Closed: no path is shorter.
long catenary_bound[catenary_timers + 1][catenary_timers + 1];
bool catenary_starting = true;  ///< now is 0
#ifdef CATENARY_UMLRT_KEPT_IDS
int catenary_last_number = 0;
#endif
#ifdef CATENARY_UMLRT_TIMES
/// For timers set in this step: how long from now at most and at least; -1 for
/// others.
long catenary_set_most[catenary_timers], catenary_set_least[catenary_timers];
#endif

/// Whether the environment refuses the timer that is asked for, and whether the
/// timeout of one that is cancelled at its deadline waits already.
bool catenary_is_refused();
bool catenary_is_queued();

/// Invalidates ids that the capsule's attributes hold.
void catenary_forget_timer(int number);

long catenary_less(long a, long b) { return a < b ? a : b; }

/// Negative times are over.
long catenary_nanoseconds(long seconds, long nanoseconds) {
  constexpr long second = 1000000000L;
  if (seconds > catenary_longest / second) return catenary_longest;
  if (seconds < -(catenary_longest / second)) return 0;
  if (nanoseconds > catenary_longest) nanoseconds = catenary_longest;
  if (nanoseconds < -catenary_longest) nanoseconds = -catenary_longest;
  const long sum = seconds * second + nanoseconds;
  if (sum < 0) return 0;
  return catenary_less(sum, catenary_longest);
}

/// Its deadline is `least` to `most` from now.
void catenary_set(int timer, long least, long most) {
  catenary_timer_runs[timer] = true;
  catenary_timer_fresh[timer] = least > 0;
#ifdef CATENARY_UMLRT_TIMES
  catenary_set_least[timer] = least;
  catenary_set_most[timer] = most;
#endif
  if (!catenary_ordered) return;
  const int row = timer + 1;
  catenary_bound[row][0] = most;
  catenary_bound[0][row] = -least;
  for (int k = 1; k <= catenary_timers; ++k) {
    if (k == row || !catenary_timer_runs[k - 1]) continue;
    catenary_bound[row][k] = most + catenary_bound[0][k];
    catenary_bound[k][row] = catenary_bound[k][0] - least;
  }
}

void catenary_unset(int timer) {
  catenary_timer_runs[timer] = false;
  catenary_timer_fresh[timer] = false;
#ifdef CATENARY_UMLRT_TIMES
  catenary_set_least[timer] = catenary_set_most[timer] = -1;
#endif
  if (!catenary_ordered) return;
  for (int k = 0; k <= catenary_timers; ++k) {
    catenary_bound[timer + 1][k] = catenary_bound[k][timer + 1] = 0;
  }
}

#ifdef CATENARY_UMLRT_SYSTEM
/// The number of timing ports of the instances before the one that runs.
int catenary_timing_base = 0;
#endif

/// Gives the number of the timer.
int catenary_start(int port, long least, long most, long period, bool repeats) {
  int number = 0;
#ifdef CATENARY_UMLRT_SYSTEM
  port += catenary_timing_base;
#endif
  for (int k = 0; k < catenary_timers_of_port; ++k) {
    const int timer = port * catenary_timers_of_port + k;
    if (number != 0 || catenary_timer_runs[timer]) continue;
#ifdef CATENARY_UMLRT_KEPT_IDS
    number = ++catenary_last_number;
    catenary_timer_number[timer] = number;
#else
    number = timer + 1;
#endif
    catenary_timer_repeats[timer] = repeats;
    if (catenary_keeps_period && repeats) {
      catenary_timer_period[timer] = period;
    }
    catenary_set(timer, least, most);
  }
  if (number == 0) {
    __catenary_unsupported(CATENARY_UMLRT_TOO_FEW);
  }
  return number;
}

bool catenary_is_number(int timer, int number) {
#ifdef CATENARY_UMLRT_CANCELS
  if (catenary_timer_queued[timer]) return false;
#endif
#ifdef CATENARY_UMLRT_KEPT_IDS
  return catenary_timer_number[timer] == number;
#else
  return timer + 1 == number;
#endif
}

bool catenary_runs(int number) {
  for (int k = 0; k < catenary_timers; ++k) {
    if (catenary_timer_runs[k] && catenary_is_number(k, number)) return true;
  }
  return false;
}

/// No id is that of the timer any more.
void catenary_forget(int timer) {
#ifdef CATENARY_UMLRT_KEPT_IDS
  catenary_forget_timer(catenary_timer_number[timer]);
  catenary_timer_number[timer] = 0;
#else
  catenary_forget_timer(timer + 1);
#endif
}

void catenary_end(int timer) {
  catenary_unset(timer);
#ifdef CATENARY_UMLRT_CANCELS
  catenary_timer_queued[timer] = false;
#endif
  catenary_timer_repeats[timer] = false;
  if (catenary_keeps_period) catenary_timer_period[timer] = 0;
  catenary_forget(timer);
}

#if defined(CATENARY_UMLRT_CANCELS) || defined(CATENARY_UMLRT_SYSTEM)
/// Whether now may be the deadline of the timer.
bool catenary_may_be_due(int timer) {
  if (!catenary_ordered) return !catenary_timer_fresh[timer];
  return catenary_bound[0][timer + 1] >= 0;
}

/// Now is the deadline of the timer: tightens all bounds by that.
void catenary_due(int timer) {
  const int row = timer + 1;
  long behind[catenary_timers + 1];  // from now or from the deadline
  long before[catenary_timers + 1];  // to them
  for (int k = 0; k <= catenary_timers; ++k) {
    behind[k] = catenary_less(catenary_bound[0][k], catenary_bound[row][k]);
    before[k] = catenary_less(catenary_bound[k][0], catenary_bound[k][row]);
  }
  for (int a = 0; a <= catenary_timers; ++a) {
    if (a > 0 && !catenary_timer_runs[a - 1]) continue;
    for (int b = 0; b <= catenary_timers; ++b) {
      if (a == b || (b > 0 && !catenary_timer_runs[b - 1])) continue;
      catenary_bound[a][b] =
          catenary_less(catenary_bound[a][b], before[a] + behind[b]);
    }
  }
}

#endif
#ifdef CATENARY_UMLRT_CANCELS
/// Its timeout waits behind the message that is being dealt with: it arrives
/// before time goes on. No id is that of the timer any more.
void catenary_queue(int timer) {
  if (catenary_ordered) catenary_due(timer);
#ifdef CATENARY_UMLRT_TIMES
  const bool now = catenary_set_most[timer] >= 0;  // set in this step
  catenary_set_least[timer] = catenary_set_most[timer] = now ? 0 : -2;
#endif
  catenary_timer_repeats[timer] = false;
  if (catenary_keeps_period) catenary_timer_period[timer] = 0;
  catenary_forget(timer);
  catenary_timer_queued[timer] = true;
}
#endif

bool catenary_cancel(int number) {
  for (int k = 0; k < catenary_timers; ++k) {
    if (catenary_timer_runs[k] && catenary_is_number(k, number)) {
#ifdef CATENARY_UMLRT_CANCELS
      if (catenary_may_be_due(k) && catenary_is_queued()) {
        catenary_queue(k);
        return true;
      }
#endif
      catenary_end(k);
      return true;
    }
  }
  return false;
}

/// Whether no timer must expire before that one.
bool catenary_may_expire(int timer) {
  if (catenary_timers_of_port == 0 || timer < 0 || timer >= catenary_timers) {
    return false;
  }
  bool may = catenary_timer_runs[timer];
  if (!catenary_ordered) return may;
  for (int k = 1; k <= catenary_timers; ++k) {
    may = may && (!catenary_timer_runs[k - 1] ||
                  catenary_bound[k][timer + 1] >= 0);
  }
  return may;
}

/// It is the first: now is its deadline.
void catenary_first(int timer) {
  const int row = timer + 1;
  long nearest[catenary_timers + 1];  // from its deadline to each
  for (int b = 1; b <= catenary_timers; ++b) {
    nearest[b] = 0;
    if (!catenary_timer_runs[b - 1]) continue;
    for (int k = 1; k <= catenary_timers; ++k) {
      if (catenary_timer_runs[k - 1]) {
        nearest[b] = catenary_less(nearest[b], catenary_bound[k][b]);
      }
    }
  }
  for (int a = 1; a <= catenary_timers; ++a) {
    if (!catenary_timer_runs[a - 1] || a == row) continue;
    const long to = catenary_bound[a][row];
    for (int b = 1; b <= catenary_timers; ++b) {
      if (!catenary_timer_runs[b - 1] || a == b) continue;
      catenary_bound[a][b] =
          catenary_less(catenary_bound[a][b], to + nearest[b]);
    }
    catenary_bound[a][0] = to;
  }
  for (int b = 1; b <= catenary_timers; ++b) {
    if (catenary_timer_runs[b - 1]) catenary_bound[0][b] = nearest[b];
  }
}

/// Requires: it may expire.
void catenary_expire(int timer) {
  if (catenary_ordered) catenary_first(timer);
  if (catenary_timer_repeats[timer]) {
    const long period = catenary_timer_period[timer];
    catenary_unset(timer);
    catenary_set(timer, period, period);
  } else {
    catenary_end(timer);
  }
}

/// Time goes on after a step, up to the first deadline.
void catenary_elapse() {
  catenary_starting = false;
  for (bool& fresh : catenary_timer_fresh) fresh = false;
  if (!catenary_ordered) return;
  for (int b = 1; b <= catenary_timers; ++b) {
    long most = 0;
    for (int k = 1; k <= catenary_timers; ++k) {
      if (catenary_timer_runs[b - 1] && catenary_timer_runs[k - 1]) {
        most = catenary_less(most, catenary_bound[k][b]);
      }
    }
    catenary_bound[0][b] = most;
  }
}

}  // namespace
#endif
