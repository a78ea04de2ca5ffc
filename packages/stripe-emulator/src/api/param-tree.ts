/** Parameters by name with those that they hold; `*` stands for any name. */
export type ParamTree = Map<string, ParamTree>

/** `a,b(c,d)` as a tree. */
export function paramTree(text: string): ParamTree {
  const root: ParamTree = new Map()
  const open = [root]
  let last: ParamTree = root
  for (const [token] of text.matchAll(/[(),]|[^(),]+/g)) {
    if (token === '(') open.push(last)
    else if (token === ')') open.pop()
    else if (token !== ',') {
      last = new Map()
      open.at(-1)?.set(token, last)
    }
  }
  return root
}

/** Numbers in a path are places in a list, which the tree leaves out. */
export function isKnown(tree: ParamTree, path: PropertyKey[]): boolean {
  let place: ParamTree | undefined = tree
  for (const step of path) {
    if (place?.has('*')) return true
    if (typeof step === 'number') continue
    place = place?.get(String(step))
  }
  return place !== undefined
}
