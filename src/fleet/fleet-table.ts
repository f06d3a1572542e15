import type {
  Expected,
  FleetEntry,
  FleetLink,
  FleetListener,
  ServerFacts,
  WriteOutcome,
} from "./fleet-port.ts";

/** Called by the table for the entries whose keys begin with a prefix. */
export interface TableReader {
  prefix: string;
  /** An entry has changed. */
  onEntry(entry: FleetEntry): void;
}

/** Called by the table when the connection comes or goes. */
export interface ContactReader {
  /** Connected; all entries follow. */
  onUp(server: ServerFacts): void;
  onDown(problem: string): void;
}

/**
 * The box's copy of the fleet's table. It holds one entry for each key that the fleet has ever written: boxes, streams
 * and robots. Without a connection it keeps what it last read.
 */
export class FleetTable implements FleetListener {
  readonly #link: FleetLink;
  readonly #entries = new Map<string, FleetEntry>();
  readonly #readers: TableReader[] = [];
  readonly #contact: ContactReader[] = [];

  #isConnected = false;

  constructor(link: FleetLink) {
    this.#link = link;
    link.listen(this);
  }

  /** True while writes can succeed. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Adds a reader; it misses earlier entries. */
  read(reader: TableReader): void {
    this.#readers.push(reader);
  }

  /** Adds a reader of the connection. */
  readContact(reader: ContactReader): void {
    this.#contact.push(reader);
  }

  /** The entry of `key` as last read; removed entries have the value null. */
  get(key: string): FleetEntry | undefined {
    return this.#entries.get(key);
  }

  /** The entries whose keys begin with `prefix`, removed ones too. */
  list(prefix: string): FleetEntry[] {
    return [...this.#entries.values()].filter(({ key }) => key.startsWith(prefix));
  }

  write(key: string, value: string, expected: Expected): Promise<WriteOutcome> {
    return this.#link.write(key, value, expected);
  }

  remove(key: string, expected: number): Promise<WriteOutcome> {
    return this.#link.remove(key, expected);
  }

  onUp(server: ServerFacts): void {
    // A new table counts its revisions from the start.
    this.#entries.clear();
    this.#isConnected = true;
    for (const reader of this.#contact) reader.onUp(server);
  }

  onEntry(entry: FleetEntry): void {
    this.#entries.set(entry.key, entry);
    for (const reader of this.#readers) {
      if (entry.key.startsWith(reader.prefix)) reader.onEntry(entry);
    }
  }

  onDown(problem: string): void {
    this.#isConnected = false;
    for (const reader of this.#contact) reader.onDown(problem);
  }
}
