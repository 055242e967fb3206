import {
  type Cardproc,
  cardproc,
  findMerchantId,
  MerchantAccountMissing,
  PaymentMethodUnknown,
  payproc,
  requireCardproc,
} from '#modules/payments/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { findContact } from '../beneficiary/reference.ts';
import { contactDataOf } from '../contact-data/contact-data.sql.ts';
import { type PaymentProfile, paymentCustomers, paymentProfiles } from '../tables.ts';
import {
  lookLater,
  PaymentMethodElsewhere,
  type Provider,
  syncCardproc,
  syncPayproc,
  updateProfileState,
} from './saved-methods.ts';

const METHODS_MAX = 200;

/** The methods of a contact at both providers. Only the payment processor is asked here; the card processor needs a sync. */
export async function listMethods(ctx: TenantSteps, beneficiaryId: string) {
  const { id } = await readContact(ctx, beneficiaryId);
  const provider = await ctx.port(payproc);
  await syncPayproc(ctx, provider, id);
  return describeMethods(ctx, id);
}

/** An unfinished setup has no effect, so each request starts its own. */
export async function beginContactSetup(ctx: TenantSteps, beneficiaryId: string, returnUrl: string) {
  const { account, customerId } = await ensurePayer(ctx, beneficiaryId);
  const setup = await account.createSetup(customerId, { returnUrl }, newId());
  return { id: setup.id, clientSecret: setup.clientSecret, status: setup.state, url: setup.url };
}

/** The contact as a customer of the payment processor, created on first use, for whom a method can be saved. */
export async function ensurePayer(ctx: TenantSteps, beneficiaryId: string) {
  const { id: contactId, name, email } = await readContact(ctx, beneficiaryId);
  const provider = await ctx.port(payproc);
  const merchantId = await ctx.transaction((inside) => findMerchantId(inside, provider.adapter));
  if (!merchantId) throw MerchantAccountMissing();
  const account = provider.account(merchantId);
  const customer = await account.ensureCustomer({ reference: contactId, name, email });
  await keepCustomer(ctx, contactId, 'payproc', { adapter: provider.adapter, reference: customer.id });
  return { account, customerId: customer.id };
}

/** Opens the page on which a contact enters a card. Two concurrent calls may create two customers; a sync reads both. */
export async function startCapture(ctx: TenantSteps, beneficiaryId: string) {
  const contact = await readContact(ctx, beneficiaryId);
  const provider = await requireCardproc(ctx);
  const { adapter } = provider;
  const known = await ctx.transaction((inside) =>
    paymentCustomers.find(inside, { contactId: contact.id, adapter }, { orderBy: ['createdAt'] }),
  );
  const reference = known?.reference ?? (await provider.createCustomer(contact)).id;
  await keepCustomer(ctx, contact.id, 'cardproc', { adapter, reference });
  const session = await provider.startCapture(reference);
  return { sessionId: session.id, url: session.url, publicKey: session.publicKey };
}

export async function syncCards(ctx: TenantSteps, beneficiaryId: string) {
  const { id } = await readContact(ctx, beneficiaryId);
  await syncCardproc(ctx, await requireCardproc(ctx), id);
  return describeMethods(ctx, id, 'cardproc');
}

/** An active card stays active without another code. */
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

/** A card that the provider has deleted already, as after a lost answer, is deleted here too. */
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
  ctx.transaction((inside) => updateProfileState(inside, id, state));

async function findCard(ctx: TenantSteps, contactId: string, id: string): Promise<PaymentProfile | undefined> {
  const profile = await ctx.transaction((inside) => paymentProfiles.find(inside, id));
  const isTheirs = profile?.contactId === contactId && profile.provider === 'cardproc' && profile.state !== 'removed';
  return isTheirs ? profile : undefined;
}

/** The contact as providers need it. */
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

/** Stores the customer of a contact at a provider, and looks later for methods that they saved there. */
const keepCustomer = (
  ctx: TenantSteps,
  contactId: string,
  provider: Provider,
  customer: { adapter: string; reference: string },
) =>
  ctx.transaction(async (inside) => {
    // The contact may have been merged while the provider was asked.
    const contact = await findContact(inside, contactId, 'reference');
    if (!contact) throw NotFound();
    await paymentCustomers.insertUnlessTaken(inside, { contactId: contact.id, ...customer, createdAt: realNow() });
    lookLater(inside, contact.id, provider);
  });

async function describeMethods(ctx: TenantSteps, contactId: string, provider?: Provider) {
  const profiles = await ctx.transaction((inside) =>
    paymentProfiles.all(
      inside,
      { contactId, provider, state: ['pending', 'active'] },
      { orderBy: ['-id'], limit: METHODS_MAX },
    ),
  );
  return { data: profiles.map(describeMethod) };
}

export const describeListed = (profile: PaymentProfile & { contactName: string }) => ({
  ...describeMethod(profile),
  beneficiaryName: profile.contactName,
});

const describeMethod = ({ brand, last4, expiresOn, ...profile }: PaymentProfile) => ({
  id: profile.id,
  beneficiaryId: profile.contactId,
  provider: profile.provider,
  type: profile.type,
  card: brand === null || last4 === null ? null : { brand, last4, expiresOn },
  state: profile.state as 'pending' | 'active',
  createdAt: profile.createdAt,
});
