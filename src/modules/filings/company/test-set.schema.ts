import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { EcfEnvironment, EcfMessage, EcfType, ENcf } from '../ecf/ecf.schema.ts';
import { EcfState } from '../sending/document.schema.ts';

export const TestSetState = z.enum(['running', 'passed', 'failed']);

export const TestSetView = z.object({
  id: z.uuid(),
  environment: EcfEnvironment,
  state: TestSetState,
  total: z.number().int(),
  startedBy: z.uuid().nullable(),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const TestSetProgressView = TestSetView.extend({
  accepted: z.number().int(),
  rejected: z.number().int(),
  percent: z.number().int().min(0).max(100),
  current: ENcf.nullable().describe('The document that is under way.'),
  documents: z.array(
    z.object({
      id: z.uuid(),
      place: z.number().int(),
      type: EcfType,
      number: ENcf,
      state: EcfState,
      summarised: z.boolean(),
      trackId: z.string().nullable(),
      messages: z.array(EcfMessage),
      problem: z.string().nullable(),
      attempts: z.number().int(),
      decidedAt: Timestamp.nullable(),
    }),
  ),
});
