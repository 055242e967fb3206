import type { WorkContext } from '#platform/context.ts';
import { isSameSecret, newSecret } from '#platform/id.ts';
import { isKnownPlace } from './login.sql.ts';

const LIFE_SECONDS = 400 * 24 * 3600;
/** Accounts that one browser remembers. */
const ACCOUNTS_MAX = 5;
const SEPARATOR = '~';

/** Where an attempt to sign in comes from, and whether the person has signed in from there before. */
export interface Origin {
  /** The device where it is known, else the network. Limits and failures are counted by it. */
  key: string;
  known: boolean;
}

/**
 * A device that has signed in as this person keeps its own counts: strangers cannot use them up. A device is known by a cookie, or
 * by the address of an earlier session.
 */
export async function originOf(ctx: WorkContext, email: string): Promise<Origin> {
  const device = remembered(ctx).find((entry) => isOf(ctx, entry, email));
  if (device) return { key: `device ${device.split('.')[0]}`, known: true };
  return { key: `from ${ctx.request.network}`, known: await isKnownPlace(ctx.tx, email, ctx.request.address) };
}

/** The cookie carries its own proof, so nothing is stored for it. */
export function rememberDevice(ctx: WorkContext, email: string): void {
  const others = remembered(ctx).filter((entry) => !isOf(ctx, entry, email));
  const id = newSecret('dv', 12);
  const entries = [`${id}.${proofOf(ctx, id, email)}`, ...others].slice(0, ACCOUNTS_MAX);
  ctx.request.setCookie(cookieName(ctx), entries.join(SEPARATOR), { maxAgeSeconds: LIFE_SECONDS });
}

const cookieName = ({ publicUrl }: WorkContext): string =>
  publicUrl.startsWith('https:') ? '__Host-device' : 'device';

const remembered = (ctx: WorkContext): string[] =>
  (ctx.request.cookies[cookieName(ctx)] ?? '').split(SEPARATOR).slice(0, ACCOUNTS_MAX).filter(Boolean);

const proofOf = (ctx: WorkContext, id: string, email: string): string =>
  ctx.secrets.pepper(`${id}\0${email}`, 'known device').toString('base64url');

function isOf(ctx: WorkContext, entry: string, email: string): boolean {
  const [id = '', proof = ''] = entry.split('.');
  return isSameSecret(proof, proofOf(ctx, id, email));
}
