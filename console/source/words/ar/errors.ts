import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "تعذر الوصول إلى الجهاز.",
  title: "لم ينجح ذلك",
  codes: {
    invalid_api_key: "هذا المفتاح غير معروف",
    api_key_expired: "انتهت صلاحية هذا المفتاح",
    api_key_revoked: "تم إنهاء هذا المفتاح",
    key_network_refused: "لا يمكن استخدام هذا المفتاح من هنا",
    invalid_setup_code: "رمز الإعداد غير صحيح أو لم يعد صالحًا",
    insufficient_scope: "لا يسمح هذا المفتاح بذلك",
    rate_limited: "طلبات كثيرة جدًا؛ حاول بعد قليل",
    not_found: "هذا غير موجود أو لم يعد موجودًا",
    conflict: "هناك ما يمنع ذلك",
    invalid_request_body: "أحد المدخلات غير صحيح",
    storage_full: "القرص ممتلئ",
    shutting_down: "الجهاز قيد الإيقاف",
    internal_error: "حدث خلل في الجهاز",
    too_many_streams: "عدد كبير جدًا من العروض المباشرة مفتوح",
    csrf_rejected: "بدا أن الطلب آتٍ من موقع آخر؛ أعد تحميل الصفحة",
  },
};
