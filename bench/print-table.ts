import type { Row } from './row.ts'

const headings = ['', 'Fairseat', 'reference', 'ratio', 'target', '']

export function printTable(rows: readonly Row[]): void {
  const lines = [headings, ...rows.map(cells)]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => [...(line[column] ?? '')].length)),
  )
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)
  let part: string | undefined
  for (const [index, line] of lines.entries()) {
    const row = rows[index - 1]
    if (row && row.part !== part) console.log(`\n${row.part}`)
    part = row?.part
    console.log(`  ${line.map(pad).join('  ')}`)
  }
  const judged = rows.filter(({ met }) => met !== null)
  console.log(`\n${judged.filter(({ met }) => met).length} of ${judged.length} targets met`)
}

const cells = ({ name, ours, unit, reference, ratio, target, met }: Row): string[] => [
  name,
  `${show(ours)} ${unit}`.trim(),
  `${show(reference.value)} (${reference.name})`,
  ratio === null ? '' : `${ratio.toFixed(2)} ×`,
  target ?? '',
  met === null ? '' : met ? 'met' : 'NOT MET',
]

export const show = (value: number): string =>
  value.toLocaleString('en', {
    maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0,
  })
