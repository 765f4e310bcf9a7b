import ts from "typescript";
import { importedFrom, nodesOf, sourceFile } from "./source-files.ts";

/**
 * The number that a file uses where an option is not given, or that it gives a constant of that name: `{ name = 1 }`,
 * `options.name ?? 1`, `name: 1`, `const name = 1`. With `of`, only parameters of that type count. Throws unless there is exactly one.
 */
export function defaultIn(path: string, name: string, of?: string): number {
  const file = sourceFile(path);
  const values = new Set<number>();
  for (const node of nodesOf(file)) {
    if (of !== undefined && parameterType(node) !== of) continue;
    const expression = defaultOf(node, name);
    const value = expression && evaluate(expression, file);
    if (value !== undefined) values.add(value);
  }
  const [value] = values;
  if (value === undefined || values.size > 1) {
    throw new Error(`${path} has ${values.size} defaults for ${name}, expected one: ${[...values].join(", ")}`);
  }
  return value;
}

/** The type of the parameter that a node belongs to. */
function parameterType(node: ts.Node): string | undefined {
  return ts.findAncestor(node, ts.isParameter)?.type?.getText();
}

function defaultOf(node: ts.Node, name: string): ts.Expression | undefined {
  if (ts.isBindingElement(node))
    return (node.propertyName ?? node.name).getText() === name ? node.initializer : undefined;
  if (ts.isPropertyAssignment(node)) return node.name.getText() === name ? node.initializer : undefined;
  if (ts.isVariableDeclaration(node)) return node.name.getText() === name ? node.initializer : undefined;
  if (!ts.isBinaryExpression(node) || !ts.isPropertyAccessExpression(node.left)) return undefined;
  const { kind } = node.operatorToken;
  const isDefault = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.EqualsToken;
  return isDefault && node.left.name.text === name ? node.right : undefined;
}

/** The value of a constant expression; `undefined` for any other. */
function evaluate(expression: ts.Expression, file: ts.SourceFile): number | undefined {
  if (ts.isNumericLiteral(expression)) return Number(expression.text);
  if (expression.getText() === "Number.POSITIVE_INFINITY") return Number.POSITIVE_INFINITY;
  if (ts.isIdentifier(expression)) return constant(file, expression.text);
  if (!ts.isBinaryExpression(expression)) return undefined;
  if (expression.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return evaluate(expression.right, file);
  const left = evaluate(expression.left, file);
  const right = evaluate(expression.right, file);
  if (left === undefined || right === undefined) return undefined;
  if (expression.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
  return expression.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken ? left ** right : undefined;
}

function constant(file: ts.SourceFile, name: string): number | undefined {
  const imported = importedFrom(file, name);
  if (imported !== undefined) return constant(sourceFile(imported), name);
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (declaration.name.getText() === name && declaration.initializer)
        return evaluate(declaration.initializer, file);
    }
  }
  return undefined;
}
