import {
  type CompiledQuery,
  type OperationNode,
  PostgresQueryCompiler,
  type QueryId,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from 'kysely';
import { snakeCase } from './snake-case.ts';

/** Stands for the nodes of a compiled statement, which nothing reads: they would live until its answer arrives. */
const COMPILED = RawNode.createWithSql('');

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeCase(identifier));
  }

  /** A statement written as SQL needs none of Kysely's visits, which take longer than sending it. */
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    if (!RawNode.is(node)) return super.compileQuery(node, queryId);
    const parameters: unknown[] = [];
    return { query: COMPILED, queryId, sql: this.#textOf(node, parameters, queryId), parameters };
  }

  #textOf({ sqlFragments, parameters: children }: RawNode, parameters: unknown[], queryId: QueryId): string {
    let text = sqlFragments[0]!;
    for (let place = 0; place < children.length; place++) {
      const child = children[place]!;
      if (RawNode.is(child)) text += this.#textOf(child, parameters, queryId);
      else if (ValueNode.is(child) && !child.immediate) text += `$${parameters.push(child.value)}`;
      else text += this.#nameOf(child, queryId);
      text += sqlFragments[place + 1] ?? '';
    }
    return text;
  }

  /** The text of a table, a column or a literal, which has no parameters. */
  #nameOf(node: OperationNode, queryId: QueryId): string {
    const { sql, parameters } = super.compileQuery(node as RootOperationNode, queryId);
    if (parameters.length > 0) throw new Error(`A ${node.kind} inside SQL has parameters: write it as SQL.`);
    return sql;
  }
}

export const compiler = new SnakeCaseCompiler();
