"""Read and write your files; what is wrong with one is said in one sentence."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

import yaml

from warband.kernel.errors import BadInput
from warband.kernel.packs import PACK_FILE, assemble
from warband.kernel.registry import Packs

MANY_MATCHES = ".jsonl"
FIRST_MATCH = 2
LINE_OF_MATCHES = re.compile(rf"(?P<file>.*{re.escape(MANY_MATCHES)}):(?P<line>[0-9]{{1,9}})", re.DOTALL)


def read_text(path: Path) -> str:
    """Return the text of a file."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: this is a folder, not a file") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: this is not UTF-8 text") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{str(path)!r}: {error}") from None


def read_document(path: Path) -> object:
    """Return the plain data of a JSON, TOML or YAML file."""
    text = read_text(path)
    try:
        if path.suffix == ".json":
            data: object = json.loads(text)
        elif path.suffix == ".toml":
            data = tomllib.loads(text)
        elif path.suffix in (".yaml", ".yml"):
            data = yaml.safe_load(text)
        else:
            raise BadInput(f"{path}: expected a .json, .toml or .yaml file")
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}: not JSON: {error.msg}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}:{_toml_line(error, text)}: not TOML: {_toml_problem(error)}") from None
    except yaml.YAMLError as error:
        raise BadInput(f"{path}{_line(error)}: not YAML: {_problem(error)}") from None
    except RecursionError:
        raise BadInput(f"{path}: nested too deeply") from None
    except ValueError as error:
        raise BadInput(f"{path}: {error}") from None
    _check_plain(data, path)
    return data


def read_record_file(path: Path) -> object:
    """Return the plain data of a record: a JSON file, whatever it is called, or a line of a file of matches."""
    place = LINE_OF_MATCHES.fullmatch(str(path))
    if place is not None:
        return _read_match_line(Path(place["file"]), int(place["line"]))
    if path.suffix == MANY_MATCHES:
        raise BadInput(f"{path}: this is a file of many matches; name one by its line, such as {path}:{FIRST_MATCH}")
    return _read_json(read_text(path), path)


def _read_match_line(path: Path, line: int) -> object:
    """Return the record in a line of a file of matches, whose first line says what is played."""
    lines = read_text(path).splitlines()
    if not FIRST_MATCH <= line <= len(lines):
        held = f"the matches are in the lines {FIRST_MATCH} to {len(lines)}" if lines[1:] else "there are no matches"
        raise BadInput(f"{path}:{line}: there is no match in this line; {held}")
    data = _read_json(lines[line - 1], path, line)
    if not isinstance(data, dict) or "record" not in data:
        raise BadInput(f"{path}:{line}: there is no record in this line; only `warband arena` and `ladder` keep them")
    return data["record"]


def _read_json(text: str, path: Path, line: int = 1) -> object:
    """Return the plain data of a JSON text that begins in a line of a file."""
    try:
        data: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{line - 1 + error.lineno}: not JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise BadInput(f"{path}: not JSON: {error}") from None
    _check_plain(data, path)
    return data


def _check_plain(data: object, path: Path) -> None:
    """Refuse what YAML and TOML can hold and JSON cannot: dates, sets, bytes, a list within itself."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadInput(f"{path}: half a surrogate pair is not a character") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"{path}: not plain data: {error}") from None


def _line(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return f":{mark.line + 1}" if mark is not None else ""


TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def _toml_line(error: tomllib.TOMLDecodeError, text: str) -> str:
    place = TOML_PLACE.search(str(error))
    return place[1] if place and place[1] else str(len(text.splitlines()) or 1)


def _toml_problem(error: tomllib.TOMLDecodeError) -> str:
    return TOML_PLACE.sub("", str(error))


def _problem(error: yaml.YAMLError) -> str:
    return str(getattr(error, "problem", None) or error).split("\n")[0]


def write_safely(path: Path, text: str) -> None:
    """Write a file so that a crash leaves the old one or the new one, never half of either."""
    if path.is_dir():
        raise BadInput(f"{path}: this is a folder, not a file")
    draft = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, or raise BadInput."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def read_options(pairs: list[str]) -> tuple[dict[str, object], Packs]:
    """Return the options of KEY=VALUE pairs; a pack that is a file or a folder is read along."""
    options: dict[str, object] = {}
    packs: Packs = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"option {pair!r}: expected NAME=VALUE")
        options[name] = value
        if name == "pack" and value and (Path(value).suffix or is_folder(Path(value))):
            packs[value] = (read_pack(Path(value)), str(Path(value)))
    return options, packs


def packs_in(options: dict[str, object]) -> Packs:
    """Return the pack that the options of a match name, if it is a file or a folder."""
    return read_options([f"pack={options['pack']}"])[1] if "pack" in options else {}


def read_pack(path: Path) -> dict[str, object]:
    """Return the plain data of a pack: a file, or a folder with pack.toml and a file for each card."""
    if not is_folder(path):
        return _read_fields(path)
    return assemble({file.name: _read_fields(file) for file in pack_files(path)}, str(path))


def pack_files(path: Path) -> list[Path]:
    """Return the files of a pack, in the order of their names."""
    if not is_folder(path):
        return [path]
    try:
        files = sorted(file for file in path.iterdir() if file.suffix == ".toml" and not file.name.startswith("."))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    if path / PACK_FILE not in files:
        raise BadInput(f"{path}: a folder is a pack only if it holds {PACK_FILE}; there is none")
    return files


def _read_fields(path: Path) -> dict[str, object]:
    data = read_document(path)
    if not isinstance(data, dict):
        raise BadInput(f"{path}: expected the fields of a pack")
    return data


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; a name that no file can have is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def exists(path: Path) -> bool:
    """Return whether there is something at a path; a name that no file can have is refused."""
    try:
        return path.exists()
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def read_folder(folder: Path, suffixes: tuple[str, ...]) -> dict[str, str]:
    """Return the texts of all files below a folder with these endings, by path."""
    if not is_folder(folder):
        raise BadInput(f"{folder}: there is no such folder")
    paths = sorted(path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file())
    return {str(path): read_text(path) for path in paths}
