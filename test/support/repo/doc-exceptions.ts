/** Examples that do not run here; each must still be there. `begins` is the beginning of its text. */
export const exceptions: readonly { page: string; begins: string; reason: string }[] = [
  {
    page: "security.md",
    begins: "curl -s --cacert site-ca.pem $URL/api/v1/session",
    reason: "needs a box without keys; first-start.test.ts signs in so",
  },
  {
    page: "executors.md",
    begins: '{ "name": "gatehouse-nano", "executor": "onnx"',
    reason: "depends on the hardware; integration/adapters/inference/choice.test.ts makes it",
  },
  {
    page: "mqtt.md",
    begins: '{"ok":false,',
    reason: "an answer over MQTT; integration/notifications/mqtt/commands.test.ts gets it",
  },
  {
    page: "webrtc.md",
    begins: "curl --data-binary @offer.sdp",
    reason: "an offer is good for one connection; integration/cameras/whep.test.ts makes one",
  },
];
