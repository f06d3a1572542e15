import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "إضافة كاميرا",
  nothing: "لا توجد كاميرات بعد.",
  annotated: "إظهار الاكتشافات",
  pictureOf: "صورة {name}",
  still: "صورة ثابتة",
  live: "مباشر",
  every: "كل الكاميرات",
  rate: "{rate} إطار/ث",
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
    watching: "متصلة",
    degraded: "متصلة، الكشف قيد إعادة التشغيل",
    offline: "غير متصلة، جارٍ إعادة الاتصال",
    ended: "انتهت",
  },
  allIncidents: "عرض الكل",
  address: "العنوان",
  picture: "الصورة",
  received: "الإطارات الواردة/ث",
  looked: "المحلَّل",
  dropped: "الإطارات المتخطاة",
  model: "النموذج",
  recording: "التسجيل",
  recordings: {
    incidents: "الحوادث",
    continuous: "مستمر",
    off: "متوقف",
  },
  asPictures: "يعرض المتصفح صورًا بدل الفيديو.",
  masks: "أقنعة الخصوصية",
  masked: plural({
    zero: "لا مساحات محجوبة.",
    one: "مساحة واحدة محجوبة.",
    two: "مساحتان محجوبتان.",
    few: "{count} مساحات محجوبة.",
    many: "{count} مساحة محجوبة.",
    other: "{count} مساحة محجوبة.",
  }),
  transcoded: "يعيد الجهاز ترميز التسجيلات لتطبيقها.",
  remove: "إزالة الكاميرا…",
};
