"""Build Warband; compile the engine with mypyc where there is a C compiler.

mypyc writes one C file a module. All of them become one library, so that calls between modules stay direct, and the
compiler runs on as many of them at a time as there are cores. They include the same long headers, which are compiled
once beforehand where the compiler can do that. An object newer than its C file is not compiled again.
`WARBAND_COMPILE=0` leaves the engine plain, and so does a missing compiler unless `WARBAND_COMPILE=1` insists on one.
An editable install compiles only with `WARBAND_COMPILE=1`, in place; `make compile` does the same without installing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from glob import glob
from pathlib import Path
from types import ModuleType
from typing import cast

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.modified import newer_group

Compile = Callable[..., list[str]]

ROOT = Path(__file__).parent
# Where mypyc writes.
C_FILES = "build/engine"
CORES = os.cpu_count() or 1
# Functions of one C file call those of another directly, and not through a table that others could overwrite.
FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden"]
OPTIMISATION = "3"
# The headers of mypyc that all its C files include.
HEADERS = ("__native_native.h", "__native_internal_native.h")
# The commands that need the extension modules; the others, which only ask for metadata, do not wait for mypyc.
BUILDING = {"build", "build_ext", "bdist_wheel", "install"}


def read_engine() -> ModuleType:
    """Return the module that knows what is compiled, without importing the package."""
    spec = importlib.util.spec_from_file_location("engine", ROOT / "src/warband/engine.py")
    assert spec is not None
    assert spec.loader is not None
    engine = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(engine)
    return engine


ENGINE = read_engine()
# As the sources are before mypyc reads them: they may be edited while the compiler runs.
BUILT_FROM = ENGINE.describe_sources()


def compiler() -> list[str]:
    """Return the command of the C compiler."""
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()


def has_compiler() -> bool:
    """Return whether a C extension for this Python can be built here."""
    include = sysconfig.get_path("include")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
        command = [*compiler(), f"-I{include}", "-c", str(source), "-o", str(source.with_suffix(".o"))]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def is_wanted() -> bool:
    """Return whether this command is to compile."""
    told = os.environ.get("WARBAND_COMPILE", "")
    return told != "0" and bool(BUILDING & set(sys.argv) or (told == "1" and "editable_wheel" in sys.argv))


def extensions() -> list[Extension]:
    """Return the library and the extension modules that lead into it, or nothing where nothing is compiled."""
    if not is_wanted():
        return []
    if not has_compiler():
        if os.environ.get("WARBAND_COMPILE") == "1":
            raise SystemExit("warband: WARBAND_COMPILE=1, but no C compiler with Python headers was found")
        print("warband: no C compiler with Python headers found; installing the plain engine")
        return []
    from mypyc.build import mypycify

    sources = [f"src/warband/{path}" for path in ENGINE.compiled_sources()]
    made = mypycify(
        # Of the modules that stay plain only the types count here: what they import need not be installed.
        ["--strict", "--follow-imports=silent", *sources],
        opt_level=OPTIMISATION,
        debug_level="0",
        multi_file=True,
        target_dir=C_FILES,
        group_name="warband.native",
    )
    library, *modules = cast(list[Extension], made)
    return [adjusted(extension, library.include_dirs) for extension in (library, *modules)]


def adjusted(extension: Extension, folders: list[str]) -> Extension:
    """Return an extension of mypyc with our flags and the headers that all C files share."""
    extension.include_dirs = list(folders)
    # A compiler that warns of something new does not break the install.
    extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"] + FLAGS
    # mypyc writes the headers of a library into the folder of its package, and looks for them elsewhere.
    extension.include_dirs.append(f"{C_FILES}/warband")
    extension.depends = sorted(glob(f"{C_FILES}/warband/__native*.h"))
    return extension


def build_key() -> str:
    """Return what tells objects apart that were compiled by other tools or with other flags."""
    from importlib.metadata import version

    try:
        tool = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        tool = ""
    parts = [version("mypy"), tool, OPTIMISATION, *FLAGS, os.environ.get("CFLAGS", "")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]


def is_of_module(source: str) -> bool:
    """Return whether a C file holds a module of ours."""
    return Path(source).name.startswith("__native")


def is_of_mypyc(source: str) -> bool:
    """Return whether a C file belongs to mypyc; the others hold a module of ours, or lead into one."""
    return Path(source).parent == Path(C_FILES) and not is_of_module(source)


class BuildEngine(build_ext):
    """Compile on all cores, and write down what the engine was built from."""

    def finalize_options(self) -> None:
        """Keep objects apart that do not belong together."""
        super().finalize_options()
        self.parallel = self.parallel or CORES
        if self.extensions:
            self.build_temp = f"{self.build_temp}-{build_key()}"

    def run(self) -> None:
        """Build; in a wheel the engine need not compare itself with its sources."""
        super().run()
        if self.extensions and not self.inplace:
            note = Path(self.build_lib) / ENGINE.BUILT_FROM.relative_to(ROOT / "src")
            note.write_text(ENGINE.INSTALLED, encoding="utf-8")

    def copy_extensions_to_source(self) -> None:
        """Put the engine in the place of the one before; nothing is used until all of it is there."""
        ENGINE.BUILT_FROM.unlink(missing_ok=True)
        # Removed, not overwritten: a process may be running it, and the source of a module may be gone.
        for module in ENGINE.PACKAGE.rglob(f"*{ENGINE.SUFFIX}"):
            module.unlink()
        super().copy_extensions_to_source()
        if self.extensions:
            ENGINE.BUILT_FROM.write_text(BUILT_FROM, encoding="utf-8")

    def build_extensions(self) -> None:
        """Have the compiler object compile in a pool: setuptools builds extensions side by side, not their C files."""
        self.read_first = self.precompiled(self.extensions[0]) if self.extensions else []
        self.compiler.compile = partial(self.compile_in_pool, self.compiler.compile)
        super().build_extensions()

    def precompiled(self, library: Extension) -> list[str]:
        """Compile the headers that all C files include; return the flags that have the compiler read the result."""
        headers = Path(self.build_temp) / "headers.h"
        result = headers.with_suffix(".h.gch")
        if self.compiler.compiler_type != "unix":
            return []
        headers.parent.mkdir(parents=True, exist_ok=True)
        headers.write_text("".join(f'#include "{name}"\n' for name in HEADERS), encoding="utf-8")
        folders = [f"-I{folder}" for folder in [*library.include_dirs, *self.compiler.include_dirs]]
        flags = [*folders, *library.extra_compile_args]
        command = [*self.compiler.compiler_so, *flags, str(headers), "-o", str(result)]
        is_compiled = subprocess.run(command, capture_output=True, check=False).returncode == 0
        return ["-include", str(headers)] if is_compiled else []

    def compile_in_pool(
        self,
        compile_some: Compile,
        sources: list[str],
        *,
        depends: list[str],
        extra_postargs: list[str],
        **options: object,
    ) -> list[str]:
        """Compile the C files that have changed, the largest first, and return the objects of all."""
        changed = [source for source in sources if self.has_changed(source, depends)]
        changed.sort(key=lambda source: -Path(source).stat().st_size)

        def compile_one(source: str) -> None:
            flags = extra_postargs if is_of_mypyc(source) else [*extra_postargs, *self.read_first]
            compile_some([source], depends=depends, extra_postargs=flags, **options)

        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(compile_one, changed))
        return self.objects_of(sources)

    def has_changed(self, source: str, headers: list[str]) -> bool:
        """Return whether a C file, or a header if it belongs to a module, is newer than the object."""
        read = [source, *headers] if is_of_module(source) else [source]
        return bool(newer_group(read, self.objects_of([source])[0]))

    def objects_of(self, sources: list[str]) -> list[str]:
        """Return where the objects of C files lie."""
        objects: list[str] = self.compiler.object_filenames(sources, output_dir=self.build_temp)
        return objects


class FreshModules(build_py):
    """Copy the modules into an empty folder, so that a wheel holds none whose source is gone."""

    def run(self) -> None:
        """Empty the folder first."""
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildEngine, "build_py": FreshModules})
