/**
 * A program under supervision. It does what each message says: `beat` (a sign of life every 10 ms), `mute`, `exit`
 * (with code 3 and a line on stderr), `ignore-close`.
 */
let beats: NodeJS.Timeout | undefined;
const alive = setInterval(() => undefined, 60_000);

process.on("message", (order: string) => {
  if (order === "beat") beats = setInterval(() => process.send?.("beat"), 10);
  else if (order === "exit") {
    process.stderr.write("the reason\n", () => process.exit(3));
  } else {
    clearInterval(beats);
    if (order === "ignore-close") process.removeAllListeners("disconnect");
    process.send?.(order);
  }
});
process.on("disconnect", () => {
  clearInterval(alive);
  process.exit(0);
});
