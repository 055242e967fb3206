import {
  type AcceptedMethod,
  type Merchant,
  MerchantNotReady,
  type NewMerchant,
  type PayoutSchedule,
} from '#modules/payments/index.ts';
import { newId, newSecret } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { type Handling, requireWebAddress, SERVICE_ACCOUNT } from './provider.ts';

const LINK_LIVES = { minutes: 5 };
const SESSION_LIVES = { hours: 1 };
const toBeginWith = ['business.name', 'business.representative', 'payout.bank_account'];

export interface StoredMerchant extends Omit<Merchant, 'payoutSchedule'> {
  /** Absent: the provider's default. */
  payoutSchedule?: PayoutSchedule;
  reference: string;
  country: string;
  businessName: string | null;
}

export async function createMerchant(handling: Handling, { reference, country }: NewMerchant): Promise<StoredMerchant> {
  const merchant: StoredMerchant = {
    id: `acct_${newId()}`,
    reference,
    country,
    businessName: null,
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: false,
    requirements: toBeginWith,
  };
  await handling.objects.insert('merchant', merchant.id, reference, merchant);
  handling.announce('merchant', merchant.id, merchant.id);
  return merchant;
}

export async function findMerchant({ objects }: Handling, id: string): Promise<StoredMerchant> {
  const merchant = await objects.find<StoredMerchant>('merchant', id);
  if (!merchant) throw ProviderRefused('There is no such merchant account.');
  return merchant;
}

/** The account that receives the money; the service's own account is always enabled. */
export async function requireReady(
  handling: Handling,
  account: string,
  ability: 'chargesEnabled' | 'payoutsEnabled',
): Promise<void> {
  if (account !== SERVICE_ACCOUNT && !(await findMerchant(handling, account))[ability]) throw MerchantNotReady();
}

/** Applies the merchant's action on the onboarding page. `review` leaves one document missing. */
export async function submitDetails(
  handling: Handling,
  merchantId: string,
  outcome: 'complete' | 'review',
  businessName: string,
): Promise<void> {
  const merchant = (await handling.objects.lock<StoredMerchant>('merchant', merchantId))!;
  const complete = outcome === 'complete';
  await handling.objects.update('merchant', merchantId, {
    ...merchant,
    businessName,
    detailsSubmitted: true,
    chargesEnabled: complete,
    payoutsEnabled: complete,
    requirements: complete ? [] : ['person.identity_document'],
  } satisfies StoredMerchant);
  handling.announce('merchant', merchantId, merchantId);
}

export async function changePayoutSchedule(
  handling: Handling,
  merchantId: string,
  payoutSchedule: PayoutSchedule,
): Promise<StoredMerchant> {
  const merchant = await handling.objects.lock<StoredMerchant>('merchant', merchantId);
  if (!merchant) throw ProviderRefused('There is no such merchant account.');
  const changed: StoredMerchant = { ...merchant, payoutSchedule };
  await handling.objects.update('merchant', merchantId, changed);
  handling.announce('merchant', merchantId, merchantId);
  return changed;
}

export const acceptedMethods = (merchant: StoredMerchant): AcceptedMethod[] => {
  const status = merchant.chargesEnabled ? 'active' : 'pending';
  return [
    { type: 'card', name: 'card', status },
    { type: 'wallet', name: 'simulated-wallet', status },
  ];
};

/** A temporary session of a hosted page. */
export interface HostedVisit {
  token: string;
  page: 'onboarding' | 'dashboard';
  merchantId: string;
  returnUrl: string;
  refreshUrl: string;
  expiresAt: string;
}

/** A link works once: the visit exchanges it for a session. */
export async function createLink(
  handling: Handling,
  visit: Omit<HostedVisit, 'token' | 'expiresAt'>,
): Promise<{ url: string; expiresAt: string }> {
  for (const url of [visit.returnUrl, visit.refreshUrl]) requireWebAddress(url);
  const link = await insertVisit(handling, 'link', visit, LINK_LIVES);
  return { url: handling.pageUrl(`${visit.page}/${link.token}`), expiresAt: link.expiresAt };
}

/** Null for an unknown link. An expired or used link returns the refresh URL. */
export async function openLink(
  handling: Handling,
  page: HostedVisit['page'],
  token: string,
): Promise<{ session: HostedVisit } | { refreshUrl: string } | null> {
  const link = await handling.objects.lock<HostedVisit & { used: boolean }>('link', token);
  if (link?.page !== page) return null;
  if (link.used || isOver(handling, link)) return { refreshUrl: link.refreshUrl };
  await handling.objects.update('link', token, { ...link, used: true });
  return { session: await insertVisit(handling, 'session', link, SESSION_LIVES) };
}

export async function findSession(
  handling: Handling,
  page: HostedVisit['page'],
  token: string,
): Promise<HostedVisit | null> {
  const session = await handling.objects.find<HostedVisit>('session', token);
  return session?.page === page && !isOver(handling, session) ? session : null;
}

async function insertVisit(
  { objects, now }: Handling,
  kind: 'link' | 'session',
  { page, merchantId, returnUrl, refreshUrl }: Omit<HostedVisit, 'token' | 'expiresAt'>,
  lives: Temporal.DurationLike,
): Promise<HostedVisit> {
  const expiresAt = Temporal.Instant.from(now).add(lives).toString({ fractionalSecondDigits: 3 });
  const visit: HostedVisit = { token: newSecret(kind, 24), page, merchantId, returnUrl, refreshUrl, expiresAt };
  await objects.insert(kind, visit.token, merchantId, visit);
  return visit;
}

const isOver = ({ now }: Handling, visit: HostedVisit): boolean => visit.expiresAt <= now;
