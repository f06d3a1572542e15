import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "Marcas",
  pictures: "Imágenes",
  avatars: "Avatares",
  noBrands: "Aún no hay marcas. La API lee una marca desde una dirección web.",
  noPictures: "Aún no hay imágenes.",
  noAvatars: "Aún no hay avatares.",
  logo: "Logotipo de {name}",
  colors: "Colores",
  fonts: "Tipografías",
  voice: "Tono",
  dos: "Sí",
  donts: "No",
  audience: "Público",
  placeholder: "marcador",
  pictureOf: "Imagen para: {text}",
};
