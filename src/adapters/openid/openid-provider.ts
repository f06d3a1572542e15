import type * as OpenIdClient from "openid-client";
import { Agent, fetch as undiciFetch } from "undici";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type {
  IdentityProvider,
  ProviderIdentity,
  ProviderRequest,
} from "../../base/people/provider-port.ts";

/** The functions of the library, which loads with the first use. */
type Library = typeof OpenIdClient;

/** How the box is registered at the provider. */
export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  /** Authorities (PEM) trusted beside the public ones. */
  ca: string | undefined;
  clock: Pick<Clock, "monoMs">;
}

const timeoutSec = 10;
/** After this the box reads the provider's addresses and keys again. */
const freshMs = 3_600_000;

/** The site's identity provider by `openid-client`, which loads with the first use. */
export class OpenIdProvider implements IdentityProvider {
  readonly #options: OpenIdOptions;
  readonly #agent: Agent;
  #known: { config: OpenIdClient.Configuration; atMonoMs: number } | undefined;

  constructor(options: OpenIdOptions) {
    this.#options = options;
    this.#agent = new Agent(options.ca === undefined ? {} : { connect: { ca: options.ca } });
  }

  async begin(redirectUri: string): Promise<{ url: string; request: ProviderRequest }> {
    const { library, config } = await this.#configured();
    const request = {
      redirectUri,
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    };
    const url = library.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      response_type: "code",
      scope: this.#options.scopes.join(" "),
      state: request.state,
      nonce: request.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, request };
  }

  async finish(
    { redirectUri, state, nonce, verifier }: ProviderRequest,
    parameters: Readonly<Record<string, string>>,
  ): Promise<ProviderIdentity | undefined> {
    const { library, config } = await this.#configured();
    const address = new URL(redirectUri);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    try {
      const tokens = await library.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      return claims && { issuer: claims.iss, subject: claims.sub, claims: { ...claims } };
    } catch (error) {
      if (isAway(error)) throw away(error);
      // The library throws for everything in the answer that is not as expected.
      return undefined;
    }
  }

  async signOutUrl(returnTo: string): Promise<string | null> {
    try {
      const { library, config } = await this.#configured();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return library.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href;
    } catch {
      // Away: the box's own session has ended all the same.
      return null;
    }
  }

  async #configured(): Promise<{ library: Library; config: OpenIdClient.Configuration }> {
    const library = await import("openid-client");
    const { issuer, clientId, clientSecret, clock } = this.#options;
    if (this.#known && clock.monoMs() - this.#known.atMonoMs < freshMs) {
      return { library, config: this.#known.config };
    }
    const send = (address: string, init: object): Promise<Response> =>
      undiciFetch(address, {
        ...init,
        dispatcher: this.#agent,
      }) as Promise<unknown> as Promise<Response>;
    const config = await library
      .discovery(new URL(issuer), clientId, clientSecret, library.ClientSecretBasic(clientSecret), {
        timeout: timeoutSec,
        [library.customFetch]: send,
        // Checks the signature also of tokens that came straight from the provider.
        execute: [library.enableNonRepudiationChecks],
      })
      .catch((error: unknown) => {
        throw away(error);
      });
    this.#known = { config, atMonoMs: clock.monoMs() };
    return { library, config };
  }
}

/** True for failures of the connection, and for answers 5xx. */
function isAway(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (code === "OAUTH_TIMEOUT" || code === "ECONNREFUSED" || code === "ECONNRESET") return true;
    if (each instanceof TypeError && each.message === "fetch failed") return true;
    const { status } = each as { status?: unknown };
    if (typeof status === "number" && status >= 500) return true;
    if (each.cause instanceof Response) return each.cause.status >= 500;
  }
  return false;
}

function away(error: unknown) {
  return fail(
    "upstream_error",
    `sign_in.provider: does not answer (${describeError(error)}). Sign in with a password, a passkey or a key`,
  );
}
