import { join } from "node:path";
import { brands, fontFaces, googleFonts, type KnownBrand, logoSvg } from "./brands.ts";
import { type Files, read, run, type Workshop } from "./workshop.ts";

const head = (brand: KnownBrand, more: string): string =>
  `<!doctype html><html lang="${brand.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.claim} | ${brand.name}</title><meta name="description" content="${brand.claim}. ${brand.offer.slice(0, 100)}">${more}</head>`;

/** Bootstrap 5, rebranded as its documentation says: custom properties in a separate sheet. */
export function bootstrapSite({ modules }: Workshop): Files {
  const brand = brands.bootstrap;
  const rgb = [brand.primary.slice(1, 3), brand.primary.slice(3, 5), brand.primary.slice(5)].map(
    (each) => Number.parseInt(each, 16),
  );
  const custom = `:root{--bs-primary:${brand.primary};--bs-primary-rgb:${rgb.join(",")};--bs-link-color-rgb:${rgb.join(",")};--bs-body-font-family:"${brand.body}",system-ui,sans-serif;--bs-body-color:#2b2622}
h1,h2,h3,.navbar-brand{font-family:"${brand.heading}",Georgia,serif}
.btn-primary{--bs-btn-bg:${brand.primary};--bs-btn-border-color:${brand.primary};--bs-btn-hover-bg:#942a15;--bs-btn-active-bg:#942a15}
.btn-outline-secondary{--bs-btn-color:${brand.secondary};--bs-btn-border-color:${brand.secondary}}`;
  const cards = brand.things.map(
    ([title, text]) =>
      `<div class="col-md-4"><div class="card h-100"><div class="card-body"><h3 class="card-title">${title}</h3><p class="card-text">${text}</p><a href="/more" class="card-link">Mehr</a></div></div></div>`,
  );
  return {
    "index.html": `${head(brand, `<link rel="preconnect" href="https://fonts.gstatic.com"><link href="${googleFonts(brand)}" rel="stylesheet"><link rel="stylesheet" href="/css/bootstrap.min.css"><link rel="stylesheet" href="/css/site.css"><link rel="icon" href="/favicon.svg">`)}
<body><nav class="navbar navbar-expand-lg bg-body-tertiary"><div class="container"><a class="navbar-brand" href="/"><img src="/img/talbach-logo.svg" alt="Talbach" height="40"></a><button class="navbar-toggler" type="button"><span class="navbar-toggler-icon"></span></button><div class="collapse navbar-collapse"><ul class="navbar-nav"><li class="nav-item"><a class="nav-link active" href="/">Start</a></li><li class="nav-item"><a class="nav-link" href="/sortiment">Sortiment</a></li></ul></div></div></nav>
<header class="py-5 text-center"><div class="container"><h1 class="display-4">${brand.claim}</h1><p class="lead">${brand.offer}</p><a class="btn btn-primary btn-lg" href="/shop">Bestellen</a> <a class="btn btn-outline-secondary btn-lg" href="/uns">Über uns</a></div></header>
<section class="py-5 bg-light"><div class="container"><div class="row">${cards.join("")}</div></div></section>
<section class="clients py-4"><div class="container"><img src="/img/clients/bank-logo.png" alt="Bank"><img src="/img/clients/hotel-logo.png" alt="Hotel"></div></section>
<div class="modal fade" id="m"><div class="modal-dialog bg-danger">Warnung</div></div><footer class="py-4 bg-dark text-white-50"><div class="container"><p>© Talbach</p><a class="text-white" href="/impressum">Impressum</a></div></footer></body></html>`,
    "css/bootstrap.min.css": read(modules, "bootstrap/dist/css/bootstrap.min.css"),
    "css/site.css": custom,
    "img/talbach-logo.svg": logoSvg(brand),
    "favicon.svg": logoSvg(brand),
  };
}

