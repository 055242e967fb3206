import { activateCard, beginContactSetup, startCapture, syncCards } from '#modules/contacts/index.ts';
import { ContactRequired } from '#modules/receivables/index.ts';
import type { Steps, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { unknownReference } from '#platform/refusal.ts';
import { headOf, type OpenedPage, openInSteps, pageUrlOf } from '../page/open.ts';
import { owedOn, payerOf } from '../page/owed.ts';
import { proveByCard } from '../proof/proof.ts';
import { type SharedPage, sharedPages } from '../tables.ts';

/** Begins to save a card of the contact on the page of the payment processor. */
export async function createSetupIntent(outside: Steps, shareId: string) {
  const opened = await openInSteps(outside, shareId);
  const { id } = await requirePayer(opened);
  const url = pageUrlOf(opened.steps, shareId);
  const setup = await beginContactSetup(opened.steps, id, `${url}?saved=true`);
  return { ...(await headOf(opened)), ...setup };
}

/** Opens the page of the card processor on which the contact enters a card. */
export async function openCapture(outside: Steps, shareId: string) {
  const opened = await openInSteps(outside, shareId);
  const { id } = await requirePayer(opened);
  await opened.steps.transaction((ctx) =>
    sharedPages.updateAll(ctx, { id: opened.page.id, captureStartedAt: null }, { captureStartedAt: realNow() }),
  );
  return { ...(await headOf(opened)), ...(await startCapture(opened.steps, id)) };
}

/** The cards that were entered since and wait for their activation. Cards that were saved earlier are not shown. */
export async function syncCaptured(outside: Steps, shareId: string) {
  const opened = await openInSteps(outside, shareId);
  const { id } = await requirePayer(opened);
  const cards = await findCaptured(opened.steps, opened.page, id);
  return { ...(await headOf(opened)), data: cards.map(describe) };
}

/** Activates such a card with the code of its bank. Who has the code has the card, and may pay with it here. */
export async function activateCaptured(outside: Steps, shareId: string, given: { profileId: string; code: string }) {
  const opened = await openInSteps(outside, shareId);
  const { steps, page } = opened;
  const { id: contactId } = await requirePayer(opened);
  const cards = await findCaptured(steps, page, contactId);
  if (!cards.some(({ id }) => id === given.profileId)) throw unknownReference('body.profileId', 'This card');
  const card = await activateCard(steps, contactId, given);
  const proved = await steps.transaction(async (ctx) => ({
    ...(await proveByCard(ctx, page, contactId, card.id)),
    canPay: (await owedOn(ctx, page)).choices.length > 0,
  }));
  return { ...(await headOf(opened)), ...describe(card), ...proved };
}

async function requirePayer({ steps, page }: OpenedPage): Promise<{ id: string }> {
  const contact = await steps.transaction((ctx) => payerOf(ctx, page));
  if (!contact) throw ContactRequired();
  return contact;
}

async function findCaptured(steps: TenantSteps, page: SharedPage, contactId: string) {
  const { data } = await syncCards(steps, contactId);
  const since = page.captureStartedAt;
  return data.filter(({ state, createdAt }) => state === 'pending' && since !== null && createdAt >= since);
}

type Card = Awaited<ReturnType<typeof syncCards>>['data'][number];
const describe = ({ id, card, state }: Card) => ({ id, brand: card?.brand ?? '', last4: card?.last4 ?? '', state });
