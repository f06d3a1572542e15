import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "انتقل إلى المحتوى",
  menu: "القائمة",
  navigation: "القائمة الرئيسية",
  signOut: "تسجيل الخروج",
  language: "اللغة",
  live: "متصل",
  connecting: "انقطع الاتصال، جارٍ إعادة المحاولة …",
  offline: "لا يوجد اتصال",
  notFound: "الصفحة غير موجودة.",
  toOverview: "الانتقال إلى النظرة العامة",
  firstKey: "هذا هو المفتاح الأول للجهاز. احفظه الآن: تعرضه الصفحة مرة واحدة فقط.",
  synthetic:
    "فيديو تجريبي: يشغّل برنامج مشهدًا مرسومًا بشكل متكرر. ويعمل الكشف كما مع الكاميرات الحقيقية.",
  placeholders:
    "الصور والنصوص المولدة بديلة مؤقتة: يستخدم هذا الجهاز بديلًا عن خدمات النماذج الحقيقية.",
  watch: "المراقبة",
  move: "الروبوتات",
  make: "الأتمتة",
  box: "النظام",
};
