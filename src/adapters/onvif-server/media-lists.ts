import { type DeviceProfile, profilesOf } from "../../cameras/onvif-device/device-profiles.ts";
import type { OnvifDeviceSource } from "../../cameras/onvif-device/onvif-device-port.ts";
import { find } from "../onvif/xml.ts";
import { type ServiceCall, tokenArg } from "./service.ts";
import { invalidArg } from "./soap-fault.ts";

/** The profiles of a caller, for both media services. */
export class MediaLists {
  readonly #source: Pick<OnvifDeviceSource, "streams">;

  constructor(source: Pick<OnvifDeviceSource, "streams">) {
    this.#source = source;
  }

  /** All profiles that the caller may see. */
  profiles({ caller }: ServiceCall): DeviceProfile[] {
    return profilesOf(this.#source.streams(caller.org));
  }

  /** One profile for each camera: its main stream. */
  sources(call: ServiceCall): DeviceProfile[] {
    return this.profiles(call).filter(({ path }) => path.track === "main");
  }

  /** Returns the profile that the argument `ProfileToken` names. Throws `ter:NoProfile`. */
  profile(call: ServiceCall): DeviceProfile {
    const token = tokenArg(call, "ProfileToken");
    const found = this.profiles(call).find((each) => each.token === token);
    if (found) return found;
    throw invalidArg("NoProfile", "ProfileToken: there is no such profile. Use a listed one");
  }

  /** Profiles of the arguments that narrow a list; all without them. Throws `ter:NoProfile` and `ter:NoConfig`. */
  encoders(call: ServiceCall): DeviceProfile[] {
    return this.#narrowed(call, this.profiles(call), ({ token }) => token);
  }

  /** As `encoders`, for the sound of those that have it. */
  audioEncoders(call: ServiceCall): DeviceProfile[] {
    const heard = this.profiles(call).filter(({ sound }) => sound !== null);
    return this.#narrowed(call, heard, ({ token }) => token);
  }

  /** As `encoders`, for the microphones of cameras. */
  audioSources(call: ServiceCall): DeviceProfile[] {
    const heard = this.sources(call).filter(({ sound }) => sound !== null);
    return this.#narrowed(call, heard, ({ source }) => source.token);
  }

  /** As `encoders`, for video source configurations. */
  sourceConfigurations(call: ServiceCall): DeviceProfile[] {
    return this.#narrowed(call, this.sources(call), ({ source }) => source.token);
  }

  #narrowed(
    call: ServiceCall,
    all: readonly DeviceProfile[],
    tokenOf: (profile: DeviceProfile) => string,
  ): DeviceProfile[] {
    const hasProfile = find(call.operation, "ProfileToken") !== undefined;
    const ofProfile = hasProfile ? tokenOf(this.profile(call)) : undefined;
    const configuration = tokenArg(call, "ConfigurationToken");
    const listed = all.filter(
      (each) =>
        (ofProfile === undefined || tokenOf(each) === ofProfile) &&
        (configuration === "" || tokenOf(each) === configuration),
    );
    if (listed.length > 0 || configuration === "") return listed;
    throw invalidArg("NoConfig", "ConfigurationToken: there is none. Use a listed one");
  }
}
