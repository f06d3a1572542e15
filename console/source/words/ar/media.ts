import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "العلامات",
  pictures: "الصور",
  avatars: "الصور الرمزية",
  noBrands: "لا علامة محفوظة. تقرأ الواجهة البرمجية علامة من عنوان.",
  noPictures: "لم تُنشأ أي صورة.",
  noAvatars: "لا صورة رمزية محفوظة.",
  logo: "شعار {name}",
  colors: "الألوان",
  fonts: "الخطوط",
  voice: "النبرة",
  dos: "افعل",
  donts: "لا تفعل",
  audience: "الجمهور",
  placeholder: "صورة مؤقتة",
  pictureOf: "صورة لـ: {text}",
};
