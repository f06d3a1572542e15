import type { AuditWire, KeyWire, NewKeyWire } from "../../base/keys/wire/key-answers.ts";
import { fail, invalidField } from "../../base/contract/fail.ts";
import type { Scope, ScopePreset } from "../../base/contract/scopes.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { ApiKeys } from "../../base/keys/api-keys.ts";
import type { AuditLog } from "../../base/keys/audit-log.ts";
import { keyWire } from "../../base/keys/key-wire.ts";
import type { LogPage, LogPageQuery } from "../../base/events/numbered-log.ts";
import type { EgressWire } from "../../uplink/wire/uplink-answers.ts";
import type { NewApiKey } from "../../base/keys/new-key.ts";
import type { Organisation, Organisations } from "../../base/keys/organisations.ts";
import type { SetupCode } from "../../base/keys/setup-code.ts";

import type { PeopleAdmin } from "./people-admin.ts";
import { keyLimits } from "../../base/keys/key-terms.ts";
import { auditPage } from "../../base/keys/audit-wire.ts";

type Params = Readonly<Record<string, unknown>>;

/** Dependencies of `KeyAdmin`. */
export interface KeyAdminParts {
  keys: ApiKeys;
  orgs: Organisations;
  audit: AuditLog;
  egressPage: (org: string, query: LogPageQuery) => LogPage<EgressWire>;
  people: PeopleAdmin;
  /** Setup codes of the running appliance; absent while it is stopped. */
  setup?: { codes: SetupCode; org: string };
  clock: Clock;
}

const firstPage = { limit: 100, offset: 0 };

/**
 * The commands for keys, accounts and organisations, from the socket and, while the appliance is stopped,
 * from the command line. Codes: those of `ApiKeys` and `Organisations`, `invalid_request_body` with
 * `param` for parameters of a wrong type, and `not_found` for an unknown method.
 */
export class KeyAdmin {
  readonly #parts: KeyAdminParts;

  constructor(parts: KeyAdminParts) {
    this.#parts = parts;
  }

  /** Runs one command; records changes in the audit log of their organisation. */
  async run(method: string, params: Params): Promise<unknown> {
    switch (method) {
      case "keys.create":
        return await this.#create(params);
      case "keys.list":
        return this.#list(params);
      case "keys.roll":
        return await this.#roll(params);
      case "keys.revoke":
        return await this.#revoke(params);
      case "setup-code.issue":
        return await this.#setupCode();
      case "people.list":
        return this.#parts.people.list(this.#knownOrg(params));
      case "people.reset":
        return await this.#parts.people.reset(text(params, "name"));
      case "orgs.create":
        return await this.#createOrg(params);
      case "orgs.list":
        return this.#parts.orgs.list().map(orgWire);
      case "audit.list":
        return this.#auditList(params);
      case "egress.list":
        return this.#parts.egressPage(this.#knownOrg(params), pageFor(params)).items;
      default:
        throw fail("not_found", `method: ${method.slice(0, 60)} is unknown. Check the name`);
    }
  }

