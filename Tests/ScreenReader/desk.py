"""A separate desktop: a virtual screen, a session bus, Orca, Chromium, and a voice that logs its text."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))

from processes import end_process, end_with_parent

here = pathlib.Path(__file__).resolve().parent
patience = 60
"""Idle seconds within which any awaited output must come."""
quiet = 1.5
"""Idle seconds of silence after which Orca has finished."""
silent = 5.0
"""Idle seconds after which Orca does not speak at all."""
longest = 1800
"""Seconds after which a busy process counts as busy forever."""
locales = {"en": "en_GB", "de": "de_DE"}


class IdleClock:
    """The seconds in which all processes of the desktop are idle: on a busy machine, a process that waits for a
    processor is not yet silent."""

    def __init__(self):
        self.begun = self.looked = time.monotonic()
        self.passed = 0.0

    def look(self):
        time.sleep(0.05)
        now = time.monotonic()
        # We may have waited for a processor ourselves.
        if not self.is_busy():
            self.passed += min(now - self.looked, 0.1)
        self.looked = now
        return self.passed

    def is_over(self, times=1):
        return self.passed > times * patience or self.looked - self.begun > longest

    def is_busy(self):
        """Whether any process that comes from this one runs, waits for a processor, or for a disk."""
        parents, busy = {}, []
        for number in filter(str.isdecimal, os.listdir("/proc")):
            try:
                state, parent = pathlib.Path(f"/proc/{number}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:2]
            except OSError:  # It has just ended.
                continue
            parents[int(number)] = int(parent)
            if state in "RD":
                busy.append(int(number))
        for number in busy:
            while number := parents.get(number):
                if number == os.getpid():
                    return True
        return False


class Desk:
    """Everything between the program's pages and a player's ear, in one language."""

    def __init__(self, language):
        self.language = language
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="peach-reader-"))
        self.said_file, self.spoken_file = self.folder / "said", self.folder / "spoken"
        self.said_file.touch()
        self.spoken_file.touch()
        self.running = []
        self.read = 0
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("XDG_") and name != "WAYLAND_DISPLAY"},
            **self.make_locale(), "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder), "GSETTINGS_BACKEND": "memory",
            "SPEECHD_ADDRESS": f"unix_socket:{self.folder}/voice.socket", "PEACH_SAID": str(self.said_file),
        }
        try:
            self.start_screen()
            self.start_voice()
            self.start_orca()
            self.hear()
        except BaseException:
            self.close()
            raise

    def make_locale(self):
        """The language's locale, which the machine need not have."""
        name = locales[self.language]
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", self.folder / f"{name}.UTF-8"], check=True, capture_output=True)
        return {"LOCPATH": str(self.folder), "LC_ALL": f"{name}.UTF-8", "LANG": f"{name}.UTF-8", "LANGUAGE": self.language}

    def start(self, *command, **options):
        with open(self.folder / f"{command[0]}.output", "wb") as output:
            self.running.append(subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                preexec_fn=end_with_parent, **options))

    def start_screen(self):
        number, end = os.pipe()
        self.start("Xvfb", "-displayfd", str(end), "-screen", "0", "1280x1000x24", "-nolisten", "tcp", pass_fds=[end])
        os.close(end)
        with open(number) as told:
            self.environment["DISPLAY"] = f":{told.readline().strip()}"
        # Without a window manager no window becomes active, and Orca reads only the active one.
        managed = self.folder / "managed"
        self.start("openbox", "--sm-disable", "--startup", f"touch {managed}")
        self.await_true(managed.exists, "no window manager")

    def start_voice(self):
        """speech-dispatcher as players have it, with `voice` for a synthesizer."""
        settings, language = self.folder / "speech-dispatcher", self.language
        (settings / "modules").mkdir(parents=True)
        (settings / "speechd.conf").write_text(
            f'LogLevel 1\nAudioOutputMethod "libao"\nDefaultModule voice\nDefaultLanguage "{language}"\n'
            'AddModule "voice" "sd_generic" "voice.conf"\n', "utf-8")
        # A sentence is not cut into parts.
        (settings / "modules" / "voice.conf").write_text(
            f'GenericExecuteSynth "printf %s \'$DATA\' | {here}/voice {language} {self.spoken_file}"\n'
            f'GenericDelimiters "|"\nGenericMaxChunkLength 3000\nGenericLanguage "{language}" "{language}" "utf-8"\n'
            f'AddVoice "{language}" "MALE1" "voice"\nDefaultVoice "voice"\n', "utf-8")
        # The module opens an output although its voice uses none.
        (self.folder / ".libaorc").write_text("default_driver=null\n", "utf-8")
        socket = self.folder / "voice.socket"
        self.start("speech-dispatcher", "--run-single", "--timeout", "0", "--config-dir", settings, "--log-dir", self.folder,
                   "--pid-file", self.folder / "voice.pid", "--socket-path", socket)
        self.await_true(socket.exists, "no speech-dispatcher")

    def start_orca(self):
        """Orca with its first start's settings, except that it does not name pressed keys."""
        own = self.folder / ".local" / "share" / "orca"
        own.mkdir(parents=True)
        (own / "__init__.py").touch()
        shutil.copy(here / "customizations.py", own / "orca-customizations.py")
        (own / "user-settings.conf").write_text(json.dumps({
            "general": {"enableKeyEcho": False}, "profiles": {"default": {"profile": ["Default", "default"]}},
            "pronunciations": {}, "keybindings": {}}), "utf-8")
        self.start("orca", "--disable", "braille")

    def browse(self, address):
        self.start("chromium", "--no-sandbox", "--no-first-run", "--test-type", "--force-renderer-accessibility", "--password-store=basic",
                   "--disable-background-networking", "--disable-features=Translate",
                   f"--lang={self.language}", f"--user-data-dir={self.folder}/chromium", address)

    def press(self, *keys):
        subprocess.run(["xdotool", "key", *keys], env=self.environment, check=True, capture_output=True)

    def is_speaking(self):
        """Whether the voice is in the middle of something. One that was cut short has not said that it ended."""
        spoken = self.spoken_file.read_text("utf-8").splitlines()
        number, _, words = spoken[-1].partition(" ") if spoken else ("", "", "")
        return bool(words) and pathlib.Path(f"/proc/{number}").exists()

    def hear(self, *wanted, silence=False):
        """Waits until Orca has said all that is wanted, or anything, and no more follows. Gives all that was said since the last time.

        With `silence` it may have nothing to say.
        """
        known, clock = None, IdleClock()
        while True:
            said = self.said_file.read_text("utf-8").splitlines()
            if len(said) != known or self.is_speaking():
                known, clock = len(said), IdleClock()
            news, passed = said[self.read:], clock.look()
            is_all = bool(news) and all(any(each in line for line in news) for each in wanted)
            if passed > (quiet if is_all else silent) and (is_all or silence):
                self.read = len(said)
                return news
            if clock.is_over():
                raise AssertionError(f"Orca should say {wanted or 'something'}, and has said {news}")

    def hush(self, last):
        """Waits until Orca says `last`, and has it say no more. Gives all that was said since the last time, to that."""
        begun = self.read
        self.await_true(lambda: any(last in line for line in self.said_file.read_text("utf-8").splitlines()[begun:]), f"{last!r} is not said", 3)
        self.press("Control_L")
        said = self.hear(silence=True)
        return said[:next(index for index, line in enumerate(said) if last in line) + 1]

    def await_true(self, condition, otherwise, times=1):
        clock = IdleClock()
        while not condition():
            clock.look()
            if clock.is_over(times):
                raise AssertionError(otherwise)

    def close(self):
        for process in reversed(self.running):
            end_process(process)
        shutil.rmtree(self.folder, ignore_errors=True)
