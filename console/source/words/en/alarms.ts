/** What the box asks a technician to see to, by its code. */
export const alarms = {
  safe_mode: "Safe mode: cameras and robots are paused.",
  storage_full: "The disk is full.",
  disk_low: "Something other than recordings fills the disk.",
  vision_down: "Nothing looks at the cameras now.",
  model_damaged: "A model’s file is damaged.",
  cameras_refused: "Cameras of the configuration are not watched.",
  cameras_offline: "Cameras send no picture.",
  decoders_failing: "Decoders of cameras stopped and were replaced.",
  endpoint_refused: "A model endpoint refuses the key.",
  too_hot: "The machine is too hot.",
  throttled: "The processor is slowed down.",
  memory_low: "Memory is scarce.",
  clock_not_synchronised: "The clock follows no time server.",
  certificate_ending: "The certificate ends soon.",
  certificate_ended: "The certificate is over.",
  audit_lost: "Entries of the audit log were lost.",
};
