import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateMessages } from './generate-messages.ts'

/** The message files with one of them changed. */
function withChanged(language: string, change: (messages: Record<string, string>) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairseat-messages-'))
  cpSync('messages', folder, { recursive: true })
  const file = join(folder, `${language}.json`)
  const messages = JSON.parse(readFileSync(file, 'utf8'))
  change(messages)
  writeFileSync(file, JSON.stringify(messages))
  return folder
}

test('G4: the modules in core/messages are those of the message files; `npm run messages` writes them', () => {
  for (const [file, content] of generateMessages()) expect(readFileSync(file, 'utf8'), file).toBe(content)
})

const broken: [string, string, (messages: Record<string, string>) => void, RegExp][] = [
  ['a missing translation', 'fr', (all) => delete all.save, /fr\.json: save is missing/],
  [
    'one that English lacks',
    'de',
    (all) => Object.assign(all, { extra: 'x' }),
    /de\.json: extra is not in en\.json/,
  ],
  [
    'a missing parameter',
    'ja',
    (all) => Object.assign(all, { youAreOn: 'x' }),
    /ja\.json: youAreOn: the parameter "plan" is missing/,
  ],
  [
    'an unknown parameter',
    'es',
    (all) => Object.assign(all, { save: '{x}' }),
    /es\.json: save: there is no parameter "x"/,
  ],
  [
    'a missing plural category',
    'ar',
    (all) =>
      Object.assign(all, { startedSeats: '{base, plural, one {a} two {b} few {c} many {d} other {e}}' }),
    /ar\.json: startedSeats: "base" lacks the plural category "zero"/,
  ],
  [
    'a mistake in the syntax',
    'pt',
    (all) => Object.assign(all, { save: '{' }),
    /pt\.json: save: is not an ICU message/,
  ],
]
test.each(broken)('G4: %s fails the build, with file and key', (_, language, change, expected) => {
  expect(() => generateMessages(withChanged(language, change))).toThrow(expected)
})

test('G4: every message is used', () => {
  const sources = ['core', 'server', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.includes('messages/'))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  )
  const used = new Set(sources.join('\n').match(/(?<=\bmessages\.)\w+/g))
  const all = Object.keys(JSON.parse(readFileSync('messages/en.json', 'utf8')))
  expect(all.filter((key) => !used.has(key))).toEqual([])
})
