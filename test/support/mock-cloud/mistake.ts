/** What a request did wrong, before a provider's words are found for it. */
export type MistakeKind =
  | "no_key"
  | "wrong_key"
  | "no_version"
  | "no_route"
  | "no_model"
  | "not_json"
  | "too_large"
  | "unknown_field"
  | "missing_field"
  | "wrong_type"
  | "wrong_value"
  | "bad_schema"
  | "bad_picture"
  | "no_voice"
  | "key_reused";

/** A request that the provider refuses. */
export class Mistake extends Error {
  readonly kind: MistakeKind;
  /** The field, as the provider writes places, e.g. `messages[0].content`; empty for the whole request. */
  readonly field: string;

  constructor(kind: MistakeKind, field: string, message: string) {
    super(message);
    this.kind = kind;
    this.field = field;
  }
}
