import { AmountOutOfRange, DivisionArchived, RateUnknown } from '#modules/accounting/index.ts';
import { PriceMissing, ResourceArchived, WithheldTooMuch } from '#modules/invoicing/index.ts';
import { taxRefusals } from '#modules/taxes/index.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NewReplenishment, Replenishment } from './order.schema.ts';
import { NothingToOrder, orderGoods, QuantityMissing, SupplierMissing, TooManySuggestions } from './order.ts';

export const orderRoutes = [
  route('POST', '/v1/resource/replenishment', 'invoicing:write', {
    action: 'order',
    summary: 'Order what is missing',
    description:
      'Makes purchase orders, all or none, from chosen rows of the list or from all that match a filter (at most 1,000): one for each supplier, division and currency. They are documents like others, and change neither stock nor books. A row that is not on the list any more is refused, so that nothing is ordered twice. Rows without a supplier, a cost or a quantity are refused if chosen, and `skipped` by a filter.',
    status: 201,
    body: NewReplenishment,
    returns: Replenishment,
    refusals: [
      NothingToOrder,
      SupplierMissing,
      QuantityMissing,
      TooManySuggestions,
      DivisionArchived,
      PriceMissing,
      ResourceArchived,
      RateUnknown,
      AmountOutOfRange,
      WithheldTooMuch,
      ...taxRefusals,
    ],
    examples: { body: { rows: [{ resourceId: exampleId, divisionId: otherExampleId, quantity: '24' }] } },
    handler: (ctx, { body }) => orderGoods(ctx, body),
  }),
];
