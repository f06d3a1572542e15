import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "无法连接设备。",
  title: "操作未成功",
  codes: {
    invalid_api_key: "未知的密钥",
    api_key_expired: "此密钥已过期",
    api_key_revoked: "此密钥已被终止",
    key_network_refused: "不能从这里使用此密钥",
    invalid_setup_code: "设置码不正确或已失效",
    insufficient_scope: "此密钥无权执行此操作",
    rate_limited: "请求过多，请稍后再试",
    not_found: "它不存在或已不存在",
    conflict: "与其他内容冲突",
    invalid_request_body: "有一项填写不正确",
    storage_full: "磁盘已满",
    shutting_down: "设备正在停止",
    internal_error: "设备内部出错",
    too_many_streams: "打开的实时画面过多",
    csrf_rejected: "请求似乎来自其他网站，请重新加载页面",
  },
};
