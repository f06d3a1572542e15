/** Prints what knip found, and how many files it saw, so that a run over nothing cannot pass. */
export default function reporter({ issues, counters }) {
  for (const [kind, byFile] of Object.entries(issues)) {
    if (kind === "_files" || typeof byFile !== "object" || byFile instanceof Set) continue;
    for (const [file, symbols] of Object.entries(byFile)) {
      for (const name of Object.keys(symbols)) console.log(`${kind}: ${file}: ${name}`);
    }
  }
  console.log(`saw ${counters.processed} files`);
}
