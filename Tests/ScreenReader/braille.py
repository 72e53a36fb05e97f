"""A console with a braille display: a terminal that a shell has, brltty that reads it, and the line of cells that it fills."""

import ctypes
import fcntl
import os
import pathlib
import pty
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

tests = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(tests / "Browser"), str(tests / "Rig")]

from processes import end_process, end_with_parent, libc
from rig.terminal import COLUMNS, ROWS, Screen

patience = 60
"""Seconds within which any awaited output must come, even on a busy machine."""
cells = 40
"""As many as most displays have."""
locales = {"en": "en_GB", "de": "de_DE"}


class SharedScreen:
    """A screen as brltty's driver `sc` reads it: memory that is found by a folder, HOME.

    Columns and rows, the cursor's column and row, each in a byte; all characters, in Latin-1; all their attributes; the number of the
    window, and one of flags.
    """

    size = 4 + 66 * 132 * 2
    CREATE, EXCLUSIVE, REMOVE = 0o1000, 0o2000, 0

    def __init__(self, folder):
        libc.ftok.argtypes, libc.shmat.restype = [ctypes.c_char_p, ctypes.c_int], ctypes.c_void_p
        libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
        self.number = libc.shmget(libc.ftok(os.fsencode(folder), ord("b")), self.size, self.CREATE | self.EXCLUSIVE | 0o700)
        assert self.number >= 0, "no shared memory"
        self.memory = (ctypes.c_ubyte * self.size).from_address(libc.shmat(self.number, None, 0))
        self.show(Screen())

    def show(self, screen):
        characters = screen.cells().encode("latin-1", "replace")
        white, window, no_flags = b"\7", b"\1", b"\0"
        image = bytes([COLUMNS, ROWS, *screen.cursor]) + characters + white * len(characters) + window + no_flags
        ctypes.memmove(self.memory, image, len(image))

    def remove(self):
        libc.shmctl(self.number, self.REMOVE, None)


class Console:
    """A shell in a terminal, with a braille display next to it."""

    def __init__(self, language):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="peach-braille-"))
        self.history, self.written, self.lock = [], [], threading.Lock()
        self.running, self.screen, self.shared, self.display = [], Screen(), None, None
        name = locales[language]
        # Each character is a byte for the driver, so its language is one in which that is so.
        subprocess.run(["localedef", "-i", name, "-f", "ISO-8859-1", self.folder / name], check=True, capture_output=True)
        self.environment = {**{name: value for name, value in os.environ.items() if not name.startswith("XDG_")}, "HOME": str(self.folder)}
        try:
            self.shared = SharedScreen(self.folder)
            self.start_shell(language)
            self.start_brltty(name)
        except BaseException:
            self.close()
            raise

    def start_shell(self, language):
        self.outer, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

        def begin():
            end_with_parent()
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        own = {f"XDG_{name}_HOME": str(self.folder / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
        environment = {**self.environment, **own, "XDG_RUNTIME_DIR": str(self.folder), "TERM": "linux", "PS1": "$ ", "ACCESSIBLE": "1",
                       "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "LANGUAGE": language}
        self.running.append(subprocess.Popen(
            ["bash", "--norc", "--noprofile", "--noediting", "-i"], stdin=inner, stdout=inner, stderr=inner, cwd=self.folder,
            env=environment, preexec_fn=begin))
        os.close(inner)
        threading.Thread(target=self.read_terminal, daemon=True).start()

    def read_terminal(self):
        rest = b""
        while True:
            try:
                data = rest + os.read(self.outer, 65536)
            except OSError:
                return
            whole = data.decode("utf-8", "ignore")
            rest = data[len(whole.encode()):]
            if not data:
                return
            with self.lock:
                self.written.append(whole)
                self.screen.feed(whole)
                self.shared.show(self.screen)

    def start_brltty(self, locale):
        path = self.folder / "display"
        with open(self.folder / "brltty.output", "wb") as output:
            self.running.append(subprocess.Popen(
                ["brltty", "--no-daemon", "--standard-error", "--configuration-file=/dev/null", "--start-message=", "--stop-message=",
                 "--no-api", "--stay-privileged", "--speech-driver=no", "--screen-driver=sc", "--braille-driver=vr",
                 f"--braille-device=server:{path}", f"--updatable-directory={self.folder}", f"--writable-directory={self.folder}"],
                env={**self.environment, "LOCPATH": str(self.folder), "LC_ALL": locale, "LANG": locale}, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, preexec_fn=end_with_parent))
        self.display = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + patience
        while True:
            try:
                self.display.connect(str(path))
                break
            except OSError:
                if self.running[-1].poll() is not None or time.monotonic() > end:
                    raise AssertionError(f"no brltty: {(self.folder / 'brltty.output').read_text()}") from None
                time.sleep(0.1)
        self.display.sendall(f"cells {cells} 1\n".encode())
        threading.Thread(target=self.read_display, daemon=True).start()

    def read_display(self):
        with self.display.makefile(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if found := re.match(r'Visual "(.*)"$', line.rstrip("\r\n")):
                    with self.lock:
                        self.history.append(re.sub(r"\\(.)", r"\1", found[1]).rstrip())

    # The player's actions.

    def type(self, keys):
        os.write(self.outer, keys.encode())

    def pan(self):
        """Shows the part after the visible cells."""
        self.display.sendall(b"FWINRT\n")

    # The player's display.

    @property
    def felt(self):
        with self.lock:
            return self.history[-1] if self.history else ""

    def feel(self, wanted):
        """Waits until the display shows `wanted`, as much of it as there is room for, without a key of the display."""
        room = wanted.encode("latin-1", "replace").decode("latin-1")[:cells].rstrip()
        self.await_true(lambda: self.felt == room, f"the display should show {room!r}")

    def await_true(self, condition, otherwise):
        end = time.monotonic() + patience
        while not condition():
            if time.monotonic() > end:
                raise AssertionError("\n".join([f"{otherwise}, and has shown:", *self.history, "The terminal:", *self.screen.lines()]))
            time.sleep(0.01)

    def close(self):
        for process in reversed(self.running):
            end_process(process)
        if self.display:
            self.display.close()
        if self.shared:
            self.shared.remove()
        shutil.rmtree(self.folder, ignore_errors=True)
