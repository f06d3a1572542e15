import { createSocket, type Socket } from "node:dgram";

/** A way between a viewer and the box on which one packet of video is lost. */
export class LossyPath {
  readonly #toViewer = createSocket("udp4");
  readonly #toBox = createSocket("udp4");
  readonly #boxPort: number;
  #viewerPort = 0;
  #packets = 0;
  /** Receiver reports that the viewer sent; the first 8 bytes of SRTCP are readable (RFC 3711 3.4). */
  receiverReports = 0;

  /** Loses the `lost`-th packet of video from the box's port. */
  constructor(boxPort: number, lost: number) {
    this.#boxPort = boxPort;
    this.#toViewer.on("message", (bytes, { port }) => {
      this.#viewerPort = port;
      if (bytes[0]! >> 6 === 2 && bytes[1] === 201) this.receiverReports += 1;
      this.#toBox.send(bytes, this.#boxPort, "127.0.0.1");
    });
    this.#toBox.on("message", (bytes) => {
      // RTP, but not RTCP (RFC 5761 4).
      const isVideo = bytes[0]! >> 6 === 2 && (bytes[1]! < 192 || bytes[1]! > 223);
      if (isVideo) this.#packets += 1;
      if (isVideo && this.#packets === lost) return;
      this.#toViewer.send(bytes, this.#viewerPort, "127.0.0.1");
    });
  }

  /** Resolves with the port for the viewer. */
  async start(): Promise<number> {
    const bound = (socket: Socket): Promise<void> =>
      new Promise((resolve) => socket.bind(0, "127.0.0.1", resolve));
    await Promise.all([bound(this.#toViewer), bound(this.#toBox)]);
    return this.#toViewer.address().port;
  }

  close(): void {
    this.#toViewer.close();
    this.#toBox.close();
  }
}
