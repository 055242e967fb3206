import { z } from 'zod';
import {
  type Cardproc,
  cardproc,
  findMerchantId,
  MerchantAccountMissing,
  PaymentMethodUnknown,
  payproc,
  requireCardproc,
} from '#modules/payments/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { findContact } from '../beneficiary/reference.ts';
import { contactDataOf } from '../contact-data/contact-data.sql.ts';
import {
  countProfiles,
  insertCustomer,
  type PaymentCustomer,
  type PaymentProfile,
  type ProfileFilter,
  type Provider,
  selectCustomers,
  selectProfile,
  selectProfiles,
  selectProfilesOf,
  updateProfileState,
} from './payment-method.sql.ts';
import { lookLater, PaymentMethodElsewhere, syncCardproc, syncPayproc } from './saved-methods.ts';

const METHODS_MAX = 200;

interface ListQuery extends PageRequest, Omit<ProfileFilter, 'contactId' | 'before'> {
  beneficiaryId?: string | undefined;
  cursor?: string | undefined;
}

/** The saved methods of all contacts, as they were when a provider was last asked. */
export async function listAllMethods(ctx: TenantContext, { beneficiaryId, cursor, ...query }: ListQuery) {
  const contactId = beneficiaryId && ((await findContact(ctx, beneficiaryId))?.id ?? beneficiaryId);
  const before = cursor === undefined ? undefined : fromCursor(cursor, z.tuple([z.uuid()]))[0];
  const filter = { provider: query.provider, expiresUntil: query.expiresUntil, contactId, before };
  const page = cursor === undefined ? query : { ...query, page: 1 };
  const window = pageWindow(page);
  const [rows, counted] = await Promise.all([
    selectProfiles(ctx.tx, ctx.organizationId, filter, window),
    countProfiles(ctx.tx, ctx.organizationId, filter, window.countLimit),
  ]);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: answer.data.map((row) => ({ ...describeMethod(row), beneficiaryName: row.contactName })),
    nextCursor: answer.hasMore ? toCursor([answer.data.at(-1)!.id]) : null,
  };
}

/** What a contact has at both providers. The payment processor tells itself; the card processor must be asked by a sync. */
export async function listMethods(ctx: TenantSteps, beneficiaryId: string) {
  const { id } = await readContact(ctx, beneficiaryId);
  const provider = await ctx.port(payproc);
  await syncPayproc(ctx, provider, id);
  return describeMethods(ctx, id, null);
}

/** The customer is made on the first setup. A setup that nobody finishes is nothing, so each request begins its own. */
export async function beginContactSetup(ctx: TenantSteps, beneficiaryId: string, returnUrl: string) {
  const { id: contactId, name, email } = await readContact(ctx, beneficiaryId);
  const provider = await ctx.port(payproc);
  const merchantId = await ctx.transaction((inside) => findMerchantId(inside, provider.adapter));
  if (!merchantId) throw MerchantAccountMissing();
  const account = provider.account(merchantId);
  const customer = await account.ensureCustomer({ reference: contactId, name, email });
  await keepCustomer(ctx, contactId, 'payproc', { adapter: provider.adapter, reference: customer.id });
  const setup = await account.createSetup(customer.id, { returnUrl }, newId());
  return { id: setup.id, clientSecret: setup.clientSecret, status: setup.state, url: setup.url };
}

/** Opens the page on which a contact enters a card. Two at once may make two customers; a sync asks about both. */
export async function startCapture(ctx: TenantSteps, beneficiaryId: string) {
  const contact = await readContact(ctx, beneficiaryId);
  const provider = await requireCardproc(ctx);
  const [known] = await ctx.transaction(({ tx, organizationId }) =>
    selectCustomers(tx, organizationId, contact.id, provider.adapter, 1),
  );
  const reference = known?.reference ?? (await provider.createCustomer(contact)).id;
  await keepCustomer(ctx, contact.id, 'cardproc', { adapter: provider.adapter, reference });
  const session = await provider.startCapture(reference);
  return { sessionId: session.id, url: session.url, publicKey: session.publicKey };
}

