import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { TestContext } from "node:test";

/**
 * A door controller behind Modbus TCP, written from the specification (MODBUS Messaging on TCP/IP 1.0b, MODBUS
 * Application Protocol 1.1b3): unit 7, two contacts as discrete inputs 10 (open) and 11 (closed), and a coil 20 that opens
 * the door. It knows nothing else, and refuses the rest with the exceptions of the specification.
 */
export class ModbusDoorServer {
  contacts: [open: boolean, closed: boolean] = [false, true];
  readonly requests: string[] = [];
  /** Answers in place of the right one; null: none at all. */
  answer: ((frame: Buffer) => Buffer | null) | undefined;
  readonly violations: string[] = [];
  #port = 0;
  #server: Server | undefined;
  readonly #sockets = new Set<Socket>();

  get port(): number {
    return this.#port;
  }

  async start(t: Pick<TestContext, "after">): Promise<this> {
    await this.listen();
    t.after(() => this.stop());
    return this;
  }

  async listen(): Promise<void> {
    this.#server = createServer((socket) => this.#onSocket(socket));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server?.listening) return;
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #onSocket(socket: Socket): void {
    this.#sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 6 && rest.length >= 6 + rest.readUInt16BE(4)) {
        const frame = rest.subarray(0, 6 + rest.readUInt16BE(4));
        rest = rest.subarray(frame.length);
        const answer = this.answer ? this.answer(frame) : this.#answerTo(frame);
        if (answer) socket.write(answer);
      }
    });
  }

  #answerTo(frame: Buffer): Buffer {
    const pdu = frame.subarray(7);
    if (frame.readUInt16BE(2) !== 0) this.violations.push("another protocol id than 0");
    if (frame.readUInt8(6) !== 7) this.violations.push(`unit ${frame.readUInt8(6)}`);
    return reply(frame, this.#pduFor(pdu));
  }

  #pduFor(pdu: Buffer): Buffer {
    const code = pdu.readUInt8(0);
    if (pdu.length !== 5) return Buffer.from([code + 0x80, 3]);
    const [address, value] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)];
    if (code === 2) {
      if (address !== 10 || value !== 2) return Buffer.from([0x82, 2]);
      const [open, closed] = this.contacts;
      return Buffer.from([2, 1, Number(open) + 2 * Number(closed)]);
    }
    if (code !== 5) {
      this.violations.push(`function ${code}`);
      return Buffer.from([code + 0x80, 1]);
    }
    if (address !== 20) return Buffer.from([0x85, 2]);
    if (value !== 0 && value !== 0xff00) return Buffer.from([0x85, 3]);
    this.requests.push(value === 0 ? "close" : "open");
    return Buffer.from(pdu);
  }
}

/** The frame of an answer to a question. */
export function reply(question: Buffer, pdu: Buffer): Buffer {
  const head = Buffer.from(question.subarray(0, 7));
  head.writeUInt16BE(pdu.length + 1, 4);
  return Buffer.concat([head, pdu]);
}
