import { brands, fontFaces, googleFonts, type KnownBrand, logoSvg } from "./brands.ts";
import { type Files, read, type Workshop } from "./workshop.ts";

const start = (brand: KnownBrand, attributes: string, more: string): string =>
  `<!DOCTYPE html><html lang="${brand.language}"${attributes}><head><meta charset="UTF-8"><title>${brand.name}</title>${more}</head>`;

/** Materialize: icon fonts beside the brand's, text and ground in nested classes, an upper-case-free logo. */
export function materializeSite({ modules }: Workshop): Files {
  const brand = brands.materialize;
  const { primary, heading, body, claim, offer } = brand;
  const cards = brand.things.map(
    ([title, text]) =>
      `<div class="col s4"><div class="card"><div class="card-content"><span class="card-title">${title}</span><p>${text}</p></div><div class="card-action"><a href="/leggi">Leggi</a></div></div></div>`,
  );
  return {
    "index.html": `${start(brand, "", `<link href="https://fonts.googleapis.com/icon?family=Material+Icons" rel="stylesheet"><link href="${googleFonts(brand)}" rel="stylesheet"><link rel="stylesheet" href="/materialize.min.css"><link rel="stylesheet" href="/theme.css">`)}
<body><nav><div class="nav-wrapper container"><a href="index.html" class="brand-logo"><img src="images/marchio.svg" alt="Officina"></a><ul class="right"><li><a href="/servizi">Servizi</a></li></ul></div></nav><div class="section container"><h2 class="header center">${claim}</h2><p class="flow-text">${offer}</p><a class="btn-large" href="/prenota"><i class="material-icons left">build</i>Prenota</a></div><div class="row container">${cards.join("")}</div><footer class="page-footer"><div class="container"><p class="grey-text text-lighten-4">${offer}</p></div></footer></body></html>`,
    "materialize.min.css": read(modules, "materialize-css/dist/css/materialize.min.css"),
    "theme.css": `body{font-family:"${body}",sans-serif}h1,h2,h3,.card-title{font-family:${heading},sans-serif}nav,.page-footer{background-color:${primary}}.btn-large{background-color:${primary}}.card .card-action a{color:${primary}}`,
    "images/marchio.svg": logoSvg(brand),
  };
}

/** Semantic UI: class lists as sentences, !important, faces in the page, a logo without words. */
export function semanticSite({ modules }: Workshop): Files {
  const brand = brands.semantic;
  const { primary, heading, body, claim, offer } = brand;
  const style = `${fontFaces(brand)} body,.ui.button,p{font-family:'${body}',Arial,sans-serif}.ui.header,h1.ui.header,h2.ui.header,h3.ui.header{font-family:'${heading}',serif}.ui.primary.button{background-color:${primary}}.ui.inverted.segment{background:${primary}!important}a{color:${primary}}`;
  const parts = brand.things.map(
    ([title, text]) => `<h3 class="ui header">${title}</h3><p>${text}</p>`,
  );
  return {
    "index.html": `${start(brand, "", `<link rel="stylesheet" href="/semantic.min.css"><style>${style}</style>`)}
<body><div class="ui large top fixed menu"><div class="ui container"><a class="header item" href="/"><img class="logo" src="/static/harbour_logo_2023.svg"></a><a class="item" href="/events">Events</a></div></div><div class="ui inverted vertical masthead center aligned segment"><div class="ui text container"><h1 class="ui inverted header">${claim}</h1><h2 class="ui inverted header">${offer}</h2><a class="ui huge primary button" href="/join">Join us</a></div></div><div class="ui vertical stripe segment"><div class="ui text container">${parts.join("")}<a class="ui large button" href="/more">More</a></div></div></body></html>`,
    "semantic.min.css": read(modules, "semantic-ui-css/semantic.min.css"),
    "static/harbour_logo_2023.svg": logoSvg(brand),
  };
}

/** Infima as Docusaurus writes it: everything by custom properties, a logo for each theme. */
export function infimaSite({ modules }: Workshop): Files {
  const brand = brands.infima;
  const { primary, heading, body, claim, offer } = brand;
  const columns = brand.things.map(
    ([title, text]) =>
      `<div class="col col--4"><h3>${title}</h3><p>${text} <a href="/docs">docs</a> <code>quokka run</code></p></div>`,
  );
  const custom = `${fontFaces(brand)}:root{--ifm-color-primary:${primary};--ifm-color-primary-dark:#6a4af0;--ifm-font-family-base:"${body}",system-ui,sans-serif;--ifm-heading-font-family:"${heading}",sans-serif}[data-theme=dark]{--ifm-color-primary:#00ff00}[data-theme=light] .themed_dark{display:none}[data-theme=dark] .themed_light{display:none}`;
  return {
    "index.html": `${start(brand, ' dir="ltr" data-theme="light"', `<meta property="og:title" content="Quokka"><link rel="stylesheet" href="/assets/css/styles.css">`)}
<body><div id="__docusaurus"><nav class="navbar navbar--fixed-top"><div class="navbar__inner"><div class="navbar__items"><a class="navbar__brand" href="/"><div class="navbar__logo"><img src="/img/quokka.svg" alt="Quokka" class="themed_light"><img src="/img/quokka-dark.svg" alt="Quokka" class="themed_dark"></div><b class="navbar__title">Quokka</b></a><a class="navbar__item navbar__link" href="/docs">Docs</a></div></div></nav><header class="hero hero--primary"><div class="container"><h1 class="hero__title">${claim}</h1><p class="hero__subtitle">${offer}</p><a class="button button--secondary button--lg" href="/docs/intro">Tutorial</a></div></header><main><div class="container"><div class="row">${columns.join("")}</div></div></main><footer class="footer footer--dark"><p>Quokka</p></footer></div></body></html>`,
    "assets/css/styles.css": read(modules, "infima/dist/css/default/default.min.css") + custom,
    "img/quokka.svg": logoSvg(brand),
    "img/quokka-dark.svg": logoSvg({ ...brand, primary: "#ffffff", secondary: "#eeeeee" }),
  };
}
