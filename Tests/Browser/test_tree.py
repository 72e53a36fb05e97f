"""The accessibility tree of every page in every state in Chromium, and all announcements on the way, in both languages,
as readable texts. `RECORD_GOLDEN=1` records them again."""

import difflib
import os
import pathlib
import re
import unittest

from states import walk
from support import *

trees = pathlib.Path(__file__).parent / "trees"
unsaid = {"InlineTextBox", "none", "generic", "ListMarker", "LineBreak", "strong"}
"""Roles that no screen reader announces: their content appears in their place."""
states = ["level", "checked", "pressed", "expanded", "selected", "disabled", "required", "invalid", "readonly", "modal", "valuetext", "hasPopup", "live"]

witness = """(() => {
  // The announcements of live regions, in order.
  globalThis.peachSaid = [];
  const live = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output';
  new MutationObserver((changes) => {
    for (const change of changes) {
      const node = change.target instanceof Element ? change.target : change.target.parentElement;
      const region = node?.closest(live);
      const said = region?.textContent?.trim();
      if (said && peachSaid.at(-1) !== said) peachSaid.push(said);
    }
  }).observe(document, {subtree: true, childList: true, characterData: true});
})()"""


def lines(nodes):
    """The tree as lines: role, name, value and states, two spaces for each level."""
    known = {node["nodeId"]: node for node in nodes}
    told = []

    def value(node, key):
        return node.get(key, {}).get("value", "")

    def add(node, depth, around):
        role, name = value(node, "role"), re.sub(r"\s+", " ", str(value(node, "name"))).strip()
        # Details that differ from run to run, and from version to version.
        name = re.sub(r"^Version [0-9.]+$", "Version …", re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:…", name))
        isTold = not node.get("ignored") and role not in unsaid
        # Texts that only repeat the name of their container are read once.
        if role == "StaticText":
            isTold = isTold and bool(name) and name not in around
        if isTold:
            properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
            held = [f"{key} {properties[key]}" for key in states if properties.get(key) not in (None, "", False, "false")]
            if properties.get("focused"):
                held.append("focused")
            shown = str(value(node, "value"))
            parts = [role, f'"{name}"' if name else "", f"= {shown}" if shown else "", f"({', '.join(held)})" if held else ""]
            described = value(node, "description")
            if described and described != name:
                parts.append(f"[{described}]")
            told.append("  " * depth + " ".join(part for part in parts if part))
        for child in node.get("childIds", []):
            if child in known:
                add(known[child], depth + isTold, name if isTold and name else around)

    roots = [node for node in nodes if "parentId" not in node]
    for root in roots:
        add(root, 0, "")
    return told


class TreeTests(BrowserTest):
    def record(self, language):
        """All states of one language, each with the announcements before it."""
        told = []

        def look(page, name):
            if not getattr(page, "tree", None):
                page.tree = page.context.new_cdp_session(page)
                page.evaluate(witness)
            nodes = page.tree.send("Accessibility.getFullAXTree")["nodes"]
            # A reloaded page has a new witness.
            said = page.evaluate("globalThis.peachSaid?.splice(0) ?? null")
            if said is None:
                page.evaluate(witness)
            told.extend([f"== {name}", *[f"said: {line}" for line in said or []], *lines(nodes), ""])

        walk(self, language, "light", look)
        return told

    def test_trees(self):
        for language in ("en", "de"):
            with self.subTest(language=language):
                told, file = self.record(language), trees / f"{language}.text"
                if "RECORD_GOLDEN" in os.environ:
                    trees.mkdir(exist_ok=True)
                    file.write_text("\n".join(told), "utf-8")
                kept = file.read_text("utf-8").split("\n")
                difference = list(difflib.unified_diff(kept, told, "kept", "found", lineterm="", n=4))
                self.assertEqual(difference, [], "\n" + "\n".join(difference[:120]))

    def test_nothing_without_a_name(self):
        """Every control has a name, and so has every picture."""
        nameless = re.compile(r"^ *(button|link|slider|spinbutton|checkbox|radio|combobox|textbox|switch|tab|image|img|dialog)( [=(\[]|$)")
        for language in ("en", "de"):
            for line in (trees / f"{language}.text").read_text("utf-8").split("\n"):
                self.assertIsNone(nameless.match(line), line)


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
