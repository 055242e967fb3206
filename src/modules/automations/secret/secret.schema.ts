import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const SecretName = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'must be a name such as API_KEY');
const Host = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'must be a host such as api.example.com');

export const GivenAutomationSecret = z.strictObject({
  name: SecretName.describe('By which expressions name it: `{{ secrets.API_KEY }}`.'),
  // A shorter one could not be masked without hiding half of the text around it.
  value: z
    .string()
    .regex(/^[\x20-\x7e]{8,2000}$/, 'must have 8 to 2,000 printable characters')
    .describe('Stored encrypted and never returned.'),
  hosts: uniqueList(Host, { max: 20 })
    .default([])
    .describe('The hosts that HTTP nodes may send it to. None: it only authenticates webhooks.'),
});

export const AutomationSecret = z.object({
  id: z.uuid(),
  name: z.string().describe('By which expressions name it: `{{ secrets.API_KEY }}`.'),
  hosts: z.array(z.string()).describe('The hosts that HTTP nodes may send it to.'),
  version: z.number().int(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
