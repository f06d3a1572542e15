/** Speed of durable writes to a disk. */
export interface WriteSpeed {
  bytesPerSec: number;
  /** Time until a small write is on the disk, in milliseconds: the median of several. */
  syncMs: number;
}

/** Free space of a file system. */
export interface Space {
  freeBytes: number;
  totalBytes: number;
  /**
   * Number of files that can still be created; 0 of 0 where the file system does not count them.
   */
  freeFiles: number;
  totalFiles: number;
}

/** The operating system for the doctor. Methods never reject: undefined means unknown. */
export interface Host {
  /** A file of `/proc`, `/sys` or `/run`; a path that begins with `/`. */
  text(path: string): Promise<string | undefined>;
  names(dir: string): Promise<string[]>;
  /** Runs a tool for at most 10 s; undefined when it is not installed. */
  run(
    command: string,
    args: readonly string[],
  ): Promise<{ code: number; stdout: string } | undefined>;
  space(dir: string): Promise<Space | undefined>;
  /** Writes 8 MiB to a file in `dir` and removes it. */
  writeSpeed(dir: string): Promise<WriteSpeed | undefined>;
  /** True when a name has an address. */
  resolves(host: string): Promise<boolean>;
  /** Resolves with undefined when the port answers, else with the reason why not; waits 5 s. */
  refusal(host: string, port: number): Promise<string | undefined>;
  /** True when this process could listen there. */
  isFree(host: string, port: number): Promise<boolean>;
  /** Addresses of this machine on its networks, without loopback and link-local ones. */
  addresses(): string[];
}
