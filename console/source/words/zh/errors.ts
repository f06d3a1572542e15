import type { errors as source } from "../en/errors.ts";

/** What went wrong. */
export const errors: typeof source = {
  unreachable: "无法连接设备。",
  title: "请求失败",
  chooseZone: "请选择区域",
  chooseLine: "请选择界线",
  codes: {
    invalid_api_key: "未知的密钥",
    api_key_expired: "此密钥已过期",
    api_key_revoked: "此密钥已吊销",
    key_network_refused: "此密钥不允许从此网络使用",
    invalid_setup_code: "设置码不正确或已过期",
    insufficient_scope: "您没有此权限",
    rate_limited: "请求过多，请稍后再试",
    not_found: "未找到",
    conflict: "与当前状态冲突",
    invalid_request_body: "请检查填写内容",
    storage_full: "磁盘已满",
    shutting_down: "设备正在关闭",
    internal_error: "设备内部错误",
    too_many_streams: "打开的实时画面过多",
    csrf_rejected: "请求来自其他网站。请重新加载页面",
    outside_geofence: "目标在地理围栏之外",
  },
};
