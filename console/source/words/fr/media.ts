import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "Marques",
  pictures: "Images",
  avatars: "Avatars",
  noBrands: "Aucune marque enregistrée. L’API en lit une à partir d’une adresse.",
  noPictures: "Aucune image n’a été faite.",
  noAvatars: "Aucun avatar enregistré.",
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
