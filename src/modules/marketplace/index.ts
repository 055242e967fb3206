/** The public interface: the shops that websites open. */
export { cartUrl } from './cart/describe.ts';
export { cartOf } from './cart/form.ts';
export { fillInShop, type Shop } from './hooks.ts';
export { offerOf } from './listing/offer.ts';
export { actionForm } from './page/parts.ts';
export { productArticle, productPreview, valueText } from './page/product.ts';
