#!/usr/bin/env bash
# Becomes a machine of its own: systemd as PID 1 over a copy of a system, of which nothing is changed.
#
#   boot.sh FOLDER SITE SOURCE SYSTEM BASE…
#
# Run as the first process of fresh namespaces (mount, PID, cgroup, IPC, UTS, network).
#
# FOLDER is where the machine is kept, in a tmpfs: up/ is what it has changed, share/ is to be seen at /srv/share.
# SYSTEM is what it is a copy of: / for the running system, or the root of another one. SITE holds Python packages, which
# a copy of the running system has as if its distribution had packaged them; SOURCE is the project, to be seen at
# /srv/source. BASE… are the changes of machines that were before it, the latest first.
set -euo pipefail
[ $$ = 1 ] || { echo "boot.sh: not PID 1: start it in fresh namespaces" >&2; exit 2; }
folder=$1 site=$2 source=$3 system=$4
shift 4
root=$folder/root

mount --make-rprivate /
mkdir -p "$folder"/{up,work,root,share}
lower=$(IFS=:; echo "$*")
mount -t overlay overlay -o "lowerdir=${lower:+$lower:}$system,upperdir=$folder/up,workdir=$folder/work" "$root"

mount -t proc proc "$root/proc"
# No machine in here may set what belongs to the kernel, and so to the host.
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,ro,bind "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root"/dev/{pts,shm,mqueue}
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${node%:*}" c 1 "${node#*:}"; done
mknod -m 666 "$root/dev/tty" c 5 0
# No unit may open this one, though its mode allows it: the device policy is what keeps it shut.
mknod -m 666 "$root/dev/fuse" c 10 229
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${stream%:*}" "$root/dev/${stream#*:}"; done
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mkdir -p "$root"/srv/{share,site,source}
mount --bind "$folder/share" "$root/srv/share"
mount --bind "$site" "$root/srv/site"
mount --bind "$source" "$root/srv/source"
for shown in site source; do mount -o remount,ro,bind "$root/srv/$shown"; done

# Python packages as of the distribution, in place of those of the host's own.
bring_packages() {
    packages=$root/usr/lib/python3/dist-packages
    rm -rf "$packages"
    mkdir "$packages"
    for package in "$site"/*; do
        name=${package##*/}
        case $name in *.pth | __pycache__ | _editable* | pip | pip-* | dicetable-*) continue ;; esac
        ln -s "/srv/site/$name" "$packages/$name"
    done
}

# Once, on a machine that is new.
make_new() {
    if [ "$system" = / ]; then bring_packages; fi

    # Of the host's own services none is started here; what is enabled later is.
    find "$root"/{etc,usr/lib}/systemd/system -name '*.wants' -path '*/multi-user.target.wants' -exec rm -rf {} + 2>/dev/null || true
    rm -rf "$root"/{etc,usr/lib}/systemd/system/{sysinit,timers,sockets,graphical,getty,local-fs}.target.wants
    mkdir -p "$root/usr/lib/systemd/system/sysinit.target.wants" "$root/usr/lib/systemd/system/sockets.target.wants"
    for socket in systemd-journald.socket systemd-journald-dev-log.socket; do
        ln -s "../$socket" "$root/usr/lib/systemd/system/sockets.target.wants/"
    done
    printf '[Journal]\nStorage=volatile\nAudit=no\n' >"$root/etc/systemd/journald.conf"
    rm -f "$root/etc/fstab"
    # Images for containers have one that lets no package start its service.
    rm -f "$root/usr/sbin/policy-rc.d"
    echo table >"$root/etc/hostname"
}
if [ -z "$lower" ] && [ "$(cat "$root/etc/hostname")" != table ]; then make_new; fi

cd "$root"
mkdir -p old
pivot_root . old
umount -l /old
rmdir /old
exec setpriv --bounding-set -sys_time,-sys_module,-sys_rawio,-sys_boot,-syslog,-audit_control \
    env -i container=table PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin /lib/systemd/systemd --system \
    --unit=multi-user.target --log-target=journal --show-status=no </dev/null
