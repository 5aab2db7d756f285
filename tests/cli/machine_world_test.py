#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""State machines and what is around them, from outside: functions without
source, headers of the user, and suites as C++ programs of their own.

  machine_world_test.py CATENARY SOURCE_FOLDER
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

CATENARY, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

CAPSULE = """model World
protocol P { in a(n: int) out b(n: int) }
capsule C {
  %s
  port p: P
  machine {
    initial i
    state s
    transition t0: i -> s
    transition t1: s -> s { on p.a do {
%s
    } }
  }
}
"""


def run(*command, code=0):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert code is None or done.returncode == code, (
        command, done.returncode, done.stdout, done.stderr)
    return done


def write(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)
    return name


def generate(name, *options, code=0):
    done = run(CATENARY, "generate", name, "-o", "s.json", "--force",
               "--quiet", *options, code=code)
    return json.load(open("s.json", encoding="utf-8")), done.stdout


def statuses(suite):
    return {g["id"]: g["status"] for g in suite["goals"]}


def found(suite, code):
    return [f["message"] for f in suite["findings"] if f["code"] == code]


def replays(name, *options):
    done = run(CATENARY, "run", "s.json", "--sut", "model:" + name, *options)
    assert " 0 failed" in done.stdout and "changed" not in done.stderr, done


def inputs(suite):
    return [s["name"] for s in suite["signature"]["inputs"]]


def test_functions_without_source():
    """Results of whatever is declared only are inputs, once a call."""
    write("lib.h", """
extern "C" int sensor(int channel);
extern "C" double level(void);
extern "C" bool ready(const char* what);
extern "C" void show(int n);
enum Colour { red, green };
Colour colour(const int* of);
class Pin {
 public:
  explicit Pin(const char* number);
  int get(std::string& value);
  bool set(std::string value);
 private:
  std::string number_;
};
""")
    write("m.sm", CAPSULE % ("attribute pin: Pin = Pin(\"4\")", """
      int given = sensor(n);
      show(given);
      std::string text;
      if (given == 12345 && level() > 2.5 && ready("x")) p.b(1).send();
      if (colour(&given) == green && pin.set("out")) p.b(2).send();
      if (pin.get(text) == 7 && text == "on") p.b(3).send();
"""))
    suite, out = generate("m.sm", "--include", "lib.h")
    assert set(statuses(suite).values()) == {"covered"}, statuses(suite)
    assert suite["options"]["include"] == "lib.h", suite["options"]
    assert {"given", "level", "ready", "colour", "Pin__set", "Pin__get",
            "Pin__get_text"} <= set(
        inputs(suite)), inputs(suite)
    stubbed = found(suite, "stubbed")
    assert len(stubbed) == 8 and any("'Pin::get'" in s for s in stubbed), stubbed
    assert "m.sm:12:" in out and "'sensor' has no source" in out, out
    replays("m.sm")
    # `check` names them too, without running anything.
    done = run(CATENARY, "check", "m.sm", "--include", "lib.h", "--json")
    document = json.loads(done.stdout)
    names = [f["message"] for f in document["findings"]
             if f["code"] == "stubbed"]
    assert sorted(names) == sorted(stubbed), names
    # Without the header it is an error of the model.
    done = run(CATENARY, "generate", "m.sm", code=2)
    assert "unknown type name 'Pin'" in done.stderr, done.stderr
    assert "--include" in done.stderr, done.stderr


def test_times_of_tidied_texts():
    """Times are those of the texts that the suite has, not of what the solver
    chose first: here of a letter instead of a character beyond ASCII."""
    write("m.sm", """model T
protocol P { in a(text: const char*) out b() }
capsule C {
  port p: P
  port t: timing
  machine {
    initial i
    state s
    state r
    transition t0: i -> s
    transition t1: s -> r { on p.a do {
      t.informIn(UMLRTTimespec((unsigned char)text[0], 0));
      if (text[0] != 0 && text[1] == 'q') p.b().send();
    } }
    transition t2: r -> s { on t.timeout }
  }
}
""")
    suite, _ = generate("m.sm", code=1)
    waited = []
    for test in suite["tests"]:
        for step, after in zip(test["steps"], test["steps"][1:]):
            text = step["inputs"]["text"]
            if step["expect"]["state"] == 2 and after["expect"]["state"] == 1:
                seconds = ord(text[0]) if text else 0
                assert after["at_ns"] - step["at_ns"] == seconds * 10**9, test
                waited.append(seconds)
    assert any(waited), suite["tests"]
    done = run(CATENARY, "run", "s.json", "--sut", "model:m.sm", "-k", code=None)
    assert " 0 failed" in done.stdout, done


