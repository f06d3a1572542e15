/** The site configuration. */
export const configuration = {
  file: "Read from {file}. Change it there, then restart the box.",
  noFile: "There is no configuration file: the defaults hold.",
  settings: "What holds",
  setting: "Setting",
  value: "Value",
  origin: "From",
  origins: {
    default: "default",
    file: "file",
    environment: "environment",
    flag: "command line",
  },
  changedOnly: "Only what is not default",
  none: "No setting fits.",
  check: "Check a file",
  checkHint: "Paste the whole file. Nothing is changed, and files that it names are not read.",
  yaml: "File (YAML)",
  open: "Open a file",
  valid: "Nothing to mend.",
  problems: "To mend: {count}",
  line: "Line {line}",
};
