/** English sentences of the doctor's checks of this module, by code: see `system/doctor/sentences.ts`. */
export const perceptionSentences = {
  detector: "detector process",
  "detector.state": "{state}, restarted {restarts} time(s)",
  "detector.fix": "Read the log for the cause; gatehouse models verify checks the models.",

  models: "model files",
  "models.none": "no model is installed",
  "models.whole": "the file matches its manifest",
  "models.corrupt": "the file is damaged",
  "models.missing": "the file is missing",
  "models.fix": "Run gatehouse models pull {model} --replace, or add the model again.",

  golden_frames: "detectors, tested on their golden pictures",
  "golden_frames.no_model": "no undamaged model is installed",
  "golden_frames.none": "the model has no golden picture",
  "golden_frames.sees": "the result is correct, in {ms} ms",
  "golden_frames.wrong": "{problem}",
  "golden_frames.fix": "Install the model again, or use another one.",
} as const;
