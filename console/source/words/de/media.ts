import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "Marken",
  pictures: "Bilder",
  avatars: "Avatare",
  noBrands: "Noch keine Marken. Die API liest eine Marke von einer Webadresse.",
  noPictures: "Noch keine Bilder.",
  noAvatars: "Noch keine Avatare.",
  logo: "Logo von {name}",
  colors: "Farben",
  fonts: "Schriften",
  voice: "Tonfall",
  dos: "Ja",
  donts: "Nein",
  audience: "Zielgruppe",
  placeholder: "Platzhalter",
  pictureOf: "Bild zu: {text}",
};
