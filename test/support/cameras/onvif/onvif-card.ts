import { find, type XmlElement } from "../../../../src/adapters/onvif/xml.ts";
import { OnvifFault } from "./onvif-wire.ts";
import type { CardRecording } from "./replay-server.ts";

/** The recording of a test device. */
export interface Card {
  /** Where it is replayed. */
  url: string;
  recordings(): readonly CardRecording[];
}

/** Recording search and replay of a test device; a search tells its result with the second question. */
export class OnvifCard {
  readonly #card: Card;
  #asked = 0;

  constructor(card: Card) {
    this.#card = card;
  }

  search(call: XmlElement): string {
    switch (call.name) {
      case "FindRecordings":
        if (!find(call, "KeepAliveTime") || !find(call, "Scope")) {
          throw new OnvifFault("ter:InvalidArgVal", "no scope or time");
        }
        this.#asked = 0;
        return "<x:SearchToken>s1</x:SearchToken>";
      case "GetRecordingSearchResults": {
        if (find(call, "SearchToken")?.text !== "s1") {
          throw new OnvifFault("ter:InvalidToken", "no such search");
        }
        this.#asked += 1;
        const isOver = this.#asked > 1;
        const state = `<tt:SearchState>${isOver ? "Completed" : "Searching"}</tt:SearchState>`;
        return `<x:ResultList>${state}${isOver ? this.#results() : ""}</x:ResultList>`;
      }
      default:
        return "";
    }
  }

  replay(call: XmlElement): string {
    const token = find(call, "RecordingToken")?.text ?? "";
    if (call.name !== "GetReplayUri" || !token.startsWith("rec")) {
      throw new OnvifFault("ter:NoRecording", "no such recording");
    }
    return `<x:Uri>${this.#card.url}</x:Uri>`;
  }

  #results(): string {
    return this.#card
      .recordings()
      .map(({ fromMs, toMs }, at) => {
        const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
        const track = (token: string, type: string): string =>
          `<tt:Track><tt:TrackToken>${token}</tt:TrackToken><tt:TrackType>${type}</tt:TrackType><tt:DataFrom>${from}</tt:DataFrom><tt:DataTo>${to}</tt:DataTo></tt:Track>`;
        return `<tt:RecordingInformation><tt:RecordingToken>rec${at}</tt:RecordingToken><tt:EarliestRecording>${from}</tt:EarliestRecording><tt:LatestRecording>${to}</tt:LatestRecording>${track("v", "Video")}${track("m", "Metadata")}<tt:RecordingStatus>Recording</tt:RecordingStatus></tt:RecordingInformation>`;
      })
      .join("");
  }
}
