#!/usr/bin/env bash
# Installs Debian packages where this user may: apt.sh PACKAGE… Exits 1, with nothing changed, where they may not.
set -euo pipefail
as_root=()
if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || exit 1
    as_root=(sudo -n)
fi
command -v apt-get >/dev/null || exit 1
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() { "${as_root[@]}" apt-get install -y --no-install-recommends "$@" >"$log" 2>&1; }
# The package lists of a fresh machine may be empty or old: bring them up to date once, then try again.
install "$@" || { "${as_root[@]}" apt-get update >"$log" 2>&1 && install "$@"; } || { tail -n 3 "$log" >&2; exit 1; }
