import type { Invitation } from "./invitations.ts";
import type { InvitationWire } from "./wire/person.ts";

/** The invitation as people see it, without its token. */
export function invitationWire(invitation: Invitation): InvitationWire {
  return {
    id: invitation.id,
    object: "invitation",
    role: invitation.role,
    cameras: invitation.cameras && [...invitation.cameras],
    name: invitation.name,
    person_id: invitation.personId,
    created_at: Math.floor(invitation.createdAtMs / 1000),
    created_by: invitation.createdBy,
    expires_at: Math.floor(invitation.expiresAtMs / 1000),
  };
}
