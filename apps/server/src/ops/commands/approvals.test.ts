import { describe, expect, test } from 'vitest'

import { startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

const { app, env, runCommand, runChange, createDepositInSuspense, getBalances } = await createOpsFixture()

const runAs = (name: string, ...argv: string[]) =>
  runOpsCommand({ ...env, OPS_OPERATOR: name }, [...argv, '--why', 'checked with the bank', '--yes'])
/** Sets the limit as if it had been set two days ago. */
async function setLimit(limit: number): Promise<void> {
  await runChange('settings', 'approval_limit', String(limit))
  await moveBack('settings', 'changed_at')
}
const moveBack = (table: string, column: string) =>
  app.database.pool.query(`update ${table} set ${column} = ${column} - interval '2 days'`)

async function requestAccept(id: string): Promise<number> {
  const { out } = await runAs('tester', 'accept', id, '--json')
  return (JSON.parse(out) as { approval: number }).approval
}

describe('operators', () => {
  test('the first needs only access to the machine, each further one an operator; secrets are not stored', async () => {
    const own = await startTestApp()
    const base = { DATABASE_URL: own.databaseUrl, SECRET_KEY: own.secretKey, SANDBOX_SECRET: 's'.repeat(40) }
    const run = (more: Record<string, string>, ...argv: string[]) =>
      runOpsCommand({ ...base, ...more }, [...argv, '--why', 'a new colleague', '--yes'])
    expect((await run({}, 'refund', 'x')).err).toContain('operators add NAME')
    const added = await run({}, 'operators', 'add', 'ann', '--json')
    const { secret } = JSON.parse(added.out) as { secret: string }
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect((await run({}, 'operators', 'add', 'ben')).err).toContain('say who you are')
    expect((await run({ OPS_OPERATOR: 'ann', OPS_SECRET: 'wrong' }, 'operators', 'add', 'ben')).err).toContain(
      'no active operator ann with this secret',
    )
    const ann = { OPS_OPERATOR: 'ann', OPS_SECRET: secret }
    expect(await run(ann, 'operators', 'disable', 'ann')).toMatchObject({ code: 1 })
    expect(await run(ann, 'operators', 'add', 'ben')).toMatchObject({ code: 0 })
    expect(await run(ann, 'operators', 'add', 'ben')).toMatchObject({ code: 1 })
    expect(await run(ann, 'operators', 'add', 'Ben Smith')).toMatchObject({ code: 2 })
    expect(await run(ann, 'operators', 'disable', 'ann')).toMatchObject({ code: 0 })
    expect(await run(ann, 'refund', 'x')).toMatchObject({ code: 1, err: expect.stringContaining('no active operator') })
    const audit = await own.database.db.selectFrom('audit_log').selectAll().execute()
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ['operator.add', 'tester'],
      ['operator.add', 'ann'],
      ['operator.disable', 'ann'],
    ])
    expect(JSON.stringify(audit)).not.toContain(secret)
    const { rows: alerts } = await own.database.pool.query<{ subject: string }>(
      `select subject from alerts where kind = 'operator.rights_changed' order by id`,
    )
    expect(alerts.map(({ subject }) => subject)).toEqual(['operator:ann', 'operator:ben'])
    await own.stop()
  })

  test.each([
    ['ask', 'x'],
    ['resolve', 'x', '--unpaid'],
    ['refund', 'x'],
    ['accept', 'x'],
    ['approvals', 'approve', '1'],
    ['approvals', 'reject', '1'],
    ['operators', 'add', 'mallory'],
    ['operators', 'disable', 'anna'],
    ['settings', 'approval_limit', '5000'],
    ['exchange-rates', 'accept', 'BTC'],
  ])('%s %s is refused with a wrong secret', async (...argv) => {
    const run = await runOpsCommand({ ...env, OPS_SECRET: 'wrong' }, [...argv, '--why', 'as the bank said', '--yes'])
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('no active operator tester with this secret') })
  })
})

