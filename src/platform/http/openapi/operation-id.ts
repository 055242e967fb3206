import type { z } from 'zod';
import type { Group } from '../../module.ts';
import type { Route } from '../route.ts';
import { hasField } from '../route-refusals.ts';

const actions: Record<string, string> = {
  POST: 'create',
  PATCH: 'update',
  PUT: 'replace',
  DELETE: 'delete',
};

/** `POST /v1/gift-card/redeem` of the group "Gift cards" is `giftCards.redeem`. */
export const operationId = (group: Group, route: Route): string =>
  `${camelCase(group.name.toLowerCase().split(' '))}.${route.action ?? actionOf(group, route)}`;

/** The verb of the method for the group's own path; with further words in the path, those words say what is done. */
function actionOf(group: Group, route: Route): string {
  const words = wordsOf(route.path).slice(1);
  const base = group.path ? wordsOf(group.path) : words.slice(0, 1);
  const isBelow = base.every((word, place) => word === words[place]);
  const rest = isBelow ? words.slice(base.length) : words;
  if (route.method === 'POST' && rest.length > 0) return camelCase(rest);
  return camelCase([route.method === 'GET' ? reads(route, rest) : actions[route.method]!, ...rest]);
}

function reads(route: Route, rest: string[]): string {
  if ('contentType' in route.returns) return 'download';
  const isOne = rest.length === 0 && /:[A-Za-z]+$/.test(route.path);
  return !isOne && isList(route.returns) ? 'list' : 'get';
}

const isList = (schema: z.core.$ZodType): boolean => schema._zod.def.type === 'array' || hasField(schema, 'data');

/** The fixed words of a path: `/v1/gift-card/:giftCardId` has `v1`, `gift` and `card`… */
const wordsOf = (path: string): string[] => path.split('/').filter((part) => part && !part.startsWith(':'));

export const pascalCase = (words: string[]): string =>
  words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');

const camelCase = (words: string[]): string =>
  words
    .flatMap((word) => word.split('-'))
    .map((word, place) => (place === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
