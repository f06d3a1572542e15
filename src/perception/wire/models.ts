/** The running appliance's answer to `gatehouse models`. */
export interface ModelsWire {
  /** The model of streams that name none: a name, `auto` or `motion`. */
  default: string;
  /** The choice of `gatehouse models use`; null when the configuration decides. */
  chosen: string | null;
  /** Models that running streams use now. */
  used: readonly string[];
  /** Models whose files are damaged, as of the last check. */
  damaged: readonly { name: string; state: string; file: string }[];
  /** Engines that a GPU's executor needs. */
  engines: readonly {
    name: string;
    state: "building" | "ready" | "failed";
    reason: string | null;
  }[];
  /** The time of the last check of the files, Unix seconds; null before the first check ends. */
  checked_at: number | null;
}
