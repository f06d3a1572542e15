import type { CheerioAPI } from "cheerio";
import type {
  FetchedPage,
  FetchedSheet,
  PageBrand,
  PageLinks,
} from "../../../media/brands/page-port.ts";
import { httpsAddress } from "./addresses.ts";
import { styledPage } from "./cascade.ts";
import { ColorCollector } from "./color-evidence.ts";
import { fontsOf, webFonts } from "./fonts.ts";
import { roomOf } from "./layout.ts";
import { logoCandidates } from "./logos.ts";
import { imagesOf, languageOf, nameOf, taglineOf, textOf } from "./page-facts.ts";
import { pageText } from "./page-text.ts";
import { SheetRules } from "./stylesheet.ts";
import { importsIn } from "../../../media/brands/css-imports.ts";

/** Sheets of one page that are followed. */
const maxSheets = 40;
const sheetElements = 'link[rel~="stylesheet" i][href], style';

/** Returns the files that the page loads. Throws `input_unreadable` for bytes that are not HTML. */
export async function readLinks(page: FetchedPage): Promise<PageLinks> {
  const $ = await parsed(page);
  const base = baseOf($, page.url);
  const links: PageLinks = { sheets: [], imports: [] };
  $(sheetElements).each((at, element) => {
    const { attribs } = element;
    if (element.name === "link") {
      const url = httpsAddress(attribs["href"], base);
      const isAlternate = /\balternate\b/i.test(attribs["rel"] ?? "");
      const isPreloaded = /print/i.test(attribs["media"] ?? "") && attribs["onload"] !== undefined;
      const media = isPreloaded ? "" : (attribs["media"] ?? "");
      if (url !== null && !isAlternate) links.sheets.push({ url, media, at });
      return;
    }
    for (const each of importsIn($(element).text())) {
      const url = httpsAddress(each.address, base);
      if (url !== null) links.imports.push({ url, at });
    }
  });
  links.sheets.splice(maxSheets);
  links.imports.splice(maxSheets);
  return links;
}

/** Returns the evidence of the brand in the page's text, markup and sheets. */
export async function readBrand(
  page: FetchedPage,
  sheets: readonly FetchedSheet[],
): Promise<PageBrand> {
  const $ = await parsed(page);
  const base = baseOf($, page.url);
  const rules = rulesOf($, sheets, base);
  const all = styledPage($, rules);
  const rooms = roomOf(all);
  const colors = new ColorCollector(all[0]);
  colors.addPainted(rooms);
  colors.addTheme($);
  colors.addVariables(all.slice(0, 2));
  const linked = $("link[href]")
    .toArray()
    .map(({ attribs }) => attribs["href"] ?? "");
  const imported = sheets.map(({ url }) => url);
  const styleText = $("style").text();
  const services = [...linked, ...imported, ...importsIn(styleText).map(({ address }) => address)];
  const adobe = $('link[href*="use.typekit.net"], script[src*="use.typekit.net"]').length > 0;
  const name = nameOf($, page.url);
  return {
    name,
    language: languageOf($),
    tagline: taglineOf($),
    colors: colors.result(),
    fonts: fontsOf(rooms, webFonts(rules.fontFaces, services), adobe),
    // Last, for it writes colours into the drawings of the page.
    logos: logoCandidates({ $, rooms, colors, base, name }),
    imageUrls: imagesOf($, base),
    text: textOf($),
  };
}

async function parsed(page: FetchedPage): Promise<CheerioAPI> {
  const text = pageText(page);
  const { load } = await import("cheerio");
  return load(text, { scriptingEnabled: false });
}

function baseOf($: CheerioAPI, address: string): string {
  return httpsAddress($("base[href]").first().attr("href"), address) ?? address;
}

/** Fetched sheets and the page's own, in the order of the page. */
function rulesOf($: CheerioAPI, sheets: readonly FetchedSheet[], base: string): SheetRules {
  const rules = new SheetRules();
  $(sheetElements).each((at, element) => {
    for (const { text, media, layer, url } of sheets.filter((sheet) => sheet.at === at)) {
      rules.add(text, { media, layer, base: url });
    }
    if (element.name === "style") {
      rules.add($(element).text(), { media: element.attribs["media"] ?? "", base });
    }
  });
  return rules;
}
