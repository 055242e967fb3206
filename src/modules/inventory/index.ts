/** The public interface of the inventory for other modules. */

export { resourceRecordCreated } from './events.ts';
export {
  afterCostsChanged,
  afterUnitsCorrected,
  beforeUnitsCorrected,
  type CauseDocument,
  type CostChange,
  fillInCauses,
  type UnitCorrection,
} from './hooks.ts';
export { type Available, availableStock } from './position/available.ts';
export { boughtArrivals, limitedPositions, selectConsumption, shortStock } from './position/position.sql.ts';
export { plannedProductions } from './production/recipe.sql.ts';
export { SerialNumbers } from './resource-record/record.schema.ts';
export { addCosts } from './stock/add-costs.ts';
export { GivenLots, LotsOfLine } from './stock/lots.schema.ts';
export { type LineLot, lotsBetween, lotsOutside, withQuantities } from './stock/lots.ts';
export {
  moveStock,
  replaceStock,
  type StockMovement,
  type StockTransfer,
  undoStock,
} from './stock/move-stock.ts';
export { CounterIsInventory, LotNotSold, StockInsufficient, StockOutOfRange, stockRefusals } from './stock/refusals.ts';
export { releaseStock, reserveAvailable, reserveStock } from './stock/reserve-stock.ts';
export { revalueOnce } from './stock/revalue-stock.ts';
export { correctedUnits } from './stock/serials.sql.ts';
export {
  type Cause,
  type CausedMovement,
  findMovements,
  lockPositions as lockStock,
  type Reservation,
  selectMovementsOfCauses,
} from './stock/stock.sql.ts';
export { positionKey, type StockKey } from './tables.ts';
