"""Clients other than our pages: one that sends requests without end, and one that does not read the answers."""

import socket
import time

INTENT = b'{"page":"0123456789abcdef","intent":"slide","position":0.5,"epoch":1}'


def flood(port, over, came):
    """Sends intents as fast as they are taken, until `over` is set; refused, it comes again at once, `came` times in all."""
    head = (f"POST /intents HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(INTENT)}\r\n\r\n").encode()
    while not over.is_set():
        try:
            with socket.create_connection(("127.0.0.1", port), 1) as client:
                came.value += 1
                while not over.is_set():
                    client.sendall((head + INTENT) * 16)
                    client.setblocking(False)
                    try:
                        while client.recv(65_536):
                            pass
                        break
                    except BlockingIOError:
                        client.settimeout(1)
        except OSError:
            pass


def stall(port, over):
    """Opens the stream of states with hardly any room for it and reads nothing; again as soon as it is closed."""
    while not over.is_set():
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.connect(("127.0.0.1", port))
            client.sendall(f"GET /state?page=fedcba9876543210 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            for _ in range(100):
                if over.is_set():
                    return
                time.sleep(0.1)
