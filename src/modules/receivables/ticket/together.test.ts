import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '#client';
import { newId } from '#platform/id.ts';
import { openAccount, ruleBalance } from '#test/accounts.ts';
import { newResource } from '#test/catalog.ts';
import { eventsOf } from '#test/events.ts';
import { type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';
import { besideService } from '#test/two-connections.ts';
import { asOwner } from '#test/walks/rows.ts';

const rice = async (business: Business, quantity: string): Promise<string> => {
  const { id } = await newResource(business.api, { name: 'Arroz', kind: 'goods' });
  await stockUp(business, { resourceId: id, divisionId: await mainDivision(business), quantity, unitCost: '10' });
  return id;
};

const sell = ({ api }: Business, resourceId: string, more: object = {}, key?: string) =>
  api.POST('/v1/record/pending', {
    body: { elements: [{ resourceId, quantity: '1', unitPrice: '100' }], ...more } as never,
    ...(key && { headers: { 'idempotency-key': key } }),
  });

/** Sends requests while the stock is locked, so that all but the first ones wait for each other. */
const whileLocked = <T>(
  { id }: Business,
  send: () => Promise<T>[],
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<T[]> =>
  besideService(id, async ([client]) => {
    await client!.query('SELECT FROM stock_positions WHERE organization_id = $1 FOR UPDATE', [id]);
    const answers = Promise.all(send());
    await meanwhile();
    await sleep(200);
    await client!.query('COMMIT');
    return answers;
  });

const transactionsOf = async ({ id }: Business): Promise<number> =>
  (await asOwner('SELECT DISTINCT xmin FROM pending_records WHERE organization_id = $1', [id])).length;

test('sales that are sent at once share transactions, and each gets its own number and answer', async () => {
  const business = await newBusiness();
  const resourceId = await rice(business, '100');
  const cash = await openAccount(business, { name: 'Gaveta', kind: 'cash' });
  const answers = await whileLocked(business, () =>
    Array.from({ length: 20 }, (_, place) =>
      sell(business, resourceId, {
        reference: `P-${place}`,
        ...(place % 2 === 1 && { payments: [{ accountId: cash.id, amount: '100' }] }),
      }),
    ),
  );
  for (const [place, { data, error }] of answers.entries()) {
    assert.ok(data, JSON.stringify(error));
    assert.deepEqual([data.reference, data.state], [`P-${place}`, place % 2 === 1 ? 'paid' : 'open']);
    assert.equal(data.payments?.length, place % 2 === 1 ? 1 : undefined);
  }
  assert.deepEqual(
    answers.map(({ data }) => data!.number!).toSorted((a, b) => a - b),
    Array.from({ length: 20 }, (_, place) => place + 1),
  );
  assert.ok((await transactionsOf(business)) < 20);
  assert.equal(await ruleBalance(business, 'receivable'), 1000_00n);
  await checkStock(business);
});

test('sales of an API key share transactions, too', async () => {
  const business = await newBusiness();
  const resourceId = await rice(business, '100');
  const { data: key } = await business.api.POST('/v1/organization/api-key', {
    body: { name: 'Caja', permissions: ['invoicing:write'] },
  });
  const credentials = { apiKeyId: key!.id, secret: key!.secret, organizationId: business.id };
  const till = { ...business, api: createClient({ baseUrl, credentials }) };
  const answers = await whileLocked(business, () => Array.from({ length: 12 }, () => sell(till, resourceId)));
  assert.ok(answers.every(({ data }) => data?.createdBy === business.owner.id));
  assert.ok((await transactionsOf(business)) < 12);
});

test('sales of several members share transactions, each in its own name, and a member who left sells nothing', async () => {
  const business = await newBusiness();
  const resourceId = await rice(business, '100');
  const [stays, leaves] = [await newMember(business, 'seller'), await newMember(business, 'seller')];
  const sellAll = () =>
    Array.from({ length: 16 }, async (_, place) => {
      const { id, api } = place % 2 === 0 ? stays : leaves;
      return { id, answer: await sell({ ...business, api }, resourceId) };
    });
  for (const { id, answer } of await whileLocked(business, sellAll)) {
    assert.equal(answer.data!.createdBy, id);
    const [created] = await eventsOf(business, 'invoice:created', { invoiceId: answer.data!.id });
    assert.equal(created!.payload.userId, id);
  }
  const shared = await asOwner(
    'SELECT xmin::text FROM pending_records WHERE organization_id = $1 GROUP BY 1 HAVING count(DISTINCT created_by) > 1',
    [business.id],
  );
  assert.ok(shared.length > 0);
  const leave = () =>
    asOwner('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [business.id, leaves.id]);
  const answers = await whileLocked(business, sellAll, leave);
  const statusesOf = (who: typeof stays) =>
    answers.flatMap(({ id, answer }) => (id === who.id ? answer.response.status : []));
  assert.deepEqual(new Set(statusesOf(stays)), new Set([201]));
  assert.ok(statusesOf(leaves).includes(403));
  await checkStock(business);
});

test('of sales that are sent at once, those beyond the stock and faulty ones are refused alone', async () => {
  const business = await newBusiness();
  const resourceId = await rice(business, '10');
  const unknown = crypto.randomUUID();
  const answers = await whileLocked(business, () =>
    Array.from({ length: 16 }, (_, place) => sell(business, place === 7 ? unknown : resourceId)),
  );
  const [faulty] = answers.splice(7, 1);
  assert.deepEqual(
    [faulty!.error!.code, faulty!.error!.errors![0]!.path],
    ['reference_not_found', 'body.elements[0].resourceId'],
  );
  const refused = answers.filter(({ error }) => error);
  assert.deepEqual([answers.length - refused.length, refused.length], [10, 5]);
  assert.deepEqual(new Set(refused.map(({ error }) => error!.code)), new Set(['stock_insufficient']));
  const numbers = answers.flatMap(({ data }) => data?.number ?? []).toSorted((a, b) => a - b);
  assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await checkStock(business);
});

test('of sales that are sent at once, one that the database refuses is refused alone', async (t) => {
  const business = await newBusiness();
  const resourceId = await rice(business, '100');
  const refused = { notes: newId() };
  await asOwner(
    `ALTER TABLE pending_records ADD CONSTRAINT pending_records_refused_years CHECK (notes <> '${refused.notes}') NOT VALID`,
  );
  t.after(() => asOwner('ALTER TABLE pending_records DROP CONSTRAINT pending_records_refused_years'));
  const answers = await whileLocked(business, () =>
    Array.from({ length: 16 }, (_, place) => sell(business, resourceId, place === 7 ? refused : {})),
  );
  assert.deepEqual(
    answers.map(({ error }) => error?.code),
    Array.from({ length: 16 }, (_, place) => (place === 7 ? 'out_of_range' : undefined)),
  );
  await checkStock(business);
});

test('of sales that are sent at once, one that is sent twice is written once', async () => {
  const business = await newBusiness();
  const resourceId = await rice(business, '100');
  const send = () => Array.from({ length: 12 }, (_, place) => sell(business, resourceId, {}, `ticket ${place % 6}`));
  const answers = await whileLocked(business, send);
  const idsOf = (all: typeof answers) => all.map(({ data }) => data?.id);
  const written = new Set(idsOf(answers).filter((id) => id !== undefined));
  assert.equal(written.size, 6);
  const stillRunning = answers.flatMap(({ error }) => error?.code ?? []);
  assert.ok(stillRunning.every((code) => code === 'request_still_running'));
  const again = await Promise.all(send());
  assert.deepEqual(new Set(idsOf(again)), written);
  assert.ok(again.every(({ response }) => response.headers.get('idempotent-replayed') === 'true'));
});

test('sales that wait are refused once their caller has left the organization', async () => {
  const business = await newBusiness();
  const resourceId = await rice(business, '100');
  const seller = await newMember(business, 'admin');
  const sells = () => sell({ ...business, api: seller.api }, resourceId);
  assert.ok((await sells()).data);
  const leave = () =>
    asOwner('DELETE FROM memberships WHERE organization_id = $1 AND user_id = $2', [business.id, seller.id]);
  const answers = await whileLocked(business, () => Array.from({ length: 10 }, sells), leave);
  const sold = answers.filter(({ data }) => data).length;
  assert.ok(sold < answers.length);
  assert.ok(answers.every(({ response }) => [201, 403].includes(response.status)));
  const { data } = await business.api.GET('/v1/record/pending');
  assert.equal(data!.total, 1 + sold);
});

test('sales that are sent at once cannot spend the same gift card, balance or credit twice', async () => {
  const business = await newBusiness();
  const { api } = business;
  const resourceId = await rice(business, '100');
  const cash = await openAccount(business, { name: 'Gaveta', kind: 'cash' });
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ana', creditLimit: '250' } });
  const contactId = contact!.id;
  const topup = { beneficiaryId: contactId, accountId: cash.id, amount: '250' };
  assert.ok((await api.POST('/v1/beneficiary/balance/topup', { body: topup })).data);
  const { data: card } = await api.POST('/v1/gift-card', { body: { amount: '250', given: true } });
  const kinds = [
    { payments: [{ giftCardCode: card!.code, amount: '100' }] },
    { contactId, payments: [{ balance: true, amount: '100' }] },
    { contactId, dueOn: '2999-12-31' },
  ];
  const answers = await whileLocked(business, () =>
    Array.from({ length: 18 }, (_, place) => sell(business, resourceId, kinds[place % 3])),
  );
  const soldOf = (kind: number) => answers.filter(({ data }, place) => data && place % 3 === kind).length;
  const refusals = [...new Set(answers.flatMap(({ error }) => error?.code ?? []))].toSorted();
  assert.deepEqual(refusals, ['balance_too_low', 'credit_limit_exceeded', 'gift_card_too_low']);
  assert.deepEqual([soldOf(0), soldOf(1), soldOf(2)], [2, 2, 2]);
  const left = await api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
    params: { path: { beneficiaryId: contactId } },
  });
  assert.equal(left.data!.balances[0]!.balance, '50.00');
  await checkStock(business);
});
