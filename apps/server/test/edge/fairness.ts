import { readFileSync, writeFileSync } from 'node:fs'

import { listLadderEdges, listUpDownEdges, type Table } from './house-edge.ts'
import { formatGain, type Verdict } from './judge.ts'

const page = new URL('../../../../docs/fairness.md', import.meta.url)

/** Replaces the generated part of `docs/fairness.md`, for `--update` of `npm run test:edge`. */
export function writeFairness(verdicts: readonly Verdict[]): void {
  writeFileSync(page, fillPage(readFileSync(page, 'utf8'), verdicts))
}

/** Returns the page as it must be, and as it is; formatting does not count. */
export function compareFairness(verdicts: readonly Verdict[]): { readonly expected: string; readonly actual: string } {
  const actual = readFileSync(page, 'utf8')
  return { expected: normalize(fillPage(actual, verdicts)), actual: normalize(actual) }
}

function fillPage(text: string, verdicts: readonly Verdict[]): string {
  const isGift = ({ strategy }: Verdict) => strategy.kind.name === 'gift'
  const tables: Readonly<Record<string, Table>> = {
    'up-down': listUpDownEdges(),
    ladder: listLadderEdges(),
    cash: [
      ['a trader who …', 'gains on average', 'of the', 'would gain', 'if'],
      ...verdicts
        .filter((verdict) => !isGift(verdict))
        .map(({ strategy: { name, per, planted }, gain, planted: won }) => [
          name,
          formatGain(gain),
          per,
          formatGain(won),
          planted.fault,
        ]),
    ],
    gifts: [
      ['a person who …', 'gains on average', 'at most', 'of the', 'why it is accepted'],
      ...verdicts.filter(isGift).map(({ strategy: { name, per, kind }, gain }) => {
        const { bound, reason } = kind.name === 'gift' ? kind : { bound: 0, reason: '' }
        return [name, formatGain(gain), `${Number((bound * 100).toFixed(2))} %`, per, reason]
      }),
    ],
  }
  return Object.entries(tables).reduce((filled, [name, table]) => replaceTable(filled, name, table), text)
}

function replaceTable(text: string, name: string, [titles = [], ...rows]: Table): string {
  const begin = `<!-- begin ${name} -->`
  const end = `<!-- end ${name} -->`
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/fairness.md has no table ${name}`)
  const lines = [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return `${before}${begin}\n\n${lines.join('\n')}\n\n${end}${after}`
}

function normalize(text: string): string {
  return text.replaceAll(/-{3,}/g, '---').replaceAll(/[ \t]+/g, ' ')
}
