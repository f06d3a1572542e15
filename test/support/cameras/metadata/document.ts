import type { BoxNorm } from "../../../../src/base/contract/geometry.ts";

/** An object of a drawn metadata document. */
export interface DrawnObject {
  id: string;
  /** ONVIF's class; null leaves it out. */
  type: string | null;
  /** Fractions of the frame. */
  boxNorm: BoxNorm;
  likelihood?: number;
}

/** The parts of a drawn document. */
export interface DrawnMetadata {
  /** Undefined: no frame. */
  objects?: readonly DrawnObject[];
  /** `@UTC@` becomes the frame's own time in the test camera. */
  utc?: string;
  /** Notifications inside the document. */
  events?: string;
}

const namespaces =
  'xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" ' +
  'xmlns:tns1="http://www.onvif.org/ver10/topics"';

/** A document as a camera that conforms to ONVIF Profile M sends it. */
export function metadataDocument({ objects, utc = "@UTC@", events = "" }: DrawnMetadata): string {
  const frame =
    objects === undefined
      ? ""
      : `<tt:VideoAnalytics><tt:Frame UtcTime="${utc}">${objects.map(objectXml).join("")}</tt:Frame></tt:VideoAnalytics>`;
  const event = events === "" ? "" : `<tt:Event>${events}</tt:Event>`;
  return `<?xml version="1.0" encoding="UTF-8"?><tt:MetadataStream ${namespaces}>${frame}${event}</tt:MetadataStream>`;
}

function objectXml({ id, type, boxNorm, likelihood = 0.9 }: DrawnObject): string {
  const [left, top, right, bottom] = boxNorm;
  // ONVIF's frame reaches from −1 to 1, and its y points up.
  const box = `left="${left * 2 - 1}" top="${1 - top * 2}" right="${right * 2 - 1}" bottom="${1 - bottom * 2}"`;
  const ofClass =
    type === null
      ? ""
      : `<tt:Class><tt:Type Likelihood="${likelihood}">${type}</tt:Type></tt:Class>`;
  return (
    `<tt:Object ObjectId="${id}"><tt:Appearance><tt:Shape><tt:BoundingBox ${box}/>` +
    `<tt:CenterOfGravity x="0" y="0"/></tt:Shape>${ofClass}</tt:Appearance></tt:Object>`
  );
}

/** A notification about a state, as it stands inside a document. */
export function metadataEvent(topic: string, item: { name: string; value: string }): string {
  return (
    `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">` +
    `${topic}</wsnt:Topic><wsnt:Message><tt:Message UtcTime="2026-01-01T00:00:00Z" PropertyOperation="Changed">` +
    `<tt:Source><tt:SimpleItem Name="VideoSourceConfigurationToken" Value="v0"/></tt:Source>` +
    `<tt:Data><tt:SimpleItem Name="${item.name}" Value="${item.value}"/></tt:Data>` +
    `</tt:Message></wsnt:Message></wsnt:NotificationMessage>`
  );
}
