import { runOpsCommand } from '../../apps/server/test/fixtures/ops/run-ops-command.ts'

import { expect } from './test.ts'
import { operatorEnv, operatorName } from './operator-env.ts'

/** The page of the trader gets a push. @param args e.g. `withdrawals`, `approve`, id */
export async function runAsOperator(...args: readonly string[]): Promise<void> {
  const env = { ...operatorEnv(), OPS_OPERATOR: operatorName, OPS_SECRET: process.env['E2E_OPERATOR_SECRET'] ?? '' }
  const result = await runOpsCommand(env, [...args, '--why', 'looked at it', '--yes'])
  expect(result).toMatchObject({ code: 0, err: '' })
}
