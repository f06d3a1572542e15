import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { siteCa } from "../notifications/https-receiver.ts";

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

interface Grant {
  redirectUri: string;
  nonce: string;
  challenge: string;
  claims: JWTPayload;
}

/** How the box is registered at the stand-in. */
export const client = { id: "gatehouse", secret: "s3cret of the box" } as const;

/**
 * An identity provider on loopback that takes only what OpenID Connect Core 1.0 and PKCE (RFC 7636) allow: it answers
 * 400 to requests without state, nonce or S256 challenge, to a wrong client, verifier or redirect address, and to a
 * code that was used. `misbehave` spoils the next tokens.
 */
export class OpenIdStandIn {
  /** The claims of the person who signs in next. */
  person: JWTPayload = { sub: "u-1", name: "Anna Weber", groups: ["guards"] };
  /** Changes the claims of the next ID tokens. */
  spoil: (claims: JWTPayload) => JWTPayload = (claims) => claims;
  /** Signs the next ID tokens with a key that the provider does not publish. */
  isForged = false;
  /** Reasons of refusals. */
  readonly faults: string[] = [];
  #keys: Keys | undefined;
  #otherKeys: Keys | undefined;
  #port = 0;
  readonly #grants = new Map<string, Grant>();
  readonly #server: Server;

  constructor() {
    const { key, cert } = siteCa();
    this.#server = createServer({ key, cert }, (request, answer) => {
      this.#answer(request, answer).catch((error: unknown) => {
        this.faults.push(String(error));
        send(answer, 400, { error: "invalid_request", error_description: String(error) });
      });
    });
  }

  async start(t: { after(run: () => Promise<void>): void }): Promise<this> {
    this.#keys = await generateKeyPair("RS256", { extractable: true });
    this.#otherKeys = await generateKeyPair("RS256");
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
    t.after(() => this.stop());
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get issuer(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Signs the person in at `url`, as a browser would: the parameters with which it is sent back. */
  async visit(url: string): Promise<Record<string, string>> {
    const { location } = this.#authorize(new URL(url));
    return Object.fromEntries(new URL(location).searchParams);
  }

  async #answer(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.issuer);
    if (url.pathname === "/.well-known/openid-configuration")
      return send(answer, 200, this.#metadata());
    if (url.pathname === "/keys") {
      const jwk = await exportJWK(this.#keys!.publicKey);
      return send(answer, 200, { keys: [{ ...jwk, kid: "1", alg: "RS256", use: "sig" }] });
    }
    if (url.pathname === "/authorize") {
      return void answer.writeHead(302, this.#authorize(url)).end();
    }
    if (url.pathname === "/signed-out") {
      const to = url.searchParams.get("post_logout_redirect_uri")!;
      return void answer.writeHead(302, { location: to }).end();
    }
    assertThat(url.pathname === "/token" && request.method === "POST", "there is no such address");
    send(answer, 200, await this.#token(request));
  }

  #metadata() {
    const at = (path: string) => this.issuer + path;
    return {
      issuer: this.issuer,
      authorization_endpoint: at("/authorize"),
      token_endpoint: at("/token"),
      jwks_uri: at("/keys"),
      end_session_endpoint: at("/signed-out"),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #authorize({ searchParams: asked }: URL): { location: string } {
    const of = (name: string): string => {
      const value = asked.get(name);
      assertThat(value !== null && value !== "", `${name} is missing`);
      return value;
    };
    assertThat(of("response_type") === "code", "the response type is not code");
    assertThat(of("client_id") === client.id, "the client is unknown");
    assertThat(of("scope").split(" ").includes("openid"), "the scope lacks openid");
    assertThat(of("code_challenge_method") === "S256", "the challenge is not S256");
    const code = randomBytes(16).toString("hex");
    const redirectUri = of("redirect_uri");
    const about = { nonce: of("nonce"), challenge: of("code_challenge"), claims: this.person };
    this.#grants.set(code, { redirectUri, ...about });
    const location = new URL(redirectUri);
    location.searchParams.set("code", code);
    location.searchParams.set("state", of("state"));
    location.searchParams.set("iss", this.issuer);
    return { location: location.href };
  }

  async #token(request: IncomingMessage): Promise<object> {
    const login = Buffer.from(request.headers.authorization?.slice(6) ?? "", "base64").toString();
    const [id, secret] = login
      .split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    assertThat(id === client.id && secret === client.secret, "the client's secret is wrong");
    const body = new URLSearchParams(await text(request));
    assertThat(body.get("grant_type") === "authorization_code", "the grant is not a code");
    const code = body.get("code") ?? "";
    const grant = this.#grants.get(code);
    assertThat(grant !== undefined, "the code is unknown or used");
    this.#grants.delete(code);
    assertThat(body.get("redirect_uri") === grant.redirectUri, "the redirect address differs");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    assertThat(challenge === grant.challenge, "the verifier does not fit the challenge");
    const nowSec = Math.floor(Date.now() / 1000);
    const times = { iat: nowSec, exp: nowSec + 300 };
    const claims = {
      iss: this.issuer,
      aud: client.id,
      nonce: grant.nonce,
      ...times,
      ...grant.claims,
    };
    const { privateKey } = this.isForged ? this.#otherKeys! : this.#keys!;
    const idToken = await new SignJWT(this.spoil(claims))
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .sign(privateKey);
    return { access_token: "unused", token_type: "Bearer", expires_in: 300, id_token: idToken };
  }
}

function send(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function assertThat(isTrue: boolean, fault: string): asserts isTrue {
  if (!isTrue) throw new Error(fault);
}
