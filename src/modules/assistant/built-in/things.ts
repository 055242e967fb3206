import type { Conversing, Intent, Named, Reply } from './conversing.ts';
import { findContact, searchOf } from './find.ts';

interface Product extends Named {
  unit: string;
  tracksStock: boolean;
  prices: { label: string; amount: string; currency: string; contactId: string | null }[];
}

const FOUND_MAX = 5;

const STOCK = [
  /(?:stock|existencias?|inventario)\s+(?:de|del|of)\s+(.+)$/iu,
  /cu[aá]nt[oa]s?\s+(.+?)\s+(?:hay|quedan?|tenemos|tengo|nos quedan?)\b/iu,
  /(?:hay|quedan?|tenemos)\s+(.+)$/iu,
  /how (?:many|much)\s+(.+?)\s+(?:are|is|do we have|have we|left|in stock)/iu,
  /(?:do we|have we)\s+(?:have|got)?\s*(.+?)(?:\s+in stock|\s+left)?\s*\??$/iu,
  /stock\s+(?:of\s+)?(.+)$/iu,
];
const PRICE = [
  /(?:precios?|price)\s+(?:de|del|of|for)\s+(.+)$/iu,
  /cu[aá]nto\s+(?:cuestan?|valen?|es|sale)\s+(.+)$/iu,
  /how much (?:is|are|does|do)\s+(.+?)(?:\s+cost)?\s*\??$/iu,
];

const ARTICLES = /^(?:el|la|los|las|un|una|the|a|an|any|my|our|de|del)\s+/i;

const nameIn = (patterns: RegExp[], text: string): string | null =>
  patterns
    .map((pattern) => pattern.exec(text)?.[1])
    .find(Boolean)
    ?.replace(/[?¿!.\s]+$/, '')
    .replace(ARTICLES, '') || null;

/** The products that have the words of a name. */
function sought(c: Conversing, name: string): { products: Product[] } | { reply: Reply } {
  const listed = c.ask<{ data: Product[] }>('products_list', { query: searchOf(name) });
  if ('reply' in listed) return listed;
  const products = listed.data.data.slice(0, FOUND_MAX);
  return products.length > 0 ? { products } : { reply: c.say(c.texts.notFound(name)) };
}

export const askStock: Intent = ({ text }, c) => {
  const name = nameIn(STOCK, text);
  if (!name) return null;
  const found = sought(c, name);
  if ('reply' in found) return found.reply;
  const { products } = found;
  const tracked = products.filter(({ tracksStock }) => tracksStock);
  const held = c.resultsOf<{ resourceId: string; available: string }>('stock_getOfProduct');
  if (!held && tracked.length > 0)
    return c.call(tracked.map(({ id }) => ({ name: 'stock_getOfProduct', args: { params: { resourceId: id } } })));
  const available = new Map(held?.map(({ data }) => [data?.resourceId, data?.available]));
  return c.say(
    products
      .map(({ id, name: product, unit, tracksStock }) => {
        if (!tracksStock) return c.texts.untracked(product);
        const left = available.get(id) ?? '0';
        return Number(left) > 0 ? c.texts.stock(product, c.number(left), unit) : c.texts.noStock(product);
      })
      .join('\n'),
  );
};

export const askPrice: Intent = ({ text }, c) => {
  const name = nameIn(PRICE, text);
  if (!name) return null;
  const found = sought(c, name);
  if ('reply' in found) return found.reply;
  const priceOf = ({ prices }: Product): string | null => {
    const general = prices.find(({ label, contactId }) => label === 'general' && contactId === null) ?? prices[0];
    return general ? c.money(general.amount, general.currency) : null;
  };
  return c.say(found.products.map((product) => c.texts.price(product.name, priceOf(product))).join('\n'));
};

const CONTACT_DATA =
  /(?:tel[eé]fono|n[uú]mero|correo|e-?mail|direcci[oó]n|datos|rnc|c[eé]dula|phone|address|details|tax id)\s+(?:de|del|of|for)\s+(.+)$/iu;

interface ContactWithData extends Named {
  taxId: string | null;
  contactData: { kind?: string; type?: string; value: string }[];
}

export const askContactData: Intent = ({ text }, c) => {
  const name = nameIn([CONTACT_DATA], text);
  if (!name) return null;
  const contact = findContact<ContactWithData>(c, name);
  if ('reply' in contact) return contact.reply;
  const { taxId, contactData } = contact.found;
  const lines = [...(taxId ? [`RNC/cédula: ${taxId}`] : []), ...contactData.map(({ value }) => value)];
  return c.say(c.texts.details(contact.found.name, lines));
};
