import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { permissionsOf } from '#modules/roles.ts';
import type { TenantContext, UserContext, WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/limits/rate-limit.sql.ts';
import { tooManyRequests } from '#platform/http/limits/rate-limit.ts';
import { newId } from '#platform/id.ts';
import { languageOf } from '#platform/pages/language.ts';
import { refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { beforeCurrencyChanged, fillInTaxIdWarnings, type OrganizationWarning, seedOrganization } from '../hooks.ts';
import { imageVersion, replaceImage } from '../image/image.ts';
import { changeOrganizationSettings } from '../settings/settings.ts';
import type { NewOrganization, OrganizationChange } from './organization.schema.ts';
import {
  findByReferralCode,
  findOrganization,
  insertMembership,
  insertOrganization,
  lockOrganization,
  type Organization,
  selectMembership,
  setActiveOrganization,
  updateOrganization,
} from './organization.sql.ts';

/** Each organization brings a whole chart of accounts and its own quotas. */
const FOUNDED_PER_HOUR = 20;

/** Creates an organization: the caller owns it, each module writes its defaults, and the session moves into it. */
export async function createOrganization(ctx: UserContext, details: z.output<typeof NewOrganization>) {
  const { referralCode, sandbox = false, ...fields } = details;
  const waitSeconds = await takeFromBucket(ctx.tx, `organizations of ${ctx.actor.userId}`, FOUNDED_PER_HOUR, 3600);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  const referredBy = referralCode ? await findByReferralCode(ctx.tx, referralCode) : null;
  if (referralCode && !referredBy) throw unknownReference('body.referralCode', 'This referral code');
  const id = newId();
  const organization = { id, ...fields, sandbox, referredBy, referralCode: newReferralCode(), createdAt: ctx.now };
  await insertOrganization(ctx.tx, organization);
  await Promise.all([
    insertMembership(ctx.tx, { organizationId: id, userId: ctx.actor.userId, role: 'owner', joinedAt: ctx.now }),
    ctx.startStream(id),
    setActiveOrganization(ctx.tx, ctx.actor.sessionId, id),
  ]);
  const entered = await ctx.enter(id, ctx.actor);
  await seedOrganization(entered);
  await followLocale(entered, 'es', fields.locale);
  return { ...describeOrganization(ctx, await findOrganization(ctx.tx, id)), role: 'owner' };
}

/** Short enough to read over the telephone; no letters that look alike. */
function newReferralCode(): string {
  const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('');
}

export const CurrencyInUse = refusal(
  'currency_in_use',
  'The books already contain amounts in the current currency, so it can no longer change: create another organization.',
);

export async function changeOrganization(
  ctx: TenantContext,
  { version, ...change }: Omit<z.output<typeof OrganizationChange>, 'image'> & { imageKey: string | null | undefined },
) {
  if (change.imageKey !== undefined) await replaceImage(ctx, change.imageKey);
  const before = await lockOrganization(ctx.tx, ctx.organizationId);
  const given = Object.entries(change) as [keyof Organization, unknown][];
  const isSame = given.every(([name, value]) => value === undefined || before[name] === value);
  const changed =
    isSame && (version ?? before.version) === before.version
      ? before
      : await updateOrganization(ctx.tx, ctx.organizationId, version, change);
  if (!changed) throw VersionConflict();
  if (changed.currency !== before.currency) {
    await beforeCurrencyChanged(ctx, changed.currency, before.currency);
  }
  await followLocale(ctx, before.locale, changed.locale);
  const warnings: OrganizationWarning[] = [];
  await fillInTaxIdWarnings(ctx, changed, warnings);
  return { ...describeOrganization(ctx, changed), warnings };
}

/** Documents and e-mails take the language of a locale that is given or changed, until the settings choose another one. */
async function followLocale(ctx: TenantContext, before: string, after = before): Promise<void> {
  const language = languageOf(after);
  if (language !== languageOf(before)) {
    await changeOrganizationSettings(ctx, { section: generalSettings.name, value: { language } });
  }
}

export const describeOrganization = <O extends Organization>(ctx: WorkContext, organization: O) => ({
  ...organization,
  imageUrl:
    organization.imageKey &&
    `${ctx.publicUrl}/v1/organization/image/${organization.id}?v=${imageVersion(organization.imageKey)}`,
});

/** Moves the session into an organization that the person belongs to. */
export async function activateOrganization(ctx: UserContext, organizationId: string) {
  const membership = await selectMembership(ctx.tx, organizationId, ctx.actor.userId);
  if (!membership?.active) throw unknownReference('body.organizationId', 'This organization');
  await setActiveOrganization(ctx.tx, ctx.actor.sessionId, organizationId);
  const { role, permissions } = membership;
  const entered = await ctx.enter(organizationId, ctx.actor, { whileClosed: true });
  return describeActive(entered, role, permissionsOf(role, permissions));
}

export const describeActive = async (ctx: TenantContext, role: string, permissions: Iterable<string>) => ({
  ...describeOrganization(ctx, await findOrganization(ctx.tx, ctx.organizationId)),
  role,
  permissions: [...permissions],
  now: toTimestamp(ctx.now),
});
