import { type ColmadoClient, unwrap } from '#client';
import { realNow } from '#platform/date.ts';
import { addCatalog, type IdOf, taxIds } from './demo-catalog.ts';

const TIME_ZONE = 'America/Santo_Domingo';

const customers = [
  { name: 'Panadería Ñame', taxId: '101007151', kind: 'company', fiscalType: 'fiscal-credit', paymentTermsDays: 15 },
  { name: 'Cafetería El Malecón', taxId: '117789784', kind: 'company', creditLimit: '150000.00', paymentTermsDays: 30 },
  { name: 'Hotel Las Mercedes', taxId: '152695244', kind: 'company', priceTier: 'mayorista', paymentTermsDays: 30 },
  { name: 'Altagracia Guzmán', kind: 'person', contactData: [{ kind: 'phone', value: '809-555-0177' }] },
] as const;

const suppliers = [
  { name: 'Distribuidora del Cibao, SRL', taxId: '128710491', kind: 'company', isSupplier: true, isCustomer: false },
  { name: 'Molinos de Haina, SA', taxId: '176337662', kind: 'company', isSupplier: true, isCustomer: false },
  { name: 'Inmobiliaria Colonial, SRL', taxId: '113944592', kind: 'company', isSupplier: true, isCustomer: false },
] as const;

const ranges = [
  { type: 'B01', end: 500 },
  { type: 'B02', end: 5_000 },
  { type: 'B04', end: 100 },
] as const;

/** What one line of a document says: a code, how many, and at what price where that is not the catalog's. */
type Line = [code: string, quantity: string, unitPrice?: string, serialNumbers?: string[]];

/**
 * A month of a shop, told through the API: it buys, bakes, sells, delivers, takes back and is paid, so that every report has
 * something to say. Made once.
 */
export async function ensureTrade(api: ColmadoClient): Promise<void> {
  const { data: known } = await unwrap(
    api.GET('/v1/beneficiary', { params: { query: { search: customers[0].name } } }),
  );
  if (known.length > 0) return;
  const today = realNow().toZonedDateTimeISO(TIME_ZONE).toPlainDate();
  const daysAgo = (days: number): string => today.subtract({ days }).toString();
  const taxOf = await taxIds(api);
  const contacts = await addContacts(api);
  const itemOf = await addCatalog(api, taxOf);
  const { cash, bank } = await addMoney(api, daysAgo(30));
  for (const { type, end } of ranges)
    await unwrap(api.POST('/v1/taxes/numerals', { body: { type, start: 1, end, authorizedOn: daysAgo(30) } }));
  const month = new Month(api, { contacts, itemOf, taxOf, cash, bank, daysAgo });
  await month.stockUp();
  await month.bake();
  await month.sell();
  await month.lookAhead();
}

async function addContacts(api: ColmadoClient): Promise<IdOf> {
  const ids = new Map<string, string>();
  for (const body of [...customers, ...suppliers]) {
    const contactData = 'contactData' in body ? [...body.contactData] : [];
    ids.set(body.name, (await unwrap(api.POST('/v1/beneficiary', { body: { ...body, contactData } }))).id);
  }
  return (name) => ids.get(name)!;
}

/** The till that is there from the beginning, and a bank account that fills it. */
async function addMoney(api: ColmadoClient, date: string): Promise<{ cash: string; bank: string }> {
  const { data: accounts } = await unwrap(api.GET('/v1/account'));
  const cash = accounts.find(({ kind }) => kind === 'cash')!.id;
  const opened = {
    name: 'Cuenta corriente',
    kind: 'bank',
    bankName: 'Banco del Caribe',
    accountNumber: '7401',
  } as const;
  const body = { ...opened, openingBalance: '450000.00', openingDate: date };
  const { id: bank } = await unwrap(api.POST('/v1/account', { body }));
  const filling = { fromAccountId: bank, toAccountId: cash, amount: '15000.00', date, description: 'Fondo de caja' };
  await unwrap(api.POST('/v1/account/transfer', { body: filling }));
  return { cash, bank };
}

