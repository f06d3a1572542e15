import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "إضافة قاعدة",
  nothing: "لا توجد قواعد بعد. كل كاميرا تراقب أيضًا ما ضُبط لها.",
  holds: "سارية",
  rests: "متوقفة الآن",
  off: "معطلة",
  switchOn: "تشغيل",
  switchOff: "إيقاف",
  tryLastHour: "جرّبها على الساعة الأخيرة",
  wouldRaise: plural({
    zero: "ما كانت لتسجل أي حادث.",
    one: "كانت ستسجل حادثًا واحدًا.",
    two: "كانت ستسجل حادثين.",
    few: "كانت ستسجل {count} حوادث.",
    many: "كانت ستسجل {count} حادثًا.",
    other: "كانت ستسجل {count} حادث.",
  }),
  recorded: "المرصود والمحفوظ: {time}",
  cooldown: "مدة الهدوء بعدها بالثواني",
  modes: "في هذه الأوضاع فقط",
  modesHint: "دون اختيار: في كل الأوضاع.",
  modeNames: {
    armed: "مؤمَّن",
    home: "حضور",
    disarmed: "غير مؤمَّن",
  },
  enabled: "القاعدة مفعّلة",
  schedule: "متى",
  allTimes: "في كل الأوقات",
  timeZone: "المنطقة الزمنية",
  addWindow: "إضافة فترة",
  window: "الفترة {number}",
  from: "من",
  to: "إلى",
};
