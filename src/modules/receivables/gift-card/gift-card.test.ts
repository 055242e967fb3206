import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact, postedBy } from '#test/books.ts';
import { type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { newCode, printedCode, readCode } from './code.ts';

interface NewCard {
  amount: string;
  accountId?: string;
  given?: true;
  currency?: string;
  beneficiaryId?: string;
  paymentMethod?: string;
  expiresOn?: string;
}

async function issue({ api }: Business, body: Partial<NewCard> & { amount: string }) {
  const { data, error } = await api.POST('/v1/gift-card', {
    body: { ...(body.accountId ? {} : { given: true as const }), ...body },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}
const redeem = ({ api }: Business, code: string, amount?: string, more = {}) =>
  api.POST('/v1/gift-card/redeem', { body: { code, ...(amount !== undefined && { amount }), ...more } });
const cancel = ({ api }: Business, giftCardId: string, body = {}) =>
  api.DELETE('/v1/gift-card/{giftCardId}', { params: { path: { giftCardId } }, body });
const read = async ({ api }: Business, giftCardId: string) =>
  (await api.GET('/v1/gift-card/{giftCardId}', { params: { path: { giftCardId } } })).data!;
const reconcile = async ({ api }: Business, query = {}) =>
  (await api.GET('/v1/gift-card/reports/reconciliation', { params: { query } })).data!;

test('a code is read however it is typed, and typing errors are detected', () => {
  const code = newCode();
  const printed = printedCode(code);
  assert.match(printed, /^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.equal(readCode(printed.toLowerCase().replaceAll('-', ' ')), code);
  assert.equal(readCode(code.replaceAll('1', 'l').replaceAll('0', 'o')), code);
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  for (let place = 0; place < code.length; place++) {
    for (const other of alphabet) {
      if (other !== code[place]) assert.equal(readCode(code.slice(0, place) + other + code.slice(place + 1)), null);
    }
    const swapped =
      code.slice(0, place) +
      code
        .slice(place, place + 2)
        .split('')
        .reverse()
        .join('') +
      code.slice(place + 2);
    if (swapped !== code) assert.equal(readCode(swapped), null);
  }
  assert.equal(readCode(''), null);
  assert.equal(readCode(`${code}0`), null);
});

test('a sold card is owed, redeemed in parts, and then spent', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const card = await issue(business, { amount: '2000', accountId: account.id, paymentMethod: 'cash' });
  assert.deepEqual([card.status, card.origin, card.balance, card.currency], ['active', 'sold', '2000.00', 'DOP']);
  assert.equal(card.code.slice(-4), card.last4);
  assert.equal((await balancesOf(business)).Popular, '2000.00');
  assert.equal(await ruleBalance(business, 'giftCards'), -200_000n);
  const first = await redeem(business, card.code.toLowerCase(), '350.25');
  assert.deepEqual([first.response.status, first.data?.giftCard.balance], [201, '1649.75']);
  assert.deepEqual(await postedBy(business.api, first.data!.recordId), [['2107', '4101', '350.25', 'gift-card']]);
  const rest = await redeem(business, card.code);
  assert.deepEqual([rest.data?.redeemed, rest.data?.giftCard.status], ['1649.75', 'spent']);
  assert.equal((await redeem(business, card.code, '0.01')).error?.code, 'gift_card_too_low');
  const { movements, ...view } = await read(business, card.id);
  assert.deepEqual(
    movements.map(({ kind, amount }) => [kind, amount]),
    [
      ['redeem', '-1649.75'],
      ['redeem', '-350.25'],
      ['issue', '2000.00'],
    ],
  );
  assert.equal('code' in view, false);
  assert.equal(await ruleBalance(business, 'giftCards'), 0n);
});

test('a card that is given away is an expense, and can become balance of a contact', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const card = await issue(business, { amount: '500', beneficiaryId: contact });
  assert.equal(await ruleBalance(business, 'promotions'), 50_000n);
  const { data } = await redeem(business, card.code, '200', { beneficiaryId: contact });
  assert.deepEqual([data?.beneficiaryId, data?.giftCard.balance], [contact, '300.00']);
  const { data: balance } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
    params: { path: { beneficiaryId: contact } },
  });
  assert.deepEqual([balance?.balances[0]?.balance, balance?.data[0]?.kind], ['200.00', 'gift-card']);
  assert.equal(await ruleBalance(business, 'customerBalances'), -20_000n);
});

