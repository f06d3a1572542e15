import { randomBytes } from "node:crypto";
import { fail } from "../contract/fail.ts";
import type { Clock } from "../core/clock.ts";
import type { CeremonyFacts, PasskeyResponse, PasskeyVerifier } from "./passkey-port.ts";
import type { People } from "./people.ts";
import type { Passkey, Person } from "./person.ts";

/** Address of the page that asks, as the request names it. */
export interface PasskeySite {
  /** Scheme, host and port. */
  origin: string;
  /** Host name, which passkeys are bound to. */
  rpId: string;
  /** Network address that the request comes from. */
  address: string;
}

/** An issued challenge, good once. */
export interface PasskeyChallenge {
  /** 32 random bytes, base64url. */
  challenge: string;
  /** Host name of the page. */
  rpId: string;
  lifeMs: number;
}

interface Challenge {
  /** The account that adds a passkey; null for a sign-in. */
  personId: string | null;
  rpId: string;
  address: string;
  endsAtMonoMs: number;
}

const lifeMs = 5 * 60_000;
/** Challenges that wait for their answer; the oldest go first. */
const maxChallenges = 1000;
/** Those of one address, so that it cannot displace the challenges of others; the oldest go first. */
const maxOfAddress = 50;
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** Passkeys of people: the challenges that the box issues, each good once and for five minutes, and their answers. */
export class Passkeys {
  readonly #people: People;
  readonly #verifier: PasskeyVerifier;
  readonly #clock: Clock;
  readonly #challenges = new Map<string, Challenge>();

  constructor(parts: { people: People; verifier: PasskeyVerifier; clock: Clock }) {
    this.#people = parts.people;
    this.#verifier = parts.verifier;
    this.#clock = parts.clock;
  }

  /** Issues the challenge for a new passkey of `person`; of null, for signing in with any passkey of this page. */
  challenge(person: Person | null, site: PasskeySite): PasskeyChallenge {
    return { challenge: this.#issue(person?.id ?? null, site), rpId: site.rpId, lifeMs };
  }

  /** Adds the passkey that a browser made. Fails with `invalid_credentials`, and as `People.addPasskey` does. */
  async register(
    person: Person,
    name: string,
    { response, site }: { response: PasskeyResponse; site: PasskeySite },
  ): Promise<Person> {
    const challenge = this.#take(response, { personId: person.id, rpId: site.rpId });
    const created = await this.#verifier.registered(response, factsOf(challenge, site));
    if (!created) throw refused();
    const nowMs = this.#clock.wallMs();
    const more = { name, rpId: site.rpId, createdAtMs: nowMs, lastUsedAtMs: null };
    return await this.#people.addPasskey(person, { ...created, ...more });
  }

  /** The account that a browser's passkey proves, with the use to note. Fails with `invalid_credentials`. */
  async authenticate(
    response: PasskeyResponse,
    site: PasskeySite,
  ): Promise<{ person: Person; passkey: { id: string; counter: number } }> {
    const challenge = this.#take(response, { personId: null, rpId: site.rpId });
    const { id } = response;
    const person = typeof id === "string" ? this.#people.withPasskey(id) : undefined;
    const stored = person?.passkeys.find((each: Passkey) => each.id === id);
    if (!person || !stored || stored.rpId !== site.rpId) throw refused();
    const counter = await this.#verifier.authenticated(response, factsOf(challenge, site), stored);
    // Read again: the account or its passkey may have gone meanwhile.
    const current = this.#people.withPasskey(stored.id);
    if (counter === undefined || !current) throw refused();
    return { person: current, passkey: { id: stored.id, counter } };
  }

  #issue(personId: string | null, { rpId, address }: PasskeySite): string {
    const challenge = randomBytes(32).toString("base64url");
    this.#challenges.set(challenge, {
      personId,
      rpId,
      address,
      endsAtMonoMs: this.#clock.monoMs() + lifeMs,
    });
    const own = [...this.#challenges].filter(([, each]) => each.address === address);
    for (const [oldest] of own.slice(0, Math.max(0, own.length - maxOfAddress))) {
      this.#challenges.delete(oldest);
    }
    for (const oldest of this.#challenges.keys()) {
      if (this.#challenges.size <= maxChallenges) break;
      this.#challenges.delete(oldest);
    }
    return challenge;
  }

  /** The challenge that an answer was made for, which is used up by it. */
  #take(response: PasskeyResponse, expected: Pick<Challenge, "personId" | "rpId">): string {
    const challenge = challengeOf(response);
    const issued = challenge === undefined ? undefined : this.#challenges.get(challenge);
    if (challenge === undefined || !issued) throw refused();
    this.#challenges.delete(challenge);
    const isRight = issued.personId === expected.personId && issued.rpId === expected.rpId;
    if (!isRight || issued.endsAtMonoMs <= this.#clock.monoMs()) throw refused();
    return challenge;
  }
}

/** The challenge in the client data; only finds the record, the verifier checks the signature. */
function challengeOf({ response }: PasskeyResponse): string | undefined {
  const { clientDataJSON } = response ?? {};
  if (typeof clientDataJSON !== "string") return undefined;
  try {
    const text = Buffer.from(clientDataJSON, "base64url").toString();
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === "string" && challengePattern.test(challenge)
      ? challenge
      : undefined;
  } catch {
    return undefined;
  }
}

function factsOf(challenge: string, { origin, rpId }: PasskeySite): CeremonyFacts {
  return { challenge, origin, rpId };
}

function refused() {
  return fail("invalid_credentials", "passkey: is not accepted. Try again, or sign in another way");
}
