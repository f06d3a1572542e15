import type { Capability } from "../../uplink/uplink-terms.ts";
import {
  type Bare,
  type EndpointCall,
  EndpointFailure,
  type ModelEndpoint,
  type CallFigures,
} from "../../uplink/endpoint-port.ts";
import type { Answers, Requests, SpeechAnswer, SpeechRequest } from "../../uplink/requests.ts";
import { Exchange } from "./exchange.ts";
import { cannot } from "./providers.ts";
import type { Transport } from "./transport.ts";

/** The parts of an endpoint of ElevenLabs. */
export interface ElevenLabsEndpointParts {
  transport: Transport;
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey: () => Promise<string | null>;
  wallMs: () => number;
}

/** Formats that every plan of ElevenLabs may ask for. */
const outputs = {
  wav: { format: "wav_24000", mediaType: "audio/wav" },
  mp3: { format: "mp3_44100_128", mediaType: "audio/mpeg" },
} as const;

/** ElevenLabs' text to speech; it does nothing else, and speaks with named voices only. */
export class ElevenLabsEndpoint implements ModelEndpoint {
  readonly #parts: ElevenLabsEndpointParts;

  constructor(parts: ElevenLabsEndpointParts) {
    this.#parts = parts;
  }

  async ask<C extends Capability>(
    { capability, model, request }: { capability: C; model: string; request: Requests[C] },
    call: EndpointCall,
  ): Promise<{ answer: Bare<Answers[C]>; received: CallFigures }> {
    const { transport, wallMs } = this.#parts;
    const exchange = new Exchange({ transport, call, wallMs });
    const refuse = (): never => cannot(capability);
    const answerers: {
      [K in Capability]: (request: Requests[K]) => Promise<Bare<Answers[K]>>;
    } = {
      image: refuse,
      image_edit: refuse,
      text: refuse,
      vision: refuse,
      speech: (speech) => this.#speak(speech, model, exchange),
    };
    return { answer: await answerers[capability](request), received: exchange.received };
  }

  async #speak(
    { text, voice, format }: SpeechRequest,
    model: string,
    exchange: Exchange,
  ): Promise<Bare<SpeechAnswer>> {
    const { baseUrl, apiKey } = this.#parts;
    if (voice === undefined) throw new EndpointFailure("rejected", "it needs the name of a voice");
    const { format: output, mediaType } = outputs[format];
    const path = `/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=${output}`;
    const answer = await exchange.fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "xi-api-key": (await apiKey()) ?? "" },
      body: JSON.stringify({ text, model_id: model }),
    });
    const audio = new Uint8Array(await answer.arrayBuffer());
    return { audio, mediaType };
  }
}
