import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "قُرئت من {file}. غيّرها هناك ثم أعد تشغيل الصندوق.",
  noFile: "لا يوجد ملف إعدادات: تسري القيم الافتراضية.",
  settings: "ما يسري",
  setting: "الإعداد",
  value: "القيمة",
  origin: "المصدر",
  origins: {
    default: "افتراضي",
    file: "ملف",
    environment: "البيئة",
    flag: "سطر الأوامر",
  },
  changedOnly: "غير الافتراضي فقط",
  none: "لا إعداد مطابق.",
  check: "فحص ملف",
  checkHint: "الصق الملف كاملًا. لا يتغير شيء ولا تُقرأ الملفات المذكورة فيه.",
  yaml: "الملف (YAML)",
  open: "فتح ملف",
  valid: "لا شيء يحتاج إلى إصلاح.",
  problems: "يحتاج إلى إصلاح: {count}",
  line: "السطر {line}",
};
