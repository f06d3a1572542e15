import { access, constants } from "node:fs/promises";
import { describeError } from "../base/core/errors.ts";
import type { SiteConfig } from "../system/config/site-config.ts";
import { healthVault } from "./site-parts.ts";
import {
  type Check,
  type DoctorPart,
  bad,
  each,
  ofSubject,
  ok,
  warn,
} from "../system/doctor/check.ts";
import { endpointOf, tryPort } from "../system/doctor/port-answer.ts";

const healthNets: Check = {
  id: "health_nets",
  position: 430,
  run: ({ config, host }) =>
    each(healthNetsOf(config), "health_nets.none", async ({ name, file, url = "" }) => {
      const fix = "health_nets.fix";
      if (file !== undefined) {
        const problem = await access(file, constants.R_OK).then(() => undefined, describeError);
        return ofSubject(
          name,
          problem === undefined
            ? ok("health_nets.there", { file })
            : bad("health_nets.unreadable", fix, { problem, net: name }),
        );
      }
      const { address, problem } = await tryPort(host, endpointOf(url));
      if (problem === undefined) return ofSubject(name, ok("any.port_answers", { address }));
      return ofSubject(name, warn("any.port_silent", fix, { address, problem, net: name }));
    }),
};

/** Each under its name below `health`. */
function healthNetsOf({ health }: SiteConfig): { name: string; file?: string; url?: string }[] {
  const single = {
    eeg_classifier: health.eegClassifier,
    eeg_segmenter: health.eegSegmenter,
    neural_decoder: health.neuralDecoder,
  };
  return [
    ...Object.entries(single).flatMap(([name, net]) => (net ? [{ ...net, name }] : [])),
    ...health.segmenters.map((net, at) => ({ ...net, name: `segmenters[${at}]` })),
  ];
}

/** Checks the models for health work, and the key for stored health data. */
export const healthDoctor: DoctorPart = {
  checks: [healthNets],
  keyFiles: (config) => [healthVault(config).path],
};
