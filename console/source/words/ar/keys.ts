import type { keys as source } from "../en/keys.ts";

/** API keys and the audit log. */
export const keys: typeof source = {
  add: "مفتاح جديد",
  preset: "الصلاحية",
  presets: {
    viewer: "المشاهدة فقط",
    operator: "المناوبة: تأكيد وإلغاء وإرسال روبوتات",
    technician: "تجهيز الموقع",
    integrator: "برنامج: كل الخدمات دون الروبوتات",
    admin: "كل شيء بما فيه المفاتيح",
    custom: "حقوق مختارة",
  },
  rights: "الحقوق",
  expires: "ينتهي",
  lives: {
    day: "بعد يوم",
    month: "بعد 30 يومًا",
    year: "بعد سنة",
    never: "أبدًا",
  },
  expiresHint: "في موعد أقصاه انتهاء المفتاح الذي سجّلت الدخول به.",
  networks: "الشبكات",
  networksHint: "من أين يُستخدم، مثل 192.168.10.0/24؛ افصل بفواصل، أو اتركه فارغًا لكل مكان.",
  secretOnce: "هذا هو المفتاح. يظهر هذه المرة فقط.",
  lastUsed: "آخر استخدام",
  states: {
    active: "نشط",
    expired: "منتهٍ",
    revoked: "مُلغى",
  },
  revoke: "إلغاء",
  roll: "سر جديد",
  rollHint: "يبقى السر القديم صالحًا ليوم.",
  thisOne: "قيد الاستخدام",
  audit: "سجل التدقيق",
  when: "متى",
  who: "من",
  from: "من أين",
  what: "ماذا",
  outcome: "النتيجة",
};
