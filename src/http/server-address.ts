import type { HttpServer } from "./server.ts";

/** The name on the local network, as its announcer states it. */
export interface Announcement {
  state(): { host: string | null; problem: string | null };
}

/** Where clients find the appliance; the planned address until the server listens. */
export class ServerAddress {
  readonly #planned: { url: string; port: number };
  #server: HttpServer | undefined;
  #announcement: Announcement | undefined;

  constructor(planned: { url: string; port: number }) {
    this.#planned = planned;
  }

  /** The server that listens from now on. */
  bind(server: HttpServer): void {
    this.#server = server;
  }

  /** What announces the appliance on the local network from now on. */
  announce(announcement: Announcement): void {
    this.#announcement = announcement;
  }

  /** The address that clients use, without a slash at the end; with port 0 it is right only once the server listens. */
  url(): string {
    return this.#server?.url() ?? this.#planned.url;
  }

  port(): number {
    return this.#server?.address()?.port ?? this.#planned.port;
  }

  /** The name on the local network; null where nothing announces one. */
  localName(): ReturnType<Announcement["state"]> | null {
    return this.#announcement?.state() ?? null;
  }
}
