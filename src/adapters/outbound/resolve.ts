import { lookup } from "node:dns/promises";

/** One address of a name. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Looks a name up: every address that it has, best first. Rejects with the system's error. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Lookups at once: each holds a thread of the pool that files are read with too. */
const maxLookups = 2;

/** The system's resolver, hosts file included; parallel look-ups of a name share one query. */
export function systemResolve(): Resolve {
  const running = new Map<string, Promise<readonly ResolvedAddress[]>>();
  const waiting: (() => void)[] = [];
  let free = maxLookups;
  const limited = async (hostname: string): Promise<readonly ResolvedAddress[]> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await lookup(hostname, { all: true });
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return (hostname) => {
    const same = running.get(hostname);
    if (same) return same;
    const work = limited(hostname).finally(() => running.delete(hostname));
    running.set(hostname, work);
    return work;
  };
}
