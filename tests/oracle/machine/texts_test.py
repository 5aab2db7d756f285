#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Texts of state machines: the functions and classes that stand in for those
of the C and C++ libraries do the same, on random texts; and machines whose
guards look at texts are covered as Python says that they can be.

  texts_test.py CATENARY RUNTIME_FOLDER
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

CATENARY, RUNTIME = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

# One program, with the stand-in and with the real libraries.
HEAD = """
#ifdef CATENARY_UMLRT_RUN
#include "umlrt.h"
extern "C" {
void __catenary_unsupported(const char* what) { puts(what); exit(3); }
int nondet_stub_rand(void) { return 0; }
long nondet_stub_random(void) { return 0; }
int nondet_stub_getchar(void) { return 0; }
long nondet_stub_time(void) { return 0; }
long nondet_stub_clock(void) { return 0; }
}
#else
#include <climits>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>
#include <sstream>
#include <string>
#endif
static int sign(int n) { return n < 0 ? -1 : n > 0; }
static long at(const char* found, const char* in) {
  return found == nullptr ? -1 : found - in;
}
static void both(const char* a, const char* b, unsigned n) {
  char room[80] = "";
  printf("%d %d %d %d ", sign(strcmp(a, b)), sign(strncmp(a, b, n)),
         sign(strcasecmp(a, b)), (int)strlen(a));
  printf("%ld %ld %ld ", at(strchr(a, b[0]), a), at(strrchr(a, b[0]), a),
         at(strstr(a, b), a));
  strcpy(room, a);
  strcat(room, b);
  strncat(room, a, n);
  printf("%s ", room);
  strncpy(room, b, 12);
  printf("%s %d %ld ", room, atoi(a), strtol(b, nullptr, 10));
  printf("%d ", sign(memcmp(a, b, 1)));
  std::string s(a), t(b);
  std::string both = s + t;
  printf("%s %d %d %d %d ", both.c_str(), s < t, s == t, s != b, sign(s.compare(t)));
  printf("%d %d %d ", (int)s.find(t), (int)s.rfind(t), (int)s.find(b[0]));
  printf("%d %d ", (int)both.find_first_of("abc"), (int)both.find_last_not_of("a1"));
  if (n <= s.size()) {
    printf("%s ", s.substr(n).c_str());
    std::string u = s;
    u.insert(n, t);
    u.erase(n, 1);
    u.replace(n / 2, 1, "xy");
    printf("%s ", u.c_str());
  }
  std::stringstream out;
  out << a << n << '-' << t << -7L;
  printf("%s %s ", out.str().c_str(), std::to_string((int)n - 5).c_str());
  s += 'z';
  s.push_back('y');
  s.append(2, 'x').pop_back();
  s.resize(3);
  printf("%s %d %c\\n", s.c_str(), (int)s.length(), t.empty() ? '.' : t.back());
}
int main() {
  printf("%s %s %s\\n", std::to_string(INT_MIN).c_str(),
         std::to_string(ULONG_MAX).c_str(), std::to_string(LONG_MIN).c_str());
  for (int c = 0; c < 128; ++c) {
    printf("%d%d%d%d%d%d%d%d %d %d\\n", !isdigit(c), !isalpha(c), !isalnum(c),
           !isspace(c), !isupper(c), !islower(c), !isxdigit(c), !ispunct(c),
           tolower(c), toupper(c));
  }
  printf("%d %s\\n", std::stoi("12x"), std::string("  -17") == "" ? "" : "n");
"""


def outputs(source, *flags):
    with open("p.cpp", "w", encoding="utf-8") as f:
        f.write(source)
    subprocess.run(["clang++-19", "-std=c++17", "-w", *flags, "p.cpp", "-o",
                    "p"], check=True)
    done = subprocess.run(["./p"], capture_output=True, timeout=60)
    return done.returncode, done.stdout


def test_library():
    rnd = random.Random(1)
    calls = ""
    for _ in range(400):
        alphabet = rnd.choice(["ab", "aB", "01 -", "abc123", "a\\xff~"])
        pieces = re.findall(r"\\x..|.", alphabet)
        texts = ['"%s"' % '""'.join(rnd.choice(pieces)
                                    for _ in range(rnd.randrange(6)))
                 for _ in range(2)]
        calls += "both(%s, %s, %d);\n" % (*texts, rnd.randrange(6))
    source = HEAD + calls + "}\n"
    code, real = outputs(source)
    assert code == 0 and len(real) > 20000, (code, real[:200])
    code, ours = outputs(source, "-DCATENARY_UMLRT_RUN=1", "-I", RUNTIME)
    assert code == 0, ours[-200:]
    for n, (a, b) in enumerate(zip(real.split(b"\n"), ours.split(b"\n"))):
        assert a == b, (n, a, b)
    assert real == ours


LIMITS = [
    ('std::string s(64, \'a\');', "more than 63"),
    ('std::string s("abc"); s.at(3);', "at() throws"),
    ('std::string s("abc"); s[4] = 0;', "beyond its end"),
    ('std::string s("abc"); s.substr(4);', "substr() throws"),
    ('std::string s("abc", 2); s += std::string("a\\0b", 3);', "character 0"),
    ('std::stoi("x");', "no number"),
    ('std::stoi("99999999999");', "too large"),
    ('atoi("99999999999999999999");', "too large"),
    ('std::stod("1");', "stod"),
    ('std::stringstream s; s << 1.5; s.str();', "this type"),
]


