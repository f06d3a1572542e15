import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { after, before, describe, test } from "node:test";
import { OutboundClient } from "../../../../src/adapters/outbound/outbound-client.ts";
import type { ResolvedAddress } from "../../../../src/adapters/outbound/resolve.ts";
import type { OutboundRequest } from "../../../../src/notifications/webhooks/outbound-port.ts";
import {
  loopbackNetworks,
  Receiver,
  siteCa,
} from "../../../support/notifications/https-receiver.ts";

const request = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: Buffer.from("{}"),
  deadlineMs: 3000,
  maxReadBytes: 64 * 1024,
  ...more,
});

/** Names that the fake resolver knows, each with all of its addresses. */
const names: Record<string, string[]> = {
  "loopback.test": ["127.0.0.1"],
  "loopback6.test": ["::1"],
  "mapped.test": ["::ffff:127.0.0.1"],
  "mixed.test": ["93.184.215.14", "127.0.0.1"],
  "mixed6.test": ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::1"],
  "private.test": ["10.0.0.5"],
  "metadata.test": ["169.254.169.254"],
  "trailing.test.": ["127.0.0.1"],
  "zero.test": ["0.0.0.0"],
  "nat64.test": ["64:ff9b::7f00:1"],
  "public.test": ["93.184.215.14"],
  "nothing.test": [],
};
const resolve = (hostname: string): Promise<readonly ResolvedAddress[]> =>
  Promise.resolve(
    (names[hostname] ?? ["127.0.0.1"]).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    })),
  );

/** A server that must never see anybody, on every address of this machine. */
class Victim {
  connections = 0;
  readonly #servers: Server[] = [];
  port = 0;

  async start(): Promise<void> {
    for (const host of ["127.0.0.1", "::1"]) {
      const server = createServer((socket) => {
        this.connections += 1;
        socket.destroy();
      });
      await new Promise<void>((done) => {
        server.once("error", () => done());
        server.listen(this.port, host, () => {
          this.port = (server.address() as { port: number }).port;
          this.#servers.push(server);
          done();
        });
      });
    }
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await new Promise((done) => server.close(done));
  }
}

/** Ways of writing an address that must not be reached; `PORT` is the victim's. */
const forms = [
  "https://127.0.0.1:PORT/",
  "https://127.0.0.1.:PORT/",
  "https://127.1:PORT/",
  "https://127.0.1:PORT/",
  "https://2130706433:PORT/",
  "https://0x7f000001:PORT/",
  "https://0x7f.0.0.1:PORT/",
  "https://0177.0.0.1:PORT/",
  "https://017700000001:PORT/",
  "https://127.0.0.01:PORT/",
  "https://127.255.255.254:PORT/",
  "https://0:PORT/",
  "https://0.0.0.0:PORT/",
  "https://0.0.0.1:PORT/",
  "https://%31%32%37.0.0.1:PORT/",
  "https://①②⑦.⓪.⓪.①:PORT/",
  "https://１２７.０.０.１:PORT/",
  "https://127。0。0。1:PORT/",
  "https://[::1]:PORT/",
  "https://[0:0:0:0:0:0:0:1]:PORT/",
  "https://[::]:PORT/",
  "https://[::ffff:127.0.0.1]:PORT/",
  "https://[::ffff:7f00:1]:PORT/",
  "https://[0:0:0:0:0:ffff:7f00:0001]:PORT/",
  "https://[::127.0.0.1]:PORT/",
  "https://[64:ff9b::127.0.0.1]:PORT/",
  "https://[64:ff9b:1::7f00:1]:PORT/",
  "https://[2002:7f00:1::]:PORT/",
  "https://[2001:0:7f00:1::]:PORT/",
  "https://[fe80::1]:PORT/",
  "https://[fec0::1]:PORT/",
  "https://[fc00::1]:PORT/",
  "https://[fd00:ec2::254]/",
  "https://[ff02::1]:PORT/",
  "https://[2001:db8::1]/",
  "https://localhost:PORT/",
  "https://LOCALHOST:PORT/",
  "https://localhost.:PORT/",
  "https://a.localhost:PORT/",
  "https://user@127.0.0.1:PORT/",
  "https://example.com@127.0.0.1:PORT/",
  "https://127.0.0.1:PORT\\@example.com/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.0.1/",
  "https://100.64.0.1/",
  "https://100.100.100.200/",
  "https://169.254.169.254/latest/meta-data/",
  "https://0xa9fea9fe/",
  "https://198.18.0.1/",
  "https://192.0.0.192/",
  "https://224.0.0.1/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  "https://8.8.8.8:22/",
  "http://127.0.0.1:PORT/",
  "ftp://127.0.0.1:PORT/",
  "file:///etc/hostname",
  "gopher://127.0.0.1:PORT/",
  "https://loopback.test:PORT/",
  "https://loopback6.test:PORT/",
  "https://mapped.test:PORT/",
  "https://mixed.test:PORT/",
  "https://mixed6.test:PORT/",
  "https://private.test/",
  "https://metadata.test/",
  "https://trailing.test.:PORT/",
  "https://zero.test:PORT/",
  "https://nat64.test:PORT/",
];

