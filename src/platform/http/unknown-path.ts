import { MethodNotAllowed, type Refusal, RouteNotFound } from '../refusal.ts';
import { isWrite, type Route } from './route.ts';

/**
 * Refuses a request that no route takes: its path is unknown, or takes other methods. The patterns of all paths are made once; to
 * make them for every such request would take longer than most answers.
 */
export function unknownPath(routes: Route[]): (request: { url: string }) => Refusal {
  const patterns = routes.map((route) => ({ pattern: patternOf(route.path), methods: methodsOf(route) }));
  return ({ url }) => {
    const path = url.split('?')[0]!;
    const allowed = new Set(patterns.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])));
    return allowed.size === 0
      ? RouteNotFound()
      : MethodNotAllowed(undefined, { headers: { allow: [...allowed].join(', ') } });
  };
}

const methodsOf = (route: Route): string[] => (isWrite(route) ? [route.method] : ['GET', 'HEAD']);

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);
