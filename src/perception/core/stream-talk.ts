import type { TalkCodec } from "../../cameras/talk/talk-port.ts";
import type { talkStates } from "../talk/talk-terms.ts";

/** What a running stream knows about its camera's loudspeaker. */
export interface StreamTalk {
  state: (typeof talkStates)[number];
  /** Null unless the state is `offered`. */
  codec: TalkCodec | null;
  /** Name of the person or the key that talks to the camera now; null for nobody. */
  talker: string | null;
}
