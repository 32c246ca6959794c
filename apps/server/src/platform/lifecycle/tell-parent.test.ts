import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect, test } from 'vitest'

test('a process goes on although its parent is gone', async () => {
  const script = `
    const { tellParent } = await import(${JSON.stringify(join(import.meta.dirname, 'tell-parent.ts'))})
    tellParent({ step: 1 })
    await new Promise((done) => process.once('disconnect', done))
    tellParent({ step: 2 })
    setTimeout(() => process.exit(7), 100)`
  const child = fork('-', { execArgv: ['--input-type=module', '--eval', script], stdio: 'inherit' })
  expect((await once(child, 'message'))[0]).toEqual({ step: 1 })
  child.disconnect()
  expect((await once(child, 'exit'))[0]).toBe(7)
})
