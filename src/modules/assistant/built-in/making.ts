import { readOrder } from '../draft/order-text.ts';
import type { Conversing, Intent, Named, Reply } from './conversing.ts';
import { findContact, findProducts } from './find.ts';

const KINDS: [RegExp, 'quote' | 'order' | 'invoice'][] = [
  [/\b(cotizacion|cotiza|cotizame|quote|estimate)\b/, 'quote'],
  [/\b(pedido|orden|order)\b/, 'order'],
  [/\b(factura|facturale|facturar|invoice|bill)\b/, 'invoice'],
];
const ASKS_TO_MAKE =
  /\b(haz|hazme|hacer|crea|creame|crear|prepara|preparame|preparar|necesito|quiero|genera|make|create|draft|prepare|write|new|nueva|nuevo)\b|^(cotizacion|cotiza|cotizame|factura|facturale|pedido|quote|invoice|order|bill)\b/;

/** A quote is issued; an invoice stays a draft, because issuing one posts it and takes a fiscal number. */
export const makeDocument: Intent = ({ text, plain }, c) => {
  const kind = KINDS.find(([pattern]) => pattern.test(plain))?.[1];
  if (!kind || !ASKS_TO_MAKE.test(plain) || /\b(como|how)\b/.test(plain)) return null;
  const { contactName, lines } = readOrder(text);
  if (!contactName || lines.length === 0) return /\d/.test(plain) || contactName ? c.say(c.texts.needsLines) : null;
  const made = outcomeOf<{ number: number | null; total: string; currency: string }>(c, 'documents_create');
  if (made)
    return 'data' in made
      ? c.say(c.texts.made(c.texts.kinds[kind]!, made.data.number, c.money(made.data.total, made.data.currency)))
      : made.reply;
  const contact = findContact(c, contactName);
  if ('reply' in contact) return contact.reply;
  const products = findProducts<Named & { prices: unknown[] }>(
    c,
    lines.map(({ name }) => name),
  );
  if ('reply' in products) return products.reply;
  const unpriced = products.found.find(({ prices }, place) => prices.length === 0 && lines[place]!.price === null);
  if (unpriced) return c.say(c.texts.noPriceFor(unpriced.name));
  const elements = lines.map(({ quantity, price }, place) => ({
    resourceId: products.found[place]!.id,
    quantity,
    ...(price !== null && { unitPrice: price }),
  }));
  const status = kind === 'invoice' ? 'draft' : 'issued';
  const described = lines.map(
    ({ quantity, price }, place) =>
      `${c.number(quantity)} × ${products.found[place]!.name}${price === null ? '' : `, ${c.money(price)}`}`,
  );
  return c.call(
    [{ name: 'documents_create', args: { body: { kind, status, contactId: contact.found.id, elements } } }],
    c.texts.proposes(c.texts.kinds[kind]!, contact.found.name, described, status === 'draft'),
  );
};

const NEW_CONTACT =
  /(?:agrega|a[ñn]ade|crea|registra|guarda|add|create|save)\s+(?:(?:un|una|a|al|el|la|new|nuev[oa]|the)\s+)*(cliente|contacto|suplidor|proveedor|customer|contact|supplier)\s*:?\s+(.+)$/iu;

export const addContact: Intent = ({ text }, c) => {
  const found = NEW_CONTACT.exec(text);
  if (!found) return null;
  const name = found[2]!.replace(/[.!\s]+$/, '').slice(0, 200);
  const made = outcomeOf<Named>(c, 'contacts_create');
  if (made) return 'data' in made ? c.say(c.texts.madeContact(made.data.name)) : made.reply;
  const isSupplier = /suplidor|proveedor|supplier/i.test(found[1]!);
  const body = { name, isSupplier, isCustomer: !isSupplier };
  return c.call([{ name: 'contacts_create', args: { body } }], c.texts.proposesContact(name));
};

/** The outcome of a call that waited for approval; null: it was not made yet. */
function outcomeOf<T>(c: Conversing, tool: string): { data: T } | { reply: Reply } | null {
  const made = c.resultsOf<T>(tool)?.[0];
  if (!made) return null;
  if (made.data) return { data: made.data };
  return {
    reply: c.say(/refused this call/.test(made.error ?? '') ? c.texts.denied : c.texts.failed(made.error ?? '')),
  };
}
