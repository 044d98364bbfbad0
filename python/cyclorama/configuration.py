# SPDX-License-Identifier: MIT
"""Machines and their parameters."""
from __future__ import annotations

import dataclasses
import os
import pathlib
from collections.abc import Iterator, Mapping

from cyclorama import _core

Value = bool | int | float | str


class CycloramaWarning(UserWarning):
    """What the simulator finds inadvisable about a configuration."""


def _chips_folder() -> str:
    """The folder of the chips' presets: of the installation, or of the sources around a build."""
    here = pathlib.Path(_core.__file__).resolve().parent
    for place in ('../../../../share/cyclorama/chips', '../../../../chips'):
        folder = (here / place).resolve()
        if folder.is_dir():
            return str(folder)
    raise _core.Error(f'{here}: the chips\' presets are missing: the package is not installed whole')


def chips() -> list[str]:
    """Names of the chips that there are presets of, as `--gpu` takes them."""
    return _core.chips(_chips_folder())


def _text_of(value: Value) -> str:
    if isinstance(value, bool):
        return 'TRUE' if value else 'FALSE'
    return str(value)


def _value_of(text: str, kind: str) -> Value:
    if kind == 'boolean':
        return text.upper() == 'TRUE'
    if kind == 'integer':
        return int(text, 0)
    if kind == 'number':
        return float(text)
    return text.strip('"')


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of a configuration."""
    name: str
    """`SECTION.Key`."""
    value: Value
    unit: str
    sentence: str
    """What it means."""
    default: Value
    range: str
    """The values that it takes, for people; empty where all of its type are."""
    choices: str
    """The values of an enumeration with their meanings, for people."""
    origin: str
    """Where the value comes from: a file and line, `--set`, `set` or `default`."""

    @staticmethod
    def _of(described: tuple[str, ...]) -> Parameter:
        name, text, kind, unit, sentence, default, values, choices, origin = described
        return Parameter(name, _value_of(text, kind), unit, sentence, _value_of(default, kind), values, choices, origin)


class Configuration(Mapping[str, Value]):
    """All parameters of a machine and a run, by `SECTION.Key`: a mapping whose values can be set.

        machine = Configuration("gc2000")
        machine["GPU.GPUClock"] = 500

    Names and values are those of configuration files (docs/reference/parameters.md). What is refused raises Error: a name that
    there is none of, a value out of range. What parameters owe to each other is checked when a run begins.
    """

    def __init__(self, gpu: str | None = None, *, file: str | os.PathLike[str] | None = None,
                 settings: Mapping[str, Value] | None = None) -> None:
        """The chip `gpu` (one of chips()), a configuration `file`, or, with neither, the defaults; in a Run, the chip
        that its workload was recorded on. `settings` on top of it."""
        if gpu is not None and file is not None:
            raise _core.Error('a configuration is of a chip or of a file, not of both')
        self._gpu = gpu or ''
        self._file = os.fspath(file) if file is not None else ''
        self._settings = {name: _text_of(value) for name, value in (settings or {}).items()}
        self._core = _core.Configuration(self._choice(), _chips_folder())

    def _choice(self) -> _core.MachineChoice:
        return _core.MachineChoice(self._gpu, self._file, [f'{name}={text}' for name, text in self._settings.items()])

    def __getitem__(self, name: str) -> Value:
        return self.parameter(name).value

    def __setitem__(self, name: str, value: Value) -> None:
        text = _text_of(value)
        self._core.set(f'{name}={text}')
        self._settings[name] = text

    def __iter__(self) -> Iterator[str]:
        return (described[0] for described in self._core.parameters())

    def __len__(self) -> int:
        return len(self._core.parameters())

    def __contains__(self, name: object) -> bool:
        return any(name == each for each in self)

    def parameter(self, name: str) -> Parameter:
        """The parameter of a name, with its unit and meaning."""
        return Parameter._of(self._core.parameter(name))

    def parameters(self) -> list[Parameter]:
        """All parameters, in the order of configuration files."""
        return [Parameter._of(described) for described in self._core.parameters()]

    def with_settings(self, settings: Mapping[str, Value]) -> Configuration:
        """Another configuration: this one with some parameters set."""
        other = Configuration(self._gpu or None, file=self._file or None, settings={**self._settings, **settings})
        return other

    def hash(self) -> str:
        """Sixteen hexadecimal digits, a hash of all values, as in summary.json."""
        return self._core.hash()

    def text(self) -> str:
        """The text of a configuration file that reads back as this configuration."""
        return self._core.text()

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self._gpu, self._file, self._settings)

    def __repr__(self) -> str:
        words = [repr(self._gpu)] if self._gpu else [f'file={self._file!r}'] if self._file else []
        if self._settings:
            words.append(f'settings={self._settings!r}')
        return f'Configuration({", ".join(words)})'


def _restore(gpu: str, file: str, settings: dict[str, str]) -> Configuration:
    return Configuration(gpu or None, file=file or None, settings=settings)
