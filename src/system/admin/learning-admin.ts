import { fail } from "../../base/contract/fail.ts";
import { learntWire } from "../../perception/learning/learning-wire.ts";
import type { LearntLessons } from "../../perception/learning/learnt-record.ts";
import type { FootageForm } from "../../perception/learning/footage-export.ts";
import type { LearntWire } from "../../perception/wire/learning-answers.ts";
import type { ModelWorkWire } from "../../perception/wire/models-answers.ts";
import type { ModelWorkState } from "../../perception/models/install/model-work.ts";

/** Learning from marks, as the command line needs it; every call is bound to one organisation. */
export interface LearningCommands {
  begin(org: string): Promise<void>;
  undo(org: string): Promise<void>;
  learnt(org: string): LearntLessons | null;
  /** The last work on models and how far it is. */
  work(): ModelWorkState | null;
  /** An archive of the marked pictures. */
  footage(org: string, form: FootageForm): Promise<AsyncIterable<Buffer>>;
}

/** The state after each call. */
export interface LearningState {
  learnt: LearntWire | null;
  work: ModelWorkWire | null;
}

/** Answers `learning.*` requests of the socket. Codes: those of `LearningService`, `not_found`. */
export async function answerLearning(
  learning: LearningCommands,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<LearningState> {
  const org = orgOf(params);
  if (method === "learning.begin") await learning.begin(org);
  else if (method === "learning.undo") await learning.undo(org);
  else if (method !== "learning.state") {
    throw fail("not_found", `method: there is no ${method.slice(0, 60)}. Upgrade the box`);
  }
  const learnt = learning.learnt(org);
  return { learnt: learnt && learntWire(learnt), work: learning.work() };
}

/** The archive of `learning.footage`. Codes: `not_found`, `invalid_request_body`. */
export async function footageOf(
  learning: LearningCommands,
  params: Readonly<Record<string, unknown>>,
): Promise<AsyncIterable<Buffer>> {
  return await learning.footage(orgOf(params), params["form"] === "tar" ? "tar" : "zip");
}

/** The organisation of a request. Throws `invalid_request_body`. */
function orgOf({ org }: Readonly<Record<string, unknown>>): string {
  if (typeof org === "string") return org;
  throw fail("invalid_request_body", "org: must be a text. Name an organisation", { param: "org" });
}
