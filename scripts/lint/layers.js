/**
 * The import table of `docs/architecture.md`: which module of `src/` may import which, which room of a module may
 * import which of its other rooms, and where a package is at home. `type:` before a name allows `import type` only.
 *
 * A module is a folder of `src/`; below `adapters/` each folder is one. A room is a folder of a module. Four roles cut
 * across the modules, by the name of the file or folder:
 *
 * - `module.ts`, with the files of `roots`, puts parts together: it may import everything, and only other roots import it.
 * - `routes/` holds the HTTP routes of its module: besides what the module may import, `http`.
 * - `wire/` holds schemas of requests and answers: it imports `base/contract` and other `wire/` only; all may import it.
 * - `site-settings.ts`, `site-checks.ts` and `site-parts.ts` are the module's part of the site file: they may import the
 *   same files of other modules, and types of `system/config`; `system` and `cli` may import them.
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
  system: ["base", "cameras", "notifications", "perception", "type:uplink"],
  http: [
    "base",
    "automation",
    "cameras",
    "media",
    "notifications",
    "perception",
    "robots",
    "system",
    "uplink",
    "voice",
  ],
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
    "adapters/model-download",
    "adapters/model-trial",
    "adapters/onvif",
    "adapters/pino",
    "adapters/rtsp-relay",
    "adapters/tls",
    "adapters/vision",
  ],
  "adapters/alarm-command": ["base", "type:notifications"],
  "adapters/body-intake": ["base", "type:http"],
  "adapters/compute": [
    "base",
    "health",
    "media",
    "adapters/inference",
    "type:perception",
    "type:uplink",
  ],
  "adapters/espeak": ["base", "voice"],
  "adapters/ffmpeg": ["base", "cameras"],
  "adapters/files": ["base"],
  "adapters/inference": ["base", "perception"],
  "adapters/linux": ["base", "type:system"],
  "adapters/lmdb": ["base"],
  "adapters/loudspeaker": ["base", "type:voice"],
  "adapters/mdns": ["base"],
  "adapters/model-download": ["base", "type:perception"],
  "adapters/model-endpoints": ["base", "uplink"],
  "adapters/model-trial": ["base", "adapters/compute", "adapters/inference", "type:perception"],
  "adapters/mqtt": ["base", "type:notifications"],
  "adapters/onvif": ["base", "adapters/rtsp-relay", "type:cameras"],
  "adapters/otlp": ["base"],
  "adapters/outbound": ["base", "type:media", "type:notifications"],
  "adapters/pino": ["base"],
  "adapters/prometheus": ["base"],
  "adapters/robot-sim": ["base", "robots"],
  "adapters/ros": ["base", "robots"],
  "adapters/rtsp-relay": ["base", "type:cameras"],
  "adapters/smtp": ["base", "type:notifications"],
  "adapters/systemd": ["base"],
  "adapters/tls": ["base", "type:http"],
  "adapters/track-files": ["base", "perception"],
  "adapters/vda5050": ["base", "robots"],
  "adapters/vision": [
    "base",
    "perception",
    "adapters/compute",
    "adapters/inference",
    "type:cameras",
  ],
  "adapters/voice-providers": ["base", "type:notifications", "type:voice"],
};

/**
 * Room → rooms of its module that it may import, besides the module's `wire/`. A module that has no room here keeps no
 * order inside.
 */
export const rooms = {
  "base/core": [],
  "base/contract": ["base/core"],
  "base/archive": ["base/contract", "base/core"],
  "base/geo": ["base/contract", "base/core"],
  "base/settings": ["base/contract", "base/core"],
  "base/events": ["base/contract", "base/core"],
  "base/keys": ["base/contract", "base/core", "base/events"],
  "base/assets": ["base/contract", "base/core", "base/events"],
  "base/jobs": ["base/contract", "base/core", "base/events"],
};

/** What may import everything, besides each `module.ts`: the process and its composition root. */
export const roots = ["main.ts", "appliance.ts", "appliance-options.ts"];

/**
 * Package → modules, or roles, that may import it. A package that is not listed may not be imported in `src/`
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
  "@homebridge/ciao": ["adapters/mdns"],
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
  mqtt: ["adapters/mqtt", "adapters/vda5050"],
  munkres: ["perception"],
  nodemailer: ["adapters/smtp"],
  "onnxruntime-node": ["adapters/inference", "adapters/compute"],
  pino: ["adapters/pino"],
  "@prometheus-io/client": ["adapters/prometheus"],
  "point-in-polygon-hao": ["base"],
  saxes: ["adapters/onvif"],
  sharp: ["adapters/compute", "adapters/vision"],
  ws: ["adapters/ros", "http", "role:routes"],
  yazl: ["cameras"],
  jose: ["adapters/voice-providers"],
  "@peculiar/x509": ["adapters/tls"],
  "reflect-metadata": ["adapters/tls"],
  undici: ["adapters/outbound", "adapters/model-endpoints"],
  typebox: [
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
  yaml: ["system", "perception"],
};
