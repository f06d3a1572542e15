import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "Marcas",
  pictures: "Imágenes",
  avatars: "Avatares",
  noBrands: "No hay ninguna marca. La API lee una desde una dirección.",
  noPictures: "No se ha hecho ninguna imagen.",
  noAvatars: "No hay ningún avatar.",
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
