import { fail } from "../../../base/contract/fail.ts";
import type { FetchedPage } from "../../../media/brands/page-port.ts";

/** The bytes in which a page must declare its encoding (HTML standard, "encoding sniffing"). */
const prescanBytes = 1024;
/** A page of any length begins like one. */
const lookBytes = 4096;
const opening = /<(!doctype\s+html|html|head|body|title|meta|link|script|style|div|p|h1|!--)/i;

/**
 * Decodes a page by its byte order mark, the server's header, the page's own declaration, else as UTF-8;
 * invalid UTF-8 becomes windows-1252. Throws `input_unreadable` for anything but HTML.
 */
export function pageText({ bytes, contentType }: FetchedPage): string {
  const type = contentType.toLowerCase().split(";", 1)[0]!.trim();
  if (type !== "" && !/^(text\/html|application\/xhtml\+xml|text\/plain)$/.test(type)) {
    throw fail(
      "input_unreadable",
      `address: leads to ${type.slice(0, 60)}. Give the address of an HTML page`,
    );
  }
  const text = decodeText(bytes, contentType);
  if (!opening.test(text.slice(0, lookBytes))) {
    throw fail(
      "input_unreadable",
      "address: does not lead to an HTML page. Give the address of one",
    );
  }
  checkNesting(text);
  return text;
}

/** Elements that may stand open at once; parsing takes their square. */
const maxOpen = 1000;
const countedTag =
  /<(\/?)(a|abbr|article|aside|b|big|blockquote|button|center|code|details|dir|div|dl|em|fieldset|figure|font|footer|form|header|i|main|nav|nobr|ol|s|section|small|span|strike|strong|svg|g|table|tt|u|ul)(?=[\s/>])/gi;

/** Throws `input_unreadable` for a page that opens many more elements than it closes. */
function checkNesting(text: string): void {
  let open = 0;
  for (const [, slash] of text.matchAll(countedTag)) {
    open = slash === "/" ? Math.max(0, open - 1) : open + 1;
    if (open > maxOpen)
      throw fail("input_unreadable", "page: is nested too deeply. Use another page");
  }
}

/** Bytes as text: byte order mark, declared charset, `<meta charset>` or `@charset`, UTF-8. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = markOf(bytes) ?? charsetIn(contentType) ?? declared(bytes) ?? "utf-8";
  const decoder = decoderOf(label);
  if (decoder.encoding !== "utf-8") return decoder.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // A page that lies about its encoding, or that was cut inside a character.
    const text = decoder.decode(bytes);
    return isMostlyBroken(text) ? new TextDecoder("windows-1252").decode(bytes) : text;
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1];
}

function declared(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanBytes));
  const text = head.toString("latin1");
  const found = /^@charset "([\w-]{1,40})"/.exec(text)?.[1] ?? charsetIn(text);
  // A page whose declaration could be read as ASCII is not UTF-16 (HTML standard).
  return found && /^utf-?16/i.test(found) ? "utf-8" : found;
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** More than a few signs that UTF-8 does not have: not one broken character, another encoding. */
function isMostlyBroken(text: string): boolean {
  const broken = text.split("\uFFFD").length - 1;
  return broken > 2 || broken * 20 > text.length;
}
