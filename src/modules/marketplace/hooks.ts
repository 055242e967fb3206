import type { TenantContext } from '#platform/context.ts';
import { hook } from '#platform/hook.ts';

/** The shop of an organization on its own website. */
export interface Shop {
  /** Null: there is no shop, or it is closed. */
  url: string | null;
  colour: string | null;
  /** The products that somebody asks for, and those of them that the shop sells. */
  askedIds: string[];
  soldIds: Set<string>;
}

/** Fills in the shop that an organization has, and which of the products it sells there. */
export const fillInShop = hook<[ctx: TenantContext, shop: Shop]>('marketplace.fillInShop');
