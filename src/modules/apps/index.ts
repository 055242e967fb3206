/** The public interface: what the operator may do with apps, and the ports of stores. */
export { publishToAll, withdrawFromAll } from './release/release.ts';
export {
  type Headers,
  type StoreappA,
  type StoreappB,
  type StoreCustomer,
  type StoreFact,
  type StoreLine,
  type StoreSite,
  storeappA,
  storeappB,
} from './store/store.port.ts';
