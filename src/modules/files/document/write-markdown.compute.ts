import type { RichText } from './content.ts';
import { toMarkdown } from './markdown.ts';

export default (content: RichText): string => `${toMarkdown(content)}\n`;
