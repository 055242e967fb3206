import { DivisionArchived } from '#modules/accounting/index.ts';
import { ReferenceNotFound, type RefusalKind, refusal } from '#platform/refusal.ts';

export const StockInsufficient = refusal(422, 'stock_insufficient', 'There is not enough of it to take so much.');
export const StockNotTracked = refusal(422, 'stock_not_tracked', 'This resource has no stock.');
export const StockOutOfRange = refusal(422, 'stock_out_of_range', 'So much of it, or of such a value, cannot be held.');
export const SerialNumbersRequired = refusal(
  422,
  'serial_numbers_required',
  'Each unit of this resource has a serial number: name as many, each once.',
);
export const SerialNumbersNotTracked = refusal(
  422,
  'serial_numbers_not_tracked',
  'Units of this resource have no serial numbers.',
);
export const SerialNumberInStock = refusal(
  422,
  'serial_number_in_stock',
  'A unit with this serial number is here already.',
);
export const SerialNumberNotInStock = refusal(
  422,
  'serial_number_not_in_stock',
  'No free unit with this serial number is in this division.',
);
export const CounterIsInventory = refusal(
  422,
  'counter_is_inventory',
  'Stock is posted against another account than that of the inventory.',
);

/** What every change of stock may answer. */
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
  CounterIsInventory,
];
