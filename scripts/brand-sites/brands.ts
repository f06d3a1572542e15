/** An invented brand with known properties, against which tests check the extraction. */
export interface KnownBrand {
  name: string;
  primary: string;
  secondary: string;
  heading: string;
  body: string;
  language: string;
  /** Text of its page. */
  claim: string;
  offer: string;
  things: readonly [title: string, text: string][];
}

const words = (what: string, place: string): string =>
  `${what} made with care in ${place}, delivered when you need it. Our people know the trade and answer the phone themselves. ` +
  `Since the first day we have kept one promise: what leaves the house is what we would want to have at home.`;

function brand(
  about: Omit<KnownBrand, "offer" | "things"> & { place: string; what: string },
): KnownBrand {
  const { place, what, ...rest } = about;
  return {
    ...rest,
    offer: words(what, place),
    things: [
      ["Honest material", words("Material", place)],
      ["Short ways", words("Deliveries", place)],
      ["Fair prices", words("Offers", place)],
    ],
  };
}

/** The brands of the ten sites. */
export const brands = {
  bootstrap: brand({
    name: "Talbach",
    primary: "#b5361c",
    secondary: "#1f5c4d",
    heading: "Playfair Display",
    body: "Source Sans 3",
    language: "de-CH",
    claim: "Brot aus dem Tal",
    what: "Brot",
    place: "Talbach",
  }),
  bulma: brand({
    name: "Kelpworks",
    primary: "#0b7a75",
    secondary: "#d7263d",
    heading: "Archivo",
    body: "Archivo",
    language: "en-GB",
    claim: "Seaweed, properly grown",
    what: "Seaweed",
    place: "Orkney",
  }),
  pico: brand({
    name: "Violeta",
    primary: "#7b2cbf",
    secondary: "#ffb703",
    heading: "Fraunces",
    body: "Work Sans",
    language: "es",
    claim: "Flores todos los días",
    what: "Flores",
    place: "Valencia",
  }),
  tailwind: brand({
    name: "Northpeak",
    primary: "#e4572e",
    secondary: "#17bebb",
    heading: "Sora",
    body: "Manrope",
    language: "en",
    claim: "Boots for bad weather",
    what: "Boots",
    place: "Tromso",
  }),
  foundation: brand({
    name: "Lindgren",
    primary: "#2e5e2b",
    secondary: "#c99700",
    heading: "Libre Baskerville",
    body: "Karla",
    language: "sv",
    claim: "Furniture that stays",
    what: "Furniture",
    place: "Småland",
  }),
  vitepress: brand({
    name: "Parsnip",
    primary: "#c2185b",
    secondary: "#3949ab",
    heading: "Space Grotesk",
    body: "Space Grotesk",
    language: "en-US",
    claim: "Queries that explain themselves",
    what: "Queries",
    place: "Boston",
  }),
  inline: brand({
    name: "Müller Eisenwaren",
    primary: "#003f87",
    secondary: "#f2a900",
    heading: "Georgia",
    body: "Verdana",
    language: "de",
    claim: "Schrauben für Größe und Maß",
    what: "Schrauben",
    place: "Köln",
  }),
  theme: brand({
    name: "Okapi Studio",
    primary: "#00897b",
    secondary: "#ff6f61",
    heading: "Montserrat",
    body: "Roboto Slab",
    language: "en",
    claim: "Spaces people stay in",
    what: "Spaces",
    place: "Kinshasa",
  }),
  uikit: brand({
    name: "Nachtwerk",
    primary: "#ff4d6d",
    secondary: "#4cc9f0",
    heading: "Bebas Neue",
    body: "Barlow",
    language: "de",
    claim: "Licht für lange Nächte",
    what: "Licht",
    place: "Berlin",
  }),
  daisyui: brand({
    name: "Café Miró",
    primary: "#6f4518",
    secondary: "#99582a",
    heading: "DM Serif Display",
    body: "DM Sans",
    language: "fr-FR",
    claim: "Le café, lentement",
    what: "Le café",
    place: "Perpignan",
  }),
  materialize: brand({
    name: "Officina Rossi",
    primary: "#8d1b1b",
    secondary: "#e0a030",
    heading: "Oswald",
    body: "Open Sans",
    language: "it",
    claim: "Ripariamo tutto",
    what: "Biciclette",
    place: "Modena",
  }),
  semantic: brand({
    name: "Harbour Repair",
    primary: "#146c94",
    secondary: "#f29f05",
    heading: "Recoleta",
    body: "Circular Std",
    language: "en-IE",
    claim: "Bring it back to life",
    what: "Repairs",
    place: "Cork",
  }),
  infima: brand({
    name: "Quokka",
    primary: "#7a5af8",
    secondary: "#12b76a",
    heading: "Bricolage Grotesque",
    body: "Figtree",
    language: "en",
    claim: "Build pipelines that smile",
    what: "Pipelines",
    place: "Perth",
  }),
} as const satisfies Record<string, KnownBrand>;

/** Name of a site. */
export type SiteName = keyof typeof brands;

/** Sites that were built after the tuning. */
export const setAside: readonly SiteName[] = ["materialize", "semantic", "infima"];

/** A mark: a shape in the main colour with a part in the second one, and the name as strokes. */
export function logoSvg({ name, primary, secondary }: KnownBrand, ink = primary): string {
  const strokes = Array.from(name.replaceAll(/\W/g, ""), (_, at) => {
    const x = 60 + at * 16;
    return `<path d="M${x} 14v26h10" fill="none" stroke="${ink}" stroke-width="4"/>`;
  });
  const width = 70 + strokes.length * 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 54" width="${width}" height="54" role="img"><circle cx="27" cy="27" r="24" fill="${primary}"/><path d="M16 34l11-18 11 18z" fill="${secondary}"/>${strokes.join("")}</svg>`;
}

/** The address under which Google Fonts would give the brand's typefaces. */
export function googleFonts({ heading, body }: KnownBrand): string {
  const families = [...new Set([heading, body])].map(
    (each) => `family=${each.replaceAll(" ", "+")}:wght@400;700`,
  );
  return `https://fonts.googleapis.com/css2?${families.join("&amp;")}&amp;display=swap`;
}

/** `@font-face` rules for typefaces that lie beside the page. */
export function fontFaces({ heading, body }: KnownBrand): string {
  return [...new Set([heading, body])]
    .map(
      (family) =>
        `@font-face{font-family:"${family}";font-weight:100 900;font-display:swap;src:url(/fonts/${family.toLowerCase().replaceAll(" ", "-")}.woff2) format("woff2")}`,
    )
    .join("\n");
}
