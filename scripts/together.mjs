// Runs several processes as one: when one ends, or somebody asks to stop, all are asked to stop and waited for.
import { spawn } from 'node:child_process'

import { node, root } from './ensure.mjs'

/** @param processes each the arguments of Node.js, with what it needs beside this process's environment and folder */
export function runTogether(processes) {
  const started = []
  let ending = false
  const end = (code) => {
    if (ending) return
    ending = true
    process.exitCode = code
    for (const child of started) if (child.exitCode === null) child.kill('SIGTERM')
  }
  for (const { args, env = {}, cwd = root } of processes) {
    // Detached: Ctrl-C reaches this process alone, which then asks each of them once.
    const options = { cwd, stdio: ['ignore', 'inherit', 'inherit'], detached: true, env: { ...process.env, ...env } }
    const child = spawn(node, args, options)
    started.push(child)
    child.once('exit', (code) => end(code ?? 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))
}
