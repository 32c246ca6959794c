import { e2eSecretKey } from './secret-key.ts'

export const operatorName = 'anna'

/** For operator commands. */
export const operatorEnv = (): Record<string, string> => ({
  DATABASE_URL: process.env['E2E_DATABASE_URL'] ?? '',
  SECRET_KEY: e2eSecretKey,
  SANDBOX_SECRET: 'a sandbox secret that is not used here',
})
