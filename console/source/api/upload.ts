import { GatehouseApiError, GatehouseConnectionError } from "../../../client/source/errors.ts";
import { csrf, noteRefusal } from "./box.ts";
import { noteSignOfLife } from "./connection.ts";

/** Size of one request of a long upload: over a link of 1 MB/s it takes half a minute. */
const partBytes = 32 * 1024 * 1024;
const maxTries = 10;
const retryMs = 3000;

/** What the box has of a file. */
export interface Arrived {
  name: string;
  size_bytes: number;
  received_bytes: number;
}

/** Sends `body` as this page; `fetch` cannot say how much of it has been sent. A refusal is thrown as `GatehouseApiError`. */
export async function sendBytes(
  request: { method: "POST" | "PUT"; address: string; body: Blob },
  onSent: (bytes: number) => void,
): Promise<void> {
  const answer = await sent(request, onSent);
  if (answer.status < 300) return;
  const { error } = JSON.parse(answer.responseText) as {
    error: { code: string; message: string; param?: string };
  };
  throw new GatehouseApiError(error.code, error.message, {
    status: answer.status,
    requestId: answer.getResponseHeader("x-request-id") ?? "",
    retryable: false,
    retryAfterSec: undefined,
    param: error.param,
    details: undefined,
  });
}

/**
 * Sends a file of any size in parts and continues after a broken connection or a restart of the box where the box
 * stands, up to ten times. `arrived` asks the box what it has.
 */
export async function sendInParts(
  file: File,
  { address, arrived }: { address: string; arrived: () => Promise<Arrived | null> },
  onSent: (bytes: number) => void,
): Promise<void> {
  const name = plainName(file.name);
  const begun = async (): Promise<number> => {
    const found = await arrived();
    return found?.name === name && found.size_bytes === file.size ? found.received_bytes : 0;
  };
  let offset = await begun();
  for (let tries = 0; offset < file.size;) {
    const query = new URLSearchParams({ name, offset: `${offset}`, size: `${file.size}` });
    const body = file.slice(offset, offset + partBytes);
    const from = offset;
    try {
      const request = { method: "PUT", address: `${address}?${query}`, body } as const;
      await sendBytes(request, (bytes) => onSent(from + Math.min(bytes, body.size)));
      offset += body.size;
      tries = 0;
    } catch (error) {
      tries += 1;
      if (!(error instanceof GatehouseConnectionError) || tries > maxTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      offset = await begun().catch(() => from);
    }
  }
}

function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(-100) || "file";
}

function sent(
  { method, address, body }: { method: "POST" | "PUT"; address: string; body: Blob },
  onSent: (bytes: number) => void,
): Promise<XMLHttpRequest> {
  const request = new XMLHttpRequest();
  request.open(method, address);
  request.setRequestHeader("content-type", "application/octet-stream");
  if (csrf() !== "") request.setRequestHeader("x-csrf-token", csrf());
  request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
  return new Promise((resolve, reject) => {
    request.addEventListener("load", () => {
      noteSignOfLife();
      if (request.status === 401) noteRefusal();
      resolve(request);
    });
    request.addEventListener("error", () =>
      reject(new GatehouseConnectionError("the upload was cut off")),
    );
    request.send(body);
  });
}