  /** `name`, `org`; `preset` or `scopes`; `networks`; `expires_in_seconds` (null: never, absent: a year). */
  async #create(params: Params): Promise<NewKeyWire> {
    const { keys, clock } = this.#parts;
    const { key, token } = await keys.create(newKeyOf(params));
    await this.#note(key.org, `keys create ${key.id}`);
    return { ...keyWire(key, clock.wallMs()), key: token };
  }

  /** Returns the keys of `org`, or of all organisations, oldest first. */
  #list(params: Params): KeyWire[] {
    const { keys, clock } = this.#parts;
    const org = params["org"] === undefined ? undefined : this.#knownOrg(params);
    return keys.list(org).map((key) => keyWire(key, clock.wallMs()));
  }

  #knownOrg(params: Params): string {
    const org = text(params, "org");
    if (this.#parts.orgs.exists(org)) return org;
    throw fail(
      "not_found",
      `org: there is no organisation ${org.slice(0, 60)}. Choose a listed one`,
      { param: "org" },
    );
  }

  /** Gives the key with this `id` a new secret; the old one stays valid for `grace_seconds`. */
  async #roll(params: Params): Promise<NewKeyWire> {
    const { keys, clock } = this.#parts;
    const { graceDefaultSec, graceMaxSec } = keyLimits;
    const grace = params["grace_seconds"] ?? graceDefaultSec;
    if (typeof grace !== "number" || !(grace >= 0 && grace <= graceMaxSec)) {
      throw wrong("grace_seconds", `a number from 0 to ${graceMaxSec}`);
    }
    const { key, token } = await keys.roll(text(params, "id"), { graceMs: grace * 1000 });
    await this.#note(key.org, `keys roll ${key.id}`);
    return { ...keyWire(key, clock.wallMs()), key: token };
  }

  /** Revokes the key with this `id` at once. */
  async #revoke(params: Params): Promise<KeyWire> {
    const { keys, clock } = this.#parts;
    const key = await keys.revoke(text(params, "id"));
    await this.#note(key.org, `keys revoke ${key.id}`);
    return keyWire(key, clock.wallMs());
  }

  /** Returns a new setup code, which voids the former one. */
  async #setupCode(): Promise<{ code: string; expires_in_seconds: number }> {
    const { setup } = this.#parts;
    if (!setup) throw fail("not_ready", "appliance: is not running. Start it first");
    await this.#note(setup.org, "setup-code issue");
    const { code, lifeSec } = setup.codes.issueBesideKeys();
    return { code, expires_in_seconds: lifeSec };
  }

  async #createOrg(params: Params): Promise<OrganisationWire> {
    const name = optionalText(params, "name");
    const org = await this.#parts.orgs.create({
      id: text(params, "id"),
      ...(name === undefined ? {} : { name }),
    });
    await this.#note(org.id, `orgs create ${org.id}`);
    return orgWire(org);
  }

  /** Returns the newest entries of `org`'s audit log. */
  #auditList(params: Params): readonly AuditWire[] {
    return auditPage(this.#parts.audit, this.#knownOrg(params), pageFor(params)).items;
  }

  async #note(org: string, action: string): Promise<void> {
    await this.#parts.audit.add({
      org,
      actor: { kind: "cli", key_id: null },
      address: null,
      action,
      outcome: { status: 200, code: null },
      requestId: null,
    });
  }
}

function pageFor(params: Params): { limit: number; offset: number } {
  const limit = params["limit"] ?? firstPage.limit;
  if (typeof limit !== "number" || !(limit >= 1 && limit <= 1000)) {
    throw wrong("limit", "a number from 1 to 1000");
  }
  return { ...firstPage, limit };
}

/** An organisation as the command line prints it. */
interface OrganisationWire {
  id: string;
  object: "organisation";
  name: string;
  /** Unix seconds; null for `default`, which exists from the start. */
  created_at: number | null;
}

function orgWire({ id, name, createdAtMs }: Organisation): OrganisationWire {
  const createdAt = createdAtMs === 0 ? null : Math.floor(createdAtMs / 1000);
  return { id, object: "organisation", name, created_at: createdAt };
}

function wrong(param: string, expected: string): Error {
  return invalidField(param, `has a wrong value. Give ${expected}`);
}

function text(params: Params, name: string): string {
  const value = params[name];
  if (typeof value !== "string") throw wrong(name, "a text");
  return value;
}

function optionalText(params: Params, name: string): string | undefined {
  return params[name] === undefined ? undefined : text(params, name);
}

function optionalTexts(params: Params, name: string): string[] | undefined {
  const value = params[name];
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw wrong(name, "a list of texts");
}

function newKeyOf(params: Params): NewApiKey {
  const { expires_in_seconds: expires } = params;
  const scopes = optionalTexts(params, "scopes");
  const networks = optionalTexts(params, "networks");
  if (expires !== undefined && expires !== null && typeof expires !== "number") {
    throw wrong("expires_in_seconds", "a number or null");
  }
  const preset = optionalText(params, "preset") as ScopePreset | undefined;
  return {
    org: text(params, "org"),
    name: text(params, "name"),
    ...(preset === undefined ? {} : { preset }),
    // `ApiKeys` refuses unknown scopes.
    ...(scopes === undefined ? {} : { scopes: scopes as Scope[] }),
    ...(networks === undefined ? {} : { networks }),
    ...(expires === undefined ? {} : { expiresInMs: expires === null ? null : expires * 1000 }),
  };
}
