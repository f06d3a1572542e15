import { all, find, type XmlElement } from "../../../../src/adapters/onvif/xml.ts";
import { ns, OnvifFault } from "./onvif-wire.ts";
import type { HeadPose, TurningHead } from "./turning-head.ts";

/** The part of a test device that turns; a move ends at its own timeout. */
export class OnvifPtz {
  readonly presets = new Map<string, string>([["1", "Gate"]]);
  /** Where it looks and how fast it turns. */
  readonly pose = { pan: 0, tilt: 0, zoom: 0, moving: false, stoppedBy: "" };
  readonly #profiles: () => readonly string[];
  readonly #head: TurningHead | undefined;
  /** Where each preset looks, with a head. */
  readonly #places = new Map<string, Readonly<HeadPose>>([["1", { pan: 0, tilt: 0, zoom: 0 }]]);
  #moveTimer: NodeJS.Timeout | undefined;

  /** `profiles`: the tokens that it knows. `head`: what takes time to turn; without one, it jumps. */
  constructor(profiles: () => readonly string[], head?: TurningHead) {
    this.#profiles = profiles;
    this.#head = head;
  }

  stop(): void {
    clearTimeout(this.#moveTimer);
  }

  /** The answer to a call. Throws `OnvifFault`. */
  answer(call: XmlElement): string {
    if (call.name === "GetNodes") {
      const spaces = [
        "AbsolutePanTiltPositionSpace",
        "RelativePanTiltTranslationSpace",
        "ContinuousPanTiltVelocitySpace",
      ];
      return `<x:PTZNode token="n"><tt:SupportedPTZSpaces>${spaces.map((name) => `<tt:${name}/>`).join("")}</tt:SupportedPTZSpaces><tt:HomeSupported>true</tt:HomeSupported></x:PTZNode>`;
    }
    const token = find(call, "ProfileToken")?.text;
    if (!this.#profiles().some((each) => each === token)) {
      throw new OnvifFault("ter:NoProfile", "no such profile");
    }
    if (this.#head) this.#turn(call, this.#head);
    return this.#move(call);
  }

  /** Turns the head as the call says; `#move` checks and answers the call. */
  #turn(call: XmlElement, head: TurningHead): void {
    const id = find(call, "PresetToken")?.text ?? "";
    Object.assign(this.pose, head.pose);
    switch (call.name) {
      case "ContinuousMove": {
        const timeout = /^PT(\d+)S$/.exec(find(call, "Timeout")?.text ?? "")?.[1];
        head.turn(vectorOf(call, "Velocity"), Number(timeout) * 1000);
        return;
      }
      case "Stop":
        return head.stop();
      case "GotoHomePosition":
        return head.go({ pan: 0, tilt: 0, zoom: 0 });
      case "SetPreset":
        this.#places.set(id === "" ? String(this.presets.size + 1) : id, { ...head.pose });
        return;
      case "GotoPreset":
        return head.go(this.#places.get(id) ?? {});
      case "AbsoluteMove":
        return head.go(vectorOf(call, "Position"));
      default:
    }
  }

  #move(call: XmlElement): string {
    const { pose } = this;
    switch (call.name) {
      case "GetStatus":
        return `<x:PTZStatus><tt:Position><tt:PanTilt x="${pose.pan}" y="${pose.tilt}"/><tt:Zoom x="${pose.zoom}"/></tt:Position></x:PTZStatus>`;
      case "GetPresets":
        return [...this.presets]
          .map(([id, name]) => `<x:Preset token="${id}"><tt:Name>${name}</tt:Name></x:Preset>`)
          .join("");
      case "ContinuousMove": {
        vectorOf(call, "Velocity");
        const timeout = /^PT(\d+)S$/.exec(find(call, "Timeout")?.text ?? "")?.[1];
        if (timeout === undefined) throw new OnvifFault("ter:TimeoutNotSupported", "no timeout");
        this.#halt("timeout", Number(timeout) * 1000);
        pose.moving = true;
        return "";
      }
      case "AbsoluteMove":
        Object.assign(pose, vectorOf(call, "Position"));
        return "";
      case "RelativeMove": {
        const { pan = 0, tilt = 0, zoom = 0 } = vectorOf(call, "Translation");
        Object.assign(pose, {
          pan: pose.pan + pan,
          tilt: pose.tilt + tilt,
          zoom: pose.zoom + zoom,
        });
        return "";
      }
      case "Stop":
        this.#halt("stop", 0);
        return "";
      default:
        return this.#preset(call);
    }
  }

  #preset(call: XmlElement): string {
    switch (call.name) {
      case "GotoHomePosition":
        Object.assign(this.pose, { pan: 0, tilt: 0, zoom: 0 });
        return "";
      case "SetHomePosition":
        return "";
      case "SetPreset": {
        const id = find(call, "PresetToken")?.text ?? String(this.presets.size + 1);
        this.presets.set(id, find(call, "PresetName")?.text ?? "");
        return `<x:PresetToken>${id}</x:PresetToken>`;
      }
      case "GotoPreset":
      case "RemovePreset": {
        const id = find(call, "PresetToken")?.text ?? "";
        if (!this.presets.has(id)) throw new OnvifFault("ter:NoToken", "no such preset");
        if (call.name === "RemovePreset") this.presets.delete(id);
        return "";
      }
      default:
        throw new OnvifFault("ter:ActionNotSupported", `no ${call.name}`);
    }
  }

  #halt(by: string, afterMs: number): void {
    clearTimeout(this.#moveTimer);
    const stop = (): void => {
      if (this.pose.moving) this.pose.stoppedBy = by;
      this.pose.moving = false;
    };
    if (afterMs === 0) stop();
    else this.#moveTimer = setTimeout(stop, afterMs);
  }
}

/** A vector of the ONVIF schema; both of pan and tilt, each in −1 to 1. */
function vectorOf(call: XmlElement, name: string): { pan?: number; tilt?: number; zoom?: number } {
  const vector = find(call, name);
  const panTilt = find(vector, "PanTilt");
  const zoom = find(vector, "Zoom");
  const parts = all(vector, "PanTilt").concat(all(vector, "Zoom"));
  if (parts.length === 0 || parts.some((part) => part.namespace !== ns.schema)) {
    throw new OnvifFault("ter:InvalidArgVal", "no vector");
  }
  const read = (element: XmlElement | undefined, attribute: string): number => {
    const value = Number(element?.attributes.get(attribute) ?? Number.NaN);
    if (!(Math.abs(value) <= 1)) throw new OnvifFault("ter:InvalidArgVal", "out of range");
    return value;
  };
  return {
    ...(panTilt ? { pan: read(panTilt, "x"), tilt: read(panTilt, "y") } : {}),
    ...(zoom ? { zoom: read(zoom, "x") } : {}),
  };
}
