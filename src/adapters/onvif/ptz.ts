import type { PtzCommand, PtzPosition, PtzState, PtzVector } from "../../cameras/onvif-port.ts";
import { fail } from "../../base/contract/fail.ts";
import { readProfiles } from "./profiles.ts";
import { namespaces, type Services } from "./services.ts";
import type { SoapClient } from "./soap-client.ts";
import { all, escapeXml, find, numberOf, textOf, type XmlElement } from "./xml.ts";

const maxPresets = 256;

/** What the box keeps of a camera between two commands, so that each of them is one request. */
export interface KnownPtz {
  /** Path of the service. */
  path: string;
  profileToken: string;
  clockOffsetMs: number;
}

/** A camera's movement: the service, and the profile that moves. */
export class OnvifPtzService {
  readonly #client: SoapClient;
  readonly #path: string;
  readonly #profile: string;

  /** What can be kept for the next command. */
  readonly known: KnownPtz;

  private constructor(client: SoapClient, path: string, profileToken: string) {
    this.known = { path, profileToken, clockOffsetMs: client.clockOffsetMs };
    this.#client = client;
    this.#path = path;
    this.#profile = `<o:ProfileToken>${escapeXml(profileToken)}</o:ProfileToken>`;
  }

  /** Throws `onvif_refused` for a camera that cannot move. */
  static async of(client: SoapClient, services: Services): Promise<OnvifPtzService> {
    const profile =
      services.ptz === undefined
        ? undefined
        : (await readProfiles(client, services)).find(({ hasPtz }) => hasPtz);
    if (profile) return new OnvifPtzService(client, services.ptz!, profile.token);
    throw fail("onvif_refused", "camera: has no pan, tilt or zoom. Use another camera");
  }

  /** The service as an earlier command found it; asks the camera nothing. */
  static again(client: SoapClient, { path, profileToken, clockOffsetMs }: KnownPtz) {
    client.clockOffsetMs = clockOffsetMs;
    return new OnvifPtzService(client, path, profileToken);
  }

  /** Where the camera looks; null when it does not say. */
  async position(): Promise<PtzPosition | null> {
    const status = find(await this.#call("GetStatus"), "PTZStatus", "Position");
    return status ? positionOf(status) : null;
  }

  /** The axes that move, and the camera's direction. */
  async state(): Promise<PtzState> {
    const nodes = all(await this.#call("GetNodes", "", false), "PTZNode");
    const offers = (space: string): boolean =>
      nodes.some((node) => find(node, "SupportedPTZSpaces", space) !== undefined);
    const has = (kind: string): boolean => offers(`${kind}Space`);
    const position = await this.position();
    const presets = all(await this.#call("GetPresets"), "Preset").slice(0, maxPresets);
    return {
      continuous: has("ContinuousPanTiltVelocity") || has("ContinuousZoomVelocity"),
      absolute: has("AbsolutePanTiltPosition") || has("AbsoluteZoomPosition"),
      relative: has("RelativePanTiltTranslation") || has("RelativeZoomTranslation"),
      home: nodes.some((node) => textOf(node, "HomeSupported") === "true"),
      position,
      presets: presets.map((preset) => {
        const token = (preset.attributes.get("token") ?? "").slice(0, 100);
        return { token, name: textOf(preset, "Name") ?? token };
      }),
    };
  }

  /** Executes the command; resolves with the token of a stored preset, else null. */
  async run(command: PtzCommand): Promise<string | null> {
    switch (command.action) {
      case "move": {
        const timeout = `<o:Timeout>PT${Math.ceil(command.timeoutMs / 1000)}S</o:Timeout>`;
        await this.#call("ContinuousMove", vector("Velocity", command.velocity) + timeout);
        return null;
      }
      case "absolute":
      case "relative":
        return await this.#go(command);
      case "stop":
        await this.#call("Stop", "<o:PanTilt>true</o:PanTilt><o:Zoom>true</o:Zoom>");
        return null;
      case "home":
        await this.#call("GotoHomePosition");
        return null;
      case "set_home":
        await this.#call("SetHomePosition");
        return null;
      case "goto_preset":
      case "remove_preset": {
        const operation = command.action === "goto_preset" ? "GotoPreset" : "RemovePreset";
        await this.#call(operation, presetToken(command.preset));
        return null;
      }
      case "set_preset": {
        const name = `<o:PresetName>${escapeXml(command.name)}</o:PresetName>`;
        const token = command.preset === undefined ? "" : presetToken(command.preset);
        return textOf(await this.#call("SetPreset", name + token), "PresetToken");
      }
    }
  }

  async #go(command: Extract<PtzCommand, { action: "absolute" | "relative" }>): Promise<null> {
    const { action, speed } = command;
    const fast =
      speed === undefined ? "" : vector("Speed", { pan: speed, tilt: speed, zoom: speed });
    if (action === "absolute") {
      await this.#call("AbsoluteMove", vector("Position", command.vector) + fast);
    } else {
      await this.#call("RelativeMove", vector("Translation", command.vector) + fast);
    }
    return null;
  }

  #call(operation: string, body = "", ofProfile = true): Promise<XmlElement> {
    return this.#client.call({
      path: this.#path,
      namespace: namespaces.ptz,
      operation,
      body: (ofProfile ? this.#profile : "") + body,
    });
  }
}

function presetToken(token: string): string {
  return `<o:PresetToken>${escapeXml(token)}</o:PresetToken>`;
}

/** A vector has both of pan and tilt or neither (ONVIF schema, `Vector2D`). */
function vector(name: string, { pan, tilt, zoom }: PtzVector): string {
  const number = (value: number): string => String(Math.round(value * 1e6) / 1e6);
  const hasPanTilt = pan !== undefined || tilt !== undefined;
  const panTilt = hasPanTilt
    ? `<tt:PanTilt x="${number(pan ?? 0)}" y="${number(tilt ?? 0)}"/>`
    : "";
  const zoomPart = zoom === undefined ? "" : `<tt:Zoom x="${number(zoom)}"/>`;
  return `<o:${name}>${panTilt}${zoomPart}</o:${name}>`;
}

function positionOf(status: XmlElement): PtzPosition {
  const attribute = (element: XmlElement | undefined, name: string): number | null => {
    const value = Number(element?.attributes.get(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : null;
  };
  const panTilt = find(status, "PanTilt");
  return {
    pan: attribute(panTilt, "x"),
    tilt: attribute(panTilt, "y"),
    zoom: attribute(find(status, "Zoom"), "x") ?? numberOf(status, "Zoom"),
  };
}
