#!/usr/bin/env bash
# Makes the root of a Debian system with all that the package depends on: debian-root.sh RELEASE PACKAGE FOLDER, as root.
#
# The package itself is not installed. Debian's gpiozero is, though it is too old: the station must not stumble over it.
set -euo pipefail
release=$1 package=$2 folder=$3
command -v mmdebstrap >/dev/null || bash "$(dirname "$0")/apt.sh" mmdebstrap || {
    echo "mmdebstrap is missing and could not be installed. Run: sudo apt install mmdebstrap" >&2
    exit 1
}
depends=$(dpkg-deb --field "$package" Depends)
part=$folder.part
rm -rf "$part" "$folder"
mkdir -p "$(dirname "$folder")"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
mmdebstrap --mode=root --variant=apt --include=systemd,systemd-sysv,dbus,udev \
    --customize-hook="chroot \"\$1\" apt-get satisfy -y --no-install-recommends \"$depends, python3-gpiozero\"" \
    --customize-hook='rm -rf "$1"/var/cache/apt/archives/*.deb' \
    "$release" "$part" >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    exit 1
}
mv "$part" "$folder"
