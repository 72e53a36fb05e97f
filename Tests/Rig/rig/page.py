"""A page of Peach with the protocol of its script: it receives states, and posts intents."""

import http.client
import json
import threading
import uuid

from rig.waiting import PATIENCE, wait_until


class Page:
    """A page that is open as long as the program runs. Every received state is in `states`, oldest first."""

    def __init__(self, port, seconds=PATIENCE):
        """Opens at `port` of this machine, as soon as pages are served there."""
        self._port, self._id = port, str(uuid.uuid4())
        self._stream = wait_until(self._open, f"pages at port {port}", seconds)
        self.states = []
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def state(self):
        """The newest state."""
        return wait_until(lambda: self.states, "a first state")[-1]

    def wait_for(self, seconds=PATIENCE, **fields):
        """Waits until the newest state has these fields, and returns it."""
        wanted = ", ".join(f"{field} {value}" for field, value in fields.items())
        return wait_until(lambda: fields.items() <= self.state.items() and self.state, f"a state with {wanted}", seconds)

    def post(self, intent, **fields):
        """Posts an intent, and fails where it is refused."""
        status, said = self._request("POST", "/intents", {"page": self._id, "intent": intent, **fields})
        assert status == 204, f"{intent} was answered by {status}: {said}"

    def _open(self):
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        try:
            connection.request("GET", f"/state?page={self._id}")
        except ConnectionRefusedError:
            return None
        answer = connection.getresponse()
        assert answer.status == 200, f"states were answered by {answer.status}"
        return connection, answer

    def _read(self):
        try:
            for line in self._stream[1]:
                if line.startswith(b"data: "):
                    self.states.append(json.loads(line[6:]))
        except OSError:
            pass  # the program has ended

    def _request(self, method, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self._port}"}
        connection.request(method, path, json.dumps(body), headers)
        answer = connection.getresponse()
        said = answer.read().decode()
        connection.close()
        return answer.status, said
