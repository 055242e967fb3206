import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, sumOf, toMillionths } from '#platform/decimal.ts';
import { type Channel, channels, diffusions } from '../tables.ts';
import { readPrices, requireValues, templateMessage } from '../template/facts.ts';
import { peopleIn, selectReach, selectSample } from './audience.sql.ts';
import { type Arm, armsOf, isArmReady } from './dispatch.ts';
import { budgetLeft } from './send-batch.ts';
import { filledValues } from './variables.ts';

const SAMPLE = 5;

/** The people a diffusion would reach now, those it would not and why, its cost, and some of its messages. */
export async function previewDiffusion(ctx: TenantContext, id: string) {
  const diffusion = await diffusions.get(ctx, id);
  const [channel, arms, rows, sample, prices, organization] = await Promise.all([
    channels.get(ctx, diffusion.channelId),
    armsOf(ctx, diffusion),
    selectReach(ctx, diffusion),
    selectSample(ctx, diffusion, SAMPLE),
    readPrices(ctx),
    findOrganization(ctx.tx, ctx.organizationId),
  ]);
  const reached = rows.filter(({ reason }) => reason === null);
  const reasons = [...new Set(rows.flatMap(({ reason }) => reason ?? []))];
  const templates = arms.map((arm) => ({
    name: arm.given.name,
    language: arm.given.language,
    category: arm.template?.category ?? '',
    isSendable: isArmReady(arm),
    reach: peopleIn(reached.filter((row) => row.arm === arm.number)),
    price: arm.template ? prices(arm.template.category) : null,
  }));
  return {
    audience: peopleIn(rows),
    reach: peopleIn(reached),
    excluded: reasons.map((reason) => ({ reason, count: peopleIn(rows.filter((row) => row.reason === reason)) })),
    cost: costOf(templates),
    templates,
    budget: await budgetOf(ctx, channel, peopleIn(reached)),
    obstacles: [
      ...(channel.state === 'paused' ? ['The channel is paused.'] : []),
      ...(channel.problem ? [channel.problem] : []),
      ...arms.filter((arm) => !isArmReady(arm)).map(({ given }) => `The template ${given.name} cannot be sent.`),
      ...(peopleIn(reached) === 0 ? ['Nobody can be reached.'] : []),
    ],
    sample: sample.map(({ arm, name, address, fields }) => ({
      name,
      address,
      text: textOf(arms[arm - 1]!, { name, fields, organization: organization?.name ?? '' }),
    })),
  };
}

type Priced = { reach: number; price: { amount: string; currency: string } | null };

function costOf(templates: Priced[]) {
  const [first] = templates;
  if (!first?.price || templates.some(({ price }) => price?.currency !== first.price!.currency)) return null;
  const cost = sumOf(templates, ({ reach, price }) => toMillionths(price!.amount) * BigInt(reach));
  return { amount: fromMillionths(cost, 2), currency: first.price.currency };
}

function textOf({ template, given }: Arm, filling: Parameters<typeof filledValues>[1]): string {
  if (!template) return '';
  const values = filledValues(given.parameters, filling);
  return templateMessage(template, requireValues(template, { values, hasFile: false }), values).text;
}

async function budgetOf(ctx: TenantContext, channel: Channel, reach: number) {
  const { dailyBudget } = channel;
  if (dailyBudget === null) return null;
  const left = await budgetLeft(ctx, channel);
  return { perDay: dailyBudget, left, days: reach <= left ? 1 : 1 + Math.ceil((reach - left) / dailyBudget) };
}
