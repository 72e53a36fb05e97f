"""A page of another site, in a second context of the same browser, can neither read nor drive anything."""

import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import hands
from real import ModuleServer, Peach
from support import *

server = ModuleServer()
setUpModule, tearDownModule = server.start, server.close

paths = ["/", "/comparison", "/texts", "/state?page=0123456789abcdef", "/settings/list", "/profile/summary", "/profile/curve.svg?theme=light&width=400",
         "/controllers/list", "/controllers/live", "/info/list", "/assets/peach.js", "/assets/first.js", "/assets/peach.svg", "/assets/peach.webmanifest"]

# Present in our document, but neither in a refusal nor in the browser's own page about one.
ours = '#page, script[src^="/assets"], img[src*="/profile/"]'

# The results of each way of reading; an empty list if none worked.
read = """async ([base, paths]) => {
  const came = [];
  const place = (tag, attributes) => new Promise((resolve) => {
    const node = Object.assign(document.createElement(tag), attributes);
    node.onload = () => resolve([true, node]);
    node.onerror = () => resolve([false, node]);
    document.body.append(node);
    setTimeout(() => resolve([false, node]), 3000);
  });
  const limit = () => ({ signal: AbortSignal.timeout(3000) });
  await Promise.all(paths.map(async (path) => {
    const url = base + path;
    for (const options of [{}, { credentials: 'include' }, { mode: 'no-cors' }, { headers: { 'X-Own': '1' } }]) {
      const answer = await fetch(url, { ...options, ...limit() }).catch(() => null);
      // An opaque response does not count: neither its status nor its body is accessible.
      if (answer && (answer.type !== 'opaque' || (await answer.text()) !== '')) came.push(`fetch ${path} ${answer.status}`);
    }
    const request = new XMLHttpRequest();
    await new Promise((resolve) => { request.onloadend = resolve; request.timeout = 3000; request.open('GET', url); request.send(); });
    if (request.responseText) came.push(`request ${path}`);
    const [isShown] = await place('img', { src: url });
    if (isShown) came.push(`image ${path}`);
    const [isRun] = await place('script', { src: url });
    if (isRun) came.push(`script ${path}`);
    const [, frame] = await place('iframe', { src: url });
    let inside = null;
    try { inside = frame.contentWindow.document.body.textContent; } catch { /* as it should be */ }
    if (inside) came.push(`frame ${path}`);
  }));
  for (const path of ['/assets/shared/dom.js', '/assets/wire.js']) {
    await import(base + path).then(() => came.push(`module ${path}`), () => {});
  }
  const [isStyled] = await place('link', { rel: 'stylesheet', href: base + '/assets/looks/base.css' });
  if (isStyled) came.push('style sheet');
  for (const path of ['/state?page=0123456789abcdef', '/controllers/live']) {
    const source = new EventSource(base + path);
    came.push(...await new Promise((resolve) => {
      source.onmessage = source.onopen = () => resolve([`events ${path}`]);
      source.addEventListener('state', () => resolve([`events ${path}`]));
      source.onerror = () => resolve([]);
    }));
    source.close();
  }
  return came;
}"""

# Tries to change something in every way that a page has; the other end shows the result.
drive = """async (base) => {
  const page = '0123456789abcdef';
  const intents = [{ page, intent: 'start', mode: 'comparison' }, { page, intent: 'start', mode: 'matching' }, { page, intent: 'stop' }];
  const changes = [...intents.map((intent) => ['POST', '/intents', intent]),
    ['PUT', '/settings/tick', { value: 'off' }], ['DELETE', '/settings', {}], ['POST', '/controllers/20%3A0/lights', { cue: 'correct' }]];
  const tries = [];
  for (const [method, path, value] of changes) {
    const body = JSON.stringify(value), url = base + path;
    for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
      for (const mode of ['cors', 'no-cors']) {
        for (const kind of new Set([method, 'POST'])) {
          tries.push(fetch(url, { method: kind, mode, body, headers: { 'Content-Type': type }, credentials: 'include',
            signal: AbortSignal.timeout(3000) }).catch(() => {}));
        }
      }
      try { navigator.sendBeacon(url, new Blob([body], { type })); } catch { /* not even tried */ }
    }
    for (const enctype of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      const frame = Object.assign(document.createElement('iframe'), { name: `frame-${Math.random()}` });
      const form = Object.assign(document.createElement('form'), { method: 'post', action: url, enctype, target: frame.name });
      // The oldest trick: a form's text that happens to be JSON.
      const field = Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ',"x":"', value: '"}' });
      form.append(field);
      document.body.append(frame, form);
      tries.push(new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 3000); }));
      form.submit();
    }
  }
  await Promise.all(tries);
  const socket = new WebSocket(base.replace('http', 'ws') + '/intents');
  await new Promise((resolve) => { socket.onopen = () => { socket.send(JSON.stringify(intents[0])); resolve(); }; socket.onclose = resolve; });
  document.body.replaceChildren();
}"""