/** Bulma 1: all colours in hsl() of custom properties; typefaces beside the page; a PNG logo. */
export async function bulmaSite({ modules, png }: Workshop): Promise<Files> {
  const brand = brands.bulma;
  const custom = `${fontFaces(brand)}
:root{--bulma-primary-h:177deg;--bulma-primary-s:83%;--bulma-primary-l:26%;--bulma-link-h:177deg;--bulma-link-s:83%;--bulma-link-l:26%;--bulma-family-primary:"Archivo",sans-serif;--bulma-body-family:"Archivo",sans-serif}
.hero.is-primary{background-color:${brand.primary}}.button.is-primary{background-color:${brand.primary}}.tag.is-danger{background-color:${brand.secondary};color:#fff}`;
  const columns = brand.things.map(
    ([title, text]) =>
      `<div class="column"><div class="box"><h3 class="title is-4">${title}</h3><p>${text}</p></div></div>`,
  );
  return {
    "index.html": `${head(brand, `<meta name="theme-color" content="${brand.primary}"><link rel="stylesheet" href="assets/main.css"><meta property="og:site_name" content="Kelpworks"><meta property="og:image" content="/img/farm.jpg">`)}
<body><nav class="navbar" role="navigation"><div class="navbar-brand"><a class="navbar-item" href="/"><img src="/img/logo.png" width="160" height="40" alt="Kelpworks home"></a></div><div class="navbar-menu"><div class="navbar-end"><a class="navbar-item" href="/farm">Farm</a><a class="navbar-item" href="/shop">Shop</a></div></div></nav>
<section class="hero is-primary is-medium"><div class="hero-body"><p class="title">${brand.claim}</p><p class="subtitle">${brand.offer}</p></div></section>
<section class="section"><div class="container"><div class="columns">${columns.join("")}</div><a class="button is-primary is-large" href="/shop">Order kelp</a> <span class="tag is-danger">New</span></div></section>
<section class="section"><div class="content"><p>${brand.offer} <a href="/read">Read on</a></p></div></section><footer class="footer"><div class="content has-text-centered"><p>Kelpworks, Orkney</p></div></footer></body></html>`,
    "assets/main.css": `@import url("bulma.min.css");\n@import url("site.css");`,
    "assets/bulma.min.css": read(modules, "bulma/css/bulma.min.css"),
    "assets/site.css": custom,
    "img/logo.png": await png(logoSvg(brand), 320),
  };
}

/** Pico: bare elements, custom properties, a dark side by media query, the logo drawn in the page. */
export function picoSite({ modules }: Workshop): Files {
  const brand = brands.pico;
  const custom = `:root{--pico-font-family:"Work Sans",system-ui,sans-serif;--pico-font-family-sans-serif:"Work Sans",sans-serif}
[data-theme=light],:root:not([data-theme=dark]){--pico-primary:${brand.primary};--pico-primary-background:${brand.primary};--pico-primary-border:${brand.primary};--pico-primary-underline:rgba(123,44,191,.5);--pico-h1-color:#2d1b3d;--pico-h2-color:#2d1b3d}
@media only screen and (prefers-color-scheme:dark){:root:not([data-theme]){--pico-primary:#00ff00;--pico-primary-background:#00ff00;--pico-background-color:#000}}
h1,h2,h3{--pico-font-family:"Fraunces",serif}mark{background:${brand.secondary}}`;
  const articles = brand.things.map(
    ([title, text]) => `<article><h3>${title}</h3><p>${text}</p></article>`,
  );
  return {
    "index.html": `${head(brand, `<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="/pico.min.css"><style>${fontFaces(brand)}</style><style>${custom}</style>`)}
<body><header class="container"><nav><ul><li><a href="/" aria-label="Violeta">${logoSvg(brand)}</a></li></ul><ul><li><a href="/tienda">Tienda</a></li><li><a href="/taller">Taller</a></li></ul></nav></header>
<main class="container"><h1>${brand.claim}</h1><p>${brand.offer} <mark>Nuevo</mark></p><p><a href="/pedido" role="button">Pedir flores</a> <button class="secondary">Después</button></p><div class="grid">${articles.join("")}</div><p>Escríbenos a <a href="mailto:hola@violeta.example">hola@violeta.example</a>.</p></main><footer class="container"><small>Violeta, Valencia</small></footer></body></html>`,
    "pico.min.css": read(modules, "@picocss/pico/css/pico.min.css"),
  };
}

