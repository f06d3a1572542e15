import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "رسم المناطق",
  drawing: "المناطق على الصورة",
  tools: "الأدوات",
  list: "المناطق",
  kinds: {
    area: "مساحة",
    line: "خط",
    mask: "قناع خصوصية",
  },
  inMiddle: "ضع واحدة في الوسط",
  howArea: "اسحب مستطيلًا، أو انقر زاوية بعد زاوية ثم الأولى مرة أخرى.",
  howLine: "اسحب خطًا، أو انقر طرفيه.",
  howChange:
    "اسحب الزوايا أو الأشكال كاملة. بلوحة المفاتيح: الأسهم تحرك الزاوية (Shift أكثر، Alt أقل)، + تضيف زاوية، Delete تحذفها.",
  corner: "الزاوية {number} من {name}: {x}% من اليسار و{y}% من الأعلى",
  nothing: "لم يُرسم شيء بعد.",
  remove: "إزالة {name}",
  alertEnter: "إنشاء حادث عند دخول شيء ما",
  alertCross: "إنشاء حادث عند عبور شيء ما",
  problems: {
    crosses: "{name}: يجب ألا تتقاطع الأضلاع.",
    few: "{name}: يلزم المزيد من الزوايا.",
    name: "أعطه اسمًا من حروف وأرقام.",
    twice: "{name}: اثنان يحملان هذا الاسم.",
  },
};
