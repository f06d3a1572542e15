/** English sentences of the doctor's check of the ONVIF device, by code: see `system/doctor/sentences.ts`. */
export const onvifDeviceSentences = {
  onvif_device: "ONVIF device",
  "onvif_device.off": "onvif_device.enabled is off",
  "onvif_device.none": "server.tls gives no certificate, and onvif_device.plain is off",
  "onvif_device.chosen": "the system chooses the port",
  "onvif_device.tls": "port {port}, with TLS",
  "onvif_device.plain": "port {port}, without TLS: pictures cross the network unencrypted",
  "onvif_device.silent": "port {port} does not answer ({problem})",
  "onvif_device.silent_fix": "Restart the box, and read its log.",
  "onvif_device.used": "another program uses port {port}",
  "onvif_device.used_fix":
    "Stop that program (ss -ltnp 'sport = :{port}' names it), or set onvif_device.port or onvif_device.plain_port.",
} as const;
