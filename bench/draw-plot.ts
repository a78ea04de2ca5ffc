import { show } from './print-table.ts'
import type { Row } from './row.ts'

const width = 960
const lineHeight = 22
const labelWidth = 330
const barWidth = 330
const steps = [0.1, 0.3, 1, 3, 10, 30]
const colours = { met: '#0a8f68', missed: '#c2410c', neutral: '#7c8797' }

/** One bar a row on a logarithmic scale of ratios: 1 is the reference. */
export function drawPlot(rows: readonly Row[]): string {
  const shown = rows.filter(({ ratio }) => ratio !== null && ratio > 0)
  const height = lineHeight * (shown.length + 2)
  const grid = steps.map(
    (step) =>
      `<line x1="${position(step)}" x2="${position(step)}" y1="${lineHeight}" y2="${height - lineHeight / 2}" stroke="${step === 1 ? '#1f2937' : '#d7dce3'}"/><text x="${position(step)}" y="14" text-anchor="middle">${step} ×</text>`,
  )
  const bars = shown.map((row, index) => drawBar(row, lineHeight * (index + 1.5)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2937"><title>Fairseat beside references measured in the same run</title><rect width="100%" height="100%" fill="#fff"/>
${[...grid, ...bars].join('\n')}
</svg>
`
}

function drawBar({ part, name, ours, unit, ratio, target, met, reference }: Row, y: number): string {
  const [from, to] = [position(1), position(ratio ?? 1)]
  const colour = met === null ? colours.neutral : met ? colours.met : colours.missed
  const detail = `${show(ours)} ${unit} (${ratio?.toFixed(2)} × ${reference.name})${target ? `, ${target}` : ''}`
  return `<text x="${labelWidth - 8}" y="${y + 4}" text-anchor="end">${escapeXml(`${part}: ${name}`)}</text><rect x="${Math.min(from, to)}" y="${y - 6}" width="${Math.max(2, Math.abs(to - from))}" height="12" fill="${colour}"/><text x="${labelWidth + barWidth + 8}" y="${y + 4}" font-size="10">${escapeXml(detail)}</text>`
}

/** Ratios beyond the scale end at its edge; their figures stand beside them. */
function position(ratio: number): number {
  const [lowest = 0.1, highest = 30] = [steps[0], steps.at(-1)]
  const clamped = Math.min(highest, Math.max(lowest, ratio))
  return Math.round(labelWidth + (barWidth * Math.log(clamped / lowest)) / Math.log(highest / lowest))
}

const escapeXml = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
