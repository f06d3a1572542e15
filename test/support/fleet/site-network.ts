import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Port at which each box answers. */
export const boxPort = 8480;
/** Port of the NATS servers for boxes, and of those for each other. */
export const natsPorts = { clients: 4222, routes: 6222 } as const;
/** Where the cameras, the broker of the robots and the test are. */
export const hubAddress = "10.77.0.1";

const bridge = "br0";
/** Nobody has it: frames to it end at the bridge. */
const nobody = "02:00:00:00:00:99";

/** Name of the namespace of the box with that number, which counts from 1. */
export const nameOf = (box: number): string => `box-${box}`;
/** Address of the box on the site's network. */
export const lanAddress = (box: number): string => `10.77.0.${10 + box}`;
/** Address of the box on its own cable to the test, which no fault reaches: for clients beside the box. */
export const sideAddress = (box: number): string => `10.78.${box}.2`;

async function ip(...words: string[]): Promise<string> {
  return (await run("ip", words)).stdout;
}

/**
 * The network of a site: each box in a network namespace of its own, all at one bridge, to which the test, the cameras
 * and the robots belong too. Only for a process in namespaces of its own (`site-world.ts`): nothing of it is ever
 * removed, because it ends with them.
 */
export class SiteNetwork {
  readonly #boxes: number[] = [];

  /** Makes the bridge and the namespaces of `count` boxes. */
  async start(count: number): Promise<void> {
    await ip("link", "set", "lo", "up");
    await ip("link", "add", bridge, "type", "bridge");
    await ip("addr", "add", `${hubAddress}/24`, "dev", bridge);
    await ip("link", "set", bridge, "up");
    for (let box = 1; box <= count; box += 1) await this.#addBox(box);
  }

  async #addBox(box: number): Promise<void> {
    const name = nameOf(box);
    await ip("netns", "add", name);
    await ip("-n", name, "link", "set", "lo", "up");
    for (const [here, there] of [
      [`lan-${box}`, "lan"],
      [`side-${box}`, "side"],
    ] as const) {
      await ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", name);
      await ip("link", "set", here, "up");
      await ip("-n", name, "link", "set", there, "up");
    }
    await ip("link", "set", `lan-${box}`, "master", bridge);
    await ip("-n", name, "addr", "add", `${lanAddress(box)}/24`, "dev", "lan");
    await ip("addr", "add", `10.78.${box}.1/30`, "dev", `side-${box}`);
    await ip("-n", name, "addr", "add", `${sideAddress(box)}/30`, "dev", "side");
    this.#boxes.push(box);
  }

  /** Pulls the cable of the box out of the bridge. */
  async cut(box: number): Promise<void> {
    await ip("link", "set", `lan-${box}`, "down");
  }

  /** From now on what the box sends reaches nobody; it still hears others. */
  async loseFrom(box: number): Promise<void> {
    const others = [hubAddress, ...this.#others(box).map(lanAddress)];
    for (const other of others) await misdirect(nameOf(box), "lan", other);
  }

  /** From now on the box hears nobody; what it sends arrives. */
  async loseTo(box: number): Promise<void> {
    await misdirect(null, bridge, lanAddress(box));
    for (const other of this.#others(box)) await misdirect(nameOf(other), "lan", lanAddress(box));
  }

  /** Ends every fault of the network. */
  async heal(): Promise<void> {
    await ip("neigh", "flush", "nud", "permanent", "dev", bridge);
    for (const box of this.#boxes) {
      await ip("link", "set", `lan-${box}`, "up");
      await ip("-n", nameOf(box), "neigh", "flush", "nud", "permanent", "dev", "lan");
    }
  }

  /** Ends all processes of the box at once, as a power cut does. */
  async killAll(box: number): Promise<void> {
    const pids = (await ip("netns", "pids", nameOf(box))).split("\n").filter(Boolean);
    for (const pid of pids) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  }

  #others(box: number): number[] {
    return this.#boxes.filter((each) => each !== box);
  }
}

/** Says a wrong hardware address of `address` in the namespace, or here. */
async function misdirect(name: string | null, device: string, address: string): Promise<void> {
  const where = name === null ? [] : ["-n", name];
  const lie = ["lladdr", nobody, "dev", device, "nud", "permanent"];
  await ip(...where, "neigh", "replace", address, ...lie);
}
