import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { exampleId, otherExampleId, thirdExampleId } from '#platform/http/example-ids.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { GivenLots, LotsOfLine } from '../stock/lots.schema.ts';
import { Quantity, QuantityOrZero, SignedQuantity } from '../stock/quantity.ts';

/** Limited, so that sums of it fit. */
export const Money = decimalWithin({ min: 0, digits: 13 });

export const SerialNumber = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]{1,60}$/, 'must have 1 to 60 letters, digits or signs of plain ASCII')
  .meta({ example: 'SN-000123' });

export const SerialNumbers = uniqueList(SerialNumber, { max: 1000 }).describe(
  'One for each unit, if the units of the resource have serial numbers.',
);

export const Note = z.string().trim().max(1000).nullable().describe('For your own people.');

const line = {
  resourceId: z.uuid().describe('The product.'),
  divisionId: z.uuid().describe('The division (branch or till) where it arrives or leaves.'),
  quantity: Quantity.describe('How much of it moves.'),
  serialNumbers: SerialNumbers.optional(),
  lots: GivenLots.optional(),
  note: Note.optional(),
};

const counter = {
  chartAccountId: z
    .uuid()
    .optional()
    .describe('The account against the inventory. Without it: `inventoryAdjustments` of the posting rules.'),
};

const valueOrUnitCost = {
  value: Money.optional().describe('The total value, in the organization’s currency.'),
  unitCost: Money.optional().describe('Or the value of one unit. Without both: the present cost.'),
};

const date = { date: CalendarDate.optional().describe('Default: today in the organization. Never in the future.') };

const In = {
  type: z.literal('IN').describe('`IN` receives, `OUT` issues, `TRANSFER` moves to another division.'),
  ...line,
  ...counter,
  ...valueOrUnitCost,
};
const Out = {
  type: z.literal('OUT').describe('`IN` receives, `OUT` issues, `TRANSFER` moves to another division.'),
  ...line,
  ...counter,
  departure: z
    .enum(['sold', 'returned', 'used', 'scrapped'])
    .default('scrapped')
    .describe('The new status of units with serial numbers.'),
};
const Transfer = {
  type: z.literal('TRANSFER').describe('`IN` receives, `OUT` issues, `TRANSFER` moves to another division.'),
  ...line,
  toDivisionId: z.uuid().describe('Where it goes: `GET /v1/division`.'),
};

const hasOnePrice = ({ value, unitCost }: { value?: unknown; unitCost?: unknown }) =>
  value === undefined || unitCost === undefined;
const onePrice = { error: 'must have a value or a unit cost, not both', params: { code: 'exactly_one' } };

export const NewStockMovement = z.discriminatedUnion('type', [
  z.strictObject({ ...In, ...date }).refine(hasOnePrice, onePrice),
  z.strictObject({ ...Out, ...date }),
  z.strictObject({ ...Transfer, ...date }),
]);

const MovementLine = z.discriminatedUnion('type', [
  z.strictObject(In).refine(hasOnePrice, onePrice),
  z.strictObject(Out),
  z.strictObject(Transfer),
]);
export type MovementLine = z.output<typeof MovementLine>;

export const NewStockMovements = z.strictObject({
  ...date,
  records: z
    .array(MovementLine)
    .min(1)
    .max(1000)
    .meta({
      example: [
        {
          type: 'TRANSFER',
          resourceId: exampleId,
          divisionId: otherExampleId,
          toDivisionId: thirdExampleId,
          quantity: '3',
        },
      ],
    })
    .describe('At most 1,000, in this order.'),
});

