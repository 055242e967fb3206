import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { requireOutboundUrl } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { ProviderUnavailable } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { type ConversionEvent, type Conversions, ConversionsConfig, conversions } from '../conversions.port.ts';
import { type Division, divisions } from '../tables.ts';
import type { ConversionsSettings } from './division.schema.ts';

export const ConversionsUrlNotAllowed = refusal(
  'conversions_url_not_allowed',
  'Conversions are sent to public https addresses only: give another address.',
);
export const ConversionsTokenMissing = refusal(
  'conversions_token_missing',
  'A new address needs its access token: give it again, because the stored one is never sent to another address.',
);
export const ConversionsProviderUnknown = refusal(
  'conversions_provider_unknown',
  'This service has no conversions provider of this name.',
);
export const ConversionsNotConfigured = refusal(
  'conversions_not_configured',
  'This branch has no conversions endpoint: set `conversions` first.',
);

type Stored = Pick<Division, 'conversionsAdapter' | 'conversionsConfig'>;

/** The columns of the settings, with the token encrypted; null removes them. */
export function storedConversions(
  ctx: TenantContext,
  divisionId: string,
  change: z.output<typeof ConversionsSettings> | null,
  before: Stored | null,
): Stored {
  if (!change) return { conversionsAdapter: null, conversionsConfig: null };
  const { provider } = change;
  const url = 'url' in change ? change.url : null;
  if (!ctx.connections.adaptersOf(conversions).some(({ name }) => name === provider)) {
    throw ConversionsProviderUnknown();
  }
  if (url !== null) requireOutboundUrl(ctx, url, ConversionsUrlNotAllowed, 'body.conversions.url');
  const former = before && opened(ctx, divisionId, before);
  const sameTarget = former && before.conversionsAdapter === provider && former.url === url;
  const accessToken = change.accessToken ?? (sameTarget ? former.accessToken : undefined);
  if (accessToken === undefined) throw ConversionsTokenMissing();
  const { testEventCode = (sameTarget && former.testEventCode) || null } = change;
  const config: ConversionsConfig = { url, accessToken, testEventCode };
  return {
    conversionsAdapter: provider,
    conversionsConfig: ctx.secrets.encrypt(JSON.stringify(config), purpose(ctx, divisionId)),
  };
}

/** Only the end of the token is shown, so that people can recognise it. */
export function describeConversions(ctx: TenantContext, division: Division) {
  const config = opened(ctx, division.id, division);
  if (!config) return null;
  return {
    provider: division.conversionsAdapter!,
    url: config.url,
    testEventCode: config.testEventCode,
    accessTokenLast4: config.accessToken.slice(-4),
  };
}

/** Sends a test event and returns the receipt of the provider. */
export function testConversions(
  ctx: TenantSteps,
  divisionId: string,
  {
    eventName,
    email,
    amount,
    testEventCode,
  }: { eventName: string; email: string; amount: string; testEventCode?: string | undefined },
) {
  return sendConversion(ctx, divisionId, ({ currency, now }) => ({
    id: newId(),
    name: eventName,
    at: now,
    email,
    value: { amount, currency },
    ...(testEventCode && { testEventCode }),
  }));
}

/** Sends an event to the conversions endpoint of a division. The provider counts an id once. */
export async function sendConversion(
  ctx: TenantSteps,
  divisionId: string,
  eventOf: (tenant: TenantContext) => Omit<ConversionEvent, 'testEventCode'> & { testEventCode?: string },
) {
  const { adapterName, config, given } = await ctx.transaction(async (tenant) => {
    const division = await divisions.get(tenant, divisionId);
    const config = opened(tenant, divisionId, division);
    if (!config) throw ConversionsNotConfigured();
    return { adapterName: division.conversionsAdapter!, config, given: eventOf(tenant) };
  });
  const adapter = ctx.connections.adaptersOf(conversions).find(({ name }) => name === adapterName);
  if (!adapter) throw ProviderUnavailable(`${adapterName} is not connected here.`);
  const provider = adapter.connect(adapter.config.parse(config), ctx.organizationId) as Conversions;
  const event = { ...given, testEventCode: given.testEventCode ?? config.testEventCode };
  const receipt = await provider.send(event);
  return {
    eventId: event.id,
    eventName: event.name,
    provider: adapterName,
    testEventCode: event.testEventCode,
    sentAt: toTimestamp(event.at),
    ...receipt,
  };
}

/** The divisions that report their sales. */
export async function selectReportingDivisions(ctx: TenantContext): Promise<Set<string>> {
  const all = await divisions.all(ctx, {}, { columns: ['id', 'conversionsAdapter'] });
  return new Set(all.filter(({ conversionsAdapter }) => conversionsAdapter !== null).map(({ id }) => id));
}

function opened(
  ctx: Pick<TenantContext, 'secrets' | 'organizationId'>,
  divisionId: string,
  { conversionsConfig }: Stored,
): ConversionsConfig | null {
  if (!conversionsConfig) return null;
  const plain = ctx.secrets.decrypt(conversionsConfig, purpose(ctx, divisionId));
  return ConversionsConfig.parse(JSON.parse(plain.toString()));
}

const purpose = ({ organizationId }: { organizationId: string }, divisionId: string): string =>
  `conversions ${organizationId} ${divisionId}`;

export const sealedConversions: SealedKind = {
  what: 'conversion tokens of divisions',
  sample: async (ctx) => {
    const found = (await divisions.all(ctx, {}, { columns: ['id', 'conversionsConfig'] })).find(
      ({ conversionsConfig }) => conversionsConfig,
    );
    return found ? { sealed: found.conversionsConfig!, purpose: purpose(ctx, found.id) } : null;
  },
};
