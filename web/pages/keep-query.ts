/** The links of the language picker are drawn for everybody, without the query of this visit: it is added to them here. */
export function keepQuery(query: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    const url = new URL(link.href)
    url.searchParams.set('next', url.searchParams.get('next') + query)
    link.href = url.href
  }
}
