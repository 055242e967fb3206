import type { TenantContext } from '#platform/context.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { openPort } from '#platform/ports/exchange-declaration.ts';
import { doubling } from '#platform/ports/schedule.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type Ecf, type EcfFile, ecf } from '../ecf.port.ts';
import { tryAgain } from '../sending/deliver.ts';
import { readXml } from '../stored-xml/stored-xml.ts';
import { ecfCompanies, ecfReceived, type ReceivedEcf } from '../tables.ts';

type ApprovalState = NonNullable<ReceivedEcf['approvalState']>;
type IssuerState = NonNullable<ReceivedEcf['issuerState']>;

interface Question {
  authority: Ecf;
  issuerTaxId: string;
  /** Of the file, and its text in the row or in the storage. */
  name: string;
  text: Parameters<typeof readXml>[1];
}

const fileOf = async ({ name, text }: Question, { storage }: { storage: Storage }): Promise<EcfFile> => ({
  name,
  xml: await readXml(storage, text),
});

// A day and a half.
const followUp = { queue: 'deliveries', followUpAfterSeconds: 0, retryAfter: doubling(2, 17) } as const;

/** Hands the answer to a received document in to the authority. */
export const approval = exchange<Question, { problem: string | null }>({
  name: 'filings/approval',
  prepare: (ctx, id) => prepareAnswer(ctx, id, 'approvalState'),
  ask: async (question, attempt) => {
    const { accepted, messages } = await question.authority.approve(await fileOf(question, attempt));
    const said = messages.map(({ text }) => text).join(' ');
    return { state: accepted ? 'done' : 'refused', answer: { problem: accepted ? null : said } };
  },
  settle: (ctx, { id, state, answer, problem }) =>
    recordApproval(ctx, id, state === 'done' ? 'accepted' : answer ? 'rejected' : 'failed', answer?.problem ?? problem),
  note: (ctx, { id, problem }) => recordApproval(ctx, id, 'waiting', problem),
  giveUp: (ctx, { id, problem }) => recordApproval(ctx, id, 'failed', problem),
  ...followUp,
});

/** Sends the same answer to the issuer if the directory lists their address for answers. */
export const issuerAnswer = exchange<Question, { issuerState: IssuerState }>({
  name: 'filings/issuer-answer',
  prepare: (ctx, id) => prepareAnswer(ctx, id, 'issuerState'),
  ask: async (question, attempt) => {
    const { authority, issuerTaxId } = question;
    const issuer = await authority.findReceiver(issuerTaxId).catch(tryAgain);
    if (!issuer) return { state: 'done', answer: { issuerState: 'no-receiver' } };
    await authority.answerIssuer(issuer, await fileOf(question, attempt)).catch(tryAgain);
    return { state: 'done', answer: { issuerState: 'notified' } };
  },
  settle: (ctx, { id, answer, problem }) => recordIssuer(ctx, id, answer?.issuerState ?? 'failed', problem),
  note: (ctx, { id, problem }) => recordIssuer(ctx, id, 'waiting', problem),
  giveUp: (ctx, { id, problem }) => recordIssuer(ctx, id, 'failed', problem),
  ...followUp,
});

async function prepareAnswer(
  ctx: TenantContext,
  id: string,
  state: 'approvalState' | 'issuerState',
): Promise<Question | null> {
  const [given, company] = await Promise.all([ecfReceived.find(ctx, id), ecfCompanies.find(ctx, {})]);
  if (given?.[state] !== 'waiting' || !company) return null;
  // `<RNCComprador><eNCF>.xml`, as the protocol names answers.
  const name = `${company.taxId}${given.number}.xml`;
  const text = { xmlKey: given.approvalKey, part: 'approval', inRow: given.approvalXml! } as const;
  return { authority: await openPort(ctx, ecf), issuerTaxId: given.issuerTaxId, name, text };
}

async function recordApproval(
  ctx: TenantContext,
  id: string,
  approvalState: ApprovalState,
  approvalProblem: string | null,
): Promise<void> {
  await ecfReceived.update(ctx, id, { approvalState, approvalProblem });
}

async function recordIssuer(ctx: TenantContext, id: string, issuerState: IssuerState, issuerProblem: string | null) {
  await ecfReceived.update(ctx, id, { issuerState, issuerProblem });
}
