import { toMinor } from '#platform/money.ts';
import { emailPattern, type Html, html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import { picture } from '#platform/pages/picture.ts';
import { cityOf } from '../cart/address.ts';
import { eachOf } from '../listing/offer.ts';
import { handoverFields, isDeliverable, orderedHandover } from './handover.ts';
import {
  actionForm,
  type Cart,
  cartForm,
  field,
  MARKET_PATH,
  marketMenu,
  money,
  type Part,
  productPath,
  type Words,
} from './parts.ts';
import { wordsIn } from './words.ts';

type Item = Part['items'][number];

/** A cart for a browser. Everything on it works without scripts. */
export function cartPage(cart: Cart, { language }: Visit): Page {
  const { shop } = cart;
  const say = wordsIn(language, shop !== null);
  const isOpen = cart.status === 'open';
  const backTo = shop ? shop.url : MARKET_PATH;
  return {
    language,
    title: isOpen ? say.yourCart : say.yourOrder,
    ...(shop && brandOf(shop, say)),
    body: html`${!shop && marketMenu(language, null)}
<h1 class="intro">${isOpen ? say.yourCart : say.yourOrder}</h1>
${notices(cart, say)}
${
  cart.sellers.length === 0
    ? html`<section class="card notice"><p>${say.empty}</p>${backTo && html`<p class="actions"><a class="button" href="${backTo}">${say.shop}</a></p>`}</section>`
    : columns(cart, say)
}`,
  };
}

/** Sums of all sellers follow only where there are several: one seller's card has the total already. */
function columns(cart: Cart, say: Words): Html {
  const cards = cart.sellers.map((part) => sellerCard(cart, part, say));
  const side =
    cart.status === 'open'
      ? orderCard(cart, say)
      : cart.sellers.length > 1 && html`<section class="card">${sums(cart, say)}</section>`;
  return side
    ? html`<div class="checkout"><div class="about">${cards}</div><div class="side">${side}</div></div>`
    : html`${cards}`;
}

const brandOf = ({ name, url, logoUrl, colour }: NonNullable<Cart['shop']>, say: Words): Partial<Page> => ({
  brand: { name, logoUrl, ...(colour && { colour }) },
  menu: url === null ? [] : [{ label: say.shop, url }],
});

function notices({ status, problem, refusal, sellers }: Cart, say: Words): Html | null {
  if (status === 'ordering' || status === 'undoing') return html`<p class="message" role="status">${say.ordering}</p>`;
  if (status === 'ordered') return html`<p class="message" role="status">${say[outcomeOf(sellers)]}</p>`;
  const isUsedUp = refusal?.code === 'discount_used_up';
  const code = isUsedUp ? refusal.code : (problem ?? (refusal ? 'order_refused' : null));
  const refusals: Record<string, string> = say.refusals;
  const text = code && (refusals[code] ?? say.refusals.cart_changed);
  return text
    ? html`<div class="alert" role="alert"><p>${text}${refusal?.seller && html` (${refusal.seller})`}</p></div>`
    : null;
}

function outcomeOf(sellers: Part[]): 'placed' | 'settled' | 'canceled' {
  const states = sellers.map(({ order }) => order?.state);
  if (states.every((state) => state === 'void')) return 'canceled';
  return states.every((state) => state === 'paid' || state === 'void') ? 'settled' : 'placed';
}

const sellerCard = (cart: Cart, part: Part, say: Words): Html => html`<section class="card">
${!cart.shop && html`<h2>${say.soldBy} ${part.seller.name}</h2>`}
<ul class="lines">${part.items.map((item) => itemRow(cart, part, item, say))}</ul>
<dl class="sums">
${deliveryCost(part, say)}
<dt class="strong">${say.total}</dt><dd class="strong">${money(part.total, part.currency)}</dd>
${part.discount !== '0.00' && html`<dt>${say.discount}</dt><dd>${money(part.discount, part.currency)}</dd>`}
${part.tax !== '0.00' && html`<dt>${say.tax}</dt><dd>${money(part.tax, part.currency)}</dd>`}
</dl>
${part.order && html`${orderedHandover(cart, part.order, say)}${orderActions(part, part.order, say)}`}
</section>`;

/** A charge once it applies; of a chosen method also that it is free. */
function deliveryCost({ delivery, deliveryMethods, currency }: Part, say: Words): Html | null {
  if (!delivery || !(delivery.isCharged || deliveryMethods.length > 0)) return null;
  return html`<dt>${delivery.name}</dt><dd>${delivery.isCharged ? money(delivery.price, currency) : say.free}</dd>`;
}

const productUrl = ({ shop }: Cart, { resourceId }: Item): string | null => {
  if (!shop) return productPath(resourceId);
  return shop.url && `${shop.url}/products/${resourceId}`;
};

function itemRow(cart: Cart, { currency }: Part, item: Item, say: Words): Html {
  const { name, quantity, total, problem, previousPrice } = item;
  const title = name || say.problems.not_listed;
  const pageUrl = problem === 'not_listed' || item.isExtra ? null : productUrl(cart, item);
  const each = problem ? null : money(eachOf(toMinor(total, currency), quantity, currency), currency);
  return html`<li>
${cart.status === 'open' && picture(item.imageUrl, title, new URL(cart.url).origin)}
<div class="what"><b>${pageUrl === null ? title : html`<a href="${pageUrl}">${title}</a>`}</b>
<span class="quiet">${each && cart.status !== 'open' && html`${quantity} × `}${each && html`${each} ${say.each}`}</span>
${problem && html`<span class="badge bad">${say.problems[problem]}</span>`}
${previousPrice && html`<span class="badge bad">${say.previous(money(previousPrice, currency))}</span>`}</div>
<b class="number">${!problem && money(total, currency)}</b>
${cart.status === 'open' && quantityForms(cart, item, title, say)}
</li>`;
}

/** Forms name the shop, so that the browser keeps the cart as that of the shop. */
const keyOf = ({ id: cartId, shop }: Cart): Record<string, string> => ({ cartId, ...(shop && { shopId: shop.id }) });

function quantityForms(cart: Cart, { resourceId, quantity }: Item, title: string, say: Words): Html {
  const hidden = { ...keyOf(cart), resourceId };
  return html`<div class="quantity">${actionForm(
    'set',
    hidden,
    html`<label class="unseen" for="q-${resourceId}">${say.quantityOf(title)}</label>
<input id="q-${resourceId}" name="quantity" type="number" inputmode="decimal" min="0" max="1000000" step="any" value="${quantity}" required>
<button class="button second" type="submit" aria-label="${say.changeNamed(title)}">${say.change}</button>`,
  )}
${actionForm(
  'set',
  { ...hidden, quantity: '0' },
  html`<button class="link" type="submit" aria-label="${say.removeNamed(title)}">${say.remove}</button>`,
)}</div>`;
}

function orderActions({ currency }: Part, { number, state, balance, payUrl }: NonNullable<Part['order']>, say: Words) {
  const open = state === 'open' || state === 'partial' || state === 'past-due';
  return html`<p class="quiet">${say.invoice} ${number}
${state === 'paid' && html` <span class="badge good">${say.paid}</span>`}${state === 'void' && html` <span class="badge">${say.void}</span>`}</p>
${open && payUrl && html`<p class="actions"><a class="button" href="${payUrl}">${say.pay(money(balance, currency))}</a></p>`}
${open && !payUrl && html`<p class="quiet">${say.waiting}</p>`}`;
}

const sums = ({ totals }: Cart, say: Words): Html =>
  html`<dl class="sums">${totals.map(
    ({ currency, total }) =>
      html`<dt class="strong">${say.total}</dt><dd class="strong">${money(total, currency)}</dd>`,
  )}</dl>`;

/** The last steps before the order: accept changed prices, enter a coupon, and give the buyer's data. */
function orderCard(cart: Cart, say: Words): Html {
  const { sellers, revision, totals } = cart;
  const items = sellers.flatMap((part) => part.items);
  const isChanged = items.some(({ previousPrice }) => previousPrice !== null);
  const isMissing = items.some(({ problem }) => problem !== null);
  const charges = chargesOf(cart);
  // Where delivery is charged, the address is known before the order: the total depends on it.
  const address: Record<string, string> =
    charges.length > 0 && cart.delivery ? { line1: cart.delivery.line1, city: cart.delivery.city } : {};
  const amount = totals.map(({ currency, total }) => money(total, currency)).join(' + ');
  return html`<section class="card pay">${sellers.length > 1 && sums(cart, say)}
${isChanged && actionForm('accept', keyOf(cart), html`<p class="actions"><button class="button" type="submit">${say.accept}</button></p>`)}
${couponForms(cart, say)}
${
  cart.sellers.some(({ deliveryProblem, deliveryMethods }) => deliveryProblem !== null || deliveryMethods.length > 0)
    ? methodForm(cart, say, { amount, canOrder: !isChanged && !isMissing })
    : html`${charges.length > 0 && actionForm('deliver', keyOf(cart), deliveryFields(cart, charges, say), 'rule')}
${!isChanged && !isMissing && actionForm('order', { ...keyOf(cart), ...address, revision }, buyerFields(cart, say, amount), 'rule')}`
}
</section>`;
}

function couponForms(cart: Cart, say: Words): Html {
  const { sellers, coupon, couponApplies, couponUsedUp, refusal } = cart;
  const isUseless = coupon !== null && !couponApplies;
  // Carts have no other discounts. Whether this buyer may still use the coupon is known when they order.
  const saved = refusal?.code === 'discount_used_up' ? [] : sellers.filter(({ discount }) => discount !== '0.00');
  const amount = saved.map(({ discount, currency }) => money(discount, currency)).join(' + ');
  return html`${actionForm(
    'coupon',
    keyOf(cart),
    html`<label for="coupon">${say.coupon}</label>
<div class="joined"><input id="coupon" name="coupon" value="${coupon ?? ''}" maxlength="40" autocapitalize="characters"
${isUseless && html`aria-invalid="true" aria-describedby="coupon-error"`}>
<button class="button second" type="submit">${say.apply}</button></div>
${isUseless && html`<p class="error" id="coupon-error">${couponUsedUp ? say.usedCoupon : say.noCoupon}</p>`}
${amount && html`<p><span class="badge good">${say.savedWith(amount)}</span></p>`}`,
    'rule',
  )}
${coupon !== null && actionForm('coupon', keyOf(cart), html`<button class="link" type="submit">${say.removeCoupon}</button>`)}`;
}

/**
 * The choice of delivery methods and the buyer's data in one form, so that neither is lost when the other is sent. The buyer orders
 * once the total includes the delivery.
 */
function methodForm(cart: Cart, say: Words, { amount, canOrder }: { amount: string; canOrder: boolean }): Html {
  const isReady = isDeliverable(cart);
  return html`<div class="rule" id="handover">${cartForm(
    { ...keyOf(cart), revision: cart.revision },
    html`${handoverFields(cart, say)}
<p class="actions"><button class="button${isReady ? ' second' : ''}" type="submit" name="action" value="deliver"${isReady && html` formnovalidate`}>${isReady ? say.update : say.goOn}</button></p>
${isReady && canOrder && html`<div class="rule">${buyerFields(cart, say, amount, 'order')}</div>`}`,
  )}</div>`;
}

const chargesOf = ({ sellers }: Cart): string[] =>
  sellers.flatMap(({ delivery, currency }) => (delivery ? money(delivery.price, currency) : []));

const addressFields = ({ delivery }: Cart, say: Words): Html => html`
${field('line1', say.address, delivery?.line1, html`autocomplete="street-address" maxlength="200"`)}
${field('city', say.city, cityOf(delivery), html`autocomplete="address-level2" maxlength="100"`)}`;

const deliveryFields = (
  cart: Cart,
  charges: string[],
  say: Words,
): Html => html`<h2>${say.delivery(charges.join(' + '))}</h2>
${addressFields(cart, say)}
<p class="actions"><button class="button second" type="submit">${say.deliver}</button></p>`;

/** `action` is sent with the button that is pressed. */
const buyerFields = (cart: Cart, say: Words, amount: string, action: 'order' | null = null): Html => {
  const { buyer, notes } = cart;
  return html`<h2>${say.details}</h2>
${field('name', say.name, buyer?.name, html`autocomplete="name" maxlength="200" required`)}
${field('email', say.email, buyer?.email, html`type="email" autocomplete="email" maxlength="254" ${emailPattern} required`)}
${field('phone', say.phone, buyer?.phone, html`type="tel" autocomplete="tel" minlength="5" maxlength="40"`)}
${!action && chargesOf(cart).length === 0 && addressFields(cart, say)}
${field('taxId', say.taxId, buyer?.taxId, html`minlength="5" maxlength="30"`)}
<div class="field"><label for="notes">${say.notes}</label><textarea id="notes" name="notes" rows="2" maxlength="2000">${notes}</textarea></div>
<p class="actions"><button class="button" type="submit"${action && html` name="action" value="${action}"`}>${say.order(amount)}</button></p>
<p class="quiet secure">${say.orderNote}</p>`;
};
