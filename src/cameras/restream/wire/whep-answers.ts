import { Type } from "typebox";

/** The answer to the end of a session. */
export const whepEndedAnswer = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });
