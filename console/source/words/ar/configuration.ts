import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "قُرئت من {file}. غيّر الإعدادات هناك ثم أعد تشغيل الجهاز.",
  noFile: "لا يوجد ملف إعدادات: لكل الإعدادات قيمها الافتراضية.",
  settings: "الإعدادات الحالية",
  setting: "الإعداد",
  value: "القيمة",
  origin: "المصدر",
  origins: {
    default: "افتراضي",
    file: "ملف",
    environment: "البيئة",
    flag: "سطر الأوامر",
  },
  changedOnly: "المعدَّلة فقط",
  none: "لا إعداد مطابق.",
  check: "فحص ملف",
  checkHint: "الصق الملف كاملًا. لا يغيّر الفحص شيئًا ولا يقرأ الملفات المذكورة فيه.",
  yaml: "الملف (YAML)",
  open: "فتح ملف",
  valid: "لم يُعثر على مشكلات.",
  problems: "المشكلات: {count}",
  line: "السطر {line}",
};
