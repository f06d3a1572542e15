import type { Executor } from "../../../perception/models/executor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import { type ChoiceOptions, chooseExecutor } from "./executor-choice.ts";
import { executorsFor } from "./executors.ts";
import { type ModelState, ModelStore } from "./model-store.ts";
import { goldenCheck } from "../../inference/onnx/golden.ts";
import type { Detector } from "../../inference/onnx/detector.ts";
import { fail } from "../../../base/contract/fail.ts";
import { systemClock } from "../../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type { Detection } from "../../../perception/core/vision-port.ts";
import { readModelPicture } from "../../drawing/model-picture.ts";
import { DetectorScheduler } from "./detector-scheduler.ts";
import { closePipe, makePipe, type PipeEnds } from "./decoding/frame-pipe.ts";
import type {
  ChildReplies,
  ChildRequest,
  FromVisionChild,
  ToVisionChild,
  VisionChildOptions,
} from "./protocol.ts";
import type { CodedProblem } from "./decoding/decoder.ts";
import { type BrokenManifest, readManifests } from "../../../perception/models/read-manifests.ts";
import { type DecodingState, HardwareDecoding } from "./decoding/hardware-decoding.ts";
import { makeStill, ViewFeed } from "./view-feed.ts";
import { namedDetections, WatchFeed, type WatchedFrame } from "./watch-feed.ts";

/** Loading a model blocks this process; announced to the host for at most this long. */
const loadTimeoutMs = 30_000;

/** Period of the check for executors that did not answer when a model was loaded. */
const recheckMs = 30_000;

/** Runs longer than this are announced, with ten times the last one's time. */
const slowRunMs = 200;

/** A feed whose model is loading keeps its input; the host's window bounds it. */
interface OpeningFeed {
  waiting: Extract<ToVisionChild, { type: "feedFragments" | "feedEnd" | "feedTune" }>[];
}

type OpenMessage = Extract<ToVisionChild, { type: "feedOpen" }>;

type Feed = WatchFeed | ViewFeed | OpeningFeed;

/** Everything that the vision child does, without its process: messages in, messages out. */
export class VisionWorker {
  readonly #options: VisionChildOptions;
  readonly #send: (message: FromVisionChild) => void;
  readonly #executors: readonly Executor[];
  #models: ModelStore;
  #recheckAtMs = recheckMs;
  #broken: readonly BrokenManifest[] = [];
  readonly #scheduler: DetectorScheduler<WatchedFrame>;
  readonly #feeds = new Map<number, Feed>();
  readonly #hardware: HardwareDecoding;
  /** Feeds whose model could not be used when they were opened. */
  readonly #withoutModel = new Set<number>();