describe("addresses that are not allowed", () => {
  const victim = new Victim();
  before(() => victim.start());
  after(() => victim.stop());
  const strict = new OutboundClient({ allowedNetworks: [], ownPorts: () => [], resolve });
  const wide = new OutboundClient({
    allowedNetworks: ["0.0.0.0/0", "::/0"],
    ownPorts: () => [],
    resolve,
  });

  test(`${forms.length} ways of writing them lead to no connection`, async () => {
    for (const form of forms) {
      const answer = await strict.request(request(form.replace("PORT", String(victim.port))));
      assert.deepEqual(
        { form, ok: answer.ok, problem: !answer.ok && answer.problem },
        { form, ok: false, problem: "blocked_address" },
      );
    }
    assert.equal(victim.connections, 0);
  });

  test("all refusals at connection time sound the same", async () => {
    const texts = new Set<string>();
    for (const host of ["loopback.test", "private.test", "metadata.test", "10.1.2.3"]) {
      const answer = await strict.request(request(`https://${host}/`));
      assert.ok(!answer.ok);
      texts.add(answer.message);
    }
    assert.equal(texts.size, 1);
  });

  test("listing the whole world opens neither loopback, nor metadata, nor this machine", async () => {
    const own = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4")
      .map(({ address }) => `https://${address}:${victim.port}/`);
    const closed = [
      ...own,
      `https://127.0.0.1:${victim.port}/`,
      `https://[::1]:${victim.port}/`,
      `https://[::ffff:127.0.0.1]:${victim.port}/`,
      `https://loopback.test:${victim.port}/`,
      "https://169.254.169.254/",
      "https://[fe80::1]/",
      "https://224.0.0.1/",
      "https://0.0.0.0/",
    ];
    for (const url of closed) {
      const answer = await wide.request(request(url));
      assert.equal(!answer.ok && answer.problem, "blocked_address", url);
    }
    assert.equal(victim.connections, 0);
    assert.equal(wide.refusal("https://10.1.2.3:5000/hook"), null);
  });

  test("ports of the internet are the same for names and for addresses", async () => {
    const site = { allowedNetworks: ["192.168.0.0/16"], ownPorts: () => [], resolve };
    const listing = new OutboundClient(site);
    const hosts = ["public.test", "93.184.215.14", "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]"];
    for (const host of hosts) {
      for (const port of ["", ":443", ":8443"]) {
        assert.equal(strict.refusal(`https://${host}${port}/`), null, host + port);
      }
      for (const port of [22, 80, 4443, 8080, 9443, 65_535]) {
        const url = `https://${host}:${port}/`;
        assert.equal(strict.refusal(url)?.kind, "address", url);
        const answer = await listing.request(request(url));
        assert.equal(!answer.ok && answer.problem, "blocked_address", url);
      }
    }
    // A name may lead into the listed network, on any port.
    for (const host of ["nas.test", "192.168.4.4"]) {
      assert.equal(listing.refusal(`https://${host}:9443/`), null, host);
    }
  });

  test("a name that leads elsewhere at its second lookup is looked up once only", async (t) => {
    const receiver = await new Receiver().start(t);
    let lookups = 0;
    const rebinding = new OutboundClient({
      allowedNetworks: loopbackNetworks,
      caFile: siteCa().caFile,
      ownPorts: () => [victim.port],
      resolve: () => {
        lookups += 1;
        return Promise.resolve([{ address: lookups === 1 ? "127.0.0.1" : "::1", family: 4 }]);
      },
    });
    await rebinding.start();
    const answer = await rebinding.request(request(`https://receiver.test:${receiver.port}/`));
    assert.equal(answer.ok && answer.status, 200);
    assert.deepEqual([lookups, receiver.connections, victim.connections], [1, 1, 0]);
  });

  test("the appliance's own port is closed even where loopback is listed", async () => {
    const client = new OutboundClient({
      allowedNetworks: loopbackNetworks,
      ownPorts: () => [victim.port],
    });
    const answer = await client.request(request(`https://127.0.0.1:${victim.port}/`));
    assert.equal(!answer.ok && answer.problem, "blocked_address");
    assert.equal(victim.connections, 0);
  });
});

