import type { Node } from './graph.schema.ts';

/** The nodes that may follow a node, with the field that names each. */
export function edgesOf(node: Node): { field: string; to: string }[] {
  const edge = (field: string, to: string | null) => (to === null ? [] : [{ field, to }]);
  return [
    ...edge('next', node.next),
    ...('onError' in node ? edge('onError', node.onError) : []),
    ...(node.kind === 'condition' || node.kind === 'approval' ? edge('otherwise', node.otherwise) : []),
    ...(node.kind === 'switch' ? node.cases.flatMap(({ next }, place) => edge(`cases[${place}].next`, next)) : []),
    ...(node.kind === 'loop' ? edge('body', node.body) : []),
  ];
}

/** The ids of all nodes on some path from a node, itself included. */
export function reachableFrom(nodes: Node[], id: string): Set<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const reached = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    const node = byId.get(next);
    if (node) open.push(...edgesOf(node).map(({ to }) => to));
  }
  return reached;
}
