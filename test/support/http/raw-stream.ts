import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { until } from "../box/wait.ts";

/** Opens a bare socket to 127.0.0.1 and resolves when its GET request for `path` is answered with a head. */
export async function openRawStream(request: {
  port: number;
  key: string;
  path: string;
  header?: string | undefined;
}): Promise<Socket> {
  const { port, key, path, header = "Accept: */*" } = request;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${header}\r\n\r\n`,
  );
  await once(socket, "readable");
  return socket;
}

/** What a stream of events has sent up to its first heartbeat; `act` runs after its first bytes. */
export async function textUntilHeartbeat(socket: Socket, act: () => void): Promise<string> {
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.includes("retry:"));
  act();
  await until(() => text.includes("heartbeat"));
  socket.destroy();
  return text.replaceAll(/\r\n[0-9a-f]*\r?\n?/g, "\n");
}
