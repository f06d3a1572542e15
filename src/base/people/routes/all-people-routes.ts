import type { HttpServices } from "../../../http/services.ts";
import type { Route } from "../../../http/route.ts";
import type { ApiKeys } from "../../keys/api-keys.ts";
import type { Sessions } from "../../keys/sessions.ts";
import type { SetupCode } from "../../keys/setup-code.ts";
import type { Accounts } from "../accounts.ts";
import { invitationRoutes } from "./invitations.ts";
import { pageSessionRoutes } from "./page-sessions.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { peopleRoutes } from "./people.ts";
import { sessionRoutes } from "./session.ts";

/** Dependencies of the routes of people and their sessions. */
export interface AllPeopleRouteParts {
  accounts: Accounts;
  keys: ApiKeys;
  sessions: Sessions;
  /** Takes the code for the first key or account; absent: no such code is taken. */
  setup?: SetupCode;
  /** Address under which browsers reach the page. */
  pageUrl(): string;
}

/** Signing in, page sessions, accounts and invitations. */
export function allPeopleRoutes(parts: AllPeopleRouteParts, http: HttpServices): Route[] {
  const { accounts, pageUrl } = parts;
  const all = {
    ...parts,
    ...accounts,
    countFailures: <R>(...args: Parameters<typeof http.countFailures<R>>) =>
      http.countFailures(...args),
  };
  return [
    ...sessionRoutes(all),
    ...pageSessionRoutes(all),
    ...invitationRoutes({ ...accounts, pageUrl }),
    ...passkeyRoutes(accounts),
    ...peopleRoutes(all),
  ];
}
