import { Marked, type Tokens } from "marked";
import { clientPrograms } from "./examples/steps.ts";

/** A page of the documentation, rendered. */
export interface DocPage {
  /** Path in the site, such as `adr/0001-folders-and-ports.html`. */
  path: string;
  title: string;
  /** What stands between the tags of `main`. */
  html: string;
  sections: DocSection[];
}

/** A heading with the text below it, for the search. */
export interface DocSection {
  /** Id of the heading; empty for the page itself. */
  anchor: string;
  heading: string;
  text: string;
}

/** A Markdown file and what its links may name. */
export interface DocSource {
  /** Path in the repository, such as `docs/adr/README.md`. */
  path: string;
  /** Path in the site, such as `adr/index.html`. */
  target: string;
  markdown: string;
  /** Returns the path in the site of a file of the repository; undefined where the site has none. */
  siteFile(path: string): string | undefined;
}

/** Renders one page. Links between pages become links between files; links out of the site lose their link. */
export function renderPage(source: DocSource): DocPage {
  const sections: DocSection[] = [{ anchor: "", heading: "", text: "" }];
  const ids = new Map<string, number>();
  let groups = 0;
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = uniqueId(text, ids);
        sections.push({ anchor: id, heading: plain(text), text: "" });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = linkOf(href, source);
        if (to === undefined) return `<span class="repository">${inner}</span>`;
        const isOutside = /^https?:/.test(to);
        return `<a href="${escaped(to)}"${isOutside ? ' rel="noreferrer"' : ""}>${inner}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escaped(linkOf(href, source) ?? "")}" alt="${escaped(text)}" loading="lazy">`;
      },
      code({ text, lang = "" }) {
        const programs = lang === "sh" || lang === "" ? clientPrograms(text) : undefined;
        if (!programs) return codeBlock(text);
        groups += 1;
        return tabsOf(`example-${groups}`, [
          [/^curl /m.test(text) ? "curl" : "HTTP", text],
          ["TypeScript", programs.typescript.trimEnd()],
          ["Python", programs.python.trimEnd()],
        ]);
      },
      table(token: Tokens.Table) {
        const head = token.header.map((cell) => `<th>${this.parser.parseInline(cell.tokens)}</th>`);
        const rows = token.rows.map(
          (row) =>
            `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join("")}</tr>`,
        );
        return `<div class="table" tabindex="0"><table><thead><tr>${head.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
      html: ({ text }) => escaped(text),
    },
  });
  const tokens = marked.lexer(source.markdown);
  const html = marked.parser(tokens);
  fillTexts(tokens, sections);
  const title = sections[1]?.heading ?? source.path;
  return { path: source.target, title, html, sections };
}

function codeBlock(text: string): string {
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
}

/** Tabs that need no script: radio buttons, whose style shows the panel of the chosen one. */
function tabsOf(
  id: string,
  panels: readonly (readonly [language: string, text: string])[],
): string {
  const tabs = panels.map(
    ([language, text], at) =>
      `<input type="radio" name="${id}" id="${id}-${at}" value="${language}"${at === 0 ? " checked" : ""}>` +
      `<label for="${id}-${at}">${language}</label>\n<div class="panel">${codeBlock(text)}</div>\n`,
  );
  return `<fieldset class="tabs"><legend>Language of the example</legend>\n${tabs.join("")}</fieldset>\n`;
}

/** Puts the text of each token below the heading before it. */
function fillTexts(tokens: readonly { type: string; raw: string }[], sections: DocSection[]): void {
  let at = 0;
  for (const { type, raw } of tokens) {
    if (type === "heading") at += 1;
    else sections[at]!.text += ` ${plain(raw)}`;
  }
  for (const section of sections) section.text = section.text.replaceAll(/\s+/g, " ").trim();
}

/** The id that GitHub gives a heading, so that links of the sources hold. */
function uniqueId(text: string, ids: Map<string, number>): string {
  const base = plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
  const count = ids.get(base) ?? 0;
  ids.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

function linkOf(href: string, source: DocSource): string | undefined {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const found = source.siteFile(new URL(file, `docs://site/${source.path}`).pathname.slice(1));
  if (found === undefined) return undefined;
  const ups = "../".repeat(source.target.split("/").length - 1);
  return `${ups}${found}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** Removes the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*|]/g, "")
    .trim();
}

/** Returns a text for the content and the attributes of HTML. */
export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
