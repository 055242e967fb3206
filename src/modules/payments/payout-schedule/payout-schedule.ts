import type { z } from 'zod';
import { describeOrganization, findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import { grantCapability, resolveCapability, takeCapability } from '#platform/auth/capability.ts';
import type { Steps, TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { NotFound } from '#platform/refusal.ts';
import { MerchantAccountMissing, requireMerchant } from '../merchant/merchant.ts';
import { type PayoutSchedule, payproc } from '../payproc.port.ts';
import { merchantAccounts } from '../tables.ts';
import type { PayoutScheduleChange } from './payout-schedule.schema.ts';

const KIND = 'payout-schedule';
const LINK_LIVES = { hours: 1 };

/** Sends the owner a link with which the schedule can be changed once. It replaces an earlier one. */
export async function sendScheduleLink(ctx: TenantContext) {
  const { organizationId, tx, publicUrl } = ctx;
  if (!(await merchantAccounts.exists(ctx, {}))) throw MerchantAccountMissing();
  const owner = await findOwner(tx, organizationId);
  if (!owner) throw NotFound();
  await takeLetters(ctx, [owner.email]);
  const expiresAt = realNow().add(LINK_LIVES);
  const opens = { organizationId, kind: KIND, entityId: organizationId };
  const token = await grantCapability(ctx, opens, { prefix: 'pyo', newest: 1, expiresAt });
  const { link } = letters[(await readSettings(ctx, generalSettings)).language];
  const url = `${publicUrl}/v1/payment/change-payouts-intervar?token=${token}`;
  ctx.mail({ to: owner.email, ...link(owner.organizationName, url) });
  return { expiresAt: toTimestamp(expiresAt) };
}

export async function readSchedule(outside: Steps, token: string) {
  const opened = await outside.transaction((ctx) => resolveCapability(ctx, token, KIND));
  if (!opened) throw NotFound();
  const steps = outside.enter(opened.organizationId);
  const { provider, merchant } = await openMerchant(steps);
  const { payoutSchedule } = await provider.readMerchant(merchant.providerAccountId);
  return describe(steps, payoutSchedule, { changed: false, token });
}

/** Uses up the link first, so that it changes the schedule once; a provider that fails leaves it as it was. */
export async function changeSchedule(outside: Steps, given: z.output<typeof PayoutScheduleChange>) {
  const { token, interval, weekday, dayOfMonth } = given;
  const opened = await outside.transaction((ctx) => takeCapability(ctx, token, KIND));
  if (!opened) throw NotFound();
  const steps = outside.enter(opened.organizationId);
  const wanted: PayoutSchedule = {
    interval,
    weekday: interval === 'weekly' ? weekday! : null,
    dayOfMonth: interval === 'monthly' ? dayOfMonth! : null,
  };
  try {
    const { provider, merchant } = await openMerchant(steps);
    const { payoutSchedule } = await provider.changePayoutSchedule(merchant.providerAccountId, wanted);
    await steps.transaction((ctx) => confirmToOwner(ctx, payoutSchedule));
    return await describe(steps, payoutSchedule, { changed: true, token: null });
  } catch (error) {
    await outside.transaction((ctx) => opened.restore(ctx));
    throw error;
  }
}

async function openMerchant(steps: TenantSteps) {
  const provider = await steps.port(payproc);
  return { provider, merchant: await requireMerchant(steps, provider) };
}

const describe = (steps: TenantSteps, schedule: PayoutSchedule, link: { changed: boolean; token: string | null }) =>
  steps.transaction(async (ctx) => {
    const { name, imageUrl } = describeOrganization(ctx, await findOrganization(ctx.tx, ctx.organizationId));
    return { organization: { name, logoUrl: imageUrl }, ...schedule, ...link };
  });

async function confirmToOwner(ctx: TenantContext, { interval }: PayoutSchedule): Promise<void> {
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (!owner) return;
  const { changed } = letters[(await readSettings(ctx, generalSettings)).language];
  ctx.mail({ to: owner.email, ...changed(owner.organizationName, interval) });
}

const intervals = {
  es: { manual: 'cuando lo pidas', daily: 'cada día', weekly: 'cada semana', monthly: 'cada mes' },
  en: { manual: 'when you ask for it', daily: 'every day', weekly: 'every week', monthly: 'every month' },
} as const;

/** In the language of the organization. */
const letters = {
  es: {
    link: (organization: string, url: string) => ({
      subject: `Cambia cuándo recibes tus cobros en ${organization}`,
      text: [
        'Con este enlace puedes elegir cada cuánto el procesador de pagos envía tu dinero al banco:',
        url,
        'Vale por una hora y una sola vez. Si no lo pediste, no hagas nada y avisa a tu equipo.',
      ].join('\n\n'),
    }),
    changed: (organization: string, interval: PayoutSchedule['interval']) => ({
      subject: `Cambiaron tus retiros en ${organization}`,
      text: `A partir de ahora el procesador de pagos envía tu dinero al banco ${intervals.es[interval]}.\n\nSi no fuiste tú, avisa a tu equipo de inmediato.`,
    }),
  },
  en: {
    link: (organization: string, url: string) => ({
      subject: `Change when you receive the payouts of ${organization}`,
      text: [
        'With this link you can choose how often the payment processor sends your money to the bank:',
        url,
        'It works for one hour and only once. If you did not ask for it, do nothing and inform your team.',
      ].join('\n\n'),
    }),
    changed: (organization: string, interval: PayoutSchedule['interval']) => ({
      subject: `The payouts of ${organization} were changed`,
      text: `From now on the payment processor sends your money to the bank ${intervals.en[interval]}.\n\nIf this was not you, inform your team at once.`,
    }),
  },
};
