import { GatehouseApiError } from "../../../client/source/errors.ts";

/** A refusal, divided into what concerns the fields of a form and the rest. */
export interface FieldProblems {
  /** What the box refused about a field: its English sentence, without the field's name. */
  of(param: string): string | undefined;
  /** The error, if it concerns none of the fields. */
  rest: unknown;
}

/** Divides `error` among the fields `params`, which have the names of the API. */
export function fieldProblems(error: unknown, params: readonly string[]): FieldProblems {
  const refused = error instanceof GatehouseApiError ? error.param : undefined;
  const isAbout = (param: string): boolean =>
    refused !== undefined &&
    (refused === param || refused.startsWith(`${param}.`) || refused.startsWith(`${param}[`));
  const sentence = error instanceof GatehouseApiError ? plainSentence(error) : "";
  return {
    of: (param) => (isAbout(param) ? sentence : undefined),
    rest: params.some(isAbout) ? undefined : error,
  };
}

/** The sentence without the code and the name of the field, which stands beside it. */
function plainSentence({ code, message, param = "" }: GatehouseApiError): string {
  const text = message.replace(`${code}: `, "");
  return text.startsWith(`${param}: `) ? text.slice(param.length + 2) : text;
}