/** Tailwind 4, built by its own command: cascade layers, oklch, nesting; a logo in currentColor. */
export function tailwindSite(workshop: Workshop): Files {
  const brand = brands.tailwind;
  const cards = brand.things.map(
    ([title, text]) =>
      `<div class="rounded-xl border border-gray-200 p-6 dark:border-gray-800"><h3 class="text-xl font-display">${title}</h3><p class="mt-2 text-gray-600">${text}</p></div>`,
  );
  const html = `${head(brand, `<link rel="stylesheet" href="/_assets/app.css">`)}
<body class="bg-white text-gray-900 font-sans antialiased dark:bg-gray-950 dark:text-gray-50"><header class="sticky top-0 border-b border-gray-100"><div class="mx-auto flex max-w-6xl items-center justify-between p-4"><a href="/" class="text-brand" aria-label="Northpeak home">${logoSvg(brand, "currentColor").replaceAll(brand.primary, "currentColor")}</a><nav class="flex gap-6 text-sm"><a href="/boots" class="hover:text-brand">Boots</a><a href="/care">Care</a></nav><a href="/cart" class="rounded-full bg-brand px-4 py-2 text-white hover:bg-brand/80">Cart</a></div></header>
<section class="bg-gradient-to-b from-brand/10 to-white py-24 text-center"><h1 class="text-5xl font-display">${brand.claim}</h1><p class="mx-auto mt-4 max-w-2xl text-lg text-gray-600">${brand.offer}</p><a href="/boots" class="mt-8 inline-block rounded-full bg-brand px-8 py-3 text-white">See the boots</a></section>
<section class="mx-auto grid max-w-6xl gap-6 p-8 md:grid-cols-3">${cards.join("")}</section><div class="hidden bg-red-600 p-8 md:hidden">Menu</div><footer class="bg-gray-900 py-12 text-gray-400"><p class="text-center">Northpeak. <a class="text-sea underline" href="/terms">Terms</a></p></footer></body></html>`;
  const source = `@import "tailwindcss" source(none);\n@source "./tw.html";\n@theme{--color-brand:oklch(63.723% 0.18385 36.478);--color-sea:${brand.secondary};--font-sans:"Manrope",ui-sans-serif,system-ui;--font-display:"Sora",sans-serif}\n${fontFaces(brand)}`;
  workshop.write("tw.html", html);
  workshop.write("tw.css", source);
  run(workshop, process.execPath, [
    "node_modules/@tailwindcss/cli/dist/index.mjs",
    "-i",
    "tw.css",
    "-o",
    "tw-out.css",
    "--minify",
  ]);
  return { "index.html": html, "_assets/app.css": read(workshop.dir, "tw-out.css") };
}

/** Foundation 6, compiled from its Sass with its own palette; the logo is a background. */
export function foundationSite(workshop: Workshop): Files {
  const brand = brands.foundation;
  const scss = `$foundation-palette:(primary:${brand.primary},secondary:${brand.secondary},success:#3adb76,warning:#ffae00,alert:#cc4b37);
$body-font-family:"Karla",Helvetica,sans-serif;$header-font-family:"Libre Baskerville",Georgia,serif;$body-background:#fbf8f1;
@import "node_modules/foundation-sites/scss/foundation";
@include add-foundation-colors;@include foundation-everything;
.site-logo{display:block;width:210px;height:54px;background:url("../img/lindgren.svg") no-repeat;text-indent:-9999px}`;
  workshop.write("foundation.scss", scss);
  run(workshop, "node_modules/.bin/sass", [
    "--quiet",
    "--style=compressed",
    "--no-source-map",
    "foundation.scss",
    "foundation-out.css",
  ]);
  const cells = brand.things.map(
    ([title, text]) =>
      `<div class="cell medium-4"><div class="card"><div class="card-divider"><h4>${title}</h4></div><div class="card-section"><p>${text}</p></div></div></div>`,
  );
  return {
    "index.html": `${head(brand, `<link href="${googleFonts(brand)}" rel="stylesheet"><link rel="stylesheet" href="/css/app.css">`)}
<body><div class="top-bar"><div class="top-bar-left"><a class="site-logo" href="/">Lindgren</a></div><div class="top-bar-right"><ul class="menu"><li><a href="/chairs">Chairs</a></li><li><a href="/tables">Tables</a></li></ul></div></div>
<div class="grid-container"><h1>${brand.claim}</h1><p class="lead">${brand.offer}</p><a class="button large" href="/shop">See all</a> <a class="button secondary" href="/visit">Visit us</a><div class="grid-x grid-margin-x">${cells.join("")}</div><div class="callout primary"><h5>Open Saturdays</h5><p>${brand.offer}</p><a href="/map">How to find us</a></div></div></body></html>`,
    "css/app.css": read(workshop.dir, "foundation-out.css"),
    "img/lindgren.svg": logoSvg(brand),
  };
}

