import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The address under which browsers load modules of the service. */
export const MODULES_PATH = '/pages/modules';

const root = new URL('../../', import.meta.url).href;
/** Not those of types: browsers do not load them. */
const RELATIVE_IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?\bfrom\s*['"](\.[^'"]+)['"]/gm;

export interface BrowserModule {
  /** From `src`, so that relative imports between modules work in browsers as they do here. */
  path: string;
  /** As it is written: it loses its types when it is served first. */
  source: string;
}

const modules = new Map<string, BrowserModule>();

/**
 * Declares a TypeScript file (or a stylesheet) as a module for browsers, with everything that it imports, and returns its address. It is
 * served without its types, so it needs no build step. The address contains the hash of the content.
 */
export function browserModule(url: string): string {
  const parts = [...withImports(url)];
  const version = createHash('sha256');
  for (const { source } of parts) version.update(source);
  const hash = version.digest('hex').slice(0, 16);
  versions.add(hash);
  return `${MODULES_PATH}/${hash}/${parts[0]!.path}`;
}

const versions = new Set<string>();
const publicScripts = new Map<string, BrowserModule>();

/** Declares a script for the sites of others, at an address that never changes. It imports nothing. */
export function publicScript(path: `/${string}`, url: string): void {
  publicScripts.set(path, read(url));
}

/** The scripts of `publicScript`, by their address. */
export const allPublicScripts = (): ReadonlyMap<string, BrowserModule> => publicScripts;

export const allBrowserModules = (): BrowserModule[] => [...modules.values(), ...publicScripts.values()];

/** The module at a path, and whether the address names this very content. */
export function browserModuleAt(
  version: string,
  path: string,
): { module: BrowserModule; isCurrent: boolean } | undefined {
  const module = [...modules.values()].find((each) => each.path === path);
  return module && { module, isCurrent: versions.has(version) };
}

function* withImports(url: string, seen = new Set<string>()): Generator<BrowserModule> {
  if (seen.has(url)) return;
  seen.add(url);
  const module = modules.get(url) ?? read(url);
  modules.set(url, module);
  yield module;
  for (const [, specifier] of module.source.matchAll(RELATIVE_IMPORT))
    yield* withImports(new URL(specifier!, url).href, seen);
}

function read(url: string): BrowserModule {
  if (!url.startsWith(root)) throw new Error(`${url} is no file of the service.`);
  return { path: url.slice(root.length), source: readFileSync(fileURLToPath(url), 'utf8') };
}
