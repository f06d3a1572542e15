import type { media as source } from "../en/media.ts";

/** Pictures, brands and avatars. */
export const media: typeof source = {
  brands: "العلامات",
  pictures: "الصور",
  avatars: "الصور الرمزية",
  noBrands: "لا توجد علامات تجارية بعد. تقرأ الواجهة البرمجية علامة من عنوان ويب.",
  noPictures: "لا توجد صور بعد.",
  noAvatars: "لا توجد صور رمزية بعد.",
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
