import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { EcfEnvironment, EcfMessage, EcfType, ENcf } from '../ecf/ecf.schema.ts';
import { EcfState } from '../sending/document.schema.ts';

export const TestSetState = z.enum(['running', 'passed', 'failed']).describe('`passed`: every document was accepted.');

export const TestSetView = z.object({
  id: z.uuid(),
  environment: EcfEnvironment,
  state: TestSetState,
  total: z.number().int().describe('How many documents the run has.'),
  startedBy: z.uuid().nullable().describe('Who started it; null: the service.'),
  startedAt: Timestamp.describe('When it was started.'),
  finishedAt: Timestamp.nullable().describe('When it ended; null: it runs.'),
});

export const TestSetProgressView = TestSetView.extend({
  accepted: z.number().int().describe('Documents that were accepted so far.'),
  rejected: z.number().int().describe('Documents that were rejected.'),
  percent: z.number().int().min(0).max(100).describe('How many are judged, of a hundred.'),
  current: ENcf.nullable().describe('The document that is under way.'),
  documents: z
    .array(
      z.object({
        id: z.uuid(),
        place: z.number().int().describe('Its place in that order.'),
        type: EcfType,
        number: ENcf.describe('The e-NCF.'),
        state: EcfState,
        summarised: z.boolean().describe('Whether the authority gets a summary only.'),
        trackId: z.string().nullable().describe('The number by which the tax authority follows it; null: not sent.'),
        messages: z.array(EcfMessage).describe('Messages of the tax authority.'),
        problem: z.string().nullable().describe('Why it waits or failed; null: no problem.'),
        attempts: z.number().int().describe('How often it was tried.'),
        decidedAt: Timestamp.nullable().describe('When it was judged; null: not yet.'),
      }),
    )
    .describe('In the order in which they are sent.'),
});
