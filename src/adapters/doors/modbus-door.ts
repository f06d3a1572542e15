import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { timeLimit } from "../../base/concurrency/time-limit.ts";
import type { Clock } from "../../base/core/clock.ts";
import { connectTo, type NetworkRules, resolveAllowed } from "../../base/core/guarded-dial.ts";
import type {
  DoorLink,
  DoorListener,
  DoorRequest,
  DoorWords,
} from "../../robots/doors/door-port.ts";
import type { DoorConfig } from "../../robots/doors/door-settings.ts";
import { doorLimits } from "../../robots/doors/door-terms.ts";
import { asUnreachable, unreachable } from "./door-failures.ts";
import { ModbusConnection, type ModbusTable } from "./modbus-wire.ts";
import { Polling } from "./polling.ts";

type ModbusSettings = NonNullable<DoorConfig["modbus"]>;
type Reading = ModbusSettings["state"];

/** A door behind Modbus TCP, by one connection that is made again after each failure. */
export class ModbusDoor implements DoorLink {
  readonly #settings: ModbusSettings;
  readonly #networks: NetworkRules;
  readonly #polling: Polling;
  #connection: ModbusConnection | undefined;
  #isClosed = false;
  /** The device answers one question at a time. */
  readonly #lane = new SerialLane();

  constructor(settings: ModbusSettings, parts: { clock: Clock; networks: NetworkRules }) {
    this.#settings = settings;
    this.#networks = parts.networks;
    this.#polling = new Polling({
      clock: parts.clock,
      periodMs: settings.pollSeconds * 1000,
      ask: () => this.#serial((connection) => this.#state(connection)),
    });
  }

  get hasClose(): boolean {
    return this.#settings.close !== undefined;
  }

  open(listener: DoorListener): void {
    this.#polling.start(listener);
  }

  async request(request: DoorRequest): Promise<void> {
    const { open, close } = this.#settings;
    const { table, address, value } = request.kind === "open" ? open : close!;
    const level = request.kind === "open" ? request.level : null;
    const written = value ?? (level === null ? 1 : Number(level));
    if (!Number.isInteger(written) || written < 0 || written > 65_535)
      throw unreachable(`the level ${level} is no number that a register takes`);
    await this.#serial((connection) => connection.write(table as ModbusTable, address, written));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#polling.stop();
    this.#connection?.end();
  }

  async #state(connection: ModbusConnection): Promise<DoorWords> {
    const { state, level } = this.#settings;
    const read = async ({ table, address, count }: Reading): Promise<string> => {
      const values = await connection.read(table as ModbusTable, address, count);
      return values.join(table.endsWith("register") ? "," : "");
    };
    return { state: await read(state), level: level ? await read(level) : null };
  }

  #serial<T>(work: (connection: ModbusConnection) => Promise<T>): Promise<T> {
    return this.#lane.run(async () => await work(await this.#connected()));
  }

  async #connected(): Promise<ModbusConnection> {
    if (this.#connection?.isOpen) return this.#connection;
    const { host, port, unit } = this.#settings;
    const signal = timeLimit(doorLimits.requestMs);
    const ip = await resolveAllowed({ host, port }, this.#networks).catch((error: unknown) => {
      throw asUnreachable(error);
    });
    if (ip === null)
      throw unreachable(`the site does not allow ${host}: add its network to robot_networks`);
    const socket = await connectTo(ip, { host, port, tls: false }, signal).catch(
      (error: unknown) => {
        throw asUnreachable(error);
      },
    );
    this.#connection = new ModbusConnection(socket, { unit, timeoutMs: doorLimits.requestMs });
    if (this.#isClosed) this.#connection.end();
    return this.#connection;
  }
}
