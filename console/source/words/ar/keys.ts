import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "مفتاح جديد",
  preset: "الدور",
  presets: {
    viewer: "مشاهد: المشاهدة فقط",
    operator: "مشغّل: الإقرار والإلغاء وتوجيه الروبوتات",
    technician: "فني: إعداد الموقع",
    integrator: "تكامل: كل الخدمات دون الروبوتات",
    admin: "مدير: كل شيء بما فيه المفاتيح",
    custom: "مخصص",
  },
  rights: "الصلاحيات",
  expires: "تنتهي الصلاحية",
  lives: {
    day: "بعد يوم",
    month: "بعد 30 يومًا",
    year: "بعد سنة",
    never: "أبدًا",
  },
  expiresHint: "في موعد أقصاه انتهاء المفتاح الذي سجّلت الدخول به.",
  networks: "الشبكات المسموحة",
  networksHint: "مثل 192.168.10.0/24، مفصولة بفواصل. فارغ: كل الشبكات.",
  secretOnce: "هذا هو المفتاح. تعرضه الصفحة مرة واحدة فقط.",
  lastUsed: "آخر استخدام",
  states: {
    active: "نشط",
    expired: "منتهٍ",
    revoked: "مُلغى",
  },
  revoke: "إلغاء",
  roll: "سر جديد",
  rollHint: "يبقى السر القديم صالحًا ليوم.",
  thisOne: "هذه الجلسة",
  audit: "سجل التدقيق",
  when: "الوقت",
  who: "المستخدم",
  from: "العنوان",
  what: "الإجراء",
  outcome: "النتيجة",
};
