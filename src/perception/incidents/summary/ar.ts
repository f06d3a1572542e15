import type { NounForms, Phrases } from "./phrases.ts";

/** Nouns stand after a verbal noun or a number: one, two, 3–10, 11–99, hundreds. */
function forms(one: string, two: string, plural: readonly [few: string, many: string]) {
  const [few, many] = plural;
  const counted: NounForms = { one, two, few, many, other: one };
  return { who: one, counted };
}

/** Arabic. Sentences begin with a verbal noun, which agrees with every gender. */
export const ar: Phrases = {
  motion: "شيء متحرك",
  unknown: (label) => `جسم (${label})`,
  objects: { one: "جسم", two: "جسمين", few: "أجسام", many: "جسمًا", other: "جسم" },
  nouns: {
    person: forms("شخص", "شخصين", ["أشخاص", "شخصًا"]),
    car: forms("سيارة", "سيارتين", ["سيارات", "سيارة"]),
    truck: forms("شاحنة", "شاحنتين", ["شاحنات", "شاحنة"]),
    bus: forms("حافلة", "حافلتين", ["حافلات", "حافلة"]),
    bicycle: forms("دراجة هوائية", "دراجتين هوائيتين", ["دراجات هوائية", "دراجة هوائية"]),
    motorcycle: forms("دراجة نارية", "دراجتين ناريتين", ["دراجات نارية", "دراجة نارية"]),
    dog: forms("كلب", "كلبين", ["كلاب", "كلبًا"]),
    cat: forms("قطة", "قطتين", ["قطط", "قطة"]),
    backpack: forms("حقيبة ظهر", "حقيبتي ظهر", ["حقائب ظهر", "حقيبة ظهر"]),
    handbag: forms("حقيبة يد", "حقيبتي يد", ["حقائب يد", "حقيبة يد"]),
    suitcase: forms("حقيبة سفر", "حقيبتي سفر", ["حقائب سفر", "حقيبة سفر"]),
  },
  inZone: (name) => `في المنطقة «${name}»`,
  inPicture: "في الصورة",
  atSite: (sentence, site) => `${sentence} (${site})`,
  stop: ".",
  phrases: {
    intrusion: ({ who, where }) => `وجود ${who} ${where}`,
    loitering: ({ who, where, lasting }) => `بقاء ${who} ${where} لمدة ${lasting}`,
    line_crossing: ({ who, zone, isBack }) =>
      `عبور ${who} للخط «${zone}» من الجانب ${isBack ? "ب إلى الجانب أ" : "أ إلى الجانب ب"}`,
    wrong_direction: ({ who, where }) => `تحرك ${who} عكس الاتجاه المسموح ${where}`,
    crowding: ({ counted, where }) => `وجود ${counted} في وقت واحد ${where}`,
    speeding: ({ who, where }) => `تجاوز ${who} للسرعة المسموحة ${where}`,
    running: ({ who, where }) => `ركض ${who} ${where}`,
    stopped_vehicle: ({ who, where, lasting }) => `توقف ${who} ${where} لمدة ${lasting}`,
    proximity: ({ all, where }) => `مسافة غير كافية ${where}: ${all}`,
    video_loss: ({ lasting }) => `لا توجد صورة من الكاميرا منذ ${lasting}`,
    ppe_missing: ({ classes, where }) => `نقص في معدات الوقاية (${classes}) ${where}`,
    fall: ({ who, where }) => `سقوط ${who} ${where}`,
    abandoned_object: ({ where, lasting }) => `جسم متروك ${where} منذ ${lasting}`,
    removed_object: ({ where }) => `إزالة جسم كان موجودًا ${where}`,
    "camera_tamper.covered": () => "الكاميرا مغطاة أو المكان مظلم تمامًا",
    "camera_tamper.defocused": () => "صورة الكاميرا غير واضحة",
    "camera_tamper.moved": () => "تم تحريك الكاميرا: تعرض مشهدًا آخر",
    anomaly: ({ details }) =>
      `أمر غير معتاد في هذا الوقت: ${details["feature"]} ${details["value"]}، والمتوقع من ${details["low"]} إلى ${details["high"]}`,
    model_corrupt: ({ zone, details }) =>
      `ملف النموذج ${zone} تالف: المجموع الاختباري غير صحيح.${details["set_aside_as"] ? ` وُضع جانبًا باسم ${details["set_aside_as"]}.` : ""} يستمر النموذج المحمّل في العمل؛ أعد تثبيته قبل إعادة التشغيل القادمة`,
  },
  other: (type, { who, where }) => `${type}: ${who} ${where}`,
  features: {
    count: "عدد الأجسام المرئية",
    arrivals: "عدد الأجسام الجديدة في الدقيقة",
    dwell: "أطول مدة بقاء بالثواني",
    speed: "أعلى سرعة بعرض الصورة في الثانية",
    size: "أكبر جسم كنسبة مئوية من الصورة",
    motion: "نسبة الحركة المئوية في الصورة",
  },
};
