import { randomInt } from 'node:crypto';
import {
  ActivationCodeWrong,
  type CardCustomer,
  type CardProfile,
  PaymentMethodUnknown,
} from '#modules/payments/index.ts';
import { newId, newSecret } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import type { Handling } from './provider.ts';
import { brandOf, type TestCard } from './test-cards.ts';

const PROFILES_MAX = 100;
const SESSION_LIVES = { minutes: 30 };
const CODE_LENGTH = 6;
/** Without letters and digits that look alike, such as O and 0. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export interface StoredCustomer extends CardCustomer {
  id: string;
  organizationId: string;
}

export interface StoredProfile extends CardProfile {
  customerId: string;
  number: string;
  owner: string;
  activationCode: string;
  createdAt: string;
}

interface StoredSession {
  id: string;
  customerId: string;
  expiresAt: string;
}

export async function createCustomer(
  { objects }: Handling,
  organizationId: string,
  details: CardCustomer,
): Promise<StoredCustomer> {
  const customer: StoredCustomer = { id: `cus_${newId()}`, organizationId, ...details };
  await objects.insert('customer', customer.id, organizationId, customer);
  return customer;
}

export async function findCustomer({ objects }: Handling, organizationId: string, id: string): Promise<StoredCustomer> {
  const customer = await objects.find<StoredCustomer>('customer', id);
  if (customer?.organizationId !== organizationId) throw ProviderRefused('There is no such customer.');
  return customer;
}

/** A new session replaces the previous one: only the newest page of a customer works. */
export async function startSession(handling: Handling, customerId: string): Promise<StoredSession> {
  const { objects, now } = handling;
  const expiresAt = Temporal.Instant.from(now).add(SESSION_LIVES).toString({ fractionalSecondDigits: 3 });
  for (const { id } of await objects.list<StoredSession>('session', customerId, 1)) await objects.delete('session', id);
  const session: StoredSession = { id: newSecret('UI', 24), customerId, expiresAt };
  await objects.insert('session', session.id, customerId, session);
  return session;
}

export async function lockSession({ objects, now }: Handling, id: string): Promise<StoredSession | null> {
  const session = await objects.lock<StoredSession>('session', id);
  return session && session.expiresAt > now ? session : null;
}

/** Saves a card entered on the page. It stays inactive until the customer confirms the bank's code. */
export async function saveCard(
  { objects, now }: Handling,
  customerId: string,
  card: TestCard,
  owner: string,
): Promise<StoredProfile> {
  const profile: StoredProfile = {
    id: `pp_${newId()}`,
    customerId,
    number: card.number,
    owner,
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    expiresOn: '2034-12',
    active: false,
    activationCode: Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join(''),
    createdAt: now,
  };
  await objects.insert('profile', profile.id, customerId, profile);
  await objects.insert('letter', profile.id, 'inbox', { profileId: profile.id });
  return profile;
}

export async function listProfiles(handling: Handling, organizationId: string, customerId: string) {
  await findCustomer(handling, organizationId, customerId);
  return handling.objects.list<StoredProfile>('profile', customerId, PROFILES_MAX);
}

export async function findProfile(
  handling: Handling,
  organizationId: string,
  customerId: string,
  id: string,
): Promise<StoredProfile> {
  await findCustomer(handling, organizationId, customerId);
  const profile = await handling.objects.lock<StoredProfile>('profile', id);
  if (profile?.customerId !== customerId) throw PaymentMethodUnknown();
  return profile;
}

export async function activateProfile(handling: Handling, profile: StoredProfile, code: string) {
  if (code.toUpperCase() !== profile.activationCode) throw ActivationCodeWrong();
  const active: StoredProfile = { ...profile, active: true };
  await handling.objects.update('profile', profile.id, active);
  await handling.objects.delete('letter', profile.id);
  return active;
}

export async function deleteProfile({ objects }: Handling, { id }: StoredProfile): Promise<void> {
  await objects.delete('profile', id);
  await objects.delete('letter', id);
}
