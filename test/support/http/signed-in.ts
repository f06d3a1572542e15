import assert from "node:assert/strict";
import type { HttpAnswer } from "./ask.ts";
import type { Rig } from "./rig.ts";
import type { PersonRole } from "../../../src/base/people/person-terms.ts";

/** A browser that is signed in. */
export interface SignedIn {
  /** What it sends with every request that changes something. */
  headers: Record<string, string>;
  /** The session alone. */
  cookie: string;
  answer: HttpAnswer;
}

export const password = "correct horse battery";

/** Signs in; fails the test when the box refuses. */
export async function signIn(
  rig: Rig,
  body: object,
  headers: Record<string, string> = {},
): Promise<SignedIn> {
  const answer = await rig.ask("/api/v1/session", { method: "POST", key: null, body, headers });
  assert.equal(answer.status, 201, JSON.stringify(answer.json));
  const cookies = answer.headers["set-cookie"]!.map((each) => each.split(";")[0]!);
  const cookie = cookies.find((each) => each.startsWith("gatehouse_session="))!;
  const all = cookies.join("; ");
  return {
    cookie,
    headers: { cookie: all, "x-csrf-token": answer.json.data.csrf_token },
    answer,
  };
}

/** Makes an account as the rig's administrator key; its id. */
export async function newPerson(
  rig: Rig,
  person: { name: string; role: PersonRole; cameras?: string[] | null },
): Promise<string> {
  const answer = await rig.post("/api/v1/people", { password, ...person });
  assert.equal(answer.status, 201, JSON.stringify(answer.json));
  return answer.json.data.id;
}
