import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { Quantity } from './quantity.ts';

const LOTS_MAX = 100;

export const LotNumber = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]{1,60}$/, 'must have 1 to 60 letters, digits or signs of plain ASCII')
  .describe('The number of the batch, as on the goods.');

/** The lots of a line. */
export const GivenLots = uniqueList(
  z.strictObject({
    lot: LotNumber,
    expiresOn: CalendarDate.optional().describe('The last day on which it can be sold, for goods that arrive.'),
    quantity: Quantity.optional().describe('Default: what the other lots leave of the line.'),
  }),
  { max: LOTS_MAX, by: ({ lot }) => lot },
)
  .refine((lots) => lots.filter(({ quantity }) => quantity === undefined).length <= 1, {
    error: 'must have at most one lot without a quantity',
    params: { code: 'required' },
  })
  .meta({
    id: 'GivenLots',
    description:
      'The lots (batches) of the goods. Goods that arrive beyond them have no lot; goods that leave beyond them leave by expiry.',
    example: [{ lot: 'L2026-114', expiresOn: '2027-06-30', quantity: '24' }],
  });

/** The lots of a line, in answers. */
export const LotsOfLine = z
  .array(
    z.object({
      lot: z.string().describe('The number of the batch, as on the goods.'),
      expiresOn: CalendarDate.nullish().describe('The last day on which it can be sold; null: it does not expire.'),
      quantity: z.string().optional().describe('Of the line in this lot.'),
    }),
  )
  .meta({ id: 'LotsOfLine', description: 'The lots (batches).' });
