#!/usr/bin/env bash
# Installs the Debian packages that the tests use; names what stays untested where that is not allowed.
set -euo pipefail
here=$(dirname "$0")
missing=()
while read -r package _; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done < <(grep -v '^#' "$here/debian-packages")
[ ${#missing[@]} = 0 ] && exit 0

echo "installing Debian packages: ${missing[*]}"
bash "$here/apt.sh" "${missing[@]}" && exit 0
echo "These Debian packages could not be installed, so some tests will be skipped (each says why):"
for package in "${missing[@]}"; do grep "^$package " "$here/debian-packages"; done
echo "To run them too: sudo apt install ${missing[*]}"
