import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { isSameSecret } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { storable } from '#platform/text.ts';
import { openSecrets } from '../channel/credentials.ts';
import type { Channel } from '../tables.ts';

export const VisitorRefused = refusal(
  'visitor_refused',
  'The token is not valid for this channel: start the visit again.',
  401,
);
export const IdentityRefused = refusal(
  'identity_refused',
  'The identity is not signed with the secret of the channel, or has expired: sign it again.',
  401,
);

/** A visitor of one channel: nobody can make up another one. */
export interface Visitor {
  id: string;
  /** Whether the organization vouches for who it is. */
  isVerified: boolean;
  /** Since when the visitor has the token, in milliseconds; tokens of before a revocation are refused. */
  issuedAt: number;
}

const DAY_MS = 24 * 3_600_000;
/** Every answer renews the token, so it ends only when the visitor stays away this long. */
const LIFE_MS = { anonymous: 90 * DAY_MS, verified: DAY_MS };
/** An e-mail is opened later than a page. */
export const LETTER_LIFE_MS = 14 * DAY_MS;

const nowMs = (): number => realNow().epochMilliseconds;

export const newVisitor = (id: string, isVerified: boolean): Visitor => ({ id, isVerified, issuedAt: nowMs() });

const signatureOf = ({ secrets }: TenantContext, facts: string): string =>
  createHmac('sha256', secrets.pepper('widget visitor', 'signing key')).update(facts).digest('base64url');

/** Opens only the conversation of this visitor on this channel. A token that is issued again lives as long again. */
export function visitorToken(
  ctx: TenantContext,
  channel: Channel,
  { id, isVerified }: Visitor,
  lifeMs: number = LIFE_MS[isVerified ? 'verified' : 'anonymous'],
): string {
  const now = nowMs();
  const claims: z.infer<typeof Facts> = [ctx.organizationId, channel.id, id, isVerified, now, now + lifeMs];
  const facts = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${facts}.${signatureOf(ctx, facts)}`;
}

const Facts = z.tuple([z.string(), z.string(), z.string(), z.boolean(), z.number(), z.number()]);

export function readVisitorToken(ctx: TenantContext, channel: Channel, token: string): Visitor {
  const [facts = '', ...signature] = token.split('.');
  if (!isSameSecret(signatureOf(ctx, facts), signature.join('.'))) throw VisitorRefused();
  // Tokens of earlier releases have no end and are refused.
  const claims = Facts.safeParse(JSON.parse(Buffer.from(facts, 'base64url').toString()));
  if (!claims.success) throw VisitorRefused();
  const [organizationId, channelId, id, isVerified, issuedAt, expiresAt] = claims.data;
  if (organizationId !== ctx.organizationId || channelId !== channel.id) throw VisitorRefused();
  if (expiresAt <= nowMs()) throw VisitorRefused('The token has expired: begin a new visit.');
  return { id, isVerified, issuedAt };
}

const Claims = z.looseObject({
  // Repaired, it could be that of another person.
  sub: z
    .string()
    .min(1)
    .max(200)
    .refine((sub) => storable(sub) === sub),
  exp: z.number(),
  nbf: z.number().default(0),
  name: z.string().max(200).transform(storable).optional(),
  email: z.email().max(254).optional(),
  phone: z.string().max(40).transform(storable).optional(),
});
export type Identity = z.infer<typeof Claims>;
/** `crit` names extensions that a reader has to know, and none is known here. */
const Header = z.looseObject({ alg: z.literal('HS256'), crit: z.undefined().optional() });
/** A signed identity is short-lived. */
const LIFE_SECONDS_MAX = 24 * 3600;
/** The clock of the site that signs may differ from ours by this much. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** The identity of a visitor, as the organization's own site signed it. */
export function readIdentity(ctx: TenantContext, channel: Channel, jwt: string): Identity {
  const [header = '', payload = '', ...signature] = jwt.split('.');
  const expected = createHmac('sha256', openSecrets(ctx, channel).inboundSecret)
    .update(`${header}.${payload}`)
    .digest('base64url');
  if (!isSameSecret(expected, signature.join('.'))) throw IdentityRefused();
  const read = (part: string): unknown => {
    try {
      return JSON.parse(Buffer.from(part, 'base64url').toString());
    } catch {
      return null;
    }
  };
  const claims = Claims.safeParse(read(payload));
  if (!claims.success || !Header.safeParse(read(header)).success) throw IdentityRefused();
  const { exp, nbf } = claims.data;
  const now = nowMs() / 1000;
  const isValid = exp > now && exp - now <= LIFE_SECONDS_MAX && nbf <= now + CLOCK_TOLERANCE_SECONDS;
  if (!isValid) throw IdentityRefused();
  return claims.data;
}
