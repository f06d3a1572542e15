import type { StoredVideo } from "../../cameras/onvif-port.ts";
import { fail } from "../../base/contract/fail.ts";
import { reachable } from "./profiles.ts";
import { namespaces, type Services } from "./services.ts";
import type { SoapClient } from "./soap-client.ts";
import { all, escapeXml, find, textOf, type XmlElement } from "./xml.ts";

/** Recordings read of one camera, and questions for them. */
const maxRecordings = 200;
const maxQuestions = 20;
/** Offsets below this are the error of asking for the time, which has whole seconds. */
const sameClockMs = 1500;
/** Recordings of the same time are two cameras, except for a seam between two files. */
const seamMs = 2000;

interface Recording {
  token: string;
  fromMs: number;
  toMs: number;
}

/** The recordings that a camera keeps on its own storage (ONVIF Recording Search and Replay, Profile G). */
export class RecordingSearch {
  readonly #client: SoapClient;
  readonly #paths: { search: string; replay: string };

  private constructor(client: SoapClient, paths: { search: string; replay: string }) {
    this.#client = client;
    this.#paths = paths;
  }

  /** Throws `onvif_refused` for a camera that stores nothing. */
  static of(client: SoapClient, { search, replay }: Services): RecordingSearch {
    if (search !== undefined && replay !== undefined) {
      return new RecordingSearch(client, { search, replay });
    }
    throw fail(
      "onvif_refused",
      "camera: has no recordings of its own (ONVIF Profile G). Use a camera with storage",
    );
  }

  /** Stored video inside the span, oldest first; `onvif_refused` where two recordings have the same time. */
  async between(span: { fromMs: number; toMs: number }): Promise<StoredVideo[]> {
    const { clockOffsetMs } = this.#client;
    const offsetMs = Math.abs(clockOffsetMs) < sameClockMs ? 0 : Math.round(clockOffsetMs);
    const found = (await this.#recordings()).flatMap(({ token, fromMs, toMs }) => {
      const cut = {
        token,
        fromMs: Math.max(span.fromMs, fromMs - offsetMs),
        toMs: Math.min(span.toMs, toMs - offsetMs),
      };
      return cut.toMs > cut.fromMs ? [cut] : [];
    });
    const recordings = found.toSorted((a, b) => a.fromMs - b.fromMs);
    const isAmbiguous = recordings.some(
      (one, at) => one.fromMs < (recordings[at - 1]?.toMs ?? -Infinity) - seamMs,
    );
    if (isAmbiguous) {
      throw fail(
        "onvif_refused",
        "camera: stores several recordings of the same time, so the box cannot tell which is this camera's. Turn backfill off",
      );
    }
    const videos: StoredVideo[] = [];
    for (const { token, fromMs, toMs } of recordings) {
      const url = await this.#replayUrl(token);
      if (url !== null) videos.push({ fromMs, toMs, url, clockOffsetMs: offsetMs });
    }
    return videos;
  }

  async #recordings(): Promise<Recording[]> {
    const scope = `<o:Scope/><o:MaxMatches>${maxRecordings}</o:MaxMatches><o:KeepAliveTime>PT30S</o:KeepAliveTime>`;
    const started = await this.#ask("FindRecordings", scope);
    const search = `<o:SearchToken>${escapeXml(textOf(started, "SearchToken") ?? "")}</o:SearchToken>`;
    const recordings: Recording[] = [];
    for (let question = 0; question < maxQuestions; question += 1) {
      const more = `${search}<o:MinResults>1</o:MinResults><o:MaxResults>50</o:MaxResults><o:WaitTime>PT2S</o:WaitTime>`;
      const list = find(await this.#ask("GetRecordingSearchResults", more), "ResultList");
      recordings.push(...all(list, "RecordingInformation").flatMap(recordingOf));
      if (textOf(list, "SearchState") === "Completed") return recordings.slice(0, maxRecordings);
    }
    await this.#ask("EndSearch", search);
    return recordings.slice(0, maxRecordings);
  }

  async #replayUrl(token: string): Promise<string | null> {
    const setup =
      "<o:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></o:StreamSetup>";
    const answer = await this.#client.call({
      path: this.#paths.replay,
      namespace: namespaces.replay,
      operation: "GetReplayUri",
      body: `${setup}<o:RecordingToken>${escapeXml(token)}</o:RecordingToken>`,
    });
    return reachable(textOf(answer, "Uri"), this.#client.hostname, ["rtsp:", "rtsps:"]);
  }

  #ask(operation: string, body: string): Promise<XmlElement> {
    return this.#client.call({
      path: this.#paths.search,
      namespace: namespaces.search,
      operation,
      body,
    });
  }
}

/** A recording by its video tracks; one without them has nothing to fetch. */
function recordingOf(information: XmlElement): Recording[] {
  const token = textOf(information, "RecordingToken");
  const times = all(information, "Track")
    .filter((track) => textOf(track, "TrackType") === "Video")
    .map((track) => ({
      fromMs: Date.parse(textOf(track, "DataFrom") ?? ""),
      toMs: Date.parse(textOf(track, "DataTo") ?? ""),
    }))
    .filter(({ fromMs, toMs }) => toMs > fromMs);
  if (token === null || times.length === 0) return [];
  return [
    {
      token,
      fromMs: Math.min(...times.map(({ fromMs }) => fromMs)),
      toMs: Math.max(...times.map(({ toMs }) => toMs)),
    },
  ];
}
