import type { ColmadoClient } from '#client';
import { must } from './must.ts';

const customers = [
  { name: 'Panadería Ñame', taxId: '101007151' },
  { name: 'Cafetería El Malecón', taxId: '130123458' },
];

const goods = [
  { name: 'Arroz selecto, saco de 125 lb', code: 'ARZ-125', price: '2450.00', cost: '1900.00', quantity: '40' },
  { name: 'Habichuelas rojas, saco de 100 lb', code: 'HAB-100', price: '5200.00', cost: '4100.00', quantity: '15' },
  { name: 'Aceite de soya, caja de 12', code: 'ACE-12', price: '1980.00', cost: '1530.00', quantity: '25' },
] as const;

const numerals = [
  { type: 'B01', start: 1, end: 500 },
  { type: 'B02', start: 1, end: 5000 },
] as const;

/** Something to sell, someone to sell it to, and the first sales: one paid, one not, and a quote. Made once. */
export async function ensureTrade(api: ColmadoClient): Promise<void> {
  const { data: known } = await must(api.GET('/v1/resource', { params: { query: { search: goods[0].code } } }));
  if (known.length > 0) return;
  const [contacts, items] = [await addCustomers(api), await addGoods(api)];
  for (const body of numerals) await must(api.POST('/v1/taxes/numerals', { body }));
  const sell = (contactId: string, lines: [number, string][], details: object = {}) =>
    must(
      api.POST('/v1/record/pending', {
        body: {
          contactId,
          elements: lines.map(([place, quantity]) => ({ resourceId: items[place]!, quantity })),
          ...details,
        },
      }),
    );
  const paid = await sell(
    contacts[0]!,
    [
      [0, '2'],
      [2, '3'],
    ],
    { fiscalType: 'B01' },
  );
  await sell(
    contacts[1]!,
    [
      [1, '1'],
      [2, '1'],
    ],
    { fiscalType: 'B02' },
  );
  await sell(contacts[1]!, [[0, '10']], { kind: 'quote', notes: 'Entrega incluida en Santo Domingo.' });
  const { data: accounts } = await must(api.GET('/v1/account'));
  await must(
    api.PATCH('/v1/record/pending/pay', {
      body: { id: paid.id, payments: [{ accountId: accounts[0]!.id, amount: paid.total }] },
    }),
  );
}

async function addCustomers(api: ColmadoClient): Promise<string[]> {
  const ids: string[] = [];
  for (const body of customers) ids.push((await must(api.POST('/v1/beneficiary', { body }))).id);
  return ids;
}

async function addGoods(api: ColmadoClient): Promise<string[]> {
  const [{ data: taxes }, { data: divisions }] = [
    await must(api.GET('/v1/taxes/list')),
    await must(api.GET('/v1/division')),
  ];
  const taxIds = taxes.filter(({ code }) => code === 'ITBIS-18').map(({ id }) => id);
  const ids: string[] = [];
  for (const { name, code, price, cost, quantity } of goods) {
    const { id } = await must(api.POST('/v1/resource', { body: { name, code, taxIds, prices: [{ amount: price }] } }));
    const arrival = { type: 'IN' as const, resourceId: id, divisionId: divisions[0]!.id, quantity, unitCost: cost };
    await must(api.POST('/v1/resource/record', { body: arrival }));
    ids.push(id);
  }
  return ids;
}
