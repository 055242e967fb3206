import { findResources, searchResources } from '#modules/catalog/index.ts';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import type { OperationRequest } from '#platform/http/operation.ts';
import { newId } from '#platform/id.ts';
import { folded } from '#platform/search/folded.ts';
import { wordsOf } from '#platform/search/words.ts';
import { performOperation } from '../turn/perform.ts';

/** Something that may be meant, from 0 to 1. */
export interface Candidate {
  id: string;
  name: string;
  confidence: number;
}

/** The best candidate where it is clear enough, and the others. */
export interface Match {
  chosen: Candidate | null;
  candidates: Candidate[];
}

const SURE = 0.7;
/** The next best must be this much worse. */
const LEAD = 0.1;
const CANDIDATES_MAX = 5;

export function choose(candidates: Candidate[]): Match {
  const best = candidates.toSorted((a, b) => b.confidence - a.confidence).slice(0, CANDIDATES_MAX);
  const [first, second] = best;
  const isClear =
    first !== undefined && first.confidence >= SURE && first.confidence - (second?.confidence ?? 0) >= LEAD;
  const isExact = first?.confidence === 1 && second?.confidence !== 1;
  return { chosen: isClear || isExact ? first! : null, candidates: best };
}

const UNIMPORTANT = new Set('srl sa sas eirl cxa de del la el los las y the of and'.split(' '));
const importantWords = (text: string): string[] => {
  const words = wordsOf(text);
  const left = words.filter((word) => !UNIMPORTANT.has(word) && word.length > 1);
  return left.length > 0 ? left : words;
};

/** How much two names have in common: the share of their words that begin alike. */
function likeness(one: string, other: string): number {
  if (folded(one) === folded(other)) return 1;
  const [a, b] = [importantWords(one), importantWords(other)];
  const isLike = (word: string, known: string): boolean =>
    word === known || (Math.min(word.length, known.length) >= 3 && (word.startsWith(known) || known.startsWith(word)));
  const common = a.filter((word) => b.some((known) => isLike(word, known))).length;
  return Math.round(((2 * common) / (a.length + b.length)) * 99) / 100;
}

/** Reads through an operation of the API as the caller; null where it is refused. */
export type Look = <T>(operation: string, request: Partial<OperationRequest>) => Promise<T | null>;

export function lookingAs(steps: TenantSteps): Look {
  const delegateId = newId();
  return async <T>(id: string, request: Partial<OperationRequest>) => {
    const performed = await performOperation(steps, delegateId, { operation: steps.operations.find(id)!, request });
    return 'result' in performed ? (performed.result as T) : null;
  };
}

/** The contact by tax id, then by e-mail address and telephone, then by name. */
export async function matchContact(
  look: Look,
  { taxId, emails, phones, name }: { taxId: string | null; emails: string[]; phones: string[]; name: string | null },
): Promise<Match> {
  const seek = async (search: string, confidence: (found: string) => number): Promise<Match | null> => {
    const query = { search, itemsPerPage: 10 };
    const found = search ? (await look<{ data: Candidate[] }>('contacts.list', { query }))?.data : [];
    if (!found || found.length === 0) return null;
    return choose(
      found.map((contact) => ({ id: contact.id, name: contact.name, confidence: confidence(contact.name) })),
    );
  };
  for (const sure of [taxId, ...emails, ...phones]) {
    const match = await seek(sure ?? '', () => 1);
    if (match) return match;
  }
  const words = importantWords(name ?? '');
  for (const search of [(name ?? '').slice(0, 100), words.slice(0, 2).join(' '), words[0] ?? '']) {
    const match = await seek(search, (found) => likeness(name!, found));
    if (match) return match;
  }
  return { chosen: null, candidates: [] };
}

const LINES_MATCHED_MAX = 100;

/** The products that lines mean, by code or by the words of their names. */
export async function matchProducts(
  ctx: TenantContext,
  lines: { name: string; code: string | null }[],
): Promise<Match[]> {
  const sought = mayAlso(ctx, 'catalog:read') ? lines.slice(0, LINES_MATCHED_MAX) : [];
  const found = await Promise.all(
    sought.map(({ name, code }) =>
      searchResources(
        ctx,
        wordsOf(`${code ?? ''} ${name}`).map((word) => [word]),
        CANDIDATES_MAX,
      ),
    ),
  );
  const products = await findResources(ctx, [...new Set(found.flat())]);
  return lines.map(({ name, code }, place) =>
    choose(
      (found[place] ?? []).flatMap((id) => {
        const product = products.get(id);
        if (!product) return [];
        const isCode = code !== null && product.code !== null && folded(code) === folded(product.code);
        return [{ id, name: product.name, confidence: isCode ? 1 : likeness(name, product.name) }];
      }),
    ),
  );
}
