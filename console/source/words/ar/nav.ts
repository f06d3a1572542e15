import type { nav as source } from "../en/nav.ts";

/** Names of the views. */
export const nav: typeof source = {
  overview: "نظرة عامة",
  cameras: "الكاميرات",
  incidents: "الحوادث",
  policies: "القواعد",
  robots: "الروبوتات",
  jobs: "المهام",
  media: "الوسائط",
  voice: "الصوت",
  health: "السلامة",
  webhooks: "خطافات الويب",
  keys: "المفاتيح",
  configuration: "الإعدادات",
  doctor: "التشخيص",
};