test('fifty concurrent redemptions of one card never take more than its balance', async () => {
  const business = await newBusiness();
  const card = await issue(business, { amount: '100' });
  const contacts = await Promise.all([newContact(business), newContact(business)]);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      redeem(business, card.code, '3', n % 3 === 0 ? {} : { beneficiaryId: contacts[n % 2] }),
    ),
  );
  assert.equal(answers.filter(({ response }) => response.status === 201).length, 33);
  assert.ok(answers.every(({ response, error }) => response.status === 201 || error?.code === 'gift_card_too_low'));
  const after = await read(business, card.id);
  assert.deepEqual([after.balance, after.movements.length], ['1.00', 34]);
  assert.equal((await reconcile(business)).reconciled, true);
});

test('the balance of a canceled card is refunded, kept as income, or reverses the promotion expense', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const refunded = await issue(business, { amount: '100', accountId: account.id });
  const kept = await issue(business, { amount: '100', accountId: account.id });
  const given = await issue(business, { amount: '100' });
  const spent = await issue(business, { amount: '100', accountId: account.id });
  await redeem(business, refunded.code, '40');
  await redeem(business, spent.code);
  const { data } = await cancel(business, refunded.id, { refundAccountId: account.id });
  assert.deepEqual([data?.outcome, data?.remainder, data?.status], ['refunded', '60.00', 'canceled']);
  assert.equal((await balancesOf(business)).Popular, '240.00');
  assert.deepEqual((await cancel(business, kept.id, { reason: 'Perdida' })).data?.outcome, 'kept');
  assert.equal(await ruleBalance(business, 'giftCardBreakage'), -10_000n);
  assert.equal((await cancel(business, given.id, { refundAccountId: account.id })).error?.code, 'gift_card_not_sold');
  assert.deepEqual((await cancel(business, given.id)).data?.outcome, 'kept');
  assert.equal(await ruleBalance(business, 'promotions'), 0n);
  assert.deepEqual((await cancel(business, spent.id)).data?.outcome, 'nothing-left');
  assert.equal((await cancel(business, kept.id)).error?.code, 'gift_card_already_ended');
  assert.equal((await redeem(business, kept.code, '1')).error?.code, 'gift_card_ended');
  assert.equal((await reconcile(business)).reconciled, true);
});

test('a card expires after its last day, and its balance becomes income', async () => {
  const business = await newBusiness({ sandbox: true });
  const account = await openAccount(business);
  const today = Temporal.Now.zonedDateTimeISO('America/Santo_Domingo').toPlainDate();
  const expiresOn = today.add({ days: 2 }).toString();
  const card = await issue(business, { amount: '100', accountId: account.id, expiresOn });
  const later = await issue(business, { amount: '50', expiresOn: today.add({ days: 9 }).toString() });
  const at = (days: number, hour: number) =>
    today.add({ days }).toZonedDateTime({ timeZone: 'America/Santo_Domingo', plainTime: { hour } }).toInstant();
  await moveClock(business, at(2, 23));
  assert.equal((await redeem(business, card.code, '30')).response.status, 201);
  await moveClock(business, at(3, 1));
  assert.equal((await redeem(business, card.code, '1')).error?.code, 'gift_card_ended');
  await eventually(async () => (await read(business, card.id)).status === 'expired');
  assert.equal(await ruleBalance(business, 'giftCardBreakage'), -7_000n);
  assert.equal((await read(business, later.id)).status, 'active');
  await moveClock(business, at(10, 1));
  await eventually(async () => (await read(business, later.id)).status === 'expired');
  assert.equal(await ruleBalance(business, 'promotions'), 0n);
  const { reconciled, currencies } = await reconcile(business);
  assert.deepEqual([reconciled, currencies[0]?.expired], [true, '120.00']);
});

