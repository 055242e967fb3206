import { formatDate } from '#platform/format.ts';
import { type Content, type Html, html, safeUrl } from '#platform/pages/html.ts';
import { addressText, branchText, cityOf, isCollected } from '../cart/address.ts';
import { zoneText } from '../delivery-method/offered.ts';
import { type Cart, field, money, type Part, type Words } from './parts.ts';

type Option = Part['deliveryMethods'][number];
type Order = NonNullable<Part['order']>;

const ZONES_SHOWN = 12;

/** Whether it is settled how everything in the cart reaches the buyer. */
export const isDeliverable = ({ sellers }: Cart): boolean =>
  sellers.every(({ deliveryProblem }) => deliveryProblem === null);

/** The methods of each seller, and the address that some of them need. */
export function handoverFields(cart: Cart, say: Words): Html {
  const choosing = cart.sellers.filter(({ deliveryMethods }) => deliveryMethods.length > 0);
  const isStuck = cart.sellers.some(
    ({ deliveryProblem, deliveryMethods }) => deliveryProblem !== null && deliveryMethods.length === 0,
  );
  return html`<h2>${say.handover}</h2>
${isStuck && html`<p class="error">${say.noMethods}</p>`}
${choosing.map((part) => methodChoice(cart, part, say))}
${addressPart(cart, say)}`;
}

function methodChoice(cart: Cart, { seller, deliveryMethods, currency }: Part, say: Words): Html {
  const isOnly = deliveryMethods.length === 1;
  return html`<fieldset class="field"><legend>${cart.shop ? say.howToGet : say.howToGetOf(seller.name)}</legend>
<div class="choices">${deliveryMethods.map(
    (
      option,
    ) => html`<label class="choice"><input type="radio" name="methods.${seller.id}" value="${option.id}" required${
      option.kind === 'delivery' && html` class="delivers"`
    }${(isOnly || cart.deliveryMethodIds.includes(option.id)) && html` checked`}>
<span class="what">${describeOption(option, currency, say)}</span></label>`,
  )}</div></fieldset>`;
}

function describeOption(
  { name, details, branch, zones, price, freeFrom, untilFree, isServed }: Option,
  currency: string,
  say: Words,
) {
  const isFree = /^0(\.0+)?$/.test(price);
  const places = zones.slice(0, ZONES_SHOWN).map(zoneText).join('; ');
  return html`<span class="priced"><b>${name}</b> <b class="number">${isFree ? say.free : money(price, currency)}</b></span>
${branch && html`<span class="quiet">${branchText(branch)}</span>`}
${details && html`<span class="quiet">${details}</span>`}
${places && html`<span class="quiet">${say.zones(zones.length > ZONES_SHOWN ? `${places}…` : places)}</span>`}
${freeFrom && untilFree && html`<span class="quiet">${say.freeFrom(money(freeFrom, currency), money(untilFree, currency))}</span>`}
${!isServed && html`<span class="badge bad">${say.unserved}</span>`}`;
}

/** Hidden while only methods without an address are chosen. Sellers without methods deliver to the address, if there is one. */
function addressPart(cart: Cart, say: Words): Html | null {
  const { delivery, sellers } = cart;
  const options = sellers.flatMap(({ deliveryMethods }) => deliveryMethods);
  const isAlwaysAsked = sellers.some(({ deliveryMethods }) => deliveryMethods.length === 0);
  if (!isAlwaysAsked && !options.some(({ kind }) => kind === 'delivery')) return null;
  const isMissing = sellers.some(({ deliveryProblem }) => deliveryProblem === 'address_required');
  const zones = options.flatMap((option) => option.zones);
  const isShown = isAlwaysAsked || cart.problem === 'not_served';
  const street = errorOf(isMissing && !delivery && say.addressNeeded);
  const town = errorOf(isMissing && delivery !== null && say.townNeeded);
  return html`<div class="address${isShown ? '' : ' when-delivered'}">
${field('line1', isAlwaysAsked ? say.address : say.deliveryAddress, delivery?.line1, html`autocomplete="street-address" maxlength="200" ${street.mark}`, street.text)}
${placeField('sector', say.sector, delivery?.sector, zones, html`autocomplete="address-level3"`)}
${placeField('city', say.town, cityOf(delivery), zones, html`autocomplete="address-level2" ${town.mark}`, town.text)}
${placeField('province', say.province, delivery?.province, zones, html`autocomplete="address-level1"`)}
</div>`;
}

/** Marks a field as wrong and says why. Only one field of the address is wrong at a time. */
const errorOf = (message: string | false) => ({
  mark: message && html`aria-invalid="true" aria-describedby="address-error"`,
  text: message && html`<p class="error" id="address-error">${message}</p>`,
});

/** A part of the address, with the places of the zones to choose from. */
function placeField(
  name: 'sector' | 'city' | 'province',
  label: string,
  value: string | undefined,
  zones: Option['zones'],
  attributes: Html,
  error: Content = null,
): Html {
  const known = [...new Set(zones.flatMap((zone) => zone[name] ?? []))];
  if (known.length === 0) return field(name, label, value, html`maxlength="100" ${attributes}`, error);
  const places = html`<datalist id="${name}-places">${known.map((place) => html`<option value="${place}"></option>`)}</datalist>`;
  return field(name, label, value, html`maxlength="100" list="${name}-places" ${attributes}`, html`${places}${error}`);
}

/** How an ordered part reaches its buyer, and how far it is. */
export function orderedHandover(
  { delivery: address }: Cart,
  { delivery, deliveryState, shipments, state }: Order,
  say: Words,
): Html {
  const isTakenAway = isCollected(delivery, address);
  const states = isTakenAway ? say.pickupStates : say.states;
  const place = isTakenAway ? delivery?.branch && branchText(delivery.branch) : address && addressText(address);
  return html`${
    (delivery || place) &&
    html`<dl class="facts roomy">${delivery && html`<div><dt>${say.handover}</dt><dd>${delivery.name}</dd></div>`}
${place && html`<div><dt>${isTakenAway ? say.collectAt : say.deliverTo}</dt><dd>${place}</dd></div>`}</dl>
${delivery?.details && html`<p class="quiet">${delivery.details}</p>`}`
  }
${deliveryState && state !== 'void' && html`<p><span class="badge${deliveryState === 'delivered' ? ' good' : ''}">${states[deliveryState]}</span></p>`}
${shipments.filter(isTraceable).map((shipment) => tracking(shipment, say))}`;
}

type Shipment = Order['shipments'][number];

const isTraceable = ({ carrier, trackingNumber, trackingUrl }: Shipment): boolean =>
  Boolean(carrier || trackingNumber || trackingUrl);

function tracking({ date, carrier, trackingNumber, trackingUrl }: Shipment, say: Words): Html {
  const url = safeUrl(trackingUrl);
  return html`<dl class="facts roomy"><div><dt>${say.sentOn}</dt><dd>${formatDate(date, { dateFormat: 'dd/MM/yyyy' })}${carrier && html`, ${carrier}`}</dd></div>
${trackingNumber && html`<div><dt>${say.trackingNumber}</dt><dd>${trackingNumber}</dd></div>`}</dl>
${url && html`<p><a href="${url}" rel="noopener">${say.track}</a></p>`}`;
}
