import { fail } from "../../base/contract/fail.ts";
import { Postponement } from "../../base/jobs/postponement.ts";
import type { PictureDownloads } from "../../media/ports.ts";
import type { Outbound, OutboundFailure } from "../../notifications/webhooks/outbound-port.ts";

/** Time for one picture, from the name lookup to the last byte. */
const deadlineMs = 60_000;
const maxRedirects = 3;
/** The time after which a job checks again whether the box has a network. */
const noNetworkMs = 60_000;

/** Pictures by https address, through the guarded way out. */
export class OutboundPictures implements PictureDownloads {
  readonly #outbound: Outbound;

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  check(url: string, param: string): void {
    const why = this.#outbound.refusal(url);
    if (!why) return;
    const code = why.kind === "address" ? "forbidden_address" : "invalid_request_body";
    throw fail(code, `${param}: ${why.message}`, { param });
  }

  async fetch(
    url: string,
    { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
  ): Promise<Uint8Array> {
    const answer = await this.#outbound.request({
      url,
      method: "GET",
      headers: { accept: "image/jpeg, image/png, image/webp" },
      deadlineMs,
      maxReadBytes: maxBytes,
      maxRedirects,
      signal,
    });
    if (!answer.ok) throw failure(answer);
    if (answer.status !== 200) {
      const retryable = answer.status >= 500 || answer.status === 429 || answer.status === 408;
      const message = `address: answers with status ${answer.status}. Check the address`;
      throw fail("input_unreachable", message, { retryable });
    }
    if (answer.isCut) {
      const megabytes = Math.floor(maxBytes / 1024 / 1024);
      throw fail("input_unreadable", `picture: is larger than ${megabytes} MB. Use a smaller one`);
    }
    return answer.body;
  }
}

function failure({ problem, message, reach }: OutboundFailure): Error {
  if (reach === "cut") {
    return new Postponement("waiting_for_uplink", "this box has no network", noNetworkMs);
  }
  if (problem === "blocked_address") return fail("input_blocked_address", message);
  const retryable = problem !== "redirect" && problem !== "protocol";
  return fail("input_unreachable", `address: cannot be fetched (${message}). Check the address`, {
    retryable,
  });
}
