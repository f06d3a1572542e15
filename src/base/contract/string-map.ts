import { Type } from "typebox";
import { limits } from "./limits.ts";

/**
 * The caller's own strings by name, kept and echoed as they were sent: at most 16, of 500 characters each
 * (contract section 8, decisions section 3). Every value is checked, whatever its name.
 */
export const stringMap = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: "object",
    maxProperties: limits.metadataKeys,
    additionalProperties: { type: "string", maxLength: limits.metadataValueLength },
    description,
  });
