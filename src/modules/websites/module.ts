import { fillInShop } from '#modules/marketplace/index.ts';
import { afterSettingsChanged } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { blogRoutes } from './blog/blog.routes.ts';
import { collectionRoutes } from './collection/collection.routes.ts';
import { domainRoutes } from './domain/domain.routes.ts';
import { recheckDomains } from './domain/domain.ts';
import { invoicedJobs } from './invoiced/invoiced.ts';
import { pageRoutes } from './page/page.routes.ts';
import { sealedPreviews } from './page/page.ts';
import { productRoutes } from './product/product.routes.ts';
import { requireKnownContent, websiteSettings } from './settings.ts';
import { openShop } from './shop/shop.ts';
import { contentRoutes } from './site/content.routes.ts';

/** The organization's website: pages and posts from its documents, on its own domains. */
export const websites: Module = {
  name: 'websites',
  uses: ['organization', 'files', 'catalog', 'invoicing', 'forms', 'chats', 'bookings', 'marketplace'],
  areas: ['websites'],
  groups: [
    {
      name: 'Websites',
      description: 'The website of an organization: its pages, posts and menu, its shop, and its own domains.',
      routes: [...contentRoutes, ...pageRoutes, ...collectionRoutes, ...productRoutes, ...domainRoutes],
    },
    {
      name: 'Blog and data',
      path: 'blog',
      description: 'Published posts with their feed, and what was invoiced through this service.',
      routes: blogRoutes,
    },
  ],
  settings: [websiteSettings],
  jobs: [recheckDomains, ...invoicedJobs],
  sealed: [sealedPreviews],
  hooks: [implement(afterSettingsChanged, requireKnownContent), implement(fillInShop, openShop)],
  demo: () => import('./demo.ts'),
};
