/** Examples that do not run here; each must still be there. `begins` is the beginning of its text. */
export const exceptions: readonly { page: string; begins: string; reason: string }[] = [
  {
    page: "operations/fleet.md",
    begins: "curl -s -X POST $URL/api/v1/fleet",
    reason: "needs a fleet with a box that was restored, or that was changed apart",
  },
  {
    page: "cameras/cameras.md",
    begins: "curl -s $URL/api/v1/surveillance/streams",
    reason:
      "needs a robot with a camera; unit/perception/settings/robot-source.test.ts reads its source",
  },
  {
    page: "robots/maps.md",
    begins: '{ "name": "Hall"',
    reason: "leaves the picture out; integration/robots/map-routes.test.ts sends one",
  },
  {
    page: "robots/maps.md",
    begins: '{\n  "name": "Plan"',
    reason: "leaves the picture out; integration/robots/map-routes.test.ts sends one",
  },
  {
    page: "robots/maps.md",
    begins: '{ "command": { "command": "move_to"',
    reason: "needs the place; integration/robots/places.test.ts has one",
  },
  {
    page: "robots/missions.md",
    begins: '{\n  "name": "Night round"',
    reason: "needs the places; integration/robots/missions/missions.test.ts has such",
  },
  {
    page: "operations/security.md",
    begins: "curl -s --cacert site-ca.pem $URL/api/v1/session",
    reason: "needs a box without keys; first-start.test.ts signs in so",
  },
  {
    page: "development/executors.md",
    begins: '{ "name": "gatehouse-nano", "executor": "onnx"',
    reason: "depends on the hardware; integration/adapters/inference/choice.test.ts makes it",
  },
  {
    page: "integration/mcp.md",
    begins: '{\n  "mcpServers": {\n    "gatehouse": {\n      "type"',
    reason: "is the settings of another program; integration/mcp/mcp.test.ts connects so",
  },
  {
    page: "integration/mcp.md",
    begins: '{\n  "mcpServers": {\n    "gatehouse": {\n      "command"',
    reason: "is the settings of another program; integration/mcp/stdio.test.ts connects so",
  },
  {
    page: "integration/mqtt.md",
    begins: '{"ok":false,',
    reason: "an answer over MQTT; integration/notifications/mqtt/commands.test.ts gets it",
  },
  {
    page: "cameras/webrtc.md",
    begins: "curl --data-binary @offer.sdp",
    reason: "an offer is good for one connection; integration/cameras/whep.test.ts makes one",
  },
];

/** Examples with `curl` that the clients for TypeScript and Python do otherwise, so that the site has no tabs for them. */
export const withoutClients: readonly { page: string; begins: string; reason: string }[] = [
  {
    page: "integration/api.md",
    begins: "curl -s -c jar $URL/api/v1/session",
    reason: "programs send their key with each request; only the page signs in",
  },
  {
    page: "integration/api.md",
    begins: "curl -s $URL/api/v1/voice/sessions",
    reason: "the clients send no headers of the caller's own",
  },
  {
    page: "operations/operations.md",
    begins: "curl http://127.0.0.1:8480/",
    reason: "needs no key, so that any program can watch the box",
  },
];
