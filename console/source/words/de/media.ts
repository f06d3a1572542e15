import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "Marken",
  pictures: "Bilder",
  avatars: "Avatare",
  noBrands: "Keine Marke gespeichert. Die API liest eine von einer Adresse.",
  noPictures: "Noch kein Bild wurde gemacht.",
  noAvatars: "Kein Avatar gespeichert.",
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
