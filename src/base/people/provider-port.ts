import type { ProviderSubject } from "./person.ts";

/** What the box keeps of a sign-in under way; the browser sees only `state`. */
export interface ProviderRequest {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  verifier: string;
  redirectUri: string;
}

/** A person as the provider's checked ID token names them. */
export interface ProviderIdentity extends ProviderSubject {
  /** All claims of the token. */
  claims: Readonly<Record<string, unknown>>;
}

/** The site's identity provider (OpenID Connect Core 1.0, authorization code flow with PKCE). */
export interface IdentityProvider {
  /** Returns the address at the provider where a browser begins. Rejects with `upstream_error` when it is away. */
  begin(redirectUri: string): Promise<{ url: string; request: ProviderRequest }>;
  /**
   * Exchanges the code in the parameters that the browser came back with. Undefined unless state, signature, issuer,
   * audience, nonce and times of the ID token are right. Rejects with `upstream_error` when the provider is away.
   */
  finish(
    request: ProviderRequest,
    parameters: Readonly<Record<string, string>>,
  ): Promise<ProviderIdentity | undefined>;
  /** Returns where a browser signs out at the provider; null when the provider has no such address, or is away. */
  signOutUrl(returnTo: string): Promise<string | null>;
}
