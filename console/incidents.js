import { call } from "./api.js";
import { wordsOfTime, wordsOfType } from "./words.js";

/** Older incidents leave the page; the API still has them. */
const maxShown = 200;
const newsPeriodMs = 2000;

/** The newest incidents, newest first. */
export class IncidentBoard {
  #list = document.getElementById("incident-list");
  #note = document.getElementById("incidents-note");
  #template = document.getElementById("incident-template");
  #news = document.getElementById("news");
  #dialog = document.getElementById("picture");
  /** Incident id → { incident, element }, at most `maxShown`. */
  #rows = new Map();
  #newsAt = 0;
  /** The incident in the dialog. */
  #shown;

  constructor() {
    this.#dialog.addEventListener("close", () => {
      this.#dialog.querySelector("img").removeAttribute("src");
      const video = this.#dialog.querySelector("video");
      video.removeAttribute("src");
      video.load();
    });
    this.#dialog.querySelector("video").addEventListener("error", () => {
      if (this.#dialog.open) void this.#explainClip();
    });
  }

  /** Reads the newest incidents; what events have told since then stays. */
  async load() {
    try {
      const page = await call("GET", "/surveillance/incidents?limit=100");
      for (const incident of page.data.toReversed()) this.show(incident);
      this.#note.textContent = this.#rows.size === 0 ? "Nothing has happened yet." : "";
    } catch (error) {
      this.#note.textContent = error.message;
    }
  }

  clear() {
    this.#rows.clear();
    this.#list.replaceChildren();
    if (this.#dialog.open) this.#dialog.close();
  }

  /** Shows an incident or its newer version; `isNews` for one that has just been opened. */
  show(incident, isNews = false) {
    const row = this.#rows.get(incident.id) ?? this.#addRow(incident);
    if (!row || incident.last_seen_at < row.incident.last_seen_at) return;
    row.incident = { ...row.incident, ...incident };
    this.#fill(row);
    this.#note.textContent = "";
    if (!isNews) return;
    row.element.classList.add("fresh");
    if (performance.now() - this.#newsAt < newsPeriodMs) return;
    this.#newsAt = performance.now();
    this.#news.textContent = `${wordsOfType(incident.type)}: ${incident.summary ?? ""}`;
  }

  #addRow(incident) {
    const later = [...this.#list.children].find(
      (element) => Number(element.dataset.startedAt) <= incident.started_at,
    );
    if (!later && this.#rows.size >= maxShown) return undefined;
    const element = this.#template.content.firstElementChild.cloneNode(true);
    const row = { incident, element };
    element.dataset.incident = incident.id;
    element.dataset.startedAt = String(incident.started_at);
    element.querySelector(".incident-picture").addEventListener("click", () => this.#enlarge(row));
    element.querySelector(".clip").addEventListener("click", () => this.#play(row));
    element.querySelector(".acknowledge").addEventListener("click", () => this.#acknowledge(row));
    this.#list.insertBefore(element, later ?? null);
    this.#rows.set(incident.id, row);
    while (this.#rows.size > maxShown) {
      const oldest = this.#list.lastElementChild;
      this.#rows.delete(oldest.dataset.incident);
      oldest.remove();
    }
    return row;
  }

  #fill({ incident, element }) {
    const find = (selector) => element.querySelector(selector);
    element.dataset.severity = incident.severity;
    element.dataset.state = incident.state;
    element.dataset.type = incident.type;
    const severity = document.createElement("span");
    severity.className = "severity";
    severity.textContent = incident.severity;
    const place = incident.zone ? ` · ${incident.zone}` : "";
    find("h3").replaceChildren(`${wordsOfType(incident.type)}${place} · `, severity);
    find(".incident-summary").textContent = incident.summary ?? "";
    const time = find("time");
    time.dateTime = new Date(incident.started_at * 1000).toISOString();
    time.textContent = wordsOfTime(incident.started_at);
    const classes = (incident.classes ?? []).join(", ");
    const details = [
      classes,
      incident.stream_id,
      incident.state === "resolved" ? "over" : "going on",
    ];
    find(".incident-details").textContent = details.filter(Boolean).join(" · ");
    this.#fillPicture(incident, find(".incident-picture"));
    const clip = find(".clip");
    clip.hidden = !incident.clip_url;
    clip.setAttribute("aria-label", `Play the clip: ${titleOf(incident)}`);
    const acknowledge = find(".acknowledge");
    const isDone = incident.acknowledged_at !== null && incident.acknowledged_at !== undefined;
    acknowledge.disabled = isDone;
    acknowledge.textContent = isDone ? "Acknowledged" : "Acknowledge";
  }

  #fillPicture(incident, button) {
    const image = button.querySelector("img");
    button.disabled = !incident.snapshot_url;
    const title = titleOf(incident);
    button.setAttribute("aria-label", `Enlarge the picture: ${title}`);
    if (incident.snapshot_url && !image.hasAttribute("src")) image.src = pictureOf(incident);
  }

  #enlarge({ incident }) {
    const image = this.#open(incident, "img");
    image.alt = incident.summary ?? titleOf(incident);
    image.src = pictureOf(incident);
  }

  /** What there is of the clip by now: that of an open incident ends where the recording is. */
  #play({ incident }) {
    this.#open(incident, "video").src = `${addressOf(incident)}/clip.mp4`;
    this.#dialog
      .querySelector("video")
      .play()
      .catch(() => {
        // The player's own button is there, and `error` tells of what cannot be played.
      });
  }

  /** The dialog with its picture or its player, which is given back. */
  #open(incident, shown) {
    this.#shown = incident;
    document.getElementById("picture-title").textContent = titleOf(incident);
    this.#dialog.querySelector(".dialog-note").textContent = "";
    for (const name of ["img", "video"]) this.#dialog.querySelector(name).hidden = name !== shown;
    this.#dialog.showModal();
    return this.#dialog.querySelector(shown);
  }

  /** Why the browser does not play the clip, as far as the box knows. */
  async #explainClip() {
    const incident = this.#shown;
    let reason = "This browser cannot play the clip.";
    try {
      const { clip } = await call("GET", `/surveillance/incidents/${incident.id}/evidence`);
      reason = [reason, clip.note].filter(Boolean).join(" ");
    } catch (error) {
      reason = error.message;
    }
    if (this.#shown === incident) this.#dialog.querySelector(".dialog-note").textContent = reason;
  }

  async #acknowledge(row) {
    const button = row.element.querySelector(".acknowledge");
    button.disabled = true;
    try {
      this.show(await call("POST", `/surveillance/incidents/${row.incident.id}/acknowledge`));
    } catch (error) {
      button.disabled = false;
      this.#note.textContent = error.message;
    }
  }
}

function titleOf(incident) {
  return `${wordsOfType(incident.type)}, ${wordsOfTime(incident.started_at)}`;
}

/** By the page's own address, not the signed one: the box may be reached under several names. */
function addressOf(incident) {
  return `/api/v1/surveillance/incidents/${encodeURIComponent(incident.id)}`;
}

function pictureOf(incident) {
  return `${addressOf(incident)}/snapshot.jpg`;
}