class Site:
    """Another site on this machine: an empty page, which may try anything."""

    def __init__(self):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                body = b"<!doctype html><title>Another site</title><body>"
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class OriginTests(BrowserTest):
    def setUp(self):
        super().setUp()
        self.site = Site()
        self.addCleanup(self.site.close)

    def visit(self, host):
        """A page of the other site in a separate context."""
        context = browser()[1].new_context(viewport=phone)
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(f"http://{host}:{self.site.port}/")
        return page

    def test_another_site(self):
        """From another port of the same host, and under another name of it, to each of our names."""
        peach = Peach(server)
        self.addCleanup(peach.close)
        page = self.open(peach)
        hand = hands.Pointer(page, peach)
        quiet = ("xruns", "soundReady", "soundLost", "soundRestored")
        saved = peach.settings_file.read_bytes()
        for host in ("127.0.0.1", "localhost"):
            other = self.visit(host)
            for base in (peach.address, f"http://localhost:{peach.port}"):
                with self.subTest(site=host, base=base):
                    self.assertEqual(other.evaluate(read, [base, paths if base == peach.address else paths[:4]]), [])
                    # Nor is anything of ours shown in its frames, where it could be pressed unseen.
                    for frame in other.frames[1:]:
                        self.assertEqual(frame.locator(ours).count(), 0, frame.url)
                    other.evaluate("document.body.replaceChildren()")
                    other.evaluate(drive, base)
                    with other.expect_popup() as opened:
                        other.evaluate("(base) => { window.other = window.open(base); }", base)
                    opened.value.wait_for_load_state()
                    self.assertEqual(opened.value.locator(ours).count(), 0)
                    opened.value.close()
            # Earlier requests are answered before our own page's next one.
            self.assertEqual([each for each in peach.events() if each["event"] not in quiet], [])
            self.assertEqual(peach.settings_file.read_bytes(), saved)
        hand.start("comparison")
        hand.await_answering()
        # While practice runs, it cannot be stopped from there either.
        other.evaluate(drive, peach.address)
        self.assertEqual([each["mode"] for each in peach.events("sessionStarted")], ["comparison"])
        self.assertEqual(peach.events("sessionStopped"), [])
        hand.answer("higher")
        peach.await_events("recordSaved")
        hand.let_go()
        hand.await_told(1)
        self.assertEqual([each["source"] for each in peach.events("answered")], ["page"])

    def test_a_window_that_another_site_opened(self):
        """Even if another site opened it: once our page is loaded, that site can navigate it neither directly nor by
        name."""
        peach = Peach(server)
        self.addCleanup(peach.close)
        other = self.visit("127.0.0.1")
        with other.expect_popup() as opened:
            other.evaluate("() => { window.other = window.open(location.href, 'window'); }")
        window = opened.value
        # The player's own hand: typed into that window.
        window.goto(peach.address)
        window.wait_for_selector("main")
        self.assertIsNone(window.evaluate("window.opener"))
        other.evaluate("() => { window.other.location = 'about:blank'; }")
        hand = hands.Pointer(window, peach)
        hand.start("comparison")
        hand.await_answering()
        other.evaluate("() => { window.other.location = 'about:blank'; window.other.close(); }")
        hand.answer("higher")
        peach.await_events("recordSaved")
        self.assertEqual(peach.events("sessionStopped"), [])

    def test_another_name_for_this_machine(self):
        """A site whose name is pointed at this machine, after its page has come, is of no origin that browsers would stop."""
        peach = Peach(server)
        self.addCleanup(peach.close)
        chromium = browser()[0].chromium.launch(
            executable_path=chromium_path, args=["--no-sandbox", "--host-resolver-rules=MAP another.example 127.0.0.1"])
        self.addCleanup(chromium.close)
        page = chromium.new_page()
        answer = page.goto(f"http://another.example:{peach.port}/")
        self.assertGreaterEqual(answer.status, 400)
        self.assertEqual(page.locator(ours).count(), 0)
        statuses = page.evaluate(
            """(paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status))""", [path for path in paths if "live" not in path])
        self.assertEqual(set(statuses), {answer.status})
        status = page.evaluate(
            """() => fetch('/intents', {method: 'POST', headers: {'Content-Type': 'application/json'},
                 body: JSON.stringify({page: '0123456789abcdef', intent: 'start', mode: 'comparison'})}).then((answer) => answer.status)""")
        self.assertEqual(status, answer.status)
        self.assertEqual(peach.events("sessionStarted"), [])

    def test_the_same_attempts_succeed_without_checks(self):
        """The double checks nothing: it is driven from the other site, and its pictures are shown there."""
        program = self.program()
        other = self.visit("localhost")
        self.assertIn("image /assets/peach.svg", other.evaluate(read, [program.address, ["/assets/peach.svg"]]))
        other.evaluate(drive, program.address)
        self.assertIn("comparison", [each.get("mode") for each in program.intents])


if __name__ == "__main__":
    unittest.main()
