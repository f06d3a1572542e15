import { call } from "./api.js";
import { canPlayLive, LivePlayer } from "./live-player.js";
import { wordsOfMasks, wordsOfRate, wordsOfRecording, wordsOfState } from "./words.js";

/** `context.site` of the demo's drawn scene. */
const syntheticSite = "Demo yard (synthetic scene)";
const refreshMs = 3000;
/** A browser opens six connections to one host; live pictures and events each keep one. */
const maxLive = 3;
/** A live view is opened anew after this time, before the box ends it at an hour. */
const liveMaxMs = 30 * 60_000;

/** The list of streams with their pictures. */
export class StreamBoard {
  #list = document.getElementById("stream-list");
  #note = document.getElementById("streams-note");
  #template = document.getElementById("stream-template");
  #cards = new Map();
  #timer;

  /** Shows the streams and keeps them current until `stop`. */
  start() {
    this.stop();
    this.#timer = setInterval(() => this.refresh(), refreshMs);
    return this.refresh();
  }

  /** Lets go of every picture. */
  stop() {
    clearInterval(this.#timer);
    for (const card of this.#cards.values()) card.remove();
    this.#cards.clear();
  }

  /** Opens all live pictures again, e.g. after the connection was lost. */
  reopen() {
    for (const card of this.#cards.values()) card.closeLive();
    return this.refresh();
  }

  async refresh() {
    if (document.hidden) return;
    let streams;
    try {
      streams = (await call("GET", "/surveillance/streams?limit=100")).data;
    } catch (error) {
      this.#note.textContent = error.message;
      return;
    }
    this.#note.textContent = streams.length === 0 ? "No stream is watched yet." : "";
    const isSynthetic = streams.some((stream) => stream.context?.site === syntheticSite);
    document.getElementById("synthetic").hidden = !isSynthetic;
    this.#dropMissing(new Set(streams.map((stream) => stream.stream_id)));
    streams.forEach((stream, index) =>
      this.#cardOf(stream.stream_id).show(stream, index < maxLive),
    );
  }

  #dropMissing(present) {
    for (const [id, card] of this.#cards) {
      if (present.has(id)) continue;
      card.remove();
      this.#cards.delete(id);
    }
  }

  #cardOf(id) {
    let card = this.#cards.get(id);
    if (!card) {
      card = new StreamCard(id, this.#template.content.firstElementChild.cloneNode(true));
      this.#cards.set(id, card);
      this.#list.append(card.element);
    }
    return card;
  }
}

class StreamCard {
  #path;
  #image;
  #video;
  #boxes;
  #player;
  #isPlayable = canPlayLive;
  #liveSince = 0;
  #blobUrl;
  #isLoading = false;

  constructor(id, element) {
    this.element = element;
    this.#path = `/api/v1/surveillance/streams/${encodeURIComponent(id)}`;
    this.#image = element.querySelector("img");
    this.#image.alt = `Picture of ${id}`;
    this.#image.addEventListener("error", () => this.closeLive());
    this.#video = element.querySelector("video");
    this.#video.setAttribute("aria-label", `Live video of ${id}`);
    this.#boxes = element.querySelector("[name=boxes]");
    this.#boxes.addEventListener("change", () => {
      this.closeLive();
      this.#openLive();
    });
    element.querySelector("h3").textContent = id;
    element.dataset.stream = id;
  }

  show(stream, isLive) {
    const text = (selector, value) => (this.element.querySelector(selector).textContent = value);
    const site = stream.context?.site;
    text(".stream-state", wordsOfState(stream.state) + (site ? ` · ${site}` : ""));
    this.element.dataset.state = stream.state;
    const dropped = Object.entries(stream.frames_dropped ?? {}).filter(([, count]) => count > 0);
    text("[data-field=in]", wordsOfRate(stream.fps_in));
    text("[data-field=detected]", wordsOfRate(stream.fps_detected));
    text("[data-field=model]", stream.model?.name ?? "");
    const reasons = dropped.map(([reason, count]) => `${count} ${reason.replaceAll("_", " ")}`);
    text("[data-field=dropped]", reasons.join(", ") || "none");
    text("[data-field=recorded]", wordsOfRecording(stream.recording));
    text(".stream-masks", wordsOfMasks(stream));
    text(".stream-error", stream.last_error ? stream.last_error.message : "");
    const hasVideo = stream.state === "watching" || stream.state === "degraded";
    text(".stream-veil", hasVideo ? "" : wordsOfState(stream.state));
    this.#boxes.disabled = !isLive || !this.#isPlayable;
    if (!hasVideo) this.closeLive();
    else if (isLive) this.#openLive();
    else void this.#loadStill();
  }

  closeLive() {
    this.#liveSince = 0;
    this.#player?.close();
    this.#player = undefined;
    this.#video.hidden = true;
    this.#image.hidden = false;
    if (this.#image.hasAttribute("src")) this.#image.removeAttribute("src");
    if (this.#blobUrl) URL.revokeObjectURL(this.#blobUrl);
    this.#blobUrl = undefined;
  }

  remove() {
    this.closeLive();
    this.element.remove();
  }

  #openLive() {
    const now = performance.now();
    if (this.#liveSince > 0 && now - this.#liveSince < liveMaxMs) return;
    this.closeLive();
    this.#liveSince = now;
    if (this.#isPlayable && !this.#boxes.checked) this.#openPlayer();
    else this.#image.src = `${this.#path}/live.mjpeg?width=960&fps=5`;
  }

  /** The camera's own video; what cannot be played is shown as pictures from then on. */
  #openPlayer() {
    this.#image.hidden = true;
    this.#video.hidden = false;
    this.#player = new LivePlayer(this.#video, this.#path, (reason) => {
      this.#isPlayable = false;
      this.element.querySelector(".stream-note").textContent = reason;
      this.closeLive();
      this.#openLive();
    });
  }

  async #loadStill() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      const response = await fetch(`${this.#path}/snapshot.jpg?width=640`);
      if (!response.ok) return;
      const url = URL.createObjectURL(await response.blob());
      this.closeLive();
      this.#blobUrl = url;
      this.#image.src = url;
    } catch {
      // The next refresh tries again, and the header says when the box cannot be reached.
    } finally {
      this.#isLoading = false;
    }
  }
}
