import type { CameraWatcher, FragmentRing, GopSlice } from "./camera.ts";
import type { Fragment, InitSegment, SourceSpec, SourceStatus } from "./source.ts";

/** The tracks of a camera, besides its video, that somebody wants. */
export type ExtraTracks = Pick<SourceSpec, "sound" | "metadata">;

/** Returns the tracks that `source` asks for besides its video. */
export function tracksOf({ sound, metadata }: SourceSpec): ExtraTracks {
  return { ...(sound ? { sound } : {}), ...(metadata ? { metadata } : {}) };
}

/** Returns every track that one of `tracks` has. */
export function unionOf(sets: Iterable<ExtraTracks>): ExtraTracks {
  const all: ExtraTracks = {};
  for (const each of sets) Object.assign(all, each);
  return all;
}

/** Returns true for the same tracks. */
export function areSameTracks(a: ExtraTracks, b: ExtraTracks): boolean {
  return a.sound === b.sound && a.metadata === b.metadata;
}

/** Returns `watcher` as one that gets only the tracks that it wants. */
export function watcherOf(watcher: CameraWatcher, { sound, metadata }: ExtraTracks): CameraWatcher {
  const { onMetadata } = watcher;
  return {
    onInit: (init) => watcher.onInit(sound ? init : silentInit(init)),
    onFragment: (fragment) => watcher.onFragment(sound ? fragment : silentFragment(fragment)),
    onStatus: (status) => watcher.onStatus(sound ? status : silentStatus(status)),
    ...(metadata && onMetadata ? { onMetadata: (one) => onMetadata.call(watcher, one) } : {}),
  };
}

/** Returns `ring` with only the tracks of `tracks`. */
export function ringOf(ring: FragmentRing, { sound }: ExtraTracks): FragmentRing {
  if (sound) return ring;
  return {
    init() {
      const init = ring.init();
      return init && silentInit(init);
    },
    gopAt: (generation, ptsSec) => silentGop(ring.gopAt(generation, ptsSec)),
    latestGop: () => silentGop(ring.latestGop()),
  };
}

/** Returns `status` with only the tracks of `tracks`. */
export function statusOf(status: SourceStatus, { sound }: ExtraTracks): SourceStatus {
  return sound ? status : silentStatus(status);
}

/** Returns the frame without its sound. */
export function silentFragment(fragment: Fragment): Fragment {
  if (!fragment.sound) return fragment;
  const { sound: _sound, ...video } = fragment;
  return video;
}

function silentInit(init: InitSegment): InitSegment {
  if (!init.sound) return init;
  const { sound: _sound, ...video } = init;
  return video;
}

function silentStatus(status: SourceStatus): SourceStatus {
  if (!status.sound) return status;
  const { sound: _sound, ...video } = status;
  return video;
}

function silentGop(gop: GopSlice | undefined): GopSlice | undefined {
  return gop && { init: silentInit(gop.init), fragments: gop.fragments.map(silentFragment) };
}
