import ast
import unittest
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
SCRIPTS = [*PROJECT.glob("Benchmarks/*/*.py"), *PROJECT.glob("Tests/Rig/**/*.py"), *PROJECT.glob("Tests/Packages/*.py")]


def names(path):
    """The names at the top of a module."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        for inner in ast.walk(node) if isinstance(node, ast.Assign | ast.AnnAssign | ast.With | ast.If | ast.For) else [node]:
            match inner:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name):
                    found.add(name)
                case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                    found |= {alias.asname or alias.name.split(".")[0] for alias in aliases}
    return found


class Names(unittest.TestCase):
    """Benchmarks in the rig run for an hour before a release, and soaks for longer: the names they import from its
    modules must exist."""

    def test_every_name_imported_from_a_module_of_the_rig_exists(self):
        modules = {path.stem: names(path) for path in (PROJECT / "Tests/Rig/rig").glob("*.py")}
        self.assertGreater(len(SCRIPTS), 50)
        missing = []
        for script in SCRIPTS:
            taken = {}
            for node in ast.walk(ast.parse(script.read_text())):
                match node:
                    case ast.ImportFrom(module="rig", names=aliases):
                        taken |= {alias.asname or alias.name: alias.name for alias in aliases}
                    case ast.ImportFrom(module=str(module), names=aliases) if module.startswith("rig."):
                        missing += [(script.name, alias.name) for alias in aliases if alias.name not in modules[module[4:]]]
                    case ast.Attribute(value=ast.Name(id=module), attr=name) if taken.get(module) in modules:
                        if name not in modules[taken[module]]:
                            missing.append((f"{script.name}:{node.lineno}", f"{module}.{name}"))
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
