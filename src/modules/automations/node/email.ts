import type { NodeOf } from '../automation/graph.schema.ts';
import { evaluateTemplate } from '../expression/evaluate.ts';
import { lockRun, writeOutcome } from '../thread/record.ts';
import { selectMemberAddress } from './email.sql.ts';
import { failed, notEvaluated, type Outcome, type Working } from './working.ts';

const SUBJECT_LENGTH_MAX = 200;

/** Writes to a member. The e-mail is enqueued by the transaction that records the step, so it is sent once. */
export async function sendEmail({ steps, run, node, data, isTest }: Working<NodeOf<'email'>>): Promise<Outcome> {
  const { to, subject, text } = node;
  const { value, error } = await evaluateTemplate(steps, { to, subject, text }, data);
  if (error !== null) return notEvaluated(error);
  const given = value as Record<'to' | 'subject' | 'text', unknown>;
  const input = {
    to: String(given.to ?? '').trim(),
    subject: String(given.subject ?? '')
      .replace(/\s+/g, ' ')
      .slice(0, SUBJECT_LENGTH_MAX),
    text: String(given.text ?? ''),
  };
  return steps.transaction(async (ctx) => {
    const address = await selectMemberAddress(ctx, input.to);
    if (!address)
      return failed('not_a_member', 'The address does not belong to a member of the organization.', { input });
    const done = { kind: 'done', input, output: { to: address }, next: node.next } as const;
    if (isTest) return done;
    await lockRun(ctx, run);
    ctx.mail({ ...input, to: address });
    run.thread = await writeOutcome(ctx, run, node, done);
    run.outputs[node.id] = done.output;
    return { kind: 'booked' };
  });
}
