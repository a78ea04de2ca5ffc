import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { generateMessages } from '../../scripts/messages/generate-messages.ts'

/** Below the project's folder. */
const dist = 'node_modules/.cache/fairseat-pseudo'

/** The build with a pseudo language in the place of German: the English messages, every one of them marked. */
export async function buildPseudoLanguage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-pseudo-'))
  cpSync('messages', folder, { recursive: true })
  const english: Record<string, string> = JSON.parse(readFileSync('messages/en.json', 'utf8'))
  const marked = Object.entries(english).map(([key, text]) => [key, mark(text)])
  writeFileSync(join(folder, 'de.json'), JSON.stringify(Object.fromEntries(marked)))
  const source = generateMessages(folder).get('core/messages/generated/de.ts') ?? ''
  const file = join(folder, 'de.ts')
  writeFileSync(file, source)

  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  cpSync('dist', dist, { recursive: true })
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', 'de', '--logLevel', 'error']
  const outDir = resolve(dist, 'client/de')
  execFileSync(process.execPath, [...vite, '--outDir', outDir, '--emptyOutDir'], {
    env: { ...process.env, MESSAGES_FILE: file },
    stdio: 'inherit',
  })
  writeFileSync(join(dist, 'server/de.js'), await asScript(source))
  rmSync(folder, { recursive: true })
  return dist
}

/** Without what it imports, which is put before it. */
async function asScript(source: string): Promise<string> {
  // Not before: loading it takes a second, also of the process that only lists the tests.
  const { default: ts } = await import('typescript')
  const all = `${readFileSync('core/messages/format.ts', 'utf8')}\n${source.replace(/^import .*$/m, '')}`
  return ts.transpile(all, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS })
}

/** What stands outside an element, and what stands in it, each by itself. */
const mark = (text: string): string =>
  text
    .split(/(<\w+>.*?<\/\w+>)/)
    .map((part) => {
      const [, open, inside, close] = /^(<\w+>)(.*)(<\/\w+>)$/.exec(part) ?? []
      if (open) return `${open}⟦${inside}⟧${close}`
      return part.trim() === '' ? part : `⟦${part}⟧`
    })
    .join('')

/** Every text of the page, and every attribute that is read out or shown, that is no message. */
export const findUnmarked = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // Dates are the browser's own words; the names of languages are in their own.
      if (node.parentElement?.closest('script, style, noscript, time, .languages a')) continue
      found.push(node.textContent ?? '')
    }
    for (const name of ['aria-label', 'aria-valuetext', 'alt', 'title', 'placeholder'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!element.matches('time')) found.push(element.getAttribute(name) ?? '')
    return found.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text) && !/[⟦⟧]/.test(text))
  })
