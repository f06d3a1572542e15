/**
 * The import table of `docs/development/architecture.md`: which module of `src/` may import which, and where a package is at home.
 * `layer-rooms.js` says which room of a module may import which of its other rooms. `type:` before a name allows
 * `import type` only.
 *
 * A module is a folder of `src/`; below `adapters/` each folder is one. A room is a folder of a module. Seven roles cut
 * across the modules, by the name of the file or folder:
 *
 * - `module.ts` and `module-*.ts`, with the files of `roots`, put parts together: they may import everything, and only other
 *   roots import them.
 * - `routes/` holds the HTTP routes of its module: besides what the module may import, `http`. Only `module.ts`
 *   and other `routes/` of the same module may import it.
 * - `*-terms.ts` holds the limits and the sets of words that the domain and the wire share: it imports `base` and other
 *   terms only; all may import it.
 * - `*-document.ts` holds the schema and the type of a document that the domain checks itself, and stores or carries out
 *   as it is, such as a rule or a command of a robot: it imports `base`, terms and other documents only; all may import it.
 * - `wire/` holds schemas of requests and answers: it imports `base`, terms, documents and other `wire/` only. Files that speak the
 *   wire may import it. The other files of the domain may not.
 * - `site-settings.ts`, `site-checks.ts` and `site-parts.ts` are the module's part of the site file: they may import the
 *   same files of other modules, and types of `system/config`; `system` and `cli` may import them.
 * - `doctor-checks.ts` and `doctor-sentences.ts` are the module's part of the doctor: they may import `system/doctor/`
 *   and types of `system/config`. Only `system/doctor/` may import them.
 */

/** Module → modules that it may import. A folder that is not listed may not exist. */
export const modules = {
  base: [],
  cameras: ["base"],
  perception: ["base", "cameras", "type:uplink"],
  robots: ["base", "type:uplink"],
  automation: ["base"],
  media: ["base", "uplink", "type:notifications"],
  health: ["base", "uplink"],
  voice: ["base", "uplink"],
  uplink: ["base"],
  notifications: ["base", "type:robots"],
  system: ["base", "cameras", "notifications", "perception", "type:http", "type:uplink"],
  http: ["base"],
  mcp: ["base", "http"],
  fleet: ["base", "type:perception"],
  cli: [
    "base",
    "cameras",
    "health",
    "perception",
    "system",
    "uplink",
    "main.ts",
    "adapters/ffmpeg",
    "adapters/inference",
    "adapters/linux",
    "adapters/lmdb",
    "adapters/mcp",
    "adapters/model-download",
    "adapters/model-trial",
    "adapters/onvif",
    "adapters/pino",
    "adapters/rtsp-relay",
    "adapters/tls",
    "adapters/vision",
    "adapters/webrtc",
  ],
  "adapters/alarm-command": ["base", "type:notifications"],
  "adapters/body-intake": ["base", "type:http"],
  "adapters/box-client": ["base", "fleet"],
  "adapters/child-process": ["base"],
  "adapters/compute": [
    "base",
    "adapters/child-process",
    "adapters/drawing",
    "adapters/inference",
    "health",
    "media",
    "robots",
    "type:perception",
    "type:uplink",
  ],
  // How nets run and what is drawn stand below the processes that use them: compute, model-trial and vision.
  "adapters/drawing": ["base", "adapters/inference", "type:perception"],
  "adapters/doors": ["base", "robots", "adapters/mqtt-broker"],
  "adapters/espeak": ["base", "voice"],
  "adapters/ffmpeg": ["base", "cameras"],
  "adapters/files": ["base"],
  // The messages that files and live connections share.
  "adapters/foxglove": ["base", "robots"],
  "adapters/inference": ["base", "perception"],
  "adapters/linux": ["base", "type:system"],
  "adapters/lmdb": ["base"],
  "adapters/loudspeaker": ["base", "type:voice"],
  "adapters/mcp": ["base", "type:mcp"],
  "adapters/mcap": ["adapters/foxglove", "adapters/rtsp-server", "type:robots"],
  "adapters/mdns": ["base"],
  "adapters/model-download": ["base", "type:perception"],
  "adapters/model-endpoints": ["base", "uplink"],
  "adapters/model-learning": [
    "base",
    "adapters/child-process",
    "adapters/drawing",
    "adapters/inference",
    "perception",
  ],
  "adapters/model-trial": [
    "base",
    "adapters/child-process",
    "adapters/drawing",
    "adapters/inference",
    "type:perception",
  ],
  "adapters/mqtt": ["base", "type:notifications"],
  // Connections to brokers that the drivers of robots and doors share.
  "adapters/mqtt-broker": ["base"],
  "adapters/nats": ["base", "type:fleet", "type:notifications"],
  "adapters/onvif": ["base", "adapters/rtsp-relay", "type:cameras"],
  "adapters/onvif-server": ["base", "adapters/onvif", "adapters/rtsp-relay", "cameras"],
  "adapters/otlp": ["base"],
  "adapters/outbound": ["base", "type:media", "type:notifications"],
  "adapters/pino": ["base"],
  "adapters/prometheus": ["base"],
  "adapters/robot-sim": ["base", "robots"],
  "adapters/ros": ["base", "robots", "adapters/child-process"],
  "adapters/rtsp-relay": ["base", "type:cameras"],
  "adapters/rtsp-server": ["base", "adapters/rtsp-relay", "cameras"],
  "adapters/signatures": ["type:fleet"],
  "adapters/smtp": ["base", "type:notifications"],
  "adapters/systemd": ["base"],
  "adapters/tls": ["base", "type:http"],
  "adapters/track-files": ["base", "perception"],
  "adapters/vda5050": ["base", "robots", "adapters/mqtt-broker"],
  "adapters/web-push": ["type:notifications"],
  "adapters/vision": [
    "base",
    "perception",
    "adapters/child-process",
    "adapters/drawing",
    "adapters/inference",
    "type:cameras",
    "type:system",
  ],
  "adapters/webauthn": ["base"],
  "adapters/webrtc": ["base", "adapters/child-process", "adapters/rtsp-server", "cameras"],
  "adapters/openid": ["base"],
  "adapters/voice-providers": ["base", "type:notifications", "type:voice"],
};

