import { folded } from '#platform/search/folded.ts';
import type { Conversing, Named, Reply } from './conversing.ts';

type Sought<T> = { found: T } | { reply: Reply };

const SHOWN_MAX = 8;

/** The contact that a name means; or the call that looks for it, or the question which one is meant. */
export function findContact<T extends Named>(c: Conversing, name: string): Sought<T> {
  const listed = c.ask<{ data: T[] }>('contacts_list', { query: searchOf(name) });
  return 'reply' in listed ? listed : chosen(c, listed.data.data, name);
}

/** The products that names mean, in their order. */
export function findProducts<T extends Named>(c: Conversing, names: string[]): Sought<T[]> {
  const lists = c.resultsOf<{ data: T[] }>('products_list');
  if (!lists)
    return { reply: c.call(names.map((name) => ({ name: 'products_list', args: { query: searchOf(name) } }))) };
  const products: T[] = [];
  for (const [place, name] of names.entries()) {
    const { data, error } = lists[place]!;
    if (!data) return { reply: c.say(c.texts.failed(error!)) };
    const one = chosen(c, data.data, name);
    if ('reply' in one) return one;
    products.push(one.found);
  }
  return { found: products };
}

/** The only one, or the only one that is called exactly so. */
function chosen<T extends Named>(c: Conversing, all: T[], name: string): Sought<T> {
  if (all.length === 0) return { reply: c.say(c.texts.notFound(name)) };
  const exact = all.filter((each) => folded(each.name) === folded(name));
  const [found, ...others] = exact.length === 1 ? exact : all;
  if (found && others.length === 0) return { found };
  const names = all.slice(0, SHOWN_MAX).map((each) => each.name);
  return { reply: c.say(c.texts.which(name, names)) };
}

export const searchOf = (name: string) => ({ search: name.slice(0, 100), itemsPerPage: 10 });
