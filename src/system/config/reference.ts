import { type Setting, settings } from "./settings.ts";

function valueText(setting: Setting): string {
  if (setting.default === null) return "–";
  if (Array.isArray(setting.default)) {
    return setting.default.length === 0 ? "none" : setting.default.join(", ");
  }
  return `\`${JSON.stringify(setting.default).replaceAll('"', "")}\``;
}

function row(setting: Setting): string {
  const cells = [
    `\`${setting.path.join(".")}\``,
    setting.title.replaceAll("|", "\\|"),
    valueText(setting),
    [setting.allowed, setting.unit ?? ""].filter((each) => each !== "").join(" "),
    setting.applies === "live" ? "at once" : "restart",
    setting.variable === null ? "" : `\`${setting.variable}\``,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The table of all settings in `docs/install/configuration.md`, in Markdown. */
export function referenceTable(): string {
  const head =
    "| setting | meaning | default | range | in force | environment |\n|---|---|---|---|---|---|";
  return [head, ...settings.map(row)].join("\n");
}
