import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import type { Choice } from '#platform/ports/connections.ts';
import { refusal, VersionConflict } from '#platform/refusal.ts';
import {
  type Cardproc,
  CardprocSettings,
  cardproc,
  cardprocAdapterOf,
  defaultCardprocSettings,
} from '../cardproc.port.ts';
import type { CardProcessorChange } from './cardproc.schema.ts';

export const CardprocKeysMissing = refusal(
  'cardproc_keys_missing',
  'Outside the simulator both keys are required: send them with `enabled`, again after each change of environment.',
);

export const CardprocDisabled = refusal(
  'cardproc_disabled',
  'The organization does not accept local cards: enable them with PATCH /v1/organization/cardproc.',
);

/** The organization's card processor, if it is enabled. */
export async function requireCardproc(ctx: TenantSteps): Promise<Cardproc> {
  await ctx.transaction(requireCardprocEnabled);
  return ctx.port(cardproc);
}

export async function requireCardprocEnabled(ctx: TenantContext): Promise<void> {
  if (!(await readCardproc(ctx)).enabled) throw CardprocDisabled();
}

export const isCardprocEnabled = async (ctx: TenantContext): Promise<boolean> => (await readCardproc(ctx)).enabled;

export async function readCardproc(ctx: TenantContext) {
  const choice = await ctx.connections.choice(ctx.tx, ctx.organizationId, cardproc);
  const { settings, version, updatedAt } = settingsOf(choice);
  return describe(settings, version, updatedAt);
}

/** Keys belong to their environment: a change of the environment deletes them, unless new ones are given. */
export async function changeCardproc(ctx: TenantContext, given: z.output<typeof CardProcessorChange>) {
  const { version: expected, capture, ...change } = given;
  const chosen = await ctx.connections.lockChoice(ctx.tx, ctx.organizationId, cardproc);
  const { settings: before, version } = settingsOf(chosen);
  if (expected !== undefined && expected !== version) throw VersionConflict();
  const moves = change.environment !== undefined && change.environment !== before.environment;
  const settings: CardprocSettings = CardprocSettings.parse({
    ...before,
    ...(moves && { publicKey: null, privateKey: null }),
    ...change,
    capture: { ...before.capture, ...capture },
  });
  const lacksKeys = settings.publicKey === null || settings.privateKey === null;
  if (settings.enabled && settings.environment !== 'simulator' && lacksKeys) throw CardprocKeysMissing();
  const choice = { adapter: cardprocAdapterOf(settings), config: settings, version, at: ctx.now };
  await ctx.connections.write(ctx.tx, ctx.organizationId, cardproc, choice);
  return readCardproc(ctx);
}

const settingsOf = (choice: Choice | null) => ({
  settings: choice ? CardprocSettings.parse(choice.config) : defaultCardprocSettings,
  version: choice?.version ?? 0,
  updatedAt: choice?.updatedAt ?? null,
});

/** The private key is never shown; its last four characters are enough to recognise it. */
const describe = ({ privateKey, ...settings }: CardprocSettings, version: number, updatedAt: string | null) => ({
  ...settings,
  privateKeySet: privateKey !== null,
  privateKeyLast4: privateKey?.slice(-4) ?? null,
  version,
  updatedAt,
});
