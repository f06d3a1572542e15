import { fail } from "../base/contract/fail.ts";
import type { VoiceAgent } from "./agent-record.ts";
import type { VoiceProvider } from "./provider-port.ts";
import type { VoiceProviderName } from "./voice-terms.ts";

/**
 * Returns the provider of a session: the named one, else the agent's, else that of the agent's voice, else the only
 * one with credentials in the configuration. Fails with `feature_disabled` for a provider that the box does not have,
 * and with `invalid_request_body`, which lists those it has.
 */
export function sessionProvider(
  providers: readonly VoiceProvider[],
  agent: VoiceAgent,
  named: VoiceProviderName | undefined,
): VoiceProvider {
  const choice = named ?? agent.request.provider;
  const names = providers.map(({ name }) => name).join(", ");
  if (choice !== undefined) {
    const found = providers.find(({ name }) => name === choice);
    if (found) return found;
    const message = `provider: ${choice} is not configured. Set voice.${choice}, or name one of ${names}`;
    throw fail("feature_disabled", message, { param: "provider" });
  }
  const [source] = agent.request.voice_id.split(":", 1);
  const ofVoice = providers.find(({ name }) => name === source);
  if (ofVoice) return ofVoice;
  const configured = providers.filter(({ isConfigured }) => isConfigured);
  if (configured.length === 1) return configured[0]!;
  const message =
    configured.length === 0
      ? `provider: none is configured. Set voice.<provider>, or send X-Voice-Provider-Key and name one of ${names}`
      : `provider: several are configured. Name one of ${configured.map(({ name }) => name).join(", ")}, ` +
        "here or in the agent";
  throw fail("invalid_request_body", message, { param: "provider" });
}
