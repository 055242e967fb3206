/** The public interface: the parts of payment pages that other modules may use. */
export { pageLinkOf } from './page/open.ts';
export { createPage, revokePage } from './page/page.ts';
