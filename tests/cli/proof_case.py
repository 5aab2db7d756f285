# SPDX-License-Identifier: Apache-2.0
"""What the tests of certificates have in common."""
import hashlib
import json
import pathlib
import subprocess
import tempfile
import unittest


def run(*command, cwd=None):
    return subprocess.run([str(c) for c in command], capture_output=True,
                          text=True, cwd=cwd, timeout=300, check=False)


def sealed(content):
    """The certificate with the digest of its content made anew."""
    body = content.split(b"\n", 2)[2]
    digest = hashlib.sha256(body).hexdigest().encode()
    return b"catenary-certificate 1\nsha256 " + digest + b"\n" + body


class ProofCase(unittest.TestCase):
    """A test in a folder of its own, `dir`, with the two programs."""
    catenary = checker = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def certify(self, model, *options):
        """Makes s.json and m.cert. The document, and what was said."""
        (self.dir / "m.cert").unlink(missing_ok=True)
        done = run(self.catenary, "generate", model, "-o", "s.json", "--force",
                   "--json", "--certificate", "m.cert", *options, cwd=self.dir)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertNotIn("is wrong", done.stderr)
        return json.loads(done.stdout), done.stderr

    def check(self, *options, content=None):
        """Checks m.cert, or this content with its digest made anew."""
        if content is not None:
            (self.dir / "x.cert").write_bytes(sealed(content))
        return run(self.checker, "m.cert" if content is None else "x.cert",
                   "--json", *options, cwd=self.dir)
