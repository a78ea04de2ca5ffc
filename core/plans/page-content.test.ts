import { describe, expect, test } from 'vitest'
import { FooterLinks, PageContent } from './page-content.ts'

const problem = (schema: typeof PageContent | typeof FooterLinks, value: unknown) => {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

describe('what the operator adds to the pages', () => {
  test('nothing is needed', () => {
    expect([PageContent.parse({}), FooterLinks.parse({})]).toEqual([{}, {}])
  })

  test.each([
    [{ faq: [{ question: 'Why?' }] }, 'faq.0.answer: '],
    [{ faq: [] }, 'faq: '],
    [
      { comparison: [{ feature: 'A', free: 1, monthly: true, lifetime: 'x' }] },
      'comparison.0.free: expected true, false',
    ],
    [{ testimonials: [{ quote: 'Good.', name: 'Ann' }] }, 'testimonials.0.source: '],
    [{ announcement: { text: 'New', url: 'javascript:alert(1)' } }, 'announcement.url: expected an address'],
    [{ announcement: { text: 'New', url: '//evil.example' } }, 'announcement.url: expected an address'],
    [{ guarante: 'x' }, ': Unrecognized key: "guarante"'],
  ])('%j is refused by its place', (value, expected) => {
    expect(problem(PageContent, value)).toContain(expected)
  })

  test('the footer leads to addresses, paths and, for support, a mailbox', () => {
    expect(problem(FooterLinks, { terms: '/terms', support: 'mailto:help@shop.example' })).toBeUndefined()
    for (const terms of ['mailto:a@b.example', 'javascript:alert(1)', 'terms', '/\\evil.example', 'https://'])
      expect(problem(FooterLinks, { terms })).toContain('terms: expected an address')
    expect(problem(FooterLinks, { support: 'data:text/html,x' })).toContain('support: expected')
  })
})
