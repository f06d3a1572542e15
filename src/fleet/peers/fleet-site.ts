import type { Membership } from "../membership.ts";
import type { Leases, PlacedItem } from "../placement/leases.ts";
import type { CallTokens } from "./call-tokens.ts";
import type { FleetPeers, PeerRequest } from "./fleet-peers.ts";
import type { PeerHttpAnswer } from "./peer-port.ts";

/** Says which box has a stream or a robot. */
type Owners = Pick<Leases, "ownerOf">;

/** The parts of `FleetSite`. */
export interface FleetSiteParts {
  boxId: string;
  /** Name of this box, as it is now. */
  name(): string;
  membership: Pick<Membership, "members">;
  tokens: CallTokens;
  peers: FleetPeers;
  owners: Readonly<Record<"stream" | "robot", Owners>>;
}

/** The other boxes of the fleet, for the API of this one: who they are, what they have, and their answers. */
export class FleetSite {
  readonly #parts: FleetSiteParts;

  constructor(parts: FleetSiteParts) {
    this.#parts = parts;
  }

  /** Id of this box. */
  get boxId(): string {
    return this.#parts.boxId;
  }

  /** Proves the requests of other boxes. */
  get tokens(): CallTokens {
    return this.#parts.tokens;
  }

  get peers(): FleetPeers {
    return this.#parts.peers;
  }

  ownName(): string {
    return this.#parts.name();
  }

  /** The other boxes that have not left. */
  others(): { boxId: string; name: string; isUp: boolean }[] {
    return this.#parts.peers.others().map(({ boxId, name, state }) => ({
      boxId,
      name: name === "" ? boxId : name,
      isUp: state === "up",
    }));
  }

  /** The other box that has the lease; undefined when none or this one has it, and for a box that left. */
  ownerOf(kind: "stream" | "robot", org: string, id: string): string | undefined {
    const item: PlacedItem = { org, id };
    const owner = this.#parts.owners[kind].ownerOf(item);
    if (owner === undefined || owner === this.#parts.boxId) return undefined;
    return this.#parts.peers.others().some(({ boxId }) => boxId === owner) ? owner : undefined;
  }

  /** As `FleetPeers.request`. */
  async request(request: PeerRequest): Promise<PeerHttpAnswer> {
    return await this.#parts.peers.request(request);
  }
}
