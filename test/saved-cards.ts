import assert from 'node:assert/strict';
import { newContact } from './books.ts';
import { app, type Business, newBusiness } from './harness.ts';

export const GOOD_CARD = '4242424242424242';
export const GOOD_LOCAL_CARD = '4111111111111111';

/** A business with online payments and local cards, and a customer. */
export async function newShop(details: { sandbox?: boolean } = {}) {
  const business = await newBusiness(details);
  const { data } = await business.api.GET('/v1/organization/pay/create');
  await app.simulators.payproc.control.completeOnboarding(data!.accountId);
  await business.api.PATCH('/v1/organization/cardproc', { body: { enabled: true } });
  return { business, merchantId: data!.accountId, contactId: await newContact(business, 'Ana Pérez') };
}

export const methodsOf = async ({ api }: Business, beneficiaryId: string) =>
  (await api.GET('/v1/beneficiary/{beneficiaryId}/payment-methods', { params: { path: { beneficiaryId } } })).data!
    .data;

export const press = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

/** Saves a card with the payment processor on its hosted setup page, as a customer would. */
export async function savePayprocCard(business: Business, beneficiaryId: string, card = GOOD_CARD): Promise<string> {
  const known = new Set((await methodsOf(business, beneficiaryId)).map(({ id }) => id));
  const { data } = await business.api.POST('/v1/beneficiary/{beneficiaryId}/payproc/setup-intent', {
    params: { path: { beneficiaryId } },
    body: { returnUrl: 'https://shop.example/thanks' },
  });
  const { headers } = await press(data!.url, { action: 'pay', card });
  // The bank of some cards asks the customer first, on the same page.
  if (headers.get('location')?.endsWith(new URL(data!.url).pathname)) await press(data!.url, { action: 'confirm' });
  const saved = (await methodsOf(business, beneficiaryId)).find(({ id }) => !known.has(id));
  assert.ok(saved, 'The card was not saved.');
  return saved.id;
}

export const startCapture = ({ api }: Business, beneficiaryId: string) =>
  api.POST('/v1/beneficiary/{beneficiaryId}/cardproc/capture-session', { params: { path: { beneficiaryId } } });

export const syncCards = ({ api }: Business, beneficiaryId: string) =>
  api.POST('/v1/beneficiary/{beneficiaryId}/cardproc/sync', { params: { path: { beneficiaryId } } });

export const activateCard = ({ api }: Business, beneficiaryId: string, profileId: string, code: string) =>
  api.POST('/v1/beneficiary/{beneficiaryId}/cardproc/activate', {
    params: { path: { beneficiaryId } },
    body: { profileId, code },
  });

/** The activation code of the bank, read from the simulator's page. */
export async function enterCard(captureUrl: string, card = GOOD_LOCAL_CARD): Promise<string> {
  const page = await (await press(captureUrl, { action: 'save', card, owner: 'Ana Pérez' })).text();
  return /<strong>([A-Z0-9]{6})<\/strong>/.exec(page)![1]!;
}

/** Saves and activates a card with the card processor, on its page. */
export async function saveLocalCard(
  business: Business,
  beneficiaryId: string,
  card = GOOD_LOCAL_CARD,
): Promise<string> {
  const code = await enterCard((await startCapture(business, beneficiaryId)).data!.url, card);
  const profile = (await syncCards(business, beneficiaryId)).data!.data.find(({ state }) => state === 'pending');
  const activated = await activateCard(business, beneficiaryId, profile!.id, code);
  assert.equal(activated.data?.state, 'active');
  return profile!.id;
}
