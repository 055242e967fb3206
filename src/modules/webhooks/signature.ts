import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { Services } from '#platform/context.ts';
import { sealedColumn } from '#platform/verification.ts';
import { type Webhook, webhooks } from './tables.ts';

export type SigningWebhook = Pick<Webhook, 'id' | 'url' | 'secret' | 'previousSecret' | 'previousExpiresAt'>;

/** Binds a secret to its webhook: it cannot be decrypted after a copy to another row. */
const purpose = (organizationId: string, webhookId: string): string => `webhook secret ${organizationId} ${webhookId}`;

/** The format of Standard Webhooks: base64 with a prefix. */
export function newSigningSecret(
  { secrets }: Services,
  organizationId: string,
  webhookId: string,
): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secret, sealed: secrets.encrypt(secret, purpose(organizationId, webhookId)) };
}

/** The headers of one attempt, signed with every secret that is still valid. */
export function signatureHeaders(
  { secrets }: Services,
  organizationId: string,
  webhook: SigningWebhook,
  message: { id: string; body: string; at: Temporal.Instant },
): Record<string, string> {
  const at = new Date(message.at.epochMilliseconds);
  const previousIsValid = webhook.previousExpiresAt !== null && at < new Date(webhook.previousExpiresAt);
  const sealed = previousIsValid ? [webhook.secret, webhook.previousSecret!] : [webhook.secret];
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

export const sealedSigningSecrets = sealedColumn('webhook secrets', webhooks, 'secret', ({ organizationId }, id) =>
  purpose(organizationId, id),
);
