import { once } from "node:events";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cachedFfmpeg, type Footage, makeFootage } from "../cameras/camera-footage.ts";

/** Pages without Gatehouse, on loopback: baselines for the benches of the page. */
export interface BarePages {
  /** One line of text. */
  readonly textUrl: string;
  /** So many videos side by side, each this wide, that play the file from its start. */
  videosUrl(count: number, widthPx: number): string;
  /** An empty document of this height. */
  tallUrl(heightPx: number): string;
  stop(): Promise<void>;
}

/** The fragmented MP4 of what a test camera sends: `loops` times its footage. */
async function footageFile(footage: Footage, loops: number): Promise<string> {
  const stream = await makeFootage(footage);
  const input = `-fflags +genpts -framerate ${footage.fps} -f h264 -i`.split(" ");
  const output = "-c copy -movflags +frag_keyframe+empty_moov+default_base_moof".split(" ");
  return await cachedFfmpeg(
    [...input, `concat:${Array.from({ length: loops }, () => stream).join("|")}`, ...output],
    "mp4",
  );
}

/** One video reads the file itself; many share what was read once, for a browser opens six connections to a host. */
function videosPage(count: number, widthPx: number): string {
  return `<!doctype html><body style="margin:0"><script>
    const show = (src) => {
      for (let n = 0; n < ${count}; n += 1) {
        const video = document.createElement("video");
        Object.assign(video, { muted: true, autoplay: true, src });
        video.style.width = "${widthPx}px";
        document.body.append(video);
      }
    };
    if (${count} === 1) show("/video.mp4");
    else fetch("/video.mp4").then((got) => got.blob()).then((file) => show(URL.createObjectURL(file)));
  </script>`;
}

/** Serves the baselines; the videos show what a test camera with `footage` sends, `loops` times. */
export async function startBarePages(footage: Footage, loops: number): Promise<BarePages> {
  const file = await footageFile(footage, loops);
  const { size } = await stat(file);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    const value = (name: string): number => Number(searchParams.get(name));
    if (pathname === "/video.mp4") {
      response.writeHead(200, { "content-type": "video/mp4", "content-length": size });
      createReadStream(file).pipe(response);
      return;
    }
    response.setHeader("content-type", "text/html");
    if (pathname === "/videos") response.end(videosPage(value("count"), value("width")));
    else if (pathname === "/tall") {
      response.end(`<!doctype html><div style="height:${value("height")}px"></div>`);
    } else response.end("<!doctype html><h1>Text</h1>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    textUrl: `${origin}/`,
    videosUrl: (count, widthPx) => `${origin}/videos?count=${count}&width=${widthPx}`,
    tallUrl: (heightPx) => `${origin}/tall?height=${heightPx}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
