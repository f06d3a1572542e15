/**
 * The import table of `docs/architecture.md`: which folder of `src/` may import which, and where a
 * package is at home. Every folder may import itself, `node:` and the files of `everywhere`.
 * `type:` before a folder allows `import type` only.
 */

/** Folders that every other folder may import, apart from the exceptions in the table itself. */
export const everywhere = ["core", "contract"];

/** Folder of `src/` → folders it may import. A folder that is not listed may not exist. */
export const folders = {
  core: [],
  contract: ["core"],
  geo: [],
  config: [],
  events: [],
  jobs: ["events"],
  assets: ["events"],
  brands: ["assets", "jobs", "uplink", "webhooks"],
  keys: ["events"],
  models: [],
  cameras: ["events", "jobs", "geo", "assets"],
  recording: ["cameras"],
  perception: ["cameras", "recording", "events", "jobs", "geo", "assets", "models"],
  robots: ["events", "geo"],
  uplink: ["type:jobs"],
  rules: ["events"],
  webhooks: ["events", "jobs"],
  http: [
    "events",
    "jobs",
    "keys",
    "assets",
    "cameras",
    "recording",
    "perception",
    "robots",
    "rules",
    "webhooks",
  ],
  admin: ["keys", "jobs", "events", "models"],
  children: [
    "geo",
    "models",
    "adapters/ffmpeg",
    "adapters/inference-server",
    "adapters/onnx",
    "adapters/tfjs",
    "brands",
    "type:perception",
    "type:cameras",
  ],
  cli: [
    "config",
    "admin",
    "keys",
    "events",
    "models",
    "cameras",
    "adapters/ffmpeg",
    "adapters/lmdb",
    "adapters/model-download",
    "adapters/model-trial",
    "adapters/onnx-graph",
    "adapters/onvif",
    "adapters/pino",
    "adapters/rtsp-relay",
    "main.ts",
    "adapters/tls",
  ],
  demo: ["config", "cameras"],
  "adapters/body-intake": ["http", "jobs"],
  "adapters/compute": ["brands", "perception", "type:children"],
  "adapters/ffmpeg": ["cameras", "geo", "recording"],
  "adapters/files": ["assets", "jobs"],
  "adapters/lmdb": ["events", "jobs", "keys", "assets"],
  "adapters/model-download": ["models"],
  "adapters/model-trial": ["models", "type:children"],
  "adapters/inference-server": ["models"],
  "adapters/onnx": ["type:children", "perception", "models"],
  "adapters/onnx-graph": ["models"],
  "adapters/onvif": ["cameras", "adapters/rtsp-relay"],
  "adapters/outbound": ["webhooks"],
  "adapters/pino": [],
  "adapters/robot-sim": ["robots", "geo"],
  "adapters/vda5050": ["robots"],
  "adapters/rtsp-relay": ["cameras"],
  "adapters/systemd": [],
  "adapters/tls": ["type:http"],
  "adapters/track-files": ["perception"],
  "adapters/tfjs": ["models"],
  "adapters/vision": ["perception", "type:cameras", "type:children", "type:models"],
};

/** Files at the root of `src/` that may import everything: the process and its composition root. */
export const roots = [
  "main.ts",
  "appliance.ts",
  "appliance-brands.ts",
  "appliance-cameras.ts",
  "appliance-options.ts",
  "appliance-robots.ts",
  "appliance-rules.ts",
  "appliance-tls.ts",
];

/**
 * Package → folders that may import it. A package that is not listed may not be imported in `src/`
 * at all, so that each new dependency gets a home deliberately.
 */
export const packages = {
  "@bufbuild/protobuf": ["adapters/onnx-graph"],
  ajv: ["http", "jobs"],
  cheerio: ["children"],
  commander: ["cli"],
  "css-tree": ["children"],
  culori: ["children"],
  fastify: ["http"],
  "ipaddr.js": ["adapters/outbound"],
  lmdb: ["adapters/lmdb"],
  mqtt: ["adapters/vda5050"],
  munkres: ["perception"],
  "onnxruntime-node": ["adapters/onnx", "children"],
  pino: ["adapters/pino"],
  "point-in-polygon-hao": ["geo"],
  saxes: ["adapters/onvif"],
  sharp: ["adapters/compute", "adapters/vision", "children"],
  undici: ["adapters/outbound"],
  typebox: ["adapters/vda5050", "contract", "config", "jobs", "http", "keys"],
  ws: ["http"],
  yaml: ["config", "perception", "models"],
};
