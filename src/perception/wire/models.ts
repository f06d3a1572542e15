/** What `gatehouse models` asks the running appliance about its models. */
export interface ModelsWire {
  /** The model of streams that name none: a name, `auto` or `motion`. */
  default: string;
  /** What `gatehouse models use` chose; null when the configuration decides. */
  chosen: string | null;
  /** Models that running streams really use now. */
  used: readonly string[];
  /** Models whose files are damaged, as of the last check. */
  damaged: readonly { name: string; state: string; file: string }[];
  /** When the files were last checked, Unix seconds; null before the first check is done. */
  checked_at: number | null;
}
