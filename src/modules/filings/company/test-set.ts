import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import type { EcfContent } from '../ecf/ecf-content.ts';
import type { EcfType } from '../ecf/ecf-document.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';
import { ecfLaw } from '../ecf/law.ts';
import { newDocument } from '../sending/document.ts';
import { startSending } from '../sending/send.ts';
import { ecfDocuments, ecfTestSets, type TestSet } from '../tables.ts';
import { requireCompany } from './company.ts';
import { issuerOf } from './issuer.ts';
import { trialDocuments } from './test-documents.ts';
import { selectLastTrialNumbers, selectTestSetDocuments, type TestSetDocument } from './test-set.sql.ts';

export const TestSetRunning = refusal(
  'test_set_running',
  'A certification run is in progress: wait until it ends.',
  409,
);
export const NoTestsInProduction = refusal(
  'no_tests_in_production',
  'In production every document counts: run the set in another environment.',
);

/** These numbers of the simulator do not collide with the first numbers of real ranges. */
const SIMULATED_FIRST_NUMBER = 9_000_000_001;

/** Starts a run: documents of all types that are signed, sent and followed one after another, in the background. */
export async function startTestSet(ctx: TenantContext, given: { firstNumber?: number | undefined }) {
  const company = await requireCompany(ctx);
  const { environment } = company;
  if (environment === 'production') throw NoTestsInProduction();
  const today = ctx.today.toString();
  const [law, tried] = await Promise.all([ecfLaw(ctx, today), selectLastTrialNumbers(ctx, environment)]);
  const details = { branch: null, sellerCode: null, internalNumber: null };
  const documents = trialDocuments({
    ...law,
    issuer: issuerOf(company, details),
    today,
    sequenceExpiresOn: ctx.today.with({ month: 12, day: 31 }).add({ years: 1 }).toString(),
    numberOf: numbersFrom(tried, given.firstNumber ?? firstNumberOf(environment)),
  }).map((document): EcfContent => ({ ...document, issuer: details }));
  // A unique index allows one running set at a time.
  const set = await ecfTestSets.insertUnlessTaken(ctx, {
    environment,
    state: 'running',
    total: documents.length,
    startedBy: ctx.userId,
    startedAt: realNow(),
  });
  if (!set) throw TestSetRunning();
  const rows = documents.map((content, place) => ({
    ...newDocument(
      {
        id: newId(),
        source: { kind: 'test-set', id: set.id },
        content,
        run: { id: set.id, place: place + 1 },
      },
      law,
    ),
    environment,
  }));
  await ecfDocuments.insertMany(ctx, rows);
  await startSending(ctx, rows[0]!.id);
  return set;
}

const firstNumberOf = (environment: EcfEnvironment): number =>
  environment === 'simulator' ? SIMULATED_FIRST_NUMBER : 1;

/** The authority takes a number once: each run goes on behind the last. */
function numbersFrom(tried: Map<EcfType, number>, first: number): (type: EcfType) => string {
  return (type) => {
    const number = Math.max(first, (tried.get(type) ?? 0) + 1);
    tried.set(type, number);
    return `E${type}${String(number).padStart(10, '0')}`;
  };
}

/** How far a run is, with each of its documents. */
export async function readProgress(ctx: TenantContext, id: string | undefined) {
  const set = await ecfTestSets.find(ctx, { id }, { orderBy: ['-startedAt', '-id'] });
  if (!set) throw NotFound('There is no such run.');
  return describeProgress(set, await selectTestSetDocuments(ctx, set.id));
}

function describeProgress(set: TestSet, documents: TestSetDocument[]) {
  const count = (...states: string[]): number => documents.filter(({ state }) => states.includes(state)).length;
  const accepted = count('accepted', 'accepted-conditionally');
  const rejected = count('rejected', 'failed');
  const current =
    set.state === 'running' ? documents.find(({ state }) => state === 'waiting' || state === 'sent') : null;
  return {
    ...set,
    accepted,
    rejected,
    percent: Math.floor(((accepted + rejected) * 100) / set.total),
    current: current?.number ?? null,
    documents: documents.map((document) => ({ ...document, place: document.place! })),
  };
}
