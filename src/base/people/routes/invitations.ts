import { Type } from "typebox";
import { listOf } from "../../contract/answers.ts";
import { invalidField } from "../../contract/fail.ts";
import { authorOf } from "../../contract/person.ts";
import type { Caller } from "../../jobs/operation.ts";
import type { Invitation, Invitations, IssuedInvitation, NewInvitation } from "../invitations.ts";
import { invitationWire } from "../invitation-wire.ts";
import type { People } from "../people.ts";
import {
  invitationAnswer as invitationSchema,
  newInvitationAnswer,
  type NewInvitationBody,
  newInvitationSchema,
} from "../wire/person.ts";
import { type Answer, listAnswer, unixSeconds } from "../../../http/answers/envelope-wire.ts";
import { closedObject } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import { assertMayGive, ownPerson } from "./people.ts";
import { personLimits } from "../person-terms.ts";

const path = "/api/v1/people/invitations";
const shared = { tag: "people", access: "keys:admin" } as const;

/** Dependencies of the routes of invitations. */
export interface InvitationRouteParts {
  people: People;
  invitations: Invitations;
  /** Address under which browsers reach the page. */
  pageUrl(): string;
}

/** Invitations of the caller's organisation. */
export function invitationRoutes(parts: InvitationRouteParts): Route[] {
  return [list(parts), create(parts), withdraw(parts)];
}

function list({ invitations }: InvitationRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "GET",
    path,
    summary: "List the open invitations, newest first, without their links",
    answers: { 200: { description: "All open invitations", schema: listOf(invitationSchema) } },
    handle({ caller }) {
      const items = invitations.list(caller.org).map(invitationWire);
      return listAnswer({ items, total: items.length, hasMore: false, nextCursor: null });
    },
  });
}

function create(parts: InvitationRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "POST",
    path,
    summary: "Create a link that works once, for a new account or for a new password of an account",
    body: newInvitationSchema,
    answers: { 201: { description: "The invitation with its link", schema: newInvitationAnswer } },
    errors: ["conflict", "not_found"],
    replayable: true,
    secretFields: ["token", "url"],
    async handle({ caller, body, reply }, keep) {
      const input = inputOf(parts.people, caller, body);
      assertMayGive(caller, input.role);
      reply.code(201);
      const issuedAnswer = ({ invitation, token }: IssuedInvitation): Answer =>
        answerOf(invitation, { token, url: linkOf(parts.pageUrl(), invitation, token) });
      return issuedAnswer(
        await parts.invitations.create(input, (tx, issued) => keep(tx, issuedAnswer(issued))),
      );
    },
  });
}

function withdraw({ invitations }: InvitationRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "DELETE",
    path: `${path}/:invitation_id`,
    summary: "Withdraw an invitation",
    params: closedObject({ invitation_id: Type.String({ pattern: "^[0-9a-f]{24}$" }) }),
    answers: { 200: { description: "The withdrawn invitation", schema: invitationSchema } },
    handle: async ({ caller, params: { invitation_id: id } }) =>
      answerOf(await invitations.withdraw(caller.org, id)),
  });
}

/** The token is in the fragment, which browsers send to no server. */
function linkOf(pageUrl: string, { personId }: Invitation, token: string): string {
  return `${pageUrl}/#/${personId === null ? "invitation" : "new-password"}/${token}`;
}

function inputOf(people: People, caller: Caller, body: NewInvitationBody): NewInvitation {
  const { role, cameras = null, name = null, person_id: personId } = body;
  const lifeSec = body.expires_in_seconds ?? personLimits.invitationDefaultSec;
  const more = { org: caller.org, createdBy: authorOf(caller), lifeSec };
  if (personId !== undefined) {
    if (role !== undefined || name !== null || cameras !== null) {
      throw invalidField("person_id", "goes without role, name and cameras. Send it alone");
    }
    const person = ownPerson(people, caller, personId);
    return { ...more, role: person.role, cameras: person.cameras, name: person.name, personId };
  }
  if (role === undefined) throw invalidField("role", "is missing. Send a role or a person_id");
  return { ...more, role, cameras, name, personId: null };
}

function answerOf(invitation: Invitation, link: { token?: string; url?: string } = {}): Answer {
  const createdAt = unixSeconds(invitation.createdAtMs);
  const data = { ...invitationWire(invitation), ...link };
  return { object: "invitation", status: "open", createdAt, data };
}
