// oxlint-disable-next-line import/default -- the build makes a script of it, and gives its address
import workletUrl from "./microphone-worklet.ts?worker&url";

/** Why there is no microphone. */
export type MicrophoneLack = "insecure" | "denied" | "absent";

/** The browser gives no microphone; `lack` says why. */
export class NoMicrophone extends Error {
  readonly lack: MicrophoneLack;

  constructor(lack: MicrophoneLack) {
    super(`microphone: ${lack}`);
    this.lack = lack;
  }
}

/** False where browsers give no microphone: on pages without HTTPS, unless they come from the same machine. */
export function canHear(): boolean {
  return window.isSecureContext && navigator.mediaDevices !== undefined;
}

/** Sound above this does not fit into 16 kHz. */
const edgeHz = 7000;

/**
 * Opens the microphone, which asks for permission at the first use. `onFrame` gets 20 ms each: 16-bit samples at 16 kHz.
 * The returned function closes it. Rejects with `NoMicrophone`.
 */
export async function openMicrophone(
  onFrame: (frame: Int16Array<ArrayBuffer>) => void,
): Promise<() => void> {
  if (!canHear()) throw new NoMicrophone("insecure");
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } })
    .catch((error: unknown) => {
      const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
      throw new NoMicrophone(isDenied ? "denied" : "absent");
    });
  const context = new AudioContext();
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  try {
    await context.audioWorklet.addModule(workletUrl);
    const worklet = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0 });
    worklet.port.addEventListener("message", ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) =>
      onFrame(data),
    );
    worklet.port.start();
    const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: edgeHz });
    context.createMediaStreamSource(stream).connect(filter).connect(worklet);
    await context.resume();
  } catch (error) {
    close();
    throw error;
  }
  return close;
}
