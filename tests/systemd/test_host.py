"""The machine that runs the tests is left as it was."""

from pathlib import Path

from tests.systemd.machine import Lab, Machine


def traces() -> dict[str, str]:
    """Everything of this machine that a careless test of a service would leave behind."""
    files = ("/etc/passwd", "/etc/group", "/etc/hostname", "/proc/self/mountinfo", "/proc/sys/kernel/core_pattern")
    found = {file: Path(file).read_text(encoding="utf-8") for file in files}
    for folder in ("/etc/systemd/system", "/etc/sysusers.d", "/etc/tmpfiles.d", "/etc/udev/rules.d", "/opt",
                   "/usr/local/bin", "/usr/lib/python3/dist-packages", "/run/systemd", "/var/lib", "/srv"):  # fmt: skip
        at = Path(folder)
        found[folder] = "\n".join(sorted(path.name for path in at.iterdir())) if at.is_dir() else ""
    # Of other runs of the tests there may be some.
    found["cgroups"] = "\n".join(sorted(str(path) for path in Path("/sys/fs/cgroup").glob(f"**/{Machine.cgroups()}*")))
    return found


def test_nothing_of_a_machine_is_left_on_the_host(lab: Lab) -> None:
    before = traces()
    with Machine(lab) as machine:
        assert "dicetable-test" in traces()["cgroups"], "the traces are looked for where they are"
        machine.run("useradd", "--system", "somebody")
        machine.run("sh", "-c", "echo here >/opt/here; echo here >/usr/local/bin/here; mount -t tmpfs tmpfs /srv")
        machine.path("/etc/systemd/system/here.service").write_text("[Service]\nExecStart=sleep 1000\n", "utf-8")
        machine.run("systemctl", "daemon-reload")
        machine.run("systemctl", "start", "here")
        # Not even on purpose: what belongs to the kernel is the host's.
        assert machine.run("sysctl", "-w", "kernel.core_pattern=here", check=False).returncode != 0
        assert machine.run("cat", "/etc/hostname").stdout == "table\n"
        machine.shut_down()
    assert traces() == before