interface Shop {
  contacts: IdOf;
  itemOf: IdOf;
  taxOf: IdOf;
  cash: string;
  bank: string;
  daysAgo(days: number): string;
}

class Month {
  readonly #api: ColmadoClient;
  readonly #shop: Shop;

  constructor(api: ColmadoClient, shop: Shop) {
    this.#api = api;
    this.#shop = shop;
  }

  /** Goods on credit, of which some is paid; flour paid at once; the rent. */
  async stockUp(): Promise<void> {
    const { bank, taxOf } = this.#shop;
    const goods = await this.#buy('Distribuidora del Cibao, SRL', 28, 'B0100004471', [
      ['ARZ', '60', '1900.00'],
      ['HAB', '20', '4100.00'],
      ['ACE', '40', '1530.00'],
      ['AZU', '15', '2600.00'],
      ['CAF', '80', '265.00'],
      ['PAP', '24', '880.00'],
      ['DET', '18', '1150.00'],
      ['RON', '36', '540.00'],
      ['INV', '3', '21500.00', ['INV-24-0101', 'INV-24-0102', 'INV-24-0103']],
    ]);
    await this.#pay(goods.id, 14, bank, '200000.00');
    const flour = await this.#buy('Molinos de Haina, SA', 26, 'B0100090312', [['HAR', '10', '2200.00']]);
    await this.#pay(flour.id, 26, bank);
    const rent = await unwrap(
      this.#api.POST('/v1/record/pending', {
        body: {
          direction: 'purchase',
          contactId: this.#shop.contacts('Inmobiliaria Colonial, SRL'),
          date: this.#shop.daysAgo(25),
          fiscalNumber: 'B0100000218',
          expenseType: '03',
          elements: [
            { description: 'Alquiler del local', quantity: '1', unitPrice: '35000.00', taxIds: [taxOf('ITBIS-18')] },
          ],
        },
      }),
    );
    await this.#pay(rent.id, 25, bank);
    await unwrap(
      this.#api.POST('/v1/record', {
        body: {
          kind: 'expense',
          date: this.#shop.daysAgo(12),
          description: 'Luz del local',
          amount: '8450.00',
          accountId: bank,
          paymentMethod: 'transfer',
        },
      }),
    );
  }

  /** A sack of flour becomes six hundred loaves. */
  async bake(): Promise<void> {
    const { itemOf, daysAgo } = this.#shop;
    const { data: divisions } = await unwrap(this.#api.GET('/v1/division'));
    const planned = await unwrap(
      this.#api.POST('/v1/resource/production', {
        body: {
          resourceId: itemOf('PAN'),
          divisionId: divisions[0]!.id,
          quantity: '1200',
          recipe: { yields: '600', parts: [{ resourceId: itemOf('HAR'), quantity: '1' }], labourCost: '900.00' },
        },
      }),
    );
    const params = { path: { productionId: planned.id } };
    await unwrap(
      this.#api.POST('/v1/resource/production/{productionId}/apply', { params, body: { date: daysAgo(20) } }),
    );
  }

  /** Paid at once, on credit, past due, by the unit and by the basket; one part comes back. */
  async sell(): Promise<void> {
    const { cash, bank } = this.#shop;
    const bakery = await this.#invoice('Panadería Ñame', 24, 'B01', [
      ['AZU', '3'],
      ['ACE', '5'],
      ['ENT', '1'],
    ]);
    await this.#pay(bakery.id, 20, bank);
    await this.#invoice(
      'Cafetería El Malecón',
      22,
      'B01',
      [
        ['CAF', '24'],
        ['PAP', '4'],
      ],
      { dueOn: this.#shop.daysAgo(7) },
    );
    const hotel = await this.#invoice('Hotel Las Mercedes', 18, 'B01', [
      ['ARZ', '12'],
      ['HAB', '4'],
      ['DET', '6'],
    ]);
    await this.#pay(hotel.id, 10, bank, '30000.00');
    for (const [days, lines] of [
      [
        19,
        [
          ['PAN', '240'],
          ['CAF', '4'],
        ],
      ],
      [
        15,
        [
          ['CAN', '1'],
          ['RON', '2'],
        ],
      ],
      [
        9,
        [
          ['PAN', '300'],
          ['PAP', '2'],
        ],
      ],
      [
        3,
        [
          ['RON', '6'],
          ['ACE', '1'],
        ],
      ],
    ] as [number, Line[]][]) {
      const ticket = await this.#invoice(null, days, 'B02', lines);
      await this.#pay(ticket.id, days, cash);
    }
    const inverter = await this.#invoice('Altagracia Guzmán', 8, 'B02', [['INV', '1', undefined, ['INV-24-0102']]]);
    await this.#pay(inverter.id, 8, bank);
    const [returned] = hotel.elements;
    await unwrap(
      this.#api.POST('/v1/resource/return', {
        body: {
          pendingRecordId: hotel.id,
          date: this.#shop.daysAgo(11),
          reason: 'Dos sacos llegaron mojados',
          lines: [{ elementId: returned!.id, quantity: '2', disposition: 'scrap' }],
        },
      }),
    );
  }

  /** What is not over: a delivery on its way, a quote, a subscription and a gift card. */
  async lookAhead(): Promise<void> {
    const { contacts, cash, daysAgo } = this.#shop;
    const order = await this.#invoice('Hotel Las Mercedes', 2, 'B01', [['ARZ', '10']], { deliverLater: true });
    await unwrap(
      this.#api.POST('/v1/resource/delivery', {
        body: {
          pendingRecordId: order.id,
          carrier: 'Camión de la casa',
          lines: [{ elementId: order.elements[0]!.id, quantity: '6' }],
        },
      }),
    );
    const details = { kind: 'quote', notes: 'Entrega incluida en Santo Domingo.' } as const;
    await this.#invoice('Cafetería El Malecón', 1, null, [['CAF', '60']], details);
    await this.#invoice('Panadería Ñame', 0, 'B01', [['AZU', '2']], {
      recurrency: { frequency: 'monthly', startsOn: daysAgo(0) },
    });
    const beneficiaryId = contacts('Altagracia Guzmán');
    await unwrap(this.#api.POST('/v1/gift-card', { body: { amount: '2000.00', accountId: cash, beneficiaryId } }));
  }

  #buy(supplier: string, days: number, fiscalNumber: string, lines: Line[]) {
    return this.#write(supplier, days, lines, { direction: 'purchase', fiscalNumber, expenseType: '09' });
  }

  #invoice(
    customer: string | null,
    days: number,
    fiscalType: 'B01' | 'B02' | null,
    lines: Line[],
    details: object = {},
  ) {
    return this.#write(customer, days, lines, { fiscalType, ...details });
  }

  #write(contact: string | null, days: number, lines: Line[], details: object) {
    const { contacts, itemOf, daysAgo } = this.#shop;
    const elements = lines.map(([code, quantity, unitPrice, serialNumbers]) => ({
      resourceId: itemOf(code),
      quantity,
      ...(unitPrice && { unitPrice }),
      ...(serialNumbers && { serialNumbers }),
    }));
    const contactId = contact === null ? null : contacts(contact);
    return unwrap(
      this.#api.POST('/v1/record/pending', { body: { contactId, date: daysAgo(days), elements, ...details } }),
    );
  }

  #pay(id: string, days: number, accountId: string, amount?: string) {
    const payment = { accountId, ...(amount && { amount }) };
    return unwrap(
      this.#api.PATCH('/v1/record/pending/pay', {
        body: { id, date: this.#shop.daysAgo(days), payments: [payment] },
      }),
    );
  }
}
