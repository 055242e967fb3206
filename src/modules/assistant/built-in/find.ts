import { type Conversing, type Named, type Reply, theOne } from './conversing.ts';

type Sought<T> = { found: T } | { reply: Reply };

const SHOWN_MAX = 8;

/** The contact that a name means; or the call that looks for it, or the question which one is meant. */
export function findContact<T extends Named>(c: Conversing, name: string): Sought<T> {
  const found = c.resultsOf<{ data: T[] }>('contacts_list');
  if (!found) return { reply: c.call([{ name: 'contacts_list', args: { query: searchOf(name) } }]) };
  return chosen(c, found[0]!, name);
}

/** The products that names mean, in their order. */
export function findProducts<T extends Named>(c: Conversing, names: string[]): { found: T[] } | { reply: Reply } {
  const found = c.resultsOf<{ data: T[] }>('products_list');
  if (!found)
    return { reply: c.call(names.map((name) => ({ name: 'products_list', args: { query: searchOf(name) } }))) };
  const products: T[] = [];
  for (const [place, name] of names.entries()) {
    const one = chosen(c, found[place]!, name);
    if ('reply' in one) return one;
    products.push(one.found);
  }
  return { found: products };
}

function chosen<T extends Named>(
  c: Conversing,
  { data, error }: { data: { data: T[] } | null; error: string | null },
  name: string,
): Sought<T> {
  if (!data) return { reply: c.say(c.texts.failed(error!)) };
  if (data.data.length === 0) return { reply: c.say(c.texts.notFound(name)) };
  const one = theOne(data.data, name);
  const names = data.data.slice(0, SHOWN_MAX).map((each) => each.name);
  return one ? { found: one } : { reply: c.say(c.texts.which(name, names)) };
}

export const searchOf = (name: string) => ({ search: name.slice(0, 100), itemsPerPage: 10 });
