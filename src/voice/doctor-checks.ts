import { resolve } from "node:path";
import { installDir } from "../base/settings/install-dir.ts";
import { type Check, type DoctorPart, bad, ok, skip } from "../system/doctor/check.ts";

const speech: Check = {
  id: "speech",
  position: 390,
  async run({ config: { voice, escalation }, host }) {
    const isOutlet = escalation.steps.some(({ to }) => to.includes("voice"));
    const isWanted = isOutlet || voice.announceIncidents !== "off" || voice.speakers.length > 0;
    const isThere = (await host.run("espeak-ng", ["--version"])) !== undefined;
    if (!isThere) return isWanted ? bad("speech.missing", "speech.fix") : skip("speech.none");
    const needsAplay = voice.speakers.some(({ sink }) => sink === "alsa");
    if (needsAplay && (await host.run("aplay", ["--version"])) === undefined) {
      return bad("speech.silent", "speech.fix");
    }
    return ok("speech.there");
  },
};

/** Speech on the box, and the secrets of the providers of voice sessions. */
export const voiceDoctor: DoctorPart = {
  checks: [speech],
  keyFiles: ({ voice: { openai, elevenlabs, livekit } }) =>
    [openai?.webhookSecretFile, elevenlabs?.webhookSecretFile, livekit?.apiSecretFile].flatMap(
      (path) => (path === undefined ? [] : resolve(installDir, path)),
    ),
};
