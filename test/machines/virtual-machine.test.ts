import assert from "node:assert/strict";
import { test } from "node:test";
import { bootableRoot, bootDisk } from "../support/machines/bootable-root.ts";
import { makeMachine } from "../support/machines/machine.ts";
import { machinesSkip } from "../support/machines/qemu.ts";

test(
  "a virtual machine keeps what it has synced over a power cut, and loses what it has not",
  { skip: machinesSkip() },
  async (t) => {
    const disk = await bootDisk(t, await bootableRoot(t));
    const machine = await makeMachine(t, { disk });
    t.diagnostic(`answers after ${(await machine.boot()).toFixed(1)} s (${machine.accelerator})`);
    assert.match(await machine.run("systemctl is-system-running --wait || true"), /running/);
    await machine.run("echo kept > /var/kept && sync && echo lost > /var/lost");
    await machine.cutPower();
    await machine.boot();
    assert.equal(await machine.run("cat /var/kept"), "kept\n");
    assert.equal(await machine.run("cat /var/lost 2>/dev/null || true"), "");
    await machine.shutDown();
    assert.match(await machine.console(), /login:|Power down|reboot/);
  },
);