def test_frame_service():
    """Incarnating, importing, deporting and destroying succeed and fail."""
    write("m.sm", """model F
protocol P { in make() in end() in plug() in pull() out ok(n: int)
  out bad(n: int) }
capsule D { machine { initial i state s transition t: i -> s } }
capsule C {
  port p: P
  port frame: frame
  part d: D[0..1]
  attribute id: UMLRTCapsuleId
  machine {
    initial i
    state s
    transition t0: i -> s
    internal transition t1: s -> s { on p.make do {
      id = frame.incarnate(d, 0);
      if (id.isValid()) p.ok(1).send(); else p.bad(1).send();
    } }
    internal transition t2: s -> s { on p.end do {
      if (id.isValid() && !frame.destroy(id)) p.bad(2).send();
    } }
    internal transition t3: s -> s { on p.plug do {
      if (frame.import(id, d, 0)) p.ok(3).send();
    } }
    internal transition t4: s -> s { on p.pull do {
      if (frame.deport(id, d)) p.ok(4).send();
    } }
  }
}
""")
    suite, _ = generate("m.sm", "--capsule", "C", "--parts", "none")
    assert set(statuses(suite).values()) == {"covered"}, statuses(suite)
    assert len(suite["goals"]) == 6 + 10, statuses(suite)
    assert set(inputs(suite)) == {
        "message", "frame_incarnate", "frame_import", "frame_deport",
        "frame_destroy"}, inputs(suite)
    for test in suite["tests"]:
        for step in test["steps"]:
            if step["expect"].get("p.ok.n") == 1:
                assert step["inputs"]["frame_incarnate"] in (1, True), step
    replays("m.sm")
    assert run(CATENARY, "check", "m.sm").stdout.endswith(
        "nothing unsupported\n")
    done = run(CATENARY, "convert", "s.json", "--to", "harness", "-o", "h",
               code=2)
    assert "input-in-code" in done.stderr, done.stderr


def test_what_ports_are_asked():
    """Sending, replying and registering succeed and fail where that matters."""
    write("m.sm", """model F
protocol P { in go(n: int) in look() in name() out done(n: int)
  out other(n: int) }
protocol Q { out done(n: int) out other(n: int) }
capsule C {
  port p: P
  port q: Q
  machine {
    initial i
    state s
    transition t0: i -> s
    internal transition t1: s -> s { on p.go do {
      p.done(1).send();
      if (!p.other(n).send()) q.done(n > 5 ? 2 : 3).send();
      bool replied = q.other(4).reply();
      if (replied && n == 77) q.done(5).sendAt(0);
    } }
    internal transition t2: s -> s { on p.look do {
      if (!p.isBoundAt(0)) q.done(6).send();
    } }
    internal transition t3: s -> s { on p.name do {
      q.registerSPP("one");
      if (q.registerSAP("two")) q.done(7).send(); else q.deregisterSAP();
    } }
  }
}
""")
    suite, _ = generate("m.sm")
    assert set(statuses(suite).values()) == {"covered"}, statuses(suite)
    assert set(inputs(suite)) == {"message", "n", "port_send", "port_send#2",
                                  "port_bound", "port_register"}, inputs(suite)
    sent = set()
    for test in suite["tests"]:
        for step in test["steps"]:
            if step["inputs"]["message"] != 0:  # go
                continue
            expect = step["expect"]
            assert expect["p.done"] == 1, step
            assert expect["p.other"] == step["inputs"]["port_send"], step
            sent.add(expect["p.other"])
    assert sent == {0, 1}, sent
    replays("m.sm")


def test_ports_that_are_bound():
    """rtBound and rtUnbound come to ports with triggers for them, and are
    unexpected nowhere."""
    write("m.sm", """model B
protocol P { in a() out b() }
capsule C {
  port p: P unwired
  port q: P
  machine {
    initial i
    state apart
    state joined
    transition t0: i -> apart
    transition t1: apart -> joined { on p.rtBound }
    transition t2: joined -> apart { on p.rtUnbound do { q.b().send(); } }
    internal transition t3: apart -> apart { on p|q.a }
    internal transition t4: joined -> joined { on p|q.a }
  }
}
""")
    suite, _ = generate("m.sm")
    assert set(statuses(suite).values()) == {"covered"}, statuses(suite)
    assert not found(suite, "property-violated"), suite["findings"]
    message = suite["signature"]["inputs"][0]["names"]
    assert set(message) == {"p.rtBound", "p.rtUnbound", "p.a", "q.a"}, message
    replays("m.sm")