describe("a receiver on the site's network", () => {
  const client = new OutboundClient({
    allowedNetworks: loopbackNetworks,
    caFile: siteCa().caFile,
    ownPorts: () => [],
    resolve,
  });
  before(() => client.start());

  test("it is reached by its address and by its name, with the site's own authority", async (t) => {
    const receiver = await new Receiver().start(t);
    for (const host of ["127.0.0.1", "receiver.test"]) {
      const answer = await client.request(request(`https://${host}:${receiver.port}/hook`));
      assert.ok(answer.ok, JSON.stringify(answer));
      assert.deepEqual([answer.status, answer.body.toString()], [200, "thanks"]);
      assert.equal(answer.network, "listed");
    }
    assert.equal(receiver.received[0]!.body, "{}");
  });

  test("a certificate that nobody vouches for, or of another name, is refused", async (t) => {
    const receiver = await new Receiver().start(t);
    const without = new OutboundClient({ allowedNetworks: loopbackNetworks, ownPorts: () => [] });
    for (const [by, host] of [
      [without, "127.0.0.1"],
      [client, "other.test"],
    ] as const) {
      const answer = await by.request(request(`https://${host}:${receiver.port}/`));
      assert.deepEqual([answer.ok, !answer.ok && answer.problem], [false, "tls"]);
    }
    assert.equal(receiver.received.length, 0);
  });

  test("a redirect is not followed, unless it is wanted; then each step is checked", async (t) => {
    const receiver = await new Receiver().start(t);
    receiver.reply = (answer, { path }) =>
      path === "/end"
        ? answer.end("there")
        : answer.writeHead(302, { location: path === "/far" ? "https://10.0.0.1/" : "/end" }).end();
    const ask = (path: string, maxRedirects: number) =>
      client.request(request(receiver.url(path), { method: "GET", maxRedirects }));
    const refused = await ask("/near", 0);
    assert.deepEqual([refused.ok && refused.status, receiver.received.length], [302, 1]);
    const followed = await ask("/near", 1);
    assert.equal(followed.ok && followed.body.toString(), "there");
    const many = await ask("/far/away", 1);
    assert.ok(many.ok);
    const far = await ask("/far", 3);
    assert.equal(!far.ok && far.problem, "blocked_address");
  });

  test("an answer that drips is cut off by the deadline of the whole request", async (t) => {
    const receiver = await new Receiver().start(t);
    receiver.reply = (answer) => {
      answer.writeHead(200);
      const timer = setInterval(() => answer.write("."), 20);
      answer.on("close", () => clearInterval(timer));
    };
    const answer = await client.request(request(receiver.url(), { deadlineMs: 1000 }));
    assert.deepEqual([answer.ok, !answer.ok && answer.problem], [false, "timeout"]);
    assert.equal(!answer.ok && answer.reach, "reached");
  });

  test("of an answer of 1 GB 64 KiB are read", async (t) => {
    const receiver = await new Receiver().start(t);
    let sent = 0;
    receiver.reply = (answer) => {
      const part = Buffer.alloc(1024 * 1024);
      answer.writeHead(200, { "content-length": 1024 ** 3 });
      const more = (): void => {
        while (!answer.destroyed && sent < 1024 ** 3) {
          sent += part.length;
          if (!answer.write(part)) break;
        }
      };
      answer.on("drain", more);
      more();
    };
    const answer = await client.request(request(receiver.url()));
    assert.ok(answer.ok);
    assert.deepEqual([answer.body.length, answer.isCut], [64 * 1024, true]);
    assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were taken`);
  });

  test("what is not there is told apart: no name, no listener, no answer", async (t) => {
    const receiver = await new Receiver().start(t);
    const { port } = receiver;
    receiver.reply = () => undefined;
    const silent = await client.request(request(receiver.url(), { deadlineMs: 1000 }));
    await receiver.stop();
    const closed = await client.request(request(`https://127.0.0.1:${port}/`));
    const nameless = await client.request(request("https://nothing.test/"));
    const told = [silent, closed, nameless].map((each) => !each.ok && [each.problem, each.reach]);
    assert.deepEqual(told, [
      ["timeout", "reached"],
      ["connect", "reached"],
      ["dns", "unreachable"],
    ]);
  });

  test("leaving early rejects with the caller's reason", async (t) => {
    const receiver = await new Receiver().start(t);
    receiver.reply = () => undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const asked = client.request(request(receiver.url(), { signal }));
    await receiver.count(1);
    leaving.abort(new Error("enough"));
    await assert.rejects(asked, { message: "enough" });
  });
});
