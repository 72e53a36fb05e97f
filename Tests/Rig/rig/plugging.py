"""The rules for a controller that is plugged in, unplugged and plugged in again."""

from rig.sequencer import listeners
from rig.waiting import wait_until


def assert_ready(peach, controller):
    """Waits until the controller is reported, and its input is received; returns the event."""
    connected = peach.wait_for("controllerConnected", client=controller.product)
    assert connected["usb"] == controller.usb_id
    wait_until(lambda: is_heard(controller), f"peach to listen to {controller.product}")
    return connected


def is_heard(controller):
    """Whether peach listens to the port that is played."""
    return any("peach" in name.lower() for name in listeners(controller.client, controller.port))


def wait_for_stop(peach, controller, reason="unplugged"):
    """Waits until the controller's removal is reported and practice has stopped because of it; returns the first
    event."""
    gone = peach.wait_for("controllerDisconnected", client=controller.product)
    peach.wait_for("sessionStopped", reason=reason)
    return gone


class Footprint:
    """Whether a program grows. Looked at in one state: at the hub, with the same controllers plugged in."""

    def __init__(self, peach):
        self._peach = peach
        self._before = peach.own_bytes, peach.open_files

    def assert_flat(self, rig, what, most_growth):
        """Fails if it has grown by more than `most_growth` bytes since, or has more files."""
        (bytes_before, files_before), bytes_now, files = self._before, self._peach.own_bytes, self._peach.open_files
        growth = bytes_now - bytes_before
        rig.measured(
            f"{what}: memory {bytes_before / 2**20:.2f} to {bytes_now / 2**20:.2f} MiB ({growth / 1024:+.0f} kB, at most "
            f"{most_growth / 1024:.0f}), files {files_before} to {files}"
        )
        assert growth <= most_growth, f"{growth} bytes more after {what}"
        assert files <= files_before, f"{files - files_before} files more after {what}"
