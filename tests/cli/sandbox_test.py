#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a hostile system under test can do, with and without `--sandbox bwrap`, and
what becomes of the processes that it leaves behind.

Every attack is an input of a C program, its output the errno of the attack. A
table of tests says what is expected; that each attack works without a sandbox
shows that the test would notice one that is let through.

Usage: sandbox_test.py CATENARY CC
"""
import errno
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

CATENARY = ""
CC = ""

ATTACK = r"""
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
int what;
int result;
static int said(int value) { return value < 0 ? errno : 0; }
static int create(const char* name) {
  int fd = open(name, O_CREAT | O_WRONLY, 0600);
  if (fd >= 0) close(fd);
  return said(fd);
}
static int call_port(int port) {
  struct sockaddr_in to = {AF_INET, htons((unsigned short)port), {0}, {0}};
  inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  return fd < 0 ? errno : said(connect(fd, (struct sockaddr*)&to, sizeof to));
}
static int call_service(const char* name) {
  struct sockaddr_un to = {AF_UNIX, {0}};
  strncpy(to.sun_path, name, sizeof to.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return fd < 0 ? errno : said(connect(fd, (struct sockaddr*)&to, sizeof to));
}
/* An address that no machine has (RFC 5737): only a route is looked for. */
static int call_far(int kind) {
  struct sockaddr_in to = {AF_INET, htons(9), {0}, {0}};
  inet_pton(AF_INET, "192.0.2.1", &to.sin_addr);
  int fd = socket(AF_INET, kind | SOCK_NONBLOCK, 0);
  if (fd < 0) return errno;
  int out = said(connect(fd, (struct sockaddr*)&to, sizeof to));
  close(fd);
  return out;
}
/* Lets it go again, with whatever signal it was stopped by. */
static int trace(pid_t pid) {
  int status = 0;
  if (ptrace(PTRACE_SEIZE, pid, 0, 0) != 0) return errno;
  ptrace(PTRACE_INTERRUPT, pid, 0, 0);
  waitpid(pid, &status, __WALL);
  long by = status >> 16 != 0 ? 0 : WSTOPSIG(status);
  return said((int)ptrace(PTRACE_DETACH, pid, 0, by));
}
/* The lock is held as long as the daemon lives, and it tells of it where
   numbers of processes do not: from inside and outside of a sandbox. */
static int lock(void) {
  int fd = open("daemon.lock", O_CREAT | O_RDWR, 0600);
  return flock(fd, LOCK_EX | LOCK_NB) == 0 ? fd : -1;
}
static int daemon_process(void) {
  int ready[2];
  char byte = 0;
  if (pipe(ready) != 0) return errno;
  pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) {
      FILE* f = fopen("daemon.pid", "w");
      fprintf(f, "%d\n", (int)getpid());
      fclose(f);
      if (lock() < 0) _exit(1);
      (void)!write(ready[1], "x", 1);
      close(ready[0]);
      close(ready[1]);
      for (;;) pause();
    }
    _exit(0);
  }
  close(ready[1]);
  int out = read(ready[0], &byte, 1) == 1 ? 0 : -1;
  close(ready[0]);
  return out;
}
static int is_a_daemon_alive(void) {
  int fd = lock();
  int out = fd < 0 ? errno : 0;
  close(fd);
  return out;
}
void step(void) {
  switch (what) {
    case 1: result = create(OUTSIDE "/created"); break;
    case 2: result = call_port(PORT); break;
    case 3: result = call_service(OUTSIDE "/service"); break;
    case 4: result = trace(getppid()); break;
    case 5: result = said(kill(VICTIM, 0)); break;
    case 6: result = create("inside"); break;
    case 7: result = daemon_process(); break;
    case 8: result = said(ioctl(1, TIOCSTI, "x")); break;
    case 9: result = is_a_daemon_alive(); break;
    case 10: result = call_far(SOCK_STREAM); break;
    case 11: result = call_far(SOCK_DGRAM); break;
    default: result = -1;
  }
}
"""
TOML = """
[program]
sources = ["harmless.c"]
step = "step();"
[inputs]
"what" = { range = [1, 11] }
[outputs]
"result" = {}
"""


# What attack 9 finds while the daemon lives.
ALIVE = errno.EWOULDBLOCK
NEEDS_BUBBLEWRAP = "needs bubblewrap"


def table(*tests):
    """A suite: tests are lists of (input, expected output)."""
    rows = ["test,kind,step,dt,goals,in:what,out:result", ",,,,,int32,int32"]
    for number, steps in enumerate(tests, 1):
        rows.append(f"{number},linear,0,,,,")
        rows += [f"{number},linear,{i},,,{what},{result}"
                 for i, (what, result) in enumerate(steps, 1)]
    return "\n".join(rows) + "\n"


def bubblewrap_works():
    return shutil.which("bwrap") and subprocess.run(
        ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"],
        capture_output=True, check=False).returncode == 0


def tracing_is_restricted():
    """Yama lets nobody trace a process that is not a child."""
    try:
        scope = pathlib.Path("/proc/sys/kernel/yama/ptrace_scope").read_text()
    except FileNotFoundError:
        return False
    return scope.strip() != "0"


def route_to_far():
    """What attack 11 finds here; a datagram socket sends nothing by it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        return probe.connect_ex(("192.0.2.1", 9))


