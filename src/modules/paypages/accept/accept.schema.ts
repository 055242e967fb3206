import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { WholeNumber } from '../form-value.ts';
import { PageHead } from '../page/page.schema.ts';

export const Acceptance = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('Of the person who accepts.'),
  version: WholeNumber.describe(
    'Of the document that they saw: refused with `version_conflict` if it has changed since.',
  ),
});

export const Accepted = PageHead.extend({
  name: z.string().describe('As they wrote it.'),
  acceptedAt: Timestamp.describe('When it was accepted.'),
});
