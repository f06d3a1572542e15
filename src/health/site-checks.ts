import { modalityKey } from "./modality-terms.ts";
import type { Fault } from "../base/contract/explain.ts";
import type { SiteYaml } from "../system/config/schema.ts";

/** Returns the faults of the models for health work. */
export function healthFaults({ health }: SiteYaml): Fault[] {
  const names = ["eeg_classifier", "eeg_segmenter", "neural_decoder"] as const;
  const nets = names.flatMap((name) => signalNetFaults(["health", name], health[name]));
  const known = new Set<string>();
  const segmenters = health.segmenters.flatMap((net, at) => {
    const path = ["health", "segmenters", at];
    const perChannel = (["mean", "std"] as const).flatMap((name) =>
      net[name] === undefined || net[name].length === net.channels
        ? []
        : [{ path: [...path, name], message: "must have one number for each of the channels" }],
    );
    const twins = net.modalities.flatMap((modality, index) => {
      const key = modalityKey(modality);
      const isTwin = known.has(key);
      known.add(key);
      const message = "is named twice";
      return isTwin ? [{ path: [...path, "modalities", index], message }] : [];
    });
    return [...placeFaults(path, net), ...perChannel, ...twins];
  });
  return [...nets, ...stepFaults(health.eeg_segmenter), ...segmenters];
}

function signalNetFaults(
  path: Fault["path"],
  net: SiteYaml["health"]["eeg_classifier" | "eeg_segmenter" | "neural_decoder"],
): Fault[] {
  const { channels, channel_labels: labels } = net ?? {};
  const fits = labels === undefined || labels.length === channels;
  const message = "must have one label for each of the channels";
  return [
    ...placeFaults(path, net),
    ...(fits ? [] : [{ path: [...path, "channel_labels"], message }]),
  ];
}

function stepFaults(net: SiteYaml["health"]["eeg_segmenter"]): Fault[] {
  if (!net) return [];
  const faults: Fault[] = [];
  const refuse = (name: string, message: string): void =>
    void faults.push({ path: ["health", "eeg_segmenter", name], message });
  const steps = net.window_seconds / net.step_seconds;
  if (Math.round(steps) < 1 || Math.abs(steps - Math.round(steps)) > 1e-6 * steps) {
    refuse("step_seconds", "window_seconds must be a whole number of them");
  }
  const { background, classes } = net;
  if (background !== undefined && !classes.includes(background)) {
    refuse("background", "is none of the classes");
  } else if (background !== undefined && classes.length === 1) {
    refuse("classes", "has nothing but the background");
  }
  return faults;
}

function placeFaults(
  path: Fault["path"],
  net: { file?: string; url?: string; remote_name?: string } | undefined,
): Fault[] {
  if (!net) return [];
  const { file, url, remote_name: name } = net;
  if ((file === undefined) === (url === undefined)) {
    return [{ path: [...path, "file"], message: "is needed, or url: one of the two" }];
  }
  if (url === undefined || name !== undefined) return [];
  return [{ path: [...path, "remote_name"], message: "is needed with url" }];
}
