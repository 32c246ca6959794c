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
    // The channel closes when this process is killed: they end then, too.
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
    const options = { cwd, stdio, detached: true, env: { ...process.env, ...env } }
    const child = spawn(node, args, options)
    started.push(child)
    child.once('exit', (code) => end(code ?? 1))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
  // npm hands a SIGTERM to its shell, which dies of it without a word to this process.
  const shell = process.ppid
  if (process.env['npm_lifecycle_event']) setInterval(() => process.ppid !== shell && end(0), 250).unref()
}
