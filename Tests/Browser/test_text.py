"""Every page and state with text at 100, 200 and 310 %, from a small phone to a desktop, in both languages: cut text,
overlaps, targets too small to press, and the length of the slider.

By default it measures the tightest cases; with `PEACH_PICTURES` every size at every width.
"""

import unittest

from states import leave_timed, open_sheet, settle, sheets, timed, training
from support import *

heights = {320: 640, 390: 844, 768: 1024, 1280: 800}
tight = [(320, 200), (320, 310), (768, 310), (1280, 310)]
every = [(width, size) for width in heights for size in (100, 200, 310)]

measure = """() => {
  const told = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''} “${(node.textContent || node.value || '').trim().slice(0, 30)}”`;
  const root = document.querySelector('dialog[open]') ?? document.body;
  const isSeen = (node) => node.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !node.closest('.unseen');
  const all = [...root.querySelectorAll('*')].filter((node) => !node.closest('svg svg, .drawing svg') && isSeen(node));
  const floats = (node) => {
    for (let each = node; each; each = each.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(each).position) && each !== root || each.matches('.feedback')) return each;
    }
    return null;
  };
  const cut = [], boxes = [];
  for (const node of all) {
    const style = getComputedStyle(node);
    const isClipped = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (isClipped && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)) cut.push(told(node));
    const box = node.getBoundingClientRect();
    // A card of a timer is a single link, which covers its text.
    if (node.matches('a:not(.configure), button, select, input, summary, .slider-track') && box.width) boxes.push({node, box, floats: floats(node)});
    for (const child of node.childNodes) {
      if (child.nodeType !== Node.TEXT_NODE || !child.data.trim() || node.matches('option, select')) continue;
      const range = document.createRange();
      range.selectNodeContents(child);
      const most = parseFloat(style.fontSize) * 0.3;
      for (const line of range.getClientRects()) {
        if (line.width < 2) continue;
        // Glyphs are higher than a tight line; an inline element has the box of its block.
        const holder = style.display.startsWith('inline') ? node.parentElement.getBoundingClientRect() : box;
        if (line.left < holder.left - 1.5 || line.right > holder.right + 1.5 || line.top < holder.top - most || line.bottom > holder.bottom + most) cut.push(told(node));
        boxes.push({node, floats: floats(node), box: new DOMRect(line.x, line.y + most / 2, line.width, line.height - most)});
      }
    }
  }
  const ruler = document.createElement('canvas').getContext('2d');
  for (const field of all.filter((node) => node.matches('select, [type=text]'))) {
    const style = getComputedStyle(field);
    ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const words = field.matches('select') ? field.selectedOptions[0]?.text : field.value;
    if (ruler.measureText(words ?? '').width + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) > field.clientWidth + 1) cut.push(told(field));
  }
  const overlaps = [];
  boxes.forEach(({node, box, floats}, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (other.box.top >= box.bottom || other.box.bottom <= box.top) continue;
      if (node.contains(other.node) || other.node.contains(node) || floats !== other.floats) continue;
      const [wide, high] = [Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left), Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)];
      if (wide > 2 && high > 2) overlaps.push(`${told(node)} and ${told(other.node)}`);
    }
  });
  const small = all.filter((node) => node.matches('a, button, select, input, summary, [role=slider]')).filter((node) => {
    const box = node.getBoundingClientRect();
    const room = node.matches('.switch') ? 16 : 0;
    return box.width && (box.height + room < 43.5 || box.width < 43.5);
  }).map(told);
  const track = document.querySelector('.slider-track'), thumb = document.querySelector('.slider-thumb');
  const travel = track && isSeen(track) ? track.clientHeight - thumb.offsetHeight : 999;
  const isWide = document.scrollingElement.scrollWidth > innerWidth;
  const beyond = isWide ? all.filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5).map(told) : [];
  return Object.entries({cut, overlaps, small, beyond, 'the slider goes': travel < 200 ? [`${travel} px`] : []})
    .flatMap(([kind, nodes]) => [...new Set(nodes)].map((node) => `${kind}: ${node}`));
}"""


class TextSizes(BrowserTest):
    def look(self, page, language, name):
        for width, size in every if takes_pictures else tight:
            page.set_viewport_size({"width": width, "height": heights[width]})
            # As in a browser's settings: rem units follow, the window stays.
            page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}%`; }", size)
            self.found += [f"{language} {name}, {width} px, {size} %: {each}" for each in page.evaluate(measure)]
            self.shoot(page, f"text-{size}-{width}-{language}-{name}")

    def test_nothing_is_cut_covered_or_too_small_to_be_pressed(self):
        self.found = []
        for language in ("en", "de"):
            program = self.program(language)
            page = self.open(program, reduced_motion="reduce")
            page.wait_for_selector(".said li")
            self.look(page, language, "start")
            page.keyboard.press("F1")
            page.wait_for_selector("#keys")
            self.look(page, language, "keys")
            page.keyboard.press("F1")
            for mode, states in training.items():
                for state, put in states:
                    put(program)
                    settle(page, program)
                    if state != "next":
                        self.look(page, language, f"{mode} {state}")
                program.stop()
                page.wait_for_selector(".start")
            for timer, put in timed:
                put(program)
                settle(page, program)
                self.look(page, language, f"timer {timer}")
            leave_timed(page, program)
            program.keep("emom", rounds=12, sets=2)
            for sheet in sheets:
                open_sheet(page, program, sheet)
                settle(page, program)
                self.look(page, language, sheet)
            page.context.close()
        self.assertEqual(self.found, [], "\n" + "\n".join(self.found))

    def test_short_words_chosen_from_lists_grow_with_the_text(self):
        page = self.open(self.program(), "/settings")
        page.wait_for_selector("select")
        sizes = []
        for size in (100, 200):
            page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}%`; }", size)
            sizes.append(page.evaluate("""[...document.querySelectorAll('select')]
                .filter((each) => each.selectedOptions[0].text.length <= 6).map((each) => parseFloat(getComputedStyle(each).fontSize))"""))
        self.assertTrue(sizes[0])
        for small, large in zip(*sizes):
            self.assertGreaterEqual(large, 1.9 * small)

    def test_words_in_pictures_grow_with_the_text(self):
        """They are drawn for so much less room, down to 280 points, where a keyboard still has its names; a wider picture is scrolled."""
        program = self.program()
        page = self.open(program, "/profile")
        page.wait_for_selector("img")
        for width in heights:
            for size in (100, 200, 310):
                page.set_viewport_size({"width": width, "height": heights[width]})
                page.evaluate("(size) => { document.documentElement.style.fontSize = `${size}%`; }", size)
                await_true(page, """(size) => [...document.images].every((image) => image.complete && image.naturalWidth
                    && image.clientWidth / image.naturalWidth > 0.9 * size / 100)""", size)
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
                self.assertTrue(page.evaluate("""[...document.querySelectorAll('.drawn')].every((card) =>
                    card.scrollWidth <= card.clientWidth || card.tabIndex === 0)"""), "reached by the keyboard")


def tearDownModule():
    close_browser()


if __name__ == "__main__":
    unittest.main()
