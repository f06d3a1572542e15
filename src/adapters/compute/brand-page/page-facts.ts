import type { CheerioAPI } from "cheerio";
import { httpsAddress } from "./addresses.ts";
import { pictureAddress } from "./logos.ts";

const maxImages = 12;
const maxTextLength = 8000;
const notPictures = /(pixel|tracking|spacer|blank|sprite|icon|avatar|badge|logo|1x1)/i;

/** Returns the site's name: its declared name, else the title, else its host. */
export function nameOf($: CheerioAPI, address: string): string | null {
  const said = [
    $('meta[property="og:site_name" i]').attr("content"),
    organisationName($),
    $('meta[name="application-name" i]').attr("content"),
    $('meta[name="apple-mobile-web-app-title" i]').attr("content"),
  ];
  const known = said.map(tidy).find((each) => each !== "");
  return known ?? fromTitle(tidy($("title").first().text()), address) ?? fromHost(address);
}

function organisationName($: CheerioAPI): string | undefined {
  let found: string | undefined;
  $('script[type="application/ld+json" i]').each((_, element) => {
    const text = $(element).text().slice(0, 200_000);
    try {
      const data: unknown = JSON.parse(text);
      const list = Array.isArray(data)
        ? data
        : ((data as { "@graph"?: unknown[] })?.["@graph"] ?? [data]);
      for (const each of list as Record<string, unknown>[]) {
        if (!/Organization|WebSite|Business|Store|Brand/.test(String(each?.["@type"]))) continue;
        if (typeof each["name"] === "string") found ??= each["name"];
      }
    } catch {
      // Text that is not JSON adds nothing.
    }
  });
  return found;
}

/** The part of a title that the host's name has in it, else the shorter of its ends. */
function fromTitle(title: string, address: string): string | undefined {
  if (title === "") return undefined;
  const parts = title.split(/\s+[|–—·•»:-]+\s+|\s*[|·•»]\s*|:\s+/).filter((part) => part !== "");
  const host = plain(fromHost(address) ?? "");
  const named = parts.find((part) => host !== "" && plain(part).includes(host));
  if (named !== undefined || parts.length === 1) return named ?? parts[0];
  const [first, last] = [parts[0]!, parts.at(-1)!];
  return last.length < first.length && !/^(home|start|welcome)/i.test(last) ? last : first;
}

function fromHost(address: string): string | null {
  const { hostname } = new URL(address);
  if (/^[\d.:[\]]+$/.test(hostname)) return null;
  const label =
    hostname
      .replace(/^www\d?\./, "")
      .split(".")
      .at(0) ?? "";
  return label === "" ? null : label[0]!.toUpperCase() + label.slice(1);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function tidy(text: string | undefined): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 200);
}

/** The page's language as BCP 47; null without a well-formed one. */
export function languageOf($: CheerioAPI): string | null {
  const said = [
    $("html").attr("lang"),
    $("html").attr("xml:lang"),
    $('meta[http-equiv="content-language" i]').attr("content"),
    $('meta[property="og:locale" i]').attr("content")?.replace("_", "-"),
    $("body").attr("lang"),
  ];
  for (const text of said) {
    try {
      const [tag] = Intl.getCanonicalLocales(tidy(text).replaceAll("_", "-"));
      if (tag !== undefined) return tag;
    } catch {
      // Not a language tag.
    }
  }
  return null;
}

/** Returns the page's description of itself, in a line. */
export function taglineOf($: CheerioAPI): string | null {
  const said = [
    $('meta[name="description" i]').attr("content"),
    $('meta[property="og:description" i]').attr("content"),
    $("h1").first().text(),
  ];
  return said.map((text) => tidy(text).slice(0, 300)).find((each) => each !== "") ?? null;
}

/** Pictures of the page, the one that it shows elsewhere first. */
export function imagesOf($: CheerioAPI, base: string): string[] {
  const found: (string | null)[] = [];
  $(
    'meta[property="og:image" i], meta[property="og:image:url" i], meta[name="twitter:image" i]',
  ).each((_, { attribs }) => void found.push(httpsAddress(attribs["content"], base)));
  $("img").each((_, element) => {
    const { attribs } = element;
    const address = pictureAddress(element);
    const isSmall = ["width", "height"].some(
      (name) => Number.parseInt(attribs[name] ?? "999", 10) < 64,
    );
    if (isSmall || notPictures.test(`${address} ${attribs["class"] ?? ""}`.slice(0, 500))) return;
    if (address !== undefined && !/^data:/i.test(address)) found.push(httpsAddress(address, base));
  });
  return [...new Set(found.filter((url) => url !== null))].slice(0, maxImages);
}

/** Headings, paragraphs and list items in their order. */
export function textOf($: CheerioAPI): string {
  let text = "";
  $("h1, h2, h3, p, li, blockquote").each((_, element) => {
    const line = tidy($(element).text());
    if (line.length > 2 && !text.includes(line)) text += `${line}\n`;
    return text.length < maxTextLength;
  });
  return text.slice(0, maxTextLength).trim();
}
