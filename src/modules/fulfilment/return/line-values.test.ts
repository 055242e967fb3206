import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { businessOn } from '#test/assets.ts';
import { newContact } from '#test/books.ts';
import { newDocument, taxIdOf } from '#test/documents.ts';
import type { Business } from '#test/harness.ts';

const DAY = '2026-11-10';

/** The accounts that hold something; sales and their returns as one. */
async function held({ api }: Business): Promise<Record<string, bigint>> {
  const query = { type: 'trial-balance' as const, from: '2026-01-01', to: DAY };
  const { data } = await api.GET('/v1/chart-of-accounts/report', { params: { query } });
  assert.ok(data?.type === 'trial-balance');
  const lines = data.lines.map((line) => ({
    code: line.code === '4102' ? '4101' : line.code,
    balance: toMinor(line.closingDebit, 'DOP') - toMinor(line.closingCredit, 'DOP'),
  }));
  const balances = [...Map.groupBy(lines, ({ code }) => code)].map(
    ([code, own]) => [code, sum(own.map(({ balance }) => balance))] as const,
  );
  return Object.fromEntries(balances.filter(([, balance]) => balance !== 0n));
}

const quantities = [
  ['3', '4'],
  ['1', '1', '5'],
];

for (const direction of ['sale', 'purchase'] as const) {
  test(`a ${direction} in dollars that comes back in parts leaves nothing in any account, also after a void note`, async () => {
    const business = await businessOn(DAY);
    const { api } = business;
    const contactId = await newContact(business);
    const taxId = async (code: string) => taxIdOf(api, code);
    const [itbis, tip, isc, isr] = await Promise.all(['ITBIS-18', 'PROPINA', 'ISC-TELECOM', 'RET-ISR-HON'].map(taxId));
    const chart = (await api.GET('/v1/chart-of-accounts', { params: { query: {} } })).data!;
    const codes = new Map(flat(chart.data).map(({ code, id }) => [code, id]));
    const account = (code: string) => (direction === 'purchase' ? { chartAccountId: codes.get(code)! } : {});
    const withheld = direction === 'purchase' ? [isr] : [];
    for (const [place, prices] of [
      ['10.07', '33.33', '0.19'],
      ['81.81', '7.77', '12.34'],
      ['19.99', '5.05', '64.21'],
      ['3.33', '46.61', '28.57'],
    ].entries()) {
      const { id, elements } = await newDocument(api, {
        direction,
        contactId,
        currency: 'USD',
        rate: `6${place}.0777`,
        date: '2026-11-02',
        elements: [
          { quantity: 7, unitPrice: prices[0]!, taxIds: [itbis, tip, ...withheld], ...account('1201') },
          { quantity: 7, unitPrice: prices[1]!, taxIds: [itbis, isc], ...account('6103') },
          { quantity: 7, unitPrice: prices[2]!, taxIds: [tip, isc, ...withheld], ...account('6104') },
        ].map((line) => ({ description: 'Servicio', ...line })),
      });
      const back = async (quantity: string) => {
        const lines = elements.map((element) => ({ elementId: element.id, quantity }));
        const body = { pendingRecordId: id, date: '2026-11-05', lines };
        const { data, error } = await api.POST('/v1/resource/return', { body });
        assert.ok(data, JSON.stringify(error));
        return data.id;
      };
      for (const quantity of quantities[place % 2]!) await back(quantity);
      assert.deepEqual(await held(business), {}, `invoice ${place + 1}`);
    }
    const { id, elements } = await newDocument(api, {
      ...{ direction, contactId, currency: 'USD', rate: '61.0777', date: '2026-11-02' },
      elements: [{ description: 'Servicio', quantity: 3, unitPrice: '33.37', taxIds: [itbis, tip, isc] }],
    });
    const back = async (quantity: string) => {
      const body = { pendingRecordId: id, date: '2026-11-05', lines: [{ elementId: elements[0]!.id, quantity }] };
      return (await api.POST('/v1/resource/return', { body })).data!.id;
    };
    const [first] = [await back('1'), await back('1')];
    assert.equal((await api.PATCH('/v1/resource/return', { body: { id: first, status: 'void' } })).error, undefined);
    await back('2');
    assert.deepEqual(await held(business), {});
  });
}

interface ChartNode {
  id: string;
  code: string;
  children?: ChartNode[];
}
const flat = (nodes: ChartNode[]): ChartNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
