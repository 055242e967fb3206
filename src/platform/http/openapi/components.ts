import type { Route } from '../route.ts';
import { pascalCase } from './operation-id.ts';
import type { ContractSchemas, Json } from './schemas.ts';

/** A part of an operation that may be equal in several of them: a parameter, or a response. */
export interface Part {
  operationId: string;
  /** Its name where it is the most common of its kind: `Page`, `NotFound`. */
  name: string;
  value: Json;
}

/**
 * Parts that occur more than once become components. Of those with the same name, the most common one gets it; the
 * others are called after the first operation that has them, so that an addition elsewhere renames nothing.
 */
export class SharedParts {
  readonly components: Record<string, Json> = {};
  readonly #references = new Map<string, Json>();

  constructor(kind: 'parameters' | 'responses', parts: Part[]) {
    const equal = Map.groupBy(parts, ({ value }) => JSON.stringify(value));
    const repeated = [...equal].filter(([, same]) => same.length > 1).sort(([, a], [, b]) => b.length - a.length);
    for (const [text, [first]] of repeated) {
      const { name, operationId, value } = first!;
      const key = name in this.components ? pascalCase(operationId.split('.')) + name : name;
      if (key in this.components) throw new Error(`Two shared ${kind} are called ${key}.`);
      this.components[key] = value;
      this.#references.set(text, { $ref: `#/components/${kind}/${key}` });
    }
  }

  /** A reference to the part where it is shared, or else the part itself. */
  reference(value: Json): Json {
    return this.#references.get(JSON.stringify(value)) ?? value;
  }
}

/** Operations with the same named answer show the same example of it. */
export class SharedExamples {
  readonly components: Record<string, Json> = {};
  readonly #byRoute = new Map<Route, Json>();

  constructor(declared: { route: Route }[], schemas: ContractSchemas, examples: Record<string, unknown>) {
    const exampleOf = (route: Route): unknown => examples[`${route.method} ${route.path}`];
    const routes = declared.map(({ route }) => route).filter((route) => exampleOf(route) !== undefined);
    for (const [name, same] of Map.groupBy(routes, (route) => answerName(route, schemas))) {
      if (name === undefined || same.length === 1) {
        for (const route of same) this.#byRoute.set(route, { example: exampleOf(route) });
        continue;
      }
      this.components[name] = { value: exampleOf(same[0]!) };
      for (const route of same)
        this.#byRoute.set(route, { examples: { [name]: { $ref: `#/components/examples/${name}` } } });
    }
  }

  of(route: Route): Json {
    return this.#byRoute.get(route) ?? {};
  }
}

function answerName({ returns }: Route, schemas: ContractSchemas): string | undefined {
  if ('contentType' in returns) return undefined;
  const { $ref } = schemas.output(returns) as { $ref?: string };
  return $ref?.split('/').at(-1);
}
