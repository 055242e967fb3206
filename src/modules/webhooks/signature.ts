import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { Services } from '#platform/context.ts';

/** A webhook as it is stored, with what it signs with. */
export interface SigningWebhook {
  id: string;
  url: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousExpiresAt: string | null;
}

/** Bound to its webhook: copied to another row, a secret does not decrypt. */
const purpose = (organizationId: string, webhookId: string): string => `webhook secret ${organizationId} ${webhookId}`;

/** Standard Webhooks: base64, with the prefix by which its libraries recognise it. */
export function newSigningSecret(
  { secrets }: Services,
  organizationId: string,
  webhookId: string,
): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: secrets.encrypt(secret, purpose(organizationId, webhookId)) };
}

/** The headers of one attempt, signed with every secret that is still good. */
export function signatureHeaders(
  { secrets }: Services,
  organizationId: string,
  webhook: SigningWebhook,
  message: { id: string; body: string; at: Temporal.Instant },
): Record<string, string> {
  const at = new Date(message.at.epochMilliseconds);
  const previousIsGood = webhook.previousExpiresAt !== null && at < new Date(webhook.previousExpiresAt);
  const sealed = previousIsGood ? [webhook.secret, webhook.previousSecret!] : [webhook.secret];
  const signatures = sealed.map((secret) => {
    const signer = new Signer(secrets.decrypt(secret, purpose(organizationId, webhook.id)).toString());
    return signer.sign(message.id, at, message.body);
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
