import { join } from "node:path";
import type { SiteConfig } from "./site-config.ts";

type Net = NonNullable<SiteConfig["health"]["eegClassifier" | "neuralDecoder"]>;

/** Where the key of what is stored about people's health is. */
export function healthVault({ health, dataDir }: SiteConfig) {
  const { keyFile } = health;
  return keyFile === undefined
    ? { path: join(dataDir, "health-key"), make: true }
    : { path: keyFile, make: false };
}

/** What health work does on this site. */
export function healthSettings({ health }: SiteConfig) {
  const { triage: triageEnabled, mains, eegClassifier, neuralDecoder } = health;
  const mainsHz = ({ "50": 50, "60": 60, off: null } as const)[mains];
  return {
    triageEnabled,
    mainsHz,
    classifier: eegClassifier
      ? { ...netOf(eegClassifier), classes: ["seizure"], threshold: eegClassifier.threshold }
      : null,
    decoder: neuralDecoder ? { ...netOf(neuralDecoder), classes: neuralDecoder.classes } : null,
  };
}

function netOf({ file, url = "", remoteName, sampleRateHz, windowSeconds, channels }: Net) {
  const from = file === undefined ? { url, model: remoteName ?? "" } : { path: file };
  return { from, sampleRateHz, windowSec: windowSeconds, channels };
}