test('goods paid with a sold card that has expired since are credited to the balance of the contact', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  const [account, beneficiaryId] = [await openAccount(business), await newContact(business)];
  const today = Temporal.Now.zonedDateTimeISO('America/Santo_Domingo').toPlainDate();
  const expiresOn = today.add({ days: 1 }).toString();
  const card = await issue(business, { amount: '500', accountId: account.id, expiresOn });
  const { data: sale } = await api.POST('/v1/record/pending', {
    body: { contactId: beneficiaryId, elements: [{ description: 'Mesa', unitPrice: '400' }] },
  });
  await api.PATCH('/v1/record/pending/pay', { body: { id: sale!.id, payments: [{ giftCardCode: card.code }] } });
  await moveClock(business, Temporal.Now.instant().add({ hours: 72 }));
  await eventually(async () => (await read(business, card.id)).status === 'expired');
  const lines = [{ elementId: sale!.elements[0]!.id, quantity: '1', disposition: 'scrap' as const }];
  const { error } = await api.POST('/v1/resource/return', { body: { pendingRecordId: sale!.id, lines } });
  assert.equal(error, undefined);
  const held = await api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params: { path: { beneficiaryId } } });
  assert.equal(held.data!.balances[0]!.balance, '400.00');
  assert.deepEqual([(await read(business, card.id)).status, (await reconcile(business)).reconciled], ['expired', true]);
});

test('cards are found by state, buyer, last characters and last day', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const a = await issue(business, { amount: '10', beneficiaryId: contact });
  const b = await issue(business, { amount: '20', expiresOn: '2999-01-01' });
  const c = await issue(business, { amount: '30' });
  await redeem(business, a.code);
  await cancel(business, c.id);
  const found = async (query: Record<string, string>) => {
    const { data } = await business.api.GET('/v1/gift-card', { params: { query } });
    return data!.data.map(({ id }) => id);
  };
  assert.deepEqual(await found({}), [c.id, b.id, a.id]);
  assert.deepEqual(await found({ status: 'spent' }), [a.id]);
  assert.deepEqual(await found({ status: 'active' }), [b.id]);
  assert.deepEqual(await found({ status: 'canceled' }), [c.id]);
  assert.deepEqual(await found({ status: 'spent,canceled', sort: 'created' }), [a.id, c.id]);
  assert.deepEqual(await found({ beneficiaryId: contact }), [a.id]);
  assert.deepEqual(await found({ last4: b.last4.toLowerCase() }), [b.id]);
  assert.deepEqual(await found({ expiresUntil: '2999-01-01' }), [b.id]);
  assert.deepEqual(await found({ to: '2020-01-01' }), []);
  const { data: first } = await business.api.GET('/v1/gift-card', { params: { query: { itemsPerPage: 2 } } });
  assert.equal(first?.total, 3);
  assert.deepEqual(await found({ cursor: first!.nextCursor! }), [a.id]);
});

test('the reconciliation shows postings that no card explains', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  await issue(business, { amount: '100', accountId: account.id });
  const { data: rules } = await business.api.GET('/v1/chart-of-accounts/posting-rules', {
    params: { query: { itemsPerPage: 200 } },
  });
  const of = (name: string) => rules!.data.find((rule) => rule.name === name)!.account.id;
  await business.api.POST('/v1/record', {
    body: {
      kind: 'journal',
      lines: [
        { chartAccountId: of('expenses'), debit: '25' },
        { chartAccountId: of('giftCards'), credit: '25' },
      ],
    },
  });
  const { outstanding, booked, difference, reconciled } = await reconcile(business);
  assert.deepEqual([outstanding, booked, difference, reconciled], ['100.00', '125.00', '25.00', false]);
  const before = await reconcile(business, { date: '2020-01-01' });
  assert.deepEqual([before.outstanding, before.booked, before.reconciled], ['0.00', '0.00', true]);
});

