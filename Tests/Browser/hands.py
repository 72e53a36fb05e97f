"""Ways to use a page: with a pointer, with keys alone, and with nothing but the accessibility tree.

Each function is one press. The classes perform a journey, each in a different way; a witness in the page keeps results
that are visible for only 400 ms, so that a slow machine does not miss them.
"""

import time

from support import await_true, limit

name_of_focus = """() => {
  const node = document.activeElement, label = node.getAttribute('aria-labelledby');
  const named = label && label.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ');
  return [named || (node.getAttribute('aria-label') ?? node.textContent), node.className];
}"""


def tab_to(page, name, kind=""):
    """Presses Tab until the element with that name, and that word in its class, has focus."""
    for _ in range(120):
        page.keyboard.press("Tab")
        found, classes = page.evaluate(name_of_focus)
        if found == name and (not kind or kind in classes.split()):
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def tree(page):
    """A session with the browser, and what assistive technology is given."""
    if not hasattr(page, "session"):
        page.session = page.context.new_cdp_session(page)
    return page.session, [
        {"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""), "id": node.get("backendDOMNodeId"),
         "properties": {each["name"]: each["value"].get("value") for each in node.get("properties", [])}}
        for node in page.session.send("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]


def find(page, role, name, **properties):
    """Waits until there is a `role` called `name` with these properties."""
    end = time.monotonic() + limit / 1000
    while True:
        session, nodes = tree(page)
        for node in nodes:
            if node["role"] == role and node["name"] == name and all(node["properties"].get(key) == value for key, value in properties.items()):
                return session, node
        if time.monotonic() > end:
            raise AssertionError(f"no {role} is called {name} with {properties}: {[(node['role'], node['name'], node['properties']) for node in nodes]}")
        time.sleep(0.01)


def press(page, role, name):
    session, node = find(page, role, name)
    handle = session.send("DOM.resolveNode", {"backendNodeId": node["id"]})["object"]["objectId"]
    session.send("Runtime.callFunctionOn", {"objectId": handle, "functionDeclaration": "function () { this.click(); }"})


def increase(page, role, name, times=1):
    """A screen reader's "increase": Chromium turns it into the key for it."""
    session, node = find(page, role, name)
    session.send("DOM.focus", {"backendNodeId": node["id"]})
    for _ in range(times):
        page.keyboard.press("ArrowUp")


witness = """() => {
  window.told = [];
  let last = null;
  new MutationObserver(() => {
    const said = document.getElementById('said-at-once').textContent.trim(), shown = document.querySelector('.result');
    if (!shown || !said) return;
    if (shown !== last) window.told.push({kind: shown.className.split(' ')[1], text: shown.textContent});
    last = shown;
    window.told.at(-1).said = said;
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


class Hands:
    """Common to all ways."""

    def __init__(self, page, peach):
        self.page, self.t = page, peach.t
        self.arrived = []
        page.on("requestfinished", lambda request: self.arrived.append(request.post_data_json["intent"]) if request.url.endswith("/intents") else None)
        page.evaluate(witness)

    def await_told(self, count):
        """The results that the page has shown and said since it was opened, `count` of them."""
        await_true(self.page, "(count) => window.told.length >= count", count)
        return self.page.evaluate("window.told")

    def await_steps(self, count):
        """Until the program has them all."""
        end = time.monotonic() + limit / 1000
        while self.arrived.count("step") < count:
            if time.monotonic() > end:
                raise AssertionError(f"{count} steps did not arrive: {self.arrived}")
            self.page.wait_for_timeout(5)

    def start(self, mode):
        if mode in ("listen", "interval-listen", "timing", "timing-listen", "chords", "beats", "temperament"):
            self.go_to("more")
        self.press_button(self.t(f"page.start.{mode}"))

    def go_to(self, route):
        self.press_link(self.t("page.common.back" if route == "start" else f"page.{route}.title"))


class Pointer(Hands):
    language = "en"

    def press_button(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def press_link(self, name):
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def sees(self, role, name, **states):
        self.page.get_by_role(role, name=name, exact=True, **states).first.wait_for()

    def reads(self, text):
        self.page.get_by_text(text).first.wait_for()

    def reads_interval(self, name):
        self.reads(name)

    def await_answering(self, can=True):
        self.page.wait_for_selector(f'.higher[aria-disabled="{str(not can).lower()}"]')

    def await_tuning(self, can=True):
        self.page.wait_for_selector(f'.slider[aria-disabled="{str(not can).lower()}"]')

    def hold(self, name):
        """Presses down and does not let go."""
        box = self.page.locator(name).bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        return box

    def answer(self, answer):
        self.hold(f".{answer}")

    def answer_time(self, answer):
        self.hold(f".{ {'early': 'lower', 'late': 'higher'}[answer]}")

    def let_go(self):
        self.page.mouse.up()

    def tune_sharper(self):
        box = self.hold(".slider-thumb")
        for step in range(1, 11):
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 4 * step)

    def commit(self):
        self.page.mouse.up()

    def step_up(self, key):
        self.press_button(self.t("page.settings.more", setting=self.t(f"page.setting.{key}")))

    def slide_up(self, key):
        slider = self.page.get_by_role("slider", name=self.t(f"page.setting.{key}"))
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        self.page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)

    def open_preview(self, name):
        self.press_link(name)


class Keyboard(Hands):
    """In German, where the letters are others."""

    language = "de"
    sees, reads, reads_interval = Pointer.sees, Pointer.reads, Pointer.reads_interval
    await_answering, await_tuning = Pointer.await_answering, Pointer.await_tuning

    def press_button(self, name):
        tab_to(self.page, name)
        self.page.keyboard.press("Enter")

    press_link = open_preview = press_button

    def answer(self, answer):
        # Twice, as a key that is held does: the first counts.
        self.page.keyboard.press(self.t(f"key.letter.{answer}"))
        self.page.keyboard.press("ArrowUp" if answer == "higher" else "ArrowDown")

    def answer_time(self, answer):
        self.page.keyboard.press("ArrowLeft" if answer == "early" else "ArrowRight")

    def let_go(self):
        pass

    def tune_sharper(self):
        for _ in range(5):
            self.page.keyboard.press("ArrowUp")

    def commit(self):
        self.page.keyboard.press("Enter")

    def step_up(self, key):
        tab_to(self.page, self.t(f"page.setting.{key}"))
        self.page.keyboard.press("ArrowUp")

    slide_up = step_up


class Tree(Hands):
    """The way of a player who has only roles, names and states."""

    language = "en"

    def press_button(self, name):
        press(self.page, "button", name)

    def press_link(self, name):
        press(self.page, "link", name)

    open_preview = press_link

    def sees(self, role, name, **states):
        find(self.page, {"img": "image"}.get(role, role), name)

    def reads(self, text):
        find(self.page, "StaticText", text)

    def reads_interval(self, name):
        self.reads(self.t("page.training.interval", interval=name))

    def await_answering(self, can=True):
        # An enabled button has no disabled state.
        find(self.page, "button", self.t("page.training.higher"), disabled=None if can else True)

    def await_tuning(self, can=True):
        find(self.page, "slider", self.t("page.training.slider"), disabled=None if can else True)

    def answer(self, answer):
        for _ in range(2):
            press(self.page, "button", self.t(f"page.training.{answer}"))

    answer_time = answer

    def let_go(self):
        pass

    def tune_sharper(self):
        increase(self.page, "slider", self.t("page.training.slider"), 5)

    def commit(self):
        press(self.page, "button", self.t("page.training.commit"))

    def step_up(self, key):
        press(self.page, "button", self.t("page.settings.more", setting=self.t(f"page.setting.{key}")))

    def slide_up(self, key):
        increase(self.page, "slider", self.t(f"page.setting.{key}"))
