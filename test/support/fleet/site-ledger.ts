import sharp from "sharp";
import { until } from "../box/wait.ts";
import { assertOneEndEach } from "../jobs/ends.ts";
import type { SiteBox } from "./site-box.ts";

const grey = { create: { width: 64, height: 64, channels: 3, background: "#777" } } as const;
const picture = (await sharp(grey).png().toBuffer()).toString("base64");
const streamsPath = "/api/v1/surveillance/streams";
const cart = "/api/v1/robots/cart";
/** Between two jobs, and between two commands, of one box. */
const pauses = { jobMs: 1000, commandMs: 700 } as const;
const endDeadlineMs = 120_000;
/** Furthest that the robot drives, in metres. */
const floorM = 8;

/**
 * What a site has accepted, kept outside of it: for each job and each robot command the box that accepted it. Loads all
 * boxes at all times, also those that are cut off, as a person beside the box would.
 */
export class SiteLedger {
  readonly #boxes: readonly SiteBox[];
  readonly #random: () => number;
  /** Idempotency-Key → job and box. */
  readonly jobs = new Map<string, { id: string; box: SiteBox }>();
  readonly commands = new Map<string, SiteBox>();
  readonly faults: string[] = [];
  #isLoading = true;
  #lanes: Promise<void>[] = [];

  constructor(boxes: readonly SiteBox[], random: () => number) {
    this.#boxes = boxes;
    this.#random = random;
  }

  /** Begins to load all boxes. */
  start(): void {
    this.#lanes = this.#boxes.flatMap((box) => [
      this.#lane(pauses.jobMs, (n) => this.#submit(box, `box-${box.number}-${n}`)),
      this.#lane(pauses.commandMs, () => this.#command(box)),
    ]);
  }

  /** Ends the load; what was unanswered is asked again. All boxes must answer. */
  async finish(): Promise<void> {
    this.#isLoading = false;
    await Promise.all(this.#lanes);
    for (const { id, box } of this.jobs.values()) {
      const isOver = async (): Promise<boolean> => await this.#hasEnded(box, id);
      await until(isOver, { deadlineMs: endDeadlineMs, what: `the end of the job ${id}` });
    }
    for (const [id, box] of this.commands) {
      const isOver = async (): Promise<boolean> => {
        const { status, body } = await box.ask(`${cart}/commands/${id}`);
        if (status !== 200) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`);
        return body.data.state !== "executing" && body.data.state !== "queued";
      };
      await until(isOver, { deadlineMs: endDeadlineMs, what: `the end of the command ${id}` });
    }
  }

  /** Reads the event logs of the stopped boxes: each job has one end. */
  async compareLogs(): Promise<void> {
    for (const box of this.#boxes) {
      const own = [...this.jobs.values()].filter((job) => job.box === box);
      await assertOneEndEach(
        box.dataDir,
        own.map(({ id }) => id),
      );
    }
  }

  async #hasEnded(box: SiteBox, id: string): Promise<boolean> {
    const { status, body } = await box.ask(`/api/v1/jobs/${id}`);
    if (status !== 200) throw new Error(`${id} is lost: ${status} ${JSON.stringify(body)}`);
    const { status: state, error } = body.data;
    // Told as such: it was being worked on at three kills, or the machine had no time for it.
    const isTold = error?.code === "worker_crashed" || /takes too long/.test(error?.message ?? "");
    if (state === "failed" && !isTold) {
      throw new Error(`${id}: ${JSON.stringify(body)}`);
    }
    return state === "completed" || state === "failed";
  }

  async #lane(pauseMs: number, send: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; this.#isLoading; n += 1) {
      const nextMs = performance.now() + pauseMs * (0.5 + this.#random());
      await send(n);
      await until(() => !this.#isLoading || performance.now() > nextMs, { everyMs: 20 });
    }
  }

  /** Until it is answered: the same key again gives the same job. */
  async #submit(box: SiteBox, key: string): Promise<void> {
    const body = {
      input: { data: picture, mime_type: "image/png" },
      client_reference_id: key,
    };
    const isAnswered = async (): Promise<boolean> => {
      const answer = await box
        .post(streamsPath, body, { "idempotency-key": key })
        .catch(() => undefined);
      // Full, or starting or stopping: not accepted.
      if (!answer || answer.status === 429 || answer.status === 503) return false;
      if (answer.status !== 202) {
        this.faults.push(`job ${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return true;
      }
      this.jobs.set(key, { id: answer.body.data.job_id as string, box });
      return true;
    };
    await until(isAnswered, { everyMs: 100, deadlineMs: 180_000, what: `the answer to ${key}` });
  }

  async #command(box: SiteBox): Promise<void> {
    const x = Math.round(this.#random() * floorM * 10) / 10;
    const target = { frame: "map", x, y: 0 };
    const command = { command: { command: "move_to", target } };
    const answer = await box.post(`${cart}/command`, command).catch(() => undefined);
    if (answer === undefined || answer.status >= 300) return;
    this.commands.set(answer.body.data.command_id as string, box);
  }
}
