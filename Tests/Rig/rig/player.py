"""A user who never logs in, at a machine that has no seat: their rights, their services, and Peach as one of them."""

import os
import pwd
import shutil
import subprocess
from pathlib import Path

from rig.peach import Peach
from rig.programs import Program
from rig.waiting import PATIENCE, wait_until

CGROUPS = Path("/sys/fs/cgroup")
BOOTED = Path("/run/systemd/system")
"""With this folder systemd's programs recognise that it runs the machine. Here only its user manager does, and
udevd."""
ALIEN = ("fluidsynth.service", "pipewire.service", "pipewire.socket", "wireplumber.service")
"""User services of the machine outside, which would play what controllers send."""


class Player:
    """An account in the group audio, with an empty home and a runtime folder, as linger gives it."""

    def __init__(self, name, folder, logs):
        """Makes the account and the folders; `folder` becomes theirs, `logs` gets the manager's log."""
        subprocess.run(["useradd", "--create-home", "--groups", "audio", name], check=True)
        account = pwd.getpwnam(name)
        self.name, self.home, self._logs, self._manager = name, Path(account.pw_dir), logs, None
        self.runtime = Path(f"/run/user/{account.pw_uid}")
        self.runtime.mkdir(parents=True)
        self.runtime.chmod(0o700)
        for path in (self.runtime, folder):
            shutil.chown(path, name, name)
        variables = {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.home), "USER": name, "LOGNAME": name,
            "XDG_RUNTIME_DIR": str(self.runtime),
        }
        self.run_as = (
            "setpriv", f"--reuid={name}", f"--regid={name}", "--init-groups", "--inh-caps=-all",
            "env", "-i", *(f"{variable}={value}" for variable, value in variables.items()),
        )
        """The prefix that runs a command as this user."""

    def run(self, *arguments, check=True):
        """Runs a command as theirs, and returns how it went, with its output."""
        done = subprocess.run([*self.run_as, *map(str, arguments)], capture_output=True, text=True)
        assert not check or done.returncode == 0, f"{arguments} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done

    def write(self, path, text):
        """Writes a file below their home, and returns it."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        subprocess.run(["chown", "-hR", f"{self.name}:", self.home], check=True)
        return file

    def linger(self):
        """The equivalent of `loginctl enable-linger` without logind: a file, and a manager that runs from boot
        onwards."""
        folder = Path("/var/lib/systemd/linger")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / self.name).touch()
        BOOTED.mkdir(parents=True, exist_ok=True)
        for unit in ALIEN:
            link = self.home / ".config/systemd/user" / unit
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to("/dev/null")
        subprocess.run(["chown", "-hR", f"{self.name}:", self.home], check=True)
        if not os.path.ismount(CGROUPS):
            subprocess.run(["mount", "-t", "cgroup2", "cgroup2", CGROUPS], check=True)
        group = CGROUPS / self.name
        group.mkdir()
        for path in (group, group / "cgroup.procs", group / "cgroup.subtree_control", group / "cgroup.threads"):
            shutil.chown(path, self.name, self.name)
        enter = f'echo $$ >{group}/cgroup.procs && exec "$@"'
        self._manager = Program(
            ["sh", "-c", enter, "sh", *self.run_as, "/lib/systemd/systemd", "--user"], self._logs / "manager.log"
        )
        wait_until(lambda: self.state("default.target") == "active", "the user manager to be up")

    def state(self, unit):
        """`active`, `inactive`, `failed` …; empty where no manager answers."""
        return self.run("systemctl", "--user", "is-active", unit, check=False).stdout.strip()

    def wait_for_state(self, unit, state, seconds=PATIENCE):
        """Waits until a unit is in a state."""
        wait_until(lambda: self.state(unit) == state, f"{unit} to be {state}, not {self.state(unit)}", seconds)

    def show(self, unit, what):
        """A property of a unit."""
        return self.run("systemctl", "--user", "show", "--value", "-p", what, unit).stdout.strip()

    def remove(self):
        """Ends all that is theirs, and forgets them."""
        if self._manager:
            (CGROUPS / self.name / "cgroup.kill").write_text("1")
            self._manager.wait()
            BOOTED.rmdir()
            Path(f"/var/lib/systemd/linger/{self.name}").unlink()
        subprocess.run(["userdel", "--remove", self.name], check=True, capture_output=True)


class ServicePeach(Peach):
    """Peach as the user manager has started it, followed like any other."""

    def __init__(self, player, events, log):
        """Follows the running service, whose events and lines go to files."""
        self.home = player.home
        self._events_path, self._lines, self._partial = events, None, ""
        self._events, self._position = [], 0
        self._program = _Unit(player, log)

    @property
    def process(self):
        """The number of its process."""
        return self._program.process

    @property
    def database(self):
        """The default place for a user without custom paths."""
        return self.home / ".local/share/peach/peach.sqlite"


class _Unit:
    """As much of a `Program` as a follower needs."""

    def __init__(self, player, log):
        self._player, self._log = player, log
        self.process = int(player.show("peach.service", "MainPID"))
        assert self.process, "the service has no process"

    @property
    def running(self):
        return Path(f"/proc/{self.process}").exists()

    def wait(self, seconds=10.0):
        wait_until(lambda: not self.running, "the service's process to end", seconds)
        return self._player.show("peach.service", "Result")

    def output(self):
        return self._log.read_text(errors="replace")
