/** English sentences of the doctor's checks of live video, by code: see `system/doctor/sentences.ts`. */
export const restreamSentences = {
  webrtc: "WebRTC",
  "webrtc.off": "webrtc.enabled is off",
  "webrtc.problem": "{problem}",
  "webrtc.fix": "Do what the finding says. Until then the page plays live video over WebSockets.",
  "webrtc.any_port": "the library works; viewers reach {addresses} by UDP, each at a free port",
  "webrtc.one_port": "the library works; viewers reach {addresses} by UDP at port {port}",

  rtsp: "RTSP server",
  "rtsp.off": "rtsp.enabled is off",
  "rtsp.none": "server.tls gives no certificate, and rtsp.plain is off",
  "rtsp.chosen": "the system chooses the port",
  "rtsp.tls": "port {port}, with TLS",
  "rtsp.plain": "port {port}, without TLS: pictures cross the network unencrypted",
  "rtsp.silent": "port {port} does not answer ({problem})",
  "rtsp.silent_fix": "Restart the box, and read its log.",
  "rtsp.used": "another program uses port {port}",
  "rtsp.used_fix":
    "Stop that program (ss -ltnp 'sport = :{port}' names it), or set rtsp.port or rtsp.plain_port.",
} as const;