class Sandbox(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="catenary-sandbox-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "work"
        self.outside = pathlib.Path(folder.name) / "outside"
        self.folder.mkdir()
        self.outside.mkdir()
        tcp = socket.create_server(("127.0.0.1", 0))
        unix = socket.socket(socket.AF_UNIX)
        unix.bind(str(self.outside / "service"))
        unix.listen()
        self.addCleanup(tcp.close)
        self.addCleanup(unix.close)
        (self.folder / "attack.c").write_text(
            f'#define OUTSIDE "{self.outside}"\n#define PORT {tcp.getsockname()[1]}\n'
            f"#define VICTIM {os.getpid()}\n" + ATTACK)
        (self.folder / "attack.toml").write_text(TOML)
        # Models may not do such things, so the adapter is that of another program.
        (self.folder / "harmless.c").write_text(
            "int what;\nint result;\nvoid step(void) { result = what; }\n")
        self.catenary("convert", "attack.toml", "--to", "adapter", "-o", "adapter.c")
        adapter = self.folder / "adapter.c"
        adapter.write_text(adapter.read_text().replace('"harmless.c"', '"attack.c"'))
        subprocess.run([CC, "-shared", "-fPIC", "-fvisibility=hidden", "-w", "-o",
                        "attack.so", "adapter.c"], cwd=self.folder, check=True)

    def catenary(self, *arguments, code=0):
        done = subprocess.run([CATENARY, *arguments], cwd=self.folder, capture_output=True,
                              text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def run_table(self, text, *options):
        """Runs tests that have to pass; what confined them."""
        (self.folder / "t.csv").write_text(text)
        self.catenary("run", "t.csv", "--sut", "native:./attack.so", "-o", "r.json", "--force",
                      *options)
        return json.loads((self.folder / "r.json").read_text())["sandbox"]

    def test_without_a_sandbox_attacks_work(self):
        # Input is put into terminals only, and standard output is none here.
        sandbox = self.run_table(table([(1, 0)], [(2, 0)], [(3, 0)], [(5, 0)], [(6, 0)],
                                       [(8, errno.ENOTTY)],
                                       [(11, route_to_far())]))
        self.assertNotIn("bubblewrap", sandbox)
        self.assertTrue((self.outside / "created").exists())

    @unittest.skipIf(tracing_is_restricted(), "Yama restricts ptrace(2)")
    def test_without_a_sandbox_it_can_trace_catenary(self):
        self.run_table(table([(4, 0)]))

    @unittest.skipUnless(bubblewrap_works(), NEEDS_BUBBLEWRAP)
    def test_the_sandbox_refuses_them(self):
        sandbox = self.run_table(
            table([(1, errno.EROFS)], [(2, errno.ECONNREFUSED)], [(3, errno.EPERM)],
                  [(4, errno.EPERM)], [(5, errno.ESRCH)], [(6, 0)],
                  [(8, errno.EPERM)], [(10, errno.ENETUNREACH)],
                  [(11, errno.ENETUNREACH)]),
            "--sandbox", "bwrap")
        self.assertIn("bubblewrap", sandbox)
        self.assertFalse((self.outside / "created").exists())
        self.assertTrue((self.folder / "inside").exists())

    def test_a_daemon_does_not_outlive_its_test(self):
        """It has left the process group (setsid), and its parent has ended."""
        self.run_table(table([(7, 0), (9, ALIVE)], [(9, 0)]))
        self.assert_no_daemon()

    def test_nor_where_tests_run_at_a_time(self):
        self.run_table(table([(7, 0)], [(6, 0)], [(6, 0)]), "--jobs", "2")
        self.assert_no_daemon()

    @unittest.skipUnless(bubblewrap_works(), NEEDS_BUBBLEWRAP)
    def test_nor_in_the_sandbox(self):
        self.run_table(table([(7, 0), (9, ALIVE)], [(9, 0)]), "--sandbox",
                       "bwrap")
        self.assertTrue((self.folder / "daemon.pid").exists())
        self.assert_no_process_of(self.folder / "attack.so")

    def assert_no_daemon(self):
        """It is gone, or is a zombie that nobody has reaped yet."""
        pid = int((self.folder / "daemon.pid").read_text())
        try:
            stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
        except FileNotFoundError:
            return
        self.assertTrue(stat.rpartition(")")[2].startswith(" Z"), stat)

    def assert_no_process_of(self, library):
        """Numbers in the sandbox are others than here: by what is mapped."""
        time.sleep(0.3)
        for maps in pathlib.Path("/proc").glob("[0-9]*/maps"):
            try:
                self.assertNotIn(str(library), maps.read_text())
            except OSError:
                continue

    @unittest.skipUnless(bubblewrap_works(), NEEDS_BUBBLEWRAP)
    def test_an_interrupt_loses_nothing(self):
        (self.folder / "long.c").write_text(
            "unsigned n, key;\nvoid step(void) {\n  n = n * 1664525u + key % 2;\n"
            "  if (key == 7) n = 1;\n"
            "  if (n % 65521u == 3u && n / 65521u % 65519u == 5u) n = 5;\n"
            "  if (n * n * n == 0x7654321u) n = 6;\n}\n")
        process = subprocess.Popen(
            [CATENARY, "generate", "long.c", "-o", "long.json", "--sandbox", "bwrap"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            start_new_session=True)
        time.sleep(5)
        os.killpg(process.pid, signal.SIGINT)
        _, printed = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, printed)
        goals = json.loads((self.folder / "long.json").read_text())["goals"]
        self.assertIn("covered", {g["status"] for g in goals})

    def test_kept_answers_and_the_sandbox_exclude_each_other(self):
        done = self.catenary("generate", "long.c", "-o", "x.json", "--cache", "kept",
                             "--sandbox", "bwrap", code=2)
        self.assertIn("--cache cannot be used with --sandbox", done.stderr)
        self.assertFalse((self.folder / "kept").exists())

    def test_a_confined_command_has_no_journal(self):
        """Not even after it was killed: what is confined could write it."""
        (self.folder / "long.c").write_text(
            "unsigned n, key;\nvoid step(void) {\n  n = n * 1664525u + key % 2;\n"
            "  if (n * n * n == 0x7654321u) n = 6;\n}\n")
        process = subprocess.Popen(
            [CATENARY, "generate", "long.c", "-o", "long.json", "--sandbox", "bwrap"],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(4)
        process.kill()
        process.communicate()
        self.assertEqual(list(self.folder.glob("long.json*")), [])
        # One that is there could be of what was confined before.
        (self.folder / "long.json.journal").write_text("")
        done = self.catenary("generate", "long.c", "-o", "long.json", "--sandbox",
                             "bwrap", code=2)
        self.assertIn("expected none", done.stderr)

    def test_the_whole_file_system_stays_protected(self):
        (self.folder / "t.csv").write_text(table([(6, 0)]))
        done = self.catenary("run", "t.csv", "--sut", "native:./attack.so", "-o",
                             "/catenary-results.json", "--sandbox", "bwrap", code=2)
        self.assertIn("whole file system", done.stderr)

    def test_a_missing_bubblewrap_is_named(self):
        (self.folder / "t.csv").write_text(table([(6, 0)]))
        done = subprocess.run(
            [CATENARY, "run", "t.csv", "--sut", "native:./attack.so", "--sandbox", "bwrap"],
            cwd=self.folder, env={"PATH": "/nonexistent"}, capture_output=True, text=True,
            check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn("needs bubblewrap", done.stderr)

    def test_a_server_is_not_confined(self):
        (self.folder / "t.csv").write_text(table([(6, 0)]))
        done = self.catenary("run", "t.csv", "--sut", "tcp:localhost:1", "--sandbox", "bwrap",
                             code=2 if bubblewrap_works() else 3)
        if bubblewrap_works():
            self.assertIn("no network", done.stderr)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    CC = sys.argv.pop(1)
    tests = unittest.main(exit=False).result
    if not tests.wasSuccessful():
        sys.exit(1)
    # For CTest: the others have passed, but the sandbox was not tested.
    if any(reason == NEEDS_BUBBLEWRAP for _, reason in tests.skipped):
        sys.exit(77)