/** UIkit on a dark ground, with its light-on-dark sections; a picture with sources for screens. */
export async function uikitSite({ modules, png }: Workshop): Promise<Files> {
  const brand = brands.uikit;
  const custom = `${fontFaces(brand)}
html{background:#0d0d12;color:#c9c9d4;font-family:"Barlow",sans-serif}.uk-button-primary{background-color:${brand.primary};color:#fff}.uk-h1,.uk-h2,.uk-heading-medium,h1,h2,h3{font-family:"Bebas Neue",sans-serif;color:#fff}a{color:${brand.primary}}.uk-card-default{background:#181822;color:#c9c9d4}.uk-navbar-container:not(.uk-navbar-transparent){background:#14141c}.uk-badge{background:${brand.secondary}}`;
  const cards = brand.things.map(
    ([title, text]) =>
      `<div><div class="uk-card uk-card-default uk-card-body"><h3 class="uk-card-title">${title}</h3><p>${text}</p><a href="/mehr">Weiter</a></div></div>`,
  );
  return {
    "index.html": `${head(brand, `<link rel="stylesheet" href="/uikit.min.css" media="all"><link rel="stylesheet" href="/print.css" media="print"><link rel="stylesheet" href="/nachtwerk.css"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Nachtwerk","url":"https://nachtwerk.example","logo":"/img/nachtwerk.png"}</script>`)}
<body class="uk-light"><nav class="uk-navbar-container uk-navbar"><div class="uk-navbar-left"><a class="uk-navbar-item uk-logo" href="/"><picture><source srcset="/img/nachtwerk.png 2x"><img data-src="/img/nachtwerk.png" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt="Nachtwerk"></picture></a></div><div class="uk-navbar-right"><ul class="uk-navbar-nav"><li><a href="/leuchten">Leuchten</a></li></ul></div></nav>
<div class="uk-section"><div class="uk-container uk-text-center"><h1 class="uk-heading-medium">${brand.claim}</h1><p class="uk-text-lead">${brand.offer}</p><a class="uk-button uk-button-primary uk-button-large" href="/shop">Zum Laden</a> <span class="uk-badge">neu</span></div></div>
<div class="uk-section"><div class="uk-container"><div class="uk-grid uk-child-width-1-3">${cards.join("")}</div></div></div></body></html>`,
    "uikit.min.css": read(modules, "uikit/dist/css/uikit.min.css"),
    "print.css":
      "body{background:#00ff00!important}.uk-button-primary{background:#00ff00!important}",
    "nachtwerk.css": custom,
    "img/nachtwerk.png": await png(logoSvg(brand), 400),
  };
}

/** daisyUI on Tailwind 3: themes by attribute, colours as bare oklch numbers in custom properties. */
export function daisySite(workshop: Workshop): Files {
  const brand = brands.daisyui;
  const cards = brand.things.map(
    ([title, text]) =>
      `<div class="card bg-base-100 shadow"><div class="card-body"><h2 class="card-title font-serif">${title}</h2><p>${text}</p><div class="card-actions"><a href="/plus" class="link link-primary">Plus</a></div></div></div>`,
  );
  const html = `<!doctype html><html lang="${brand.language}" data-theme="miro"><head><meta charset="utf-8"><title>${brand.name} – ${brand.claim}</title><link rel="stylesheet" href="/app.css"><link rel="icon" type="image/svg+xml" href="/icon.svg"></head>
<body class="min-h-screen bg-base-200"><div class="navbar bg-base-100"><div class="flex-1"><a class="btn btn-ghost" href="/"><svg class="h-10 w-40"><use href="#logo"></use></svg></a></div><div class="flex-none"><ul class="menu menu-horizontal"><li><a href="/carte">Carte</a></li></ul></div></div>
<div class="hero bg-primary text-primary-content py-24"><div class="hero-content text-center"><div><h1 class="text-5xl font-serif">${brand.claim}</h1><p class="py-6">${brand.offer}</p><a class="btn btn-secondary" href="/reserver">Réserver</a></div></div></div>
<div class="grid gap-6 p-8 md:grid-cols-3">${cards.join("")}</div><div class="p-8"><a class="btn btn-primary" href="/boutique">La boutique</a></div><footer class="footer p-10 bg-base-300"><p>${brand.name}</p></footer>
<svg style="display:none"><symbol id="logo" viewBox="0 0 198 54">${logoSvg(brand)
    .replace(/^<svg[^>]*>/, "")
    .replace("</svg>", "")}</symbol></svg></body></html>`;
  workshop.write("daisy.html", html);
  workshop.write(
    "daisy.css",
    `@tailwind base;@tailwind components;@tailwind utilities;\n${fontFaces(brand)}`,
  );
  workshop.write(
    "daisy.config.cjs",
    `module.exports={content:["./daisy.html"],theme:{extend:{fontFamily:{sans:["DM Sans","sans-serif"],serif:["DM Serif Display","serif"]}}},plugins:[require("daisyui")],daisyui:{logs:false,themes:[{miro:{primary:"${brand.primary}",secondary:"${brand.secondary}",accent:"#84a98c",neutral:"#2f2a25","base-100":"#fffaf3"}},"dark"],darkTheme:"dark"}};`,
  );
  run(workshop, process.execPath, [
    join("node_modules", "tailwindcss3/lib/cli.js"),
    "-c",
    "daisy.config.cjs",
    "-i",
    "daisy.css",
    "-o",
    "daisy-out.css",
    "--minify",
  ]);
  return {
    "index.html": html,
    "app.css": read(workshop.dir, "daisy-out.css"),
    "icon.svg": logoSvg(brand),
  };
}
