import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { repoDir } from "../box/appliance.ts";

/** What a journey takes of its user. */
export interface Effort {
  /** Presses of the pointer, as the browser saw them; a choice in a list is two. */
  clicks: number;
  /** Fields typed into, with Enter where it is needed. */
  fields: number;
  /** Single keys beside those. */
  keys: number;
}

/** One row of the table of journeys in `docs/cameras/page.md`. */
export interface Journey extends Effort {
  name: string;
  /** The most clicks that the project allows; null where the row's own number is the bound. */
  mostClicks: number | null;
}

const row = /^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ s \| (\d*) ?\| (?:\d+|–) \|$/;

/** Reads the journeys that the documentation promises. */
export async function documentedJourneys(): Promise<Journey[]> {
  const page = await readFile(join(repoDir, "docs/cameras/page.md"), "utf8");
  const [, section = ""] = page.split("\n## Journeys\n");
  const [table = ""] = section.split("\n## ");
  return table.split("\n").flatMap((line) => {
    const cells = row.exec(line)?.slice(1);
    if (!cells) return [];
    const [name, clicks, fields, keys, most] = cells;
    const mostClicks = most === "" ? null : Number(most);
    return [{ name: name!, clicks: +clicks!, fields: +fields!, keys: +keys!, mostClicks }];
  });
}

/** Walks journeys in a page and counts what they take; one at a time. */
export class Walker {
  readonly #page: Page;
  #effort: Effort = { clicks: 0, fields: 0, keys: 0 };

  constructor(page: Page) {
    this.#page = page;
  }

  /** Counts presses from now on; call it before the page loads. */
  async start(): Promise<void> {
    await this.#page.exposeFunction("pointerPressed", () => (this.#effort.clicks += 1));
    // On the document: Playwright stops a press at the window, and repeats it, where the page moved under the pointer.
    const listen = `document.addEventListener("pointerdown", (event) => {
      if (event.isTrusted) pointerPressed();
    }, { capture: true })`;
    await this.#page.addInitScript(listen);
  }

  /** Begins a journey. */
  begin(): void {
    this.#effort = { clicks: 0, fields: 0, keys: 0 };
  }

  /** Ends a journey and returns what it took. */
  async end(): Promise<Effort> {
    // Presses are reported in order: all of them came before this answer.
    await this.#page.evaluate("0");
    return this.#effort;
  }

  /** Types into a field. */
  async type(field: Locator, text: string): Promise<void> {
    this.#effort.fields += 1;
    await field.fill(text);
  }

  /** Types into a field and presses Enter. */
  async enter(field: Locator, text: string): Promise<void> {
    await this.type(field, text);
    await field.press("Enter");
  }

  /** Chooses in a list: a press opens it and one chooses, which a browser without a window does not draw. */
  async choose(list: Locator, value: string): Promise<void> {
    this.#effort.clicks += 2;
    await list.selectOption(value);
  }

  /** Presses a key. */
  async key(key: string): Promise<void> {
    this.#effort.keys += 1;
    await this.#page.keyboard.press(key);
  }

  /** Holds a key down; the caller lets go. */
  async hold(key: string): Promise<void> {
    this.#effort.keys += 1;
    await this.#page.keyboard.down(key);
  }
}
