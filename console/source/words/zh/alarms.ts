import type { alarms as source } from "../en/alarms.ts";

/** What the box asks a technician to see to, by its code. */
export const alarms: typeof source = {
  safe_mode: "安全模式：摄像机和机器人已暂停。",
  storage_full: "磁盘已满。",
  store_stalled: "磁盘没有响应，无法保存任何内容。",
  store_unwritable: "磁盘拒绝写入，无法保存任何内容。",
  disk_low: "录像以外的内容正在占满磁盘。",
  inodes_low: "磁盘 inode 即将耗尽。",
  store_at_risk: "存储可能已损坏。",
  files_unnamed: "许多文件在存储中没有记录，已予保留。",
  vision_down: "检测已停止。",
  model_damaged: "模型文件已损坏。",
  cameras_refused: "配置中的摄像机未启动。",
  cameras_offline: "有摄像机离线。",
  decoders_failing: "视频解码器发生故障并已重启。",
  endpoint_refused: "模型服务拒绝了密钥。",
  too_hot: "设备温度过高。",
  throttled: "处理器已降频。",
  memory_low: "内存不足。",
  clock_not_synchronised: "时钟未同步。",
  certificate_ending: "证书即将到期。",
  certificate_ended: "证书已过期。",
  audit_lost: "审计日志有记录丢失。",
};
