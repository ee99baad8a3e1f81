"""The unit's protections hold, and what the station needs works within them."""

import json

from tests.systemd.machine import Machine, until
from tests.systemd.table import DROP_IN, UNIT

# The very unit, but for the program: what it says is to be read here.
_PROBE = """
[Service]
Type=oneshot
Restart=no
WatchdogSec=0
ExecStart=
ExecStart=/usr/bin/python3 /srv/source/tests/systemd/probe.py
StandardOutput=file:/srv/share/probe.json
"""

ALLOWED = {
    "write its state", "open /dev/null", "speak to a neighbour", "read which Raspberry Pi this is",
    "read whether the clock is right", "serve a page",
}  # fmt: skip


def test_what_a_station_may_and_what_it_may_not(machine: Machine) -> None:
    machine.run("systemctl", "stop", UNIT)
    machine.run("mkdir", "-p", DROP_IN)
    machine.path(f"{DROP_IN}/probe.conf").write_text(_PROBE, encoding="utf-8")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "start", UNIT)
    inside = json.loads(machine.path("/srv/share/probe.json").read_text(encoding="utf-8"))
    assert {name for name, refused in inside.items() if not refused} == ALLOWED, inside
    # By the rule that is meant, not by chance: the device policy, the filter of system calls, the families of sockets.
    assert inside["open a device of another kind"] == "EPERM"
    assert inside["mount"] == "EPERM"
    assert inside["listen to all that passes"] == "EAFNOSUPPORT"
    assert inside["write /etc"] == "EROFS"

    # The same user without the unit: these attempts are no mere impossibilities.
    command = ["setpriv", "--reuid=dicetable", "--regid=dicetable", "--init-groups", "/usr/bin/python3"]
    bare = json.loads(machine.run(*command, "/srv/source/tests/systemd/probe.py").stdout)
    assert bare["see other processes"] == bare["make a namespace"] == ""
    assert bare["listen to all that passes"] == "EPERM", "refused for want of a capability, not by the filter"
    assert bare["open a device of another kind"] != "EPERM"


def test_the_running_station_is_under_the_filter(machine: Machine) -> None:
    until(lambda: machine.show(UNIT, "ActiveState")["ActiveState"] == "active", "the station runs")
    pid = machine.show(UNIT, "MainPID")["MainPID"]
    status = machine.run("cat", f"/proc/{pid}/status").stdout
    state = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert state["Seccomp"] == "2"
    assert int(state["Seccomp_filters"]) > 1
    assert state["NoNewPrivs"] == "1"
    assert int(state["CapBnd"], 16) == int(state["CapEff"], 16) == 0
