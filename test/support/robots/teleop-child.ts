/**
 * An operator's program that drives at 0.4 m/s with a message every 50 ms until it is stopped or killed.
 * Arguments: WebSocket address, key. Writes each answer of the box as a line.
 */
import { writeSync } from "node:fs";
import { WebSocket } from "ws";

const [url = "", key = ""] = process.argv.slice(2);
const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
let seq = 0;
socket.on("message", (data: Buffer) => writeSync(1, `${data.toString()}\n`));
socket.on("close", () => process.exit(0));
socket.once("open", () => {
  setInterval(() => {
    seq += 1;
    socket.send(JSON.stringify({ type: "drive", seq, linear_mps: 0.4, angular_radps: 0 }));
  }, 50);
});
