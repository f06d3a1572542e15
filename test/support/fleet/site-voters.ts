import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repoDir } from "../box/appliance.ts";
import { natsVersion } from "./nats-server.ts";
import { lanAddress, nameOf, natsPorts } from "./site-network.ts";

/** Debian 12 has 2.9, which does not know `sync_interval`. */
const isOld = natsVersion[0] < 2 || (natsVersion[0] === 2 && natsVersion[1] < 10);

/** User of the test's own connection. */
export const ledgerUser = "ledger";
/** Password of all users. */
export const votersPassword = "of-this-test";

/**
 * The NATS servers of a site, one beside each box, with the files of `config/nats`: TLS, and a user for each box. Their
 * data outlives a kill.
 */
export class SiteVoters {
  readonly #dir: string;
  readonly #count: number;
  readonly #children = new Map<number, ChildProcess>();

  constructor(dir: string, count: number) {
    this.#dir = dir;
    this.#count = count;
  }

  /** The authority of their certificate. */
  get caFile(): string {
    return join(this.#dir, "ca.crt");
  }

  get urls(): string[] {
    return this.#numbers.map((box) => `tls://${lanAddress(box)}:${natsPorts.clients}`);
  }

  get #numbers(): number[] {
    return Array.from({ length: this.#count }, (_, at) => at + 1);
  }

  /** Writes the files of all servers. */
  async prepare(): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    const names = this.#numbers.map((box) => `IP:${lanAddress(box)}`).join();
    const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const files = ["-keyout", join(this.#dir, "server.key"), "-out", join(this.#dir, "server.crt")];
    const about = ["-subj", "/CN=site", "-addext", `subjectAltName=${names}`];
    const made = spawnSync("openssl", ["req", ...kind, ...about, ...files], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stderr);
    await writeFile(this.caFile, await readFile(join(this.#dir, "server.crt")));
    for (const box of this.#numbers) await this.#write(box);
  }

  async #write(box: number): Promise<void> {
    const shipped = join(repoDir, "config/nats");
    const dir = join(this.#dir, nameOf(box));
    await mkdir(dir, { recursive: true });
    for (const name of await readdir(shipped)) {
      const text = (await readFile(join(shipped, name), "utf8"))
        .replaceAll(/\/etc\/gatehouse\/nats\/(server|ca)/g, `${this.#dir}/$1`)
        .replaceAll("/var/lib/gatehouse-nats", join(dir, "store"));
      await writeFile(join(dir, name), isOld ? text.replace(/^ *sync_interval: .*\n/m, "") : text);
    }
    const usersFile = join(dir, "users.conf");
    const users = [...this.#numbers.map(nameOf), ledgerUser].map(
      (user) => `    { user: "${user}", password: "${votersPassword}" }`,
    );
    const text = await readFile(usersFile, "utf8");
    await writeFile(
      usersFile,
      text.replace(/users: \[[^\]]*\]/, `users: [\n${users.join("\n")}\n  ]`),
    );
  }

  /** Starts the server beside the box. */
  start(box: number): void {
    const others = this.#numbers.filter((each) => each !== box);
    const routes = others.map((other, at) => [
      `NATS_ROUTE_${at + 1}`,
      `nats-route://${lanAddress(other)}:${natsPorts.routes}`,
    ]);
    const env = {
      ...process.env,
      NATS_NAME: nameOf(box),
      NATS_LISTEN: `0.0.0.0:${natsPorts.clients}`,
      NATS_CLUSTER: `${lanAddress(box)}:${natsPorts.routes}`,
      ...Object.fromEntries(routes),
    };
    const dir = join(this.#dir, nameOf(box));
    const serve = ["nats-server", "-c", join(dir, `voters-${this.#count}.conf`)];
    const child = spawn("ip", ["netns", "exec", nameOf(box), ...serve, "-l", join(dir, "log")], {
      env,
      stdio: "ignore",
    });
    this.#children.set(box, child);
  }

  /** Ends the server beside the box at once. */
  async kill(box: number): Promise<void> {
    const child = this.#children.get(box)!;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }
}
