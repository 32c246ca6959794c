import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { payByCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createOpsFixture, type Row } from '../../../test/fixtures/ops/ops-fixture.ts'

const { folder, sandbox, runCommand, createTrader, findAttempt, createDepositInSuspense } = await createOpsFixture()

describe('reconcile', () => {
  const csv = async () => (await fetch(`${sandbox.url}/control/statement.csv`)).text()
  const reconcile = async (text: string, ...more: string[]) => {
    const file = join(folder, 'statement.csv')
    await writeFile(file, text)
    const { code, out, err } = await runCommand('reconcile', file, '--json', ...more)
    expect(err).toBe('')
    const found = JSON.parse(out) as { agreed: number; differences: Row[]; totals: Row[] }
    return {
      code,
      ...found,
      about: (reference: string) => found.differences.filter((each) => each['reference'] === reference),
    }
  }

  test('agrees with the statement of the sandbox, and finds every planted difference to the cent', async () => {
    const from = new Date().toISOString()
    const paid: string[] = []
    for (let each = 0; each < 5; each += 1) {
      const { client } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
      const { deposit } = await payByCard(client, '4242424242424242')
      paid.push((await findAttempt(deposit.id)).reference)
    }
    const [head = '', ...lines] = (await csv()).split('\r\n').filter((line) => line !== '')
    const mine = lines.filter((line) => paid.some((ref) => line.includes(ref)))
    const whole = await reconcile([head, ...mine].join('\r\n'), '--from', from)
    expect(whole).toMatchObject({ code: 0, agreed: 5, differences: [] })
    expect(whole.totals).toEqual([
      { processor: 'CONCEPT', currency: 'USD', there: 500_000, here: 500_000, agreed: 500_000, agreedCount: 5 },
    ])

    const withoutFirst = await reconcile([head, ...mine.filter((line) => !line.includes(String(paid[0])))].join('\r\n'))
    expect(withoutFirst.about(String(paid[0]))).toMatchObject([{ kind: 'missing_there' }])

    const [dearer, gone, declined, doubled] = paid
    const stranger = '00000000-0000-4000-8000-000000000001'
    const planted = mine.flatMap((line) => {
      if (line.includes(String(gone))) return []
      if (line.includes(String(dearer))) return [line.replace(',100000,', ',100001,')]
      if (line.includes(String(declined))) return [line.replace(',succeeded,', ',declined_soft,')]
      return line.includes(String(doubled)) ? [line, line] : [line, line.replace(String(paid[4]), stranger)]
    })
    const found = await reconcile([head, ...planted].join('\r\n'), '--from', from)
    expect(found).toMatchObject({ code: 3, agreed: 1 })
    expect(found.about(String(dearer))).toMatchObject([{ kind: 'other_amount', difference: 1 }])
    expect(found.about(String(gone))).toMatchObject([{ kind: 'missing_there', difference: -100_000 }])
    expect(found.about(String(declined))).toMatchObject([{ kind: 'other_state', difference: -100_000 }])
    expect(found.about(String(doubled))).toMatchObject([{ kind: 'doubled', difference: 100_000 }])
    expect(found.about(stranger)).toMatchObject([{ kind: 'missing_here', difference: 100_000, here: 'unknown' }])
    expect(found.totals).toEqual([
      { processor: 'CONCEPT', currency: 'USD', there: 500_001, here: 500_000, agreed: 100_000, agreedCount: 1 },
    ])
  })

  test('explains the whole difference between a real statement and the ledger', async () => {
    await createDepositInSuspense()
    const { out } = await runCommand('suspense', '--json')
    const expected = (JSON.parse(out) as Row[]).length
    const found = await reconcile(await csv())
    const kinds = new Set(found.differences.map(({ kind }) => kind))
    expect(expected).toBeGreaterThan(0)
    for (const kind of kinds) expect(['other_amount', 'other_state', 'missing_there', 'missing_here']).toContain(kind)
    const sum = (rows: Row[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)
    expect(sum(found.totals, 'there') - sum(found.totals, 'here')).toBe(sum(found.differences, 'difference'))
  })

  test('refuses a file that is not a statement', async () => {
    const file = join(folder, 'none.csv')
    expect(await runCommand('reconcile', file)).toMatchObject({ code: 1, err: `${file} cannot be read (ENOENT).\n` })
    await writeFile(file, 'kind,processor\n')
    expect((await runCommand('reconcile', file)).err).toContain('is not a statement: its header lacks ref')
  })
})
