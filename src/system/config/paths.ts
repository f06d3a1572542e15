import { join, resolve } from "node:path";
import { installDir } from "../../base/settings/install-dir.ts";
import type { SiteYaml } from "./schema.ts";

/** Paths to try in this order when neither `--config` nor `GATEHOUSE_CONFIG` names a file. */
export const defaultConfigFiles: readonly string[] = [
  "/etc/gatehouse/site.yaml",
  join(installDir, "config/site.yaml"),
];

/** Settings whose text is a path, or a list of paths. */
export const pathSettings: readonly string[] = [
  "data_dir",
  "media_dirs",
  "models.dir",
  "server.tls.cert_file",
  "server.tls.key_file",
  "webhooks.ca_file",
  "webhooks.key_file",
  "health.key_file",
  "health.eeg_classifier.file",
  "health.eeg_segmenter.file",
  "health.neural_decoder.file",
];

/**
 * Returns `yaml` with absolute paths: relative ones of the file start at the installation, whatever
 * the cwd.
 */
export function withAbsolutePaths(yaml: SiteYaml): SiteYaml {
  const absolute = (path: string): string => resolve(installDir, path);
  const { ca_file: caFile, key_file: keyFile } = yaml.webhooks;
  const { tls } = yaml.server;
  const { key_file: healthKey, eeg_classifier: classifier, neural_decoder: decoder } = yaml.health;
  const { eeg_segmenter: segmenter } = yaml.health;
  const withFile = <N extends { file?: string }>(net: N): N =>
    net.file === undefined ? net : { ...net, file: absolute(net.file) };
  return {
    ...yaml,
    data_dir: absolute(yaml.data_dir),
    media_dirs: yaml.media_dirs.map(absolute),
    models: { ...yaml.models, dir: absolute(yaml.models.dir) },
    server: {
      ...yaml.server,
      tls: {
        ...tls,
        ...(tls.cert_file === undefined ? {} : { cert_file: absolute(tls.cert_file) }),
        ...(tls.key_file === undefined ? {} : { key_file: absolute(tls.key_file) }),
      },
    },
    webhooks: {
      ...yaml.webhooks,
      ...(caFile === undefined ? {} : { ca_file: absolute(caFile) }),
      ...(keyFile === undefined ? {} : { key_file: absolute(keyFile) }),
    },
    health: {
      ...yaml.health,
      ...(healthKey === undefined ? {} : { key_file: absolute(healthKey) }),
      ...(classifier ? { eeg_classifier: withFile(classifier) } : {}),
      ...(segmenter ? { eeg_segmenter: withFile(segmenter) } : {}),
      ...(decoder ? { neural_decoder: withFile(decoder) } : {}),
      segmenters: yaml.health.segmenters.map(withFile),
    },
  };
}
