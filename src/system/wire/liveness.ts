import { Type } from "typebox";

/** `data` of `GET /healthz`. */
export const healthAnswer = Type.Object({ healthy: Type.Boolean() });

/** `data` of `GET /readyz`. */
export const readyAnswer = Type.Object({ ready: Type.Boolean() });
