/** Starts the box of the site file in argv, prints every file that was loaded for it, as JSON, and ends. */
import { registerHooks } from "node:module";

const [, , file] = process.argv;
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});

const { Appliance } = await import("../../../src/appliance.ts");
const { loadConfig } = await import("../../../src/system/config/load.ts");
const { systemClock } = await import("../../../src/base/core/clock.ts");
const { silentLogger } = await import("../../../src/base/core/logger.ts");
const { LiveSettings } = await import("../../../src/base/settings/live-settings.ts");

const { config, settings } = await loadConfig({ file: file!, environment: {}, overrides: [] });
const appliance = new Appliance({
  config,
  live: new LiveSettings(config),
  settings,
  log: silentLogger,
  clock: systemClock,
  keepSecret: () => undefined,
  restart: () => undefined,
  onFatal: (error) => {
    throw error;
  },
});
await appliance.start(new AbortController().signal);
await appliance.stop();
process.stdout.write(JSON.stringify(loaded), () => process.exit(0));
