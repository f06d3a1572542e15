import type { HttpServer } from "./server.ts";

/** The name on the local network, as its announcer states it. */
export interface NameAnnouncement {
  state(): { host: string | null; problem: string | null };
}

/** The appliance's address for clients; the planned one until the server listens. */
export class ServerAddress {
  readonly #planned: { url: string; port: number };
  #server: HttpServer | undefined;
  #announcement: NameAnnouncement | undefined;

  constructor(planned: { url: string; port: number }) {
    this.#planned = planned;
  }

  /** Sets the listening server. */
  bind(server: HttpServer): void {
    this.#server = server;
  }

  /** Sets the announcer of the appliance on the local network. */
  announce(announcement: NameAnnouncement): void {
    this.#announcement = announcement;
  }

  /**
   * Returns the address for clients, without a slash at the end; with port 0 it is right only once
   * the server listens.
   */
  url(): string {
    return this.#server?.url() ?? this.#planned.url;
  }

  port(): number {
    return this.#server?.address()?.port ?? this.#planned.port;
  }

  /** Returns the name on the local network; null without an announcer. */
  localName(): ReturnType<NameAnnouncement["state"]> | null {
    return this.#announcement?.state() ?? null;
  }
}