def test_limits():
    head = HEAD[:HEAD.index("static int sign")]
    for code, text in LIMITS:
        status, out = outputs(head + "int main() { %s }\n" % code,
                              "-DCATENARY_UMLRT_RUN=1", "-I", RUNTIME)
        assert status == 3 and text in out.decode(), (code, status, out)


MACHINE = """model Text
data Person { field name: const char*; field age: int }
protocol P {
  in login(name: const char*, pin: int)
  in say(text: std::string)
  in bytes(data: unsigned char[3])
  in person(p: Person)
  out hello(n: int)
}
capsule C {
  attribute last: const char* = nullptr
  attribute heard: std::string
  port p: P
  machine {
    initial i
    state out
    state inside
    state done
    choice k
    transition t0: i -> out
    transition t1: out -> k { on p.login do { last = name; } }
    transition t2: k -> inside { when { return %s && pin == 42; } }
    transition t3: k -> out
    transition t4: inside -> inside { on p.say do {
      heard += text;
      if (heard == "exitus") p.hello(1).send();
      else if (%s) p.hello(2).send();
      heard = text;
      if (strlen(last) %% 2 == 1) p.hello(3).send();
    } }
    transition t5: inside -> done { on p.bytes when {
      return data[0] + data[1] == 300 && data[2] == 7; } }
    transition t6: inside -> done { on p.person when {
      return p.name[0] == 'B' && p.age > 10; } }
  }
}
"""
# Guards of t2 over `name`, and what is asked of `text` in t4; with the same in
# Python.
GUARDS = [
    ('strcmp(name, "root") == 0', 'atoi(text.c_str()) == 37',
     lambda n: n == "root", lambda t: re.match(r"\s*[+]?0*37(\D|$)", t)),
    ('strncmp(name, "adm", 3) == 0', 'text.find("ab") != std::string::npos',
     lambda n: n.startswith("adm"), lambda t: "ab" in t),
    ("strlen(name) == 5 && name[4] == 'x'", 'text.substr(0, 2) > "yy"',
     lambda n: len(n) == 5 and n[4] == "x", lambda t: t[:2] > "yy"),
]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    return done.returncode, done.stdout, done.stderr


def simulate(name_is, text_is, test):
    """What each step of the test should show, in Python."""
    state, last, heard = "out", None, ""
    for step in test:
        given = step["inputs"]
        hello, n = 0, 0
        message = given["message"]
        if state == "out" and message == 0:
            last = given["name"]
            if name_is(last) and given["pin"] == 42:
                state = "inside"
        elif state == "inside" and message == 1:
            both = heard + given["text"]
            if both == "exitus":
                hello, n = 1, 1
            elif text_is(given["text"]):
                hello, n = 1, 2
            heard = given["text"]
            if len(last) % 2 == 1:
                hello, n = hello + 1, 3
        elif state == "inside" and message == 2:
            d = [given["data[%d]" % i] for i in range(3)]
            if d[0] + d[1] == 300 and d[2] == 7:
                state = "done"
        elif state == "inside" and message == 3:
            if given["p.name"][:1] == "B" and given["p.age"] > 10:
                state = "done"
        seen = step["expect"]
        names = {1: "out", 2: "inside", 3: "done"}
        assert names[seen["state"]] == state, (step, state)
        assert seen["p.hello"] == hello and seen["p.hello.n"] == n, (
            step, hello, n, last)


def test_machines():
    for name, text, name_is, text_is in GUARDS:
        with open("m.sm", "w", encoding="utf-8") as f:
            f.write(MACHINE % (name, text))
        code, out, err = run(CATENARY, "generate", "m.sm", "-o", "s.json",
                             "--force", "--quiet", "--timeout", "200s")
        assert code == 1, (code, out, err)
        suite = json.load(open("s.json", encoding="utf-8"))
        prefixes = suite.get("prefixes", [])
        steps = 0
        for test in suite["tests"]:
            whole = list(test["steps"])
            after = test.get("after", -1)
            while after >= 0:
                whole = prefixes[after]["steps"] + whole
                after = prefixes[after].get("after", -1)
            simulate(name_is, text_is, whole)
            steps += len(whole)
        by_id = {g["id"]: g["status"] for g in suite["goals"]}
        for goal in ("state C::done", "transition C::t5", "transition C::t6",
                     "guard C::t2 true", "transition C::t4"):
            assert by_id[goal] == "covered", (goal, by_id)
        # Every branch over the text that is said.
        lines = (MACHINE % (name, text)).split("\n")
        for line in (1 + i for i, l in enumerate(lines) if "p.hello(" in l and
                     "strlen(last)" not in l):
            branches = [status for id, status in by_id.items()
                        if id.startswith("m.sm:%d:" % line)]
            assert set(branches) == {"covered"} and len(branches) >= 2, by_id
        code, out, err = run(CATENARY, "run", "s.json", "--sut", "model:m.sm",
                             "--keep-going")
        assert code == 0 and " 0 failed" in out, (out, err)
        print("%d tests, %d steps" % (len(suite["tests"]), steps), flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for test in (test_library, test_limits, test_machines):
            test()
            print("passed", test.__name__, flush=True)


main()
