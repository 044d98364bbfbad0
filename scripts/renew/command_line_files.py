#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what users read of the command line beside --help, from the program's own --help: the options in the man page
docs/reference/cyclorama.1, and the completions for bash and zsh in completions/.

usage: command_line_files.py PROGRAM [--check]
--check: writes nothing; prints each file that would change, runs bash's completion and has zsh read its own; exit 1 if
anything is wrong.
"""
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANUAL = ROOT / 'docs/reference/cyclorama.1'
BASH = ROOT / 'completions/cyclorama.bash'
ZSH = ROOT / 'completions/_cyclorama'
RENEWED_BY = 'Written by scripts/renew/command_line_files.py from `cyclorama --help`.'


@dataclass
class Item:
    """An option or a positional argument."""
    names: list
    value: str = ''    # the name of its value; empty for a flag
    choices: list = field(default_factory=list)
    sentence: str = ''
    excludes: list = field(default_factory=list)
    needs: list = field(default_factory=list)
    variable: str = ''    # of the environment, which also sets it
    repeatable: bool = False
    required: bool = False


@dataclass
class Command:
    name: str
    sentence: str
    positionals: list
    options: list

    @property
    def runs_programs(self):
        """What comes after -- is a command line of its own."""
        return [positional.names[0] for positional in self.positionals] == ['COMMAND']


def sections(text):
    """{heading: [(left column, right column)]} of a help text, the text before the first heading under ''."""
    found, heading = {'': []}, ''
    for line in text.splitlines():
        if re.fullmatch(r'\S.*:', line):
            heading = line[:-1]
            found[heading] = []
        elif re.match(r'  \S', line):
            left, _, right = re.sub(r' {2,}', '\t', line.strip()).partition('\t')
            found[heading].append((left, right))
        elif re.match(r' {20,}\S', line) and found[heading]:
            left, right = found[heading].pop()
            found[heading].append((left, f'{right} {line.strip()}'.strip()))
        elif line.strip() and not heading:
            found[''].append((line, ''))
    return found


def item(left, sentence):
    variable = re.search(r' \(Env:(\w+)\)', left)
    excludes, needs = re.search(r' Excludes: (\S.*)', left), re.search(r' Needs: (\S+)', left)
    # A flag that clears something is written --flag{false}.
    left = re.sub(r' \(Env:\w+\)| Needs: \S+| Excludes: \S.*|\{false\}', '', left)
    required = ' REQUIRED' in left
    repeatable = ' ...' in left
    names, _, value = left.replace(' REQUIRED', '').replace(' ...', '').partition(' ')
    choices = re.search(r'\{(.*)\}', value)
    if not sentence:
        raise SystemExit(f'--help says nothing of {names}, or its columns have run into each other')
    return Item(names=names.split(','), value=value.partition(':')[0], choices=choices[1].split(',') if choices else [],
                sentence=sentence, excludes=excludes[1].split() if excludes else [],
                needs=needs[1].split() if needs else [], variable=variable[1] if variable else '', repeatable=repeatable, required=required)


def help_of(program, *command):
    return subprocess.run([program, *command, '--help'], capture_output=True, text=True, check=True).stdout


def command_line(program):
    """The options of the program itself, and its commands."""
    top = sections(help_of(program))
    commands = []
    for name, sentence in top['Subcommands']:
        parts = sections(help_of(program, name))
        commands.append(Command(name, sentence, [item(*entry) for entry in parts.get('Positionals', [])],
                                [item(*entry) for entry in parts['Options']]))
    return [item(*entry) for entry in top['Options']], commands


# The manual page

def roff(text):
    return text.replace('\\', '\\e').replace('-', '\\-').replace("'", '\\(aq')


def synopsis_of(command):
    words = [f'.B cyclorama {command.name}']
    words += ['[\\fIOPTION\\fR]...']
    for positional in command.positionals:
        name = f'\\fI{positional.names[0]}\\fR'
        if command.runs_programs:
            name = f'[\\fB\\-\\-\\fR] {name} [\\fIARGUMENT\\fR...]'
        words.append(name if positional.required else f'[{name}]')
    return [words[0], ' '.join(words[1:]), '.br']


def option_text(option):
    heads = ', '.join(f'\\fB{roff(name)}\\fR' for name in option.names)
    if option.choices:
        heads += ' ' + '|'.join(f'\\fB{choice}\\fR' for choice in option.choices)
    elif option.value:
        heads += f' \\fI{roff(option.value)}\\fR'
    lines = ['.TP', heads, roff(option.sentence) + '.']
    if option.excludes:
        lines.append(f'Not together with {roff(", ".join(option.excludes))}.')
    if option.needs:
        lines.append(f'Only together with {roff(", ".join(option.needs))}.')
    if option.variable:
        lines.append(f'Also set by \\fB{option.variable}\\fR.')
    return lines


def replaced(text, mark, lines):
    pattern = rf'(\.\\" BEGIN {mark}\n).*?(\.\\" END {mark}\n)'
    return re.sub(pattern, lambda match: match[1] + ''.join(line + '\n' for line in lines) + match[2], text, flags=re.S)


def manual(text, options, commands):
    synopsis = [line for command in commands for line in synopsis_of(command)][:-1]
    body = []
    for option in options:
        body += option_text(option)
    for command in commands:
        body += [f'.SS cyclorama {command.name}', roff(command.sentence) + '.']
        for positional in command.positionals:
            body += ['.TP', f'\\fI{positional.names[0]}\\fR', roff(positional.sentence) + '.']
        for option in command.options:
            if '--help' not in option.names:
                body += option_text(option)
    return replaced(replaced(text, 'SYNOPSIS', synopsis), 'COMMANDS', body)


# Completions

def long_names(options):
    return [name for option in options for name in option.names if name.startswith('--')]


BASH_VALUES = {
    'FILE': '_cyclorama_files "$current"',
    'DIR': 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")',
    'NAME': 'mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")',
    'VERSION|DIR': 'mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_mesas)" -- "$current")',
}


def bash(options, commands):
    lines = [f'# SPDX-License-Identifier: MIT', f'# Completion of cyclorama for bash. {RENEWED_BY}', '''
_cyclorama_files() {
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# The presets, in an installation or in a clone.
_cyclorama_chips() {
    local program folder file
    program=$(readlink -f "$(type -P "${COMP_WORDS[0]}")") || return
    for folder in "${program%/*}"/../share/cyclorama/chips "${program%/*}"/../../chips; do
        for file in "$folder"/*.ini; do
            [[ -e $file ]] && basename "$file" .ini
        done
    done
}

_cyclorama_mesas() {
    local folder
    echo system
    for folder in "${XDG_CACHE_HOME:-$HOME/.cache}"/cyclorama/mesa-*/; do
        [[ -e $folder/complete ]] && basename "${folder#*/cyclorama/mesa-}"
    done
}

_cyclorama() {
    local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} word
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then''',
             f'        mapfile -t COMPREPLY < <(compgen -W "{" ".join([c.name for c in commands] + long_names(options))}"'
             ' -- "$current")',
             '''        return
    fi
    # After -- comes a command line of its own.
    for ((word = 2; word < COMP_CWORD; ++word)); do
        if [[ $command =~ ^(RUNS_PROGRAMS)$ && ${COMP_WORDS[word]} == -- ]]; then
            if declare -F _command_offset >/dev/null; then
                _command_offset $((word + 1))
            elif ((COMP_CWORD == word + 1)); then
                mapfile -t COMPREPLY < <(compgen -c -- "$current")
            else
                _cyclorama_files "$current"
            fi
            return
        fi
    done
    case "$command ${COMP_WORDS[COMP_CWORD - 1]}" in'''.replace('RUNS_PROGRAMS', '|'.join(c.name for c in commands if c.runs_programs))]
    for command in commands:
        for option in command.options:
            if not option.value:
                continue
            if option.choices:
                action = f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(option.choices)}" -- "$current")'
            else:
                action = BASH_VALUES.get(option.value, ':')
            for name in option.names:
                lines += [f'        "{command.name} {name}")', f'            {action}', '            return', '            ;;']
    lines += ['    esac', '    case "$command" in']
    for command in commands:
        lines += [f'        {command.name})',
                  '            if [[ $current == -* ]]; then',
                  f'                mapfile -t COMPREPLY < <(compgen -W "{" ".join(long_names(command.options))}" -- "$current")']
        if command.runs_programs:
            lines += ['            else', '                mapfile -t COMPREPLY < <(compgen -c -- "$current")']
        elif command.positionals:
            lines += ['            else', '                _cyclorama_files "$current"']
        lines += ['            fi', '            ;;']
    lines += ['    esac', '}', 'complete -F _cyclorama cyclorama', '']
    return '\n'.join(lines)


ZSH_VALUES = {
    'FILE': '_files',
    'DIR': '_files -/',
    'NAME': '_cyclorama_chips',
    'VERSION|DIR': '_cyclorama_mesas',
}


def zsh_quoted(text):
    """Inside single quotes, as a description in square brackets."""
    return text.replace('\\', '\\\\').replace('[', '\\[').replace(']', '\\]').replace(':', '\\:').replace("'", "'\\''")


def zsh_option(option):
    tail = f'[{zsh_quoted(option.sentence)}]'
    if option.choices:
        tail += f':{option.value.lower()}:({" ".join(option.choices)})'
    elif option.value:
        tail += f':{zsh_quoted(option.value)}:{ZSH_VALUES.get(option.value, " ")}'
    if option.repeatable:
        return f"'*{option.names[-1]}{tail}'"
    if len(option.names) > 1:
        return f"'({' '.join(option.names)})'{{{','.join(option.names)}}}'{tail}'"
    excluded = f"({' '.join(option.excludes)})" if option.excludes else ''
    return f"'{excluded}{option.names[0]}{tail}'"


def zsh(options, commands):
    lines = ['#compdef cyclorama', '# SPDX-License-Identifier: MIT', f'# Completion of cyclorama for zsh. {RENEWED_BY}', '''
# The presets, in an installation or in a clone.
_cyclorama_chips() {
    local program=${commands[cyclorama]:A}
    local -a chips=(${program:h}/../share/cyclorama/chips/*.ini(N:t:r) ${program:h}/../../chips/*.ini(N:t:r))
    compadd -a chips
}

_cyclorama_mesas() {
    local -a mesas=(system ${XDG_CACHE_HOME:-$HOME/.cache}/cyclorama/mesa-*(N/:t))
    mesas=(${mesas#mesa-})
    compadd -a mesas
    _files -/
}

_cyclorama() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C \\''']
    lines += [f'        {zsh_option(option)} \\' for option in options]
    lines += ["        '1:command:->command' \\", "        '*::argument:->argument'", '    case $state in', '        command)',
              '            local -a names=(']
    lines += [f"                '{command.name}:{zsh_quoted(command.sentence)}'" for command in commands]
    lines += ['            )', "            _describe 'command' names", '            ;;', '        argument)',
              '            case $line[1] in']
    for command in commands:
        arguments = [zsh_option(option) for option in command.options]
        for number, positional in enumerate(command.positionals, 1):
            if command.runs_programs:
                arguments += ["'(-)1:command:_command_names -e'", "'*::arguments:_normal'"]
            else:
                arguments.append(f"'{number}:{positional.names[0].lower()}:_files'")
        lines += [f'                {command.name})', '                    _arguments \\']
        lines += [f'                        {argument} \\' for argument in arguments[:-1]]
        lines += [f'                        {arguments[-1]}', '                    ;;']
    lines += ['            esac', '            ;;', '    esac', '}', '_cyclorama "$@"', '']
    return '\n'.join(lines)


# The check

def completed_by_bash(*words):
    """What bash offers after these words, the last of which is being typed."""
    script = f'source {BASH}; compopt() {{ :; }}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cyclorama; printf "%s\\n" "${{COMPREPLY[@]}}"'
    result = subprocess.run(['bash', '-c', script, 'bash', 'cyclorama', *words], capture_output=True, text=True)
    return set(result.stdout.split()) if not result.stderr else {result.stderr}


def wrong_in_bash(options, commands):
    expected = {('',): {command.name for command in commands} | set(long_names(options))}
    for command in commands:
        expected[(command.name, '--')] = set(long_names(command.options))
        for option in command.options:
            if option.choices:
                expected[(command.name, option.names[0], '')] = set(option.choices)
    for words, offered in expected.items():
        if completed_by_bash(*words) != offered:
            yield f'{BASH.name}: after {words}: {sorted(completed_by_bash(*words))}, not {sorted(offered)}'


def wrong_in_zsh():
    result = subprocess.run(['zsh', '-f', '-n', ZSH], capture_output=True, text=True)
    if result.returncode or result.stderr:
        yield f'{ZSH.name}: {result.stderr}'


def main():
    program, *more = sys.argv[1:]
    check = more == ['--check']
    options, commands = command_line(program)
    texts = {MANUAL: manual(MANUAL.read_text(), options, commands), BASH: bash(options, commands),
             ZSH: zsh(options, commands)}
    if not check:
        for path, text in texts.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return 0
    wrong = [f'{path.relative_to(ROOT)} differs from --help; scripts/renew/command_line_files.py {program} renews it'
             for path, text in texts.items() if not path.exists() or path.read_text() != text]
    wrong += [*wrong_in_bash(options, commands), *wrong_in_zsh()]
    print('\n'.join(wrong) or f'{len(commands)} commands: man page and completions say what --help says')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
