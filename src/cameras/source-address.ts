import { percentDecoded } from "../base/core/percent-decoded.ts";
import { invalidField } from "../base/contract/fail.ts";

/** An address and the credentials that were in it. */
export interface CameraUrl {
  address: string;
  username: string | undefined;
  password: string | undefined;
}

/**
 * Splits an `rtsp(s)://` address. Throws `invalid_request_body` naming `param`; no message
 * repeats the address, which may hold a password.
 */
export function readCameraAddress(text: string, type: "rtsp" | "rtsps", param: string): CameraUrl {
  // A URL parser drops line breaks silently.
  const url = /\p{Cc}/u.test(text.trim()) ? null : URL.parse(text);
  if (url === null) {
    throw invalidField(
      param,
      "is not a valid address. Percent-encode special characters of the password",
    );
  }
  const scheme = url.protocol.slice(0, -1).toLowerCase();
  if (scheme !== type) {
    throw invalidField(
      param,
      `starts with \`${scheme}:\`. Use \`${type}://\` for type \`${type}\``,
    );
  }
  if (url.hostname === "")
    throw invalidField(param, "has no host. Add the camera's name or address");
  if (url.hash !== "")
    throw invalidField(param, "has a fragment (#…). Remove it, or percent-encode the # as %23");
  return {
    address: `${type}://${url.host}${url.pathname}${url.search}`,
    username: url.username === "" ? undefined : percentDecoded(url.username),
    password: url.password === "" ? undefined : percentDecoded(url.password),
  };
}