  /** `executors` in the order in which they are tried. */
  constructor(
    options: VisionChildOptions,
    send: (message: FromVisionChild) => void,
    executors: readonly Executor[] = executorsFor(options),
  ) {
    this.#options = options;
    this.#send = send;
    this.#executors = executors;
    this.#models = this.#storeOf([]);
    const { hardware: wish, ffmpegPath } = options;
    const onChange = (state: DecodingState): void => send({ type: "decoding", state });
    this.#hardware = new HardwareDecoding({ wish, ffmpegPath, onChange });
    this.#scheduler = new DetectorScheduler({
      clock: systemClock,
      beforeRun: (runMs) => this.#announce(runMs),
      onFailure: (model, reason) => void this.#forget(model, reason),
    });
  }

  /** The time for which models have blocked the event loop, in milliseconds. */
  get netMs(): number {
    return this.#scheduler.heldMs;
  }

  /** Reads the manifests and reports the models; `loaded` ones stay loaded. */
  async open(loaded?: ModelStore): Promise<void> {
    void this.#hardware.choose();
    const { models, broken } = await readManifests(this.#options.modelDirs);
    this.#broken = broken;
    this.#models = this.#storeOf(models);
    if (loaded) this.#models.adopt(loaded);
    await this.#models.open();
    this.#sendModels();
  }

  #storeOf(models: readonly InstalledModel[]): ModelStore {
    const options: ChoiceOptions = {
      executors: this.#executors,
      checkGolden: goldenCheck((path, input) => readModelPicture(path, input)),
      announce: (forMs) => this.#send({ type: "busy", forMs }),
    };
    const { inferenceServers } = this.#options;
    return new ModelStore(models, {
      choose: (model) => chooseExecutor(model, options),
      runsElsewhere: ({ manifest }) => inferenceServers.some((one) => one.model === manifest.name),
    });
  }

  async #forget(model: Detector, reason: string): Promise<void> {
    if (await this.#models.forget(model, reason)) this.#sendModels();
  }

  async #reloadModels(): Promise<null> {
    const loaded = this.#models;
    await this.open(loaded);
    return null;
  }

  /** Takes the next message of the host. Never throws for the content of a stream or a picture. */
  onMessage(message: ToVisionChild): void {
    switch (message.type) {
      case "feedOpen":
        this.#openFeed(message).catch((error) => this.#feedFailed(message.feedId, error));
        return;
      case "feedClose":
        this.#closeFeed(message.feedId);
        return;
      case "request":
        void this.#answer(message.id, message.request);
        return;
      case "configure":
        return;
      default:
        this.#toFeed(message);
    }
  }

  /** Call it about once a second: it ends feeds with stuck decoders, and checks for lost servers. */
  checkFeeds(): void {
    const nowMs = performance.now();
    for (const feed of this.#feeds.values()) {
      if (feed instanceof WatchFeed || feed instanceof ViewFeed) feed.checkLife(nowMs);
    }
    if (nowMs < this.#recheckAtMs) return;
    this.#recheckAtMs = performance.now() + recheckMs;
    void this.#recheck();
  }

  /** A server that was missed answers: streams that make do with motion are opened again. */
  async #recheck(): Promise<void> {
    if (!(await this.#models.recheck())) return;
    this.#sendModels();
    const again = fail("model_unavailable", "model: is usable again. Open the stream again");
    for (const feedId of this.#withoutModel) this.#feedFailed(feedId, again);
  }

  /** Ends every decoder. */
  close(): void {
    for (const feedId of this.#feeds.keys()) this.#closeFeed(feedId);
  }

  /** A run blocks this process; announces long ones, which would look like a hang. */
  #announce(lastRunMs: number): void {
    if (lastRunMs > slowRunMs) {
      this.#send({ type: "busy", forMs: Math.min(loadTimeoutMs, 10 * lastRunMs) });
    }
  }

  #toFeed(
    message: Exclude<ToVisionChild, { type: "feedOpen" | "feedClose" | "request" | "configure" }>,
  ): void {
    const feed = this.#feeds.get(message.feedId);
    if (!feed) return;
    if (message.type === "viewOverlay") {
      if (feed instanceof ViewFeed) {
        feed.draw(message.overlay).catch((error) => this.#feedFailed(message.feedId, error));
      }
    } else if (feed instanceof WatchFeed || feed instanceof ViewFeed) {
      if (message.type === "feedFragments") feed.write(message.fragments);
      else if (message.type === "feedEnd") feed.end();
      else if (feed instanceof WatchFeed) feed.tune(message.tuning);
    } else feed.waiting.push(message);
  }

  #closeFeed(feedId: number): void {
    const feed = this.#feeds.get(feedId);
    this.#forgetFeed(feedId);
    if (feed instanceof WatchFeed || feed instanceof ViewFeed) feed.close();
  }

  #forgetFeed(feedId: number): void {
    this.#feeds.delete(feedId);
    this.#withoutModel.delete(feedId);
  }

  #feedFailed(feedId: number, error: unknown): void {
    this.#closeFeed(feedId);
    this.#send({ type: "feedEnded", feedId, problem: problemOf(error), frames: 0 });
  }

  async #openFeed(message: OpenMessage): Promise<void> {
    const { feedId, purpose } = message;
    const opening: OpeningFeed = { waiting: [] };
    this.#feeds.set(feedId, opening);
    const isWanted = (): boolean => this.#feeds.get(feedId) === opening;
    const model = purpose.kind === "watch" ? await this.#prepare(message, isWanted) : undefined;
    if (!isWanted()) return;
    const pipe = await makePipe();
    if (!isWanted()) {
      closePipe(pipe);
      return;
    }
    const feed = this.#feedOf(message, pipe, model);
    feed.start();
    this.#feeds.set(feedId, feed);
    for (const later of opening.waiting) this.#toFeed(later);
  }

  /** Loads the model of a watched feed and returns it; undefined for the model-free detector. */
  async #prepare({ feedId, purpose }: OpenMessage, isWanted: () => boolean) {
    if (purpose.kind !== "watch") return undefined;
    const { model: modelName, learnt } = purpose.watch;
    if (learnt?.veto) this.#models.describe(learnt.model.name);
    const { model, problem } = await this.#modelFor(modelName);
    if (!isWanted()) return undefined;
    if (!model && modelName !== "motion") this.#withoutModel.add(feedId);
    this.#send({ type: "feedModel", feedId, used: model?.name ?? "motion", problem });
    await this.#hardware.choose();
    return model;
  }

  #feedOf(
    { feedId, init, purpose, afterPtsSec }: OpenMessage,
    pipe: PipeEnds,
    model: Detector | undefined,
  ): WatchFeed | ViewFeed {
    const { ffmpegPath } = this.#options;
    const shared = { feedId, init, afterPtsSec, ffmpegPath, pipe, send: this.#sendOfFeed };
    if (purpose.kind === "view") return new ViewFeed({ ...shared, ...purpose });
    return new WatchFeed({
      ...shared,
      watch: purpose.watch,
      model,
      scheduler: this.#scheduler,
      hardware: this.#hardware.argsFor(init.codec),
      onHardwareFailure: (reason) => this.#hardware.giveUp(init.codec, reason),
    });
  }

  readonly #sendOfFeed = (message: FromVisionChild): void => {
    if (message.type === "feedEnded") this.#forgetFeed(message.feedId);
    this.#send(message);
  };

  /** The model that `modelName` stands for, or the model-free detector with the reason for it. */
  async #modelFor(
    modelName: string,
  ): Promise<{ model: Detector | undefined; problem: CodedProblem | null }> {
    if (modelName === "motion") return { model: undefined, problem: null };
    try {
      const model = await this.#load(modelName);
      return { model, problem: null };
    } catch (error) {
      // Without any model the box still detects motion, as `auto` promises.
      return { model: undefined, problem: modelName === "auto" ? null : problemOf(error) };
    }
  }

  async #load(modelName: string): Promise<Detector> {
    this.#send({ type: "busy", forMs: loadTimeoutMs });
    try {
      if (modelName !== "auto") return await this.#models.load(modelName);
      const first = await this.#models.loadFirst();
      if (!first)
        throw fail("model_unavailable", "model: none that is installed can be used. Install one");
      return first;
    } finally {
      this.#send({ type: "beat", netMs: this.netMs });
      this.#sendModels();
    }
  }

  #sendModels(): void {
    const models = this.#models.states();
    this.#send({ type: "models", models, broken: this.#broken });
  }

  async #answer(id: number, request: ChildRequest): Promise<void> {
    try {
      this.#send({ type: "reply", id, value: await this.#perform(request) });
    } catch (error) {
      this.#send({ type: "refusal", id, problem: problemOf(error) });
    }
  }

  #perform(request: ChildRequest): Promise<ChildReplies[ChildRequest["call"]]> {
    switch (request.call) {
      case "still":
        return makeStill(request, this.#options.ffmpegPath);
      case "prepareModel":
        return this.#prepareModel(request.model);
      case "reloadModels":
        return this.#reloadModels();
      case "detectPicture":
        return this.#detectPicture(request);
    }
  }

  async #prepareModel(modelName: string): Promise<ModelState> {
    if (modelName === "motion") {
      throw fail(
        "model_unavailable",
        "model: the motion detector needs more than one picture. Install a model",
      );
    }
    const model = await this.#load(modelName);
    return this.#models.states().find((state) => state.name === model.name)!;
  }

  async #detectPicture(
    request: Extract<ChildRequest, { call: "detectPicture" }>,
  ): Promise<Detection[]> {
    const model = await this.#models.load(request.model);
    const { fit, minScore, labels } = request;
    const [candidates] = await model.detect([request.pixels], minScore);
    return namedDetections(candidates!, { model, fit, minScore, labels });
  }
}

function problemOf(error: unknown): CodedProblem {
  const known = GatehouseError.find(error);
  return known
    ? { code: known.code, message: known.message }
    : { code: "internal_error", message: describeError(error) };
}
