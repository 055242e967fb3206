import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';

const policy = (what: string) => z.string().trim().max(3000).default('').describe(what);

export const policySettings = settingsSection({
  name: 'policies',
  description: 'Texts for customers, which bots read when somebody asks.',
  fields: {
    returns: policy('Returns, exchanges and warranty.'),
    delivery: policy('Delivery: where to, when, and what it costs.'),
    payment: policy('How customers can pay.'),
    privacy: policy('How customer data is used.'),
  },
});