export async function syncCards(ctx: TenantSteps, beneficiaryId: string) {
  const { id } = await readContact(ctx, beneficiaryId);
  await syncCardproc(ctx, await requireCardproc(ctx), id);
  return describeMethods(ctx, id, 'cardproc');
}

/** A card that is already active stays so: its code is not asked for again. */
export async function activateCard(
  ctx: TenantSteps,
  beneficiaryId: string,
  given: { profileId: string; code: string },
) {
  const contact = await readContact(ctx, beneficiaryId);
  const provider = await requireCardproc(ctx);
  const profile = await findCard(ctx, contact.id, given.profileId);
  if (!profile) throw unknownReference('body.profileId', 'This payment profile');
  if (profile.state === 'active') return describeMethod(profile);
  requireHere(profile, provider);
  await provider.activateProfile(profile.customerReference, profile.reference, given.code);
  await changeState(ctx, profile.id, 'active');
  return describeMethod({ ...profile, state: 'active' });
}

/** What the provider has forgotten already, as after a lost answer, is forgotten here too. */
export async function deleteCard(ctx: TenantSteps, beneficiaryId: string, profileId: string): Promise<void> {
  const contact = await readContact(ctx, beneficiaryId);
  const profile = await findCard(ctx, contact.id, profileId);
  if (!profile) throw NotFound();
  const provider = await ctx.port(cardproc);
  requireHere(profile, provider);
  await provider.deleteProfile(profile.customerReference, profile.reference).catch((error: unknown) => {
    if (!isRefusal(error, PaymentMethodUnknown)) throw error;
  });
  await changeState(ctx, profile.id, 'removed');
}

function requireHere(profile: PaymentProfile, provider: Cardproc): void {
  if (profile.adapter !== provider.adapter) throw PaymentMethodElsewhere();
}

const changeState = (ctx: TenantSteps, id: string, state: 'active' | 'removed') =>
  ctx.transaction(({ tx, organizationId }) => updateProfileState(tx, organizationId, id, state, realNow()));

async function findCard(ctx: TenantSteps, contactId: string, id: string): Promise<PaymentProfile | undefined> {
  const profile = await ctx.transaction(({ tx, organizationId }) => selectProfile(tx, organizationId, id));
  const isTheirs = profile?.contactId === contactId && profile.provider === 'cardproc' && profile.state !== 'removed';
  return isTheirs ? profile : undefined;
}

/** The contact, as a provider wants to know it. */
const readContact = (ctx: TenantSteps, id: string) =>
  ctx.transaction(async (inside) => {
    const contact = await findContact(inside, id);
    if (!contact) throw NotFound();
    const data = await contactDataOf(inside, [contact.id]);
    const first = (kind: string): string | null => data.find((datum) => datum.kind === kind)?.value ?? null;
    return {
      id: contact.id,
      name: contact.name,
      email: first('email'),
      phone: first('phone'),
      document: contact.taxId,
    };
  });

/** Remembers who a contact is at a provider, and looks after a while what they may have saved there. */
const keepCustomer = (ctx: TenantSteps, contactId: string, provider: Provider, customer: PaymentCustomer) =>
  ctx.transaction(async (inside) => {
    const { tx, organizationId } = inside;
    // It may have been merged while the provider was asked.
    const contact = await findContact(inside, contactId, 'reference');
    if (!contact) throw NotFound();
    await insertCustomer(tx, { organizationId, contactId: contact.id, ...customer, createdAt: realNow() });
    lookLater(inside, contact.id, provider);
  });

async function describeMethods(ctx: TenantSteps, contactId: string, provider: Provider | null) {
  const profiles = await ctx.transaction(({ tx, organizationId }) =>
    selectProfilesOf(tx, organizationId, contactId, provider, METHODS_MAX),
  );
  return { data: profiles.map(describeMethod) };
}

const describeMethod = ({ brand, last4, expiresOn, ...profile }: PaymentProfile) => ({
  id: profile.id,
  beneficiaryId: profile.contactId,
  provider: profile.provider,
  type: profile.type,
  card: brand === null || last4 === null ? null : { brand, last4, expiresOn },
  state: profile.state as 'pending' | 'active',
  createdAt: profile.createdAt,
});
