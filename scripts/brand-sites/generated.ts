import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brands, fontFaces, logoSvg } from "./brands.ts";
import { type Files, read, run, type Workshop } from "./workshop.ts";

/** VitePress, built: a site generator's own theme with its custom properties set. */
export function vitepressSite(workshop: Workshop): Files {
  const brand = brands.vitepress;
  const features = brand.things.map(
    ([title, text]) => `  - title: ${title}\n    details: ${JSON.stringify(text)}`,
  );
  workshop.write(
    "vp/index.md",
    `---\nlayout: home\nhero:\n  name: ${brand.name}\n  text: ${brand.claim}\n  tagline: ${JSON.stringify(brand.offer)}\n  actions:\n    - theme: brand\n      text: Get started\n      link: /start\n    - theme: alt\n      text: Source\n      link: /source\nfeatures:\n${features.join("\n")}\n---\n\n## Why\n\n${brand.offer} See [the guide](/start).\n`,
  );
  workshop.write("vp/start.md", `# Start\n\n${brand.offer}\n\n\`\`\`sh\nparsnip run\n\`\`\`\n`);
  workshop.write(
    "vp/.vitepress/config.mjs",
    `export default {title:"${brand.name}",description:"${brand.claim}",lang:"${brand.language}",ignoreDeadLinks:true,themeConfig:{logo:"/parsnip-logo.svg",nav:[{text:"Guide",link:"/start"}],footer:{message:"MIT"}}}`,
  );
  workshop.write(
    "vp/.vitepress/theme/index.js",
    `import Theme from "vitepress/theme-without-fonts";import "./site.css";export default Theme;`,
  );
  workshop.write(
    "vp/.vitepress/theme/site.css",
    `${fontFaces(brand)}\n:root{--vp-font-family-base:"Space Grotesk",sans-serif;--vp-c-brand-1:${brand.primary};--vp-c-brand-2:#d81b60;--vp-c-brand-3:${brand.primary};--vp-c-brand-soft:rgba(194,24,91,.14)}\n.dark{--vp-c-brand-1:#00ff00}`,
  );
  workshop.write("vp/public/parsnip-logo.svg", logoSvg(brand));
  run(workshop, "node_modules/.bin/vitepress", [
    "build",
    "vp",
    "--outDir",
    join(workshop.dir, "vp-out"),
  ]);
  const out = join(workshop.dir, "vp-out");
  const sheets = readdirSync(join(out, "assets")).filter((name) => name.endsWith(".css"));
  return {
    "index.html": read(out, "index.html"),
    "parsnip-logo.svg": logoSvg(brand),
    ...Object.fromEntries(
      sheets.map((name) => [`assets/${name}`, read(out, join("assets", name))]),
    ),
  };
}

/** As pages were written by hand: colours in attributes and styles, `<font>`, tables, windows-1252. */
export async function inlineSite({ png }: Workshop): Promise<Files> {
  const brand = brands.inline;
  const rows = brand.things.map(
    ([title, text]) =>
      `<tr><td style="padding:12px;border-bottom:1px solid #ccc"><h2 style="font-family:Georgia,'Times New Roman',serif;color:${brand.primary}">${title}</h2><p style="margin:0">${text}</p></td></tr>`,
  );
  const html = `<html lang="de"><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>${brand.name} - ${brand.claim}</title></head>
<body bgcolor="#f4f1ea" text="#222222" style="font:14px/1.5 Verdana,Arial,sans-serif;margin:0"><table width="100%" cellpadding="0" style="background:${brand.primary}"><tr><td><a href="/"><img src="bilder/firmenlogo.png" alt="${brand.name}" border="0"></a></td><td align="right"><a href="/kontakt" style="color:#fff">Kontakt</a></td></tr></table>
<table width="800" align="center"><tr><td><h1 style="font-family:Georgia,'Times New Roman',serif;color:${brand.primary}">${brand.claim}</h1><p>${brand.offer}</p><p><font color="#666666" size="2">Größe, Maß und Güte seit 1923</font></p><a href="/katalog" class="button" style="background-color:${brand.primary};color:#fff;padding:8px 16px">Zum Katalog</a> <span style="background:${brand.secondary}">Aktion</span></td></tr>${rows.join("")}</table></body></html>`;
  return {
    "index.html": Buffer.from(html, "latin1"),
    "bilder/firmenlogo.png": await png(logoSvg(brand, brand.secondary), 300),
  };
}

/** A theme of the registry whose main colour was changed at its source. */
export function themeSite({ modules }: Workshop): Files {
  const brand = brands.theme;
  const dist = join(modules, "startbootstrap-agency/dist");
  const css = readFileSync(join(dist, "css/styles.css"), "utf8")
    .replaceAll("#ffc800", brand.primary)
    .replaceAll("#fed136", brand.primary)
    .replaceAll("255, 200, 0", "0, 137, 123");
  const html = readFileSync(join(dist, "index.html"), "utf8")
    .replaceAll("<title>Agency - Start Bootstrap Theme</title>", `<title>${brand.name}</title>`)
    .replaceAll("Welcome To Our Studio!", brand.claim);
  return {
    "index.html": html,
    "css/styles.css": css,
    "assets/img/navbar-logo.svg": logoSvg(brand),
  };
}
