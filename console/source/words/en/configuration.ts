/** The site configuration. */
export const configuration = {
  file: "Read from {file}. Change settings there, then restart the box.",
  noFile: "No configuration file: all settings have their defaults.",
  settings: "Current settings",
  setting: "Setting",
  value: "Value",
  origin: "Source",
  origins: {
    default: "default",
    file: "file",
    environment: "environment",
    flag: "command line",
  },
  changedOnly: "Changed only",
  none: "No matching setting.",
  check: "Check a file",
  checkHint:
    "Paste the whole file. The check changes nothing and does not read files that it names.",
  yaml: "File (YAML)",
  open: "Open a file",
  valid: "No problems found.",
  problems: "Problems: {count}",
  line: "Line {line}",
};