const CountedLine = z
  .strictObject({
    resourceId: z.uuid().describe('The product.'),
    quantity: QuantityOrZero.optional().describe('The counted quantity.'),
    serialNumbers: SerialNumbers.optional().describe('Or the counted units, if they have serial numbers.'),
    lots: GivenLots.optional().describe('The counted lots. Of others, nothing is left.'),
    expected: SignedQuantity.optional().describe(
      'The stock of the books when it was counted: what was sold or received since then is added to the count. Without it the count is of this moment.',
    ),
    expectedSerialNumbers: SerialNumbers.optional().describe('The same for units with serial numbers.'),
    expectedLots: GivenLots.optional().describe('Required if both `lots` and `expected` are given.'),
  })
  .refine(({ quantity, serialNumbers }) => (quantity === undefined) !== (serialNumbers === undefined), {
    error: 'must have a quantity or serial numbers',
    params: { code: 'exactly_one' },
  })
  .refine(({ serialNumbers, lots }) => serialNumbers === undefined || lots === undefined, {
    error: 'must have serial numbers or lots',
    params: { code: 'exactly_one' },
  })
  .refine(({ quantity, expected }) => quantity !== undefined || expected === undefined, {
    path: ['expectedSerialNumbers'],
    error: 'is what counted serial numbers are compared with',
    params: { code: 'required' },
  })
  .refine(({ serialNumbers, expectedSerialNumbers }) => serialNumbers !== undefined || !expectedSerialNumbers, {
    path: ['expected'],
    error: 'is what a counted quantity is compared with',
    params: { code: 'required' },
  })
  .refine(
    ({ lots, expected, expectedLots }) =>
      (lots !== undefined && expected !== undefined) === (expectedLots !== undefined),
    {
      path: ['expectedLots'],
      error: 'must be given together with `lots` and `expected`',
      params: { code: 'required' },
    },
  );

export const StockCount = z.strictObject({
  divisionId: z.uuid().describe('The division (branch or till) of the count.'),
  lines: uniqueList(CountedLine, { min: 1, max: 1000, by: ({ resourceId }) => resourceId }).describe(
    'What was counted; other products stay as they are.',
  ),
  ...counter,
  note: Note.optional(),
});

export const StockMovementChange = z
  .strictObject({
    id: z.uuid().describe('The movement to correct.'),
    note: Note.optional(),
    serialNumbers: SerialNumbers.optional(),
  })
  .refine(({ note, serialNumbers }) => note !== undefined || serialNumbers !== undefined, {
    error: 'changes the note or the serial numbers',
    params: { code: 'required' },
  });

export const StockMovementType = z
  .enum(['IN', 'OUT', 'TRANSFER', 'ADJUSTMENT'])
  .describe('`ADJUSTMENT` changes the value of stock without moving it.');

export const StockMovement = z.object({
  id: z.uuid(),
  type: StockMovementType.describe('`ADJUSTMENT` changes the value of stock without moving it.'),
  resourceId: z.uuid().describe('The product.'),
  divisionId: z.uuid().describe('Where it arrived or left.'),
  counterpartId: z.uuid().nullable().describe('The other half of a transfer.'),
  counterpartDivisionId: z.uuid().nullable().describe('The other division of a transfer.'),
  date: CalendarDate.describe('The day on which it counts.'),
  quantity: z.string().describe('Negative for goods that left.'),
  value: z.string().describe('The cost, in the organization’s currency; negative for goods that left.'),
  quantityAfter: z.string().describe('The quantity of the position after the movement.'),
  valueAfter: z.string().describe('The value of the position after the movement.'),
  currency: z.string(),
  cause: z
    .object({
      kind: z.string().describe('`invoice`, `delivery`, `return`, `resource-record` (by hand), `stock-count`, …'),
      id: z.uuid().describe('Of the document or action.'),
    })
    .describe('The document or action that moved it.'),
  reversesId: z.uuid().nullable().describe('The movement that this one reverses.'),
  serialNumbers: z.array(z.string()).describe('Of the units, if they have them.'),
  lots: LotsOfLine,
  note: z.string().nullable().describe('What was noted with it; null: nothing.'),
  userId: z.uuid().nullable().describe('Who moved it; null: the service.'),
  createdAt: Timestamp,
});

export const StockCountResult = z.object({
  divisionId: z.uuid().describe('Where it was counted.'),
  lines: z
    .array(
      z.object({
        resourceId: z.uuid().describe('The product.'),
        before: z.string().describe('The stock before the count.'),
        counted: z.string().describe('The stock after the count.'),
        difference: z.string().describe('Counted less before.'),
        value: z.string().describe('The value of the difference.'),
      }),
    )
    .describe('One for each product that was counted.'),
  currency: z.string(),
  records: z.array(StockMovement).describe('The movements that made the difference.'),
});
