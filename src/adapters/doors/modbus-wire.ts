import { Socket } from "node:net";
import { client } from "jsmodbus";
import { unreachable } from "./door-failures.ts";

/** A table of a Modbus device. */
export type ModbusTable = "coil" | "discrete_input" | "holding_register" | "input_register";

/**
 * Passes bytes between a connected socket and the library. The library parses within the event of a chunk, so an answer
 * that it cannot parse would end the process; here it ends the connection.
 */
class Wire extends Socket {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (chunk) => {
      try {
        this.emit("data", chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => this.emit("close"));
  }

  override _read(): void {
    // Chunks are passed on as they come.
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }
}

/** One connection to a Modbus TCP device; it owns the socket. */
export class ModbusConnection {
  readonly #socket: Socket;
  readonly #client: InstanceType<typeof client.TCP>;

  constructor(socket: Socket, options: { unit: number; timeoutMs: number }) {
    this.#socket = socket;
    const wire = new Wire(socket);
    this.#client = new client.TCP(wire, options.unit, options.timeoutMs);
    // The library waits for this before it sends.
    wire.emit("connect");
  }

  /** False after the end of the connection. */
  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Returns bits as 0 and 1, registers as numbers. Rejects with `door_unreachable`. */
  async read(table: ModbusTable, address: number, count: number): Promise<number[]> {
    const values = await this.#answer(this.#reading(table, address, count));
    const numbers = [...values].map(Number);
    if (numbers.length < count) throw unreachable("its answer is too short");
    return numbers.slice(0, count);
  }

  /** Writes one coil or register. Rejects with `door_unreachable`. */
  async write(table: ModbusTable, address: number, value: number): Promise<void> {
    const echoed = await this.#answer(this.#writing(table, address, value));
    if (echoed !== (table === "coil" ? Number(value !== 0) : value))
      throw unreachable("it confirms another value than the one sent");
  }

  end(): void {
    this.#socket.destroy();
  }

  async #reading(table: ModbusTable, address: number, count: number): Promise<Iterable<unknown>> {
    switch (table) {
      case "coil":
        return (await this.#client.readCoils(address, count)).response.body.valuesAsArray;
      case "discrete_input":
        return (await this.#client.readDiscreteInputs(address, count)).response.body.valuesAsArray;
      case "holding_register":
        return (await this.#client.readHoldingRegisters(address, count)).response.body
          .valuesAsArray;
      default:
        return (await this.#client.readInputRegisters(address, count)).response.body.valuesAsArray;
    }
  }

  /** Returns the value that the device repeats. */
  async #writing(table: ModbusTable, address: number, value: number): Promise<number> {
    if (table === "coil") {
      const { response } = await this.#client.writeSingleCoil(address, value !== 0);
      return Number(response.body.value);
    }
    return (await this.#client.writeSingleRegister(address, value)).response.body.value;
  }

  async #answer<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      // What comes later would be taken for the answer to the next question.
      this.end();
      throw unreachable((error as { message?: string }).message ?? "it does not answer", error);
    }
  }
}