def test_what_may_be_written():
    """Calls that may write what the code reads end the run."""
    write("lib.h", """
extern "C" int fill(int* to);
int part(int& to);
struct Pair { long a, b; };
struct Whole { long a, b, c; };
Whole whole(void);
Pair pair(void);
[[noreturn]] int stop(void);
int* where(void);
""")
    for body, why in (("fill(&n)", "may write to what it is given"),
                      ("part(n)", "may write to what it is given"),
                      ("pair().a", "neither a number nor a truth value"),
                      ("whole().c", "returns a structure"),
                      ("*where()", "returns a pointer"),
                      ("erf(0.5)", "of the library"),
                      ("atof(\"5\")", "of the library"),
                      ("stop()", "does not return")):
        write("m.sm", CAPSULE % (
            "", "if (n == 77) { if (%s > 3) p.b(1).send(); }" % body))
        suite, _ = generate("m.sm", "--include", "lib.h", code=1)
        unsupported = found(suite, "unsupported")
        assert len(unsupported) == 1 and why in unsupported[0], (
            body, suite["findings"])
        by_id = statuses(suite)
        assert "covered" in by_id.values() and "undecided" in by_id.values()
        assert "unreachable" not in by_id.values(), by_id


def test_files_and_time():
    """Nothing is opened, run or waited for."""
    write("m.sm", CAPSULE % (
        "header {\n#include <unistd.h>\n#include <stdio.h>\n}", """
      FILE* f = fopen("/etc/shadow", "r");
      if (f == nullptr) { p.b(1).send(); return; }
      char line[8];
      if (fgets(line, sizeof line, f) != nullptr && strcmp(line, "yes") == 0) {
        p.b(2).send();
      }
      fprintf(f, "%d", n);
      fclose(f);
      sleep(1000);
      usleep(1000000);
      if (system("touch touched") != 0) p.b(3).send();
      if (rand() % 6 == 5 && time(nullptr) > 1000) p.b(4).send();
"""))
    suite, _ = generate("m.sm")
    assert set(statuses(suite).values()) == {"covered"}, statuses(suite)
    assert not os.path.exists("touched")
    assert {"fopen_succeeds", "fgets_text", "system", "rand", "time"} <= set(
        inputs(suite)), inputs(suite)
    replays("m.sm")


def test_lines():
    """fgets() ends at the end of a line, and leaves what is behind."""
    code = """
      FILE* f = fopen("names", "r");
      if (f == nullptr) return;
      char line[4] = {'x', 'y', 'z', 'w'};
      bool got = fgets(line, sizeof line, f) != nullptr;
      if (!got && line[0] == 'x' && line[3] == 'w') n = 1;  // can be
      if (!got && (line[0] != 'x' || line[3] != 'w')) n = 2;  // never
      if (got && line[0] == '\\n' && line[1] == 0 && line[2] == 'z') n = 3;  // can be
      if (got && line[0] == '\\n' && line[1] != 0) n = 4;  // never
      if (got && line[0] == 'a' && line[1] == 'b' && line[3] == 0) n = 5;  // can be
      if (got && line[0] == 'a' && line[1] == 0 && line[3] == 'w') n = 6;  // can be
      if (got && line[1] == 0 && line[3] != 'w') n = 7;  // never
      p.b(n).send();
"""
    text = CAPSULE % ("header {\n#include <stdio.h>\n}", code)
    write("l.sm", text)
    suite, _ = generate("l.sm", "--cover", "branch", "--challenge", "off")
    by_id = statuses(suite)
    for number, line in enumerate(text.split("\n"), 1):
        if "n = " not in line:
            continue
        # The last condition of the line decides.
        columns = [int(goal.split(":")[2]) for goal in by_id
                   if goal.startswith(f"l.sm:{number}:")]
        status = by_id[f"l.sm:{number}:{max(columns)}:true"]
        assert status == ("covered" if "can be" in line else "unreachable"), (
            line, by_id)


