"""The pages' files themselves: size, policy, names and types."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from double import catalogue, imports, pages, project


class FileTests(unittest.TestCase):
    maxDiff = None
    folder = project / "Sources" / "Web" / "page"
    served = sorted(file for file in folder.rglob("*") if file.is_file() and file.suffix != ".md")

    def test_size(self):
        """All files of the pages together, and each short enough to be read."""
        self.assertLessEqual(sum(file.stat().st_size for file in self.served), 180_000)
        for file in self.served:
            self.assertLess(len(file.read_text("utf-8").splitlines()), 320, file.name)

    def test_every_file_is_requested(self):
        """The document and the modules, including the generated imports, request every file, and only existing ones."""
        asked = {f"pages/{page}.js" for page in pages}
        for file in self.served:
            text = file.read_text("utf-8")
            asked |= {part.split('"')[0] for part in text.split("/assets/")[1:]} if file.suffix in (".html", ".webmanifest") else set()
            asked |= {str((file.parent / name).resolve().relative_to(self.folder.resolve()))
                      for name in re.findall(r"from '(\.[a-z./-]+\.js)'", text)} if file.suffix == ".js" else set()
        self.assertEqual(asked, {str(file.relative_to(self.folder)) for file in self.served} - {"index.html"} | {"first.js", "pages.js"})

    def test_policy(self):
        """No script or style in markup, and no address elsewhere."""
        for file in self.served:
            text = file.read_text("utf-8")
            for wrong in ("innerHTML", "insertAdjacentHTML", "document.write", "eval(", ' style="', "<style", "@import", "setAttribute('style'"):
                self.assertNotIn(wrong, text, file.name)
            for address in (part.split('"')[0].split("'")[0] for part in text.split("http")[1:]):
                self.assertEqual(address, "://www.w3.org/2000/svg", file.name)

    def test_keys(self):
        """Every text that a module requests by name is in both catalogues, and none of the pages' texts is unused."""
        source = "".join(file.read_text("utf-8") for file in self.folder.rglob("*.js"))
        asked = set(re.findall(r"text\(\s*'(page\.[a-z.-]+)'", source)) | set(re.findall(r"'(page\.[a-z.-]+[a-z])'", source))
        patterns = [re.compile(re.sub(r"\\\$\\\{.*?\\\}", "[a-z-]*", re.escape(each))) for each in re.findall(r"`(page\.[^`]+)`", source)]
        for language in ("en", "de"):
            texts = {key for key in catalogue(language) if key.startswith("page.") and key.split(".")[1] not in ("server", "setting")}
            self.assertEqual(asked - texts, set())
            self.assertEqual({key for key in texts - asked if not any(pattern.fullmatch(key) for pattern in patterns)}, set())

    def test_types(self):
        """The types in the comments are right (node-typescript)."""
        with tempfile.TemporaryDirectory() as folder:
            served = shutil.copytree(self.folder, pathlib.Path(folder, "Sources", "Web", "page"))
            (served / "pages.js").write_text(imports, "utf-8")
            first = "{texts: {language: string, texts: Record<string, string>}, state: PageState}"
            (served / "first.js").write_text(f"/** @type {{{first}}} */\nconst first = JSON.parse('');\nexport default first;", "utf-8")
            types = pathlib.Path(folder, "Tests", "Browser")
            types.mkdir(parents=True)
            shutil.copy(project / "Tests" / "Browser" / "types.d.ts", types)
            (types / "routes.d.ts").write_text(f"type Route = {' | '.join(repr(pathlib.Path(page).name) for page in pages)};", "utf-8")
            result = subprocess.run(
                ["tsc", "--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022",
                 "--moduleResolution", "node", "--lib", "es2022,dom,dom.iterable",
                 *map(str, sorted(types.iterdir())), *map(str, sorted(served.rglob("*.js")))],
                capture_output=True, text=True)
        self.assertEqual(result.stdout + result.stderr, "")


if __name__ == "__main__":
    unittest.main()
