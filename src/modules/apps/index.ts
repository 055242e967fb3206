/** The public interface: what the operator may do with apps, and the ports of stores. */
export { publishToAll, withdrawFromAll } from './release/release.ts';
export {
  type Headers,
  type ReadMessage,
  type Shop,
  type StoreappA,
  type StoreappB,
  type StoreChange,
  type StoreCustomer,
  type StoreFact,
  type StoreLine,
  type StoreSite,
  storeappA,
  storeappB,
  tooLarge,
  WEBHOOK_BYTES_MAX,
} from './store/store.port.ts';
