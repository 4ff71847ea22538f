import type { CallExpression, ClassDeclaration as Class, Node, SourceFile } from 'typescript';
import type { ClassDeclaration, Described, Ts } from './api-manifest.ts';

export interface Source {
  ts: Ts;
  source: SourceFile;
}

/** The events that the classes of a file are, by the type that each gives to `Event`. */
export function describeEvents(
  classes: readonly ClassDeclaration[],
  { ts, source }: Source,
): Described[] {
  return source.statements.filter(ts.isClassDeclaration).map((node) => {
    const className = node.name?.text ?? '';
    const declared = classes.find(({ name }) => name === className);
    return {
      name: eventType(ts, node),
      type: { text: className },
      ...(declared?.description && { description: declared.description }),
    };
  });
}

/** What the class's constructor calls `super` with. */
function eventType(ts: Ts, node: Class): string {
  const calls: CallExpression[] = [];
  const visit = (child: Node): void => {
    if (ts.isCallExpression(child) && child.expression.kind === ts.SyntaxKind.SuperKeyword) {
      calls.push(child);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  const type = calls[0]?.arguments[0];
  if (!type || !ts.isStringLiteral(type)) {
    throw new Error(`${node.name?.text ?? 'A class'} calls super() with no type of event.`);
  }
  return type.text;
}
