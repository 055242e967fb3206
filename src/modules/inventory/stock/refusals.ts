import { DivisionArchived } from '#modules/accounting/index.ts';
import { ReferenceNotFound, type RefusalKind, refusal } from '#platform/refusal.ts';

export const StockInsufficient = refusal(
  'stock_insufficient',
  'There is not enough stock: reduce the quantity, or receive goods first.',
);
export const StockNotTracked = refusal(
  'stock_not_tracked',
  'The stock of this product is not tracked: set `tracksStock` first.',
);
export const StockOutOfRange = refusal('stock_out_of_range', 'The quantity or value is too large: reduce it.');
export const SerialNumbersRequired = refusal(
  'serial_numbers_required',
  'Each unit of this product has a serial number: give one for each unit.',
);
export const SerialNumbersNotTracked = refusal(
  'serial_numbers_not_tracked',
  'This product has no serial numbers: leave them out.',
);
export const SerialNumberInStock = refusal(
  'serial_number_in_stock',
  'A unit with this serial number is already in stock: check the number.',
);
export const SerialNumberNotInStock = refusal(
  'serial_number_not_in_stock',
  'This branch has no free unit with this serial number: check the number and the branch.',
);
export const LotsInvalid = refusal(
  'lots_invalid',
  'The lots do not suit the line: the product has no lots, they have more than the line, or a lot has another expiry date.',
);
export const LotInsufficient = refusal(
  'lot_insufficient',
  'This branch has not as much of this lot: check the lot, the quantity and the branch.',
);
export const LotNotSold = refusal(
  'lot_not_sold',
  'Not as much of this lot is left to come back: check the lot and the quantity.',
);
export const LotsUnusable = refusal(
  'lots_unusable',
  'Expired and blocked lots cannot be sold: choose another lot, or receive goods first.',
);
export const CounterIsInventory = refusal(
  'counter_is_inventory',
  'Stock cannot be posted against the inventory account itself: choose another account.',
);
export const CostsAdded = refusal(
  'costs_added',
  'Landed costs were added to these goods: void the landed costs first.',
  409,
);

/** The refusals of every change of stock. */
export const stockRefusals: RefusalKind[] = [
  ReferenceNotFound,
  DivisionArchived,
  StockInsufficient,
  StockNotTracked,
  StockOutOfRange,
  SerialNumbersRequired,
  SerialNumbersNotTracked,
  SerialNumberInStock,
  SerialNumberNotInStock,
  LotsInvalid,
  LotInsufficient,
  LotsUnusable,
  CounterIsInventory,
  CostsAdded,
];
