import type { Clock } from "../../base/core/clock.ts";
import type { EventSubscription } from "../../cameras/onvif-device/event-subscription.ts";
import type { EventSubscriptions } from "../../cameras/onvif-device/event-subscriptions.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { escapeXml, find } from "../onvif/xml.ts";
import { durationMs, spanMs } from "./duration.ts";
import { notification, topicSet } from "./event-elements.ts";
import { namespaces } from "./namespaces.ts";
import { type Service, type ServiceCall, subscriptionPath } from "./service.ts";
import { invalidArg, senderFault, SoapFault } from "./soap-fault.ts";
import { topicDialects, topicFilter } from "./topic-filter.ts";

/** The parts of the event service. */
export interface EventServiceParts {
  clock: Pick<Clock, "wallMs">;
  source: Pick<OnvifDeviceSource, "incidentTypes" | "isAdmitted">;
  subscriptions: EventSubscriptions;
}

/** Life of a subscription without a sign of its client; a client may ask for another one within the bounds. */
const lifeMs = { usual: 60_000, least: 10_000, most: 600_000 } as const;
/** Longest wait for events, and most events of one answer. */
const maxWaitMs = 60_000;
const maxMessages = 100;

const { tev: events } = namespaces;
const manager = "http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager";

/** What the event service can do. */
export const eventCapabilities = `<tev:Capabilities WSSubscriptionPolicySupport="false" WSPausableSubscriptionManagerInterfaceSupport="false" MaxNotificationProducers="0" MaxPullPoints="32" PersistentNotificationStorage="false"/>`;

/** The event service: pull points (ONVIF Core Specification 9). */
export function eventService(parts: EventServiceParts): Service {
  const { source, subscriptions } = parts;
  return {
    prefix: "tev",
    open: {},
    guarded: {
      GetServiceCapabilities: () => eventCapabilities,
      GetEventProperties: () => propertiesOf(source.incidentTypes()),
      CreatePullPointSubscription: (call) => create(call, parts),
      PullMessages: (call) => pull(call, parts),
      SetSynchronizationPoint: (call) => {
        named(call, subscriptions).synchronise();
        return "";
      },
    },
    actions: {
      GetEventProperties: `${events}/EventPortType/GetEventPropertiesResponse`,
      CreatePullPointSubscription: `${events}/EventPortType/CreatePullPointSubscriptionResponse`,
      PullMessages: `${events}/PullPointSubscription/PullMessagesResponse`,
      SetSynchronizationPoint: `${events}/PullPointSubscription/SetSynchronizationPointResponse`,
    },
  };
}

/** The operations on a subscription that WS-BaseNotification names. */
export function subscriptionService({ clock, subscriptions }: EventServiceParts): Service {
  return {
    prefix: "wsnt",
    open: {},
    guarded: {
      Renew: (call) => {
        const subscription = named(call, subscriptions);
        subscription.renew(lifeOf(call, "TerminationTime", clock));
        return times(subscription, clock, "wsnt").toReversed().join("");
      },
      Unsubscribe: (call) => {
        named(call, subscriptions).end();
        return "";
      },
    },
    actions: {
      Renew: `${manager}/RenewResponse`,
      Unsubscribe: `${manager}/UnsubscribeResponse`,
    },
  };
}

function propertiesOf(incidentTypes: readonly string[]): string {
  const dialects = topicDialects
    .map((each) => `<wsnt:TopicExpressionDialect>${each}</wsnt:TopicExpressionDialect>`)
    .join("");
  return (
    `<tev:TopicNamespaceLocation>http://www.onvif.org/onvif/ver10/topics/topicns.xml</tev:TopicNamespaceLocation>` +
    `<wsnt:FixedTopicSet>true</wsnt:FixedTopicSet>${topicSet(incidentTypes)}${dialects}` +
    `<tev:MessageContentFilterDialect>http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter</tev:MessageContentFilterDialect>` +
    `<tev:MessageContentSchemaLocation>http://www.onvif.org/onvif/ver10/schema/onvif.xsd</tev:MessageContentSchemaLocation>`
  );
}

function create(call: ServiceCall, { clock, subscriptions }: EventServiceParts): string {
  const { operation, entrance, caller } = call;
  const { id, subscription } = subscriptions.open(caller, {
    lifeMs: lifeOf(call, "InitialTerminationTime", clock),
    wants: topicFilter(find(operation, "Filter")),
  });
  const address = escapeXml(`${entrance.origin}${subscriptionPath}${id}`);
  return (
    `<tev:SubscriptionReference><wsa:Address>${address}</wsa:Address></tev:SubscriptionReference>` +
    times(subscription, clock, "wsnt").join("")
  );
}

async function pull(call: ServiceCall, parts: EventServiceParts): Promise<string> {
  const { clock, source, subscriptions } = parts;
  const subscription = named(call, subscriptions);
  const waitMs = durationMs(find(call.operation, "Timeout")?.text ?? "PT0S");
  const limit = Number(find(call.operation, "MessageLimit")?.text ?? maxMessages);
  if (waitMs === undefined || !Number.isInteger(limit) || limit < 1) {
    throw invalidArg("InvalidArgVal", "Timeout or MessageLimit: cannot be used. Send PT60S and 10");
  }
  const most = Math.min(limit, maxMessages);
  const found = await subscription.pull(most, Math.min(waitMs, maxWaitMs), call.signal);
  if (!source.isAdmitted(call.caller)) {
    const refusal = { code: "Sender", subcodes: ["ter:NotAuthorized"], status: 403 } as const;
    throw new SoapFault(refusal, "API key: has ended. Use another key");
  }
  return [...times(subscription, clock, "tev"), ...found.map(notification)].join("");
}

/** The subscription at whose address the client calls. */
function named(
  { path, caller }: ServiceCall,
  subscriptions: Pick<EventSubscriptions, "get">,
): EventSubscription {
  const id = path.startsWith(subscriptionPath) ? path.slice(subscriptionPath.length) : "";
  const subscription = subscriptions.get(caller, id);
  if (subscription) return subscription;
  throw senderFault(
    "subscription: there is none at this address, or it has ended. Subscribe again",
    "ter:InvalidArgVal",
    "wsrf:ResourceUnknownFault",
  );
}

/** The life that the client asks for, within the bounds. Throws a fault for a time in the past. */
function lifeOf(call: ServiceCall, argument: string, clock: Pick<Clock, "wallMs">): number {
  const text = find(call.operation, argument)?.text ?? "";
  if (text === "") return lifeMs.usual;
  const askedMs = spanMs(text, clock.wallMs());
  if (askedMs === undefined || askedMs <= 0) {
    throw senderFault(
      `${argument}: cannot be read, or is over. Send a time such as PT60S`,
      "ter:InvalidArgVal",
      "wsnt:UnacceptableTerminationTimeFault",
    );
  }
  return Math.min(Math.max(askedMs, lifeMs.least), lifeMs.most);
}

function times(
  { endsAtMs }: EventSubscription,
  clock: Pick<Clock, "wallMs">,
  prefix: "tev" | "wsnt",
): [current: string, end: string] {
  const element = (name: string, ms: number): string =>
    `<${prefix}:${name}>${new Date(ms).toISOString()}</${prefix}:${name}>`;
  return [element("CurrentTime", clock.wallMs()), element("TerminationTime", endsAtMs)];
}
