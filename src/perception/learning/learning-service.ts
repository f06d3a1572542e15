import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store } from "../../base/core/store.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import { type KnownModel, knownModels, type ModelFolders } from "../models/model-folders.ts";
import type { ModelWork } from "../models/install/model-work.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import { nameOfStream } from "../settings/stream-record.ts";
import { lessonSentence } from "./lesson-sentence.ts";
import type { ModelLearner } from "./learning-port.ts";
import { adoptLessons, currentLessons, type LearntLessons, undoLessons } from "./learnt-record.ts";
import { markedPictures, readPictures } from "./marked-pictures.ts";

/** The parts of `LearningService`. */
export interface LearningParts {
  store: Store;
  clock: Clock;
  evidence: Pick<Evidence, "read">;
  folders: ModelFolders;
  running: RunningStreams;
  work: ModelWork;
  learner: ModelLearner;
  /** The model of streams that name none: a name, `auto` or `motion`. */
  defaultModel: () => string;
  /** The site's `min_score`, 0–1. */
  minScore: () => number;
}

/** Lessons from the verdicts and misses of an organisation, for the model of streams that name none. */
export class LearningService {
  readonly #parts: LearningParts;

  constructor(parts: LearningParts) {
    this.#parts = parts;
  }

  /** Learns in the background. Rejects with `conflict` while other work runs and without a model. */
  async begin(org: string): Promise<void> {
    const model = await this.#model();
    this.#parts.work.begin("learn", model.manifest.name, () => this.#learn(org, model));
  }

  /** Puts back what was in force before the last learning. Rejects with `conflict` where nothing is. */
  async undo(org: string): Promise<void> {
    if (!(await undoLessons(this.#parts.store, org))) {
      throw fail("conflict", "models: nothing learnt is in force. Learn first");
    }
    this.#refresh(org);
  }

  /** Returns the lessons in force; null without lessons. */
  learnt(org: string): LearntLessons | null {
    const { store } = this.#parts;
    const record = currentLessons(store, org);
    return record ? { record, nameOf: (id) => nameOfStream(store, org, id) } : null;
  }

  async #learn(org: string, model: KnownModel): Promise<void> {
    const { store, clock, evidence, learner, minScore } = this.#parts;
    const sources = await markedPictures(store, org);
    if (sources.length === 0) {
      const message =
        "models: no incident with a picture is marked. Mark real and false alarms first";
      throw fail("learning_refused", message);
    }
    const pictures = readPictures(evidence, org, sources);
    const lessons = await learner.learn({ model, siteScore: minScore() }, pictures);
    if (lessons.every(({ learnt }) => learnt === null)) {
      const sentences = lessons
        .map((lesson) => lessonSentence(lesson, nameOfStream(store, org, lesson.streamId)))
        .join(" ");
      throw fail("learning_refused", `models: ${sentences || "no marked picture is left."}`);
    }
    const modelName = model.manifest.name;
    await adoptLessons(store, org, { v: 1, atMs: clock.wallMs(), modelName, lessons });
    this.#refresh(org);
  }

  async #model(): Promise<KnownModel> {
    const name = this.#parts.defaultModel();
    const known = await knownModels(this.#parts.folders);
    const model = name === "auto" ? known[0] : known.find((one) => one.manifest.name === name);
    if (model) return model;
    throw fail("conflict", `models: ${name} has nothing to learn. Choose a model first`);
  }

  #refresh(org: string): void {
    for (const runner of this.#parts.running.of(org)) runner.refresh();
  }
}
