import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "إضافة قاعدة",
  nothing: "لا توجد قواعد بعد. للكاميرات أيضًا قواعد كشف خاصة بها.",
  holds: "نشطة",
  rests: "غير نشطة (الجدول)",
  off: "معطلة",
  switchOn: "تشغيل",
  switchOff: "إيقاف",
  tryLastHour: "اختبار على الساعة الأخيرة",
  wouldRaise: plural({
    zero: "ما كانت لتسجل أي حادث.",
    one: "كانت ستسجل حادثًا واحدًا.",
    two: "كانت ستسجل حادثين.",
    few: "كانت ستسجل {count} حوادث.",
    many: "كانت ستسجل {count} حادثًا.",
    other: "كانت ستسجل {count} حادث.",
  }),
  recorded: "اختُبرت على {time} من المسارات المسجلة",
  cooldown: "مدة التهدئة (ث)",
  modes: "القصر على الأوضاع",
  modesHint: "دون اختيار: كل الأوضاع.",
  modeNames: {
    armed: "مؤمَّن",
    home: "حضور",
    disarmed: "غير مؤمَّن",
  },
  enabled: "مفعّلة",
  schedule: "الجدول",
  allTimes: "دائمًا",
  timeZone: "المنطقة الزمنية",
  addWindow: "إضافة فترة",
  window: "الفترة {number}",
  from: "من",
  to: "إلى",
};
