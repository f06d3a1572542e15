import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Job } from "../../../../src/base/jobs/job.ts";
import {
  type BrandRig,
  filesReply,
  makeBrandRig,
  pageOf,
} from "../../../support/media/brand-rig.ts";
import type { Reply } from "../../../support/notifications/https-receiver.ts";
import { until } from "../../../support/box/wait.ts";

const body = '<h1 style="color:#b5361c">Acme</h1><p>Bread from the valley.</p>';
const good = pageOf(body);
const html = { "content-type": "text/html" };

function page(text: string | Buffer, headers: Record<string, string> = html): Reply {
  return (answer, { path }) => {
    if (path === "/") answer.writeHead(200, headers).end(text);
    else answer.writeHead(404).end();
  };
}

function failure({ error }: Job): string {
  return `${error?.code}: ${error?.message}`;
}

describe("pages that are none, or that mean harm", () => {
  let rig: BrandRig;
  let victim: Server;
  let hits = 0;
  const ends: (() => unknown)[] = [];
  before(async () => {
    rig = await makeBrandRig(
      { after: (end?: unknown) => void ends.push(end as () => unknown) },
      { bounds: { pageMs: 1500, fileMs: 800 } },
    );
    victim = createServer((_, answer) => {
      hits += 1;
      answer.end("secret");
    });
    await new Promise<void>((resolve) => victim.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    victim.close();
    for (const end of ends.toReversed()) await end();
  });
  beforeEach(() => void (hits = 0));

  const extract = (): Promise<Job> => rig.extract({ url: rig.site.url("/") });

  test("an address inside is refused before anything is stored", async () => {
    for (const url of [
      "https://10.0.0.9/",
      "https://169.254.169.254/",
      "https://[::ffff:10.0.0.1]/",
    ]) {
      await assert.rejects(rig.extract({ url }), { code: "forbidden_address" });
    }
    for (const url of [
      "http://acme.example/",
      "ftp://acme.example/",
      "acme",
      "https://u:p@acme.example/",
    ]) {
      await assert.rejects(rig.extract({ url }), {
        code: "invalid_request_body",
        message: /^url: /,
      });
    }
  });

  test("a redirect to an address that is not allowed fails the job, and nobody is asked there", async () => {
    const { port } = victim.address() as AddressInfo;
    const targets = [
      `http://127.0.0.1:${port}/`,
      "https://10.0.0.9/",
      "https://169.254.169.254/latest/meta-data/",
    ];
    for (const location of targets) {
      rig.site.reply = (answer) => void answer.writeHead(302, { location }).end();
      const job = await extract();
      assert.match(failure(job), /^input_blocked_address: url: /, location);
    }
    assert.equal(hits, 0);
  });

  test("redirects that never end are given up after five", async () => {
    let asked = 0;
    rig.site.reply = (answer) => void answer.writeHead(302, { location: `/${(asked += 1)}` }).end();
    assert.equal(failure(await extract()), "input_unreachable: url: there are too many redirects");
    assert.equal(asked, 6);
  });

  test("a page of 500 MB is left after 5 MiB", async () => {
    let sent = 0;
    const chunk = Buffer.alloc(256 * 1024, "<p>more</p>");
    rig.site.reply = (answer) => {
      answer.writeHead(200, { ...html, "content-length": String(500 * 1024 * 1024) });
      const more = (): void => {
        while (!answer.destroyed && sent < 500 * 1024 * 1024) {
          sent += chunk.length;
          if (!answer.write(chunk)) return void answer.once("drain", more);
        }
      };
      more();
    };
    assert.equal(
      failure(await extract()),
      "input_unreadable: url: the page is larger than 5 MiB or its encoding is broken. Use another page",
    );
    assert.ok(sent < 100 * 1024 * 1024, `${sent} bytes were sent`);
  });

  test("a small page that unpacks to a large one is left as well", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
    rig.site.reply = page(bomb, { ...html, "content-encoding": "gzip" });
    assert.equal(
      failure(await extract()),
      "input_unreadable: url: the page is larger than 5 MiB or its encoding is broken. Use another page",
    );
    rig.site.reply = page(gzipSync(good), { ...html, "content-encoding": "gzip" });
    assert.equal((await extract()).status, "completed");
  });

  test("a page that never ends is left when its time is up", async () => {
    rig.site.reply = (answer) => {
      answer.writeHead(200, html);
      const timer = setInterval(() => answer.write("<p>and</p>"), 50);
      answer.once("close", () => clearInterval(timer));
    };
    assert.equal(
      failure(await extract()),
      "input_unreadable: url: the page did not end in time. Use another page",
    );
  });

  const notPages: [what: string, reply: Reply, message: RegExp][] = [
    [
      "a picture",
      page(Buffer.from("89504e470d0a1a0a", "hex"), { "content-type": "image/png" }),
      /leads to image\/png\. Give the address of an HTML page/,
    ],
    ["JSON that says it is HTML", page('{"a": 1}'), /does not lead to an HTML page/],
    ["bytes", page(Buffer.alloc(5000, 7)), /does not lead to an HTML page/],
    ["nothing", page(""), /does not lead to an HTML page/],
  ];
  for (const [what, reply, message] of notPages) {
    test(`${what} is no page`, async () => {
      rig.site.reply = reply;
      const job = await extract();
      assert.equal(job.error?.code, "input_unreadable");
      assert.match(job.error!.message, message);
    });
  }

  test("a server that refuses is told with its answer, and is not asked again", async () => {
    rig.site.received.length = 0;
    rig.site.reply = (answer) => void answer.writeHead(403).end();
    assert.equal(failure(await extract()), "input_unreachable: url: the server answered 403");
    assert.equal(rig.site.received.length, 1);
  });

  test("a page in another encoding than it says is read all the same", async () => {
    const text = pageOf('<p style="font-family:Verdana">Größe, Maß und Güte für Köln</p>').replace(
      "Acme",
      "Müller",
    );
    const latin = Buffer.from(text, "latin1");
    const cases: [Buffer, string][] = [
      [latin, "text/html; charset=utf-8"],
      [latin, "text/html; charset=iso-8859-1"],
      [latin, "text/html; charset=klingon"],
      [Buffer.from(`\uFEFF${text}`, "utf16le"), "text/html; charset=utf-8"],
      [Buffer.from(text), "text/html; charset=utf-8"],
    ];
    for (const [bytes, type] of cases) {
      rig.site.reply = page(bytes, { "content-type": type });
      assert.equal(rig.brandOf(await extract()).name, "Müller", type);
    }
  });

  test("a page nested a hundred thousand deep is refused at once, one of a few hundred is read", async () => {
    for (const open of ["<div>", "<b id=x><p>", "<table><tr><td>"]) {
      rig.site.reply = page(pageOf(`${open.repeat(100_000)}deep`));
      assert.equal(
        failure(await extract()),
        "input_unreadable: page: is nested too deeply. Use another page",
      );
    }
    rig.site.reply = page(pageOf(`${"<div>".repeat(800)}${body}`));
    assert.equal((await extract()).status, "completed");
  });

  test("sheets that import each other are read once each", async () => {
    const files = new Map([
      [
        "/index.html",
        pageOf(
          '<p class="a">Bread</p><a class="btn">Buy</a>',
          '<link rel="stylesheet" href="/a.css">',
        ),
      ],
      ["/a.css", '@import "b.css"; .btn{background:#b5361c}'],
      ["/b.css", '@import url(a.css); @import "b.css"; @import "/c.css"; .a{color:#123456}'],
      ["/c.css", '@import url("/b.css") screen; body{font-family:"Brand Sans"}'],
    ]);
    rig.site.received.length = 0;
    rig.site.reply = filesReply(files);
    const brand = rig.brandOf(await extract());
    assert.equal(brand.colors[0]?.hex, "#b5361c");
    assert.equal(brand.typography[0]?.family, "Brand Sans");
    const asked = rig.site.received.map(({ path }) => path).filter((path) => path.endsWith(".css"));
    assert.deepEqual(asked.toSorted(), ["/a.css", "/b.css", "/c.css"]);
  });

  test("a sheet that fails, is huge or leads inside is left out and named", async () => {
    const links = ["/gone.css", "/huge.css", "/slow.css", "https://10.0.0.9/in.css"];
    const head = links.map((href) => `<link rel="stylesheet" href="${href}">`).join("");
    const files = new Map<string, string | Buffer>([
      ["/index.html", pageOf('<a class="btn" style="background:#0b7a75">Buy</a>', head)],
      ["/huge.css", Buffer.alloc(3 * 1024 * 1024, "a{color:red}")],
    ]);
    const reply = filesReply(files);
    rig.site.reply = (answer, received) => {
      if (received.path !== "/slow.css") reply(answer, received);
    };
    const job = await extract();
    assert.equal(rig.brandOf(job).colors[0]?.hex, "#0b7a75");
    const { missing } = job.payload as { missing: string[] };
    const sheets = missing.filter((each) => each.startsWith("a stylesheet"));
    assert.equal(sheets.length, 4);
    for (const reason of [
      /answered 404/,
      /larger than 2 MiB/,
      /in time/,
      /not one that the site allows/,
    ]) {
      assert.ok(
        sheets.some((each) => reason.test(each)),
        `${reason}: ${sheets.join("; ")}`,
      );
    }
  });

  test("custom properties that go round in circles, or grow without end, are as good as none", async () => {
    const laughs = Array.from(
      { length: 40 },
      (_, at) => `--x${at + 1}:var(--x${at}) var(--x${at});`,
    );
    const style = `<style>:root{--x0:lol;${laughs.join("")}--a:var(--b);--b:var(--a)}
      p{color:var(--a);background:var(--x40)} .btn{background:var(--a,#0b7a75)} ${"@media screen{".repeat(2000)}</style>`;
    rig.site.reply = page(pageOf('<p>Bread</p><a class="btn">Buy</a>', style));
    assert.equal(rig.brandOf(await extract()).colors[0]?.hex, "#0b7a75");
  });

  test("a drawing that loads, runs or multiplies is kept as a picture of its harmless parts", async () => {
    const { port } = victim.address() as AddressInfo;
    const inside = `http://127.0.0.1:${port}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">
      <style>@import url(${inside}/x.css); rect{fill:url(${inside}/y)}</style><script>alert(1)</script>
      <image xlink:href="${inside}/a.png" width="9" height="9"/><use href="${inside}/b.svg#c"/>
      <foreignObject><iframe src="${inside}"/></foreignObject><rect width="40" height="20" fill="#b5361c" onload="alert(1)"/></svg>`;
    const files = new Map([
      ["/index.html", pageOf('<header><a href="/"><img src="/logo.svg" alt="Acme"></a></header>')],
      ["/logo.svg", svg],
    ]);
    rig.site.reply = filesReply(files);
    const brand = rig.brandOf(await extract());
    assert.match(brand.logo_url!, /\.png\?/);
    assert.equal(brand.colors[0]?.hex, "#b5361c");
    assert.equal(hits, 0);
  });
});

test("without a network the job waits and no attempt is used; back, it is done", async (t) => {
  let isCut = true;
  let looked = 0;
  const rig = await makeBrandRig(t, {
    bounds: { noNetworkMs: 30 },
    resolve: () => {
      looked += 1;
      const cut = Object.assign(new Error("no network"), { code: "EAI_AGAIN" });
      return isCut ? Promise.reject(cut) : Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
    },
  });
  rig.site.reply = page(good);
  const { port } = new URL(rig.site.url("/"));
  const done = rig.extract({ url: `https://receiver.test:${port}/` });
  await until(() => looked > 5, { what: "looks at the network" });
  const [waiting] = rig.jobs.list("default", {}, { limit: 1, offset: 0 }).items;
  assert.deepEqual([waiting?.failures, waiting?.error], [0, null]);
  assert.ok(["waiting_for_uplink", "fetch_page"].includes(waiting!.phase), waiting!.phase);
  isCut = false;
  assert.equal((await done).status, "completed");
});
