import { join } from "node:path";
import type { SiteConfig } from "../system/config/site-config.ts";

type Place = { file: string; url: string; remoteName: string };
type Nets = SiteConfig["health"];
type Net = NonNullable<Nets["eegClassifier" | "eegSegmenter" | "neuralDecoder"]>;

/** Returns the place of the key that encrypts stored health data. */
export function healthVault({ health, dataDir }: SiteConfig) {
  const { keyFile } = health;
  return keyFile === undefined
    ? { path: join(dataDir, "health-key"), make: true }
    : { path: keyFile, make: false };
}

/** Returns the settings of this site's health work. */
export function healthSettings({ health }: SiteConfig) {
  const { triage: triageEnabled, mains, eegClassifier, neuralDecoder, segmenters } = health;
  const { eegSegmenter } = health;
  const mainsHz = ({ "50": 50, "60": 60, off: null } as const)[mains];
  return {
    triageEnabled,
    mainsHz,
    classifier: eegClassifier
      ? { ...netOf(eegClassifier), classes: ["seizure"], threshold: eegClassifier.threshold }
      : null,
    eegSegmenter: eegSegmenter ? stepNetOf(eegSegmenter) : null,
    decoder: neuralDecoder ? { ...netOf(neuralDecoder), classes: neuralDecoder.classes } : null,
    segmenters: segmenters.map(segmenterOf),
  };
}

function netOf({ sampleRateHz, windowSeconds, channels, channelLabels, ...place }: Net) {
  const windowSec = windowSeconds;
  const from = placeOf(place);
  return { from, sampleRateHz, windowSec, channels, channelLabels: channelLabels ?? null };
}

function stepNetOf(net: NonNullable<Nets["eegSegmenter"]>) {
  const { windowSeconds, stepSeconds: stepSec, overlap, background = null } = net;
  const steps = Math.round((windowSeconds * (1 - overlap)) / stepSec);
  return {
    ...netOf(net),
    stepSec,
    hopSec: Math.max(1, steps) * stepSec,
    classes: net.classes,
    background,
    threshold: net.threshold,
    joinSec: net.joinSeconds,
    minSec: net.minSeconds,
  };
}

function placeOf({ file, url = "", remoteName = "" }: Partial<Record<keyof Place, string>>) {
  return file === undefined ? { url, model: remoteName } : { path: file };
}

function segmenterOf({ modalities, ...net }: SiteConfig["health"]["segmenters"][number]) {
  const { widthPx, heightPx, channels, classes, threshold } = net;
  const { mean = Array<number>(channels).fill(0), std = Array<number>(channels).fill(1) } = net;
  const from = placeOf(net);
  return { modalities, net: { from, widthPx, heightPx, channels, mean, std, classes, threshold } };
}
