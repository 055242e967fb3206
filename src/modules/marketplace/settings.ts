import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';

export const marketplaceSettings = settingsSection({
  name: 'marketplace',
  fields: {
    divisionId: z
      .uuid()
      .nullable()
      .default(null)
      .describe('The division (branch) that sells on the marketplace. Null: the only one.'),
  },
});
