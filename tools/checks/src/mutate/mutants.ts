import ts from "typescript";

/** One operator of a file, and what it is replaced by. */
export interface Mutant {
  /** Path from the root. */
  readonly file: string;
  readonly line: number;
  /** The line as it was, without indentation. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [ts.SyntaxKind.LessThanToken, "<="],
  [ts.SyntaxKind.LessThanEqualsToken, "<"],
  [ts.SyntaxKind.GreaterThanToken, ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken, ">"],
  [ts.SyntaxKind.AmpersandAmpersandToken, "||"],
  [ts.SyntaxKind.BarBarToken, "&&"],
  [ts.SyntaxKind.PlusToken, "-"],
  [ts.SyntaxKind.MinusToken, "+"],
]);

/** Every operator of a source that can be flipped: comparisons, logic, sums, `!`, `true` and `false`. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const add = (node: ts.Node, to: string) => {
    const start = node.getStart(tree);
    const { line } = tree.getLineAndCharacterOfPosition(start);
    const text = (source.split("\n")[line] ?? "").trim();
    found.push({ file, line: line + 1, text, start, end: node.end, from: source.slice(start, node.end), to });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isBinaryExpression(node)) {
      const to = OPERATORS.get(node.operatorToken.kind);
      // A difference of texts is not a mistake that anybody makes.
      if (to !== undefined && !isText(node)) add(node.operatorToken, to);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, node.operand.getText(tree));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The source with the operator replaced. */
export function mutate(source: string, { start, end, to }: Mutant): string {
  return source.slice(0, start) + to + source.slice(end);
}

function isText(node: ts.BinaryExpression): boolean {
  return node.operatorToken.kind === ts.SyntaxKind.PlusToken && [node.left, node.right].some(ts.isStringLiteralLike);
}
