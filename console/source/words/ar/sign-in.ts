import type { signIn as source } from "../en/sign-in.ts";

/** The sign-in. */
export const signIn: typeof source = {
  title: "تسجيل الدخول",
  label: "مفتاح API أو رمز الإعداد",
  help: "يعرض الجهاز الجديد رمز الإعداد عند تشغيله، ويعرض العرض التجريبي مفتاحه. وإلا: {command}",
  button: "تسجيل الدخول",
  over: "انتهت الجلسة. سجّل الدخول من جديد.",
  maybeStillIn: "تعذر الوصول إلى الجهاز. ربما لا يزال هذا المتصفح مسجل الدخول.",
  keyName: "اسم المفتاح الجديد",
  keyNameHint: "رمز الإعداد ينشئ مفتاحًا لك. يظهر هذا الاسم في سجل التدقيق.",
};