/**
 * The files besides each `module.ts` that may import everything: the process and its composition
 * root.
 */
export const roots = ["main.ts", "appliance.ts", "appliance-options.ts"];

/**
 * Package → modules, roles, or single files, that may import it. A package that is not listed may not be imported in `src/`
 * at all, so that each new dependency gets a home deliberately.
 */
export const packages = {
  "@opentelemetry/api": ["adapters/otlp"],
  "@opentelemetry/exporter-trace-otlp-http": ["adapters/otlp"],
  "@opentelemetry/resources": ["adapters/otlp"],
  "@opentelemetry/sdk-trace": ["adapters/otlp"],
  "@ai-sdk/anthropic": ["adapters/model-endpoints"],
  "@ai-sdk/google": ["adapters/model-endpoints"],
  "@ai-sdk/openai": ["adapters/model-endpoints"],
  "@ai-sdk/openai-compatible": ["adapters/model-endpoints"],
  "@modelcontextprotocol/server": ["adapters/mcp"],
  "@homebridge/ciao": ["adapters/mdns"],
  "@nats-io/jetstream": ["adapters/nats"],
  "@nats-io/kv": ["adapters/nats"],
  "@nats-io/transport-node": ["adapters/nats"],
  "@bufbuild/protobuf": ["adapters/inference"],
  ai: ["adapters/model-endpoints"],
  ajv: ["http", "base"],
  cheerio: ["adapters/compute"],
  commander: ["cli"],
  "css-tree": ["adapters/compute"],
  culori: ["media", "adapters/compute"],
  "dicom-parser": ["adapters/compute"],
  fastify: ["http", "role:routes"],
  "fft.js": ["health"],
  "ipaddr.js": ["adapters/outbound"],
  lmdb: ["adapters/lmdb"],
  "@foxglove/schemas": ["adapters/foxglove"],
  "@mcap/core": ["adapters/mcap"],
  mqtt: ["adapters/mqtt", "adapters/mqtt-broker"],
  munkres: ["perception"],
  "node-datachannel": ["adapters/webrtc"],
  nodemailer: ["adapters/smtp"],
  "onnxruntime-node": ["adapters/inference", "adapters/compute"],
  pino: ["adapters/pino"],
  "@prometheus-io/client": ["adapters/prometheus"],
  "point-in-polygon-hao": ["base"],
  saxes: ["adapters/onvif"],
  sharp: ["adapters/drawing"],
  ws: ["adapters/ros", "http", "role:routes"],
  "web-push": ["adapters/web-push"],
  yazl: ["cameras"],
  jose: ["adapters/signatures", "adapters/voice-providers"],
  "@simplewebauthn/server": ["adapters/webauthn"],
  "openid-client": ["adapters/openid"],
  "@peculiar/x509": ["adapters/tls"],
  "reflect-metadata": ["adapters/tls"],
  jsmodbus: ["adapters/doors"],
  undici: [
    "adapters/box-client",
    "adapters/doors",
    "adapters/outbound",
    "adapters/model-endpoints",
    "adapters/openid",
  ],
  typebox: [
    "perception/models/model-manifest.ts",
    "role:document",
    "role:wire",
    "role:routes",
    "role:site",
    "base",
    "health",
    "http",
    "notifications",
    "system",
    "adapters/vda5050",
    "adapters/model-endpoints",
  ],
  yaml: ["cli", "system", "perception", "robots"],
};