describe('approvals', () => {
  test('a command above the limit runs once, when another operator approves it', async () => {
    await setLimit(899.99)
    const { id, userId } = await createDepositInSuspense()
    const approval = await requestAccept(id)
    expect((await getBalances(userId))['cash'] ?? 0).toBe(0)
    expect((await runAs('tester', 'accept', id)).err).toContain('waits for a second operator already')
    expect((await runCommand('approvals')).out).toContain('900.00 USD')
    expect(await runAs('tester', 'approvals', 'approve', String(approval))).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another operator must approve'),
    })
    expect((await getBalances(userId))['cash'] ?? 0).toBe(0)
    const runs = await Promise.all([1, 2, 3].map(() => runAs('anna', 'approvals', 'approve', String(approval))))
    expect(runs.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await getBalances(userId))['cash']).toBe(90_000)
    const audit = await app.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', `deposit:${id}`)
      .execute()
    expect(audit).toMatchObject([
      { action: 'deposit.accept', actor: 'tester', reason: 'checked with the bank', detail: { approvedBy: 'anna' } },
    ])
  })

  test('a rejected command does not run and can be requested again', async () => {
    await setLimit(100)
    const { id, userId } = await createDepositInSuspense()
    const approval = await requestAccept(id)
    expect(await runAs('anna', 'approvals', 'reject', String(approval))).toMatchObject({ code: 0 })
    expect(await runAs('anna', 'approvals', 'approve', String(approval))).toMatchObject({ code: 1 })
    expect((await getBalances(userId))['cash'] ?? 0).toBe(0)
    expect(await requestAccept(id)).toBeGreaterThan(approval)
  })

  test('an amount at the limit needs one operator', async () => {
    await setLimit(900)
    const { id, userId } = await createDepositInSuspense()
    expect(await runAs('tester', 'accept', id)).toMatchObject({ code: 0, out: expect.stringContaining('Credited.') })
    expect((await getBalances(userId))['cash']).toBe(90_000)
  })

  test('the database refuses an approval by the same operator, a second decision and a changed request', async () => {
    await setLimit(100)
    const { id } = await createDepositInSuspense()
    const approval = await requestAccept(id)
    const update = (set: string) => app.database.pool.query(`update approvals set ${set} where id = ${approval}`)
    const decide = (by: string) => `decided_by = ${by}, is_approved = true, decided_at = now()`
    const anna = `(select id from operators where name = 'anna')`
    await expect(update(decide('requested_by'))).rejects.toThrow('approvals_other_operator')
    await expect(update(`${decide(anna)}, amount = 1`)).rejects.toThrow('cannot change')
    await expect(update(`decided_by = ${anna}`)).rejects.toThrow('approvals_check')
    await update(decide(anna))
    await expect(update('is_approved = false')).rejects.toThrow('is decided')
    await expect(app.database.pool.query(`delete from approvals where id = ${approval}`)).rejects.toThrow()
  })

  test('for a day after a change of the limit, every amount needs a second operator, and an alert says so', async () => {
    await setLimit(100)
    await runChange('settings', 'approval_limit', '1000000')
    const { id, userId } = await createDepositInSuspense()
    const run = await runAs('tester', 'accept', id)
    expect(run.out).toContain('approval_limit was changed less than a day ago')
    expect((await getBalances(userId))['cash'] ?? 0).toBe(0)
    expect((await runCommand('alerts')).out).toContain('setting:approval_limit')
    await moveBack('settings', 'changed_at')
    const other = await createDepositInSuspense()
    expect(await runAs('tester', 'accept', other.id)).toMatchObject({ code: 0 })
  })

  test.each([
    ['approves', 'tester', 'ann.two'],
    ['requests', 'ann.three', 'tester'],
  ])(
    'an operator who was added less than a day ago %s nothing, e.g. a second name of the same person',
    async (_what, requester, approver) => {
      await setLimit(100)
      const { id, userId } = await createDepositInSuspense()
      const added = requester === 'tester' ? approver : requester
      expect(await runAs('tester', 'operators', 'add', added)).toMatchObject({ code: 0 })
      await app.database.pool.query(
        `update operators set secret_hash = (select secret_hash from operators where name = 'tester') where name = $1`,
        [added],
      )
      const requested = await runAs(requester, 'accept', id, '--json')
      expect(requested.err).toBe('')
      const { approval } = JSON.parse(requested.out) as { approval: number }
      expect(await runAs(approver, 'approvals', 'approve', String(approval))).toMatchObject({
        code: 1,
        err: expect.stringContaining('had been added less than a day before'),
      })
      expect((await getBalances(userId))['cash'] ?? 0).toBe(0)
      expect(await runAs('anna', 'approvals', 'reject', String(approval))).toMatchObject({ code: 0 })
    },
  )
})
