import { type CiaoService, getResponder, type Responder } from "@homebridge/ciao";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";

/** The service to announce on the local network. */
export interface MdnsOptions {
  /** Host names without `.local`, the preferred first; the next is taken where one is another machine's. */
  hostNames: readonly string[];
  /** The name in lists of services. */
  instance: string;
  port: number;
  isTls: boolean;
  /** Further facts for programs (RFC 6763, section 6); short. */
  txt: Readonly<Record<string, string>>;
  /** Addresses or interfaces to announce on; every interface of the machine when absent. */
  on?: readonly string[];
  clock: Clock;
  log: Logger;
}

/** The state of the announcement. */
export interface MdnsState {
  /** `gatehouse.local`; null while the box owns no name. */
  host: string | null;
  /** The reason in words; null while all is well. */
  problem: string | null;
}

/** Before another try when the network could not be used, in milliseconds. */
const retryMs = 30_000;

/**
 * Answers for the box on the local network (RFC 6762) and announces its page (RFC 6763): `_http._tcp`, or
 * `_https._tcp` under TLS, with the subtype `_gatehouse`. It gives way to another machine with the same name.
 */
export class MdnsAnnouncer implements Part {
  readonly #options: MdnsOptions;
  readonly #lane = new SerialLane();
  #responder: Responder | undefined;
  #service: CiaoService | undefined;
  #at = 0;
  #state: MdnsState = { host: null, problem: "the name is being claimed" };
  #retry: Timer | undefined;
  #isStopped = false;

  constructor(options: MdnsOptions) {
    this.#options = options;
  }

  /** Begins to claim the name; never waits for the network. */
  start(): void {
    this.#claimNext();
  }

  /** Says goodbye, so that others forget the name at once. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#retry?.cancel();
    await this.#responder?.shutdown().catch(() => undefined);
    await this.#lane.idle();
  }

  state(): MdnsState {
    return this.#state;
  }

  #claimNext(): void {
    void this.#lane.run(async () => {
      if (this.#isStopped) return;
      try {
        await this.#claim();
      } catch (error) {
        this.#fail(describeError(error));
      }
    });
  }

  /** Tries the names from the present one on, until one is free. */
  async #claim(): Promise<void> {
    const { hostNames, on, log } = this.#options;
    this.#responder ??= getResponder(on ? { interface: [...on] } : {});
    while (this.#at < hostNames.length && !this.#isStopped) {
      const hostname = hostNames[this.#at]!;
      const service = this.#make(this.#responder, hostname);
      await service.advertise();
      if (service.getHostname() === `${hostname}.local.`) {
        this.#service = service;
        this.#state = { host: `${hostname}.local`, problem: null };
        log.info({ host: this.#state.host }, "announced on the local network");
        return;
      }
      // The library's own new name, `gatehouse-(2)`, is not accepted by browsers.
      log.info({ host: `${hostname}.local` }, "another machine has this name");
      await service.end();
      await service.destroy();
      this.#at += 1;
    }
    if (this.#isStopped) return;
    this.#at = 0;
    this.#fail(
      `other machines have the names ${hostNames.map((each) => `${each}.local`).join(", ")}`,
    );
  }

  #make(responder: Responder, hostname: string): CiaoService {
    const { instance, port, isTls, txt } = this.#options;
    // Never a name that the library made of the one before: its goodbye would be taken for an answer.
    const name = this.#at === 0 ? instance : `${instance} ${hostname}`;
    const type = isTls ? "https" : "http";
    const options = { name, hostname, port, type, subtypes: ["gatehouse"], txt };
    const service = responder.createService(options);
    // Without a listener the library writes to the console.
    service.on("name-change", () => undefined);
    service.on("hostname-change", () => this.#lose(service));
    return service;
  }

  /** Another machine claims the box's name. */
  #lose(service: CiaoService): void {
    if (service !== this.#service || this.#isStopped) return;
    this.#service = undefined;
    this.#state = { host: null, problem: "another machine claims the name" };
    this.#at += 1;
    void this.#lane.run(async () => {
      await service.end().catch(() => undefined);
      await service.destroy().catch(() => undefined);
    });
    this.#claimNext();
  }

  #fail(problem: string): void {
    this.#state = { host: null, problem };
    this.#options.log.warn({ problem }, "not announced on the local network");
    this.#retry = this.#options.clock.after(retryMs, () => this.#claimNext());
  }
}
