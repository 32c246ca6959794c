import { randomUUID } from 'node:crypto'

import { deskCalls } from '@tradefront/contract/desk'
import {
  operatorActions,
  type OperatorActionName,
  type OperatorRole,
  operatorRoles,
} from '@tradefront/contract/operator-actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'

const app = await startTestApp()
let desk: TestDesk
const byRole = new Map<OperatorRole, TestOperator>()

beforeAll(async () => {
  desk = await openTestDesk(app)
  for (const role of operatorRoles) byRole.set(role, await desk.createOperator(role))
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const names = Object.keys(operatorActions) as OperatorActionName[]

describe.each(names)('the action %s', (action) => {
  const { roles }: { readonly roles: readonly OperatorRole[] } = operatorActions[action]
  const requestByDatabase = (role: OperatorRole) =>
    desk.database.pool.query(
      `select request_operator_command($1, $2, $3, '{"setting": "approval_limit"}', 'as agreed')`,
      [Buffer.from(byRole.get(role)?.cookie.split('=')[1] ?? '', 'base64url'), randomUUID(), action],
    )

  test('has roles, and a module does it', () => {
    expect(roles.length).toBeGreaterThan(0)
    expect(app.context.actions[action]).toBeTypeOf('function')
  })

  test('is refused to every other role, by the route and by the database', async () => {
    for (const role of operatorRoles.filter((each) => !roles.includes(each))) {
      const { json } = await desk.call(deskCalls.requestCommand.path, byRole.get(role)?.cookie ?? '', {
        id: randomUUID(),
        action,
        input: {},
        reason: 'as agreed',
      })
      expect(json, role).toMatchObject({ return: false, error: 'desk.no_right' })
      await expect(requestByDatabase(role), role).rejects.toMatchObject({ constraint: 'operator_actions_right' })
    }
  })

  // Each setting has roles of its own.
  test.skipIf(action.startsWith('setting.'))('is taken from its own roles by the database', async () => {
    for (const role of roles) await requestByDatabase(role)
  })
})
