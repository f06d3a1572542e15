import { fail } from "../base/contract/fail.ts";
import { nearestIds } from "../base/contract/nearest.ts";
import type { Uplink } from "../uplink/uplink-port.ts";
import type { BoxVoice } from "./box-voice.ts";
import type { ListedVoice, VoiceProvider } from "./provider-port.ts";

/** The sources of voices. */
export interface VoiceCatalogParts {
  voice: Pick<BoxVoice, "voices" | "canSpeak">;
  providers: readonly VoiceProvider[];
  uplink: Pick<Uplink, "has">;
}

const voiceSources = ["espeak", "openai", "elevenlabs"] as const;
const voiceIdForm = new RegExp(`^(${voiceSources.join("|")}):[A-Za-z0-9_+-]{1,64}$`);
/** Most names that a refusal suggests. */
const offered = 3;

/** The voices of the box and of its providers. */
export class VoiceCatalog {
  readonly #parts: VoiceCatalogParts;

  constructor(parts: VoiceCatalogParts) {
    this.#parts = parts;
  }

  /** Returns the voices of the box, then those of each provider; an unavailable source has a reason. */
  async all(): Promise<readonly ListedVoice[]> {
    const { providers } = this.#parts;
    const own = await this.#ofBox();
    const theirs = await Promise.all(providers.map((each) => each.voices()));
    return [...own, ...theirs.flat()];
  }

  /**
   * Refuses a voice (`<source>:<name>`) that its source does not list, with the nearest ones: `invalid_request_body`
   * with `param`. Skips the check of a source whose list is unavailable, and of OpenAI names while an endpoint of the
   * kind `openai-compatible` makes speech, because it has voices of its own.
   */
  async check(voiceId: string, param: string): Promise<void> {
    if (!voiceIdForm.test(voiceId)) throw await this.#unformed(voiceId, param);
    const [source = "", name = ""] = voiceId.split(":", 2);
    const listed = (await this.#voicesOf(source)).filter(({ id }) => !id.endsWith(unlistedSuffix));
    if (listed.length === 0 || listed.some(({ id }) => id === voiceId)) return;
    const choices = listed.map((each) => ({
      id: each.id.slice(source.length + 1),
      name: each.name,
    }));
    const near = nearestIds(name, choices, offered).map((id) => `${source}:${id}`);
    const message =
      `${param}: no source has the voice ${voiceId}. The nearest are ${near.join(", ")}; ` +
      "GET /api/v1/voice/voices lists all";
    throw fail("invalid_request_body", message, { param });
  }

  /** Returns the refusal of a name without a source: with the nearest names of all sources. */
  async #unformed(voiceId: string, param: string) {
    const sources = await Promise.all(voiceSources.map((source) => this.#voicesOf(source)));
    const listed = sources.flat().filter(({ id }) => !id.endsWith(unlistedSuffix));
    const [prefix = "", ...rest] = voiceId.split(":");
    const name = rest.length === 0 ? prefix : rest.join(":");
    const choices = listed.map((each) => ({ id: each.id.split(":")[1] ?? "", name: each.name }));
    const near = nearestIds(name, choices, offered).map(
      (found) => listed[choices.findIndex(({ id }) => id === found)]!.id,
    );
    const hint = near.length === 0 ? "" : ` The nearest are ${near.join(", ")};`;
    const message =
      `${param}: ${voiceId} is not the name of a voice. Send <source>:<name> with one of the sources ` +
      `${voiceSources.join(", ")}.${hint} GET /api/v1/voice/voices lists all`;
    return fail("invalid_request_body", message, { param });
  }

  async #voicesOf(source: string): Promise<readonly ListedVoice[]> {
    if (source === "espeak") return await this.#ofBox();
    const kinds = ["openai-compatible"] as const;
    const need = { capability: "speech", dataClass: "voice", kinds } as const;
    if (source === "openai" && this.#parts.uplink.has(need)) return [];
    const provider = this.#parts.providers.find((each) => each.name === source);
    return (await provider?.voices()) ?? [];
  }

  async #ofBox(): Promise<ListedVoice[]> {
    const { voice } = this.#parts;
    const own = await voice.voices();
    const { available, reason } = voice.canSpeak();
    const listed: ListedVoice[] = own.map(({ id, name, languages, gender }) => ({
      id,
      name,
      languages: [...languages],
      gender,
      source: "box",
      isAvailable: available,
      reason,
    }));
    return available || listed.length > 0 ? listed : [unlisted(reason)];
  }
}

/** Suffix of the id of the entry that reports an unavailable list. */
const unlistedSuffix = ":unknown";

/** The entry of a box that cannot speak. */
function unlisted(reason: string | null): ListedVoice {
  return {
    id: `espeak${unlistedSuffix}`,
    name: "Voices of the box",
    languages: [],
    gender: null,
    source: "box",
    isAvailable: false,
    reason,
  };
}
