/** Namespaces of ONVIF and of what it builds on, by the prefix that the box writes. */
export const namespaces = {
  s: "http://www.w3.org/2003/05/soap-envelope",
  tds: "http://www.onvif.org/ver10/device/wsdl",
  trt: "http://www.onvif.org/ver10/media/wsdl",
  tr2: "http://www.onvif.org/ver20/media/wsdl",
  tev: "http://www.onvif.org/ver10/events/wsdl",
  tt: "http://www.onvif.org/ver10/schema",
  ter: "http://www.onvif.org/ver10/error",
  wsse: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
  wsu: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd",
  wsa: "http://www.w3.org/2005/08/addressing",
  wsnt: "http://docs.oasis-open.org/wsn/b-2",
  wsrf: "http://docs.oasis-open.org/wsrf/r-2",
  wstop: "http://docs.oasis-open.org/wsn/t-1",
  tns1: "http://www.onvif.org/ver10/topics",
  gh: "urn:gatehouse:onvif:topics",
  xs: "http://www.w3.org/2001/XMLSchema",
} as const;

/** A prefix that each answer declares. */
export type Prefix = keyof typeof namespaces;

/** Returns the prefix of a namespace; undefined for one that the box does not know. */
export function prefixOf(namespace: string): Prefix | undefined {
  const known = Object.entries(namespaces) as [Prefix, string][];
  return known.find(([, each]) => each === namespace)?.[0];
}
