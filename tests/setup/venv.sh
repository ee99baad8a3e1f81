#!/usr/bin/env bash
# Makes a virtual environment: venv.sh PYTHON FOLDER. Debian keeps ensurepip in a package of its own.
set -euo pipefail
python=$1 folder=$2

if ! command -v "$python" >/dev/null; then
    echo "No '$python' was found. Install Python 3.11, 3.12 or 3.13 (apt install python3 python3-venv)." >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; then
    echo "$("$python" --version) was found; 3.11, 3.12 or 3.13 is needed. Name another with: make PYTHON=python3.12 …" >&2
    exit 1
fi
rm -rf "$folder"
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    bash "$(dirname "$0")/apt.sh" python3-venv || {
        echo "Python's venv module is missing and could not be installed. Run: sudo apt install python3-venv" >&2
        exit 1
    }
fi
"$python" -m venv "$folder"
