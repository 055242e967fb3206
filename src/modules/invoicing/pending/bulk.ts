import { revalueOnce } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import { Late } from '#platform/late.ts';
import { BulkRefused, type FieldError, InvalidRequest, Refusal } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import type { DocumentDraft } from './document-draft.ts';
import { draftDocument } from './draft.ts';
import type { GivenDocument } from './pending.schema.ts';
import { type DocumentToWrite, type OpenPayments, type WrittenDocument, writeDocuments } from './write.ts';

const DRAFTED_AT_ONCE = 50;

/** The result for one document of a bulk. */
type BulkResult =
  | { id: string; number: number | null; fiscalNumber: string | null; error: null }
  | { id: null; number: null; fiscalNumber: null; error: Refused };
interface Refused {
  code: string;
  detail: string;
  errors: FieldError[];
}

interface PlacedDocument extends DocumentToWrite {
  /** Its place in the request. */
  place: number;
}

/**
 * Writes many documents in one transaction. It drafts all of them first: if any is refused, it reports every refused one and
 * writes none. With `validRowsOnly` it writes the others.
 */
export async function createMany(
  ctx: TenantContext,
  documents: GivenDocument[],
  rows: GivenRows,
  paymentsOf: (index: number) => OpenPayments | undefined,
): Promise<Late<{ created: number; refused: number; results: BulkResult[] }>> {
  const drafts = await draftAll(ctx, documents, rows);
  const refused = drafts.filter((draft): draft is Refused => 'code' in draft);
  if (refused.length > 0 && !rows.validRowsOnly)
    throw BulkRefused(`${refused.length} of the documents cannot be written, so none was.`, {
      errors: refused.flatMap(({ errors }) => errors),
    });
  const toWrite = drafts.flatMap((draft, index): PlacedDocument[] => {
    if ('code' in draft) return [];
    const { status } = documents[index]!;
    return [{ ctx, draft, status, openPayments: paymentsOf(index), place: rows.placeOf(index) }];
  });
  const written = (await (rows.validRowsOnly ? writeValid : writeAll)(ctx, toWrite)).values();
  const accepted = drafts.map((draft) => ('code' in draft ? Late.of(refusedResult(draft)) : written.next().value!));
  return Late.all(accepted).map((known) => {
    const results = rows.results(known, malformed);
    const created = results.filter(({ error }) => !error).length;
    return { created, refused: results.length - created, results };
  });
}

/** Together, so that their queries share packets; in parts, because thousands of lines take long to price. */
async function draftAll(
  ctx: TenantContext,
  documents: GivenDocument[],
  rows: GivenRows,
): Promise<(DocumentDraft | Refused)[]> {
  const starts = documents.flatMap((_, index) => (index % DRAFTED_AT_ONCE === 0 ? index : []));
  const drafted = await mapInTurns(starts, (start) =>
    Promise.all(
      documents
        .slice(start, start + DRAFTED_AT_ONCE)
        .map(({ status: _, ...given }, index) =>
          draftDocument(ctx, given).catch((error: unknown) => refusedAt(rows.placeOf(start + index), error)),
        ),
    ),
  );
  return drafted.flat();
}

/** Writes all of them; the first that is refused refuses all, and the refusal names it. */
async function writeAll(ctx: TenantContext, documents: PlacedDocument[]): Promise<Late<BulkResult>[]> {
  const written = await revalueOnce(ctx, () =>
    writeDocuments(within(ctx, documents), (error, index) => {
      const { detail, errors } = refusedAt(documents[index]!.place, error);
      throw (error as Refusal).kind(detail, { errors });
    }),
  );
  return written.map((late) => late.map(resultOf));
}

/** Writes the valid documents: all at once or, if one is refused, one after the other. */
async function writeValid(ctx: TenantContext, documents: PlacedDocument[]): Promise<Late<BulkResult>[]> {
  const all = await unlessRefused(ctx, (part) => writeAll(part, documents));
  if (!(all instanceof Refusal)) return all;
  return mapInTurns(documents, async (document) => {
    const one = await unlessRefused(ctx, (part) => writeDocuments(within(part, [document])));
    return one instanceof Refusal ? Late.of(refusedResult(refusedAt(document.place, one))) : one[0]!.map(resultOf);
  });
}

/** The documents in a part of the transaction. */
const within = (ctx: TenantContext, documents: PlacedDocument[]): PlacedDocument[] =>
  documents.map((document) => ({ ...document, ctx }));

const resultOf = ({ document: { id, number, fiscalNumber } }: WrittenDocument): BulkResult => ({
  id,
  fiscalNumber,
  number: number === null ? null : Number(number),
  error: null,
});

const refusedResult = (error: Refused): BulkResult => ({ id: null, number: null, fiscalNumber: null, error });

const malformed = (errors: FieldError[]): BulkResult =>
  refusedResult({ code: InvalidRequest.code, detail: InvalidRequest.title, errors });

/** Why a document is refused, with its place: `body.documents[2].elements[0].taxIds`. */
function refusedAt(place: number, error: unknown): Refused {
  if (!(error instanceof Refusal)) throw error;
  const { code } = error.kind;
  const path = `body.documents[${place}]`;
  const errors = error.errors.map((each) => ({ ...each, path: each.path.replace(/^body/, path) }));
  return { code, detail: error.message, errors: errors.length > 0 ? errors : [{ path, code, message: error.message }] };
}
