// The seams between a delivered page and its script; server/pages/document.ts writes the other side.

export function pageRoot(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root.')
  return root
}

export function pageData<Data>(): Data {
  return JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as Data
}

/** When the page had loaded, on the clock of `Date.now()`; a page still loading counts as loaded now. */
export function loadedAt(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const sinceLoadMs = navigation?.loadEventStart ? performance.now() - navigation.loadEventStart : 0
  return Date.now() - sinceLoadMs
}
