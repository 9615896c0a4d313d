"""Provides the pinned Z3: fetch_z3.py VERSION PLATFORM SHA256 WHEEL FOLDER

Takes the wheel at the path WHEEL if it is there, or else downloads it; checks
its SHA-256 before anything is made of it; unpacks the library and the program
into FOLDER. FOLDER appears at once and complete or not at all, so that builds
running side by side do not meet half of it.
"""

import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile


def main():
    version, platform, expected, wheel, folder = sys.argv[1:]
    parent = os.path.dirname(folder)
    os.makedirs(parent, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=parent, prefix=".fetch-") as work:
        if not os.path.isfile(wheel):
            wheel = download(version, platform, work)
        check(wheel, expected)
        unpacked = os.path.join(work, "unpacked")
        unpack(wheel, unpacked)
        move(unpacked, folder)


def download(version, platform, work):
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--platform", platform, "--dest", work]
    run = subprocess.run(command + ["z3-solver==" + version], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    wheels = [name for name in os.listdir(work) if name.endswith(".whl")]
    if run.returncode != 0 or len(wheels) != 1:
        sys.exit("`pip download z3-solver==%s` failed:\n%s" % (version, run.stdout.decode(errors="replace")))
    return os.path.join(work, wheels[0])


def check(wheel, expected):
    with open(wheel, "rb") as file:
        found = hashlib.sha256(file.read()).hexdigest()
    if found != expected:
        sys.exit("%s has SHA-256 %s and not %s; it is not used" % (wheel, found, expected))


def unpack(wheel, folder):
    os.mkdir(folder)
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            name = member.rsplit("/", 1)[1] if "/" in member else member
            # `libz3.so.5.4` and `libz3.5.4.dylib` are copies of the plain names.
            library = member.startswith("z3/lib/") and name and "5.4" not in name
            program = "/data/bin/" in member and name
            if not library and not program:
                continue
            path = os.path.join(folder, name)
            with archive.open(member) as source, open(path, "wb") as target:
                shutil.copyfileobj(source, target)
            os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)


def move(source, target):
    try:
        os.rename(source, target)
    except OSError:
        # Another build was quicker; what it put there was checked in the same way.
        if not os.path.isdir(target):
            raise


main()
