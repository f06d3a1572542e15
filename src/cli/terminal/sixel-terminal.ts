/** Longest wait for the terminal's answer: one behind a slow line gets half blocks. */
const answerMs = 300;
/** Primary device attributes (ECMA-48 8.3.24); 4 in the answer stands for sixel graphics. */
const question = "\u001b[c";
const answer = /\[\?([\d;]*)c/;

/** Resolves with true when the terminal of the command draws sixels; asks it, and waits 0.3 s at most. */
export async function drawsSixels(): Promise<boolean> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return false;
  stdin.setRawMode(true);
  try {
    return await new Promise<boolean>((resolve) => {
      let text = "";
      const timer = setTimeout(() => resolve(false), answerMs);
      stdin.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
        const found = answer.exec(text);
        if (!found) return;
        clearTimeout(timer);
        resolve(found[1]!.split(";").includes("4"));
      });
      stdout.write(question);
    });
  } finally {
    stdin.removeAllListeners("data");
    stdin.setRawMode(false);
    stdin.pause();
  }
}
