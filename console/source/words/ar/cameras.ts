import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "إضافة كاميرا",
  nothing: "لا توجد كاميرا تحت المراقبة بعد.",
  annotated: "إظهار ما يتم اكتشافه",
  pictureOf: "صورة {name}",
  still: "صورة ثابتة",
  every: "كل الكاميرات",
  rate: "{rate} صورة في الثانية",
  open: plural({
    zero: "لا حوادث مفتوحة",
    one: "حادث مفتوح واحد",
    two: "حادثان مفتوحان",
    few: "{count} حوادث مفتوحة",
    many: "{count} حادثًا مفتوحًا",
    other: "{count} حادث مفتوح",
  }),
  states: {
    connecting: "جارٍ الاتصال",
    watching: "تراقب",
    degraded: "الفيديو يصل؛ الكشف يعاد تشغيله",
    offline: "لا فيديو؛ الجهاز يواصل المحاولة",
    ended: "انتهت",
  },
  allIncidents: "كلها",
  address: "العنوان",
  picture: "الصورة",
  received: "المستلَم",
  looked: "المحلَّل",
  dropped: "المتروك",
  model: "النموذج",
  recording: "التسجيل",
  recordings: {
    incidents: "الحوادث",
    continuous: "طوال الوقت",
    off: "لا شيء",
  },
  asPictures: "تُعرض صورًا بدل الفيديو.",
  masks: "أقنعة الخصوصية",
  masked: plural({
    zero: "لا مساحات محجوبة.",
    one: "مساحة واحدة محجوبة.",
    two: "مساحتان محجوبتان.",
    few: "{count} مساحات محجوبة.",
    many: "{count} مساحة محجوبة.",
    other: "{count} مساحة محجوبة.",
  }),
  transcoded: "يُعاد ترميز التسجيلات لأجل ذلك.",
  remove: "إيقاف المراقبة",
};
