import { unwrap } from '#client';
import type { DemoChapter, DemoStory } from '#platform/demo.ts';

/** One line of a document: a code, a quantity, and a price where that is not the catalog's. */
type Line = [code: string, quantity: string, unitPrice?: string, serialNumbers?: string[], lots?: LotOfLine[]];
/** A lot that expires in so many days. */
type LotOfLine = [lot: string, days: number, quantity: string];

/** Writes a document and keeps its id and that of its first line under its name. */
async function write(
  { api, day, keep, idOf }: DemoStory,
  name: string,
  contact: string | null,
  daysAgo: number,
  lines: Line[],
  details: object,
): Promise<void> {
  const elements = lines.map(([code, quantity, unitPrice, serialNumbers, lots]) => ({
    resourceId: idOf('resource', code),
    quantity,
    ...(unitPrice && { unitPrice }),
    ...(serialNumbers && { serialNumbers }),
    ...(lots && { lots: lots.map(([lot, days, size]) => ({ lot, expiresOn: day(-days), quantity: size })) }),
  }));
  const contactId = contact === null ? null : idOf('contact', contact);
  const body = { contactId, date: day(daysAgo), elements, ...details };
  const document = await unwrap(api.POST('/v1/record/pending', { body }));
  keep('document', name, document.id);
  keep('first line', name, document.elements[0]!.id);
}

const purchase = (
  name: string,
  supplier: string,
  daysAgo: number,
  fiscalNumber: string,
  lines: Line[],
): DemoChapter => ({
  daysAgo,
  tell: (story) =>
    write(story, name, supplier, daysAgo, lines, { direction: 'purchase', fiscalNumber, expenseType: '09' }),
});

const sale = (
  name: string,
  customer: string | null,
  daysAgo: number,
  fiscalType: 'B01' | 'B02' | null,
  lines: Line[],
  details: (story: DemoStory) => object = () => ({}),
): DemoChapter => ({
  daysAgo,
  tell: (story) => write(story, name, customer, daysAgo, lines, { fiscalType, ...details(story) }),
});

const rent: DemoChapter = {
  daysAgo: 25,
  tell: async ({ api, day, keep, idOf }) => {
    const { id } = await unwrap(
      api.POST('/v1/record/pending', {
        body: {
          direction: 'purchase',
          contactId: idOf('contact', 'Inmobiliaria Colonial, SRL'),
          date: day(25),
          fiscalNumber: 'B0100000218',
          expenseType: '03',
          elements: [
            {
              description: 'Alquiler del local',
              quantity: '1',
              unitPrice: '35000.00',
              taxIds: [idOf('tax', 'ITBIS-18')],
            },
          ],
        },
      }),
    );
    keep('document', 'rent', id);
  },
};

export const chapters: DemoChapter[] = [
  purchase('goods', 'Distribuidora del Cibao, SRL', 28, 'B0100004471', [
    ['ARZ', '60', '1900.00'],
    ['HAB', '20', '4100.00'],
    ['ACE', '40', '1530.00'],
    ['AZU', '15', '2600.00'],
    [
      'CAF',
      '80',
      '265.00',
      [],
      [
        ['CF-1031', 20, '40'],
        ['CF-1107', 160, '40'],
      ],
    ],
    ['PAP', '24', '880.00'],
    ['DET', '18', '1150.00'],
    ['RON', '36', '540.00'],
    ['INV', '3', '21500.00', ['INV-24-0101', 'INV-24-0102', 'INV-24-0103']],
  ]),
  purchase('flour', 'Molinos de Haina, SA', 26, 'B0100090312', [['HAR', '10', '2200.00']]),
  rent,
  sale('bakery', 'Panadería Ñame', 24, 'B01', [
    ['AZU', '3'],
    ['ACE', '5'],
    ['ENT', '1'],
  ]),
  sale(
    'past due',
    'Cafetería El Malecón',
    22,
    'B01',
    [
      ['CAF', '24'],
      ['PAP', '4'],
    ],
    ({ day }) => ({ dueOn: day(7) }),
  ),
  sale('ticket 1', null, 19, 'B02', [
    ['PAN', '240'],
    ['CAF', '4'],
  ]),
  sale('hotel', 'Hotel Las Mercedes', 18, 'B01', [
    ['ARZ', '12'],
    ['HAB', '4'],
    ['DET', '6'],
  ]),
  sale('ticket 2', null, 15, 'B02', [
    ['CAN', '1'],
    ['RON', '2'],
  ]),
  sale('ticket 3', null, 9, 'B02', [
    ['PAN', '300'],
    ['PAP', '2'],
  ]),
  sale('inverter', 'Altagracia Guzmán', 8, 'B02', [['INV', '1', undefined, ['INV-24-0102']]]),
  sale('ticket 4', null, 3, 'B02', [
    ['RON', '6'],
    ['ACE', '1'],
  ]),
  sale('delivered later', 'Hotel Las Mercedes', 2, 'B01', [['ARZ', '10']], () => ({ deliverLater: true })),
  sale('quote', 'Cafetería El Malecón', 1, null, [['CAF', '60']], () => ({
    kind: 'quote',
    notes: 'Entrega incluida en Santo Domingo.',
  })),
  sale('subscription', 'Panadería Ñame', 0, 'B01', [['AZU', '2']], ({ day }) => ({
    recurrency: { frequency: 'monthly', startsOn: day(0) },
  })),
];