test('mistyped and unknown codes, foreign ids and missing permissions are refused', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const foreign = await issue(other, { amount: '10' });
  assert.equal((await redeem(business, 'ABC')).error?.code, 'gift_card_mistyped');
  for (const code of [foreign.code, newCode()])
    assert.equal((await redeem(business, code)).error?.code, 'gift_card_unknown');
  for (const id of [foreign.id, newId()]) {
    assert.equal((await cancel(business, id)).error?.code, 'not_found');
    const { error } = await business.api.GET('/v1/gift-card/{giftCardId}', { params: { path: { giftCardId: id } } });
    assert.equal(error?.code, 'not_found');
  }
  const refused = async (body: NewCard) => (await business.api.POST('/v1/gift-card', { body })).error;
  assert.equal((await refused({ amount: '10' }))?.errors[0]?.path, 'body.accountId');
  assert.equal((await refused({ amount: '10', accountId: newId(), given: true }))?.code, 'invalid_request');
  assert.equal((await refused({ amount: '10', accountId: newId() }))?.code, 'reference_not_found');
  assert.equal((await refused({ amount: '10', given: true, expiresOn: '2020-01-01' }))?.code, 'expires_in_past');
  assert.equal((await refused({ amount: '10', given: true, currency: 'XTS' }))?.code, 'rate_unknown');
  const mine = await issue(business, { amount: '10' });
  assert.equal((await redeem(business, mine.code, '10.01')).error?.code, 'gift_card_too_low');
  assert.equal((await redeem(business, mine.code, '0.001')).error?.code, 'amount_out_of_range');
  assert.equal((await redeem(business, mine.code, '1', { beneficiaryId: newId() })).error?.code, 'reference_not_found');
  const viewer = await newMember(business, 'viewer');
  assert.equal((await redeem({ ...business, api: viewer.api }, mine.code)).error?.code, 'forbidden');
  assert.equal((await read(business, mine.id)).balance, '10.00');
});

test('a redemption sent twice with one key is made once, and a dry run writes nothing', async () => {
  const business = await newBusiness();
  const card = await issue(business, { amount: '10' });
  const send = (headers: Record<string, string>) =>
    business.api.POST('/v1/gift-card/redeem', { body: { code: card.code, amount: '4' }, headers });
  assert.equal((await send({ 'dry-run': 'true' })).response.status, 200);
  const answers = [await send({ 'idempotency-key': 'k' }), await send({ 'idempotency-key': 'k' })];
  assert.deepEqual(answers[0]!.data?.id, answers[1]!.data?.id);
  assert.equal((await read(business, card.id)).balance, '6.00');
});

test('after random issues, redemptions and cancellations the cards equal the books', async () => {
  const business = await newBusiness();
  const dollars = await openAccount(business, {
    name: 'Dólares',
    currency: 'USD',
    openingBalance: '1000',
    openingRate: '60',
  });
  await business.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '61.37' }] } });
  const cards: { id: string; code: string; origin: string }[] = [];
  const step = fc.oneof(
    fc.record({ kind: fc.constant('issue' as const), amount: fc.integer({ min: 1, max: 9_999 }), sold: fc.boolean() }),
    fc.record({ kind: fc.constant('redeem' as const), amount: fc.integer({ min: 1, max: 5_000 }), which: fc.nat() }),
    fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(), refund: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      for (const given of steps) {
        const card = 'which' in given ? cards[given.which % Math.max(1, cards.length)] : undefined;
        const amount = 'amount' in given ? (given.amount / 100).toFixed(2) : '';
        if (given.kind === 'issue') {
          cards.push(await issue(business, { amount, ...(given.sold && { accountId: dollars.id }) }));
        } else if (card && given.kind === 'redeem') {
          await redeem(business, card.code, amount);
        } else if (card && given.kind === 'cancel') {
          await cancel(
            business,
            card.id,
            given.refund && card.origin === 'sold' ? { refundAccountId: dollars.id } : {},
          );
        }
      }
      assert.equal((await reconcile(business)).reconciled, true);
    }),
    { numRuns: 8 },
  );
});

test('an unknown division is refused by its name', async () => {
  const { api } = await newBusiness();
  const { error } = await api.POST('/v1/gift-card', {
    body: { amount: '100', given: true, divisionId: crypto.randomUUID() },
  });
  assert.deepEqual([error?.status, error?.errors[0]?.path], [422, 'body.divisionId']);
});
