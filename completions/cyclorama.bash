# SPDX-License-Identifier: MIT
# Completion of cyclorama for bash. Written by scripts/renew/command_line_files.py from `cyclorama --help`.

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
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "run exec ci compare bisect dump cut reduce stats config statistics report --help --version" -- "$current")
        return
    fi
    # After -- comes a command line of its own.
    for ((word = 2; word < COMP_CWORD; ++word)); do
        if [[ $command =~ ^(exec|bisect)$ && ${COMP_WORDS[word]} == -- ]]; then
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
    case "$command ${COMP_WORDS[COMP_CWORD - 1]}" in
        "run --config")
            _cyclorama_files "$current"
            return
            ;;
        "run --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "run --set")
            :
            return
            ;;
        "run --mode")
            mapfile -t COMPREPLY < <(compgen -W "functional timing" -- "$current")
            return
            ;;
        "run --frames")
            :
            return
            ;;
        "run --start-frame")
            :
            return
            ;;
        "run --out")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "run --serve")
            :
            return
            ;;
        "run --waveform")
            _cyclorama_files "$current"
            return
            ;;
        "run --signals")
            :
            return
            ;;
        "run --trace-pixel")
            :
            return
            ;;
        "run --trace-vertex")
            :
            return
            ;;
        "run --stop-at")
            :
            return
            ;;
        "run --mesa")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_mesas)" -- "$current")
            return
            ;;
        "run --record")
            _cyclorama_files "$current"
            return
            ;;
        "exec --config")
            _cyclorama_files "$current"
            return
            ;;
        "exec --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "exec --set")
            :
            return
            ;;
        "exec --mode")
            mapfile -t COMPREPLY < <(compgen -W "functional timing" -- "$current")
            return
            ;;
        "exec --out")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "exec --trace-pixel")
            :
            return
            ;;
        "exec --trace-vertex")
            :
            return
            ;;
        "exec --stop-at")
            :
            return
            ;;
        "exec --record")
            _cyclorama_files "$current"
            return
            ;;
        "exec --display")
            :
            return
            ;;
        "exec --frame-time")
            :
            return
            ;;
        "exec --mesa")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_mesas)" -- "$current")
            return
            ;;
        "exec --driver-modes")
            :
            return
            ;;
        "exec --vtest-socket")
            :
            return
            ;;
        "ci --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "ci --set")
            :
            return
            ;;
        "ci --mode")
            mapfile -t COMPREPLY < <(compgen -W "functional timing" -- "$current")
            return
            ;;
        "ci --suite")
            _cyclorama_files "$current"
            return
            ;;
        "ci --lists")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "ci --gpu-version")
            :
            return
            ;;
        "ci --deqp")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "ci --mesa")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_mesas)" -- "$current")
            return
            ;;
        "ci --table")
            :
            return
            ;;
        "ci --fraction")
            :
            return
            ;;
        "ci --fraction-start")
            :
            return
            ;;
        "ci --include")
            :
            return
            ;;
        "ci --baseline")
            _cyclorama_files "$current"
            return
            ;;
        "ci --flakes")
            _cyclorama_files "$current"
            return
            ;;
        "ci --skips")
            _cyclorama_files "$current"
            return
            ;;
        "ci --version-check")
            :
            return
            ;;
        "ci -j")
            :
            return
            ;;
        "ci --jobs")
            :
            return
            ;;
        "ci --timeout")
            :
            return
            ;;
        "ci --out")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "compare --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "compare --mesa")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_mesas)" -- "$current")
            return
            ;;
        "compare --with")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_mesas)" -- "$current")
            return
            ;;
        "compare --threshold")
            :
            return
            ;;
        "compare --out")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "compare --set")
            :
            return
            ;;
        "compare --corpus")
            _cyclorama_files "$current"
            return
            ;;
        "compare --frames")
            :
            return
            ;;
        "compare --display")
            :
            return
            ;;
        "compare --frame-time")
            :
            return
            ;;
        "compare -j")
            :
            return
            ;;
        "compare --jobs")
            :
            return
            ;;
        "bisect --source")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "bisect --good")
            :
            return
            ;;
        "bisect --bad")
            :
            return
            ;;
        "bisect --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "bisect --build")
            :
            return
            ;;
        "bisect --threshold")
            :
            return
            ;;
        "bisect --out")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "bisect --set")
            :
            return
            ;;
        "bisect --corpus")
            _cyclorama_files "$current"
            return
            ;;
        "bisect --frames")
            :
            return
            ;;
        "bisect --display")
            :
            return
            ;;
        "bisect --frame-time")
            :
            return
            ;;
        "bisect -j")
            :
            return
            ;;
        "bisect --jobs")
            :
            return
            ;;
        "cut --config")
            _cyclorama_files "$current"
            return
            ;;
        "cut --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "cut --set")
            :
            return
            ;;
        "reduce --keep")
            :
            return
            ;;
        "reduce --config")
            _cyclorama_files "$current"
            return
            ;;
        "reduce --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "reduce --set")
            :
            return
            ;;
        "reduce --mode")
            mapfile -t COMPREPLY < <(compgen -W "functional timing" -- "$current")
            return
            ;;
        "reduce --out")
            _cyclorama_files "$current"
            return
            ;;
        "reduce --time-limit")
            :
            return
            ;;
        "reduce --most-tries")
            :
            return
            ;;
        "stats --config")
            _cyclorama_files "$current"
            return
            ;;
        "stats --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "stats --set")
            :
            return
            ;;
        "stats --frames")
            :
            return
            ;;
        "stats --start-frame")
            :
            return
            ;;
        "stats --out")
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
        "config --config")
            _cyclorama_files "$current"
            return
            ;;
        "config --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "config --set")
            :
            return
            ;;
        "statistics --config")
            _cyclorama_files "$current"
            return
            ;;
        "statistics --gpu")
            mapfile -t COMPREPLY < <(compgen -W "$(_cyclorama_chips)" -- "$current")
            return
            ;;
        "statistics --set")
            :
            return
            ;;
        "report -o")
            _cyclorama_files "$current"
            return
            ;;
        "report --output")
            _cyclorama_files "$current"
            return
            ;;
        "report --perfetto")
            _cyclorama_files "$current"
            return
            ;;
    esac
    case "$command" in
        run)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --config --gpu --set --mode --frames --start-frame --out --report --buffers --serve --waveform --signals --trace-pixel --trace-vertex --stop-at --mesa --record --no-sleep" -- "$current")
            else
                _cyclorama_files "$current"
            fi
            ;;
        exec)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --config --gpu --set --mode --out --report --trace-pixel --trace-vertex --stop-at --discard-frames --show --record --display --frame-time --mesa --driver-modes --vtest --vtest-socket" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -c -- "$current")
            fi
            ;;
        ci)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --gpu --set --mode --suite --lists --gpu-version --deqp --mesa --table --fraction --fraction-start --include --baseline --flakes --skips --full --version-check --jobs --timeout --out" -- "$current")
            fi
            ;;
        compare)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --gpu --mesa --with --threshold --out --set --corpus --frames --display --frame-time --jobs --json" -- "$current")
            else
                _cyclorama_files "$current"
            fi
            ;;
        bisect)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --source --good --bad --gpu --build --threshold --out --set --corpus --frames --display --frame-time --jobs --json" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -c -- "$current")
            fi
            ;;
        dump)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help" -- "$current")
            else
                _cyclorama_files "$current"
            fi
            ;;
        cut)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --config --gpu --set" -- "$current")
            else
                _cyclorama_files "$current"
            fi
            ;;
        reduce)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --keep --config --gpu --set --mode --out --time-limit --most-tries" -- "$current")
            else
                _cyclorama_files "$current"
            fi
            ;;
        stats)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --config --gpu --set --frames --start-frame --out" -- "$current")
            else
                _cyclorama_files "$current"
            fi
            ;;
        config)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --config --gpu --set --hash --document" -- "$current")
            fi
            ;;
        statistics)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --config --gpu --set --counters --document" -- "$current")
            fi
            ;;
        report)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--help --output --perfetto" -- "$current")
            else
                _cyclorama_files "$current"
            fi
            ;;
    esac
}
complete -F _cyclorama cyclorama
