import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "Marques",
  pictures: "Images",
  avatars: "Avatars",
  noBrands: "Aucune marque. L’API lit une marque depuis une adresse web.",
  noPictures: "Aucune image.",
  noAvatars: "Aucun avatar.",
  logo: "Logo de {name}",
  colors: "Couleurs",
  fonts: "Polices",
  voice: "Ton",
  dos: "À faire",
  donts: "À éviter",
  audience: "Public",
  placeholder: "image factice",
  pictureOf: "Image pour : {text}",
};
