import ts from 'typescript'

/** Anything else in the chain, such as skip, todo or fixme, does not prove a rule. */
const RUNNING = new Set(['each', 'for', 'only', 'concurrent', 'sequential', 'shuffle', 'parallel', 'serial'])
/** Of a table only the ids are filled in: `V1 V2` is a name to find, the other cells are detail. */
const IDS = /^[A-Z]\d+( [A-Z]\d+)*$/

/** What a table row holds, by position or by property. */
type Row = Record<string, string>
/** The loop around a test: its rows, and under which key of a row each of its variables is found. */
interface Loop {
  rows: Row[]
  keys: Record<string, string>
}
interface Place {
  prefix: string
  loops: Loop[]
}

/** The full names of the tests in a source, the titles of the surrounding describes first. */
export function testNames(source: string): string[] {
  const file = ts.createSourceFile('x.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  const names = new Set<string>()
  const visit = (node: ts.Node, place: Place): void => {
    const call = ts.isCallExpression(node) ? titledCall(file, node) : undefined
    if (call && !call.runs) return
    if (!call) {
      const loop = ts.isForOfStatement(node) ? [loopOf(file, node)] : []
      const inside = { ...place, loops: [...loop, ...place.loops] }
      ts.forEachChild(node, (child) => visit(child, inside))
      return
    }
    for (const title of fill(call.title, call.rows, place.loops)) {
      const name = `${place.prefix}${title}`
      if (!call.isSuite) names.add(name)
      else ts.forEachChild(node, (child) => visit(child, { ...place, prefix: `${name} › ` }))
    }
  }
  visit(file, { prefix: '', loops: [] })
  return [...names]
}

function titledCall(file: ts.SourceFile, node: ts.CallExpression) {
  const [base, ...modifiers] = calleeChain(node.expression)
  const title = node.arguments[0] && titleText(node.arguments[0])
  if (!base || !['test', 'it', 'describe'].includes(base) || title === undefined) return undefined
  const table = ts.isCallExpression(node.expression) ? node.expression.arguments[0] : undefined
  return {
    title,
    rows: table ? rowsOf(file, table) : [],
    isSuite: base === 'describe' || modifiers.includes('describe'),
    // Without a body it is a note that a test is to come.
    runs: node.arguments.length > 1 && modifiers.every((name) => RUNNING.has(name) || name === 'describe'),
  }
}

/** `test.each(rows)` and `test.only` both begin with `test`. */
function calleeChain(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return [...calleeChain(node.expression), node.name.text]
  if (ts.isCallExpression(node)) return calleeChain(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return calleeChain(node.tag)
  return []
}

/** Variables of a template stay as `${name}`, to be filled from the loop that surrounds it. */
function titleText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.map(({ expression, literal }) => {
    return `\${${ts.isIdentifier(expression) ? expression.text : ''}}${literal.text}`
  })
  return node.head.text + spans.join('')
}

/** One title for each row that has ids for it; without such a table, the title alone. */
function fill(title: string, rows: Row[], loops: Loop[]): string[] {
  const looped = loops.reduce<string[]>(
    (titles, { rows, keys }) => {
      const withRow = (row: Row) => (text: string) =>
        text.replace(/\$\{(\w+)\}/g, (variable, name) => row[keys[name] ?? ''] ?? variable)
      return titles.flatMap((text) => (rows.length > 0 ? rows.map((row) => withRow(row)(text)) : [text]))
    },
    [title],
  )
  const tabled = looped.flatMap((text) =>
    rows.length > 0 ? rows.map((row) => fillTable(text, row)) : [text],
  )
  return [...new Set(tabled.map((text) => text.replace(/\$\{\w*\}/g, '…')))]
}

function fillTable(title: string, row: Row): string {
  let position = 0
  return title
    .replace(/%[sdifjop]/g, (placeholder) => row[position++] ?? placeholder)
    .replace(/\$(\w+)/g, (placeholder, name) => row[name] ?? placeholder)
}

function loopOf(file: ts.SourceFile, { initializer, expression }: ts.ForOfStatement): Loop {
  const pattern = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined
  const keys: Record<string, string> = {}
  if (pattern && !ts.isIdentifier(pattern)) {
    pattern.elements.forEach((element, index) => {
      if (ts.isOmittedExpression(element) || !ts.isIdentifier(element.name)) return
      const property =
        element.propertyName && ts.isIdentifier(element.propertyName) && element.propertyName.text
      keys[element.name.text] = ts.isArrayBindingPattern(pattern) ? `${index}` : property || element.name.text
    })
  } else if (pattern) keys[pattern.text] = '0'
  return { rows: rowsOf(file, expression), keys }
}

/** The rows of an array written in place, or in a constant at the top of the same file. */
function rowsOf(file: ts.SourceFile, node: ts.Expression): Row[] {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return rowsOf(file, node.expression)
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(rowOf)
  if (!ts.isIdentifier(node)) return []
  const constants = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((s) => s.declarationList.declarations)
  const constant = constants.find(({ name }) => ts.isIdentifier(name) && name.text === node.text)
  return constant?.initializer ? rowsOf(file, constant.initializer) : []
}

function rowOf(node: ts.Expression): Row {
  const row: Row = {}
  const keep = (key: string, value: ts.Expression) => {
    if (ts.isStringLiteralLike(value) && IDS.test(value.text)) row[key] = value.text
  }
  if (ts.isArrayLiteralExpression(node))
    node.elements.forEach((value, index) => {
      keep(`${index}`, value)
    })
  else if (ts.isObjectLiteralExpression(node)) {
    for (const property of node.properties) {
      if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.name)) {
        keep(property.name.text, property.initializer)
      }
    }
  } else keep('0', node)
  return row
}
