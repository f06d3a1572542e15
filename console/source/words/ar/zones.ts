import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "رسم المناطق",
  drawing: "المناطق على الصورة",
  tools: "الأدوات",
  list: "المناطق",
  kinds: {
    area: "منطقة",
    line: "خط",
    mask: "قناع خصوصية",
  },
  inMiddle: "إضافة في الوسط",
  howArea: "اسحب مستطيلًا، أو انقر كل زاوية ثم الأولى مرة أخرى.",
  howLine: "اسحب خطًا، أو انقر طرفيه.",
  howChange:
    "اسحب الزوايا أو الأشكال كاملة. لوحة المفاتيح: الأسهم تحرك الزاوية (Shift: أسرع، Alt: أبطأ)، و+ يضيف زاوية، وDelete يزيلها.",
  corner: "الزاوية {number} من {name}: {x}% من اليسار و{y}% من الأعلى",
  nothing: "لا توجد مناطق بعد.",
  remove: "إزالة {name}",
  alertEnter: "إنشاء حادث عند دخول شيء ما",
  alertCross: "إنشاء حادث عند عبور شيء ما",
  problems: {
    crosses: "{name}: يجب ألا تتقاطع الأضلاع.",
    few: "{name}: أضف المزيد من الزوايا.",
    name: "أدخل اسمًا من حروف وأرقام.",
    twice: "{name}: هذا الاسم مستخدم.",
  },
};
