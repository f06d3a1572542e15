/** Namespaces of ONVIF. */
export const ns = {
  soap: "http://www.w3.org/2003/05/soap-envelope",
  device: "http://www.onvif.org/ver10/device/wsdl",
  media: "http://www.onvif.org/ver10/media/wsdl",
  media2: "http://www.onvif.org/ver20/media/wsdl",
  ptz: "http://www.onvif.org/ver20/ptz/wsdl",
  events: "http://www.onvif.org/ver10/events/wsdl",
  search: "http://www.onvif.org/ver10/search/wsdl",
  replay: "http://www.onvif.org/ver10/replay/wsdl",
  notification: "http://docs.oasis-open.org/wsn/b-2",
  addressing: "http://www.w3.org/2005/08/addressing",
  schema: "http://www.onvif.org/ver10/schema",
  wsse: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
} as const;

/** What a device answers to a call that it does not do. */
export class OnvifFault extends Error {
  readonly subcode: string;
  constructor(subcode: string, reason: string) {
    super(reason);
    this.subcode = subcode;
  }
}
