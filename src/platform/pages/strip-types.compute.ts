import { stripTypeScriptTypes } from 'node:module';

/** TypeScript modules as JavaScript. In a thread of its own, because the parser takes 20 MB, and the service needs it only once. */
export default function stripTypes(sources: string[]): string[] {
  // The function warns that it is experimental; Node.js runs this source with it anyway, so the warning is suppressed.
  process.emitWarning = () => {};
  return sources.map((source) => stripTypeScriptTypes(source));
}
