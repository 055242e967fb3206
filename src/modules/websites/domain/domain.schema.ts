import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

const State = z
  .enum(['pending', 'verified', 'lost'])
  .describe('`lost`: its records have been missing for three days, or another organization has proved it.');

export const DomainView = z
  .object({
    domain: z.string().describe('Without `https://`, in small letters.'),
    state: State,
    problem: z
      .enum(['proof_missing', 'points_elsewhere', 'taken'])
      .nullable()
      .describe(
        'The problem that the last check found: no TXT record, another target, or another organization has verified the domain.',
      ),
    records: z
      .array(
        z.object({
          type: z.enum(['TXT', 'CNAME', 'ALIAS']).describe('Of the DNS record.'),
          name: z.string().describe('Of the DNS record.'),
          value: z.string().describe('Of the DNS record.'),
        }),
      )
      .describe('The records to set. Where a name server has no ALIAS, use A and AAAA records of the same target.'),
    checkedAt: Timestamp.nullable().describe('When its records were last looked up; null: not yet.'),
    verifiedAt: Timestamp.nullable().describe('When it was proved; null: not yet.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'WebsiteDomain' });

export const VerifiedDomain = z.object({
  domain: z.string().describe('As it was asked.'),
  state: z.enum([...State.options, 'unknown']).describe('As in the list of domains; `unknown`: nobody has added it.'),
});
