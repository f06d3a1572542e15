import onvif from "onvif/promises/index.js";

/** The npm package `onvif` as tests use it; its own types lack the arguments. */
export interface NpmClient {
  connect(): Promise<unknown>;
  getDeviceInformation(): Promise<{ manufacturer: string; serialNumber: string }>;
  getProfiles(): Promise<{ $: { token: string }; name: string }[]>;
  getVideoSources(): Promise<unknown[]>;
  getScopes(): Promise<unknown[]>;
  getUsers(): Promise<{ userLevel: string }[]>;
  getNetworkInterfaces(): Promise<unknown>;
  getStreamUri(options: { protocol: string; profileToken: string }): Promise<{ uri: string }>;
  getSnapshotUri(options: { profileToken: string }): Promise<{ uri: string }>;
  getEventProperties(): Promise<{ topicSet: unknown }>;
  on(event: "event", listener: (message: NpmEvent) => void): unknown;
  on(event: "eventsError", listener: (error: Error) => void): unknown;
  removeAllListeners(event: string): unknown;
}

/** An event as the package reports it. */
export interface NpmEvent {
  topic: { _: string };
  message: {
    message: {
      $: { PropertyOperation?: string };
      source: { simpleItem: NpmItem | NpmItem[] };
      data: { simpleItem: NpmItem | NpmItem[] };
    };
  };
}

interface NpmItem {
  $: { Name: string; Value: unknown };
}

/** Makes a client of a device on loopback. */
export function npmClient(options: {
  port: number;
  username: string;
  password: string;
  useWSSecurity?: boolean;
}): NpmClient {
  return new onvif.Cam({ hostname: "127.0.0.1", ...options }) as unknown as NpmClient;
}
