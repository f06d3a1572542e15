/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const perceptionSentences = {
  detector: "detector process",
  "detector.state": "it is {state}, and was restarted {restarts} time(s)",
  "detector.fix":
    "Look into the log for what it died of; gatehouse models verify checks the models.",

  models: "files of models",
  "models.none": "no model is installed",
  "models.whole": "the file is what its manifest says",
  "models.corrupt": "the file is corrupt",
  "models.missing": "the file is missing",
  "models.fix": "Run gatehouse models pull {model} --replace, or add it again.",

  golden_frames: "detectors on their golden pictures",
  "golden_frames.no_model": "no whole model is installed",
  "golden_frames.none": "it has no golden picture",
  "golden_frames.sees": "it sees what it must, in {ms} ms",
  "golden_frames.wrong": "{problem}",
  "golden_frames.fix": "Install the model again, or use another one.",
} as const;
