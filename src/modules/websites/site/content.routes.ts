import { route } from '#platform/http/route.ts';
import { readContent, WebsiteContent } from './content.ts';

export const contentRoutes = [
  route('GET', '/v1/websites/content', 'websites:read', {
    action: 'readContent',
    summary: 'Read the website of the organization',
    description:
      'Its settings and menu, its pages and posts with their state and addresses, the collections, forms and booking pages that it shows, and its domains.',
    returns: WebsiteContent,
    handler: readContent,
  }),
];