DOOR = """model Door
enum Light { red, green }
data Force { field by: double; field who: std::string }
protocol Handle {
  in push(force: int, name: const char*)
  in pull(f: Force, big: unsigned long)
  in lock()
  out opened(times: int, light: Light, half: double)
}
capsule Door {
  attribute times: int = 0
  attribute last: const char* = "nobody"
  port handle: Handle
  port timer: timing
  machine {
    initial start
    state shut
    state open {
      entry {
        times = (times + 1) % 3;
        handle.opened(times, times == 2 ? green : red, times / 2.0).send();
        timer.informIn(UMLRTTimespec(5, 0));
      }
    }
    state locked
    choice enough
    transition begin: start -> shut
    transition push: shut -> enough { on handle.push do { last = name; } }
    transition strong: enough -> open {
      when { return force > 10 && strcmp(last, "me") == 0; } }
    transition weak: enough -> shut
    transition pull: shut -> open {
      on handle.pull
      when { return f.by > 0.5 && f.who == "you" && big > 10000000000000000000ul; } }
    transition fall: open -> shut { on timer.timeout }
    transition lock: shut -> locked { on handle.lock }
  }
}
"""


def build(folder, compiler):
    out = os.path.join(folder, "build-" + os.path.basename(compiler))
    run("cmake", "-S", folder, "-B", out, "-DCMAKE_CXX_COMPILER=" + compiler)
    run("cmake", "--build", out)
    return out


def test_harness():
    write("door.sm", DOOR)
    suite, _ = generate("door.sm", code=1)
    assert {"covered"} == {g["status"] for g in suite["goals"]
                           if not g.get("violation")}, statuses(suite)
    run(CATENARY, "convert", "s.json", "--to", "harness", "-o", "h")
    count = len(suite["tests"])
    compilers = [c for c in ("g++", "clang++-19") if shutil.which(c)]
    assert compilers
    for compiler in compilers:
        out = build("h", compiler)
        done = run(os.path.join(out, "harness"))
        lines = done.stdout.splitlines()
        assert lines[0] == "1..%d" % count and len(lines) == count + 1, lines
        assert all(l.startswith("ok ") for l in lines[1:]), lines
        done = run("ctest", "--test-dir", out)
        assert "100% tests passed" in done.stdout, done.stdout
        done = run(os.path.join(out, "harness"), suite["tests"][0]["id"][:8])
        assert done.stdout.startswith("1..1\nok 1 - "), done.stdout
        run(os.path.join(out, "harness"), "nothing", code=2)
    # Each fault of an action is found.
    whole = open("h/capsule.cpp", encoding="utf-8").read()
    for right, wrong in (("(times + 1) % 3", "(times + 2) % 3"),
                         ("force > 10", "force <= 10"),
                         ("f.by > 0.5", "f.by <= 0.5"),
                         ("times / 2.0", "times / 3.0"),
                         ('last, "me"', 'last, "my"')):
        assert whole.count(right) == 1, right
        write("h/capsule.cpp", whole.replace(right, wrong))
        for compiler in compilers:
            done = run(os.path.join(build("h", compiler), "harness"), code=1)
            assert "\nnot ok " in done.stdout, (wrong, done.stdout)
            assert re.search(r"# step \d+: \S+ is ", done.stdout), done.stdout
    # What the code asks for cannot be given to it there.
    write("m.sm", CAPSULE % ("", "if (rand() > 5) p.b(1).send();"))
    generate("m.sm")
    done = run(CATENARY, "convert", "s.json", "--to", "harness", "-o", "r",
               code=2)
    assert "tests choose 'rand'" in done.stderr, done.stderr


def test_harness_of_a_published_model():
    data = os.path.join(os.environ.get("CATENARY_DATA", ""), "umlrt")
    if not os.path.isdir(data):
        print("skipped: no models; set CATENARY_DATA")
        return
    for model in ("Guards.uml#Top", "Counter.uml#Counter"):
        generate(os.path.join(data, model), code=None)
        run(CATENARY, "convert", "s.json", "--to", "harness", "-o", "p",
            "--force")
        done = run(os.path.join(build("p", "g++"), "harness"))
        assert "not ok" not in done.stdout and "\nok 1" in done.stdout, done


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for test in (test_functions_without_source, test_times_of_tidied_texts,
                     test_frame_service, test_what_ports_are_asked,
                     test_ports_that_are_bound,
                     test_what_may_be_written,
                     test_files_and_time, test_lines, test_harness,
                     test_harness_of_a_published_model):
            test()
            print("passed", test.__name__, flush=True)


main()
